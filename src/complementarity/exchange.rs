//! How the forces of a solution can be exchanged for others that cause the same accelerations.
//!
//! All solutions have the same `a`, and differ by vectors `v` with `A v = 0` that are zero where `a > 0` (Cottle, Pang
//! and Stone, *The Linear Complementarity Problem*, 3.1.7 and 3.4.4). These vectors have a basis in which each belongs
//! to one dependent row, whose force it changes by one.
use super::Lcp;
use super::redundancy::{NEGLIGIBLE, Sweep, thresholds};

/// A change of the forces that changes no acceleration.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange {
    /// The dependent row: its force changes by one, and by nothing in all other exchanges of the basis.
    pub row: usize,
    /// Change of each force per unit of that row's.
    pub change: Vec<f64>,
}

/// A basis of all changes of the forces of a solution that keep `a` and let no row act that opens.
pub fn exchanges(lcp: &Lcp, f: &[f64], a: &[f64]) -> Vec<Exchange> {
    let (no_force, no_motion) = thresholds(lcp, f, a);
    let closed = |i: usize| a[i].abs() <= no_motion;
    let mut sweep = Sweep::new(&lcp.a);
    // rows with force first: the others then begin at zero and take over from these
    sweep.run(|i| f[i] > no_force && closed(i));
    sweep.run(closed);
    let dependent = (0..lcp.len()).filter(|&j| closed(j) && !sweep.swept[j] && sweep.is_dependent(j));
    let exchange = |row: usize| {
        let mut change = vec![0.0; lcp.len()];
        for i in (0..lcp.len()).filter(|&i| sweep.swept[i]) {
            let entry = sweep.table[(i, row)];
            change[i] = if entry.abs() > NEGLIGIBLE { -entry } else { 0.0 };
        }
        change[row] = 1.0;
        Exchange { row, change }
    };
    dependent.map(exchange).collect()
}

/// The least and the greatest multiple of these changes that can be added to values, forces or what they leave of a cone,
/// without one becoming negative; the second is infinite where rows press against each other.
pub fn room(values: &[f64], changes: &[f64]) -> (f64, f64) {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for (value, change) in values.iter().zip(changes).filter(|(_, change)| **change != 0.0) {
        let end = -value.max(0.0) / change;
        (low, high) = if *change > 0.0 { (low.max(end), high) } else { (low, high.min(end)) };
    }
    (low.min(0.0), high.max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::Matrix;

    /// The problem at rest of rows J with these forces.
    fn at_rest(rows: &[&[f64]], f: &[f64]) -> (Lcp, Vec<f64>) {
        let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
        let a = Matrix::from_fn(rows.len(), rows.len(), |i, j| dot(rows[i], rows[j]));
        let mut push = vec![0.0; f.len()];
        a.multiply(f, &mut push);
        let lcp = Lcp { a, b: push.iter().map(|x| -x).collect(), ..Lcp::default() };
        (lcp, f.to_vec())
    }

    /// A beam on three supports: the middle one can take all of the weight or nothing of it.
    #[test]
    fn the_middle_of_three_supports_takes_all_or_nothing() {
        let (lcp, f) = at_rest(&[&[1.0, -1.0], &[1.0, 0.0], &[1.0, 1.0]], &[0.5, 0.0, 0.5]);
        let found = exchanges(&lcp, &f, &vec![0.0; f.len()]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].row, 1);
        assert!(found[0].change.iter().zip([-0.5, 1.0, -0.5]).all(|(x, y)| (x - y).abs() < 1e-12), "{found:?}");
        let (low, high) = room(&f, &found[0].change);
        assert!(low == 0.0 && (high - 1.0).abs() < 1e-12, "{low} to {high}");
    }

    /// A block pressed from both sides: both forces can grow without end.
    #[test]
    fn what_is_squeezed_can_be_squeezed_without_end() {
        let (lcp, f) = at_rest(&[&[1.0], &[-1.0]], &[0.0, 0.0]);
        let found = exchanges(&lcp, &f, &vec![0.0; f.len()]);
        assert_eq!((found.len(), found[0].change.as_slice()), (1, &[1.0, 1.0][..]));
        assert_eq!(room(&f, &found[0].change), (0.0, f64::INFINITY));
    }

    #[test]
    fn two_supports_have_nothing_to_exchange() {
        let (lcp, f) = at_rest(&[&[1.0, -1.0], &[1.0, 1.0]], &[0.5, 0.5]);
        assert_eq!(exchanges(&lcp, &f, &vec![0.0; f.len()]), []);
    }
}
