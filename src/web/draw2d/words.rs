//! Words on the stage: values of the forces, numbers of bodies and contacts, the scale.
use super::Drawing;
use crate::planar::contact::Contact;
use crate::planar::dynamics::Dynamics;
use crate::web::arrows::{Arrow, METRES_PER_NEWTON, NUMBER, number_at, text_width};
use crate::web::stage::Stage;
use glam::DVec2;

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
            self.line(self.colour(arrow.kind), 0.75);
            self.path(&[near, arrow.anchor()]);
            self.canvas.stroke();
        }
        self.paper(corner, size);
        self.fill(self.colour(arrow.kind));
        self.write(&arrow.label, arrow.label_at);
    }

    /// Paper behind words.
    #[inline(never)]
    pub(super) fn paper(&self, corner: DVec2, size: DVec2) {
        self.canvas.set_global_alpha(0.85);
        self.fill(self.palette.paper);
        self.canvas.fill_rect(corner.x, corner.y, size.x, size.y);
        self.canvas.set_global_alpha(1.0);
    }

    /// Numbers of bodies at their centres and of contacts beside them.
    pub(super) fn names(&self, stage: &Stage, instant: &Dynamics) {
        self.font(1.3, true);
        self.fill(self.palette.ink);
        for (number, body) in stage.world.bodies.iter().filter(|body| !body.is_fixed()).enumerate() {
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

    /// A bar of the length of a force of 1 N.
    pub(super) fn legend(&self) {
        let (bar, words) = (METRES_PER_NEWTON * self.camera.scale, "1 N = 1 m");
        let size = DVec2::new(bar.max(text_width(words, self.palette)) + 16.0, 1.4 * self.palette.text + 14.0);
        let corner = self.camera.size - size;
        self.paper(corner, size);
        let middle = DVec2::new(corner.x + size.x / 2.0, self.camera.size.y - 8.0);
        let (half, tick) = (DVec2::new(bar / 2.0, 0.0), DVec2::new(0.0, 5.0));
        let (start, end) = (middle - half, middle + half);
        self.line(self.palette.ink, 2.0);
        self.path(&[start - tick, start + tick, start, end, end + tick, end - tick]);
        self.canvas.stroke();
        self.font(1.0, false);
        self.fill(self.palette.ink);
        self.write(words, middle - DVec2::new(0.0, 5.0 + 0.6 * self.palette.text));
    }
}
