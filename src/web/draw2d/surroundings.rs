//! What is around and between the bodies: walls that fade out behind their faces, and chains of forces.
use super::Drawing;
use crate::planar::body::Body;
use crate::planar::dynamics::Dynamics;
use crate::web::chains::{Chain, chains};
use crate::web::stage::Stage;
use glam::DVec2;

/// How far into a wall its shade reaches, CSS pixels, and in how many strokes.
const DEPTH: f64 = 20.0;
const STROKES: u32 = 5;

impl Drawing {
    /// What cannot move: a line where bodies can touch it, and a shade that fades behind it. What is small enough to be
    /// seen as a thing is filled.
    pub(super) fn walls(&self, stage: &Stage) {
        let fixed: Vec<&Body> = stage.world.bodies.iter().filter(|body| body.is_fixed()).collect();
        let [low, high] = stage.world.view;
        let (room, middle) = (high.distance(low) / 2.0, (low + high) / 2.0);
        self.canvas.set_line_join("miter");
        for (k, body) in fixed.iter().enumerate() {
            self.canvas.save();
            // where two walls overlap, neither has a face
            let others = fixed.iter().enumerate().filter(|(other, _)| *other != k);
            others.for_each(|(_, other)| self.clip_out(other));
            self.outline(body);
            self.canvas.clip();
            if body.shape.radius() < room {
                self.fill(self.palette.wall);
                self.canvas.fill();
            } else {
                self.faces(body, middle);
            }
            self.canvas.set_global_alpha(0.22);
            for stroke in 1..=STROKES {
                self.line(self.palette.wall_shade, 2.0 * DEPTH * f64::from(stroke) / f64::from(STROKES));
                self.canvas.stroke();
            }
            self.canvas.set_global_alpha(1.0);
            self.line(self.palette.spring, 3.0);
            self.canvas.stroke();
            if body.surface_speed != 0.0 {
                self.belt(body, stage.world.time);
            }
            self.canvas.restore();
        }
        self.canvas.set_line_join("round");
    }

    /// The path of the edges of a body that face a point: the others are too far away to be touched.
    fn faces(&self, body: &Body, point: DVec2) {
        let (frame, shape) = (body.state.frame(), &body.shape);
        self.canvas.begin_path();
        for (k, normal) in shape.normals().iter().enumerate() {
            let [from, to] = [k, (k + 1) % shape.len()].map(|k| frame.place(shape.vertices()[k]));
            if frame.turn(*normal).dot(point - from) > 0.0 {
                let [from, to] = [from, to].map(|end| self.camera.to_stage(end));
                self.canvas.move_to(from.x, from.y);
                self.canvas.line_to(to.x, to.y);
            }
        }
    }

    /// Lets nothing be drawn on a body: its outline goes around the other way than that of the stage.
    fn clip_out(&self, body: &Body) {
        let [low, high] = [DVec2::splat(-9.0), self.camera.size + 9.0];
        self.outline(body);
        self.canvas.move_to(low.x, low.y);
        for corner in [DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)] {
            self.canvas.line_to(corner.x, corner.y);
        }
        self.canvas.close_path();
        self.canvas.clip();
    }

    /// Forces as chains from body to body.
    pub(super) fn chains(&self, stage: &Stage, instant: &Dynamics) {
        self.canvas.set_line_cap("round");
        self.canvas.set_global_alpha(0.62);
        for Chain { points, width } in chains(&stage.world, instant, &self.camera) {
            self.path(&points);
            self.line(self.palette.contact, width);
            self.canvas.stroke();
        }
        self.canvas.set_global_alpha(1.0);
        self.canvas.set_line_cap("butt");
    }
}
