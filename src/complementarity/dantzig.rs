//! Baraff's method for contact forces.
use super::{Lcp, Limits, Solution, Solver, Step};

/// Baraff's method, with its working storage.
#[derive(Default)]
pub struct Dantzig {}

impl Solver for Dantzig {
    fn solve(&mut self, lcp: &Lcp, _: &Limits, solution: &mut Solution, _: &mut dyn FnMut(&Step)) {
        // Placeholder of the first commit: projected Gauss-Seidel until the pivoting method stands.
        solution.f.clear();
        solution.f.resize(lcp.len(), 0.0);
        for _ in 0..500 {
            for i in 0..lcp.len() {
                let a: f64 = lcp.b[i] + lcp.a.row(i).iter().zip(&solution.f).map(|(a, f)| a * f).sum::<f64>();
                solution.f[i] = (solution.f[i] - a / lcp.a[(i, i)]).max(0.0);
            }
        }
        lcp.evaluate(&solution.f, &mut solution.a);
        solution.residual = lcp.natural_residual(&solution.a, &solution.f);
    }
}
