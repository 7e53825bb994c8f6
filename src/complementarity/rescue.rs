//! What to do when pivoting alone ends without a solution: tell whether there is one, and find it or the next best.
//!
//! For a symmetric positive semidefinite `A` the problem has a solution exactly if `bᵀv ≥ 0` for every `v ≥ 0` with
//! `A v = 0` (Cottle, Pang, Stone, *The Linear Complementarity Problem*, 3.1). Let `v` be the projection of `−b` on that
//! cone. It is zero if there is a solution. If not, `A f + b + v` is complementary to some `f ≥ 0` all the same
//! (Moreau's decomposition of `b`), and at that `f` the violation `max(0, −a) = v` is the least in the Euclidean norm.
//! With `P` the orthogonal projector on the null space of `A`, `v = P w − P b` solves another problem of the same kind,
//! `v ≥ 0`, `w ≥ 0`, `vᵀw = 0`, and so the method itself computes it.
use super::dantzig::Pivoting;
use super::{Lcp, Limits, Solution, Status};
use crate::linalg::Matrix;
use crate::linalg::vector::{add_scaled, dot, max_abs, norm};

/// Working storage of the rescue. Where there is no solution it may allocate, since that is seldom so.
#[derive(Default)]
pub(super) struct Rescue {
    pivoting: Pivoting,
    proximal: Proximal,
    /// `A` turned out not to be semidefinite, so that nothing below can tell whether there is a solution.
    indefinite: bool,
}

/// Storage of the proximal point method.
#[derive(Default)]
struct Proximal {
    regular: Lcp,
    shift: Vec<f64>,
    /// `fₖ`, the point found from it, and the best of all.
    f: Vec<f64>,
    point: Solution,
    best: Solution,
    a: Vec<f64>,
}

impl Rescue {
    /// Replaces `solution` by a better one, or by the point of least violation if there is none.
    pub(super) fn improve(&mut self, lcp: &Lcp, limits: &Limits, solution: &mut Solution) {
        let tolerance = limits.tolerance * max_abs(&lcp.b).max(1.0);
        self.indefinite = false;
        self.proximal_point(lcp, limits);
        let Proximal { best, a, .. } = &mut self.proximal;
        keep_better(lcp, &best.f, 1.0, a, solution);
        if solution.residual <= tolerance {
            solution.status = Status::Solved;
            return;
        }
        if self.indefinite {
            return solution.judge(lcp, limits);
        }
        let violation = self.least_violation(lcp);
        let size = max_abs(&violation);
        if size > tolerance {
            let mut relaxed = lcp.clone();
            add_scaled(&mut relaxed.b, 1.0, &violation);
            let mut least = Solution::default();
            let f = self.complementary(&relaxed, limits);
            let mut a = Vec::new();
            lcp.evaluate(&f, &mut a);
            least.take(lcp, &f, &a);
            // Else the violation was no more than an error of the null space.
            if least.residual <= 1.01 * size + tolerance {
                solution.take(lcp, &f, &a);
                solution.status = Status::Ray;
                return;
            }
        }
        let within = solution.is_within(lcp, limits.tolerance);
        solution.status = if within { Status::Solved } else { Status::Stalled };
    }

    /// `f` of a problem known to have a solution.
    fn complementary(&mut self, lcp: &Lcp, limits: &Limits) -> Vec<f64> {
        let mut solution = Solution::default();
        self.pivot(lcp, limits, None, &mut solution);
        if !solution.is_fine(lcp, limits) {
            self.proximal_point(lcp, limits);
            solution.f.clone_from(&self.proximal.best.f);
        }
        solution.f
    }

    fn pivot(&mut self, lcp: &Lcp, limits: &Limits, guess: Option<&[f64]>, solution: &mut Solution) {
        let limits = Limits { steps: 0, warm: true, ..limits.clone() };
        self.pivoting.accepts(lcp);
        self.pivoting.run(lcp, &limits, guess, &mut |_| ());
        self.indefinite |= self.pivoting.drive.set.indefinite;
        solution.take(lcp, &self.pivoting.drive.f, &self.pivoting.drive.a);
    }

    /// Rockafellar's proximal point method: solves `A f + b + μ S (f − fₖ)`, `S` the diagonal of `A`, for `fₖ₊₁`. Each of
    /// these problems is definite, so that pivoting cannot fail for want of rank, and `fₖ` tends to a solution.
    /// The best of them is in `proximal`.
    fn proximal_point(&mut self, lcp: &Lcp, limits: &Limits) {
        const MU: f64 = 1e-11;
        let mut proximal = std::mem::take(&mut self.proximal);
        let Proximal { regular, shift, f, point, best, a } = &mut proximal;
        let n = lcp.len();
        shift.clear();
        shift.extend((0..n).map(|i| MU * positive_or(lcp.a[(i, i)], 1.0)));
        regular.a.reset(n, n);
        regular.b.clone_from(&lcp.b);
        regular.bilateral.clone_from(&lcp.bilateral);
        for (i, shift) in shift.iter().enumerate() {
            regular.a.row_mut(i).copy_from_slice(lcp.a.row(i));
            regular.a[(i, i)] += shift;
        }
        // The problems are solved to rounding: what is left is the proximal term.
        let exact = Limits { tolerance: 1e-3 * limits.tolerance, ..limits.clone() };
        f.clear();
        f.resize(n, 0.0);
        best.take(lcp, f, &lcp.b);
        f.clear();
        for _ in 0..100 {
            for (i, f) in f.iter().enumerate() {
                regular.b[i] = lcp.b[i] - shift[i] * f;
            }
            self.pivot(regular, &exact, Some(f), point);
            if !keep_better(lcp, &point.f, 0.9, a, best) {
                break;
            }
            f.clone_from(&point.f);
        }
        // The contacts that carry are known now: from there plain pivoting has next to nothing left to do.
        f.clone_from(&best.f);
        self.pivot(lcp, &exact, Some(f), point);
        keep_better(lcp, &point.f, 1.0, a, best);
        self.proximal = proximal;
    }

    /// The projection of `−b` on `{v : A v = 0, vᵢ ≥ 0 for unilateral rows}`.
    pub(super) fn least_violation(&mut self, lcp: &Lcp) -> Vec<f64> {
        let n = lcp.len();
        let basis = range_basis(&lcp.a);
        let project = |x: &mut [f64]| {
            // Twice, since once leaves a rest of the size of the rounding of x.
            for q in basis.iter().chain(&basis) {
                let along = dot(q, x);
                add_scaled(x, -along, q);
            }
        };
        let mut kernel = Lcp { a: Matrix::zeros(n, n), b: lcp.b.iter().map(|b| -b).collect(), ..Lcp::default() };
        project(&mut kernel.b);
        for i in (0..n).filter(|&i| !lcp.is_bilateral(i)) {
            let mut column = vec![0.0; n];
            column[i] = 1.0;
            project(&mut column);
            kernel.a.row_mut(i).copy_from_slice(&column);
        }
        clean(&mut kernel.a, lcp);
        // Bilateral rows have no multiplier: with a zero row and column they stay at w = 0 and only their b counts.
        let mut unilateral = kernel.clone();
        (0..n).filter(|&i| lcp.is_bilateral(i)).for_each(|i| unilateral.b[i] = 0.0);
        let multiplier = self.complementary(&unilateral, &Limits::default());
        let mut violation: Vec<f64> = multiplier.iter().zip(&lcp.b).map(|(w, b)| w - b).collect();
        project(&mut violation);
        for (i, v) in violation.iter_mut().enumerate() {
            *v = if lcp.is_bilateral(i) { *v } else { v.max(0.0) };
        }
        violation
    }
}

/// Replaces `best` by `f` if that lowers its residual to less than `share` of it; `a` is storage.
fn keep_better(lcp: &Lcp, f: &[f64], share: f64, a: &mut Vec<f64>, best: &mut Solution) -> bool {
    lcp.evaluate(f, a);
    let better = lcp.natural_residual(a, f) < share * best.residual;
    if better {
        best.take(lcp, f, a);
    }
    better
}

fn positive_or(x: f64, otherwise: f64) -> f64 {
    if x > 0.0 { x } else { otherwise }
}

/// Makes the projector exactly symmetric, and exactly zero in rows that are zero but for rounding or are bilateral.
fn clean(projector: &mut Matrix, lcp: &Lcp) {
    let n = projector.rows();
    let empty: Vec<bool> = (0..n).map(|i| lcp.is_bilateral(i) || projector[(i, i)] < 1e-12).collect();
    for i in 0..n {
        for j in 0..=i {
            let mean = 0.5 * (projector[(i, j)] + projector[(j, i)]);
            let entry = if empty[i] || empty[j] { 0.0 } else { mean };
            (projector[(i, j)], projector[(j, i)]) = (entry, entry);
        }
    }
}

/// An orthonormal basis of the range of `A`: columns by Cholesky's elimination with the largest pivot first, which
/// shows the rank, then orthogonalised by Gram and Schmidt, twice.
fn range_basis(a: &Matrix) -> Vec<Vec<f64>> {
    let n = a.rows();
    let scale: Vec<f64> = (0..n).map(|i| 1.0 / positive_or(a[(i, i)], 1.0).sqrt()).collect();
    let mut rest: Vec<f64> = (0..n).map(|i| a[(i, i)] * scale[i] * scale[i]).collect();
    let mut columns: Vec<Vec<f64>> = Vec::new();
    while let Some(k) = (0..n).max_by(|&i, &j| rest[i].total_cmp(&rest[j])) {
        if columns.len() == n || rest[k] <= 4.0 * f64::EPSILON * n as f64 {
            break;
        }
        let mut column: Vec<f64> = (0..n).map(|i| a[(i, k)] * scale[i] * scale[k]).collect();
        for previous in &columns {
            add_scaled(&mut column, -previous[k], previous);
        }
        let root = rest[k].sqrt();
        column.iter_mut().for_each(|x| *x /= root);
        rest.iter_mut().zip(&column).for_each(|(rest, x)| *rest -= x * x);
        rest[k] = 0.0;
        columns.push(column);
    }
    orthonormal(columns.into_iter().map(|column| column.iter().zip(&scale).map(|(x, s)| x / s).collect()))
}

fn orthonormal(columns: impl Iterator<Item = Vec<f64>>) -> Vec<Vec<f64>> {
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for mut column in columns {
        for _ in 0..2 {
            let length = norm(&column);
            column.iter_mut().for_each(|x| *x /= length);
            for q in &basis {
                let along = dot(q, &column);
                add_scaled(&mut column, -along, q);
            }
        }
        let length = norm(&column);
        column.iter_mut().for_each(|x| *x /= length);
        basis.push(column);
    }
    basis
}
