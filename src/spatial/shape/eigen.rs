//! Eigenvalues of symmetric 3×3 matrices.
use crate::sort::by_insertion;
use glam::{DMat3, DQuat, DVec3};

/// Eigenvalues of a symmetric matrix and the rotation whose axes are its eigenvectors, largest eigenvalue last.
///
/// Jacobi's method with cyclic sweeps (Golub and Van Loan, *Matrix Computations*, section 8.5): each plane rotation
/// makes one pair of entries vanish, and the rest shrinks quadratically. Exact to rounding also for equal eigenvalues.
pub fn symmetric_eigen(matrix: DMat3) -> (DVec3, DMat3) {
    let mut a = matrix.to_cols_array_2d();
    let mut v = DMat3::IDENTITY.to_cols_array_2d();
    for _ in 0..20 {
        if a[0][1] == 0.0 && a[0][2] == 0.0 && a[1][2] == 0.0 {
            break;
        }
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            rotate(&mut a, &mut v, p, q);
        }
    }
    let mut order = [0, 1, 2];
    by_insertion(&mut order, |i: usize, j: usize| a[i][i].total_cmp(&a[j][j]).is_gt());
    let values = DVec3::from_array(order.map(|i| a[i][i]));
    let [x, y, _] = order.map(|i| DVec3::from_array(v[i]));
    (values, DMat3::from_cols(x, y, x.cross(y)))
}

/// One plane rotation `Jᵀ A J` with `A_pq = 0` after it; the columns of `v` follow.
fn rotate(a: &mut [[f64; 3]; 3], v: &mut [[f64; 3]; 3], p: usize, q: usize) {
    let off = a[p][q];
    if off.abs() <= 1e-18 * (a[p][p].abs() + a[q][q].abs()) {
        (a[p][q], a[q][p]) = (0.0, 0.0);
        return;
    }
    let tau = (a[q][q] - a[p][p]) / (2.0 * off);
    // no square of these is too large for a number
    let t = tau.signum() / (tau.abs() + (1.0 + tau * tau).sqrt());
    let c = 1.0 / (1.0 + t * t).sqrt();
    let s = t * c;
    let r = 3 - p - q;
    let (arp, arq) = (a[r][p], a[r][q]);
    a[p][p] -= t * off;
    a[q][q] += t * off;
    (a[p][q], a[q][p]) = (0.0, 0.0);
    (a[r][p], a[r][q]) = (c * arp - s * arq, s * arp + c * arq);
    (a[p][r], a[q][r]) = (a[r][p], a[r][q]);
    let (vp, vq) = (DVec3::from_array(v[p]), DVec3::from_array(v[q]));
    (v[p], v[q]) = ((c * vp - s * vq).to_array(), (s * vp + c * vq).to_array());
}

/// The rotation, as a quaternion, from the eigenvectors' axes.
pub fn principal_axes(matrix: DMat3) -> (DVec3, DQuat) {
    let (values, axes) = symmetric_eigen(matrix);
    (values, DQuat::from_mat3(&axes).normalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// `A V = V D` with a rotation V, whatever the eigenvalues.
        #[test]
        fn eigenvectors_are_a_rotation(
            angles in prop::array::uniform3(-4.0..4.0f64), values in prop::array::uniform3(-3..3i32), small in -12..1i32,
        ) {
            let r = DMat3::from_euler(glam::EulerRot::XYZ, angles[0], angles[1], angles[2]);
            let [x, y, z] = values.map(f64::from);
            let a = r * DMat3::from_diagonal(DVec3::new(x, y, y + z * libm::pow(10.0, small.into()))) * r.transpose();
            let (d, v) = symmetric_eigen((a + a.transpose()) * 0.5);
            prop_assert!((v.determinant() - 1.0).abs() < 1e-13);
            for k in 0..3 {
                prop_assert!((a * v.col(k) - d[k] * v.col(k)).length() < 1e-13 * (1.0 + d.length()), "{a} {d} {v}");
            }
            prop_assert!(d.x <= d.y && d.y <= d.z);
        }
    }
}
