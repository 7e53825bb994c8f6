//! Who keeps the best point of a running method, counts its work and says when it is done.
use super::super::Status;
use super::super::cone::{ConeProblem, Residuals, Yardstick};
use super::{ConeLimits, ConeSolution, ConeStep};

/// One run of a method on one problem.
pub struct Referee<'a> {
    pub problem: &'a ConeProblem,
    pub limits: &'a ConeLimits,
    pub yardstick: Yardstick,
    pub solution: &'a mut ConeSolution,
    watch: &'a mut dyn FnMut(&ConeStep),
}

impl<'a> Referee<'a> {
    /// Begins at zero, or at the `r` of the solution for a warm start. The starting point is in `solution.r`.
    pub fn begin(
        problem: &'a ConeProblem,
        limits: &'a ConeLimits,
        solution: &'a mut ConeSolution,
        watch: &'a mut dyn FnMut(&ConeStep),
    ) -> Self {
        let n = problem.q.len();
        let usable = limits.warm && solution.r.len() == n && solution.r.iter().all(|x| x.is_finite());
        if !usable {
            solution.r.clear();
            solution.r.resize(n, 0.0);
        }
        (solution.work, solution.status) = (Default::default(), Status::OutOfSteps);
        let yardstick = problem.yardstick();
        solution.residuals = problem.judge(&yardstick, &solution.r, &mut solution.u);
        let mut referee = Self { problem, limits, yardstick, solution, watch };
        if !referee.solution.residuals.worst().is_finite() {
            referee.forget();
        }
        referee
    }

    /// Goes back to no forces at all, where the velocities are `q`.
    fn forget(&mut self) {
        self.solution.r.fill(0.0);
        self.solution.residuals = self.problem.judge(&self.yardstick, &self.solution.r, &mut self.solution.u);
        if !self.solution.residuals.worst().is_finite() {
            self.solution.residuals = Residuals::NONE;
        }
    }

    /// Judges a point and keeps it if it is the best so far.
    pub fn see(&mut self, r: &[f64]) -> Residuals {
        let solution = &mut *self.solution;
        solution.work.passes += 1;
        let residuals = self.problem.judge(&self.yardstick, r, &mut solution.spare);
        if residuals.worst() < solution.residuals.worst() {
            solution.residuals = residuals;
            solution.r.copy_from_slice(r);
            std::mem::swap(&mut solution.u, &mut solution.spare);
        }
        residuals
    }

    /// Shows an iteration.
    pub fn show(&mut self, phase: &'static str, r: &[f64], residuals: Residuals) {
        (self.watch)(&ConeStep { phase, work: self.solution.work, r, residuals });
    }

    /// Whether the best point is a solution.
    pub fn is_solved(&self) -> bool {
        self.solution.residuals.worst() <= self.limits.tolerance
    }

    /// Whether no further iteration may begin.
    pub fn is_over(&self, own: usize) -> bool {
        let most = if self.limits.iterations > 0 { self.limits.iterations } else { own };
        self.is_solved() || self.solution.work.iterations >= most
    }

    /// Ends the run: what the best point bears out, or else `status`.
    pub fn end(&mut self, status: Status) {
        self.solution.status = if self.is_solved() { Status::Solved } else { status };
    }
}
