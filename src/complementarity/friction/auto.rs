//! The default: Gauss-Seidel as long as it is fast, then what is faster.
//!
//! Most problems are solved by a few sweeps. Where the pace of the first ones forecasts too many, Newton's method goes on
//! from the point they reached; where a factorization is dear, because many contacts hang together, alternating directions
//! are tried before, which need but one. What still is not solved is tried again, after more sweeps, with another ρ each
//! time, by a search along paths too, and from elsewhere. After a few rounds it is asked whether there is a solution.
use super::super::Status;
use super::admm::Splitting;
use super::any_dimension::{AnyDimension, Method};
use super::feasibility::is_infeasible;
use super::newton::{Newton, Run};
use super::nsgs::{Sweeper, Visit};
use super::one_contact::{Normal, Plane, Space};
use super::path::Path;
use super::referee::Referee;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// The default for contacts of every dimension.
pub type Auto = AnyDimension<Team<1, Normal>, Team<2, Plane>, Team<3, Space>>;

/// Sweeps of the first round, and the forecast up to which it is left to go on.
const SWEEPS: usize = 20;
const FORECAST: f64 = 60.0;
/// Cost of a factorization, in sweeps, from which on alternating directions are tried, and for how many iterations.
const DEAR: usize = 40;
const TRIAL: usize = 15;
/// Newton steps of a round: most, and without halving the residual.
const STEPS: usize = 60;
const PATIENCE: usize = 20;
/// Rounds by which these double.
const LONGER: usize = 4;
/// Paths of each round but the first, and their cells.
const PATHS: usize = 10;
const CELLS: usize = 50;
/// `ρ` of each round, over and over.
const SCALES: [f64; 6] = [1.0, 3.0, 1.0, 10.0, 1.0, 0.3];
/// Rounds after which it is asked whether there is a solution, and forces are changed at random.
const DOUBT: usize = 3;

/// The methods that take turns, for contacts of one dimension.
pub struct Team<const D: usize, C> {
    sweeper: Sweeper<D, C>,
    newton: Newton<D>,
    splitting: Splitting<D>,
    path: Path<D, C>,
}

impl<const D: usize, C: Visit<D>> Default for Team<D, C> {
    fn default() -> Self {
        let (sweeper, newton) = (Sweeper::default(), Newton::default());
        Self { sweeper, newton, splitting: Splitting::default(), path: Path::default() }
    }
}

impl<const D: usize, C: Visit<D>> Method<D> for Team<D, C> {
    const MOST: usize = 20_000;

    fn solve(&mut self, referee: &mut Referee, r: &mut [f64]) -> Status {
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
        let mut random = Pcg64::seed_from_u64(0);
        for (round, &scale) in SCALES.iter().cycle().enumerate() {
            let longer = round.min(LONGER);
            let run = Run { scale, most: STEPS << longer, patience: PATIENCE << longer };
            self.newton.run(referee, &mut self.sweeper, r, run);
            self.sweeper.run(referee, r, SWEEPS << (longer + 1));
            if round > 0 {
                self.path.prepare(referee);
                self.path.run(referee, r, PATHS, CELLS);
            }
            if referee.is_over() {
                break;
            }
            if round + 1 == DOUBT && is_infeasible(referee.problem) {
                return Status::Ray;
            }
            if round + 1 >= DOUBT || r.iter().any(|x| !x.is_finite()) {
                r.copy_from_slice(&referee.solution.r);
                r.iter_mut().for_each(|r| *r *= f64::from(random.next_u32()) / 2f64.powi(31));
            }
        }
        Status::OutOfSteps
    }
}

impl<const D: usize, C: Visit<D>> Team<D, C> {
    /// Alternating directions as long as they are fast, where factorizations are dear.
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
