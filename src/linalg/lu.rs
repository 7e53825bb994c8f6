//! Gaussian elimination of a dense square matrix.
//!
//! Factor and solution of a full system took, in µs, beside `nalgebra` 0.35 and `faer` 0.24 (one thread, storage of
//! their own each time): 16 rows 2.3, 1.4, 3.9; 32 rows 12, 6, 6; 64 rows 29, 25, 21; 100 rows 95, 82, 79; 200 rows
//! 1042, 1009, 868. In steps of time this elimination sees the few contacts that carry, where microseconds are at stake,
//! and steps of Newton's method have matrices that may be singular, which need [`super::Damped`] (32 rows 9, 100 rows
//! 153) instead: neither crate is worth its weight in the page.
use super::Matrix;
use super::vector::{add_scaled, dot};

/// `P S = L U` with row pivoting, for matrices that need not be symmetric. Storage is kept.
#[derive(Clone, Debug, Default)]
pub struct Lu {
    /// `U` on and above the diagonal, `L` without its unit diagonal below.
    factors: Matrix,
    /// Row of `S` that stands at each place.
    order: Vec<usize>,
    /// Largest entry of `U` that was divided by over the largest entry of `S` in its column: the smallest of these.
    weakest: f64,
}

impl Lu {
    /// Keeps storage for systems of this size from now on.
    pub fn reserve(&mut self, n: usize) {
        self.factors.reserve(n * n);
        self.order.reserve(n.saturating_sub(self.order.len()));
    }

    /// Factors the `n × n` matrix with these entries. Returns false, and cannot be used, if it is singular.
    pub fn factor(&mut self, n: usize, entry: impl Fn(usize, usize) -> f64) -> bool {
        self.factor_entries(n, &entry)
    }

    /// The same, once for all kinds of entries.
    #[inline(never)]
    fn factor_entries(&mut self, n: usize, entry: &dyn Fn(usize, usize) -> f64) -> bool {
        self.factors.reset(n, n);
        self.order.clear();
        self.order.extend(0..n);
        for i in 0..n {
            for (j, x) in self.factors.row_mut(i).iter_mut().enumerate() {
                *x = entry(i, j);
            }
        }
        self.weakest = f64::INFINITY;
        (0..n).all(|k| self.eliminate(k))
    }

    /// One column: the largest entry on or below the diagonal is the pivot.
    fn eliminate(&mut self, k: usize) -> bool {
        let n = self.factors.rows();
        let pivot_row =
            (k..n).fold(k, |best, i| if self.factors[(i, k)].abs() > self.factors[(best, k)].abs() { i } else { best });
        self.factors.swap_rows(k, pivot_row);
        self.order.swap(k, pivot_row);
        let pivot = self.factors[(k, k)];
        if pivot == 0.0 || !pivot.is_finite() {
            return false;
        }
        let column_size = (0..n).fold(0.0_f64, |size, i| size.max(self.factors[(i, k)].abs()));
        self.weakest = self.weakest.min(pivot.abs() / column_size);
        for i in k + 1..n {
            let (upper, lower) = self.factors.rows_mut(k, i);
            if lower[k] != 0.0 {
                lower[k] /= pivot;
                let factor = lower[k];
                add_scaled(&mut lower[k + 1..], -factor, &upper[k + 1..]);
            }
        }
        true
    }

    /// The smallest pivot relative to the entries above it: near 1e-16 the matrix is singular within rounding.
    pub fn weakest_pivot(&self) -> f64 {
        self.weakest
    }

    /// `x = S⁻¹ y`.
    pub fn solve(&self, y: &[f64], x: &mut Vec<f64>) {
        let n = self.order.len();
        x.clear();
        x.extend(self.order.iter().map(|&i| y[i]));
        // in columns of the inverse much of what comes first is zero
        let first = x.iter().position(|x| *x != 0.0).unwrap_or(n);
        for i in first + 1..n {
            x[i] -= dot(&self.factors.row(i)[first..i], &x[first..i]);
        }
        for i in (0..n).rev() {
            let row = self.factors.row(i);
            x[i] = (x[i] - dot(&row[i + 1..], &x[i + 1..])) / row[i];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    /// `S (S⁻¹ y) = y`, also where the diagonal of `S` is zero.
    #[test]
    fn solves_what_it_factored() {
        let mut random = Pcg64::seed_from_u64(3);
        for n in 1..25 {
            let mut s = Matrix::zeros(n, n);
            for i in 0..n {
                for j in 0..n {
                    let off_diagonal = i != j || n == 1;
                    s[(i, j)] = if off_diagonal { random.next_u32() as f64 / 2f64.powi(32) + 0.1 } else { 0.0 };
                }
            }
            let (mut lu, mut x, mut back) = (Lu::default(), Vec::new(), vec![0.0; n]);
            assert!(lu.factor(n, |i, j| s[(i, j)]), "a random matrix of size {n} is regular");
            let y: Vec<f64> = (0..n).map(|i| i as f64).collect();
            lu.solve(&y, &mut x);
            s.multiply(&x, &mut back);
            let worst = back.iter().zip(&y).map(|(b, y)| (b - y).abs()).fold(0.0, f64::max);
            assert!(worst < 1e-10, "size {n}: S (S⁻¹ y) differs from y by {worst:e}, expected below 1e-10");
        }
    }

    /// A singular matrix is refused or its weakest pivot shows it.
    #[test]
    fn singular_matrices_are_seen() {
        let mut lu = Lu::default();
        assert!(!lu.factor(3, |i, j| ((i + 1) * (j + 1)) as f64), "rank one");
        let nearly = [[1.0, 1.0], [1.0, 1.0 + 1e-15]];
        assert!(lu.factor(2, |i, j| nearly[i][j]) && lu.weakest_pivot() < 1e-14);
    }
}
