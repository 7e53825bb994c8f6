//! Whether a problem has a solution at all.
//!
//! Let weights `v ≥ 0` on the contacts be such that no force changes `Σ vᵢ u_Nᵢ`: each column of the normal rows of `W` is
//! orthogonal to `v`. Then that sum is `Σ vᵢ q_Nᵢ` whatever the forces, and if this is negative some contact is pressed in
//! for ever. For a symmetric semidefinite `W` there is a solution if there are no such weights, but for limiting cases
//! (Acary, Cadoux, Lemaréchal, Malick, *A formulation of the linear discrete Coulomb friction problem via convex
//! optimization*, ZAMM 91, 2011): then the problem without friction has one, and the weights show in its least violation.
use super::super::cone::ConeProblem;
use super::super::{Limits, METHODS, Status};
use crate::linalg::vector::{dot, norm};

/// Forces that a solution would need, over those that the problem's size lets expect: beyond this it has none.
const BEYOND_ALL: f64 = 1e6;

/// Whether weights are found that prove that there is no solution.
pub fn is_infeasible(problem: &ConeProblem) -> bool {
    let normal = problem.frictionless();
    let least = normal.solve(&METHODS[0], &Limits::default());
    if least.status != Status::Ray {
        return false; // what is left of a solution is rounding, no weights
    }
    let weights: Vec<f64> = least.a.iter().map(|a| (-a).max(0.0)).collect();
    let pressed = -dot(&weights, &normal.b);
    let (d, mut changed) = (problem.dim, vec![0.0; problem.q.len()]);
    for (i, weight) in weights.iter().enumerate() {
        for p in problem.row_ptr[i]..problem.row_ptr[i + 1] {
            let row = &problem.blocks[p * d * d..][..d];
            changed[problem.col_idx[p] * d..][..d].iter_mut().zip(row).for_each(|(x, w)| *x += weight * w);
        }
    }
    let expected = problem.yardstick().rho * norm(&problem.q);
    pressed > 0.0 && pressed >= BEYOND_ALL * norm(&changed) * expected
}
