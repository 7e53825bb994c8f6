//! A hand that gives a body its velocity: contacts yield, the hand does not, as far as its strength goes.
//!
//! Lennerz et al., *A framework for collision detection and response*, section 3: "we interpret the user's input as
//! velocities". A body of infinite mass would run through whatever is fixed. So the hand holds it as a damper does that is
//! β times as stubborn as the body's own mass, v_h being the hand's velocity:
//!
//! ```text
//! M v' = M v + h F_contacts + β M (v_h − v')     (1 + β) M v' = M (v + β v_h) + h F_contacts
//! ```
//!
//! which is a step of a body 1 + β times as heavy, and for the turning likewise. The hand carries the weight. Where it
//! would have to give more than its strength, it pushes with that alone, and the body is what it was.
use super::body::{BodyId, State};
use super::forces::Push;
use super::world::World;
use crate::complementarity::nonlinear::Iterate;
use glam::DVec3;

/// β: a free body as heavy as the led one slows the hand by a hundredth.
const FIRM: f64 = 100.0;

/// A body in a hand, and what the hand wants of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// The body; nothing leads one that forces do not move.
    pub body: BodyId,
    /// Of its centre of mass, m/s.
    pub velocity: DVec3,
    /// World axes, rad/s.
    pub omega: DVec3,
    /// Most force, N; most torque is that force at the body's radius.
    pub strength: f64,
}

/// What a hand feels: mean of the last step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Felt {
    /// What contacts and all else but weight and hand do to the body, N.
    pub force: DVec3,
    /// The same about the centre of mass, N m.
    pub torque: DVec3,
    /// Whether the hand gave all its strength.
    pub spent: bool,
}

impl World {
    /// A step with a body in a hand. What the hand feels.
    pub(super) fn led_step(&mut self, lead: Lead, watch: &mut dyn FnMut(&Iterate)) -> Felt {
        self.before.keep(&self.bodies, &self.contacts);
        let (k, h, time) = (lead.body, self.settings.time_step, self.time);
        let (mass, inertia, radius) = (self.bodies[k].mass, self.bodies[k].inertia, self.bodies[k].shape.radius());
        let weight = mass * self.forces.gravity;
        let body = &mut self.bodies[k];
        (body.mass, body.inertia) = ((1.0 + FIRM) * mass, (1.0 + FIRM) * inertia);
        let mixed = |own: DVec3, hand: DVec3| (own + FIRM * hand) / (1.0 + FIRM);
        let State { velocity, omega, .. } = body.state;
        (body.state.velocity, body.state.omega) = (mixed(velocity, lead.velocity), mixed(omega, lead.omega));
        let start = body.state;
        self.pushed_step(
            Push { body: k, point: DVec3::ZERO, force: -(1.0 + FIRM) * weight, torque: DVec3::ZERO },
            watch,
        );
        let body = &mut self.bodies[k];
        let end = body.state;
        let turning = body.inertia_at(end.pose.rotation);
        let done = (body.mass / h * (end.velocity - start.velocity), turning * (end.omega - start.omega) / h);
        (body.mass, body.inertia) = (mass, inertia);
        let firm = FIRM / h;
        let force = firm * mass * (lead.velocity - end.velocity) - weight;
        let torque = firm * (body.inertia_at(end.pose.rotation) * (lead.omega - end.omega));
        let most = [lead.strength, lead.strength * radius];
        if force.length_squared() <= most[0] * most[0] && torque.length_squared() <= most[1] * most[1] {
            return Felt { force: done.0, torque: done.1, spent: false };
        }
        self.time = time;
        self.before.restore(&mut self.bodies, &mut self.contacts);
        let (force, torque) = (force.clamp_length_max(most[0]), torque.clamp_length_max(most[1]));
        self.pushed_step(Push { body: k, point: DVec3::ZERO, force, torque }, watch);
        let body = &self.bodies[k];
        let gained = (body.state.velocity - velocity, body.state.omega - omega);
        let turned = body.inertia_at(body.state.pose.rotation) * gained.1 / h;
        Felt { force: mass / h * gained.0 - force - weight, torque: turned - torque, spent: true }
    }

    fn pushed_step(&mut self, push: Push, watch: &mut dyn FnMut(&Iterate)) {
        self.forces.pushes.push(push);
        self.advance(watch);
        self.forces.pushes.pop();
    }
}
