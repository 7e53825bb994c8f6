//! Draws what friction does at the contacts: whether they stick or slide, the cones, and belts that run.
use super::Drawing;
use crate::planar::body::Body;
use crate::planar::contact::Contact;
use crate::planar::dynamics::Dynamics;
use crate::planar::friction::Mode;
use crate::web::arrows::drawn_side;
use crate::web::friction::{friction, is_rough};
use crate::web::stage::Stage;
use glam::DVec2;

/// Length of the marks of a belt and of the room between them, CSS pixels.
const BELT: f64 = 9.0;

impl Drawing {
    /// The dot of a contact: a full square where it sticks, a diamond across the edge where it slides or begins to, else
    /// a ring.
    pub(super) fn state(&self, at: DVec2, contact: &Contact, mode: Mode) {
        let half = 0.5 + 0.9 * self.palette.line;
        let along = DVec2::new(contact.normal.y, contact.normal.x);
        let across = along.perp();
        let sticks = mode == Mode::Stick;
        match mode {
            Mode::Open | Mode::Slip(0) => self.circle(at, half),
            _ => {
                let (one, other) = if sticks { (along + across, along - across) } else { (2.0 * along, 1.2 * across) };
                self.path(&[at + half * one, at + half * other, at - half * one, at - half * other]);
                self.canvas.close_path();
            }
        }
        let rubs = !matches!(mode, Mode::Open | Mode::Slip(0));
        self.fill(if sticks { self.palette.friction } else { self.palette.paper });
        self.canvas.fill();
        self.line(if rubs { self.palette.friction } else { self.palette.contact }, 1.5);
        self.canvas.stroke();
    }

    /// The cone of each contact up to the height of its normal force: its far side holds all forces that the law allows
    /// with that one, and a thin line leads to the one that acts.
    pub(super) fn cones(&self, stage: &Stage, instant: &Dynamics) {
        if !is_rough(instant) || !instant.friction.solved {
            return;
        }
        for (k, contact) in instant.contacts.iter().enumerate() {
            let unit = drawn_side(contact, &stage.world) * self.camera.metres_per_newton();
            let (up, along) = (unit * instant.solution.f[k] * contact.normal, -unit * contact.normal.perp());
            let most = instant.friction.friction[k] * instant.solution.f[k];
            let [tip, left, right] =
                [friction(instant, k), -most, most].map(|t| self.camera.to_stage(contact.point + up + t * along));
            let at = self.camera.to_stage(contact.point);
            self.path(&[at, left, right]);
            self.canvas.close_path();
            self.fill(self.palette.friction);
            self.canvas.set_global_alpha(0.13);
            self.canvas.fill();
            self.canvas.set_global_alpha(0.6);
            self.line(self.palette.friction, 0.8);
            self.canvas.stroke();
            self.path(&[at, tip]);
            self.line(self.palette.ink, 1.2);
            self.canvas.stroke();
            self.canvas.set_global_alpha(1.0);
            self.circle(tip, 2.2);
            self.fill(self.palette.ink);
            self.canvas.fill();
        }
    }

    /// The surface of a belt, whose marks run with it.
    pub(super) fn belt(&self, body: &Body, time: f64) {
        self.outline(body);
        self.dash(&[BELT, BELT]);
        // on the stage outlines go round the other way
        let way = body.surface_speed * time * self.camera.scale;
        self.canvas.set_line_dash_offset(-libm::fmod(way, 2.0 * BELT));
        self.line(self.palette.friction, 8.0);
        self.canvas.stroke();
        self.canvas.set_line_dash_offset(0.0);
        self.dash(&[]);
    }
}
