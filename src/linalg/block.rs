//! Small square matrices, such as a contact has.

/// A small square matrix.
pub type Block<const D: usize> = [[f64; D]; D];

/// `A B`.
pub fn product<const D: usize>(a: &Block<D>, b: &Block<D>) -> Block<D> {
    let mut c = [[0.0; D]; D];
    for i in 0..D {
        for k in 0..D {
            for j in 0..D {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}

/// The inverse, by Gauss and Jordan with row pivoting; none of a singular block.
pub fn inverse<const D: usize>(mut a: Block<D>) -> Option<Block<D>> {
    let mut b = [[0.0; D]; D];
    (0..D).for_each(|i| b[i][i] = 1.0);
    for k in 0..D {
        let pivot_row = (k..D).fold(k, |best, i| if a[i][k].abs() > a[best][k].abs() { i } else { best });
        a.swap(k, pivot_row);
        b.swap(k, pivot_row);
        let pivot = a[k][k];
        if pivot == 0.0 || !pivot.is_finite() {
            return None;
        }
        a[k].iter_mut().for_each(|x| *x /= pivot);
        b[k].iter_mut().for_each(|x| *x /= pivot);
        for i in (0..D).filter(|&i| i != k) {
            let factor = a[i][k];
            for j in 0..D {
                (a[i][j], b[i][j]) = (a[i][j] - factor * a[k][j], b[i][j] - factor * b[k][j]);
            }
        }
    }
    Some(b)
}
