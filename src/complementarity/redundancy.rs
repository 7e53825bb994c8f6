//! What a solution leaves open: the rank of A, and which forces are not unique.
use super::{Lcp, Solution};
use crate::linalg::Matrix;

/// Diagonal, relative to its start, at which a row counts as a combination of those before.
const DEPENDENT: f64 = 1e-9;
/// Share of a unit change of a force that counts as a change, and forces and accelerations that count as zero.
pub(super) const NEGLIGIBLE: f64 = 1e-7;

/// Rank of a symmetric positive semidefinite matrix, by Gauss-Jordan steps with the largest diagonal first.
pub fn rank(a: &Matrix) -> usize {
    let mut sweep = Sweep::new(a);
    sweep.run(|_| true);
    sweep.swept.iter().filter(|&&swept| swept).count()
}

/// Whether `xᵀA x ≥ 0` for all `x`, `A` symmetric or not: what its rows leave of those that depend on them is rounding.
pub fn is_semidefinite(a: &Matrix) -> bool {
    let mut sweep = Sweep::new(&Matrix::from_fn(a.rows(), a.cols(), |i, j| 0.5 * (a[(i, j)] + a[(j, i)])));
    sweep.run(|_| true);
    let left: Vec<usize> = (0..a.rows()).filter(|&i| !sweep.swept[i]).collect();
    let is_rounding = |i: usize, j: usize| {
        sweep.table[(i, j)].abs() <= DEPENDENT * libm::sqrt(sweep.start[i]) * libm::sqrt(sweep.start[j])
    };
    left.iter().all(|&i| left.iter().all(|&j| is_rounding(i, j)))
}

/// Which forces are not unique.
///
/// All solutions have the same `a`, and differ by vectors of the null space of A that are zero where `a > 0` and do
/// not make a force negative. The rows with force
/// are swept first; each other row `j` without acceleration that depends on them then gives one such vector: `f_j`
/// grows, and the swept rows give way by their column. Vectors that need two rows without force at once are not found.
pub fn not_unique(lcp: &Lcp, solution: &Solution) -> Vec<bool> {
    let (f, a) = (&solution.f, &solution.a);
    let (no_force, no_motion) = thresholds(lcp, f, a);
    let mut sweep = Sweep::new(&lcp.a);
    sweep.run(|i| f[i] > no_force);
    let mut open = vec![false; lcp.len()];
    for j in (0..lcp.len()).filter(|&j| !sweep.swept[j] && a[j].abs() <= no_motion && sweep.is_dependent(j)) {
        open[j] = true;
        for i in (0..lcp.len()).filter(|&i| sweep.swept[i]) {
            open[i] |= sweep.table[(i, j)].abs() > NEGLIGIBLE;
        }
    }
    // a row that stays as it is in every vector found is unique, and so is a lone row that depends on none
    if open.iter().filter(|&&open| open).count() > 1 { open } else { vec![false; lcp.len()] }
}

/// Forces up to the first and accelerations up to the second count as zero.
pub(super) fn thresholds(lcp: &Lcp, f: &[f64], a: &[f64]) -> (f64, f64) {
    let most = |x: &[f64]| x.iter().fold(0.0f64, |most, x| most.max(x.abs()));
    (NEGLIGIBLE * most(f), NEGLIGIBLE * most(&lcp.b).max(most(a)))
}

/// A symmetric matrix some of whose rows have been swept: with C those rows, the column of another row `j` holds
/// `A_CC⁻¹ A_Cj` in C, and what is left of A after elimination elsewhere.
pub(super) struct Sweep {
    pub(super) table: Matrix,
    start: Vec<f64>,
    pub(super) swept: Vec<bool>,
}

impl Sweep {
    pub(super) fn new(a: &Matrix) -> Self {
        let start = (0..a.rows()).map(|i| a[(i, i)]).collect();
        Self { table: a.clone(), start, swept: vec![false; a.rows()] }
    }

    pub(super) fn is_dependent(&self, i: usize) -> bool {
        self.table[(i, i)] <= DEPENDENT * self.start[i]
    }

    /// Sweeps rows that may be swept, the one that has kept most of its diagonal first, until the others depend.
    pub(super) fn run(&mut self, may: impl Fn(usize) -> bool) {
        let kept = |s: &Self, i: usize| s.table[(i, i)] / s.start[i];
        while let Some(k) = (0..self.swept.len())
            .filter(|&i| may(i) && !self.swept[i] && !self.is_dependent(i))
            .max_by(|&i, &j| kept(self, i).total_cmp(&kept(self, j)))
        {
            self.sweep(k);
        }
    }

    fn sweep(&mut self, k: usize) {
        let (n, pivot) = (self.swept.len(), self.table[(k, k)]);
        for j in (0..n).filter(|&j| j != k) {
            self.table[(k, j)] /= pivot;
        }
        for i in (0..n).filter(|&i| i != k) {
            let factor = self.table[(i, k)];
            for j in (0..n).filter(|&j| j != k) {
                self.table[(i, j)] -= factor * self.table[(k, j)];
            }
            self.table[(i, k)] = -factor / pivot;
        }
        self.table[(k, k)] = pivot.recip();
        self.swept[k] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A = J Jᵀ for the rows of J.
    fn gram(rows: &[&[f64]]) -> Matrix {
        let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum();
        Matrix::from_rows(&rows.iter().map(|x| rows.iter().map(|y| dot(x, y)).collect()).collect::<Vec<_>>())
    }

    fn found(a: Matrix, f: &[f64]) -> Vec<bool> {
        let mut push = vec![0.0; f.len()];
        a.multiply(f, &mut push);
        let lcp = Lcp { a, b: push.iter().map(|x| -x).collect(), ..Lcp::default() };
        not_unique(&lcp, &Solution { f: f.to_vec(), a: vec![0.0; f.len()], ..Solution::default() })
    }

    #[test]
    fn gram_matrices_are_semidefinite_and_others_are_told() {
        let even = gram(&[&[1.0, 1.0], &[1.0, 0.0], &[1e-6, -1e-6], &[0.0, 0.0]]);
        assert!(is_semidefinite(&even));
        // what is added to A and taken from its transpose changes no xᵀA x
        let mut turned = even.clone();
        (turned[(0, 1)], turned[(1, 0)]) = (even[(0, 1)] + 3.0, even[(1, 0)] - 3.0);
        assert!(is_semidefinite(&turned));
        for (i, j, by) in [(0, 0, -1.5), (2, 2, -1e-12), (3, 3, -1e-3), (0, 3, 1e-3), (0, 1, 2.0)] {
            let mut other = even.clone();
            other[(i, j)] += by;
            assert!(!is_semidefinite(&other), "{i} {j}");
        }
    }

    #[test]
    fn rank_of_gram_matrices_of_any_scale() {
        assert_eq!(rank(&gram(&[&[1.0, 1.0], &[1.0, 0.0], &[1.0, -1.0]])), 2);
        assert_eq!(rank(&gram(&[&[1e-3, 1.0], &[0.0, 1.0]])), 2, "two rows that differ by a thousandth");
        assert_eq!(rank(&gram(&[&[1e3, 0.0], &[0.0, 1e-3]])), 2);
        assert_eq!(rank(&Matrix::zeros(0, 0)), 0);
        assert_eq!(rank(&Matrix::zeros(2, 2)), 0);
    }

    /// A beam on three supports: any force on the middle one can be traded for half of it on each side.
    #[test]
    fn three_supports_of_a_beam_are_not_unique() {
        let beam = || gram(&[&[1.0, -1.0], &[1.0, 0.0], &[1.0, 1.0]]);
        assert_eq!(found(beam(), &[0.5, 0.0, 0.5]), [true; 3]);
        assert_eq!(found(beam(), &[0.25, 0.5, 0.25]), [true; 3], "also from inside the set of solutions");
    }

    #[test]
    fn two_supports_are_unique_also_beside_a_redundant_beam() {
        assert_eq!(found(gram(&[&[1.0, -1.0], &[1.0, 1.0]]), &[0.5, 0.5]), [false; 2]);
        let rows: [&[f64]; 5] =
            [&[1., -1., 0., 0.], &[1., 0., 0., 0.], &[1., 1., 0., 0.], &[0., 0., 1., -1.], &[0., 0., 1., 1.]];
        assert_eq!(found(gram(&rows), &[0.5, 0.0, 0.5, 0.5, 0.5]), [true, true, true, false, false]);
    }

    /// Two supports at one place, one of which moves away: it takes no load from the other.
    #[test]
    fn a_contact_that_opens_shares_no_load() {
        let a = gram(&[&[1.0], &[1.0]]);
        let lcp = Lcp { a, b: vec![-1.0, 1.0], ..Lcp::default() };
        let solution = Solution { f: vec![1.0, 0.0], a: vec![0.0, 2.0], ..Solution::default() };
        assert_eq!(not_unique(&lcp, &solution), [false; 2]);
    }
}
