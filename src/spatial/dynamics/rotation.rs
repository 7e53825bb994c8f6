//! How a free body turns: I ω' = (I ω) × ω in its own axes.
//!
//! [`Midpoint`] is the implicit midpoint rule for ω with the attitude carried on by Cayley's map, which for unit
//! quaternions is q' ∝ q (1, h ω̄/2). It is symmetric and of order 2, and since Cayley's map turns I ω into the I ω' of
//! the midpoint rule, energy and the angular momentum in the world keep their values to rounding, whatever the step
//! (Simo and Wong, *Unconditionally stable algorithms for rigid body dynamics that exactly preserve energy and
//! momentum*, 1991; Austin, Krishnaprasad and Wang, *Almost Poisson integration of rigid body systems*, 1993).
//! [`turn`] composes five such steps to one of order 4 (Suzuki, *Fractal decomposition of exponential operators*, 1990).
use crate::spatial::unit;
use glam::{DMat3, DQuat, DVec3};

/// An attitude and how it changes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spin {
    /// From body to world axes; of length 1.
    pub rotation: DQuat,
    /// Angular velocity in world axes, rad/s.
    pub omega: DVec3,
}

/// Lengths of Suzuki's five steps, with γ = 1/(4 − ∛4).
const FIVE: [f64; 5] = [GAMMA, GAMMA, 1.0 - 4.0 * GAMMA, GAMMA, GAMMA];
const GAMMA: f64 = 0.414_490_771_794_375_7;
/// A body turns by at most this angle in five steps together, rad.
const STRIDE: f64 = 0.25;
/// Beyond so many strides in one step a body spins faster than anyone can see, and strides get longer.
const MOST_STRIDES: f64 = 1000.0;
/// Newton's method doubles the digits in each round.
const MOST_ROUNDS: usize = 8;

/// Carries the spin of a free body with this inertia (body axes) on by `h`: order 4.
pub fn turn(inertia: DMat3, spin: Spin, h: f64) -> Spin {
    let strides = libm::ceil(h.abs() * spin.omega.length_squared().sqrt() / STRIDE).clamp(1.0, MOST_STRIDES);
    let mut spin = spin;
    for _ in 0..strides as usize {
        for part in FIVE {
            let h = part * h / strides;
            spin = Midpoint::of(inertia, spin, h).end(spin, h);
        }
    }
    spin
}

/// One step of the implicit midpoint rule.
#[derive(Clone, Copy, Debug)]
pub struct Midpoint {
    /// ω̄, the angular velocity between start and end, body axes, rad/s.
    mean: DVec3,
    /// Angular velocity at the start, body axes, rad/s.
    start: DVec3,
    /// dω̄/dω at the start, body axes.
    sensitivity: DMat3,
}

impl Midpoint {
    /// Solves I (ω̄ − ω) + h/2 ω̄ × I ω̄ = 0 for ω̄ by Newton's method.
    pub fn of(inertia: DMat3, spin: Spin, h: f64) -> Self {
        let start = spin.rotation.conjugate() * spin.omega;
        let slope = |mean: DVec3| inertia + (0.5 * h) * (hat(mean) * inertia - hat(inertia * mean));
        let mut mean = start;
        for _ in 0..MOST_ROUNDS {
            let off = inertia * (mean - start) + 0.5 * h * mean.cross(inertia * mean);
            let change = slope(mean).inverse() * off;
            if !change.is_finite() || change == DVec3::ZERO {
                break;
            }
            mean -= change;
            if change.length_squared() <= 1e-32 * mean.length_squared() {
                break;
            }
        }
        let sensitivity = slope(mean).inverse() * inertia;
        Self { mean, start, sensitivity }
    }

    /// The spin at the end.
    pub fn end(&self, spin: Spin, h: f64) -> Spin {
        let half = 0.5 * h * self.mean;
        let rotation = unit(spin.rotation * DQuat::from_xyzw(half.x, half.y, half.z, 1.0));
        // a spin about a principal axis stays what it is, to the last bit
        let steady = self.mean == self.start;
        let omega = if steady { spin.omega } else { rotation * (2.0 * self.mean - self.start) };
        Spin { rotation, omega }
    }

    /// What a change of the angular velocity at the start does to the attitude at its end: both as vectors in world
    /// axes, rad for rad/s.
    ///
    /// With θ = h ω̄ the end of Cayley's map turns by (1 − θ̂/2) dθ / (1 + θ²/4) in the body's axes there.
    pub fn response(&self, spin: Spin, h: f64) -> DMat3 {
        let half = 0.5 * h * self.mean;
        let end = DMat3::from_quat(self.end(spin, h).rotation);
        let map = (DMat3::IDENTITY - hat(half)) * (h / (1.0 + half.length_squared()));
        end * map * self.sensitivity * DMat3::from_quat(spin.rotation).transpose()
    }
}

/// The matrix of v ×.
pub fn hat(v: DVec3) -> DMat3 {
    DMat3::from_cols(DVec3::new(0.0, v.z, -v.y), DVec3::new(-v.z, 0.0, v.x), DVec3::new(v.y, -v.x, 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const INERTIA: DMat3 = DMat3::from_diagonal(DVec3::new(0.18, 0.36, 0.468));

    fn start() -> Spin {
        let rotation = DQuat::from_xyzw(0.1, -0.3, 0.2, 0.9).normalize();
        Spin { rotation, omega: rotation * DVec3::new(0.8, 0.5, 2.0) }
    }

    fn momentum(spin: Spin) -> DVec3 {
        spin.rotation * (INERTIA * (spin.rotation.conjugate() * spin.omega))
    }

    fn energy(spin: Spin) -> f64 {
        0.5 * spin.omega.dot(momentum(spin))
    }

    /// Two halvings of the step divide the error by 4 to the order.
    #[test]
    fn orders_are_two_and_four() {
        let run = |h: f64, step: fn(Spin, f64) -> Spin| {
            (0..libm::round(2.0 / h) as usize).fold(start(), |spin, _| step(spin, h))
        };
        let one = |spin: Spin, h: f64| Midpoint::of(INERTIA, spin, h).end(spin, h);
        let five = |spin: Spin, h: f64| turn(INERTIA, spin, h);
        let exact = run(1e-3, five);
        for (order, step) in [(2, one as fn(Spin, f64) -> Spin), (4, five)] {
            let error = |h: f64| {
                let end = run(h, step);
                let apart = 1.0 - end.rotation.dot(exact.rotation).powi(2);
                (apart.max(0.0).sqrt()).max(end.omega.distance(exact.omega))
            };
            let ratio = error(0.1) / error(0.025);
            let expected = 4f64.powi(order);
            assert!((0.8..1.25).contains(&(ratio / expected)), "order {order}: errors in the ratio {ratio}");
        }
    }

    /// Energy and angular momentum keep their values, also over steps in which the body turns far. Measured: 4e-14.
    #[test]
    fn energy_and_angular_momentum_stay() {
        for h in [1e-3, 1.0 / 60.0, 0.4] {
            let mut spin = start();
            for _ in 0..20_000 {
                spin = Midpoint::of(INERTIA, spin, h).end(spin, h);
            }
            let off = momentum(spin).distance(momentum(start())).max((energy(spin) - energy(start())).abs());
            assert!(off < 1e-12, "step {h}: energy or momentum off by {off:e}");
        }
    }

    /// The response is the derivative of the attitude.
    #[test]
    fn response_is_the_derivative() {
        let (spin, h, small) = (start(), 0.1, 1e-6);
        let end =
            |omega: DVec3| Midpoint::of(INERTIA, Spin { omega, ..spin }, h).end(Spin { omega, ..spin }, h).rotation;
        let response = Midpoint::of(INERTIA, spin, h).response(spin, h);
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            let between = end(spin.omega + small * axis) * end(spin.omega - small * axis).conjugate();
            let measured = between.xyz() / small; // twice the vector part over twice the change
            assert!(measured.distance(response * axis) < 1e-9, "{measured} against {}", response * axis);
        }
    }

    /// A spin about a principal axis turns by 2 atan(h ω/2) about it and keeps every bit of ω.
    #[test]
    fn a_spin_about_a_principal_axis_is_steady() {
        let spin = Spin { rotation: DQuat::IDENTITY, omega: DVec3::new(0.0, 3.0, 0.0) };
        let end = Midpoint::of(INERTIA, spin, 0.1).end(spin, 0.1);
        assert_eq!(end.omega, spin.omega);
        assert!((2.0 * libm::atan2(end.rotation.y, end.rotation.w) - 2.0 * libm::atan(0.15)).abs() < 1e-15);
    }
}
