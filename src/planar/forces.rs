//! Everything that pushes a body but the contacts: gravity, damping, thrusters, springs, given forces.
use super::body::{Body, BodyId, Frame, State};
use crate::source::Source;
use glam::DVec2;

/// Where the far end of a spring is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Anchor {
    /// A point of the world, m.
    World(DVec2),
    /// A point of a body, in its frame, m.
    Body(BodyId, DVec2),
}

/// A spring that pulls and pushes along its line: force `stiffness · (length − rest_length)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// The body it pulls.
    pub body: BodyId,
    /// Where, in the body's frame, m.
    pub attach: DVec2,
    /// The far end.
    pub anchor: Anchor,
    /// N/m.
    pub stiffness: f64,
    /// m.
    pub rest_length: f64,
}

/// A constant force at a point of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// The body.
    pub body: BodyId,
    /// Where, in the body's frame, m.
    pub point: DVec2,
    /// Force in world axes, N.
    pub force: DVec2,
    /// Torque beside it, counter-clockwise, N m.
    pub torque: f64,
}

/// A force at a place of a body, as it acts now. World frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Applied {
    /// The body.
    pub body: BodyId,
    /// Where, m.
    pub point: DVec2,
    /// N.
    pub force: DVec2,
    /// Torque beside it, N m.
    pub torque: f64,
    /// What makes it.
    pub source: Source,
}

/// The forces of a world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forces {
    /// Acceleration of gravity, m/s².
    pub gravity: DVec2,
    /// k in F = −k v, kg/s.
    pub damping: f64,
    /// Torque of damping is −`damping · rotation_damping` ω, m².
    pub rotation_damping: f64,
    /// Force of a thruster of strength 1, N.
    pub thrust: f64,
    /// Which thrusters are on: body and number, each once.
    pub firing: Vec<(BodyId, usize)>,
    /// Springs, the visitor's hand not among them.
    pub springs: Vec<Spring>,
    /// The spring at the visitor's hand.
    pub hand: Option<Spring>,
    /// Given forces.
    pub pushes: Vec<Push>,
}

/// Where forces are asked for.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The bodies; their own states are not read.
    pub bodies: &'a [Body],
    /// States of the bodies.
    pub states: &'a [State],
    /// Their frames at these states.
    pub frames: &'a [Frame],
    /// Dampers and springs act as if they were no faster than this, 1/s: the rate that a time step can follow.
    pub fastest: f64,
}

impl Forces {
    /// Shows every force that acts on a body that can move, one after another.
    pub fn for_each(&self, place: Place, mut show: impl FnMut(Applied)) {
        let Place { bodies, states, frames, fastest } = place;
        let mut show = |applied: Applied| {
            if !bodies[applied.body].is_fixed() {
                show(applied);
            }
        };
        for (body, (b, state)) in bodies.iter().zip(states).enumerate().filter(|(_, (b, _))| !b.is_fixed()) {
            let source = Source::Gravity;
            let at_centre = Applied { body, point: state.position, force: DVec2::ZERO, torque: 0.0, source };
            if self.gravity != DVec2::ZERO {
                show(Applied { force: b.mass * self.gravity, ..at_centre });
            }
            if self.damping != 0.0 {
                let force = -self.damping.min(fastest * b.mass) * state.velocity;
                let torque = -(self.damping * self.rotation_damping).min(fastest * b.inertia) * state.omega;
                show(Applied { force, torque, source: Source::Damping, ..at_centre });
            }
        }
        for &(body, number) in &self.firing {
            let thruster = &bodies[body].thrusters[number];
            let force = self.thrust * thruster.strength * frames[body].turn(thruster.direction);
            let source = Source::Thruster(number);
            show(Applied { body, point: frames[body].place(thruster.point), force, torque: 0.0, source });
        }
        for push in &self.pushes {
            let (point, source) = (frames[push.body].place(push.point), Source::Push);
            show(Applied { body: push.body, point, force: push.force, torque: push.torque, source });
        }
        for spring in self.springs.iter().chain(&self.hand) {
            spring.apply(place, &mut show);
        }
    }
}

impl Spring {
    /// Its two ends in the world, m: at the body, and the far one.
    pub fn ends(&self, frame: impl Fn(BodyId) -> Frame) -> (DVec2, DVec2) {
        let far = match self.anchor {
            Anchor::World(point) => point,
            Anchor::Body(body, point) => frame(body).place(point),
        };
        (frame(self.body).place(self.attach), far)
    }

    /// Square of the greatest frequency that it can give its bodies, 1/s².
    pub fn rate_squared(&self, bodies: &[Body]) -> f64 {
        let end = |body: BodyId, arm: DVec2| {
            bodies[body].inverse_mass() + arm.length_squared() * bodies[body].inverse_inertia()
        };
        let far = if let Anchor::Body(body, point) = self.anchor { end(body, point) } else { 0.0 };
        self.stiffness.abs() * (end(self.body, self.attach) + far)
    }

    fn apply(&self, place: Place, show: &mut impl FnMut(Applied)) {
        let (near, far) = self.ends(|body| place.frames[body]);
        let (length, rate_squared) = (near.distance(far), self.rate_squared(place.bodies));
        let most = place.fastest * place.fastest;
        let stiffness = if rate_squared > most { self.stiffness * (most / rate_squared) } else { self.stiffness };
        let force = if self.rest_length == 0.0 {
            stiffness * (far - near)
        } else if length > 0.0 {
            stiffness * (1.0 - self.rest_length / length) * (far - near)
        } else {
            DVec2::ZERO // the direction of a spring of no length is unknown
        };
        let applied = Applied { body: self.body, point: near, force, torque: 0.0, source: Source::Spring };
        show(applied);
        if let Anchor::Body(body, _) = self.anchor {
            show(Applied { body, point: far, force: -force, ..applied });
        }
    }
}
