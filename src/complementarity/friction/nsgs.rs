//! Nonsmooth Gauss-Seidel: one contact after the other is solved exactly while the others are held.
//!
//! Jourdan, Alart, Jean, *A Gauss-Seidel like algorithm to solve frictional contact problems*, Comput. Methods Appl.
//! Mech. Engrg. 155 (1998). It comes down steadily on most problems and stalls on some (very stiff stacks, objects with
//! more contacts than motions). An iteration is a sweep over all contacts. Departure: after the first few, each sweep begins
//! where Anderson's acceleration makes of the last ones (module `anderson`), projected on the cones. That takes a
//! seventh of the sweeps and less where they are many. What a sweep does at a contact may also be something else (module
//! `projected`).
use super::super::Status;
use super::super::cone::{ConeProblem, Residuals, add_product, add_squares, project};
use super::any_dimension::{AnyDimension, Method};
use super::one_contact::{Normal, OneContact, Plane, Space};
use super::referee::Referee;
use crate::linalg::anderson::Anderson;
use crate::linalg::block::Block;

/// The outcome is judged every so many sweeps, and when it may be a solution.
const EVERY: usize = 10;
/// Sweeps before the first combination.
const BEGIN: usize = 3;
/// After each rest combinations are given so many times the time: measured on balls that land without friction.
const PATIENT: f64 = 1.5;

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
    anderson: Anderson,
    /// Roots of the mean diagonal entries of `W`, by which changes are weighed, for each component.
    weights: Vec<f64>,
    /// Where the sweep began.
    began: Vec<f64>,
}

impl<const D: usize, C> Default for Sweeper<D, C> {
    fn default() -> Self {
        Self {
            contacts: Vec::new(),
            own: Vec::new(),
            anderson: Anderson::default(),
            weights: Vec::new(),
            began: Vec::new(),
        }
    }
}

impl<const D: usize, C: Visit<D>> Sweeper<D, C> {
    /// Takes the own blocks of a problem.
    pub fn prepare(&mut self, problem: &ConeProblem) {
        self.contacts.clear();
        self.own.clear();
        self.weights.clear();
        for i in 0..problem.contacts() {
            let mut own = [[0.0; D]; D];
            for (_, block) in problem.row::<D>(i).filter(|(j, _)| *j == i) {
                own.iter_mut().flatten().zip(block.as_flattened()).for_each(|(x, w)| *x += w);
            }
            self.contacts.push(C::new(&own, problem.mu[i]));
            let weight = ((0..D).map(|k| own[k][k]).sum::<f64>() / D as f64).max(0.0).sqrt();
            self.weights.extend([weight; D]);
            self.own.push(own);
        }
    }

    /// Own block of each contact.
    pub fn own(&self) -> &[Block<D>] {
        &self.own
    }

    /// Sweeps until the referee ends it or so many are done.
    pub fn run(&mut self, referee: &mut Referee, r: &mut [f64], most: usize) {
        self.go(referee, r, most, None);
    }

    /// Sweeps until the referee ends it or so many did not halve the residual.
    pub fn descend(&mut self, referee: &mut Referee, r: &mut [f64], patience: usize) {
        self.go(referee, r, usize::MAX, Some(patience));
    }

    fn go(&mut self, referee: &mut Referee, r: &mut [f64], most: usize, patience: Option<usize>) {
        self.anderson.clear(PATIENT);
        let (mut least, mut idle) = (f64::INFINITY, 0);
        let mut before = f64::INFINITY;
        for count in 1..=most {
            if referee.is_over() {
                break;
            }
            self.began.clear();
            self.began.extend_from_slice(r);
            let residuals = self.sweep(referee, r);
            if count > BEGIN && self.anderson.next(&self.began, r, &self.weights) {
                r.as_chunks_mut::<D>().0.iter_mut().zip(&referee.problem.mu).for_each(|(r, mu)| project(r, *mu));
            }
            let worst = residuals.worst();
            idle += 1;
            if worst < 0.5 * least {
                (least, idle) = (worst, 0);
            }
            referee.solution.work.iterations += 1;
            referee.show(r);
            // the sweep has shown the point before it: the one after it is ahead by the pace
            let pace = (worst / before).min(1.0);
            before = worst;
            let near = before * pace <= (2.0 - pace) * referee.limits.tolerance;
            let ends = !before.is_finite() || count == most || patience == Some(idle);
            if near || count == 1 || count % EVERY == 0 || ends {
                referee.see(r);
            }
            if ends {
                break;
            }
        }
    }

    /// One sweep. Returns about the residuals of the point before it: each contact's is taken
    /// when its turn comes.
    pub fn sweep(&mut self, referee: &mut Referee, r: &mut [f64]) -> Residuals {
        let (problem, yardstick) = (referee.problem, referee.yardstick);
        let r = r.as_chunks_mut::<D>().0;
        let q = problem.q.as_chunks::<D>().0;
        // squares of the two natural maps, of the forces and of the velocities
        let mut squares = [0.0; 4];
        for (i, contact) in self.contacts.iter_mut().enumerate() {
            let (mu, old) = (problem.mu[i], r[i]);
            let mut u = q[i];
            problem.row(i).for_each(|(j, block)| add_product(block, &r[j], &mut u));
            add_squares(&mut squares, &old, &u, &yardstick, mu);
            r[i] = contact.visit(&self.own[i], &old, &u);
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
