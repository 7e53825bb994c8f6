//! Complementarity of forces with distances that depend on them in any smooth way.
use crate::linalg::Matrix;

/// Find `f ≥ 0` with `δ(f) ≥ 0` and `fᵀδ = 0`, by asking for `δ` and its derivative at one point after the other; for a
/// bilateral row `δ = 0` with `f` of any sign.
///
/// In spatial mode `f` are contact forces (N) and `δ` the distances (m) after a step with these forces (Hotz et al.,
/// *Calculation of contact forces*).
pub trait Ncp {
    /// Number of unknowns.
    fn len(&self) -> usize;

    /// Whether there is nothing to solve.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// So many rows, the first ones, are bilateral.
    fn bilateral(&self) -> usize {
        0
    }

    /// About what a unit of `f_k` adds to `δ_k`, over zero: `scale·f` and `δ` have one unit and can be compared.
    fn scale(&self) -> &[f64];

    /// Goes to a point.
    fn go_to(&mut self, f: &[f64]);

    /// `δ` at the point gone to last.
    fn distances(&self) -> &[f64];

    /// `∂δᵢ/∂fⱼ` at the point gone to last.
    fn jacobian(&mut self, jacobian: &mut Matrix);

    /// The judge of every method for such problems, at the point gone to last: the largest `|min(scale·f, δ)|`, or `|δ|`
    /// of a bilateral row, in the unit of `δ`.
    fn residual(&self, f: &[f64]) -> f64 {
        let (scale, distances, bilateral) = (self.scale(), self.distances(), self.bilateral());
        let entry = |k: usize| if k < bilateral { distances[k] } else { (scale[k] * f[k]).min(distances[k]) };
        (0..f.len()).map(|k| entry(k).abs()).fold(0.0, f64::max)
    }

    /// Makes the forces that may not pull at least zero.
    fn clamp(&self, f: &mut [f64]) {
        f.iter_mut().skip(self.bilateral()).for_each(|f| *f = f.max(0.0));
    }
}

/// When a method for such a problem stops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Residual at which the problem counts as solved, in the unit of `δ`.
    pub residual: f64,
    /// Most iterations.
    pub iterations: usize,
}

/// What a method for such a problem reports beside `f`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Whether the residual is within the tolerance.
    pub solved: bool,
    /// Iterations taken.
    pub iterations: usize,
    /// [`Ncp::residual`] at the end.
    pub residual: f64,
}

/// What a method for such a problem shows after each of its iterations.
#[derive(Clone, Copy, Debug)]
pub struct Iterate<'a> {
    /// `f` after the iteration.
    pub f: &'a [f64],
    /// `δ` there.
    pub distances: &'a [f64],
    /// [`Ncp::residual`] there.
    pub residual: f64,
}
