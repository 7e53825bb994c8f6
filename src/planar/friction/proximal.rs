//! The law of friction by proximal points: Rockafellar, *Monotone operators and the proximal point algorithm*, SIAM J.
//! Control Optim. 14 (1976).
//!
//! Where there are more contacts than the motion can tell apart, equations of modes that are a little wrong contradict each
//! other, and their forces tell nothing. If each contact gives way by εAᵢᵢ(f − f̄), with f̄ the forces of the problem
//! before, all equations have solutions near f̄, and modes are found in few rounds. With f for f̄ and a smaller ε these
//! problems lead to the law itself; ε grows where modes go round all the same.
use super::Mode;
use super::law::Problem;

/// ε of the first problem. On 240 problems of falling heaps that modes alone leave, 1e-3 to 1e-1 solve as many within a
/// tenth.
const FIRST: f64 = 1e-2;
/// ε of the last ones: rounding of the factor is about 1e-16/ε².
const LAST: f64 = 1e-7;
/// ε after modes were found, and after they went round, in parts of what it was.
const STIFFER: f64 = 0.1;
const SOFTER: f64 = 4.0;
/// Most problems: of 330 that proximal points solve none took more.
const POINTS: usize = 20;
/// Most of them in which modes go round: of those 330 so many do in 14. Where there is no solution f grows without end, and
/// the modes go round twice for each point.
const FAILURES: usize = 4;
/// Modes found in so few rounds may be those of the law itself.
const SETTLED: usize = 2;

/// The last forces f̄ and modes; storage is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Proximal {
    center: Vec<f64>,
    modes: Vec<Mode>,
}

impl Problem {
    /// Takes the forces and modes at hand as those to begin at.
    pub(super) fn note_guess(&mut self) {
        self.proximal.center.clone_from(&self.f);
        self.proximal.modes.clone_from(&self.modes);
    }

    /// The law by proximal points, from the guess. Whether they lead to forces that obey it.
    pub(super) fn by_proximal_points(&mut self) -> bool {
        let mut last = std::mem::take(&mut self.proximal);
        self.modes.clone_from(&last.modes);
        let found = self.approach(&mut last);
        self.proximal = last;
        found
    }

    fn approach(&mut self, last: &mut Proximal) -> bool {
        let (mut softness, mut failures) = (FIRST, 0);
        for _ in 0..POINTS {
            let Some(rounds) = self.revise_until_right(&mut |problem| problem.meet_near(&last.center, softness)) else {
                failures += 1;
                if failures == FAILURES {
                    break;
                }
                softness *= SOFTER;
                self.modes.clone_from(&last.modes);
                continue;
            };
            last.center.clone_from(&self.f);
            last.modes.clone_from(&self.modes);
            if rounds <= SETTLED && self.is_guessed() {
                return true;
            }
            if rounds <= SETTLED && self.is_nearly_law(last) {
                return self.by_modes();
            }
            self.modes.clone_from(&last.modes);
            softness = (STIFFER * softness).max(LAST);
        }
        false
    }

    /// Whether the last of the proximal points obeys the law but for next to nothing.
    pub(super) fn is_nearly_proximal(&mut self) -> bool {
        let last = std::mem::take(&mut self.proximal);
        let nearly = self.is_nearly_law(&last);
        self.proximal = last;
        nearly
    }

    /// Whether the forces of the last problem obey the law but for equations that contradict each other by next to nothing, as
    /// those of two corners that stick on a face do while it still turns a little.
    fn is_nearly_law(&mut self, last: &Proximal) -> bool {
        self.f.clone_from(&last.center);
        self.modes.clone_from(&last.modes);
        self.cut();
        self.evaluate();
        self.violation() <= self.nearly()
    }

    /// Solves the equations of the modes for contacts that give way; the accelerations count how much they do.
    fn meet_near(&mut self, center: &[f64], softness: f64) {
        let n = self.len();
        self.give_way(center, softness);
        let free = |r: &usize| *r < n || self.sliding[r - n] == 0;
        for r in (0..2 * n).filter(free) {
            self.a[r] += softness * self.own[r] * (self.f[r] - center[r]);
        }
    }

    /// Solves the equations of the modes for contacts that give way, and computes their accelerations. False, and the forces
    /// those of the middle, if they are singular.
    pub(super) fn give_way(&mut self, center: &[f64], softness: f64) -> bool {
        let n = self.len();
        for i in 0..n {
            (self.f[i], self.f[n + i]) = match self.modes[i] {
                Mode::Open => (0.0, 0.0),
                Mode::Stick => (center[i], center[n + i]),
                Mode::Slip(sign) | Mode::Slide(sign) => (center[i], -self.friction[i] * f64::from(sign) * center[i]),
            };
        }
        self.evaluate();
        let regular = self.factor(softness);
        if regular {
            self.correct();
            self.evaluate();
        }
        regular
    }
}
