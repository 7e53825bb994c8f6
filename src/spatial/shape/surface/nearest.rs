//! The point of a surface or curve that is nearest to a given point.
use super::chart::Coordinates;
use super::{Curve, Surface, superquadric};
use glam::{DMat2, DVec2, DVec3};

/// Newton's method on a convex function gains digits from the first step on, but may come from far.
const MOST_ROUNDS: usize = 100;
/// An ellipse is taken as an ellipsoid of this height, m, whose square is a number yet.
const FAR: f64 = 1e100;

impl Surface {
    /// The nearest point and its distance, negative inside. Of a cylinder the side without ends counts.
    pub fn nearest(&self, point: DVec3) -> (Coordinates, f64) {
        match *self {
            Self::Plane => (self.coordinates(point), point.z),
            Self::Sphere { radius } => (self.coordinates(point), point.length_squared().sqrt() - radius),
            Self::Cylinder { radius, .. } => (self.coordinates(point), libm::hypot(point.x, point.y) - radius),
            Self::Torus { major, minor } => {
                let out = libm::hypot(point.x, point.y) - major;
                (self.coordinates(point), libm::hypot(out, point.z) - minor)
            }
            Self::Ellipsoid { semi_axes } => {
                let nearest = on_ellipsoid(semi_axes, point);
                let outside = (point / semi_axes).length_squared() > 1.0;
                self.signed(point, nearest, outside)
            }
            Self::Superquadric { semi_axes, exponents } => {
                let at = self.descend(point, self.coordinates(point));
                let outside = superquadric::level(exponents, point / semi_axes) > 1.0;
                self.signed(point, self.jet(at).point, outside)
            }
        }
    }

    fn signed(&self, point: DVec3, nearest: DVec3, outside: bool) -> (Coordinates, f64) {
        let distance = (point - nearest).length_squared().sqrt();
        (self.coordinates(nearest), if outside { distance } else { -distance })
    }

    /// Least |c − q|² from a start, by Newton's method with Levenberg's damping.
    fn descend(&self, q: DVec3, start: Coordinates) -> Coordinates {
        let (mut at, mut damping) = (start, 0.0);
        let mut jet = self.jet(at);
        for _ in 0..MOST_ROUNDS {
            let off = jet.point - q;
            let gradient = DVec2::new(off.dot(jet.first[0]), off.dot(jet.first[1]));
            let products = off.length_squared() * (jet.first[0].length_squared() + jet.first[1].length_squared());
            if gradient.length_squared() <= f64::EPSILON * f64::EPSILON * products {
                break; // nothing is left of it but rounding
            }
            let metric = |a: usize, b: usize| jet.first[a].dot(jet.first[b]);
            let entry =
                |a: usize, b: usize, second: usize| metric(a, b) * (1.0 + damping) + off.dot(jet.second[second]);
            let hessian = DMat2::from_cols(
                DVec2::new(entry(0, 0, 0), entry(0, 1, 1)),
                DVec2::new(entry(0, 1, 1), entry(1, 1, 2)),
            );
            let change = if hessian.determinant() > 0.0 && hessian.x_axis.x > 0.0 {
                -(hessian.inverse() * gradient)
            } else {
                damping = 2.0 * damping + 1.0;
                continue;
            };
            let next = Coordinates { u: at.u + change.x, v: at.v + change.y, ..at };
            let ahead = self.jet(next);
            let shorter = (ahead.point - q).length_squared() <= off.length_squared() && change.length_squared() < 1.0;
            let moved = (ahead.point - jet.point).length_squared();
            if shorter {
                (at, jet, damping) = (next, ahead, 0.1 * damping);
                if self.is_near_pole(next) {
                    at = self.coordinates(ahead.point);
                    jet = self.jet(at);
                }
            } else {
                damping = 4.0 * damping + 1e-3;
            }
            if moved <= 1e-32 * jet.point.length_squared() {
                break;
            }
        }
        at
    }
}

impl Curve {
    /// The nearest point and its distance. Of a line all of it counts, beyond its ends.
    pub fn nearest(&self, point: DVec3) -> (Coordinates, f64) {
        let at = |u: f64| Coordinates { u, ..Coordinates::default() };
        match *self {
            Self::Line { .. } => (at(point.x), libm::hypot(point.y, point.z)),
            Self::Ellipse { semi_axes: [a, b] } => {
                let on = on_ellipsoid(DVec3::new(a, b, FAR), DVec3::new(point.x, point.y, 0.0));
                let distance = (point - on).length_squared().sqrt();
                (at(libm::atan2(on.y / b, on.x / a)), distance)
            }
        }
    }
}

/// The point of an ellipsoid that is nearest to q: x_i = a_i² q_i / (a_i² + λ) with the root λ > −a² of
///
/// Σ (a_i q_i / (a_i² + λ))² = 1
///
/// for the least a whose q is not zero. The left side is convex there, so Newton's method from the left converges
/// (Eberly, *Distance from a point to an ellipse, an ellipsoid, or a hyperellipsoid*, 2013). Where q is so deep inside
/// that there is no root beyond a semi-axis of which q is zero, the nearest point lies beside that axis' plane.
fn on_ellipsoid(a: DVec3, q: DVec3) -> DVec3 {
    let (square, reach) = (a * a, (a * q).abs());
    let mut lambda = (reach - square).max_element();
    for _ in 0..MOST_ROUNDS {
        let below = square + lambda;
        let part = DVec3::select(reach.cmpgt(DVec3::ZERO), reach / below, DVec3::ZERO);
        let slope = -2.0 * DVec3::select(reach.cmpgt(DVec3::ZERO), part * part / below, DVec3::ZERO).element_sum();
        let change = (part.length_squared() - 1.0) / -slope;
        if !change.is_finite() || change <= 1e-17 * (lambda.abs() + square.min_element()) {
            break;
        }
        lambda += change;
    }
    let least = (0..3).filter(|&i| q[i] == 0.0).min_by(|&i, &j| a[i].total_cmp(&a[j]));
    match least {
        Some(k) if lambda <= -square[k] => beside(a, q, k),
        _ => DVec3::select(reach.cmpgt(DVec3::ZERO), square * q / (square + lambda), DVec3::ZERO),
    }
}

/// The nearest point where λ = −a_k² and q_k = 0: the other coordinates as above, this one from the equation.
fn beside(a: DVec3, q: DVec3, k: usize) -> DVec3 {
    let square = a * a;
    let mut on = DVec3::ZERO;
    for i in (0..3).filter(|&i| i != k && q[i] != 0.0) {
        on[i] = square[i] * q[i] / (square[i] - square[k]);
    }
    on[k] = a[k] * (1.0 - (on / a).length_squared()).max(0.0).sqrt();
    on
}
