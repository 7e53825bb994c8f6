//! Energy, momentum and angular momentum of a set of bodies.
use super::body::{Body, State};
use super::forces::Forces;
use glam::DVec2;

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
    pub momentum: DVec2,
    /// Angular momentum about the world's origin, kg m²/s.
    pub angular_momentum: f64,
}

impl Balance {
    /// Sums over all bodies that can move.
    pub fn of(bodies: &[Body], forces: &Forces) -> Self {
        let mut sum = Self::default();
        for body in bodies.iter().filter(|body| !body.is_fixed()) {
            let State { position, velocity, omega, .. } = body.state;
            sum.translation += 0.5 * body.mass * velocity.length_squared();
            sum.rotation += 0.5 * body.inertia * omega * omega;
            sum.gravity -= body.mass * forces.gravity.dot(position);
            sum.momentum += body.mass * velocity;
            sum.angular_momentum += body.mass * position.perp_dot(velocity) + body.inertia * omega;
        }
        for spring in forces.springs.iter().chain(&forces.hand) {
            let (near, far) = spring.ends(|id| bodies[id].state.frame());
            sum.springs += 0.5 * spring.stiffness * (near.distance(far) - spring.rest_length).powi(2);
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
