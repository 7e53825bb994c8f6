//! Everything that pushes a body but the contacts: gravity, damping, thrusters, springs, given forces.
use super::body::{Body, BodyId, State};
use super::joint::Joint;
use super::length;
use super::pose::Pose;
use crate::source::Source;
use glam::DVec3;

/// Where the far end of a spring is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Anchor {
    /// A point of the world, m.
    World(DVec3),
    /// A point of a body, in its frame, m.
    Body(BodyId, DVec3),
}

/// A spring with a damper beside it: force `stiffness · (length − rest_length) + damping · rate of the length`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// The body it pulls.
    pub body: BodyId,
    /// Where, in the body's frame, m.
    pub attach: DVec3,
    /// The far end.
    pub anchor: Anchor,
    /// N/m.
    pub stiffness: f64,
    /// m.
    pub rest_length: f64,
    /// N s/m. A spring of no rest length is damped in all directions, any other along its line.
    pub damping: f64,
}

/// What turns an axis of a body softly towards a direction of the world, as a hand does that guides a tool: torque
/// `stiffness · angle − damping · ω`, the angle the one between both, ω without its part about the axis, which stays free.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The body it turns.
    pub body: BodyId,
    /// Unit vector, body frame.
    pub axis: DVec3,
    /// Unit vector, world axes.
    pub direction: DVec3,
    /// N m/rad.
    pub stiffness: f64,
    /// N m s/rad.
    pub damping: f64,
}

/// A constant force at a point of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// The body.
    pub body: BodyId,
    /// Where, in the body's frame, m.
    pub point: DVec3,
    /// Force in world axes, N.
    pub force: DVec3,
    /// Torque beside it, world axes, N m.
    pub torque: DVec3,
}

/// A force at a place of a body, as it acts now. World frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Applied {
    /// The body.
    pub body: BodyId,
    /// Where, m.
    pub point: DVec3,
    /// N.
    pub force: DVec3,
    /// Torque beside it, N m.
    pub torque: DVec3,
    /// What makes it.
    pub source: Source,
}

/// The forces of a world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forces {
    /// Acceleration of gravity, m/s².
    pub gravity: DVec3,
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
    /// What holds attitudes.
    pub aims: Vec<Aim>,
    /// The spring at the visitor's hand.
    pub hand: Option<Spring>,
    /// Given forces.
    pub pushes: Vec<Push>,
    /// Joints, whose forces are found with those of contacts.
    pub joints: Vec<Joint>,
}

/// Where forces are asked for.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// The bodies; their own states are not read.
    pub bodies: &'a [Body],
    /// States of the bodies.
    pub states: &'a [State],
    /// Dampers and springs act as if they were no faster than this, 1/s: the rate that a time step can follow.
    pub fastest: f64,
}

impl Forces {
    /// Shows every force that acts on a body that forces move, one after another.
    pub fn for_each(&self, place: Place, show: &mut dyn FnMut(Applied)) {
        let Place { bodies, states, .. } = place;
        let show = &mut |applied: Applied| {
            if bodies[applied.body].is_free() {
                show(applied);
            }
        };
        for (body, state) in states.iter().enumerate() {
            self.at_the_centre(place, body, state, show);
        }
        for &(body, number) in &self.firing {
            let (thruster, pose) = (&bodies[body].thrusters[number], &states[body].pose);
            let force = self.thrust * thruster.strength * pose.turn(thruster.direction);
            let source = Source::Thruster(number);
            show(Applied { body, point: pose.place(thruster.point), force, torque: DVec3::ZERO, source });
        }
        for push in &self.pushes {
            let point = states[push.body].pose.place(push.point);
            show(Applied { body: push.body, point, force: push.force, torque: push.torque, source: Source::Push });
        }
        for spring in self.springs.iter().chain(&self.hand) {
            spring.apply(place, show);
        }
        for aim in &self.aims {
            show(aim.applied(place));
        }
    }

    /// Weight and damping.
    fn at_the_centre(&self, place: Place, body: BodyId, state: &State, show: &mut dyn FnMut(Applied)) {
        let (b, point) = (&place.bodies[body], state.pose.position);
        let applied = |force, torque, source| Applied { body, point, force, torque, source };
        if self.gravity != DVec3::ZERO {
            show(applied(b.mass * self.gravity, DVec3::ZERO, Source::Gravity));
        }
        if self.damping != 0.0 {
            let least = b.inertia.x_axis.x.min(b.inertia.y_axis.y).min(b.inertia.z_axis.z);
            let force = -self.damping.min(place.fastest * b.mass) * state.velocity;
            let torque = -(self.damping * self.rotation_damping).min(place.fastest * least) * state.omega;
            show(applied(force, torque, Source::Damping));
        }
    }
}

impl Aim {
    /// The turn, world axes, rad, that would bring the axis of a body in this pose into the direction.
    pub fn turn(&self, pose: &Pose) -> DVec3 {
        let axis = pose.turn(self.axis);
        let cross = axis.cross(self.direction);
        let sine = length(cross);
        // of an axis that points the other way every turn is as short
        if sine == 0.0 { DVec3::ZERO } else { libm::atan2(sine, axis.dot(self.direction)) / sine * cross }
    }

    fn applied(&self, place: Place) -> Applied {
        let (body, state) = (&place.bodies[self.body], &place.states[self.body]);
        let (axis, softness) = (state.pose.turn(self.axis), stiffest(body, &state.pose).recip());
        let stiffness = self.stiffness.min(place.fastest * place.fastest * softness);
        let damping = self.damping.min(place.fastest * softness);
        let across = state.omega - state.omega.dot(axis) * axis;
        let torque = stiffness * self.turn(&state.pose) - damping * across;
        Applied { body: self.body, point: state.pose.position, force: DVec3::ZERO, torque, source: Source::Spring }
    }
}

/// Bound of what a torque does to the angular velocity of a body, 1/(kg m²).
fn stiffest(body: &Body, pose: &Pose) -> f64 {
    let inverse = body.inverse_inertia_at(pose.rotation);
    [inverse.x_axis, inverse.y_axis, inverse.z_axis].map(length).into_iter().fold(0.0, f64::max)
}

impl Spring {
    /// Its two ends in the world, m: at the body, and the far one.
    pub fn ends(&self, pose: impl Fn(BodyId) -> Pose) -> (DVec3, DVec3) {
        let far = match self.anchor {
            Anchor::World(point) => point,
            Anchor::Body(body, point) => pose(body).place(point),
        };
        (pose(self.body).place(self.attach), far)
    }

    fn apply(&self, place: Place, show: &mut dyn FnMut(Applied)) {
        let states = place.states;
        let (near, far) = self.ends(|body| states[body].pose);
        let far_velocity = match self.anchor {
            Anchor::World(_) => DVec3::ZERO,
            Anchor::Body(body, _) => states[body].velocity_at(far),
        };
        let (span, rate) = (far - near, far_velocity - states[self.body].velocity_at(near));
        let softness = self.softness(place, near, far);
        let stiffness = self.stiffness.min(place.fastest * place.fastest * softness);
        let damping = self.damping.min(place.fastest * softness);
        let long = length(span);
        let force = if self.rest_length == 0.0 {
            stiffness * span + damping * rate
        } else if long > 0.0 {
            let along = span / long;
            (stiffness * (long - self.rest_length) + damping * along.dot(rate)) * along
        } else {
            DVec3::ZERO // the direction of a spring of no length is unknown
        };
        let applied = Applied { body: self.body, point: near, force, torque: DVec3::ZERO, source: Source::Spring };
        show(applied);
        if let Anchor::Body(body, _) = self.anchor {
            show(Applied { body, point: far, force: -force, ..applied });
        }
    }

    /// The least mass that the spring can feel between its ends, kg; infinite if neither can move.
    fn softness(&self, place: Place, near: DVec3, far: DVec3) -> f64 {
        let end = |body: BodyId, point: DVec3| {
            let (b, pose) = (&place.bodies[body], place.states[body].pose);
            b.inverse_mass() + (point - pose.position).length_squared() * stiffest(b, &pose)
        };
        let other = if let Anchor::Body(body, _) = self.anchor { end(body, far) } else { 0.0 };
        (end(self.body, near) + other).recip()
    }
}
