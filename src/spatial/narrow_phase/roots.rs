//! Real roots between 0 and 1.

/// The highest degree that is asked for.
const DEGREE: usize = 3;

/// A few numbers in rising order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Few<const N: usize> {
    values: [f64; N],
    count: usize,
}

impl<const N: usize> Default for Few<N> {
    fn default() -> Self {
        Self { values: [0.0; N], count: 0 }
    }
}

impl<const N: usize> Few<N> {
    /// The numbers.
    pub fn as_slice(&self) -> &[f64] {
        &self.values[..self.count]
    }

    /// Adds a number, unless it is there already or there is no room.
    pub fn add(&mut self, value: f64) {
        if self.count < N && self.as_slice().last() != Some(&value) {
            self.values[self.count] = value;
            self.count += 1;
        }
    }
}

/// Zeros of a polynomial of degree up to 3 between 0 and 1, its coefficients from the constant on.
///
/// Between neighbouring zeros of the derivative there is at most one, which is bracketed; so a polynomial's zeros follow
/// from its derivatives', from the linear one on. A zero where the sign does not change is found only if it is exact.
pub fn polynomial(coefficients: [f64; DEGREE + 1]) -> Few<DEGREE> {
    let mut zeros = Few::default();
    for order in (0..DEGREE).rev() {
        let mut c = coefficients;
        for _ in 0..order {
            (0..DEGREE).for_each(|k| c[k] = (k + 1) as f64 * c[k + 1]);
            c[DEGREE] = 0.0;
        }
        let value = |t: f64| c.iter().rev().fold(0.0, |sum, c| sum * t + c);
        let mut found = Few::default();
        let mut low = 0.0;
        for &high in zeros.as_slice().iter().chain(&[1.0]) {
            if value(low) == 0.0 {
                found.add(low);
            } else if (value(low) < 0.0) != (value(high) < 0.0) && value(high) != 0.0 {
                found.add(bracketed(&mut |t| value(t), low, high));
            }
            low = high;
        }
        if value(1.0) == 0.0 && c[..DEGREE - order + 1].iter().any(|c| *c != 0.0) {
            found.add(1.0);
        }
        zeros = found;
    }
    zeros
}

/// A zero between two places where a function has different signs, to rounding; the end at which it is not yet past the
/// zero. Regula falsi after Illinois, which halves the value of an end that stays, with a bisection now and then.
pub fn bracketed(value: &mut dyn FnMut(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let (mut at_low, mut at_high) = (value(low), value(high));
    let mut low_moved = None;
    for step in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high || at_low == 0.0 {
            break;
        }
        let secant = (low * at_high - high * at_low) / (at_high - at_low);
        let next = if step % 4 == 3 || !(secant > low && secant < high) { middle } else { secant };
        let at_next = value(next);
        if at_next == 0.0 {
            return next;
        }
        let moves_low = (at_next < 0.0) == (at_low < 0.0);
        if moves_low {
            (low, at_low) = (next, at_next);
        } else {
            (high, at_high) = (next, at_next);
        }
        if low_moved.replace(moves_low) == Some(moves_low) {
            *(if moves_low { &mut at_high } else { &mut at_low }) *= 0.5;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// A cubic with known zeros has those of them that lie between 0 and 1.
        #[test]
        fn zeros_of_cubics(zeros in prop::array::uniform3(-1.0..2.0f64), factor in 0.1..10.0f64) {
            let [a, b, c] = zeros;
            prop_assume!((a - b).abs().min((b - c).abs()).min((a - c).abs()) > 1e-2);
            prop_assume!(zeros.iter().all(|z| z.abs() > 1e-3 && (z - 1.0).abs() > 1e-3));
            let found = polynomial([-a * b * c, a * b + b * c + a * c, -a - b - c, 1.0].map(|c| factor * c));
            let mut expected: Vec<f64> = zeros.into_iter().filter(|z| (0.0..=1.0).contains(z)).collect();
            expected.sort_by(f64::total_cmp);
            prop_assert_eq!(found.as_slice().len(), expected.len());
            for (found, expected) in found.as_slice().iter().zip(&expected) {
                prop_assert!((found - expected).abs() < 1e-9, "{} {}", found, expected);
            }
        }
    }

    #[test]
    fn lower_degrees_and_ends() {
        assert_eq!(polynomial([-0.25, 1.0, 0.0, 0.0]).as_slice(), [0.25]);
        assert_eq!(polynomial([0.0, 1.0, 0.0, 0.0]).as_slice(), [0.0]);
        assert_eq!(polynomial([-1.0, 1.0, 0.0, 0.0]).as_slice(), [1.0]);
        assert_eq!(polynomial([0.25, -1.0, 1.0, 0.0]).as_slice(), [0.5]);
        assert_eq!(polynomial([1.0, 0.0, 0.0, 0.0]).as_slice(), [0.0; 0]);
    }
}
