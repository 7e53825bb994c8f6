//! The second scheme: impulses from the velocities at the end of a span, as in Stewart and Trinkle 1996 and in Moreau's.
//!
//! v⁺ = v + h a + M⁻¹ Jᵀ p and x⁺ = x + h v⁺, where p obeys the law of friction with vₙ⁺ + (gap − target)/h for the
//! acceleration of a gap that is open, and vₜ⁺ for that of a tangent. Such p exist for every state, also in Painlevé's
//! paradox, where they are impulses without a collision (Baraff 1991): therefore the first scheme takes a short span of
//! this where accelerations have no solution. The energy of motion and of gravity changes by vₙ⁺ pₙ + vₜ⁺ pₜ ≤ 0 and by
//! −½ m |v⁺ − v|², so it never grows. Impacts with rebound come before the span in which the gap would close.
use super::Setup;
use crate::planar::contact::Contact;
use crate::planar::equations;
use crate::planar::length;
use crate::planar::step::{BAND, Report, Workspace};

/// Nothing may come deeper than this under its target gap, m, and what is there deeper by no more than this further; else the
/// span is taken as a crowd's, whose gaps are found anew at its end. Setting it apart again lifts bodies: of 3,000 harsh random
/// scenes three gained up to 1e-5 of their energy in a step by that at 4e-5 m, none 1e-6 at 1e-5 m.
const DEEPER: f64 = 1e-5;
const FURTHER: f64 = 1e-3 * DEEPER;

impl Workspace {
    /// Carries the states on by `span`. The greatest impulse along a normal, N s.
    pub(super) fn stride(&mut self, setup: Setup, span: f64, at: f64, report: &mut Report) -> f64 {
        let target = setup.settings.target_gap;
        let most = self.speed(setup) + span * length(setup.forces.gravity);
        self.look_within(setup, target + BAND + 2.0 * span * most);
        for (contact, rebound) in self.near.iter().zip(&mut self.rebounds) {
            let rate = contact.normal_velocity(&self.states);
            let meets = contact.gap - target + span * rate < 0.0 && rate < -rebound.capture;
            if contact.gap > target + BAND && !meets {
                rebound.rest = f64::INFINITY;
            }
        }
        self.collide(setup, at, report);
        self.strides.start.clone_from(&self.states);
        let least = (least_gap(&self.near) - FURTHER).min(target - DEEPER);
        let impulse = self.go(setup, span);
        self.dynamics.place(&self.states);
        let found = &mut self.strides.contacts;
        self.collider.find(setup.bodies, &self.dynamics.frames, target, found);
        if least_gap(found) >= least {
            return impulse;
        }
        self.states.clone_from(&self.strides.start);
        self.crowd.run(setup, [at, span, span], &mut self.states, &mut report.impacts)
    }

    /// Carries the states on by `span`; the greatest impulse along a normal.
    fn go(&mut self, setup: Setup, span: f64) -> f64 {
        let target = setup.settings.target_gap;
        self.dynamics.place(&self.states);
        equations::free_accelerations(setup, &self.states, &self.dynamics.frames, &mut self.dynamics.accelerations);
        for (state, a) in self.states.iter_mut().zip(&self.dynamics.accelerations) {
            state.velocity += span * a.linear;
            state.omega += span * a.angular;
        }
        let cones = &mut self.strides.cones;
        cones.fill(setup, &self.near, &self.states);
        cones.note_velocities(&self.states);
        for (rate, contact) in cones.b.iter_mut().zip(&self.near) {
            *rate +=
                (contact.gap - target).max(0.0) / span + (0.5 * span * contact.velocity_terms(&self.states)).min(0.0);
        }
        cones.stop();
        cones.push(&mut self.states);
        for (state, _) in self.states.iter_mut().zip(setup.bodies).filter(|(_, body)| !body.is_fixed()) {
            state.position += span * state.velocity;
            state.angle += span * state.omega;
        }
        cones.f[..cones.len()].iter().copied().fold(0.0, f64::max)
    }
}

fn least_gap(contacts: &[Contact]) -> f64 {
    contacts.iter().map(|contact| contact.gap).fold(f64::INFINITY, f64::min)
}
