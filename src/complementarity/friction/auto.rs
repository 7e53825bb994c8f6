//! The default: Gauss-Seidel as long as it is fast, then what is faster.
//!
//! Most problems are solved by a few sweeps. Where they do not halve the residual soon any more, Newton's method goes on
//! from the point they reached; where a factorization is dear, because many contacts hang together, alternating directions
//! are tried before, which need but one. What still is not solved is tried again, after more sweeps, with another ρ each
//! time, by alternating directions for longer, later on by a search along paths too, and from elsewhere. Where contacts are
//! few, Lemke's method comes before that: in the plane it solves what all others go around in circles at, and in space the
//! solution for a pyramid is one more point to begin at. It alone allocates. After a few rounds it is asked whether there is a
//! solution.
use super::super::Status;
use super::admm::Splitting;
use super::any_dimension::{AnyDimension, Method};
use super::feasibility::is_infeasible;
use super::newton::{Newton, Run};
use super::nsgs::{Sweeper, Visit};
use super::one_contact::{Normal, Plane, Space};
use super::path::Path;
use super::pyramid::Pyramid;
use super::referee::Referee;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// The default for contacts of every dimension.
pub type Auto = AnyDimension<Team<1, Normal>, Team<2, Plane>, Team<3, Space>>;

/// Sweeps without halving the residual after which the first ones end, and sweeps between Newton's runs.
const SLOW: usize = 20;
const SWEEPS: usize = 40;
/// Cost of a factorization, in sweeps, from which on alternating directions are tried, and for how many iterations.
const DEAR: usize = 15;
const TRIAL: usize = 15;
/// Iterations of alternating directions in each round but the first, once they have begun.
const MORE: usize = 100;
/// Newton steps of the first round and of a later one: most, and without halving the residual.
const STEPS: [usize; 2] = [60, 300];
const PATIENCE: [usize; 2] = [20, 60];
/// Most contacts with pivots, since each costs the square of their number, after which round, and facets in space.
const FEW: usize = 100;
const PIVOTED: usize = 1;
const FACETS: usize = 8;
/// Most pivots for each contact: in five of seven heaps of 32 to 83 contacts they took all iterations that were left, and nothing
/// remained for the paths that solve them.
const PIVOTS: usize = 50;
/// Rounds in which sweeps and alternating directions double.
const LONGER: usize = 4;
/// Round from which on there are paths, since their cells are dear, how many paths, and of how many cells.
const DEARER: usize = 2;
const PATHS: usize = 4;
const CELLS: usize = 50;
/// Round with paths once more from the start, and how many: what they solve at all takes up to 365 of them.
const DEAREST: usize = 3;
const FROM_START: usize = 500;
/// `ρ` of each round, over and over.
const SCALES: [f64; 6] = [1.0, 3.0, 1.0, 10.0, 1.0, 0.3];
/// Rounds after which it is asked whether there is a solution.
const DOUBT: usize = 3;
/// Every so many rounds the forces are changed at random, and all begin there.
const ELSEWHERE: usize = 4;

/// The methods that take turns, for contacts of one dimension.
pub struct Team<const D: usize, C> {
    sweeper: Sweeper<D, C>,
    newton: Newton<D>,
    splitting: Splitting<D>,
    path: Path<D, C>,
    /// The point that all began at.
    start: Vec<f64>,
    /// Where pivots led, and Newton's steps from there.
    pivoted: Vec<f64>,
}

impl<const D: usize, C: Visit<D>> Default for Team<D, C> {
    fn default() -> Self {
        let (sweeper, newton) = (Sweeper::default(), Newton::default());
        Self {
            sweeper,
            newton,
            splitting: Splitting::default(),
            path: Path::default(),
            start: Vec::new(),
            pivoted: Vec::new(),
        }
    }
}

impl<const D: usize, C: Visit<D>> Method<D> for Team<D, C> {
    const MOST: usize = 20_000;

    fn solve(&mut self, referee: &mut Referee, r: &mut [f64]) -> Status {
        self.start.clear();
        self.start.extend_from_slice(r);
        self.sweeper.prepare(referee.problem);
        self.sweeper.descend(referee, r, SLOW);
        if referee.is_over() {
            return Status::OutOfSteps;
        }
        self.newton.prepare(self.sweeper.own());
        let mut splits = self.alternate(referee, r);
        let mut random = Pcg64::seed_from_u64(0);
        for (round, &scale) in SCALES.iter().cycle().enumerate() {
            let longer = round.min(LONGER);
            let which = round.min(1);
            let run = Run { scale, most: STEPS[which], patience: PATIENCE[which] };
            self.newton.run(referee, &mut self.sweeper, r, run);
            r.copy_from_slice(&referee.solution.r);
            self.sweeper.run(referee, r, SWEEPS << longer);
            if round > 0 {
                splits = splits || round == 1 && self.splitting.begin(referee, &self.start);
                if splits {
                    self.splitting.run(referee, MORE << longer);
                }
            }
            if round == PIVOTED && referee.problem.contacts() <= FEW && !referee.is_over() {
                self.pivot(referee, run);
            }
            if round >= DEARER {
                self.path.prepare(referee);
                self.path.run(referee, r, PATHS, CELLS);
            }
            if round == DEAREST && !referee.is_over() {
                // where Newton's steps led astray
                r.copy_from_slice(&self.start);
                self.path.run_from_sweeps(referee, r, FROM_START);
            }
            if referee.is_over() {
                break;
            }
            if round + 1 == DOUBT && is_infeasible(referee.problem) {
                return Status::Ray;
            }
            r.copy_from_slice(&referee.solution.r);
            if (round + 1) % ELSEWHERE == 0 {
                r.iter_mut().for_each(|r| *r *= f64::from(random.next_u32()) / 2f64.powi(31));
                self.sweeper.run(referee, r, SWEEPS << longer);
                splits = self.splitting.begin(referee, r);
            }
        }
        Status::OutOfSteps
    }
}

impl<const D: usize, C: Visit<D>> Team<D, C> {
    /// The solution for a pyramid, and Newton's method from there.
    fn pivot(&mut self, referee: &mut Referee, run: Run) {
        let most = referee.left().min(PIVOTS * referee.problem.contacts());
        Pyramid::new(FACETS).pivot(referee, (most, false), &mut self.pivoted);
        referee.see(&self.pivoted);
        referee.show(&self.pivoted);
        self.newton.run(referee, &mut self.sweeper, &mut self.pivoted, run);
    }

    /// Alternating directions from the start as long as they are fast, where factorizations are dear. False if they have not
    /// begun.
    fn alternate(&mut self, referee: &mut Referee, r: &mut [f64]) -> bool {
        let products = self.splitting.analyze(referee.problem);
        let is_dear = products >= DEAR * referee.problem.col_idx.len() / D;
        if !is_dear || !self.splitting.begin(referee, &self.start) {
            return false;
        }
        let mut before = f64::INFINITY;
        loop {
            let reached = self.splitting.run(referee, TRIAL);
            if referee.is_over() || reached > 0.3 * before {
                r.copy_from_slice(&referee.solution.r);
                return true;
            }
            before = reached;
        }
    }
}
