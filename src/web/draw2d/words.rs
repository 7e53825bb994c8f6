//! Words on the stage: values of the forces, numbers of bodies and contacts, the scale.
use super::Drawing;
use crate::planar::contact::Contact;
use crate::planar::dynamics::Dynamics;
use crate::session::number::round_up;
use crate::web::arrows::{Arrow, NUMBER, number_at};
use crate::web::framing::controls;
use crate::web::marks::marks;
use crate::web::notation::{newtons, text_width};
use crate::web::stage::Stage;
use glam::DVec2;

/// Least length of the scale's bar, CSS pixels.
const BAR: f64 = 28.0;
/// Distance, CSS pixels, from which a label needs a thin line to its arrow.
const FAR_LABEL: f64 = 14.0;

impl Drawing {
    /// The name and value of a force.
    pub(super) fn label(&self, arrow: &Arrow) {
        if arrow.label.is_empty() {
            return;
        }
        self.font(1.0, false);
        let size = DVec2::new(text_width(&arrow.label, self.palette) + 4.0, 1.15 * self.palette.text);
        let corner = arrow.label_at - size / 2.0;
        let near = arrow.anchor().clamp(corner, corner + size);
        if near.distance(arrow.anchor()) > FAR_LABEL {
            self.line(self.palette.of(arrow.kind), 0.75);
            self.path(&[near, arrow.anchor()]);
            self.canvas.stroke();
        }
        self.tell(&arrow.label, arrow.label_at, self.palette.of(arrow.kind));
    }

    /// Words with a rim of paper, so that they are read on anything and hide nothing.
    pub(super) fn tell(&self, words: &str, at: DVec2, colour: &str) {
        self.line(self.palette.paper, 4.0);
        self.canvas.set_text_align("center");
        self.canvas.set_text_baseline("middle");
        // never fails: the place is finite
        let _ = self.canvas.stroke_text(words, at.x, at.y + 0.5);
        self.fill(colour);
        self.write(words, at);
    }

    /// Numbers of bodies at their centres and of contacts beside them.
    pub(super) fn names(&self, stage: &Stage, instant: &Dynamics) {
        self.font(1.3, true);
        self.fill(self.palette.ink);
        let moving = || stage.world.bodies.iter().filter(|body| !body.is_fixed());
        // one alone needs no number, which would stand in the way of those of its contacts
        for (number, body) in moving().enumerate().filter(|_| moving().count() > 1) {
            self.write(&(number + 1).to_string(), self.camera.to_stage(body.state.position) + DVec2::new(12.0, -10.0));
        }
        instant.contacts.iter().enumerate().for_each(|(k, contact)| self.number(contact, k));
    }

    /// The number of a contact.
    pub(super) fn number(&self, contact: &Contact, k: usize) {
        let out = number_at(&self.camera, contact);
        self.fill(self.palette.paper);
        self.circle(out, NUMBER * self.palette.text);
        self.canvas.fill();
        self.fill(self.palette.accent);
        self.font(0.9, true);
        self.write(&(k + 1).to_string(), out);
    }

    /// At the edge of the stage where bodies are that have left it, as one that is held may, and how many.
    pub(super) fn lost(&self, stage: &Stage) {
        let moving = stage.world.bodies.iter().enumerate().filter(|(_, body)| !body.is_fixed());
        self.font(1.0, true);
        let places = moving.map(|(id, body)| (id, self.camera.to_stage(body.state.position)));
        for mark in marks(self.camera.size, controls(self.camera.size), places) {
            self.path(&mark.corners());
            self.canvas.close_path();
            self.fill(self.palette.accent);
            self.canvas.fill();
            if let Some((count, at)) = mark.told() {
                self.tell(&count, at, self.palette.accent);
            }
        }
    }

    /// A bar as long as the arrow of a round force.
    pub(super) fn legend(&self) {
        let force = round_up(BAR / self.camera.newton);
        let (bar, words) = (force * self.camera.newton, newtons(force, self.comma));
        let width = bar.max(text_width(&words, self.palette));
        let end = self.camera.size - DVec2::new(10.0 + (width - bar) / 2.0, 9.0);
        let (start, tick) = (end - DVec2::new(bar, 0.0), DVec2::new(0.0, 4.0));
        self.line(self.palette.ink, 1.5);
        self.path(&[start - tick, start + tick, start, end, end + tick, end - tick]);
        self.canvas.stroke();
        self.font(1.0, false);
        self.tell(&words, (start + end) / 2.0 - DVec2::new(0.0, 6.0 + 0.6 * self.palette.text), self.palette.ink);
    }
}
