//! What the laboratory adds to the picture of the stage.
use super::Drawing;
use crate::planar::body::Body;
use crate::planar::contact::Contact;
use crate::planar::dynamics::Dynamics;
use crate::web::arrows::drawn_side;
use crate::web::laboratory::Laboratory;
use crate::web::laboratory::ghost::Ghost;
use crate::web::laboratory::pivots::{Pivots, Side};
use crate::web::notation::{entry, text_width};
use crate::web::stage::Stage;
use glam::DVec2;

/// Length of the arrow of a unit force, CSS pixels.
const UNIT: f64 = 70.0;
/// Changes of a force below this, N, have no arrow.
const LEAST: f64 = 0.005;

impl Drawing {
    /// Draws everything, and what the laboratory shows.
    pub fn draw(&mut self, stage: &mut Stage, laboratory: &mut Laboratory) {
        let instant = laboratory.shown(stage);
        let ghost = laboratory.ghost(&instant);
        // where a few arrows are the matter, all others would cover them
        let (forces, applied) = (stage.link.show.forces, stage.applied);
        stage.link.show.forces &= ghost.is_none();
        stage.applied &= ghost.is_none() && laboratory.place.is_none();
        self.picture(stage, &instant);
        (stage.link.show.forces, stage.applied) = (forces, applied);
        if let Some((ghost, share)) = ghost {
            self.ghost(stage, &instant, &ghost, share);
        } else if let Some(place) = laboratory.place {
            let way = laboratory.pivots(stage);
            self.changes(stage, &instant, &way, place);
            self.sides(&instant, &way, place);
        }
    }

    /// A unit force at one contact, the bodies that it moves, and what that does to the gap of another.
    fn ghost(&self, stage: &Stage, instant: &Dynamics, ghost: &Ghost, share: f64) {
        let bodies = &stage.world.bodies;
        let [gap, force] = [&instant.contacts[ghost.gap], &instant.contacts[ghost.force]];
        for id in [gap.a, gap.b, force.a, force.b] {
            if !bodies[id].is_fixed() {
                self.outline(&bodies[id]);
                self.line(self.palette.accent, 2.5);
                self.canvas.stroke();
            }
        }
        self.dash(&[6.0, 4.0]);
        for (id, state) in ghost.states(bodies, share) {
            self.outline(&Body { state, ..bodies[id].clone() });
            self.canvas.set_global_alpha(0.35);
            self.fill(self.palette.accent);
            self.canvas.fill();
            self.canvas.set_global_alpha(1.0);
            self.line(self.palette.accent, 1.5);
            self.canvas.stroke();
        }
        self.dash(&[]);
        let sides = [(force.a, force.point, force.normal), (force.b, force.point_on_b(), -force.normal)];
        let unit = UNIT / self.camera.scale;
        for (_, point, way) in sides.into_iter().filter(|(id, ..)| !bodies[*id].is_fixed()) {
            self.shaft(point, point + unit * way, self.palette.contact);
        }
        let opening = ghost.span(bodies) * share * share * ghost.entry * gap.normal;
        // beside the other arrow where both are at one contact
        let aside = if ghost.gap == ghost.force { 0.25 * gap.normal.perp() } else { DVec2::ZERO };
        self.shaft(gap.point + aside, gap.point + aside + opening, self.palette.accent);
        self.number(gap, ghost.gap);
        self.number(force, ghost.force);
        let tip = |contact: &Contact, way: DVec2| contact.point + way - 0.18 * contact.normal.perp();
        self.caption("1 N", tip(force, unit * force.normal), self.palette.contact);
        let words = entry([ghost.gap, ghost.force], ghost.entry, self.comma);
        let beyond = if ghost.entry > 0.0 { opening } else { DVec2::ZERO };
        self.caption(&words, gap.point + aside + beyond + 0.4 * gap.normal, self.palette.accent);
    }

    /// A straight arrow between two points of the world.
    fn shaft(&self, from: DVec2, to: DVec2, colour: &str) {
        let [from, to] = [from, to].map(|point| self.camera.to_stage(point));
        let Some(way) = (to - from).try_normalize() else { return };
        let head = (3.6 * self.palette.line.max(2.5)).min(from.distance(to));
        self.line(colour, self.palette.line + 0.5);
        self.fill(colour);
        self.path(&[from, to - 0.8 * head * way]);
        self.canvas.stroke();
        self.head(to, way, head);
    }

    /// Words about a point of the world, on paper and inside the stage.
    fn caption(&self, words: &str, at: DVec2, colour: &str) {
        self.font(1.1, true);
        let half = DVec2::new(0.55 * text_width(words, self.palette) + 5.0, 0.75 * self.palette.text);
        let at = self.camera.to_stage(at).clamp(half + 2.0, self.camera.size - half - 2.0);
        self.fill(self.palette.paper);
        self.canvas.fill_rect(at.x - half.x, at.y - half.y, 2.0 * half.x, 2.0 * half.y);
        self.fill(colour);
        self.write(words, at);
    }

    /// A thin arrow from the head of each force to where the step at hand takes it.
    fn changes(&self, stage: &Stage, instant: &Dynamics, way: &Pivots, place: f64) {
        let Some(next) = way.points.get(place as usize + 1) else { return };
        let now = way.at(place).f;
        let normals = instant.contacts.iter().map(|contact| (contact, contact.normal));
        let tangents = instant.contacts.iter().map(|contact| (contact, -contact.normal.perp()));
        for (((contact, axis), now), next) in normals.chain(tangents).zip(&now).zip(&next.f) {
            if (next - now).abs() < LEAST {
                continue;
            }
            let unit = self.camera.metres_per_newton() * drawn_side(contact, &stage.world) * axis;
            let [from, to] = [now, next].map(|f| self.camera.to_stage(contact.point + *f * unit));
            let Some(way) = (to - from).try_normalize() else { continue };
            let aside = 5.0 * way.perp();
            self.line(self.palette.accent, 2.0);
            self.path(&[from + aside, to + aside]);
            self.canvas.stroke();
            self.fill(self.palette.accent);
            self.head(to + aside, way, 8.0);
        }
    }

    /// The set that each contact is in, the contact that is driven, and the one that limits the step; all numbered.
    fn sides(&self, instant: &Dynamics, way: &Pivots, place: f64) {
        let sides = way.sides(&way.at(place));
        let step = way.steps.get(place as usize);
        let count = instant.contacts.len();
        for (k, (contact, side)) in instant.contacts.iter().zip(sides).enumerate() {
            let at = self.camera.to_stage(contact.point);
            self.side(at, side);
            if step.is_some_and(|step| step.blocker % count == k) {
                self.diamond(at, 6.0 + 2.5 * self.palette.line);
            }
            if step.is_some_and(|step| step.driven % count == k) {
                self.circle(at, 4.0 + 2.0 * self.palette.line);
                self.line(self.palette.accent, 3.0);
                self.canvas.stroke();
            }
            self.number(contact, k);
        }
    }

    /// Full square: in C; ring: in NC; cross: pressed in and waiting.
    fn side(&self, at: DVec2, side: Side) {
        let half = 0.5 + 1.3 * self.palette.line;
        self.line(self.palette.ink, 1.5);
        self.fill(if side == Side::Clamped { self.palette.contact } else { self.palette.paper });
        match side {
            Side::Clamped => {
                let (x, y) = (DVec2::new(half, 0.0), DVec2::new(0.0, half));
                self.path(&[at - x - y, at + x - y, at + x + y, at - x + y]);
                self.canvas.close_path();
            }
            Side::Open | Side::Waiting => self.circle(at, half),
        }
        self.canvas.fill();
        self.canvas.stroke();
        if side == Side::Waiting {
            let slant = DVec2::splat(0.7 * half);
            for end in [slant, slant.perp()] {
                self.path(&[at - end, at + end]);
                self.canvas.stroke();
            }
        }
    }

    fn diamond(&self, at: DVec2, half: f64) {
        let (x, y) = (DVec2::new(half, 0.0), DVec2::new(0.0, half));
        self.path(&[at - x, at - y, at + x, at + y]);
        self.canvas.close_path();
        self.line(self.palette.accent, 2.0);
        self.canvas.stroke();
    }
}
