//! Sets bodies apart that are nearer than they should be: by moving them, not by pushing.
//!
//! A force would turn the overlap into speed. Moving the bodies a little in each step, by the least sum of
//! mass · distance², adds no energy of motion. It is the same complementarity problem once more, with displacements for
//! accelerations: A λ + (gap − wanted) ≥ 0, λ ≥ 0. In a slot too tight for its block it has no solution; the least
//! violation then sets the block in the middle.
use super::body::{Body, State};
use super::contact::Contact;
use super::dynamics::Asked;
use super::dynamics::{Dynamics, Setup};
use super::equations::{Correction, Rows};
use crate::complementarity::Solution;

/// Speed at which bodies are set apart, in radii of the smaller body per second.
const SPEED: f64 = 0.5;

/// The storage, kept from one step to the next.
#[derive(Clone, Debug, Default)]
pub struct Separation {
    close: Vec<Contact>,
    rows: Rows,
    b: Vec<f64>,
    solution: Solution,
}

impl Separation {
    /// Moves the bodies of the contacts that are too near, for one time step. Whether any moved.
    pub fn apply(&mut self, dynamics: &mut Dynamics, setup: Setup, near: &[Contact], states: &mut [State]) -> bool {
        let target = setup.settings.target_gap;
        let too_near = |contact: &&Contact| contact.gap < target - Correction::DRIFT;
        if !near.iter().any(|contact| too_near(&contact)) {
            return false;
        }
        self.close.clear();
        self.close.extend(near.iter());
        self.rows.fill(&self.close, setup.bodies, states);
        self.b.clear();
        self.b.extend(self.close.iter().map(|contact| {
            let short = target - contact.gap;
            let pace = SPEED * setup.settings.time_step * smaller_radius(contact, setup.bodies);
            if short > Correction::DRIFT { -short.min(pace) } else { -short }
        }));
        let asked = Asked { rows: &self.rows, b: &self.b, bilateral: false, warm: false };
        dynamics.solve_rows(setup.settings, asked, &mut self.solution);
        self.rows.spread(&self.solution.f, |body, twist| {
            states[body].position += twist.linear;
            states[body].angle += twist.angular;
        });
        true
    }
}

fn smaller_radius(contact: &Contact, bodies: &[Body]) -> f64 {
    let radius = |body: usize| if bodies[body].is_fixed() { f64::INFINITY } else { bodies[body].shape.radius() };
    radius(contact.a).min(radius(contact.b))
}
