//! A hand that gives a body its velocity: contacts yield, the hand does not, as far as its strength goes.
//!
//! It holds the body as a damper does that is β times as stubborn as the body's own mass, v_h being the hand's velocity:
//! M v' = M v + h F_contacts + β M (v_h − v'), which is a step of a body 1 + β times as heavy that starts with
//! (v + β v_h)/(1 + β); for the turning likewise. The hand carries the weight. Where it would have to give more than its
//! strength, it pushes with that alone, and the body is what it was.
use super::body::{BodyId, State};
use super::forces::Push;
use super::world::World;
use glam::DVec2;

/// β: a free body as heavy as the led one slows the hand by a hundredth.
const FIRM: f64 = 100.0;

/// A body in a hand, and what the hand wants of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// The body; nothing leads a fixed one.
    pub body: BodyId,
    /// Of its centre of mass, m/s.
    pub velocity: DVec2,
    /// rad/s.
    pub omega: f64,
    /// Most force, N; most torque is that force at the body's radius.
    pub strength: f64,
}

/// What a hand feels: mean of the last step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Felt {
    /// What contacts and all else but weight and hand do to the body, N.
    pub force: DVec2,
    /// The same about the centre of mass, N m.
    pub torque: f64,
    /// Whether the hand gave all its strength.
    pub spent: bool,
}

impl World {
    /// A step with a body in a hand. What the hand feels.
    pub(super) fn led_step(&mut self, lead: Lead) -> Felt {
        let mut before = std::mem::take(&mut self.before);
        before.clear();
        before.extend(self.bodies.iter().map(|body| body.state));
        let (k, h) = (lead.body, self.settings.time_step);
        let (mass, inertia, radius) = (self.bodies[k].mass, self.bodies[k].inertia, self.bodies[k].shape.radius());
        let weight = mass * self.forces.gravity;
        let heavy = 1.0 + FIRM;
        let body = &mut self.bodies[k];
        (body.mass, body.inertia) = (heavy * mass, heavy * inertia);
        let State { velocity, omega, .. } = body.state;
        body.state.velocity = (velocity + FIRM * lead.velocity) / heavy;
        body.state.omega = (omega + FIRM * lead.omega) / heavy;
        let start = body.state;
        self.pushed_step(Push { body: k, point: DVec2::ZERO, force: -heavy * weight, torque: 0.0 });
        let body = &mut self.bodies[k];
        (body.mass, body.inertia) = (mass, inertia);
        let end = body.state;
        let force = FIRM * mass / h * (lead.velocity - end.velocity) - weight;
        let torque = FIRM * inertia / h * (lead.omega - end.omega);
        let most = [lead.strength, lead.strength * radius];
        let felt = if force.length_squared() <= most[0] * most[0] && torque.abs() <= most[1] {
            let force = heavy * mass / h * (end.velocity - start.velocity);
            Felt { force, torque: heavy * inertia / h * (end.omega - start.omega), spent: false }
        } else {
            self.bodies.iter_mut().zip(&before).for_each(|(body, state)| body.state = *state);
            let (force, torque) = (force.clamp_length_max(most[0]), torque.clamp(-most[1], most[1]));
            self.pushed_step(Push { body: k, point: DVec2::ZERO, force, torque });
            let end = self.bodies[k].state;
            let contacts = mass / h * (end.velocity - velocity) - force - weight;
            Felt { force: contacts, torque: inertia / h * (end.omega - omega) - torque, spent: true }
        };
        self.before = before;
        felt
    }

    fn pushed_step(&mut self, push: Push) {
        self.forces.pushes.push(push);
        self.advance();
        self.forces.pushes.pop();
    }
}
