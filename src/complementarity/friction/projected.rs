//! Projected Gauss-Seidel: at each contact a step along the normal, then one along the tangents, each cut off by the law.
//!
//! `r_N ← max(0, r_N − u_N/W_NN)` and, with the `u_T` that this leaves, `r_T ← P(r_T − u_T/λ)`: `P` projects on the disc of
//! radius `μ r_N`, and `λ` is the largest eigenvalue of `W_TT`, so that both tangents can take the step at once and the disc
//! stays round. What does not change is a zero of the function of Alart and Curnier. A sweep is cheaper than one of exact
//! solutions, and it takes more of them.
use super::super::cone::project_on_disc;
use super::any_dimension::AnyDimension;
use super::nsgs::{Sweeper, Visit};
use super::one_contact::inverse;
use crate::linalg::block::Block;

/// Projected Gauss-Seidel for contacts of every dimension.
pub type Pgs = AnyDimension<Sweeper<1, Projected>, Sweeper<2, Projected>, Sweeper<3, Projected>>;

/// A contact.
#[derive(Clone, Debug)]
pub struct Projected {
    mu: f64,
    /// `1/W_NN` and `1/λ`.
    normal: f64,
    tangent: f64,
}

impl<const D: usize> Visit<D> for Projected {
    fn new(w: &Block<D>, mu: f64) -> Self {
        let largest = match D {
            1 => 0.0,
            2 => w[1][1],
            _ => {
                let (mean, half) = (0.5 * (w[1][1] + w[2][2]), 0.5 * (w[1][1] - w[2][2]));
                mean + libm::hypot(half, 0.5 * (w[1][2] + w[2][1]))
            }
        };
        Self { mu, normal: inverse(w[0][0]), tangent: inverse(largest) }
    }

    fn visit(&mut self, w: &Block<D>, r: &[f64; D], u: &[f64; D]) -> [f64; D] {
        let normal = (r[0] - u[0] * self.normal).max(0.0);
        let change = normal - r[0];
        let mut next: [f64; D] = std::array::from_fn(|k| r[k] - self.tangent * (u[k] + w[k][0] * change));
        next[0] = normal;
        project_on_disc(&mut next, self.mu);
        next
    }
}
