//! Energy, momentum and angular momentum of a set of bodies.
use super::body::{Body, State};
use super::equations::Twist;
use super::forces::Forces;
use super::length;
use glam::DVec3;

/// In a step contacts may add this part of the energy of motion, and of what lifts all bodies by half their thickness: in packings
/// sweeps that end within their tolerance add 5·10⁻⁷, and more than 10⁻⁶ would be too much.
pub const ADDS: f64 = 6e-7;

/// What lifts a body by half its thickness, where weight accelerates by `pull`, J.
pub fn lifts(body: &Body, pull: f64) -> f64 {
    0.5 * pull * body.mass * body.shape.thickness()
}

/// The work of external forces that accelerate a body by so much at the beginning of a step of this length, on its way between
/// two states, J.
pub fn work(body: &Body, [start, end]: [&State; 2], pulled: &Twist, h: f64) -> f64 {
    let torque = body.inertia_at(start.pose.rotation) * pulled.angular;
    let way = end.pose.position - start.pose.position;
    body.mass * pulled.linear.dot(way) + 0.5 * h * torque.dot(start.omega + end.omega)
}

/// What mechanics conserves, or sees change for a reason.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Balance {
    /// Energy of translation, J.
    pub translation: f64,
    /// Energy of rotation, J.
    pub rotation: f64,
    /// Energy in gravity, zero at the world's origin, J.
    pub gravity: f64,
    /// Energy in springs, the hand's included, J.
    pub springs: f64,
    /// Momentum, kg m/s.
    pub momentum: DVec3,
    /// Angular momentum about the world's origin, kg m²/s.
    pub angular_momentum: DVec3,
}

impl Balance {
    /// Sums over all bodies that forces move.
    pub fn of(bodies: &[Body], forces: &Forces) -> Self {
        let mut sum = Self::default();
        for body in bodies.iter().filter(|body| body.is_free()) {
            let State { pose, velocity, omega } = body.state;
            let spin = body.inertia_at(pose.rotation) * omega;
            sum.translation += 0.5 * body.mass * velocity.length_squared();
            sum.rotation += 0.5 * omega.dot(spin);
            sum.gravity -= body.mass * forces.gravity.dot(pose.position);
            sum.momentum += body.mass * velocity;
            sum.angular_momentum += body.mass * pose.position.cross(velocity) + spin;
        }
        for spring in forces.springs.iter().chain(&forces.hand) {
            let (near, far) = spring.ends(|id| bodies[id].state.pose);
            sum.springs += 0.5 * spring.stiffness * (length(far - near) - spring.rest_length).powi(2);
        }
        for aim in &forces.aims {
            sum.springs += 0.5 * aim.stiffness * aim.turn(&bodies[aim.body].state.pose).length_squared();
        }
        sum
    }

    /// Energy of motion, J.
    pub fn kinetic(&self) -> f64 {
        self.translation + self.rotation
    }

    /// Energy of position, J.
    pub fn potential(&self) -> f64 {
        self.gravity + self.springs
    }

    /// All energy, J.
    pub fn total(&self) -> f64 {
        self.kinetic() + self.potential()
    }
}
