//! Newton's method for extremal points.
use super::{Conditions, Extremal, Pair, SINGULAR};
use crate::spatial::pose::Pose;
use crate::spatial::shape::surface::{Coordinates, Local};
use glam::DVec3;

const MOST_ROUNDS: usize = 40;
const MOST_HALVINGS: usize = 20;
/// Error, as a part of the size of the features, at which points are extremal to rounding.
const EXACT: f64 = 1e-15;
/// Error at which they are extremal if it gets no smaller.
const CLOSE: f64 = 1e-10;
/// A step moves a point by at most this part of the size.
const STRIDE: f64 = 0.3;

/// Why no extremal points were found near a guess. A search without a guess may find some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The relative curvature is singular there: the points are ambiguous.
    Singular,
    /// The guess was too far off.
    Far,
}

/// By how much points miss the conditions: α and β of [`Conditions`] with the sign that makes up for it, and the size of
/// both together, m.
struct Miss {
    turn: DVec3,
    shift: DVec3,
    size: f64,
}

impl Miss {
    fn of(extremal: &Extremal, length: f64) -> Self {
        let [p, q] = extremal.points();
        let (span, n) = (p - q, extremal.normal);
        let across = span - n.dot(span) * n;
        let (turn, shift, off) = match extremal.local {
            [Local::Surface(first), Local::Surface(second)] => {
                let sum = first.frame[2] + second.frame[2];
                let turn = -(sum - n.dot(sum) * n);
                // normals that point the same way are as far off as can be
                let facing = if first.frame[2].dot(second.frame[2]) < 0.0 { 0.0 } else { 2.0 * length };
                (turn, across, facing + length * size(turn) + size(across))
            }
            [Local::Curve(first), _] if matches!(extremal.local[1], Local::Surface(_)) => {
                let t = first.frame[0];
                (-t.dot(n) * t, across, length * t.dot(n).abs() + size(across))
            }
            [first, second] => {
                let off = [first, second].map(|local| local.tangent().dot(span).abs());
                (DVec3::ZERO, span, off[0] + off[1])
            }
        };
        Self { turn, shift, size: off }
    }
}

fn size(v: DVec3) -> f64 {
    v.length_squared().sqrt()
}

impl Pair {
    /// The extremal points near a guess.
    pub fn correct(&self, guess: [Coordinates; 2], poses: [&Pose; 2]) -> Result<Extremal, Lost> {
        let length = self.size();
        let mut extremal = self.at(guess, poses);
        let mut miss = Miss::of(&extremal, length);
        for _ in 0..MOST_ROUNDS {
            if miss.size <= EXACT * length {
                break;
            }
            let Some((next, less)) = self.newton(&extremal, &miss, poses) else { break };
            (extremal, miss) = (next, less);
        }
        let ambiguous = Conditions::of(&extremal).margin() < SINGULAR;
        match miss.size <= CLOSE * length {
            true if !ambiguous => Ok(extremal),
            false if !ambiguous => Err(Lost::Far),
            _ => Err(Lost::Singular),
        }
    }

    /// One step of the method, shortened until the points miss the conditions by less. None if they never do.
    fn newton(&self, extremal: &Extremal, miss: &Miss, poses: [&Pose; 2]) -> Option<(Extremal, Miss)> {
        let length = self.size();
        let steps = Conditions::of(extremal).solve(miss.turn, miss.shift)?;
        let longest = steps.map(size).into_iter().fold(0.0, f64::max);
        let mut part = (STRIDE * length / longest).min(1.0);
        for _ in 0..MOST_HALVINGS {
            let at = [0, 1].map(|k| {
                let [u, v] = extremal.local[k].step(part * steps[k]);
                let from = extremal.at[k];
                self.features[k].suited(Coordinates { u: from.u + u, v: from.v + v, ..from })
            });
            let next = self.at(at, poses);
            let less = Miss::of(&next, length);
            if less.size < miss.size {
                return Some((next, less));
            }
            part *= 0.5;
        }
        None
    }
}
