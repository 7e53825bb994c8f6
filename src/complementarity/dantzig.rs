//! Baraff's method for contact forces: *Fast contact force computation for nonpenetrating rigid bodies*, SIGGRAPH 1994.
//!
//! Departures from the paper: steps of motion start from a guess of C, all contacts, and drive what that leaves pressed
//! in, while the path that is shown starts without forces as his does; `A_CC⁻¹` is a factor that gains and loses one row
//! per pivot, O(n²) instead of O(n³); a contact that depends on C (his section 4.4 assumes none) is driven at constant
//! acceleration until a force of C vanishes; contacts that were never pressed in also limit a step, so that none becomes
//! violated and the number of violated contacts falls with every drive. Where that ends without a solution (none exists,
//! or the arithmetic was not good enough) `rescue` decides which. The method needs a symmetric positive semidefinite `A`,
//! as contacts have it; any other is handed to Lemke's method, and `Solution::handed_over` says so.
use super::drive::Drive;
use super::rescue::Rescue;
use super::{Lcp, Limits, Order, Solution, Solver, Status, Step};
use crate::linalg::vector::max_abs;

/// Baraff's method, with its working storage.
#[derive(Default)]
pub struct Dantzig {
    pivoting: Pivoting,
    rescue: Rescue,
    lemke: Option<Box<super::lemke::Lemke>>,
}

impl Solver for Dantzig {
    fn solve(&mut self, lcp: &Lcp, limits: &Limits, solution: &mut Solution, watch: &mut dyn FnMut(&Step)) {
        if !lcp.is_finite() {
            return solution.give_up(lcp);
        }
        solution.handed_over = false;
        if !self.pivoting.accepts(lcp) {
            solution.give_up(lcp);
            return self.hand_over(lcp, limits, solution, watch);
        }
        let end = self.pivoting.run(lcp, limits, Some(&solution.f), watch);
        solution.steps = self.pivoting.steps;
        solution.take(lcp, &self.pivoting.drive.f, &self.pivoting.drive.a);
        solution.status = end;
        if end != Status::OutOfSteps && !solution.is_fine(lcp, limits) {
            self.rescue.improve(lcp, limits, solution);
        } else if solution.is_within(lcp, limits.tolerance) {
            solution.status = Status::Solved;
        }
        let ended = matches!(solution.status, Status::Solved | Status::OutOfSteps);
        if self.pivoting.drive.set.indefinite && !ended {
            return self.hand_over(lcp, limits, solution, watch);
        }
        self.pivoting.close(solution, watch);
    }
}

impl Dantzig {
    /// Lets Lemke's method take a problem that is not one for this.
    fn hand_over(&mut self, lcp: &Lcp, limits: &Limits, solution: &mut Solution, watch: &mut dyn FnMut(&Step)) {
        self.lemke.get_or_insert_default().solve(lcp, limits, solution, watch);
        solution.handed_over = true;
    }
}

/// The pivots of the method alone: no judgement of the result.
#[derive(Default)]
pub(super) struct Pivoting {
    pub(super) drive: Drive,
    pub(super) steps: usize,
    /// Contacts whose force could grow for ever without pushing them out.
    hopeless: Vec<bool>,
    /// In which sequence contacts are treated.
    sequence: Vec<usize>,
    /// The contact driven last.
    last: Option<usize>,
}

impl Pivoting {
    /// Prepares the problem; false if `A` is not symmetric with a diagonal that is not negative.
    pub(super) fn accepts(&mut self, lcp: &Lcp) -> bool {
        self.drive.reset(lcp);
        self.drive.set.is_symmetric(&lcp.a)
    }

    /// Runs the method on a problem that [`Self::accepts`] has seen. The status is what it is if that is no solution.
    pub(super) fn run(
        &mut self,
        lcp: &Lcp,
        limits: &Limits,
        guess: Option<&[f64]>,
        watch: &mut dyn FnMut(&Step),
    ) -> Status {
        let slack = 1e-4 * limits.tolerance * max_abs(&lcp.b).max(1.0);
        self.start(lcp, limits, guess);
        // Rounding may leave a contact violated when all forces are computed afresh; then the drives go on.
        for _ in 0..10 {
            while let Some(d) = self.next(lcp, slack, limits.order) {
                let status = self.push_out(lcp, d, slack, limits, watch);
                if status != Status::Solved {
                    self.drive.settle(lcp);
                    return status;
                }
            }
            self.drive.settle(lcp);
            let Some(d) = self.next(lcp, slack, limits.order) else { break };
            self.drive.rest();
            self.show((d, d, 0.0), watch);
        }
        if self.hopeless.contains(&true) { Status::Ray } else { Status::Stalled }
    }

    fn start(&mut self, lcp: &Lcp, limits: &Limits, guess: Option<&[f64]>) {
        let n = lcp.len();
        self.steps = 0;
        self.last = None;
        self.hopeless.clear();
        self.hopeless.resize(n, false);
        self.sequence.clear();
        self.sequence.extend(0..n);
        limits.order.arrange(&mut self.sequence);
        self.drive.clamp_bilateral(lcp);
        if let Some(guess) = guess.filter(|guess| limits.warm && guess.len() == n) {
            self.drive.clamp_guess(lcp, guess);
        }
    }

    /// The contact to be driven next.
    fn next(&self, lcp: &Lcp, slack: f64, order: Order) -> Option<usize> {
        let drive = &self.drive;
        let violated = |j: usize| !self.hopeless[j] && drive.is_violated(lcp, j, slack);
        if order != Order::WorstFirst {
            return self.sequence.iter().copied().find(|&j| violated(j));
        }
        let worse = |worst: Option<usize>, j: usize| worst.is_none_or(|worst| drive.a[j] < drive.a[worst]);
        (0..lcp.len()).fold(None, |worst, j| if worse(worst, j) && violated(j) { Some(j) } else { worst })
    }

    /// Baraff's `drive_to_zero`: lets the force of `d` grow until its acceleration is zero.
    fn push_out(&mut self, lcp: &Lcp, d: usize, slack: f64, limits: &Limits, watch: &mut dyn FnMut(&Step)) -> Status {
        self.drive.lift_bars();
        loop {
            // Without rounding there are far fewer pivots than this; with more the method goes round in circles.
            if self.steps >= 500 + 20 * lcp.len() {
                return Status::Stalled;
            }
            if limits.steps > 0 && self.steps >= limits.steps {
                return Status::OutOfSteps;
            }
            self.drive.aim(lcp, d);
            if self.drive.is_dependent() && !self.drive.is_violated(lcp, d, slack) {
                self.take_back(lcp, d, watch);
                return Status::Solved;
            }
            let Some((length, blocker)) = self.drive.longest_step(lcp, d, slack) else {
                self.hopeless[d] = true;
                if self.drive.f[d] > 0.0 {
                    self.take_back(lcp, d, watch); // it does nothing
                }
                return Status::Solved;
            };
            self.drive.advance(lcp, d, length, blocker);
            self.steps += 1;
            self.show((d, blocker, length), watch);
            if blocker == d {
                return Status::Solved;
            }
        }
    }

    /// Takes the force of a driven contact that depends on C back, as far as others need it not.
    fn take_back(&mut self, lcp: &Lcp, d: usize, watch: &mut dyn FnMut(&Step)) {
        let (length, blocker) = self.drive.retreat(lcp, d);
        self.steps += 1;
        self.show((d, blocker, length), watch);
    }

    /// Shows a step: driven contact, blocker, length.
    fn show(&mut self, (driven, blocker, length): (usize, usize, f64), watch: &mut dyn FnMut(&Step)) {
        self.last = Some(driven);
        let Drive { f, a, direction, response, set, .. } = &self.drive;
        watch(&Step { driven, blocker, length, direction, response, f, a, clamped: &set.contains });
    }

    /// Shows the solution itself, if there was a pivot.
    fn close(&mut self, solution: &Solution, watch: &mut dyn FnMut(&Step)) {
        if let Some(driven) = self.last {
            self.drive.adopt(&solution.f, &solution.a);
            self.show((driven, driven, 0.0), watch);
        }
    }
}
