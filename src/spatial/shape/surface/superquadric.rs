//! The superquadric (|x|^q + |y|^q)^(p/q) + |z|^p = 1, whose left side F is homogeneous of degree p.
//!
//! Barr, *Superquadrics and angle-preserving transformations*, 1981. His angles have derivatives without bound; here a
//! point is d G(d) with a direction d and G = F^(−1/p), which is as smooth as F.
use super::chart::Jet;
use glam::{DMat3, DVec3};

/// F with its first and second derivatives.
struct Level {
    value: f64,
    gradient: DVec3,
    hessian: DMat3,
}

/// |x|^k, and 0 for x = 0 also where k is negative: the factor beside it vanishes faster.
fn power(x: f64, k: f64) -> f64 {
    if x == 0.0 { if k == 0.0 { 1.0 } else { 0.0 } } else { libm::pow(x.abs(), k) }
}

/// F alone.
pub(super) fn level([p, q]: [f64; 2], at: DVec3) -> f64 {
    power(power(at.x, q) + power(at.y, q), p / q) + power(at.z, p)
}

/// |x|^k with its first and second derivatives, by one power: what the others cost is most of what a point costs.
fn jet_of_power(x: f64, k: f64) -> [f64; 3] {
    let least = power(x, k - 2.0);
    [least * x * x, k * least * x, k * (k - 1.0) * least]
}

fn derivatives([p, q]: [f64; 2], at: DVec3) -> Level {
    let [[x, sx, sxx], [y, sy, syy], [z, along_z, bend_z]] =
        [(at.x, q), (at.y, q), (at.z, p)].map(|(x, k)| jet_of_power(x, k));
    // S^(p/q) by its derivatives in S, and S by those in x and y; by the power between, which is finite as long as S is not 0
    let (sum, k) = (x + y, p / q);
    let less = power(sum, k - 1.0);
    let outer = k * less;
    let bend = if sum > 0.0 { (k - 1.0) * outer / sum } else { 0.0 };
    let xy = bend * sx * sy;
    Level {
        value: sum * less + z,
        gradient: DVec3::new(outer * sx, outer * sy, along_z),
        hessian: DMat3::from_cols(
            DVec3::new(bend * sx * sx + outer * sxx, xy, 0.0),
            DVec3::new(xy, bend * sy * sy + outer * syy, 0.0),
            DVec3::new(0.0, 0.0, bend_z),
        ),
    }
}

/// The surface over a chart of directions.
pub(super) fn jet(exponents: [f64; 2], direction: &Jet) -> Jet {
    let p = exponents[0];
    let d = direction.point;
    let level = derivatives(exponents, d);
    // G = F^(−1/p): its first and second derivatives
    let value = libm::pow(level.value, -1.0 / p);
    let factor = -value / (p * level.value);
    let gradient = factor * level.gradient;
    let outer = |a: DVec3| DMat3::from_cols(a * a.x, a * a.y, a * a.z);
    let hessian = level.hessian * factor - outer(level.gradient) * (factor * (1.0 + 1.0 / p) / level.value);
    let [du, dv] = direction.first;
    let (gu, gv) = (gradient.dot(du), gradient.dot(dv));
    let second = |a: DVec3, b: DVec3, ab: DVec3, ga: f64, gb: f64| {
        let g_ab = gradient.dot(ab) + a.dot(hessian * b);
        value * ab + gb * a + ga * b + g_ab * d
    };
    let [uu, uv, vv] = direction.second;
    Jet {
        point: value * d,
        first: [value * du + gu * d, value * dv + gv * d],
        second: [second(du, du, uu, gu, gu), second(du, dv, uv, gu, gv), second(dv, dv, vv, gv, gv)],
    }
}

/// The point that stands for one of the unit ball. Of points at even angles of Barr's all are near the edges, and of points in even
/// directions few; the mean of both keeps chords near the surface there, and on the sides, on which bodies lie.
pub(super) fn of_ball([p, q]: [f64; 2], at: DVec3) -> DVec3 {
    let [x, y] = on_curve(q, [at.x, at.y]);
    let [ring, z] = on_curve(p, [libm::hypot(at.x, at.y), at.z]);
    DVec3::new(ring * x, ring * y, z)
}

/// The point of |x|^n + |y|^n = 1 the tangent of whose direction is the power 4/(n + 2) of that of this direction: by Barr's angles
/// it would be the power 2/n.
fn on_curve(n: f64, direction: [f64; 2]) -> [f64; 2] {
    let [x, y] = direction.map(|x| power(x, 4.0 / (n + 2.0)) * 1f64.copysign(x));
    let norm = power(power(x, n) + power(y, n), 1.0 / n);
    if norm > 0.0 { [x / norm, y / norm] } else { [0.0; 2] }
}

/// The point farthest in a direction: the gradient of the dual norm, whose exponents are p/(p − 1) and q/(q − 1).
pub(super) fn support([p, q]: [f64; 2], direction: DVec3) -> DVec3 {
    let w = direction / direction.abs().max_element();
    let (p, q) = (p / (p - 1.0), q / (q - 1.0));
    let sum = power(w.x, q) + power(w.y, q);
    let norm = libm::pow(power(sum, p / q) + power(w.z, p), 1.0 / p);
    let outer = power(sum, p / q - 1.0);
    let part = |x: f64, k: f64| power(x, k - 1.0) * 1f64.copysign(x);
    let scale = libm::pow(norm, 1.0 - p);
    DVec3::new(outer * part(w.x, q), outer * part(w.y, q), part(w.z, p)) * scale
}
