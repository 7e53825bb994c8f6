//! The conditions of extremal points, linearized: what displacements along the features answer to motion and to error.
//!
//! If n, as the first body sees it, turns by α more than as the second body sees it, and the first body's matter at p₁
//! moves by β past the second's, the points move by e₁ and e₂ along their features so that n stays orthogonal to both
//! and p₁ − p₂ = d n. With the shape operators W (z turns by W e) of the two surfaces, in the tangent plane:
//!
//! ```text
//! W₁ e₁ + W₂ e₂ = α        e₁ − e₂ − d W₂ e₂ = −β
//! e₂ = (W₁ + W₂ + d W₁ W₂)⁻¹ (α + W₁ β)
//! ```
//!
//! which for d = 0 are Montana's equations with the relative curvature W₁ + W₂. For a curve with tangent t, curvature κ
//! and normal N that moves by σ t, with W̃ = W₂ (1 + d W₂)⁻¹:
//!
//! ```text
//! σ (κ N·n + t·W̃ t) = t·α − t·W̃ β        (1 + d W₂) e₂ = σ t + β
//! ```
//!
//! and for two curves
//!
//! ```text
//! σ₁ (1 + d κ₁ N₁·n) − σ₂ t₁·t₂ = −t₁·(β − d α)        σ₁ t₁·t₂ − σ₂ (1 − d κ₂ N₂·n) = −t₂·β
//! ```
use super::Extremal;
use crate::spatial::shape::surface::{Frenet, Geometry, Local};
use glam::{DMat2, DVec2, DVec3};

/// The conditions at a pair of points.
#[derive(Clone, Copy, Debug)]
pub enum Conditions {
    /// Two surfaces, in the tangents x, y of the second.
    Surfaces {
        /// x and y.
        axes: [DVec3; 2],
        /// W₁ and W₂.
        bend: [DMat2; 2],
        /// d.
        distance: f64,
    },
    /// A curve and a surface, in the tangents x, y of the surface.
    CurveSurface {
        /// x and y.
        axes: [DVec3; 2],
        /// t.
        tangent: DVec3,
        /// κ N·n and κ.
        curve: [f64; 2],
        /// W₂.
        bend: DMat2,
        /// d.
        distance: f64,
    },
    /// Two curves.
    Curves {
        /// t₁ and t₂.
        tangents: [DVec3; 2],
        /// κ₁ N₁·n and κ₂ N₂·n.
        curves: [f64; 2],
        /// d.
        distance: f64,
    },
}

/// W of the first surface in the axes of the second.
fn seen_from(first: &Geometry, axes: [DVec3; 2]) -> DMat2 {
    let [x, y] = axes.map(|axis| first.components(axis));
    // the rows of Q are the second's axes in the first's frame: W = Q K Qᵀ
    let q = DMat2::from_cols(x, y).transpose();
    q * first.curvature * q.transpose()
}

impl Conditions {
    /// At these points.
    pub fn of(extremal: &Extremal) -> Self {
        let (n, distance) = (extremal.normal, extremal.distance);
        match extremal.local {
            [Local::Surface(first), Local::Surface(second)] => {
                let axes = [second.frame[0], second.frame[1]];
                Self::Surfaces { axes, bend: [seen_from(&first, axes), second.curvature], distance }
            }
            [Local::Curve(first), Local::Surface(second)] => Self::CurveSurface {
                axes: [second.frame[0], second.frame[1]],
                tangent: first.frame[0],
                curve: [first.bend_towards(n), first.curvature],
                bend: second.curvature,
                distance,
            },
            [Local::Curve(first), Local::Curve(second)] => Self::of_curves(&first, &second, n, distance),
            // the order of a pair forbids it: seen as a curve without length
            [Local::Surface(first), Local::Curve(second)] => Self::CurveSurface {
                axes: [first.frame[0], first.frame[1]],
                tangent: second.frame[0],
                curve: [0.0; 2],
                bend: DMat2::ZERO,
                distance,
            },
        }
    }

    fn of_curves(first: &Frenet, second: &Frenet, n: DVec3, distance: f64) -> Self {
        Self::Curves {
            tangents: [first.frame[0], second.frame[0]],
            curves: [first.bend_towards(n), second.bend_towards(n)],
            distance,
        }
    }

    /// How far the points are from being ambiguous: under [`super::SINGULAR`] they are, or are not nearest points at all.
    ///
    /// For surfaces the least eigenvalue of the relative curvature at the distance, W₁ (1 + d W₁)⁻¹ + W₂, over the
    /// largest that it could be; the same for the others in their one or two dimensions.
    pub fn margin(&self) -> f64 {
        match *self {
            Self::Surfaces { bend: [first, second], distance, .. } => {
                let Some(first) = offset(first, distance) else { return -1.0 };
                let scale = largest(first) + largest(second);
                if scale > 0.0 { least(first + second) / scale } else { 0.0 }
            }
            Self::CurveSurface { axes: [x, y], tangent, curve: [towards, curvature], bend, distance } => {
                let Some(bend) = offset(bend, distance) else { return -1.0 };
                let t = DVec2::new(x.dot(tangent), y.dot(tangent));
                let scale = curvature + largest(bend);
                if scale > 0.0 { (towards + t.dot(bend * t)) / scale } else { 0.0 }
            }
            Self::Curves { .. } => {
                let h = self.curves();
                least(h) / largest(h)
            }
        }
    }

    /// What must not be singular, and its dimension, 1 or 2; of dimension 1 the first entry counts.
    ///
    /// For surfaces the relative curvature at the distance, W₁ (1 + d W₁)⁻¹ + W₂ in the axes of the second, 1/m; for a curve
    /// on a surface the same along the curve; for two curves half the second derivative of |p₁ − p₂|². None where a
    /// centre of curvature is nearer than the other feature.
    pub fn relative_curvature(&self) -> Option<(DMat2, usize)> {
        match *self {
            Self::Surfaces { bend: [first, second], distance, .. } => Some((offset(first, distance)? + second, 2)),
            Self::CurveSurface { axes: [x, y], tangent, curve: [towards, _], bend, distance } => {
                let t = DVec2::new(x.dot(tangent), y.dot(tangent));
                let along = towards + t.dot(offset(bend, distance)? * t);
                Some((DMat2::from_diagonal(DVec2::new(along, 0.0)), 1))
            }
            Self::Curves { .. } => Some((self.curves(), 2)),
        }
    }

    /// [[1 + d κ₁ N₁·n, −t₁·t₂], [−t₁·t₂, 1 − d κ₂ N₂·n]], half the second derivative of |p₁ − p₂|².
    fn curves(&self) -> DMat2 {
        let Self::Curves { tangents: [t, s], curves: [a, b], distance } = *self else { return DMat2::IDENTITY };
        let cosine = -t.dot(s);
        DMat2::from_cols(DVec2::new(1.0 + distance * a, cosine), DVec2::new(cosine, 1.0 - distance * b))
    }

    /// e₁ and e₂ for α and β. None if the conditions are singular.
    pub fn solve(&self, turn: DVec3, shift: DVec3) -> Option<[DVec3; 2]> {
        let answer = match *self {
            Self::Surfaces { axes: [x, y], bend: [first, second], distance } => {
                let local = |v: DVec3| DVec2::new(x.dot(v), y.dot(v));
                let (alpha, beta) = (local(turn), local(shift));
                let relative = first + second + first * second * distance;
                let e2 = relative.inverse() * (alpha + first * beta);
                let e1 = e2 + distance * (second * e2) - beta;
                [e1, e2].map(|e| e.x * x + e.y * y)
            }
            Self::CurveSurface { axes: [x, y], tangent, curve: [towards, _], bend, distance } => {
                let local = |v: DVec3| DVec2::new(x.dot(v), y.dot(v));
                let (t, beta) = (local(tangent), local(shift));
                let inverse = (DMat2::IDENTITY + bend * distance).inverse();
                let offset = bend * inverse;
                let speed = (tangent.dot(turn) - t.dot(offset * beta)) / (towards + t.dot(offset * t));
                let e2 = inverse * (speed * t + beta);
                [speed * tangent, e2.x * x + e2.y * y]
            }
            Self::Curves { tangents: [t, s], distance, .. } => {
                let right = DVec2::new(-t.dot(shift - distance * turn), s.dot(shift));
                let speeds = self.curves().inverse() * right;
                [speeds.x * t, speeds.y * s]
            }
        };
        answer.iter().all(|e| e.is_finite()).then_some(answer)
    }
}

/// W (1 + d W)⁻¹, the shape operator of the surface at distance d outside; none beyond the centre of a curvature.
fn offset(bend: DMat2, distance: f64) -> Option<DMat2> {
    let apart = DMat2::IDENTITY + bend * distance;
    (least(apart) > 0.0).then(|| bend * apart.inverse())
}

/// Eigenvalues of a symmetric matrix: the mean, and how far the two are from it.
fn eigenvalues(m: DMat2) -> [f64; 2] {
    let mean = 0.5 * (m.x_axis.x + m.y_axis.y);
    [mean, libm::hypot(0.5 * (m.x_axis.x - m.y_axis.y), 0.5 * (m.x_axis.y + m.y_axis.x))]
}

fn least(m: DMat2) -> f64 {
    let [mean, apart] = eigenvalues(m);
    mean - apart
}

/// The largest absolute eigenvalue.
fn largest(m: DMat2) -> f64 {
    let [mean, apart] = eigenvalues(m);
    mean.abs() + apart
}
