//! Contact forces from the distances after the step, as the fixpoint of a sequence of linear problems.
//!
//! Hotz et al., *Calculation of contact forces*, section 2, the third way.
use super::cones::Cones;
use super::distance_forces::MOST;
use super::problem::{FOLLOWED, Problem};
use super::{Linear, Scheme, Setup, Watch};
use crate::complementarity::lemke::Lemke;
use crate::complementarity::nonlinear::{Iterate, Ncp, Outcome};
use crate::complementarity::{Lcp, Limits, Solution, Solver};
use crate::linalg::Lu;
use crate::linalg::vector::max_abs;
use crate::spatial::equations::Twist;

/// Linear complementarity problems A f + b ≥ 0 ⊥ f ≥ 0, each at the end s' that the forces before lead to:
///
/// A = h Nᵀ Jᵀ M⁻¹ J N,  b = Nᵀ Jᵀ (u + h M⁻¹ f_ext) − ν/h,  ν = −δ(s') + h Nᵀ Jᵀ u'
///
/// with the normals N at s', until f moves nothing any more. At its end the forces act along the normals at the end of
/// the step and, where round bodies touch at other points as they turn, at those of its end: the paper keeps those of the
/// beginning, with which bodies that tip gain energy. Joints are in every problem; other candidates that are not pressed
/// together are left out of the problem, as long as its solution does not bring them together. The contacts that carried in
/// the problem before are tried first, by one factorization, and Lemke's method starts where others carry; where there are
/// joints it always does. (A step of a driver in its screw takes a fifth of the time so.) The variant of the paper leaves all
/// problems to Lemke's method, whose pivots allocate. With friction the linear problems are those of module `cones`.
#[derive(Default)]
pub struct Fixpoint {
    /// Whether Lemke's method solves every problem.
    by_lemke_alone: bool,
    answered: Linear,
    lemke: Lemke,
    lcp: Lcp,
    solution: Solution,
    cones: Cones,
    /// Candidates in the problem.
    chosen: Vec<usize>,
    /// b of all candidates, divided by h: accelerations, m/s².
    b: Vec<f64>,
    /// What the forces of the problem do to the velocities.
    moved: Vec<Twist>,
    /// Forces of the problem before.
    last: Vec<f64>,
    /// Of the chosen candidates those that carried before, by their place among them.
    held: Vec<usize>,
    lu: Lu,
    right: Vec<f64>,
    change: Vec<f64>,
}

/// Part of the diagonal of A by which each force resists a change from one linear problem to the next. Where there are
/// more contacts than the motion can tell apart, this makes the problem definite; as f repeats it means nothing. Joints have
/// none: where they are more than needed, what the gaps miss would grow a force without bound.
const INERTIA: f64 = 1e-8;

/// Tolerance of the linear problems, relative to the largest b: iterating makes good for the rest.
pub const LINEAR: f64 = 1e-8;

/// What jams by friction has many solutions, between which linear problems go to and fro: after so many that do not halve the
/// way from one end to the next the step is not solved.
const PATIENCE: usize = 8;

impl Scheme for Fixpoint {
    fn advance(&mut self, setup: &Setup, problem: &mut Problem, forces: &mut Vec<f64>, watch: &mut Watch) -> Outcome {
        let (mut outcome, mut change) = (Outcome::default(), f64::INFINITY);
        let (mut least, mut vain) = (f64::INFINITY, 0);
        problem.go_to(setup.bodies, forces);
        loop {
            problem.turn_normals(change > FOLLOWED * setup.tolerance);
            let found = self.solve(problem, setup.tolerance, forces);
            outcome.iterations += 1;
            problem.go_to(setup.bodies, forces);
            change = problem.moved();
            let slid = problem.slid(forces);
            let bound = problem.with(setup.bodies);
            outcome.residual = bound.residual(forces).max(slid);
            outcome.solved = outcome.residual <= setup.tolerance;
            watch(&Iterate { f: forces, distances: bound.distances(), residual: outcome.residual });
            (least, vain) = if change < 0.5 * least { (change, 0) } else { (least, vain + 1) };
            let jams = !found || (problem.rubs() && vain > PATIENCE);
            if (outcome.solved && change <= setup.tolerance) || outcome.iterations >= MOST || jams {
                return outcome;
            }
        }
    }

    fn answered(&mut self) -> Linear {
        std::mem::take(&mut self.answered)
    }
}

impl Fixpoint {
    /// As in the paper, without the shortcut.
    pub fn by_lemke_alone() -> Self {
        Self { by_lemke_alone: true, ..Self::default() }
    }

    /// The forces of the linear problem at the end at hand. False if bodies jam so that there are none with friction.
    fn solve(&mut self, problem: &mut Problem, tolerance: f64, forces: &mut [f64]) -> bool {
        let h = problem.h();
        self.b.clear();
        self.b.extend(problem.rows.iter().zip(&problem.measures).map(|(row, measure)| {
            let gained = row.apply(|body| problem.gained[body]);
            (measure.gap / h - gained) / h
        }));
        self.last.clear();
        self.last.extend_from_slice(forces);
        self.chosen.clear();
        self.chosen.extend((0..forces.len()).filter(|&k| k < problem.joints || forces[k] > 0.0 || self.b[k] < 0.0));
        loop {
            if !problem.rubs() {
                self.press(problem, forces);
            } else if !self.cones.solve(problem, &self.chosen, &self.b, tolerance, forces) {
                return false;
            }
            if !self.take_up(problem, forces) {
                return true;
            }
        }
    }

    /// The same without friction.
    fn press(&mut self, problem: &Problem, forces: &mut [f64]) {
        self.fill(problem);
        if !self.by_lemke_alone && problem.joints == 0 && self.hold() {
            self.answered.factor += 1;
        } else {
            self.answered.lemke += 1;
            let limits = Limits { tolerance: LINEAR, ..Limits::default() };
            self.lemke.solve(&self.lcp, &limits, &mut self.solution, &mut |_| ());
        }
        forces.fill(0.0);
        for (&k, f) in self.chosen.iter().zip(&self.solution.f) {
            forces[k] = if k < problem.joints { *f } else { f.max(0.0) };
        }
    }

    /// The problem of the chosen candidates, divided by h.
    fn fill(&mut self, problem: &Problem) {
        let (Lcp { a, b, bilateral }, chosen) = (&mut self.lcp, &self.chosen);
        bilateral.clear();
        bilateral.extend(chosen.iter().map(|&k| k < problem.joints));
        a.reset(chosen.len(), chosen.len());
        b.clear();
        b.extend(chosen.iter().map(|&k| self.b[k]));
        for (i, &k) in chosen.iter().enumerate() {
            for (j, &l) in chosen[..=i].iter().enumerate() {
                let entry = problem.rows[k].coupling(&problem.rows[l]);
                (a[(i, j)], a[(j, i)]) = (entry, entry);
            }
            let own = if bilateral[i] { 0.0 } else { INERTIA * a[(i, i)] };
            a[(i, i)] += own;
            b[i] -= own * self.last[k];
        }
    }

    /// Solves a problem without joints if the contacts that carried before are those that carry now. Whether they are.
    fn hold(&mut self) -> bool {
        let Self { lcp, held, lu, right, change, solution, chosen, last, .. } = self;
        // as many as may carry
        lu.reserve(chosen.len());
        for list in [&mut *right, &mut *change] {
            list.clear();
            list.reserve(chosen.len());
        }
        held.clear();
        held.reserve(chosen.len());
        held.extend((0..chosen.len()).filter(|&i| last[chosen[i]] > 0.0));
        if !lu.factor(held.len(), |i, j| lcp.a[(held[i], held[j])]) {
            return false;
        }
        let Solution { f, a, .. } = solution;
        f.clear();
        f.extend(chosen.iter().map(|&k| last[k]));
        for _ in 0..2 {
            lcp.evaluate(f, a);
            right.clear();
            right.extend(held.iter().map(|&i| a[i]));
            lu.solve(right, change);
            held.iter().zip(&*change).for_each(|(&i, x)| f[i] -= x);
        }
        lcp.evaluate(f, a);
        lcp.natural_residual(a, f) <= 1e-3 * LINEAR * max_abs(&lcp.b).max(1.0)
    }

    /// Chooses the candidates that the solution brings together. Whether there are any that were not chosen.
    fn take_up(&mut self, problem: &Problem, forces: &[f64]) -> bool {
        problem.respond(forces, 1.0, &mut self.moved);
        let before = self.chosen.len();
        for (k, row) in problem.rows.iter().enumerate() {
            if self.b[k] + row.apply(|body| self.moved[body]) < 0.0 && !self.chosen[..before].contains(&k) {
                self.chosen.push(k);
            }
        }
        self.chosen.len() > before
    }
}
