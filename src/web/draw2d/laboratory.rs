//! What the laboratory adds to the picture of the stage.
use super::Drawing;
use crate::planar::dynamics::Dynamics;
use crate::web::arrows::{METRES_PER_NEWTON, drawn_side};
use crate::web::laboratory::Laboratory;
use crate::web::laboratory::pivots::{Pivots, Side};
use crate::web::stage::Stage;
use glam::DVec2;

/// Changes of a force below this, N, have no arrow.
const LEAST: f64 = 0.005;

impl Drawing {
    /// Draws everything, and what the laboratory shows.
    pub fn draw_with(&mut self, stage: &mut Stage, laboratory: &mut Laboratory) {
        let instant = laboratory.shown(stage);
        // pivots are about the contacts: weights and their values would cover them
        let applied = stage.applied;
        stage.applied &= laboratory.place.is_none();
        self.picture(stage, &instant);
        stage.applied = applied;
        if let Some(place) = laboratory.place {
            let way = laboratory.pivots(stage);
            self.changes(stage, &instant, &way, place);
            self.sides(&instant, &way, place);
        }
    }

    /// A thin arrow from the head of each force to where the step at hand takes it.
    fn changes(&self, stage: &Stage, instant: &Dynamics, way: &Pivots, place: f64) {
        let Some(next) = way.points.get(place as usize + 1) else { return };
        for ((contact, now), next) in instant.contacts.iter().zip(&instant.solution.f).zip(&next.f) {
            if (next - now).abs() < LEAST {
                continue;
            }
            let unit = METRES_PER_NEWTON * drawn_side(contact, &stage.world) * contact.normal;
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
        for (k, (contact, side)) in instant.contacts.iter().zip(sides).enumerate() {
            let at = self.camera.to_stage(contact.point);
            self.side(at, side);
            if step.is_some_and(|step| step.blocker == k) {
                self.diamond(at, 6.0 + 2.5 * self.palette.line);
            }
            if step.is_some_and(|step| step.driven == k) {
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
