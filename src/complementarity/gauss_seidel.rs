//! Projected Gauss-Seidel: each contact in turn takes the force that brings its own acceleration to zero, or none.
//!
//! A matrix splitting method (Cottle, Pang and Stone, *The Linear Complementarity Problem*, 5.2). For a symmetric
//! positive semidefinite `A` with positive diagonal each sweep lowers `½ fᵀA f + bᵀf`, and where there is a solution the
//! forces tend to one (Luo and Tseng, *SIAM Journal on Control and Optimization* 30, 1992). It is here to be compared:
//! it comes near soon and close late, so that it is no method of the table.
use super::Lcp;
use crate::linalg::vector::dot;

/// One sweep over all contacts, each from the newest forces of the others. Returns the largest `A_ii |Δf_i|`, m/s²: about
/// what the accelerations were off. A row without a diagonal keeps its force.
pub fn sweep(lcp: &Lcp, f: &mut [f64]) -> f64 {
    let mut largest = 0.0f64;
    for i in 0..lcp.len() {
        let diagonal = lcp.a[(i, i)];
        if diagonal > 0.0 {
            let wanted = f[i] - (dot(lcp.a.row(i), f) + lcp.b[i]) / diagonal;
            let new = if lcp.is_bilateral(i) { wanted } else { wanted.max(0.0) };
            largest = largest.max(diagonal * (new - f[i]).abs());
            f[i] = new;
        }
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::Matrix;

    /// Two blocks on each other, pressed down: the lower contact carries both.
    #[test]
    fn sweeps_tend_to_the_forces_of_a_stack() {
        let a = Matrix::from_rows(&[vec![1.0, -1.0], vec![-1.0, 2.0]]);
        let lcp = Lcp { a, b: vec![-3.0, 0.0], ..Lcp::default() };
        let (mut f, mut energy) = (vec![0.0; 2], f64::INFINITY);
        for _ in 0..200 {
            sweep(&lcp, &mut f);
            let mut push = vec![0.0; 2];
            lcp.a.multiply(&f, &mut push);
            let now = 0.5 * dot(&f, &push) + dot(&lcp.b, &f);
            assert!(now <= energy + 1e-12, "{now} after {energy}");
            energy = now;
        }
        assert!((f[0] - 6.0).abs() < 1e-9 && (f[1] - 3.0).abs() < 1e-9, "{f:?}");
    }

    #[test]
    fn a_contact_that_opens_carries_nothing() {
        let a = Matrix::from_rows(&[vec![1.0, 0.5], vec![0.5, 1.0]]);
        let lcp = Lcp { a, b: vec![-1.0, 3.0], ..Lcp::default() };
        let mut f = vec![0.0, 5.0];
        while sweep(&lcp, &mut f) > 1e-14 {}
        assert!((f[0] - 1.0).abs() < 1e-12 && f[1] == 0.0, "{f:?}");
    }
}
