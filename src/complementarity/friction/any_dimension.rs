//! One solver of methods for contacts of each dimension.
use super::super::Status;
use super::super::cone::ConeProblem;
use super::referee::Referee;
use super::{ConeLimits, ConeSolution, ConeSolver};

/// A method for contacts of `D` components, with its working storage.
pub trait Method<const D: usize>: Default {
    /// Iterations after which it gives up, where nothing else is asked.
    const MOST: usize;
    /// Goes on from `r` until the referee ends it or it cannot go on. Returns how it ended if that is no solution.
    fn solve(&mut self, referee: &mut Referee, r: &mut [f64]) -> Status;
}

/// A method without friction, in the plane and in space, each with its storage once there was such a problem.
#[derive(Default)]
pub struct AnyDimension<N, P, S> {
    r: Vec<f64>,
    normal: Option<N>,
    plane: Option<P>,
    space: Option<S>,
}

impl<N: Method<1>, P: Method<2>, S: Method<3>> ConeSolver for AnyDimension<N, P, S> {
    fn solve(
        &mut self,
        problem: &ConeProblem,
        limits: &ConeLimits,
        solution: &mut ConeSolution,
        watch: &mut dyn FnMut(&[f64]),
    ) {
        let mut referee = Referee::begin(problem, (limits, S::MOST), solution, watch);
        self.r.clone_from(&referee.solution.r);
        let status = match problem.dim {
            1 => self.normal.get_or_insert_default().solve(&mut referee, &mut self.r),
            // no problem of the page is in the plane, so that its modules need not carry these
            2 if !cfg!(page) => self.plane.get_or_insert_default().solve(&mut referee, &mut self.r),
            3 => self.space.get_or_insert_default().solve(&mut referee, &mut self.r),
            _ => Status::Stalled,
        };
        referee.end(status);
    }
}
