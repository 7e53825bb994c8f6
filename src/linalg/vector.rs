//! Vectors are slices of `f64`; these are the loops that everything else runs in.

/// `xᵀy`, in four partial sums: the order is fixed, so the bits are the same everywhere, and the additions overlap.
pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    let (x4, x_rest) = x.as_chunks::<4>();
    let (y4, y_rest) = y.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for (x, y) in x4.iter().zip(y4) {
        // written out: a compiler that saves space leaves a loop a loop
        let [a, b, c, d] = sums;
        sums = [a + x[0] * y[0], b + x[1] * y[1], c + x[2] * y[2], d + x[3] * y[3]];
    }
    let rest: f64 = x_rest.iter().zip(y_rest).map(|(x, y)| x * y).sum();
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + rest
}

/// `y += s x`.
pub fn add_scaled(y: &mut [f64], s: f64, x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += s * x;
    }
}

/// `Σ |xᵢ yᵢ|`, the yardstick of the rounding error of [`dot`].
pub fn dot_magnitude(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| (x * y).abs()).sum()
}

/// Largest absolute entry; 0 of nothing.
pub fn max_abs(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |largest, x| largest.max(x.abs()))
}

/// Euclidean norm, safe against overflow and underflow of the squares.
pub fn norm(x: &[f64]) -> f64 {
    let largest = max_abs(x);
    if largest == 0.0 || !largest.is_finite() {
        return largest;
    }
    largest * x.iter().map(|x| (x / largest) * (x / largest)).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum over integers is exact whatever the length, so no entry is lost at the seam of the four lanes.
    #[test]
    fn dot_counts_every_entry() {
        for n in 0..20_usize {
            let x: Vec<f64> = (0..n).map(|i| i as f64 + 1.0).collect();
            let squares = (n * (n + 1) * (2 * n + 1) / 6) as f64;
            assert_eq!(dot(&x, &x), squares);
            assert_eq!(dot_magnitude(&x, &x), squares);
        }
    }

    /// The norm of a long or short vector neither overflows nor vanishes.
    #[test]
    fn norm_of_extreme_entries() {
        for scale in [1e-300, 1.0, 1e300] {
            let computed = norm(&[3.0 * scale, -4.0 * scale]);
            assert!((computed / scale - 5.0).abs() < 1e-14, "norm {computed:e} of a 3-4-5 vector times {scale:e}");
        }
    }
}
