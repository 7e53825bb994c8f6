//! Cholesky's factor of a principal submatrix that gains and loses one row at a time.
use super::vector::{add_scaled, dot};

/// `S = L Lᵀ` for a symmetric positive definite `S`, with `L` lower triangular.
///
/// A row is appended in O(k²) (one substitution) and any row is removed in O(k²) (a sweep of plane rotations that
/// restores the triangle; Golub and Van Loan, *Matrix Computations*, 6.5.4). `L` is packed row by row: row `i`
/// starts at `i(i+1)/2` and ends with the reciprocal of its diagonal, since only that is needed. Storage is kept, so that in the long run nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct Cholesky {
    size: usize,
    entries: Vec<f64>,
    /// Cosines and sines of the last removal.
    rotations: Vec<(f64, f64)>,
}

impl Cholesky {
    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.size = 0;
        self.entries.clear();
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    fn row(&self, i: usize) -> &[f64] {
        let start = i * (i + 1) / 2;
        &self.entries[start..=start + i]
    }

    /// Solves `L y = x` in place.
    pub fn solve_lower(&self, x: &mut [f64]) {
        for i in 0..self.size {
            let row = self.row(i);
            x[i] = (x[i] - dot(&row[..i], &x[..i])) * row[i];
        }
    }

    /// Solves `Lᵀ y = x` in place.
    pub fn solve_upper(&self, x: &mut [f64]) {
        for i in (0..self.size).rev() {
            let row = self.row(i);
            x[i] *= row[i];
            let xi = x[i];
            add_scaled(&mut x[..i], -xi, &row[..i]);
        }
    }

    /// Solves `S y = x` in place.
    pub fn solve(&self, x: &mut [f64]) {
        self.solve_lower(x);
        self.solve_upper(x);
    }

    /// Appends a row and column to `S`. `reduced` is the new column in front of the diagonal after
    /// [`Self::solve_lower`], `pivot` the new diagonal minus `|reduced|²`, and must be positive.
    pub fn append(&mut self, reduced: &[f64], pivot: f64) {
        debug_assert!(pivot > 0.0 && reduced.len() == self.size, "a row can only be appended with a positive pivot");
        self.entries.extend_from_slice(reduced);
        self.entries.push(1.0 / pivot.sqrt());
        self.size += 1;
    }

    /// Removes row and column `k` of `S`.
    pub fn remove(&mut self, k: usize) {
        self.rotations.clear();
        let mut write = k * (k + 1) / 2;
        for i in k + 1..self.size {
            let read = i * (i + 1) / 2;
            // Rows below have one entry too many since column k is to vanish: rotate columns (j, j + 1) one by one.
            let row = &mut self.entries[read..=read + i];
            row[i] = 1.0 / row[i];
            for (j, &(c, s)) in (k..).zip(&self.rotations) {
                (row[j], row[j + 1]) = (c * row[j] + s * row[j + 1], c * row[j + 1] - s * row[j]);
            }
            let (x, y) = (row[i - 1], row[i]);
            let diagonal = libm::hypot(x, y);
            self.rotations.push((x / diagonal, y / diagonal));
            row[i - 1] = 1.0 / diagonal;
            self.entries.copy_within(read..read + i, write);
            write += i;
        }
        self.entries.truncate(write);
        self.size -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    /// A symmetric positive definite matrix: `Gᵀ G + I` of random `G`.
    fn definite(n: usize, random: &mut Pcg64) -> Vec<Vec<f64>> {
        let mut uniform = || random.next_u32() as f64 / 2f64.powi(32) - 0.5;
        let g: Vec<Vec<f64>> = (0..n).map(|_| (0..n).map(|_| uniform()).collect()).collect();
        let entry = |i: usize, j: usize| dot(&g[i], &g[j]) + if i == j { 1.0 } else { 0.0 };
        (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
    }

    fn append(factor: &mut Cholesky, matrix: &[Vec<f64>], set: &mut Vec<usize>, new: usize) {
        let mut column: Vec<f64> = set.iter().map(|&i| matrix[i][new]).collect();
        factor.solve_lower(&mut column);
        factor.append(&column, matrix[new][new] - dot(&column, &column));
        set.push(new);
    }

    /// `S (S⁻¹ x) = x` after any sequence of appended and removed rows.
    #[test]
    fn updated_factor_solves_the_current_submatrix() {
        let n = 30;
        let mut random = Pcg64::seed_from_u64(1);
        let matrix = definite(n, &mut random);
        let (mut factor, mut set, mut worst) = (Cholesky::default(), Vec::new(), 0.0_f64);
        for _ in 0..2000 {
            let i = random.next_u32() as usize % n;
            match set.iter().position(|&j| j == i) {
                Some(k) => {
                    factor.remove(k);
                    set.remove(k);
                }
                None => append(&mut factor, &matrix, &mut set, i),
            }
            let mut x = vec![1.0; set.len()];
            factor.solve(&mut x);
            for &i in &set {
                let product: f64 = set.iter().zip(&x).map(|(&j, x)| matrix[i][j] * x).sum();
                worst = worst.max((product - 1.0).abs());
            }
        }
        assert!(worst < 1e-12, "largest error of S (S⁻¹ 1) = 1 over 2000 changes: {worst:e}, expected below 1e-12");
    }

    /// Adding and removing rows within a size seen before allocates nothing.
    #[test]
    fn storage_is_kept() {
        let matrix = definite(10, &mut Pcg64::seed_from_u64(2));
        let (mut factor, mut set) = (Cholesky::default(), Vec::new());
        (0..10).for_each(|i| append(&mut factor, &matrix, &mut set, i));
        factor.remove(0);
        let capacity = (factor.entries.capacity(), factor.rotations.capacity());
        factor.clear();
        set.clear();
        (0..10).for_each(|i| append(&mut factor, &matrix, &mut set, i));
        factor.remove(0);
        assert_eq!((factor.entries.capacity(), factor.rotations.capacity()), capacity);
    }
}
