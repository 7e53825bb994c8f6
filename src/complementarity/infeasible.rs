//! Whether a ray on which a method ended proves that there is no solution.
use super::lemke::Lemke;
use super::redundancy::is_semidefinite;
use super::{Lcp, Limits, Solution, Solver, Status};
use crate::linalg::Matrix;

/// Whether a method that ends on a ray at this problem has proven that it has no solution: of a positive semidefinite `A` every
/// ray does (Cottle, Pang, Stone, *The Linear Complementarity Problem*, 4.4), of others none, but `A f + b ≥ 0` and `f ≥ 0` may
/// contradict each other already. That is not asked where rows are bilateral.
pub fn ray_is_proof(lcp: &Lcp) -> bool {
    is_semidefinite(&lcp.a) || !(0..lcp.len()).any(|i| lcp.is_bilateral(i)) && is_contradictory(lcp)
}

/// Whether no `f ≥ 0` has `A f + b ≥ 0`: the linear program of the least `Σ f` among these is itself a complementarity problem
/// whose matrix is skew and thus semidefinite, so that of it a ray is a proof (the same book, 1.2).
fn is_contradictory(lcp: &Lcp) -> bool {
    let n = lcp.len();
    let entry = |i: usize, j: usize| match (i < n, j < n) {
        (true, false) => -lcp.a[(j - n, i)],
        (false, true) => lcp.a[(i - n, j)],
        _ => 0.0,
    };
    let b = [&vec![1.0; n][..], &lcp.b].concat();
    let program = Lcp { a: Matrix::from_fn(2 * n, 2 * n, entry), b, bilateral: Vec::new() };
    let mut solution = Solution::default();
    Lemke::default().solve(&program, &Limits::default(), &mut solution, &mut |_| ());
    solution.status == Status::Ray
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proven(rows: &[Vec<f64>], b: &[f64]) -> bool {
        ray_is_proof(&Lcp { a: Matrix::from_rows(rows), b: b.to_vec(), bilateral: Vec::new() })
    }

    #[test]
    fn contradictions_are_proofs_and_other_rays_are_not() {
        // both sums of the rows are negative for every f
        assert!(proven(&[vec![1.0, -2.0], vec![-2.0, 1.0]], &[-1.0, -1.0]));
        // f₁ ≥ 1 and f₁ ≤ 1 − 10⁻⁴, and the same with f₁ = 1
        let pang = |most: f64| proven(&[vec![1.0, 0.0], vec![-1.0, 0.0]], &[-1.0, most]);
        assert!(pang(1.0 - 1e-4) && !pang(1.0));
        // two players with one move each: f = (1/3, 1/2) solves it, though Lemke's method ends on a ray
        assert!(!proven(&[vec![0.0, 2.0], vec![3.0, 0.0]], &[-1.0, -1.0]));
        // one contact that is pressed in whatever its force
        assert!(proven(&[vec![0.0]], &[-1.0]));
    }
}
