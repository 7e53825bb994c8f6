//! A body by itself, with every force that acts on it: their sum is m a, and that of their torques I α.
use crate::planar::body::BodyId;
use crate::planar::contact::Contact;
use crate::planar::dynamics::Dynamics;
use crate::planar::equations::Twist;
use crate::planar::forces::{Applied, Place};
use crate::planar::world::World;
use crate::web::cause::Cause;
use crate::web::friction::friction;
use glam::DVec2;

/// A force on the body. World frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// What makes it.
    pub cause: Cause,
    /// Where it acts, m.
    pub point: DVec2,
    /// N.
    pub force: DVec2,
    /// About the centre of mass, with any torque of its own, N m.
    pub torque: f64,
}

/// All forces on one body, and what they do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FreeBody {
    /// In the order: applied, then contacts by number.
    pub loads: Vec<Load>,
    /// m a, N.
    pub inertial_force: DVec2,
    /// I α, N m.
    pub inertial_torque: f64,
}

impl FreeBody {
    /// The forces on a body that can move, at an instant of its world.
    pub fn of(world: &World, instant: &Dynamics, body: BodyId) -> Self {
        let Some(owner) = world.bodies.get(body).filter(|owner| !owner.is_fixed()) else { return Self::default() };
        let centre = owner.state.position;
        let mut loads = applied(world, body);
        let on_body = |(k, (contact, f)): (usize, (&Contact, &f64))| {
            let force = *f * contact.normal - friction(instant, k) * contact.normal.perp();
            let (point, force) = if contact.a == body {
                (contact.point, force)
            } else if contact.b == body {
                (contact.point_on_b(), -force)
            } else {
                return None;
            };
            Some(Load { cause: Cause::Contact(k), point, force, torque: (point - centre).perp_dot(force) })
        };
        loads.extend(instant.contacts.iter().zip(&instant.solution.f).enumerate().filter_map(on_body));
        let acceleration = instant.accelerations[body];
        let (inertial_force, inertial_torque) =
            (owner.mass * acceleration.linear, owner.inertia * acceleration.angular);
        Self { loads, inertial_force, inertial_torque }
    }

    /// Sum of all forces, N, and of all torques about the centre of mass, N m.
    pub fn sum(&self) -> (DVec2, f64) {
        (self.loads.iter().map(|load| load.force).sum(), self.loads.iter().map(|load| load.torque).sum())
    }

    /// As numbers for the page: see `free_body` of the stage's handle.
    pub fn numbers(&self, acceleration: Twist) -> Vec<f64> {
        let (force, torque) = self.sum();
        let mut numbers = vec![force.x, force.y, torque];
        numbers.extend([self.inertial_force.x, self.inertial_force.y, self.inertial_torque]);
        numbers.extend([acceleration.linear.x, acceleration.linear.y, acceleration.angular]);
        for Load { cause, force, torque, .. } in &self.loads {
            numbers.extend(cause.numbers());
            numbers.extend([force.x, force.y, *torque]);
        }
        numbers
    }
}

fn applied(world: &World, body: BodyId) -> Vec<Load> {
    let states = world.states();
    let frames: Vec<_> = states.iter().map(|state| state.frame()).collect();
    let fastest = world.settings.fastest_rate();
    let mut loads = Vec::new();
    world.forces.for_each(Place { bodies: &world.bodies, states: &states, frames: &frames, fastest }, |applied| {
        let Applied { body: on, point, force, torque, source } = applied;
        if on == body {
            let torque = torque + (point - states[body].position).perp_dot(force);
            loads.push(Load { cause: Cause::Applied(source), point, force, torque });
        }
    });
    loads
}
