//! Lemke's method for matrices that need not be symmetric.
//!
//! Complementary pivoting with an artificial variable `z₀` and the lexicographic rule (Cottle, Pang, Stone, *The Linear
//! Complementarity Problem*, 4.4 and 4.9). Bilateral rows are eliminated first. What pivoting claims is not trusted: the
//! forces are computed afresh on the final basis, refined, and judged by the residual of the given problem. Where rounding
//! left some of them negative, pivoting begins again at that basis, with `z₀` raising all alike. If that fails, other
//! covering vectors are tried, then the proximal point method, whose problems are better posed. For a symmetric `A` that
//! method comes at once, with Baraff's pivots (module `rescue`), and tells whether there is a solution.
use super::elimination::Elimination;
use super::rescue::Rescue;
use super::shown::Shown;
use super::tableau::Tableau;
use super::variable::{Row, Variable};
use super::{Lcp, Limits, Solution, Solver, Status, Step};
use crate::linalg::Lu;
use crate::linalg::vector::{dot_magnitude, max_abs};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// How often pivoting begins again at the basis where rounding has left something negative.
const AGAIN: usize = 3;
/// An acceleration counts as exact below this many roundings of the terms it is the sum of.
const EXACT: f64 = 4.0 * f64::EPSILON;

/// Lemke's method, with its working storage.
#[derive(Default)]
pub struct Lemke {
    elimination: Elimination,
    tableau: Tableau,
    lu: Lu,
    rescue: Rescue,
    steps: usize,
    shown: Shown,
    /// What other covering vectors lead to.
    again: Shown,
    basic: Basic,
    /// The forces of the last run are exact within rounding.
    exact: bool,
}

/// Storage for the forces on a basis.
#[derive(Default)]
struct Basic {
    rows: Vec<usize>,
    columns: Vec<usize>,
    right: Vec<f64>,
    change: Vec<f64>,
    f: Vec<f64>,
    a: Vec<f64>,
}

impl Solver for Lemke {
    fn solve(&mut self, lcp: &Lcp, limits: &Limits, solution: &mut Solution, watch: &mut dyn FnMut(&Step)) {
        if !lcp.is_finite() {
            return solution.give_up(lcp);
        }
        (self.steps, solution.handed_over) = (0, false);
        self.elimination.prepare(lcp);
        let mut shown = std::mem::take(&mut self.shown);
        shown.last = None;
        let status = self.attempt(lcp, limits, 0, &mut shown, watch);
        solution.take(lcp, &shown.f, &shown.a);
        let within = solution.residual <= limits.tolerance * max_abs(&lcp.b).max(1.0);
        let done = self.exact && status == Status::Solved && within || solution.is_fine(lcp, limits);
        if done || limits.once || status == Status::OutOfSteps {
            solution.status = status;
            solution.judge(lcp, limits);
        } else {
            self.improve(lcp, limits, status, solution);
        }
        solution.steps = self.steps;
        shown.close(solution, watch);
        self.shown = shown;
    }
}

impl Lemke {
    /// What pivoting left is no solution, or not an exact one.
    fn improve(&mut self, lcp: &Lcp, limits: &Limits, mut status: Status, solution: &mut Solution) {
        let symmetric = is_symmetric(lcp, &self.elimination);
        for cover in 1..4 {
            if symmetric || status == Status::OutOfSteps || solution.is_fine(lcp, limits) {
                break;
            }
            let mut again = std::mem::take(&mut self.again);
            let end = self.attempt(lcp, limits, cover, &mut again, &mut |_| ());
            if lcp.natural_residual(&again.a, &again.f) < solution.residual {
                solution.take(lcp, &again.f, &again.a);
                status = end;
            }
            self.again = again;
        }
        solution.status = status;
        if status != Status::OutOfSteps && !solution.is_fine(lcp, limits) {
            if symmetric {
                return self.rescue.improve(lcp, limits, solution);
            }
            self.proximal_point(lcp, limits, solution);
        }
        solution.judge(lcp, limits);
    }

    /// One run from the basis without forces. Its result is in `shown`.
    fn attempt(
        &mut self,
        lcp: &Lcp,
        limits: &Limits,
        cover: u64,
        shown: &mut Shown,
        watch: &mut dyn FnMut(&Step),
    ) -> Status {
        let (columns, q) = self.tableau.problem();
        self.elimination.reduce(lcp, columns, q);
        self.tableau.start(covering_vector(cover));
        let status = self.run(lcp, limits, shown, watch);
        self.tableau.settle();
        self.read(lcp, shown);
        self.refine(lcp, shown);
        status
    }

    /// The pivots. `Solved` means that `z₀` left the basis or never had to enter.
    fn run(&mut self, lcp: &Lcp, limits: &Limits, shown: &mut Shown, watch: &mut dyn FnMut(&Step)) -> Status {
        let Some(first) = self.tableau.first_row() else { return Status::Solved };
        let mut status = self.follow(lcp, limits, first, shown, watch);
        for _ in 0..AGAIN {
            self.tableau.settle();
            self.read(lcp, shown);
            let within = lcp.natural_residual(&shown.a, &shown.f) <= 1e-3 * limits.tolerance * max_abs(&lcp.b).max(1.0);
            if status != Status::Solved || within {
                break;
            }
            let Some(first) = self.tableau.cover_again() else { break };
            status = self.follow(lcp, limits, first, shown, watch);
        }
        status
    }

    /// Lets `z₀` enter in a row, and goes on until it leaves or cannot.
    fn follow(
        &mut self,
        lcp: &Lcp,
        limits: &Limits,
        first: Row,
        shown: &mut Shown,
        watch: &mut dyn FnMut(&Step),
    ) -> Status {
        let most = if limits.steps > 0 { limits.steps } else { self.steps + 1000 + 50 * lcp.len() };
        let (mut row, mut entering) = (Some(first), Variable::Artificial);
        self.tableau.enter(entering);
        loop {
            let Some(leaving_row) = row else { return Status::Ray };
            if self.steps >= most {
                return if limits.steps > 0 { Status::OutOfSteps } else { Status::Stalled };
            }
            shown.aim(lcp, &self.tableau, &self.elimination, entering);
            let (left, length) = self.tableau.pivot(leaving_row, entering);
            self.steps += 1;
            self.read(lcp, shown);
            shown.show(&self.elimination, (entering, left, length), watch);
            if left == Variable::Artificial {
                return Status::Solved;
            }
            entering = left.complement();
            self.tableau.enter(entering);
            row = self.tableau.leaving_row();
        }
    }

    /// Forces of the basis at hand, and `A f + b`, which leaves out the artificial variable.
    fn read(&self, lcp: &Lcp, shown: &mut Shown) {
        let e = &self.elimination;
        shown.z.clear();
        shown.z.resize(e.unilateral.len(), 0.0);
        shown.clamped.clear();
        shown.clamped.extend((0..lcp.len()).map(|i| lcp.is_bilateral(i)));
        for (j, value) in self.tableau.forces() {
            shown.z[j] = value;
            shown.clamped[e.unilateral[j]] = true;
        }
        e.expand(lcp, &shown.z, &mut shown.f);
        if e.is_idle() {
            shown.a.clear();
            shown.a.extend(self.tableau.motions().zip(&e.scale).map(|(a, scale)| a / scale));
        } else {
            lcp.evaluate(&shown.f, &mut shown.a);
        }
    }

    /// Forces that make `a` zero on the basic contacts, by elimination of `A` itself and two refinements, unless they are
    /// exact already.
    fn refine(&mut self, lcp: &Lcp, shown: &mut Shown) {
        let (e, Basic { rows, columns, right, change, f, a }) = (&self.elimination, &mut self.basic);
        let smallest = 1e-13 * max_abs(&shown.f);
        for &i in e.unilateral.iter().filter(|&&i| shown.clamped[i]) {
            // What rounding left of a force that is zero.
            shown.f[i] = if shown.f[i] < 0.0 && shown.f[i] > -smallest { 0.0 } else { shown.f[i] };
        }
        lcp.evaluate(&shown.f, &mut shown.a);
        let rounding = |i: usize| EXACT * (lcp.b[i].abs() + dot_magnitude(lcp.a.row(i), &shown.f));
        let most = (0..lcp.len()).map(rounding).fold(0.0, f64::max);
        self.exact = lcp.natural_residual(&shown.a, &shown.f) <= most;
        if self.exact {
            return;
        }
        for (list, bilateral) in [(&mut *rows, &e.rows), (&mut *columns, &e.columns)] {
            list.clear();
            list.extend(e.unilateral.iter().filter(|&&i| shown.clamped[i]).chain(bilateral));
        }
        if !self.lu.factor(rows.len(), |i, j| e.entry(lcp, rows[i], columns[j])) {
            return;
        }
        f.clone_from(&shown.f);
        for _ in 0..3 {
            lcp.evaluate(f, a);
            right.clear();
            right.extend(rows.iter().map(|&i| a[i] * e.scale[i]));
            self.lu.solve(right, change);
            columns.iter().zip(&*change).for_each(|(&j, x)| f[j] -= x * e.scale[j]);
        }
        let smallest = 1e-13 * max_abs(f);
        for &i in e.unilateral.iter().filter(|&&i| shown.clamped[i]) {
            // What rounding left of a force that is zero.
            f[i] = if f[i] < 0.0 && f[i] > -smallest { 0.0 } else { f[i] };
        }
        lcp.evaluate(f, a);
        if lcp.natural_residual(a, f) <= lcp.natural_residual(&shown.a, &shown.f) {
            shown.f.clone_from(f);
            shown.a.clone_from(a);
        }
    }

    /// Solves `A f + b + μ S (f − fₖ)` for `fₖ₊₁` a few times, each by Lemke's method, and keeps the best.
    fn proximal_point(&mut self, lcp: &Lcp, limits: &Limits, solution: &mut Solution) {
        const MU: f64 = 1e-6;
        let status = solution.status;
        let mut regular = lcp.clone();
        let shift: Vec<f64> = self.elimination.scale.iter().map(|s| MU / (s * s)).collect();
        shift.iter().enumerate().for_each(|(i, shift)| regular.a[(i, i)] += shift);
        let mut f = vec![0.0; lcp.len()];
        for _ in 0..10 {
            if solution.is_fine(lcp, limits) {
                break;
            }
            (0..lcp.len()).for_each(|i| regular.b[i] = lcp.b[i] - shift[i] * f[i]);
            let mut shown = Shown::default();
            self.attempt(&regular, &Limits { steps: 0, ..limits.clone() }, 0, &mut shown, &mut |_| ());
            f.clone_from(&shown.f);
            lcp.evaluate(&shown.f, &mut shown.a);
            self.refine(lcp, &mut shown);
            if lcp.natural_residual(&shown.a, &shown.f) < solution.residual {
                solution.take(lcp, &shown.f, &shown.a);
                solution.status = status;
            }
        }
    }
}

/// Ones at first; then, seeded, between a half and three halves.
fn covering_vector(which: u64) -> impl Iterator<Item = f64> {
    let mut random = Pcg64::seed_from_u64(which);
    let entry = move || if which == 0 { 1.0 } else { 0.5 + f64::from(random.next_u32()) / 4_294_967_296.0 };
    std::iter::repeat_with(entry)
}

fn is_symmetric(lcp: &Lcp, e: &Elimination) -> bool {
    let even = |i: usize, j: usize| (e.entry(lcp, i, j) - e.entry(lcp, j, i)).abs() <= 1e-12;
    (0..lcp.len()).all(|i| lcp.a[(i, i)] >= 0.0 && (0..i).all(|j| even(i, j)))
}
