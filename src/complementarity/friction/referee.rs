//! Who keeps the best point of a running method, counts its work and says when it is done.
use super::super::Status;
use super::super::cone::{ConeProblem, Residuals, Yardstick};
use super::{ConeLimits, ConeSolution};

/// One run of a method on one problem.
pub struct Referee<'a> {
    pub problem: &'a ConeProblem,
    pub limits: &'a ConeLimits,
    pub yardstick: Yardstick,
    pub solution: &'a mut ConeSolution,
    /// Most iterations.
    most: usize,
    watch: &'a mut dyn FnMut(&[f64]),
}

impl<'a> Referee<'a> {
    /// Begins at zero, or at the `r` of the solution for a warm start. The starting point is in `solution.r`. Where the
    /// limits leave the number of iterations to the method, it is `most`.
    pub fn begin(
        problem: &'a ConeProblem,
        (limits, most): (&'a ConeLimits, usize),
        solution: &'a mut ConeSolution,
        watch: &'a mut dyn FnMut(&[f64]),
    ) -> Self {
        let n = problem.q.len();
        let usable = limits.warm && solution.r.len() == n && solution.r.iter().all(|x| x.is_finite());
        if !usable {
            solution.r.clear();
            solution.r.resize(n, 0.0);
        }
        (solution.work, solution.status) = (Default::default(), Status::OutOfSteps);
        let yardstick = problem.yardstick();
        if usable {
            problem.velocities_into(&solution.r, &mut solution.u);
        } else {
            solution.u.clone_from(&problem.q);
        }
        solution.residuals = problem.residuals(&yardstick, &solution.r, &solution.u);
        let most = if limits.iterations > 0 { limits.iterations } else { most };
        let mut referee = Self { problem, limits, yardstick, solution, most, watch };
        if !referee.solution.residuals.worst().is_finite() {
            referee.forget();
        }
        referee
    }

    /// Goes back to no forces at all, where the velocities are `q`.
    fn forget(&mut self) {
        self.solution.r.fill(0.0);
        self.solution.u.clone_from(&self.problem.q);
        self.solution.residuals = self.problem.residuals(&self.yardstick, &self.solution.r, &self.solution.u);
        if !self.solution.residuals.worst().is_finite() {
            self.solution.residuals = Residuals::NONE;
        }
    }

    /// Judges a point and keeps it if it is the best so far.
    pub fn see(&mut self, r: &[f64]) -> Residuals {
        let mut u = std::mem::take(&mut self.solution.spare);
        self.problem.velocities_into(r, &mut u);
        self.solution.work.passes += 1;
        let residuals = self.see_at(r, &u);
        self.solution.spare = u;
        residuals
    }

    /// The same where the velocities are at hand.
    pub fn see_at(&mut self, r: &[f64], u: &[f64]) -> Residuals {
        let residuals = self.problem.residuals(&self.yardstick, r, u);
        if residuals.worst() < self.solution.residuals.worst() {
            self.solution.residuals = residuals;
            self.solution.r.copy_from_slice(r);
            self.solution.u.copy_from_slice(u);
        }
        residuals
    }

    /// Judges a point and keeps it whatever it is worth, as long as it is one.
    pub fn take(&mut self, r: &[f64]) -> Residuals {
        self.solution.residuals = Residuals::NONE;
        let residuals = self.see(r);
        if !residuals.worst().is_finite() {
            self.forget();
        }
        residuals
    }

    /// Shows the point of an iteration.
    pub fn show(&mut self, r: &[f64]) {
        (self.watch)(r);
    }

    /// Iterations that may still begin.
    pub fn left(&self) -> usize {
        self.most.saturating_sub(self.solution.work.iterations)
    }

    /// Whether the best point is a solution.
    pub fn is_solved(&self) -> bool {
        self.solution.residuals.worst() <= self.limits.tolerance
    }

    /// Whether no further iteration may begin.
    pub fn is_over(&self) -> bool {
        self.is_solved() || self.solution.work.iterations >= self.most
    }

    /// Ends the run: what the best point bears out, or else `status`.
    pub fn end(&mut self, status: Status) {
        self.solution.status = if self.is_solved() { Status::Solved } else { status };
    }
}
