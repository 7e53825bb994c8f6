//! Fischer's function on a problem of one contact, for a figure of the article.
use crate::complementarity::fischer_burmeister::{FischerBurmeister, fischer};
use crate::complementarity::nonlinear::{Iterate, Ncp, Tolerance};
use crate::linalg::Matrix;

/// One contact whose gap at the end of a step is curved in its force: without force it is `apart`.
struct Bent {
    apart: f64,
    force: f64,
    gap: [f64; 1],
}

impl Ncp for Bent {
    fn len(&self) -> usize {
        1
    }

    fn scale(&self) -> &[f64] {
        &[1.0]
    }

    fn go_to(&mut self, f: &[f64]) {
        self.force = f[0];
        self.gap[0] = self.apart + 0.6 * self.force + 0.25 * self.force * self.force;
    }

    fn distances(&self) -> &[f64] {
        &self.gap
    }

    fn jacobian(&mut self, jacobian: &mut Matrix) {
        jacobian.reset(1, 1);
        jacobian[(0, 0)] = 0.6 + 0.5 * self.force;
    }
}

/// The steps of Newton's method on that contact from a first force: force, gap and Fischer's function before and after
/// each.
pub fn newton(apart: f64, first: f64) -> Vec<f64> {
    let mut contact = Bent { apart, force: 0.0, gap: [0.0] };
    contact.go_to(&[first]);
    let mut list = Vec::new();
    let mut row = |f: f64, gap: f64| list.extend([f, gap, fischer(gap, f)]);
    row(first, contact.gap[0]);
    let tolerance = Tolerance { residual: 1e-15, iterations: 30 };
    let watch = &mut |step: &Iterate| row(step.f[0], step.distances[0]);
    FischerBurmeister::default().solve(&mut contact, tolerance, &mut [first], watch);
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newtons_method_ends_where_gap_or_force_is_zero() {
        for apart in [-1.0, -0.3, 0.0, 0.4, 1.0] {
            for first in [0.0, 0.5, 3.0] {
                let list = newton(apart, first);
                let [f, gap, phi] = list[list.len() - 3..] else { panic!("{list:?}") };
                assert!(f.min(gap).abs() < 1e-8 && phi.abs() < 1e-8, "{apart} from {first}: {f}, {gap}, {phi}");
                assert_eq!(list[..2], [first, apart + 0.6 * first + 0.25 * first * first]);
            }
        }
    }
}
