//! What contacts add to the energy in a step.
use super::Problem;
use crate::spatial::body::{Body, BodyId, State};
use crate::spatial::energy::work;
use crate::spatial::equations::{Twist, kinetic_energy};
use crate::spatial::forces::Forces;

impl Problem {
    /// The energy of motion that forces add which were gone to last, J.
    pub fn work(&self, f: &[f64]) -> f64 {
        self.work_from(f, |body| self.kicked[body])
    }

    /// The same, had bodies these velocities without them.
    fn work_from(&self, f: &[f64], velocity: impl Fn(BodyId) -> Twist) -> f64 {
        let mean = |body: BodyId| {
            let mut mean = velocity(body);
            mean.add(0.5, &self.gained[body]);
            mean
        };
        let pressed: f64 = self.rows.iter().zip(f).map(|(row, f)| self.h * f * row.apply(mean)).sum();
        pressed + self.rubbing().map(|row| self.h * row.apply(mean)).sum::<f64>()
    }

    /// What contact forces add to the energy which were gone to last, and what external forces would alone, J. With v at the
    /// start, k of external forces and g of contacts a step changes energy by g·M(v + g/2) − k·Mk/2 where external forces are
    /// constant, since bodies go their way by v + k + g. Joints give energy and take it back by the error of the rule: where there
    /// are any, nothing is told.
    pub fn added(&self, bodies: &[Body], f: &[f64]) -> [f64; 2] {
        if self.joints > 0 {
            return [0.0; 2];
        }
        let alone = |&body: &BodyId| kinetic_energy(&bodies[body], self.start[body].pose.rotation, &self.kick(body));
        let given = self.near.iter().map(alone).sum();
        [self.work_from(f, |body| Twist::of(&self.start[body])) - given, given]
    }

    /// The same of a rule for accelerations that has come to an end, from the work of external forces on the way. Nothing is told
    /// either where these are not constant, or of a ball in a hollow one, whose drift such rules show.
    pub fn grown(&self, bodies: &[Body], forces: &Forces) -> [f64; 2] {
        let constant = forces.springs.is_empty() && forces.aims.is_empty() && forces.hand.is_none();
        if self.joints > 0 || !constant || bodies.iter().any(|body| body.shape.is_hollow()) {
            return [0.0; 2];
        }
        let grown = |&k: &BodyId| {
            let (body, [start, end], kick) = (&bodies[k], [&self.start[k], &self.end[k]], self.kick(k));
            let energy = |state: &State| kinetic_energy(body, state.pose.rotation, &Twist::of(state));
            let pulled = Twist { linear: kick.linear / self.h, angular: kick.angular / self.h };
            energy(end) - energy(start) - work(body, [start, end], &pulled, self.h)
        };
        [self.near.iter().map(grown).sum(), 0.0]
    }
}
