//! The second scheme: impulses from the velocities at the end of a span, as in Stewart and Trinkle 1996 and in Moreau's.
//!
//! v⁺ = v + h a + M⁻¹ Jᵀ p and x⁺ = x + h v⁺, where p obeys the law of friction with vₙ⁺ + (gap − target)/h for the
//! acceleration of a gap that is open, and vₜ⁺ for that of a tangent. Such p exist for every state, also in Painlevé's
//! paradox, where they are impulses without a collision (Baraff 1991): therefore the first scheme takes a short span of
//! this where accelerations have no solution. The energy of motion and of gravity changes by vₙ⁺ pₙ + vₜ⁺ pₜ ≤ 0 and by
//! −½ m |v⁺ − v|², so it never grows. Impacts with rebound come before the span in which the gap would close.
use super::Setup;
use super::cones::Cones;
use crate::planar::contact::Contact;
use crate::planar::equations;
use crate::planar::length;
use crate::planar::step::{BAND, Report, Workspace};

impl Workspace {
    /// Carries the states on by `span`. The greatest impulse along a normal, N s.
    pub(super) fn stride(&mut self, setup: Setup, span: f64, elastic: bool, time: f64, report: &mut Report) -> f64 {
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
        self.collide(setup, elastic, time, report);
        self.dynamics.place(&self.states);
        equations::free_accelerations(setup, &self.states, &self.dynamics.frames, &mut self.dynamics.accelerations);
        let accelerations = &self.dynamics.accelerations;
        for (state, a) in self.states.iter_mut().zip(accelerations) {
            state.velocity += span * a.linear;
            state.omega += span * a.angular;
        }
        let cones = &mut self.strides.cones;
        cones.fill(setup, &self.near, &self.states);
        let open = |contact: &Contact| (contact.gap - target).max(0.0) / span;
        let mut b = std::mem::take(&mut cones.b);
        b.clear();
        b.extend(cones.velocities(&self.states));
        b.iter_mut().zip(&self.near).for_each(|(rate, contact)| *rate += open(contact));
        cones.b = b;
        solve(cones);
        cones.rows.spread(&cones.f, |body, twist| {
            self.states[body].velocity += twist.linear;
            self.states[body].omega += twist.angular;
        });
        for (state, _) in self.states.iter_mut().zip(setup.bodies).filter(|(_, body)| !body.is_fixed()) {
            state.position += span * state.velocity;
            state.angle += span * state.omega;
        }
        cones.f[..cones.len()].iter().copied().fold(0.0, f64::max)
    }
}

/// Impulses that obey the law; without friction if rounding leaves none.
fn solve(cones: &mut Cones) {
    cones.rest_all();
    cones.solve();
    if !cones.solved {
        cones.friction.fill(0.0);
        cones.rest_all();
        cones.solve();
    }
}
