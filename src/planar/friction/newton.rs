//! The law of friction, nearly, by the method of multipliers (module `complementarity::multipliers`): for forces f̄ and contacts
//! that give way by ε,
//!
//! ```text
//! r = max(0, f̄ − a/(ε Aᵢᵢ)) along the normal, and along the tangent f̄ₜ − aₜ/(ε Aₜₜ), but no more than μ r
//! ```
//!
//! as Alart and Curnier have it (*A mixed formulation for frictional contact problems prone to Newton like solution methods*,
//! 1991). Newton's equations are those of modes for softer contacts (module `reduced`). Modes alone are exact, and go round where
//! many contacts are; these steps come near enough, and nearer with each.
use super::Mode;
use super::law::Problem;
use crate::complementarity::multipliers::{self, Limits, SHORTEST, Softened};
use crate::linalg::vector::max_abs;

/// Sweeps of projected Gauss-Seidel, which begin: with ten in place of five heaps of 50 squares take a seventh fewer steps.
const SWEEPS: usize = 10;
/// Most steps of a problem. With 30 heaps of 200 squares take three times as long, for their gaps do not come right; with 50,
/// 100 and 200 about as long.
const STEPS: usize = 100;
/// From one length of a step that is tried to the next; the one is taken where least is wrong, for what is wrong is made of
/// pieces. Heaps take a fifth fewer steps so than with the first length at which less is wrong than before.
const SHORTER: f64 = std::f64::consts::FRAC_1_SQRT_2;
/// Parts of a step that are tried: none, and from the whole down to the shortest of use.
const PARTS: [f64; 14] = {
    let (mut parts, mut part, mut k) = ([0.0; 14], 1.0, 1);
    while part >= SHORTEST {
        parts[k] = part;
        (part, k) = (SHORTER * part, k + 1);
    }
    assert!(k == parts.len());
    parts
};

/// Forces by the rows, and what rows have with them.
type Point = [Vec<f64>; 2];

/// The method's storage.
#[derive(Clone, Debug, Default)]
pub(super) struct Newton {
    /// f̄, and r.
    known: Vec<f64>,
    law: Vec<f64>,
    best: Vec<f64>,
    kept: Point,
    now: Point,
    step: Point,
    lines: Vec<Line>,
}

/// A contact along a step, for each of its rows: f̄ − a/(ε A) and the force that it has, with what the whole step adds.
#[derive(Clone, Copy, Debug)]
struct Line {
    pushed: [f64; 2],
    falls: [f64; 2],
    has: [f64; 2],
    gains: [f64; 2],
    own: [f64; 2],
    friction: f64,
}

impl Line {
    /// Adds what is wrong with r at each part of the step, J.
    fn add_misfit(&self, sums: &mut [f64; PARTS.len()]) {
        let Self { pushed, falls, has, gains, own, friction } = self;
        for (sum, part) in sums.iter_mut().zip(&PARTS) {
            let r = limit([pushed[0] + part * falls[0], pushed[1] + part * falls[1]], *friction);
            let off = [r[0] - has[0] - part * gains[0], r[1] - has[1] - part * gains[1]];
            *sum += own[0] * off[0] * off[0] + own[1] * off[1] * off[1];
        }
    }
}

/// What the law allows of forces along normal and tangent.
fn limit([normal, along]: [f64; 2], friction: f64) -> [f64; 2] {
    let normal = normal.max(0.0);
    let edge = friction * normal;
    [normal, along.max(-edge).min(edge)]
}

impl Problem {
    /// The law for bodies at rest along all tangents, from the forces at hand, but for this velocity. Whether it is found; the
    /// forces are the best ones.
    pub(super) fn solve_nearly(&mut self, tolerance: f64) -> bool {
        self.prepare();
        self.sweep(SWEEPS);
        self.evaluate();
        self.newton.known.clone_from(&self.f);
        self.newton.law.clone_from(&self.f);
        let limits = Limits { tolerance, speed: max_abs(&self.b), steps: STEPS };
        let (_, left) = multipliers::run(self, limits);
        std::mem::swap(&mut self.f, &mut self.newton.best);
        self.cut();
        left <= tolerance
    }

    /// Of a contact's rows f̄ − a/(ε A), with no limit yet.
    fn pushed(&self, yields: f64, i: usize) -> [f64; 2] {
        [i, self.len() + i].map(|row| self.newton.known[row] - self.a[row] / (yields * self.own[row]))
    }

    fn swap_point(&mut self) {
        let now = &mut self.newton.now;
        std::mem::swap(&mut self.f, &mut now[0]);
        std::mem::swap(&mut self.a, &mut now[1]);
    }
}

impl Softened for Problem {
    fn violation(&self) -> f64 {
        Problem::violation(self)
    }

    fn note_best(&mut self) {
        self.newton.best.clone_from(&self.f);
    }

    fn keep(&mut self) {
        let kept = &mut self.newton.kept;
        kept[0].clone_from(&self.f);
        kept[1].clone_from(&self.a);
    }

    fn go_back(&mut self) {
        let kept = &self.newton.kept;
        self.f.clone_from(&kept[0]);
        self.a.clone_from(&kept[1]);
    }

    fn hold(&mut self, yields: f64) -> f64 {
        let n = self.len();
        let mut off: f64 = 0.0;
        for i in 0..n {
            let pushed = self.pushed(yields, i);
            let r = limit(pushed, self.friction[i]);
            self.modes[i] = match Mode::closed(0, self.friction[i]) {
                _ if r[0] == 0.0 => Mode::Open,
                Mode::Stick if r != pushed => Mode::Slip(-(r[1].signum() as i8)),
                mode => mode,
            };
            for (row, r) in [i, n + i].into_iter().zip(r) {
                self.newton.law[row] = r;
                off = off.max(self.own[row] * (r - self.f[row]).abs());
            }
        }
        off
    }

    fn solve(&mut self, yields: f64) -> bool {
        self.newton.now[0].clone_from(&self.f);
        self.newton.now[1].clone_from(&self.a);
        let known = std::mem::take(&mut self.newton.known);
        let regular = self.give_way(&known, yields);
        self.newton.known = known;
        self.swap_point();
        let Newton { now, step, .. } = &mut self.newton;
        for ((step, next), now) in step.iter_mut().zip(now).zip([&self.f, &self.a]) {
            step.clear();
            step.extend(next.iter().zip(now).map(|(next, now)| next - now));
        }
        regular && self.newton.step[0].iter().all(|step| step.is_finite())
    }

    fn search(&mut self, yields: f64) -> f64 {
        let mut lines = std::mem::take(&mut self.newton.lines);
        lines.clear();
        lines.extend((0..self.len()).map(|i| {
            let rows = [i, self.len() + i];
            let [forces, rates] = &self.newton.step;
            Line {
                pushed: self.pushed(yields, i),
                falls: rows.map(|row| -rates[row] / (yields * self.own[row])),
                has: rows.map(|row| self.f[row]),
                gains: rows.map(|row| forces[row]),
                own: rows.map(|row| self.own[row]),
                friction: self.friction[i],
            }
        }));
        let mut wrong = [0.0; PARTS.len()];
        lines.iter().for_each(|line| line.add_misfit(&mut wrong));
        let best = (1..PARTS.len()).fold(0, |best, k| if wrong[k] < wrong[best] { k } else { best });
        self.newton.lines = lines;
        PARTS[best]
    }

    fn go(&mut self, part: f64) {
        let [forces, rates] = &self.newton.step;
        self.f.iter_mut().zip(forces).for_each(|(f, step)| *f += part * step);
        self.a.iter_mut().zip(rates).for_each(|(a, step)| *a += part * step);
    }

    fn accept(&mut self) {
        self.newton.known.clone_from(&self.newton.law);
    }
}
