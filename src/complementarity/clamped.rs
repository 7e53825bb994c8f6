//! The set C of Baraff's method: contacts with force and without acceleration, and the factor of `A_CC`.
use crate::linalg::vector::dot;
use crate::linalg::{Cholesky, Matrix};

/// A pivot of the factor counts as zero below this many roundings of the terms it is the difference of.
const SINGULAR: f64 = 32.0 * f64::EPSILON;
/// A pivot below minus this, relative to the same terms, cannot be rounding.
const INDEFINITE: f64 = 1e-6;
/// Pivots above this are beyond doubt.
const REGULAR: f64 = 1e-4;

/// C with the Cholesky factor of `A_CC`, which is regular at all times.
///
/// The factor is that of `D A D` with `D = diag(scale)`, which gives `A` a diagonal near one: a gram on a tonne is then
/// as harmless as two equal blocks. What goes in and comes out is unscaled.
#[derive(Clone, Debug, Default)]
pub struct Clamped {
    /// Whether a contact is in C.
    pub contains: Vec<bool>,
    /// Powers of two near `1/√A_ii`; scaling by them is exact.
    pub scale: Vec<f64>,
    /// C in the order of the factor's rows.
    members: Vec<usize>,
    factor: Cholesky,
    /// Column of a contact after the lower substitution: the row it would get in the factor.
    reduced: Vec<f64>,
    /// `A_CC⁻¹` times the column of a contact, scaled.
    combination: Vec<f64>,
    /// `s_d = A_dd − A_dC A_CC⁻¹ A_Cd ≥ 0`, scaled: what the factor's next diagonal would be the root of.
    pivot: f64,
    /// A pivot was negative beyond rounding: `A` is not semidefinite.
    pub indefinite: bool,
}

/// A power of two within a factor of two of `1/√x`; 1 for `x ≤ 0`.
pub fn inverse_root(x: f64) -> f64 {
    let exponent = (x.to_bits() >> 52) as i64 - 1023;
    if x > 0.0 { f64::from_bits(((1023 - exponent.div_euclid(2)) as u64) << 52) } else { 1.0 }
}

impl Clamped {
    /// Empties C for the problem to come.
    pub fn reset(&mut self, a: &Matrix) {
        self.scale.clear();
        self.scale.extend((0..a.rows()).map(|i| inverse_root(a[(i, i)])));
        self.contains.clear();
        self.contains.resize(a.rows(), false);
        self.members.clear();
        self.factor.clear();
        self.indefinite = false;
    }

    /// The contacts of C, in the order of their coming.
    pub fn members(&self) -> &[usize] {
        &self.members
    }

    /// Whether `A` is symmetric within rounding, relative to its diagonal, as Baraff's method needs it.
    pub fn is_symmetric(&self, a: &Matrix) -> bool {
        let even = |i: usize, j: usize| {
            let (x, y) = (a[(i, j)], a[(j, i)]);
            x == y || (x - y).abs() * self.scale[i] * self.scale[j] <= 1e-12
        };
        (0..a.rows()).all(|i| a[(i, i)] >= 0.0 && (0..i).all(|j| even(i, j)))
    }

    fn reduce(&mut self, a: &Matrix, d: usize) {
        let (row, sd) = (a.row(d), self.scale[d]);
        self.reduced.clear();
        self.reduced.extend(self.members.iter().map(|&j| row[j] * self.scale[j] * sd));
        self.factor.solve_lower(&mut self.reduced);
        self.pivot = row[d] * sd * sd - dot(&self.reduced, &self.reduced);
    }

    fn finish_combination(&mut self) {
        self.combination.clear();
        self.combination.extend_from_slice(&self.reduced);
        self.factor.solve_upper(&mut self.combination);
        self.indefinite |= self.pivot < -INDEFINITE * (1.0 + dot(&self.combination, &self.combination));
    }

    /// Writes the column of contact `d` as a combination of those of C. What cannot be written so is the pivot.
    pub fn combine(&mut self, a: &Matrix, d: usize) {
        self.reduce(a, d);
        self.finish_combination();
    }

    /// Euclidean norm of the scaled direction `(1, −A_CC⁻¹ A_Cd)`.
    pub fn size(&self) -> f64 {
        (1.0 + dot(&self.combination, &self.combination)).sqrt()
    }

    /// Whether the contact combined last depends on C: its pivot is zero within rounding.
    pub fn is_dependent(&self) -> bool {
        self.pivot.is_nan() || self.pivot <= SINGULAR * (1.0 + dot(&self.combination, &self.combination))
    }

    /// The pivot of contact `d`, combined last; none if it depends on C.
    pub fn pivot(&self, d: usize) -> Option<f64> {
        (!self.is_dependent()).then(|| self.pivot / (self.scale[d] * self.scale[d]))
    }

    /// `Δf` with `Δf_d = 1` for the contact combined last, and `Δa = 0` in C.
    pub fn direction(&self, d: usize, direction: &mut [f64]) {
        direction.fill(0.0);
        direction[d] = 1.0;
        for (&j, x) in self.members.iter().zip(&self.combination) {
            direction[j] = -x * self.scale[j] / self.scale[d];
        }
    }

    /// Puts contact `i`, combined last, into C unless it depends on it.
    pub fn insert_combined(&mut self, i: usize) -> bool {
        let independent = !self.is_dependent();
        if independent {
            self.append(i);
        }
        independent
    }

    /// Puts contact `i` into C unless it depends on it.
    pub fn insert(&mut self, a: &Matrix, i: usize) -> bool {
        self.reduce(a, i);
        if self.pivot > REGULAR {
            self.append(i);
            return true;
        }
        self.finish_combination();
        self.insert_combined(i)
    }

    fn append(&mut self, i: usize) {
        self.factor.append(&self.reduced, self.pivot);
        self.members.push(i);
        self.contains[i] = true;
    }

    /// Takes contact `i` out of C, if it is there.
    pub fn remove(&mut self, i: usize) {
        if let Some(place) = self.members.iter().position(|&j| j == i) {
            self.factor.remove(place);
            self.members.remove(place);
        }
        self.contains[i] = false;
    }

    /// Largest scaled entry in C.
    pub fn largest(&self, x: &[f64]) -> f64 {
        self.members.iter().fold(0.0, |largest, &j| (x[j] * self.scale[j]).abs().max(largest))
    }

    /// `f_C −= A_CC⁻¹ a_C`.
    pub fn correct(&mut self, a: &[f64], f: &mut [f64]) {
        self.combination.clear();
        self.combination.extend(self.members.iter().map(|&j| a[j] * self.scale[j]));
        self.factor.solve(&mut self.combination);
        for (&j, x) in self.members.iter().zip(&self.combination) {
            f[j] -= x * self.scale[j];
        }
    }
}
