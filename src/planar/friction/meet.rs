//! The equations of a set of modes, solved by a softened factor (module `reduced`) and repetitions with what is left.
//!
//! A repetition takes most off what is left but where a singular value of the equations is about as small as the softening,
//! as that of a light body between heavy ones: 1e-5 for a block 1e5 times heavier. Where repetitions become slow they are
//! therefore combined (Anderson's acceleration), which ends in about as many as there are such values. Of 3,400 problems of
//! that block with friction 0.3 modes alone then leave 40 to other methods, 170 without combinations.
use super::Mode;
use super::law::{Problem, TOLERANCE};
use crate::linalg::anderson::Anderson;
use crate::planar::reduced::SOFTNESS;

/// Equations count as met below this part of the size of their terms.
const EXACT: f64 = 1e-13;
/// And below this part once rounding ends the repetitions.
const ENOUGH: f64 = 1e-3 * TOLERANCE;
/// Rounding of an acceleration in parts of the largest term of it.
const ROUNDING: f64 = 1e-15;
/// Most repetitions.
const REPETITIONS: usize = 12;
/// So many that are combined, and halve nothing, tell that equations contradict each other: the first of them only begins,
/// so one more may take off what is left along one direction.
const IDLE: usize = 2;

/// Storage of the repetitions.
#[derive(Clone, Debug, Default)]
pub(super) struct Meeting {
    /// The rows of the equations.
    unknown: Vec<usize>,
    mixing: Anderson,
    /// Forces before a repetition, and where they began to be combined.
    before: Vec<f64>,
    plain: Vec<f64>,
    /// Changes of the forces count by these weights.
    weights: Vec<f64>,
}

impl Meeting {
    /// Takes up what a unit force along each row does to itself.
    pub(super) fn begin(&mut self, own: &[f64]) {
        self.weights.clear();
        self.weights.extend(own.iter().map(|own| own.sqrt()));
    }
}

impl Problem {
    /// Solves the equations of the modes, from the forces at hand. Whether they have a solution; if they contradict each
    /// other the forces are those of slightly softened contacts, which tell most about the modes.
    pub(super) fn meet(&mut self) -> bool {
        self.meet_while(&mut |_, _, _| true)
    }

    /// The same, but no further than to the first repetition where the forces then belie some modes by more than what is
    /// left of the equations.
    pub(super) fn meet_unless_belied(&mut self) {
        self.meet_while(&mut |problem, round, left| round != 1 || problem.judge(left) == 0);
    }

    /// The same as long as it goes on after a round with this left.
    fn meet_while(&mut self, goes_on: &mut dyn FnMut(&mut Self, usize, f64) -> bool) -> bool {
        self.take_modes();
        let size = self.meeting.unknown.iter().map(|&r| self.b[r].abs()).fold(0.0, f64::max);
        let enough = ENOUGH * size.max(1.0);
        let (mut least, mut idle, mut rounding) = (f64::INFINITY, None, 0.0);
        for round in 0..=REPETITIONS {
            self.evaluate();
            let left = self.meeting.unknown.iter().map(|&r| self.a[r].abs()).fold(0.0, f64::max);
            if idle.is_none() {
                // where equations contradict each other, combined forces grow, and their rounding
                rounding = self.rounding();
            }
            if left <= (EXACT * size).max(rounding) || left <= f64::MIN_POSITIVE {
                return true;
            }
            if !goes_on(self, round, left) {
                return false;
            }
            let halves = left <= 0.5 * least;
            match &mut idle {
                _ if left.is_nan() => break,
                _ if !halves && least.min(left) <= enough => return left <= enough,
                None if !halves => {
                    self.meeting.mixing.clear(1.0);
                    self.meeting.plain.clone_from(&self.f);
                    idle = Some(1);
                }
                Some(IDLE) if !halves => break,
                Some(idle) => *idle = if halves { 0 } else { *idle + 1 },
                None => {}
            }
            least = least.min(left);
            if round == 0 && !self.factor(SOFTNESS) {
                return false;
            }
            self.repeat(idle.is_some());
        }
        if idle.is_some() {
            self.f.clone_from(&self.meeting.plain);
            self.evaluate();
        }
        false
    }

    /// Takes off what is left of the equations, combined with what was taken off before or not.
    fn repeat(&mut self, combined: bool) {
        if !combined {
            return self.correct();
        }
        let mut meeting = std::mem::take(&mut self.meeting);
        meeting.before.clone_from(&self.f);
        self.correct();
        meeting.mixing.next(&meeting.before, &mut self.f, &meeting.weights);
        self.meeting = meeting;
    }

    /// The equations of the modes; forces that are none of their unknowns follow from these.
    fn take_modes(&mut self) {
        let n = self.len();
        let Self { meeting: Meeting { unknown, .. }, modes, pushed, least, f, friction, .. } = self;
        unknown.clear();
        unknown.extend((0..n).filter(|&i| modes[i] != Mode::Open && !pushed[i]));
        unknown.extend((0..n).filter(|&i| modes[i] == Mode::Stick).map(|i| n + i));
        for i in 0..n {
            if pushed[i] {
                f[i] = least[i];
            }
            match modes[i] {
                Mode::Open => (f[i], f[n + i]) = (0.0, 0.0),
                Mode::Stick => {}
                Mode::Slip(sign) | Mode::Slide(sign) => f[n + i] = -friction[i] * f64::from(sign) * f[i],
            }
        }
    }

    pub(super) fn evaluate(&mut self) {
        self.rows.evaluate(&self.f, &self.b, &mut self.sums, &mut self.a);
    }

    /// Factors the equations of the modes, softened by so much of what each row does to itself. False if they are singular.
    pub(super) fn factor(&mut self, softness: f64) -> bool {
        let Self { reduced, rows, modes, pushed, friction, .. } = self;
        let n = modes.len();
        // the friction that goes with a unit of the force along a row; none if that is not unknown
        reduced.factor(&rows.rows, softness, &|r| match modes[r % n] {
            _ if r < n && pushed[r] => None,
            Mode::Stick => Some(0.0),
            Mode::Slip(sign) | Mode::Slide(sign) if r < n => Some(-friction[r] * f64::from(sign)),
            _ => None,
        })
    }

    pub(super) fn correct(&mut self) {
        let n = self.len();
        self.reduced.correct(&self.rows.rows, &self.a, &mut self.f);
        for i in 0..n {
            if let Mode::Slip(sign) | Mode::Slide(sign) = self.modes[i] {
                self.f[n + i] = -self.friction[i] * f64::from(sign) * self.f[i];
            }
        }
    }

    /// Rounding of the accelerations.
    pub(super) fn rounding(&self) -> f64 {
        ROUNDING * self.own.iter().zip(&self.f).map(|(own, f)| (own * f).abs()).fold(0.0, f64::max)
    }
}
