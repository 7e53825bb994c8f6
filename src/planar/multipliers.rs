//! Impulses of many contacts: the method of multipliers, in the motions of the bodies.
//!
//! 0 ≤ f ⊥ A f + b ≥ 0 by proximal points: Rockafellar, *Monotone operators and the proximal point algorithm*, SIAM J. Control
//! Optim. 14 (1976). Each contact gives way by R (f − f̄), where R = ε Aᵢᵢ and f̄ are the impulses before. That is the least of
//! ½ u·M u + Σ R/2 max(0, f̄ − (b + J u)/R)² over all motions u. It is convex and quadratic in pieces, so Newton's method with
//! an exact search along its direction ends after finitely many steps: Li and Swetits, *A Newton method for convex
//! regression, data smoothing, and quadratic programming with bounded constraints*, SIAM J. Optim. 3 (1993). The equations
//! of a step are those of the bodies (module `reduced`), for many contacts depend on each other.
use super::equations::{Rows, Twist, bodies};
use super::reduced::Reduced;
use crate::linalg::vector::dot;

/// ε. Of 1e-3, 1e-4 and 1e-5 the one with which heaps of 100 squares take the fewest steps: eight for a problem.
const SOFTNESS: f64 = 1e-4;
/// Sweeps of projected Gauss-Seidel, which begin: with five, heaps of 200 squares take half as many steps more, with 40 as
/// long.
const SWEEPS: usize = 20;
/// Most problems, and most steps in one; such heaps take two and 30 at most.
const POINTS: usize = 12;
const STEPS: usize = 60;
/// Most rounds of the search along a direction, for a root of a function that is linear in pieces.
const ROUNDS: usize = 60;

/// The method with its storage.
#[derive(Clone, Debug, Default)]
pub struct Multipliers {
    reduced: Reduced,
    /// Aᵢᵢ.
    own: Vec<f64>,
    /// f̄.
    center: Vec<f64>,
    /// b − R f̄: what the equations have without new impulses.
    asked: Vec<f64>,
    /// Impulses that lead to the motion at hand, and what the gaps have there, J u + b; the same for the next motion, and the
    /// differences.
    carrier: Vec<f64>,
    a: Vec<f64>,
    next: Vec<f64>,
    next_a: Vec<f64>,
    change: Vec<f64>,
    change_a: Vec<f64>,
    /// How much of the pushes is lost on the way.
    fall: Vec<f64>,
    /// f̄ − a/R: the contacts where it is positive push.
    pushes: Vec<f64>,
    sums: Vec<Twist>,
}

impl Multipliers {
    /// Improves `f` until |min(a, Aᵢᵢ f)| is within the tolerance everywhere, as far as that can be.
    pub fn solve(&mut self, rows: &Rows, b: &[f64], tolerance: f64, f: &mut [f64]) {
        self.own.clear();
        self.own.extend(rows.rows.iter().map(|row| row.coupling(row)));
        let count = bodies(&rows.rows).max(self.sums.len());
        self.sums.resize(count, Twist::default());
        self.sweep(rows, b, f);
        self.reduced.prepare(&rows.rows, rows.rows.len());
        for _ in 0..POINTS {
            self.carrier.clear();
            self.carrier.extend_from_slice(f);
            rows.evaluate(&self.carrier, b, &mut self.sums, &mut self.a);
            if self.residual() <= tolerance {
                break;
            }
            self.approach(rows, b, tolerance);
            f.copy_from_slice(&self.next);
        }
    }

    /// Each contact in turn takes what it needs beside the others.
    fn sweep(&mut self, rows: &Rows, b: &[f64], f: &mut [f64]) {
        self.sums.fill(Twist::default());
        rows.push(f, &mut self.sums);
        for _ in 0..SWEEPS {
            for (((row, own), b), f) in rows.rows.iter().zip(&self.own).zip(b).zip(&mut *f) {
                let a = row.apply(|body| self.sums[body]) + b;
                let before = std::mem::replace(f, (*f - a / own).max(0.0));
                row.push(*f - before, &mut self.sums);
            }
        }
    }

    /// The impulses near f̄, into `next`.
    fn approach(&mut self, rows: &Rows, b: &[f64], tolerance: f64) {
        self.center.clone_from(&self.carrier);
        self.asked.clear();
        self.asked.extend(b.iter().zip(&self.own).zip(&self.center).map(|((b, own), f)| b - SOFTNESS * own * f));
        for step in 0..STEPS {
            self.note_pushes();
            // first those that have pushed so far, for ε makes much of what little is wrong with them
            let held = if step == 0 { &self.center } else { &self.pushes };
            self.next.clear();
            self.next.resize(b.len(), 0.0);
            if !self.reduced.factor(&rows.rows, SOFTNESS, &|r| (held[r] > 0.0).then_some(0.0)) {
                break;
            }
            self.reduced.correct(&rows.rows, &self.asked, &mut self.next);
            rows.evaluate(&self.next, b, &mut self.sums, &mut self.next_a);
            let next = self.next_a.iter().zip(&self.own).zip(&self.center).map(push);
            if next.zip(held).all(|(next, now)| (next > 0.0) == (*now > 0.0)) {
                return;
            }
            self.go();
            if self.residual() <= tolerance {
                break;
            }
        }
        self.next.clear();
        self.next.extend(self.carrier.iter().map(|f| f.max(0.0)));
    }

    /// max |min(a, Aᵢᵢ f)| of the impulses at hand.
    fn residual(&self) -> f64 {
        let off = |((a, own), f): ((&f64, &f64), &f64)| a.min(own * f).abs();
        self.a.iter().zip(&self.own).zip(&self.carrier).map(off).fold(0.0, f64::max)
    }

    fn note_pushes(&mut self) {
        let Self { pushes, center, own, a, .. } = self;
        pushes.clear();
        pushes.extend(a.iter().zip(&*own).zip(&*center).map(push));
    }

    /// Goes to the least on the way to the next motion: where the slope, linear in pieces, is zero.
    fn go(&mut self) {
        let Self { carrier, a, next, next_a, change, change_a, pushes, own, fall, .. } = self;
        change.clear();
        change.extend(next.iter().zip(&*carrier).map(|(next, now)| next - now));
        change_a.clear();
        change_a.extend(next_a.iter().zip(&*a).map(|(next, now)| next - now));
        fall.clear();
        fall.extend(change_a.iter().zip(&*own).map(|(change, own)| change / (SOFTNESS * own)));
        let (start, along) = (dot(carrier, change_a), dot(change, change_a));
        // the slope, and that of the slope
        let slopes = |length: f64| {
            let (mut slope, mut bend) = (start + length * along, along);
            for ((push, fall), change) in pushes.iter().zip(&*fall).zip(&*change_a) {
                let push = push - length * fall;
                if push > 0.0 {
                    slope -= push * change;
                    bend += fall * change;
                }
            }
            (slope, bend)
        };
        let (mut low, mut high, mut length, mut rooted) = (0.0, f64::INFINITY, 1.0, None);
        for _ in 0..ROUNDS {
            let (slope, bend) = slopes(length);
            // the same piece, and its root
            if rooted == Some(bend) {
                break;
            }
            *(if slope < 0.0 { &mut low } else { &mut high }) = length;
            let root = length - slope / bend;
            let within = root > low && root < high;
            rooted = within.then_some(bend);
            length = if within { root } else { 0.5 * (low + high.min(4.0 * length)) };
        }
        carrier.iter_mut().zip(change).for_each(|(f, change)| *f += length * *change);
        a.iter_mut().zip(change_a).for_each(|(a, change)| *a += length * *change);
    }
}

/// f̄ − a/R, with R by Aᵢᵢ.
fn push(((a, own), center): ((&f64, &f64), &f64)) -> f64 {
    center - a / (SOFTNESS * own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::Matrix;
    use crate::planar::body::Body;
    use crate::planar::contact::{Contact, Feature};
    use crate::planar::polygon::Polygon;
    use glam::DVec2;

    /// 0 ≤ f ⊥ A f + b ≥ 0 within the tolerance, by the whole A: blocks pressed together in a row, with three corners
    /// where two would do, so that A is singular; the last ones fly off.
    #[test]
    fn impulses_obey_the_law_where_contacts_depend_on_each_other() {
        let block = |k: usize| Body::new("block", Polygon::rectangle(1.0, 1.0), 1.0 + k as f64).at(k as f64, 0.0, 0.0);
        let bodies: Vec<Body> = (0..12).map(block).collect();
        let states: Vec<_> = bodies.iter().map(|body| body.state).collect();
        let corner = |k: usize, j: usize| Contact {
            a: k + 1,
            b: k,
            point: DVec2::new(k as f64 + 0.5, 0.5 * j as f64 - 0.5),
            normal: DVec2::X,
            gap: 0.0,
            feature: Feature::VertexEdge(j, 0),
        };
        let contacts: Vec<Contact> = (0..11).flat_map(|k| (0..3).map(move |j| corner(k, j))).collect();
        let (mut rows, mut a) = (Rows::default(), Matrix::default());
        rows.fill(&contacts, &bodies, &states);
        rows.delassus(&mut a);
        let b: Vec<f64> = (0..33).map(|i| if i < 27 { -1.0 - 0.01 * (i / 3) as f64 } else { 1.0 }).collect();
        let mut f = vec![0.0; 33];
        Multipliers::default().solve(&rows, &b, 1e-9, &mut f);
        let speed = |i: usize| dot(a.row(i), &f) + b[i];
        let worst = (0..33).map(|i| speed(i).min(a[(i, i)] * f[i]).abs()).fold(0.0, f64::max);
        assert!(worst <= 1e-9, "{worst:.1e}");
    }
}
