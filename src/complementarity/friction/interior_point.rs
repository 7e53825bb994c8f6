//! Convex programs over the round cones, by the interior-point method of the crate `clarabel`.
//!
//! The sliding velocities in `s = μ |u_T| e_N` held, the law is that of the convex problem to minimize
//! `½ r·W r + (q + s)·r` over the cones; its solution gives the next `s` (Acary, Cadoux, Lemaréchal, Malick, *A formulation
//! of the linear discrete Coulomb friction problem via convex optimization*, ZAMM 91, 2011). Without friction it is one
//! quadratic program. What `W` has that is not symmetric joins `s`. A program is solved no more accurately than it takes to
//! tell which contacts are open, stick and slide, and a few of Newton's steps (module `newton`) go on from there: the
//! crossover. An iteration is one program, or one of those steps. Unlike other methods it allocates for each problem, and it
//! is too large for the page.
use super::super::Status;
use super::super::cone::{ConeProblem, project, tangential};
use super::any_dimension::{AnyDimension, Method};
use super::newton::{Newton, Run};
use super::nsgs::{Sweeper, Visit};
use super::one_contact::{Normal, Plane, Space};
use super::referee::Referee;
use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettings, DefaultSolver, IPSolver, SupportedConeT};

/// Interior-point programs for contacts of every dimension.
pub type InteriorPoint = AnyDimension<Programs<1, Normal>, Programs<2, Plane>, Programs<3, Space>>;

/// Programs without a better point after which it ends.
const PATIENCE: usize = 30;
/// Accuracy of the first program and of the last ones, and by what each is better than the one before: `r` is known to the
/// root of the gap.
const GAP: [f64; 2] = [1e-7, 1e-15];
const FINER: f64 = 1e-3;
const FEASIBILITY: f64 = 1e-10;
/// Newton's steps after a program: most, and without halving the residual.
const CROSSOVER: Run = Run { scale: 1.0, most: 10, patience: 3 };

/// The method for contacts of one dimension.
pub struct Programs<const D: usize, C> {
    sweeper: Sweeper<D, C>,
    newton: Newton<D>,
}

impl<const D: usize, C: Visit<D>> Default for Programs<D, C> {
    fn default() -> Self {
        Self { sweeper: Sweeper::default(), newton: Newton::default() }
    }
}

impl<const D: usize, C: Visit<D>> Method<D> for Programs<D, C> {
    const MOST: usize = 2000;

    fn solve(&mut self, referee: &mut Referee, r: &mut [f64]) -> Status {
        if referee.is_over() {
            return Status::OutOfSteps;
        }
        let problem = referee.problem;
        let n = problem.q.len();
        self.sweeper.prepare(problem);
        self.newton.prepare(self.sweeper.own());
        // forces in units of ρ |q|, velocities in units of |q|
        let (unit, size) = (referee.yardstick.rho, referee.yardstick.size);
        let (program, skew) = matrices(problem, unit);
        let cones: Vec<_> = problem.mu.iter().flat_map(|mu| cones(D, *mu)).collect();
        let constraint = constraints(problem);
        let (mut linear, mut u, mut gap) = (vec![0.0; n], referee.solution.u.clone(), GAP[0]);
        let target = |linear: &mut Vec<f64>, r: &[f64], u: &[f64]| {
            linear.copy_from_slice(&problem.q);
            skew.iter().for_each(|&(i, j, w)| linear[i] += w * r[j]);
            for (i, mu) in problem.mu.iter().enumerate() {
                linear[D * i] += mu * tangential(&u[D * i..][..D]);
            }
            linear.iter_mut().for_each(|x| *x /= size);
        };
        target(&mut linear, r, &u);
        let zero = vec![0.0; n];
        let Ok(mut solver) = DefaultSolver::new(&program, &linear, &constraint, &zero, &cones, settings(gap)) else {
            return Status::Stalled;
        };
        let (mut best, mut idle) = (f64::INFINITY, 0);
        while !referee.is_over() && idle < PATIENCE {
            if solver.update_settings(settings(gap)).is_err() || solver.update_q(&linear).is_err() {
                return Status::Stalled;
            }
            solver.solve();
            if !solver.solution.x.iter().all(|x| x.is_finite()) {
                return Status::Stalled;
            }
            r.iter_mut().zip(&solver.solution.x).for_each(|(r, x)| *r = unit * size * x);
            r.chunks_exact_mut(D).zip(&problem.mu).for_each(|(r, mu)| project(r, *mu));
            problem.velocities_into(r, &mut u);
            let residuals = referee.see_at(r, &u);
            referee.solution.work.iterations += 1;
            referee.solution.work.factorizations += solver.info.iterations as usize;
            referee.show(r);
            (best, idle) = if residuals.worst() < 0.9 * best { (residuals.worst(), 0) } else { (best, idle + 1) };
            target(&mut linear, r, &u);
            gap = (FINER * gap).max(GAP[1]);
            self.newton.run(referee, &mut self.sweeper, r, CROSSOVER);
        }
        if idle < PATIENCE { Status::OutOfSteps } else { Status::Stalled }
    }
}

fn settings(gap: f64) -> DefaultSettings<f64> {
    DefaultSettings {
        verbose: false,
        presolve_enable: false,
        max_iter: 100,
        tol_gap_abs: gap,
        tol_gap_rel: gap,
        tol_feas: FEASIBILITY,
        ..DefaultSettings::default()
    }
}

/// The upper part of the symmetric part of `ρ W`, and the entries of the other part.
fn matrices(problem: &ConeProblem, unit: f64) -> (CscMatrix<f64>, Vec<(usize, usize, f64)>) {
    let (d, n) = (problem.dim, problem.q.len());
    let mut entries = std::collections::BTreeMap::<(usize, usize), f64>::new();
    let each = |add: &mut dyn FnMut(usize, usize, f64)| {
        for i in 0..problem.contacts() {
            for p in problem.row_ptr[i]..problem.row_ptr[i + 1] {
                for (k, w) in problem.blocks[p * d * d..][..d * d].iter().enumerate() {
                    add(d * i + k / d, d * problem.col_idx[p] + k % d, *w);
                }
            }
        }
    };
    each(&mut |i, j, w| *entries.entry((j.max(i), j.min(i))).or_default() += if i == j { w } else { 0.5 * w });
    let mut skew = Vec::new();
    each(&mut |i, j, w| {
        let even = entries[&(j.max(i), j.min(i))];
        if w != even {
            skew.push((i, j, w - even));
        }
    });
    let (columns, rows): (Vec<_>, Vec<_>) = entries.keys().copied().unzip();
    let values = entries.values().map(|w| unit * w).collect();
    (CscMatrix::new_from_triplets(n, n, rows, columns, values), skew)
}

/// The standard cones of a contact: `(μ r_N, r_T)` is in one of second order; without friction `r_T` is nothing.
fn cones(d: usize, mu: f64) -> Vec<SupportedConeT<f64>> {
    match d {
        1 => vec![SupportedConeT::NonnegativeConeT(1)],
        _ if mu > 0.0 => vec![SupportedConeT::SecondOrderConeT(d)],
        _ => vec![SupportedConeT::NonnegativeConeT(1), SupportedConeT::ZeroConeT(d - 1)],
    }
}

/// Minus what takes `r` to those cones.
fn constraints(problem: &ConeProblem) -> CscMatrix<f64> {
    let n = problem.q.len();
    let entry = |row: usize| {
        let mu = problem.mu[row / problem.dim];
        if row.is_multiple_of(problem.dim) && problem.dim > 1 && mu > 0.0 { -mu } else { -1.0 }
    };
    CscMatrix::new_from_triplets(n, n, (0..n).collect(), (0..n).collect(), (0..n).map(entry).collect())
}
