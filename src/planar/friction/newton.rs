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

/// Sweeps of projected Gauss-Seidel, which begin and leave twice as many problems solved as five of them, a fifth of the steps
/// to the others.
const SWEEPS: usize = 10;
/// Most steps of a problem. Of those of falling heaps of 50 and 100 squares that are solved four in five take under 40.
const STEPS: usize = 100;
/// From one length of a step that is tried to the next: the one is taken where least is wrong, for what is wrong is made of
/// pieces. Three in ten fewer steps than with the first at which less is wrong than before.
const SHORTER: f64 = std::f64::consts::FRAC_1_SQRT_2;

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

    /// r of a contact for what its rows have, and what the contact does then.
    fn law_at(&self, yields: f64, i: usize, [normal, along]: [f64; 2]) -> ([f64; 2], Mode) {
        let (t, known) = (self.len() + i, &self.newton.known);
        let force = known[i] - normal / (yields * self.own[i]);
        if force <= 0.0 {
            return ([0.0; 2], Mode::Open);
        }
        let (rubs, edge) = (known[t] - along / (yields * self.own[t]), self.friction[i] * force);
        if edge > 0.0 && rubs.abs() <= edge {
            return ([force, rubs], Mode::Stick);
        }
        ([force, edge.copysign(rubs)], Mode::Slip(-(rubs.signum() as i8)))
    }

    /// What is wrong with r at a part of the step, J.
    fn misfit(&self, part: f64, yields: f64) -> f64 {
        let (n, Newton { step, .. }) = (self.len(), &self.newton);
        let [f, a] = [(&self.f, &step[0]), (&self.a, &step[1])].map(|(x, step)| move |r: usize| x[r] + part * step[r]);
        let of = |i: usize| {
            let ([normal, along], _) = self.law_at(yields, i, [a(i), a(n + i)]);
            let off = [normal - f(i), along - f(n + i)];
            self.own[i] * off[0] * off[0] + self.own[n + i] * off[1] * off[1]
        };
        (0..n).map(of).sum()
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
            let (r, mode) = self.law_at(yields, i, [self.a[i], self.a[n + i]]);
            self.modes[i] = mode;
            for (row, r) in [i, n + i].into_iter().zip(r) {
                self.newton.law[row] = r;
                off = off.max(self.own[row] * (r - self.f[row]).abs());
            }
        }
        off
    }

    fn solve(&mut self, yields: f64) -> bool {
        let n = self.len();
        self.newton.now[0].clone_from(&self.f);
        self.newton.now[1].clone_from(&self.a);
        for i in 0..n {
            let known = [self.newton.known[i], self.newton.known[n + i]];
            [self.f[i], self.f[n + i]] = match self.modes[i] {
                Mode::Open => [0.0; 2],
                Mode::Stick => known,
                Mode::Slip(sign) | Mode::Slide(sign) => {
                    [known[0], -self.friction[i] * f64::from(sign) * known[0]]
                }
            };
        }
        self.evaluate();
        let regular = self.factor(yields);
        if regular {
            self.correct();
            self.evaluate();
        }
        self.swap_point();
        let Newton { now, step, .. } = &mut self.newton;
        for ((step, next), now) in step.iter_mut().zip(now).zip([&self.f, &self.a]) {
            step.clear();
            step.extend(next.iter().zip(now).map(|(next, now)| next - now));
        }
        regular && self.newton.step[0].iter().all(|step| step.is_finite())
    }

    fn search(&self, yields: f64) -> f64 {
        let lengths = std::iter::successors(Some(1.0), |length| Some(SHORTER * length));
        let (mut least, mut best) = (self.misfit(0.0, yields), 0.0);
        for length in lengths.take_while(|length| *length >= SHORTEST) {
            let wrong = self.misfit(length, yields);
            if wrong < least {
                (least, best) = (wrong, length);
            }
        }
        best
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
