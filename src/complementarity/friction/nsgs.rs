//! Nonsmooth Gauss-Seidel: one contact after the other is solved exactly while the others are held.
//!
//! Jourdan, Alart, Jean, *A Gauss-Seidel like algorithm to solve frictional contact problems*, Comput. Methods Appl.
//! Mech. Engrg. 155 (1998). It comes down steadily on most problems and stalls on some (very stiff stacks, objects with
//! more contacts than motions). An iteration is a sweep over all contacts. Departure: changes are exaggerated where that is
//! seen to be faster. What a sweep does at a contact may also be something else (module `projected`).
use super::super::Status;
use super::super::cone::{Block, ConeProblem, Residuals, add_product, natural_map, project};
use super::any_dimension::{AnyDimension, Method};
use super::one_contact::{Normal, OneContact, Plane, Space};
use super::referee::Referee;

/// The outcome is judged every so many sweeps, and when it may be a solution.
const EVERY: usize = 10;

/// Nonsmooth Gauss-Seidel for contacts of every dimension.
pub type Nsgs = AnyDimension<Sweeper<1, Normal>, Sweeper<2, Plane>, Sweeper<3, Space>>;

/// What a sweep does at a contact.
pub trait Visit<const D: usize>: Clone {
    /// For the contact's own block `w` and coefficient of friction.
    fn new(w: &Block<D>, mu: f64) -> Self;
    /// The next force, where it is `r` and the velocity `u`.
    fn visit(&mut self, w: &Block<D>, r: &[f64; D], u: &[f64; D]) -> [f64; D];
}

impl<const D: usize, C: OneContact<D>> Visit<D> for C {
    fn new(w: &Block<D>, mu: f64) -> Self {
        OneContact::new(w, mu)
    }

    fn visit(&mut self, w: &Block<D>, r: &[f64; D], u: &[f64; D]) -> [f64; D] {
        let mut without = *u;
        add_product(w, &r.map(|x| -x), &mut without);
        self.solve(&without)
    }
}

/// All contacts of a problem, ready to be solved one by one.
#[derive(Clone, Debug)]
pub struct Sweeper<const D: usize, C> {
    contacts: Vec<C>,
    /// Own block of each contact.
    own: Vec<Block<D>>,
    relaxation: Relaxation,
}

impl<const D: usize, C> Default for Sweeper<D, C> {
    fn default() -> Self {
        Self { contacts: Vec::new(), own: Vec::new(), relaxation: Relaxation::default() }
    }
}

impl<const D: usize, C: Visit<D>> Sweeper<D, C> {
    /// Takes the own blocks of a problem.
    pub fn prepare(&mut self, problem: &ConeProblem) {
        self.relaxation = Relaxation::default();
        self.contacts.clear();
        self.own.clear();
        for i in 0..problem.contacts() {
            let mut own = [[0.0; D]; D];
            for (_, block) in problem.row::<D>(i).filter(|(j, _)| *j == i) {
                own.iter_mut().flatten().zip(block.as_flattened()).for_each(|(x, w)| *x += w);
            }
            self.contacts.push(C::new(&own, problem.mu[i]));
            self.own.push(own);
        }
    }

    /// Own block of each contact.
    #[cfg(feature = "contenders")]
    pub fn own(&self) -> &[Block<D>] {
        &self.own
    }

    /// Sweeps until the referee ends it or so many are done. Returns about how many more it would take at the pace of the last
    /// ones.
    pub fn run(&mut self, referee: &mut Referee, r: &mut [f64], most: usize) -> f64 {
        let mut recent = [f64::INFINITY; EVERY];
        for count in 1..=most {
            if referee.is_over() {
                break;
            }
            let residuals = self.sweep(referee, r, self.relaxation.factor);
            self.relaxation.adapt(residuals.worst());
            referee.solution.work.iterations += 1;
            referee.show("sweep", r, residuals);
            recent.rotate_left(1);
            recent[EVERY - 1] = residuals.worst();
            if !residuals.worst().is_finite() {
                break;
            }
            // the sweep has shown the point before it: the one after it is ahead by the pace
            let pace = (residuals.worst() / recent[EVERY - 2]).min(1.0);
            let near = residuals.worst() * pace <= (2.0 - pace) * referee.limits.tolerance;
            if near || count == 1 || count % EVERY == 0 || count == most {
                referee.see(r);
            }
        }
        let pace = libm::log(recent[0] / recent[EVERY - 1]) / (EVERY - 1) as f64;
        if pace > 0.0 { libm::log(recent[EVERY - 1] / referee.limits.tolerance) / pace } else { f64::INFINITY }
    }

    /// One sweep, each change times `factor`. Returns about the residuals of the point before it: each contact's is taken
    /// when its turn comes.
    pub fn sweep(&mut self, referee: &mut Referee, r: &mut [f64], factor: f64) -> Residuals {
        let (problem, yardstick) = (referee.problem, referee.yardstick);
        let r = r.as_chunks_mut::<D>().0;
        let q = problem.q.as_chunks::<D>().0;
        // squares of the two natural maps, of the forces and of the velocities
        let mut squares = [0.0; 4];
        for (i, contact) in self.contacts.iter_mut().enumerate() {
            let (mu, old) = (problem.mu[i], r[i]);
            let mut u = q[i];
            problem.row(i).for_each(|(j, block)| add_product(block, &r[j], &mut u));
            let square = |x: &[f64; D]| x.iter().map(|x| x * x).sum::<f64>();
            squares[0] += square(&natural_map(&old, &u, 1.0, mu));
            squares[1] += square(&natural_map(&old, &u, yardstick.rho, mu));
            squares[2] += square(&old);
            squares[3] += square(&u);
            r[i] = contact.visit(&self.own[i], &old, &u);
            if factor != 1.0 {
                r[i] = std::array::from_fn(|k| old[k] + factor * (r[i][k] - old[k]));
                project(&mut r[i], mu);
            }
        }
        referee.solution.work.passes += 1;
        Residuals::new(&yardstick, squares.map(f64::sqrt))
    }
}

impl<const D: usize, C: Visit<D>> Method<D> for Sweeper<D, C> {
    const MOST: usize = 20_000;

    fn solve(&mut self, referee: &mut Referee, r: &mut [f64]) -> Status {
        self.prepare(referee.problem);
        self.run(referee, r, usize::MAX);
        Status::OutOfSteps
    }
}

/// Overrelaxation that goes on only where it is seen to help.
///
/// Sweeps with and without it race over windows of the same length; the faster way of the two does the next windows, then
/// they race again, over longer windows. The factor is the best one for linear equations whose plain sweeps go down at the
/// rate seen (Young): `2/(1 + √(1 − c))`, held under a limit.
#[derive(Clone, Debug)]
struct Relaxation {
    /// What each change is multiplied by.
    factor: f64,
    /// Residual at the start of the window.
    start: f64,
    /// Sweeps of the window so far.
    count: usize,
    /// Sweeps of a window.
    length: usize,
    /// Windows since the races began anew.
    window: usize,
    /// Rate of the plain window.
    plain: f64,
}

impl Default for Relaxation {
    fn default() -> Self {
        Self { factor: 1.0, start: f64::NAN, count: 0, length: 4, window: 0, plain: 1.0 }
    }
}

impl Relaxation {
    const MOST: f64 = 1.35;
    /// Windows that the winner does, beside the two of the race.
    const PRIZE: usize = 2;

    /// Takes the residual seen by a sweep.
    fn adapt(&mut self, residual: f64) {
        if self.count == 0 {
            self.start = residual;
        }
        self.count += 1;
        if self.count <= self.length {
            return;
        }
        let rate = libm::pow(residual / self.start, 1.0 / self.length as f64);
        (self.start, self.count) = (residual, 1);
        match self.window {
            0 => {
                self.plain = rate;
                let best = 2.0 / (1.0 + (1.0 - rate.min(1.0)).sqrt());
                self.factor = best.min(Self::MOST);
            }
            1 if rate > self.plain => self.factor = 1.0,
            _ => (),
        }
        self.window += 1;
        if self.window == 2 + Self::PRIZE {
            (self.window, self.length, self.factor) = (0, 2 * self.length, 1.0);
        }
    }
}
