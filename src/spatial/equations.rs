//! How forces at contacts move bodies: the rows of J and of J M⁻¹.
use super::body::{Body, BodyId, State};
use super::forces::{Forces, Place};
use glam::{DQuat, DVec3};

/// Linear and angular part of a velocity, of an acceleration, or of a row of J. World axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Twist {
    /// m/s, m/s².
    pub linear: DVec3,
    /// rad/s, rad/s².
    pub angular: DVec3,
}

impl Twist {
    /// That of a state.
    pub fn of(state: &State) -> Self {
        Self { linear: state.velocity, angular: state.omega }
    }

    /// The scalar product.
    pub fn dot(&self, other: &Twist) -> f64 {
        self.linear.dot(other.linear) + self.angular.dot(other.angular)
    }

    /// Adds a multiple of another one.
    pub fn add(&mut self, factor: f64, other: &Twist) {
        self.linear += factor * other.linear;
        self.angular += factor * other.angular;
    }
}

/// The energy of motion of a body with this attitude and velocity, J.
pub fn kinetic_energy(body: &Body, rotation: DQuat, twist: &Twist) -> f64 {
    let turning = body.inertia_at(rotation) * twist.angular;
    0.5 * (body.mass * twist.linear.length_squared() + twist.angular.dot(turning))
}

/// How a unit force along the normal of a contact acts on its two bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// The two bodies.
    pub bodies: [BodyId; 2],
    /// Row of J: (n, r₁ × n) for the first body, (−n, −r₂ × n) for the second.
    pub jacobian: [Twist; 2],
    /// J M⁻¹: what a unit force does to each body; zero for one that forces do not move.
    pub response: [Twist; 2],
}

impl Row {
    /// The row for a force along `normal`, out of the second body into the first, at these points of the two.
    pub fn new(bodies: [BodyId; 2], normal: DVec3, ends: [DVec3; 2], inertia: &[Inertia]) -> Self {
        let [first, second] = [(0, normal), (1, -normal)].map(|(k, linear)| {
            let inertia = &inertia[bodies[k]];
            let jacobian = Twist { linear, angular: (ends[k] - inertia.centre).cross(linear) };
            (jacobian, inertia.response(&jacobian))
        });
        Self { bodies, jacobian: [first.0, second.0], response: [first.1, second.1] }
    }

    /// The direction in which the first body is pushed.
    pub fn normal(&self) -> DVec3 {
        self.jacobian[0].linear
    }

    /// Adds what a force of `f` does to the motions of the two bodies, of all of them in a list.
    pub fn push(&self, f: f64, motions: &mut [Twist]) {
        for (&body, response) in self.bodies.iter().zip(&self.response) {
            motions[body].add(f, response);
        }
    }

    /// J times the motions of the two bodies.
    pub fn apply(&self, motion: impl Fn(BodyId) -> Twist) -> f64 {
        (0..2).map(|k| self.jacobian[k].dot(&motion(self.bodies[k]))).sum()
    }

    /// Entry of J M⁻¹ Jᵀ with another row: what a unit force there does to the gap here.
    pub fn coupling(&self, other: &Row) -> f64 {
        self.shared(other).fold(0.0, |sum, [k, l]| sum + self.jacobian[k].dot(&other.response[l]))
    }

    /// Places, 0 or 1, of the bodies of this contact that the other has too, here and there.
    pub fn shared(&self, other: &Row) -> impl Iterator<Item = [usize; 2]> {
        let pairs = [[0, 0], [0, 1], [1, 0], [1, 1]];
        pairs.into_iter().filter(move |&[k, l]| self.bodies[k] == other.bodies[l])
    }
}

/// What a body's motion answers to force and torque, at one attitude. World axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Inertia {
    /// Centre of mass, m.
    pub centre: DVec3,
    /// 1/kg.
    pub mass: f64,
    /// 1/(kg m²).
    pub turning: glam::DMat3,
}

impl Inertia {
    /// Of a body in a state.
    pub fn of(body: &Body, state: &State) -> Self {
        let turning = body.inverse_inertia_at(state.pose.rotation);
        Self { centre: state.pose.position, mass: body.inverse_mass(), turning }
    }

    /// M⁻¹ times force and torque.
    pub fn response(&self, wrench: &Twist) -> Twist {
        Twist { linear: self.mass * wrench.linear, angular: self.turning * wrench.angular }
    }
}

/// Adds M⁻¹ f_ext of all external forces to the accelerations, without the gyroscopic term.
pub fn external_accelerations(forces: &Forces, place: Place, inertia: &[Inertia], out: &mut [Twist]) {
    forces.for_each(place, &mut |applied| {
        let body = &inertia[applied.body];
        let torque = (applied.point - body.centre).cross(applied.force) + applied.torque;
        out[applied.body].add(1.0, &body.response(&Twist { linear: applied.force, angular: torque }));
    });
}

/// The accelerations without contact forces, the gyroscopic part included, and what the bodies answer to forces.
pub fn free_accelerations(forces: &Forces, place: Place, inertia: &mut Vec<Inertia>, out: &mut Vec<Twist>) {
    let Place { bodies, states, .. } = place;
    inertia.clear();
    inertia.extend(bodies.iter().zip(states).map(|(body, state)| Inertia::of(body, state)));
    out.clear();
    out.resize(bodies.len(), Twist::default());
    external_accelerations(forces, place, inertia, out);
    for (i, body) in bodies.iter().enumerate() {
        if let Some(own) = gyroscopic(body, &states[i], &inertia[i]) {
            out[i].angular += own;
        }
    }
}

/// The angular acceleration that a body has by its own turning, −I⁻¹ (ω × I ω), 1/s²; none if it cannot turn freely.
pub fn gyroscopic(body: &Body, state: &State, inertia: &Inertia) -> Option<DVec3> {
    let State { pose, omega, .. } = *state;
    body.turns_freely().then(|| -(inertia.turning * omega.cross(body.inertia_at(pose.rotation) * omega)))
}
