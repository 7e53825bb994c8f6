//! The default: Gauss-Seidel as long as it is fast, then what is faster.
//!
//! Most problems are solved by a few sweeps. Where the pace of the first ones forecasts too many, Newton's method goes on
//! from the point they reached; where a factorization is dear, because many contacts hang together, alternating directions
//! are tried before, which need but one. What still is not solved is tried again, after twice as many sweeps and with
//! another ρ each time. After a few rounds it is asked whether there is a solution.
use super::super::Status;
use super::super::cone::ConeProblem;
use super::admm::Splitting;
use super::feasibility::is_infeasible;
use super::newton::{Newton, Run};
use super::nsgs::Sweeper;
use super::one_contact::{Normal, OneContact, Plane, Space};
use super::referee::Referee;
use super::{ConeLimits, ConeSolution, ConeSolver, ConeStep};

/// Iterations after which it gives up, where nothing else is asked.
const ITERATIONS: usize = 20_000;
/// Sweeps of the first round, and the forecast up to which it is left to go on.
const SWEEPS: usize = 20;
const FORECAST: f64 = 60.0;
/// Cost of a factorization, in sweeps, from which on alternating directions are tried, and for how many iterations.
const DEAR: usize = 40;
const TRIAL: usize = 15;
/// Newton steps of a round: most, and without halving the residual.
const STEPS: usize = 60;
const PATIENCE: usize = 20;
/// `ρ` of each round, over and over.
const SCALES: [f64; 6] = [1.0, 3.0, 1.0, 10.0, 1.0, 0.3];
/// Rounds after which it is asked whether there is a solution.
const DOUBT: usize = 3;

/// The method, with storage for contacts of each dimension.
#[derive(Default)]
pub struct Auto {
    r: Vec<f64>,
    normal: Team<1, Normal>,
    plane: Team<2, Plane>,
    space: Team<3, Space>,
}

impl ConeSolver for Auto {
    fn solve(
        &mut self,
        problem: &ConeProblem,
        limits: &ConeLimits,
        solution: &mut ConeSolution,
        watch: &mut dyn FnMut(&ConeStep),
    ) {
        let mut referee = Referee::begin(problem, (limits, ITERATIONS), solution, watch);
        self.r.clone_from(&referee.solution.r);
        let status = match problem.dim {
            1 => self.normal.run(&mut referee, &mut self.r),
            2 => self.plane.run(&mut referee, &mut self.r),
            3 => self.space.run(&mut referee, &mut self.r),
            _ => Status::Stalled,
        };
        referee.end(status);
    }
}

struct Team<const D: usize, C> {
    sweeper: Sweeper<D, C>,
    newton: Newton<D>,
    splitting: Splitting<D>,
}

impl<const D: usize, C: OneContact<D>> Default for Team<D, C> {
    fn default() -> Self {
        Self { sweeper: Sweeper::default(), newton: Newton::default(), splitting: Splitting::default() }
    }
}

impl<const D: usize, C: OneContact<D>> Team<D, C> {
    fn run(&mut self, referee: &mut Referee, r: &mut [f64]) -> Status {
        self.sweeper.prepare(referee.problem);
        let more = self.sweeper.run(referee, r, SWEEPS);
        if more <= FORECAST {
            self.sweeper.run(referee, r, more as usize + 1);
        }
        if referee.is_over() {
            return Status::OutOfSteps;
        }
        self.newton.prepare(self.sweeper.own());
        self.alternate(referee, r);
        let mut sweeps = SWEEPS;
        for (round, &scale) in SCALES.iter().cycle().enumerate() {
            let before = referee.solution.work.iterations;
            self.newton.run(referee, &mut self.sweeper, r, Run { scale, most: STEPS, patience: PATIENCE });
            sweeps *= 2;
            self.sweeper.run(referee, r, sweeps);
            if referee.is_over() {
                break;
            }
            if round + 1 == DOUBT && is_infeasible(referee.problem) {
                return Status::Ray;
            }
            if referee.solution.work.iterations == before || r.iter().any(|x| !x.is_finite()) {
                r.copy_from_slice(&referee.solution.r);
            }
        }
        Status::OutOfSteps
    }

    fn alternate(&mut self, referee: &mut Referee, r: &mut [f64]) {
        let products = self.splitting.analyze(referee.problem);
        if products < DEAR * referee.problem.col_idx.len() / D || !self.splitting.begin(referee, r) {
            return;
        }
        let mut before = referee.solution.residuals.worst();
        loop {
            self.splitting.run(referee, TRIAL);
            let after = referee.solution.residuals.worst();
            if referee.is_over() || after > 0.3 * before {
                r.copy_from_slice(&referee.solution.r);
                return;
            }
            before = after;
        }
    }
}
