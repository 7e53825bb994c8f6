//! Draws the stage on a canvas.
mod free_body;
mod laboratory;
mod words;

use super::arrows::{Arrow, Kind, Look, arrows};
use super::camera::Camera;
use super::labels::Labels;
use super::palette::Palette;
use super::stage::Stage;
use crate::planar::body::Body;
use crate::planar::dynamics::Dynamics;
use crate::session::number::shortest;
use glam::DVec2;
use js_sys::Array;
use wasm_bindgen::JsValue;
use web_sys::CanvasRenderingContext2d;

/// A canvas, how it is looked at, and what is marked on it.
pub struct Drawing {
    /// What is drawn on.
    pub canvas: CanvasRenderingContext2d,
    /// Where the world lies on it.
    pub camera: Camera,
    /// Colours.
    pub palette: &'static Palette,
    /// Device pixels for a CSS pixel.
    pub sharpness: f64,
    /// Whether numbers have a decimal comma.
    pub comma: bool,
    /// Contacts that are marked beside the selected one.
    pub marked: Vec<usize>,
    /// Places of the values.
    pub labels: Labels,
}

/// Letters that are all equally wide.
const FAMILY: &str = "px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace";

impl Drawing {
    /// Draws everything, with the forces of this instant.
    fn picture(&mut self, stage: &mut Stage, instant: &Dynamics) {
        let selected = stage.selected();
        let ratio = self.sharpness;
        // a canvas refuses numbers that are not finite only
        let _ = self.canvas.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0);
        self.canvas.set_line_join("round");
        self.fill(self.palette.room);
        self.canvas.fill_rect(0.0, 0.0, self.camera.size.x, self.camera.size.y);
        self.bodies(stage);
        self.flames(stage);
        let look = Look {
            camera: &self.camera,
            palette: self.palette,
            forces: stage.link.show.forces,
            pairs: stage.link.show.pairs,
            applied: stage.applied,
            values: stage.values,
            ids: stage.link.show.ids,
            comma: self.comma,
        };
        let mut labels = std::mem::take(&mut self.labels);
        let list = arrows(&stage.world, instant, look, &mut labels);
        self.labels = labels;
        list.iter().for_each(|arrow| self.arrow(arrow));
        self.contacts(instant, selected);
        self.impacts(stage);
        list.iter().for_each(|arrow| self.label(arrow));
        if stage.link.show.ids {
            self.names(stage, instant);
        }
        self.legend();
    }

    #[inline(never)]
    fn fill(&self, colour: &str) {
        self.canvas.set_fill_style_str(colour);
    }

    #[inline(never)]
    fn line(&self, colour: &str, width: f64) {
        self.canvas.set_stroke_style_str(colour);
        self.canvas.set_line_width(width);
    }

    #[inline(never)]
    fn dash(&self, pattern: &[f64]) {
        let list: Array = pattern.iter().map(|&length| JsValue::from(length)).collect();
        // never fails: the pattern holds numbers
        let _ = self.canvas.set_line_dash(&list);
    }

    /// Begins a path through points of the stage.
    #[inline(never)]
    fn path(&self, points: &[DVec2]) {
        self.canvas.begin_path();
        points.iter().for_each(|p| self.canvas.line_to(p.x, p.y));
    }

    #[inline(never)]
    fn circle(&self, middle: DVec2, radius: f64) {
        self.canvas.begin_path();
        // never fails: no radius is negative
        let _ = self.canvas.arc(middle.x, middle.y, radius, 0.0, std::f64::consts::TAU);
    }

    #[inline(never)]
    fn write(&self, text: &str, middle: DVec2) {
        self.canvas.set_text_align("center");
        self.canvas.set_text_baseline("middle");
        // never fails: the place is finite
        let _ = self.canvas.fill_text(text, middle.x, middle.y + 0.5);
    }

    #[inline(never)]
    fn font(&self, scale: f64, bold: bool) {
        let weight = if bold { "bold " } else { "" };
        let size = shortest(scale * self.palette.text);
        self.canvas.set_font(&format!("{weight}{size}{FAMILY}"));
    }

    fn bodies(&self, stage: &Stage) {
        let held = stage.hand().map(|hand| hand.body);
        let mut moving = 0;
        for (id, body) in stage.world.bodies.iter().enumerate() {
            self.outline(body);
            if body.is_fixed() {
                self.fill(self.palette.wall);
                self.canvas.fill();
                self.line(self.palette.spring, 1.0);
            } else {
                self.fill(self.palette.bodies[moving % self.palette.bodies.len()]);
                self.canvas.fill();
                let colour = if held == Some(id) { self.palette.accent } else { self.palette.ink };
                self.line(colour, if held == Some(id) { 3.0 } else { 1.25 });
                moving += 1;
            }
            self.canvas.stroke();
        }
    }

    fn outline(&self, body: &Body) {
        let frame = body.state.frame();
        let corners: Vec<_> = body.shape.vertices().iter().map(|v| self.camera.to_stage(frame.place(*v))).collect();
        self.path(&corners);
        self.canvas.close_path();
    }

    /// A flame leaves its nozzle against the force on the body.
    fn flames(&self, stage: &Stage) {
        for &(id, number) in &stage.world.forces.firing {
            let body = &stage.world.bodies[id];
            let (frame, thruster) = (body.state.frame(), &body.thrusters[number]);
            let (root, way) = (frame.place(thruster.point), -frame.turn(thruster.direction));
            let length = 0.25 + 0.4 * thruster.strength;
            let half = 0.09 * way.perp();
            let ends = [root + half, root + length * way, root - half];
            self.path(&ends.map(|p| self.camera.to_stage(p)));
            self.canvas.close_path();
            self.fill(self.palette.flame);
            self.canvas.fill();
            self.line(self.palette.ink, 0.75);
            self.canvas.stroke();
        }
    }

    fn colour(&self, kind: Kind) -> &'static str {
        match kind {
            Kind::Contact(_) => self.palette.contact,
            Kind::Gravity => self.palette.gravity,
            Kind::Thrust => self.palette.thrust,
            Kind::Spring => self.palette.spring,
            Kind::Outcome => self.palette.accent,
        }
    }

    fn arrow(&self, arrow: &Arrow) {
        let Some(way) = (arrow.head - arrow.tail).try_normalize() else { return };
        let colour = self.colour(arrow.kind);
        let width = if arrow.kind == Kind::Gravity { 0.7 } else { 1.0 } * self.palette.line;
        self.line(colour, width);
        self.fill(colour);
        if arrow.kind == Kind::Spring {
            self.path(&zigzag(arrow.tail, arrow.head));
            self.canvas.stroke();
            return;
        }
        let head = 3.6 * self.palette.line.max(2.5);
        let shaft = if arrow.broken { arrow.head } else { arrow.head - 0.8 * head * way };
        if arrow.kind == Kind::Gravity {
            self.dash(&[7.0, 5.0]);
        }
        if arrow.loose {
            self.hatching(arrow.tail, shaft, width);
        } else {
            self.path(&[arrow.tail, shaft]);
            self.canvas.stroke();
        }
        self.dash(&[]);
        if arrow.broken {
            return self.break_mark(arrow.head, way);
        }
        self.head(arrow.head, way, head);
        if arrow.kind == Kind::Thrust {
            self.head(arrow.head - 0.8 * head * way, way, head);
        }
    }

    /// A broad line of slanted strokes: the force could be another.
    fn hatching(&self, from: DVec2, to: DVec2, width: f64) {
        let Some(way) = (to - from).try_normalize() else { return };
        let slant = 1.4 * width * (way.perp() + way);
        self.canvas.begin_path();
        for k in 0..(from.distance(to) / (1.8 * width)) as usize {
            let at = from + 1.8 * width * k as f64 * way;
            self.canvas.move_to(at.x - slant.x, at.y - slant.y);
            self.canvas.line_to(at.x + slant.x, at.y + slant.y);
        }
        self.line(self.palette.contact, 0.5 * width);
        self.canvas.stroke();
        self.path(&[from, to]);
        self.canvas.stroke();
    }

    #[inline(never)]
    fn head(&self, tip: DVec2, way: DVec2, size: f64) {
        let (base, half) = (tip - size * way, 0.42 * size * way.perp());
        self.path(&[tip, base + half, base - half]);
        self.canvas.close_path();
        self.canvas.fill();
    }

    /// Two strokes across the line: it goes on beyond the stage.
    fn break_mark(&self, end: DVec2, way: DVec2) {
        let slant = 6.0 * way.perp() + 3.0 * way;
        for at in [end - 3.0 * way, end - 9.0 * way] {
            self.path(&[at - slant, at + slant]);
            self.canvas.stroke();
        }
    }

    /// A dot at each contact; a ring around those that are selected or marked.
    fn contacts(&self, instant: &Dynamics, selected: Option<usize>) {
        for (k, contact) in instant.contacts.iter().enumerate() {
            let at = self.camera.to_stage(contact.point);
            self.circle(at, 0.5 + 0.9 * self.palette.line);
            self.fill(self.palette.paper);
            self.canvas.fill();
            self.line(self.palette.contact, 1.5);
            self.canvas.stroke();
            if selected == Some(k) || self.marked.contains(&k) {
                self.circle(at, 4.0 + 2.0 * self.palette.line);
                self.line(self.palette.accent, 3.0);
                self.canvas.stroke();
            }
        }
    }

    /// Circles whose area, m², is five times the impulse, N s, as on the ContactSim page.
    fn impacts(&self, stage: &Stage) {
        for impact in &stage.impacts {
            let radius = (5.0 * impact.impulse.max(0.0) / std::f64::consts::PI).sqrt();
            self.circle(self.camera.to_stage(impact.contact.point), radius * self.camera.scale);
            self.line(self.palette.contact, 0.6 * self.palette.line);
            self.canvas.stroke();
        }
    }
}

/// Strokes of a zigzag.
const TEETH: usize = 12;

/// The zigzag of a spring, straight at both ends.
fn zigzag(from: DVec2, to: DVec2) -> [DVec2; TEETH + 3] {
    let side = (to - from).normalize_or_zero().perp() * 5.0;
    std::array::from_fn(|k| {
        let along = (k.clamp(1, TEETH + 1) - 1) as f64 / TEETH as f64;
        let at = from.lerp(to, 0.1 + 0.8 * along);
        match k {
            0 => from,
            k if k == TEETH + 2 => to,
            k if k == 1 || k == TEETH + 1 => at,
            k if k % 2 == 0 => at + side,
            _ => at - side,
        }
    })
}
