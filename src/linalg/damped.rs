//! Equations that may be dependent, solved by damped least squares.
use super::{Cholesky, Matrix};
use crate::linalg::vector::{add_scaled, dot};

/// Levenberg's and Marquardt's solution of `H d = r`: the `d` with least `|H d − r|² + μ |d|²`. Storage is kept.
#[derive(Clone, Debug, Default)]
pub struct Damped {
    /// `HᵀH`, on and below the diagonal.
    normal: Matrix,
    factor: Cholesky,
    reduced: Vec<f64>,
}

impl Damped {
    /// `Hᵀ r`.
    pub fn gradient(&mut self, h: &Matrix, r: &[f64], out: &mut Vec<f64>) {
        out.clear();
        out.resize(h.cols(), 0.0);
        for (i, r) in r.iter().enumerate() {
            add_scaled(out, *r, h.row(i));
        }
    }

    /// The solution for `μ > 0`.
    pub fn solve(&mut self, h: &Matrix, r: &[f64], mu: f64, out: &mut Vec<f64>) {
        let n = h.cols();
        self.normal.reset(n, n);
        for row in (0..h.rows()).map(|i| h.row(i)) {
            // most entries are zero where bodies touch few others
            for (j, x) in row.iter().enumerate().filter(|(_, x)| **x != 0.0) {
                add_scaled(&mut self.normal.row_mut(j)[..=j], *x, row);
            }
        }
        self.gradient(h, r, out);
        self.factor.clear();
        for j in 0..n {
            let (before, own) = self.normal.row(j)[..=j].split_at(j);
            self.reduced.clear();
            self.reduced.extend_from_slice(before);
            self.factor.solve_lower(&mut self.reduced);
            let own = own[0] + mu;
            // rounding may leave nothing of a dependent column but its damping
            let pivot = (own - dot(&self.reduced, &self.reduced)).max(mu.max(1e-15 * own));
            self.factor.append(&self.reduced, pivot);
        }
        self.factor.solve(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regular equations are solved; of dependent ones the solution has the least norm.
    #[test]
    fn solves_regular_and_dependent_equations() {
        let (mut damped, mut d) = (Damped::default(), Vec::new());
        let regular = Matrix::from_rows(&[vec![2.0, 1.0], vec![-1.0, 3.0]]);
        damped.solve(&regular, &[4.0, 5.0], 1e-13, &mut d);
        assert!((d[0] - 1.0).abs() < 1e-11 && (d[1] - 2.0).abs() < 1e-11, "{d:?}");
        let dependent = Matrix::from_rows(&[vec![1.0, 1.0], vec![1.0, 1.0]]);
        damped.solve(&dependent, &[2.0, 2.0], 1e-12, &mut d);
        assert!((d[0] - 1.0).abs() < 1e-3 && (d[0] + d[1] - 2.0).abs() < 1e-9, "{d:?}");
    }
}
