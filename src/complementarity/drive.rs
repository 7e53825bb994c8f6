//! The state of Baraff's method between two pivots: forces, accelerations, the set C and its factor.
use super::Lcp;
use crate::linalg::vector::{add_scaled, dot, dot_magnitude, max_abs};
use crate::linalg::{Cholesky, Matrix};

/// A pivot of the factor counts as zero below this many roundings of the terms it is the difference of.
const SINGULAR: f64 = 32.0 * f64::EPSILON;
/// A component of a direction counts as zero below this many roundings of the direction's size.
const NEGLIGIBLE: f64 = 16.0 * f64::EPSILON;
/// The same for a direction in the null space of `A`, whose error is that of a nearly singular system.
const NULL: f64 = 1e-9;
/// The driven contact goes before another that blocks it earlier by no more than this, relatively.
const TIE: f64 = 1e-12;

/// `f`, `a`, C and the factor of `A_CC`. Invariants between two pivots: `f = 0` outside C, `a = 0` in C, `f ≥ 0` for
/// unilateral rows of C, `A_CC` regular.
///
/// The factor is that of `D A D` with `D = diag(scale)`, which gives `A` a diagonal near one: a gram on a tonne is then
/// as harmless as two equal blocks. All other quantities are unscaled.
#[derive(Clone, Debug, Default)]
pub struct Drive {
    /// Contact forces.
    pub f: Vec<f64>,
    /// `A f + b`, updated pivot by pivot and computed afresh by [`Self::settle`].
    pub a: Vec<f64>,
    /// `Δf` per unit of the driven force.
    pub direction: Vec<f64>,
    /// `Δa` per unit of the driven force.
    pub response: Vec<f64>,
    /// Whether a contact is in C.
    pub clamped: Vec<bool>,
    /// C in the order of the factor's rows.
    members: Vec<usize>,
    factor: Cholesky,
    /// Powers of two near `1/√A_ii`; scaling by them is exact.
    scale: Vec<f64>,
    /// Column of a contact after the lower substitution: the row it would get in the factor.
    reduced: Vec<f64>,
    /// `A_CC⁻¹` times the column of a contact, scaled.
    combination: Vec<f64>,
    /// The pivot that belongs to `reduced`; none if the contact depends on C.
    pivot: Option<f64>,
    /// Contacts that depend on C and so cannot enter it during this drive.
    barred: Vec<bool>,
}

/// The power of two nearest to `1/√x` in exponent; 1 for `x ≤ 0`.
pub(super) fn inverse_root(x: f64) -> f64 {
    if x > 0.0 { libm::ldexp(1.0, -(libm::ilogb(x).div_euclid(2))) } else { 1.0 }
}

impl Drive {
    /// Empties C and sets all forces to zero, for the problem to come.
    pub fn reset(&mut self, lcp: &Lcp) {
        let n = lcp.len();
        self.scale.clear();
        self.scale.extend((0..n).map(|i| inverse_root(lcp.a[(i, i)])));
        for vector in [&mut self.f, &mut self.direction, &mut self.response] {
            vector.clear();
            vector.resize(n, 0.0);
        }
        self.a.clear();
        self.a.extend_from_slice(&lcp.b);
        for flags in [&mut self.clamped, &mut self.barred] {
            flags.clear();
            flags.resize(n, false);
        }
        self.members.clear();
        self.factor.clear();
    }

    /// Whether `A` is symmetric within rounding, relative to its diagonal, as Baraff's method needs it.
    pub fn is_symmetric(&self, a: &Matrix) -> bool {
        let even = |i: usize, j: usize| (a[(i, j)] - a[(j, i)]).abs() * self.scale[i] * self.scale[j] <= 1e-12;
        (0..a.rows()).all(|i| a[(i, i)] >= 0.0 && (0..i).all(|j| even(i, j)))
    }

    /// How `A_dd` splits into a part that C explains and the pivot `s_d = A_dd − A_dC A_CC⁻¹ A_Cd ≥ 0`, scaled. There is
    /// no pivot if that is zero within rounding: then contact `d` depends on C.
    fn reduce(&mut self, lcp: &Lcp, d: usize) {
        let (row, sd) = (lcp.a.row(d), self.scale[d]);
        self.reduced.clear();
        self.reduced.extend(self.members.iter().map(|&j| row[j] * self.scale[j] * sd));
        self.factor.solve_lower(&mut self.reduced);
        self.combination.clear();
        self.combination.extend_from_slice(&self.reduced);
        self.factor.solve_upper(&mut self.combination);
        let pivot = row[d] * sd * sd - dot(&self.reduced, &self.reduced);
        let size = 1.0 + dot(&self.combination, &self.combination);
        self.pivot = (pivot > SINGULAR * size).then_some(pivot);
    }

    /// Puts contact `i`, which was reduced last, into C unless it depends on it.
    fn clamp_reduced(&mut self, i: usize) -> bool {
        if let Some(pivot) = self.pivot {
            self.factor.append(&self.reduced, pivot);
            self.members.push(i);
            self.clamped[i] = true;
        }
        self.barred[i] = self.pivot.is_none();
        self.pivot.is_some()
    }

    /// Puts contact `i` into C unless it depends on it.
    fn clamp(&mut self, lcp: &Lcp, i: usize) -> bool {
        self.reduce(lcp, i);
        self.clamp_reduced(i)
    }

    /// Takes over a state that was found otherwise, of which only forces and accelerations are known.
    pub fn adopt(&mut self, f: &[f64], a: &[f64]) {
        self.f.copy_from_slice(f);
        self.a.copy_from_slice(a);
        self.direction.fill(0.0);
        self.response.fill(0.0);
        for (clamped, &f) in self.clamped.iter_mut().zip(f) {
            *clamped = f > 0.0;
        }
    }

    /// Takes contact `i` out of C, without force.
    fn release(&mut self, i: usize) {
        if let Some(place) = self.members.iter().position(|&j| j == i) {
            self.factor.remove(place);
            self.members.remove(place);
        }
        self.clamped[i] = false;
        self.f[i] = 0.0;
    }

    /// Allows all contacts to enter C again.
    pub fn lift_bars(&mut self) {
        self.barred.fill(false);
    }

    /// Baraff's `fdirection`: `Δf` with `Δf_d = 1` and `Δa = 0` in C, and the `Δa` that follows. If `d` depends on C,
    /// the force can grow without any acceleration changing: for a semidefinite `A`, `Δa_d = 0` means `Δa = 0`.
    pub fn aim(&mut self, lcp: &Lcp, d: usize) {
        self.reduce(lcp, d);
        let sd = self.scale[d];
        self.direction.fill(0.0);
        self.direction[d] = 1.0;
        for (&j, x) in self.members.iter().zip(&self.combination) {
            self.direction[j] = -x * self.scale[j] / sd;
        }
        let Some(pivot) = self.pivot else { return self.response.fill(0.0) };
        self.response.copy_from_slice(lcp.a.row(d));
        for &j in &self.members {
            add_scaled(&mut self.response, self.direction[j], lcp.a.row(j));
        }
        for &j in &self.members {
            self.response[j] = 0.0;
        }
        self.response[d] = pivot / (sd * sd);
    }

    /// Whether the contact at which [`Self::aim`] aimed depends on C.
    pub fn is_dependent(&self) -> bool {
        self.pivot.is_none()
    }

    /// Baraff's `maxstep`: how far `f_d` can grow until a contact changes sides, and which does: `d` itself reaches zero
    /// acceleration, a force of C reaches zero, or an open contact begins to close. Contacts that were pressed in by
    /// more than `slack` before (not yet treated) do not count. Of several the first by index (Chang's rule against
    /// cycling), but `d` before all. `None`: the force can grow for ever.
    pub fn longest_step(&self, lcp: &Lcp, d: usize, slack: f64) -> Option<(f64, usize)> {
        // With d dependent only C limits, by entries that must stand out of the error of a solution near singularity.
        let relative = if self.is_dependent() { NULL } else { NEGLIGIBLE };
        let size = (1.0 + dot(&self.combination, &self.combination)).sqrt() * relative;
        let mut best: Option<(f64, usize)> = None;
        for j in 0..self.f.len() {
            // What must stay non-negative, its change, and the unit that makes the change a scaled one.
            let (value, change, unit) = if self.clamped[j] {
                (self.f[j], self.direction[j], self.scale[d] / self.scale[j])
            } else {
                (self.a[j], self.response[j], self.scale[d] * self.scale[j])
            };
            let counts = if self.clamped[j] { !lcp.is_bilateral(j) } else { self.blocks(lcp, j, d, slack) };
            if !counts || change * unit >= -size {
                continue;
            }
            let length = value.max(0.0) / -change;
            if best.is_none_or(|(shortest, _)| length < shortest) {
                best = Some((length, j));
            }
        }
        let own = -self.a[d] / self.response[d];
        let first = |(length, _): (f64, usize)| own <= length * (1.0 + TIE);
        if self.response[d] > 0.0 && best.is_none_or(first) { Some((own.max(0.0), d)) } else { best }
    }

    /// Takes the force of `d` back where it depends on C but needs no more: the way back along its direction, which
    /// changes no acceleration, ends where `f_d = 0` or where a force of C vanishes, in whose place `d` then enters.
    pub fn retreat(&mut self, lcp: &Lcp, d: usize) -> (f64, usize) {
        let mut best = (self.f[d], d);
        for &j in self.members.iter().filter(|&&j| !lcp.is_bilateral(j)) {
            let length = self.f[j] / self.direction[j];
            if self.direction[j] > 0.0 && length < best.0 {
                best = (length, j);
            }
        }
        add_scaled(&mut self.f, -best.0, &self.direction);
        if best.1 == d {
            self.f[d] = 0.0;
        } else {
            self.release(best.1);
            self.clamp(lcp, d);
        }
        (-best.0, best.1)
    }

    /// Whether the open contact `j` limits the drive of `d`.
    fn blocks(&self, lcp: &Lcp, j: usize, d: usize, slack: f64) -> bool {
        j != d && !self.barred[j] && !lcp.is_bilateral(j) && self.a[j] >= -slack
    }

    /// Lets `f_d`, at which [`Self::aim`] aimed last, grow by `length`; then `blocker` changes sides.
    pub fn advance(&mut self, lcp: &Lcp, d: usize, length: f64, blocker: usize) {
        for (f, direction) in self.f.iter_mut().zip(&self.direction) {
            *f += length * direction;
        }
        add_scaled(&mut self.a, length, &self.response);
        if self.clamped[blocker] {
            return self.release(blocker);
        }
        let entered = if blocker == d { self.clamp_reduced(d) } else { self.clamp(lcp, blocker) };
        if entered {
            self.a[blocker] = 0.0;
        }
    }

    /// Clamps the bilateral rows, as far as they are independent, and gives them the forces that hold them.
    pub fn clamp_bilateral(&mut self, lcp: &Lcp) {
        for i in 0..lcp.bilateral.len() {
            if lcp.bilateral[i] {
                self.clamp(lcp, i);
            }
        }
        if !self.members.is_empty() {
            self.settle(lcp);
        }
    }

    /// Takes the contacts with `guess > 0` as C, drops those that would pull, and computes the forces.
    pub fn clamp_guess(&mut self, lcp: &Lcp, guess: &[f64]) {
        for (i, &guess) in guess.iter().enumerate() {
            if guess > 0.0 && !lcp.is_bilateral(i) {
                self.clamp(lcp, i);
            }
        }
        self.settle(lcp);
    }

    /// Computes `f` in C and `a` afresh, and releases what pulls, until nothing does.
    pub fn settle(&mut self, lcp: &Lcp) {
        loop {
            self.refine(lcp);
            let smallest = NEGLIGIBLE * max_abs(&self.f);
            let (before, mut cut) = (self.members.len(), false);
            for place in (0..before).rev() {
                let j = self.members[place];
                if self.f[j] < 0.0 && !lcp.is_bilateral(j) {
                    if self.f[j] < -smallest {
                        self.release(j);
                    }
                    self.f[j] = 0.0;
                    cut = true;
                }
            }
            if self.members.len() == before {
                if cut {
                    lcp.evaluate(&self.f, &mut self.a);
                }
                return;
            }
        }
    }

    /// Solves `a_C = 0` by corrections `Δf_C = −A_CC⁻¹ a_C` until they are lost in rounding.
    fn refine(&mut self, lcp: &Lcp) {
        let size = self.members.iter().fold(0.0_f64, |size, &j| size.max((lcp.b[j] * self.scale[j]).abs()));
        let mut previous = f64::INFINITY;
        loop {
            lcp.evaluate(&self.f, &mut self.a);
            self.combination.clear();
            self.combination.extend(self.members.iter().map(|&j| self.a[j] * self.scale[j]));
            let error = max_abs(&self.combination);
            if error.is_nan() || error <= f64::EPSILON * size || error >= 0.5 * previous {
                return;
            }
            previous = error;
            self.factor.solve(&mut self.combination);
            for (&j, x) in self.members.iter().zip(&self.combination) {
                self.f[j] -= x * self.scale[j];
            }
        }
    }

    /// Whether open contact `j` is pressed in, beyond `slack` and beyond the rounding error of `a_j`.
    pub fn is_violated(&self, lcp: &Lcp, j: usize, slack: f64) -> bool {
        self.a[j] < -slack && !self.clamped[j] && !lcp.is_bilateral(j) && self.a[j] < -self.rounding(lcp, j)
    }

    /// Rounding error to expect in `a_j`.
    fn rounding(&self, lcp: &Lcp, j: usize) -> f64 {
        4.0 * f64::EPSILON * (lcp.b[j].abs() + dot_magnitude(lcp.a.row(j), &self.f))
    }
}
