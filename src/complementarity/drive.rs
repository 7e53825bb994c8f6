//! The state of Baraff's method between two pivots: forces and accelerations. The set C is [`Clamped`].
use super::Lcp;
use super::clamped::Clamped;
use crate::linalg::vector::{add_scaled, dot_magnitude, max_abs};

/// A component of a direction counts as zero below this many roundings of the direction's size.
const NEGLIGIBLE: f64 = 16.0 * f64::EPSILON;
/// The same for a direction in the null space of `A`, whose error is that of a nearly singular system.
const NULL: f64 = 1e-9;
/// Rounding error of an acceleration, relative to the terms it is the sum of.
const ROUNDING: f64 = 4.0 * f64::EPSILON;
/// The driven contact goes before another that blocks it earlier by no more than this, relatively.
const TIE: f64 = 1e-12;

/// `f` and `a`. Invariants between two pivots: `f = 0` outside C, `a = 0` in C, `f ≥ 0` for unilateral rows of C.
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
    /// C.
    pub set: Clamped,
    /// Contacts that depend on C and so cannot enter it during this drive.
    barred: Vec<bool>,
}

impl Drive {
    /// Empties C and sets all forces to zero, for the problem to come.
    pub fn reset(&mut self, lcp: &Lcp) {
        self.set.reset(&lcp.a);
        for vector in [&mut self.f, &mut self.direction, &mut self.response] {
            vector.clear();
            vector.resize(lcp.len(), 0.0);
        }
        self.a.clear();
        self.a.extend_from_slice(&lcp.b);
        self.barred.clear();
        self.barred.resize(lcp.len(), false);
    }

    /// Takes over a state that was found otherwise, of which only forces and accelerations are known.
    pub fn adopt(&mut self, f: &[f64], a: &[f64]) {
        self.f.copy_from_slice(f);
        self.a.copy_from_slice(a);
        self.rest();
        for (clamped, &f) in self.set.contains.iter_mut().zip(f) {
            *clamped = f > 0.0;
        }
    }

    /// Nothing moves: both directions are zero.
    pub fn rest(&mut self) {
        self.direction.fill(0.0);
        self.response.fill(0.0);
    }

    /// Takes contact `i` out of C, without force.
    fn release(&mut self, i: usize) {
        self.set.remove(i);
        self.f[i] = 0.0;
    }

    /// Allows all contacts to enter C again.
    pub fn lift_bars(&mut self) {
        self.barred.fill(false);
    }

    /// Baraff's `fdirection`: `Δf` with `Δf_d = 1` and `Δa = 0` in C, and the `Δa` that follows. If `d` depends on C,
    /// the force can grow without any acceleration changing: for a semidefinite `A`, `Δa_d = 0` means `Δa = 0`.
    pub fn aim(&mut self, lcp: &Lcp, d: usize) {
        self.set.combine(&lcp.a, d);
        self.set.direction(d, &mut self.direction);
        let Some(pivot) = self.set.pivot(d) else { return self.response.fill(0.0) };
        self.response.copy_from_slice(lcp.a.row(d));
        for &j in self.set.members() {
            add_scaled(&mut self.response, self.direction[j], lcp.a.row(j));
        }
        for &j in self.set.members() {
            self.response[j] = 0.0;
        }
        self.response[d] = pivot;
    }

    /// Whether the contact at which [`Self::aim`] aimed depends on C.
    pub fn is_dependent(&self) -> bool {
        self.set.is_dependent()
    }

    /// Baraff's `maxstep`: how far `f_d` can grow until a contact changes sides, and which does: `d` itself reaches zero
    /// acceleration, a force of C reaches zero, or an open contact begins to close. Contacts that were pressed in by
    /// more than `slack` before (not yet treated) do not count. Of several the first by index (Chang's rule against
    /// cycling), but `d` before all. `None`: the force can grow for ever.
    pub fn longest_step(&self, lcp: &Lcp, d: usize, slack: f64) -> Option<(f64, usize)> {
        // With d dependent only C limits, by entries that must stand out of the error of a solution near singularity.
        let relative = if self.is_dependent() { NULL } else { NEGLIGIBLE };
        let (size, scale) = (self.set.size() * relative, &self.set.scale);
        let mut best: Option<(f64, usize)> = None;
        for j in 0..self.f.len() {
            // What must stay non-negative, its change, and the unit that makes the change a scaled one.
            let (value, change, unit) = if self.set.contains[j] {
                (self.f[j], self.direction[j], scale[d] / scale[j])
            } else {
                (self.a[j], self.response[j], scale[d] * scale[j])
            };
            let counts = if self.set.contains[j] { !lcp.is_bilateral(j) } else { self.blocks(lcp, j, d, slack) };
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
    /// changes no acceleration, ends where `f_d = 0` or where a force of C vanishes, in whose place `d` then enters. As in
    /// [`Self::longest_step`] its entry must stand out of rounding: `d` could not take the place of another.
    pub fn retreat(&mut self, lcp: &Lcp, d: usize) -> (f64, usize) {
        let (size, scale) = (self.set.size() * NULL, &self.set.scale);
        let mut best = (self.f[d], d);
        for &j in self.set.members().iter().filter(|&&j| !lcp.is_bilateral(j)) {
            let length = self.f[j] / self.direction[j];
            if self.direction[j] * scale[d] / scale[j] > size && length < best.0 {
                best = (length, j);
            }
        }
        add_scaled(&mut self.f, -best.0, &self.direction);
        if best.1 == d {
            self.f[d] = 0.0;
        } else {
            self.release(best.1);
            self.set.insert(&lcp.a, d);
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
        if self.set.contains[blocker] {
            return self.release(blocker);
        }
        let entered = if blocker == d { self.set.insert_combined(d) } else { self.set.insert(&lcp.a, blocker) };
        if entered {
            self.a[blocker] = 0.0;
        } else {
            self.barred[blocker] = true;
        }
    }

    /// Clamps the bilateral rows, as far as they are independent, and gives them the forces that hold them.
    pub fn clamp_bilateral(&mut self, lcp: &Lcp) {
        for i in 0..lcp.bilateral.len() {
            if lcp.bilateral[i] {
                self.set.insert(&lcp.a, i);
            }
        }
        if !self.set.members().is_empty() {
            self.settle(lcp);
        }
    }

    /// Takes the contacts with `guess > 0` as C, drops those that would pull, and computes the forces.
    pub fn clamp_guess(&mut self, lcp: &Lcp, guess: &[f64]) {
        for (i, &guess) in guess.iter().enumerate() {
            if guess > 0.0 && !lcp.is_bilateral(i) {
                self.set.insert(&lcp.a, i);
            }
        }
        self.settle(lcp);
    }

    /// Computes `f` in C and `a` afresh, and releases what pulls, until nothing does.
    pub fn settle(&mut self, lcp: &Lcp) {
        loop {
            self.refine(lcp);
            let smallest = NEGLIGIBLE * max_abs(&self.f);
            let (before, mut cut) = (self.set.members().len(), false);
            for place in (0..before).rev() {
                let j = self.set.members()[place];
                if self.f[j] < 0.0 && !lcp.is_bilateral(j) {
                    if self.f[j] < -smallest {
                        self.release(j);
                    }
                    self.f[j] = 0.0;
                    cut = true;
                }
            }
            if self.set.members().len() == before {
                if cut {
                    lcp.evaluate(&self.f, &mut self.a);
                }
                return;
            }
        }
    }

    /// Solves `a_C = 0` by corrections `Δf_C = −A_CC⁻¹ a_C` until they are lost in rounding.
    fn refine(&mut self, lcp: &Lcp) {
        let mut previous = f64::INFINITY;
        loop {
            lcp.evaluate(&self.f, &mut self.a);
            let error = self.set.largest(&self.a);
            let lost = ROUNDING * self.set.largest(&lcp.b);
            if error.is_nan() || error <= lost || error >= 0.5 * previous {
                return;
            }
            previous = error;
            self.set.correct(&self.a, &mut self.f);
        }
    }

    /// Whether open contact `j` is pressed in, beyond `slack` and beyond the rounding error of `a_j`.
    pub fn is_violated(&self, lcp: &Lcp, j: usize, slack: f64) -> bool {
        self.a[j] < -slack && !self.set.contains[j] && !lcp.is_bilateral(j) && self.a[j] < -self.rounding(lcp, j)
    }

    /// Rounding error to expect in `a_j`.
    fn rounding(&self, lcp: &Lcp, j: usize) -> f64 {
        ROUNDING * (lcp.b[j].abs() + dot_magnitude(lcp.a.row(j), &self.f))
    }
}
