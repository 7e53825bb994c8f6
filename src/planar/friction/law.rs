//! The law of friction for given rows, and its solution: modes tried from a guess, then proximal points, then Lemke's pivots.
//!
//! A set of modes makes the law a system of linear equations: aₙ = 0 where a contact is closed, aₜ = 0 where it sticks,
//! fₜ = −μ f s where it moves with sign s. Its solution shows which modes were wrong, as in Newton's method. The first modes
//! are those of the last solution, or else of some sweeps of projected Gauss-Seidel; then mostly one round does. Contacts are
//! often more than the motion can tell apart; of all solutions the one nearest to the guess is taken (module `reduced`). Where
//! the modes go round they are sought for softer contacts first (module `proximal`), then, but for the largest problems, by
//! Lemke's method (module `pivots`).
use super::drive::Drive;
use super::meet::Meeting;
use super::newton::Newton;
use super::proximal::Proximal;
use super::{FrictionSolver, Mode};
use crate::complementarity::chosen::Chosen;
use crate::complementarity::{Lcp, Solution, Status, Step, lemke::Lemke};
use crate::linalg::Matrix;
use crate::linalg::vector::max_abs;
use crate::planar::equations::{Rows, Twist, bodies};
use crate::planar::reduced::Reduced;

/// Relative violation of the law that is put down to rounding.
pub(super) const TOLERANCE: f64 = 1e-9;
/// The same where modes go round: contacts that stick may contradict each other by more than rounding.
const NEARLY: f64 = 1e-7;
/// Over so many contacts no pivots are made, for these are dense. In the first two seconds of a heap of 100 squares that falls by
/// velocities with μ = 0.3 the mean step takes 19 ms without them and 30 with them, the slowest 96 and 240, and 9 problems are
/// left in place of 26.
const MANY: usize = 30;
/// Rounds in a row that leave as many modes wrong as there were before: then the modes go round. Of 31,000 problems of a
/// falling heap 1 in 300 is left so; with three, three times as many are left to Lemke's method.
const PATIENCE: usize = 5;
/// Sweeps for a first guess: without any a problem of falling heaps and cards takes 2.1 rounds and 6 evaluations, with two
/// 1.3 and 4, with five 1.2 and 3, with ten no fewer rounds.
const SWEEPS: usize = 5;

/// Contacts that feel each other: find the forces that obey the law. Normals first, then tangents.
#[derive(Debug, Default)]
pub struct Problem {
    /// J and J M⁻¹.
    pub rows: Rows,
    /// Accelerations without contact forces, or velocities without impulses.
    pub b: Vec<f64>,
    /// μ of each contact.
    pub friction: Vec<f64>,
    /// Sign of the velocity along each tangent that the friction is against; 0 at rest.
    pub sliding: Vec<i8>,
    /// The forces; before [`Self::solve`] a guess.
    pub f: Vec<f64>,
    /// A f + b.
    pub a: Vec<f64>,
    /// What each contact does; before [`Self::solve`] a guess.
    pub modes: Vec<Mode>,
    /// The least force along each normal: 0 ≤ f − least ⟂ aₙ ≥ 0. One that is not 0 rubs even where its contact parts.
    pub(super) least: Vec<f64>,
    /// Whether a contact parts that has a least force: its force is that, and its mode tells of the tangent alone.
    pub(super) pushed: Vec<bool>,
    /// What a unit force along each row does to itself, and to all: J M⁻¹ Jᵀ, for pivots alone.
    pub(super) own: Vec<f64>,
    pub(super) matrix: Matrix,
    pub(super) sums: Vec<Twist>,
    pub(super) meeting: Meeting,
    found: Vec<f64>,
    still: Vec<(usize, Mode)>,
    revised: Vec<(usize, Mode, bool)>,
    pub(super) reduced: Reduced,
    pub(super) lcp: Lcp,
    pub(super) solution: Solution,
    pub(super) lemke: Chosen<Lemke>,
    pub(super) drive: Drive,
    pub(super) proximal: Proximal,
    pub(super) newton: Newton,
    /// Whether the method asked for left the problem to the others.
    pub handed_over: bool,
}

impl Problem {
    /// Number of contacts.
    pub fn len(&self) -> usize {
        self.sliding.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.sliding.is_empty()
    }

    /// Nothing is known: no force, all contacts stay at rest or slide on.
    pub fn forget(&mut self) {
        self.f.clear();
        self.f.resize(2 * self.len(), 0.0);
        self.modes.clear();
        let guess = self.sliding.iter().zip(&self.friction);
        self.modes.extend(guess.map(|(&sign, &friction)| Mode::closed(sign, friction)));
    }

    /// Forces, accelerations and modes. Whether they obey the law.
    pub fn solve(&mut self, solver: FrictionSolver) -> bool {
        self.prepare();
        let done = match solver {
            FrictionSolver::Modes => false,
            FrictionSolver::Dantzig => self.is_guessed() || self.by_drives(&mut |_| ()),
            FrictionSolver::Lemke => self.by_pivots(),
        };
        self.handed_over = !done && solver != FrictionSolver::Modes;
        if self.handed_over {
            self.forget();
        }
        if done {
            return true;
        }
        self.note_guess();
        let many = self.len() > MANY;
        self.by_modes() || self.by_proximal_points() || (!many && self.by_one_run()) || self.is_nearly_right(many)
    }

    /// Forces that are at least `least` along the normals. Whether they obey the law.
    pub fn solve_over(&mut self, least: &[f64]) -> bool {
        self.prepare();
        self.ask_at_least(least);
        self.by_modes() || self.by_pivots_over(least)
    }

    /// Whether one of the methods has come near enough to the law; all of Lemke's method then is worth its time.
    fn is_nearly_right(&mut self, many: bool) -> bool {
        if many {
            return self.is_nearly_proximal();
        }
        (self.is_nearly_proximal() || self.is_nearly_run())
            && ((self.by_pivots() && self.is_law()) || self.is_nearly_proximal() || self.is_nearly_run())
    }

    /// Shows the pivots of Baraff's drives. Whether they end at forces that obey the law.
    pub fn show_drives(&mut self, watch: &mut dyn FnMut(&Step)) -> bool {
        self.prepare();
        self.by_drives(watch)
    }

    /// Baraff's drives by the order of the contacts. Whether they end at forces that obey the law.
    pub fn drive_by_index(&mut self) -> bool {
        self.prepare();
        self.drive.by_index = true;
        self.by_drives(&mut |_| ())
    }

    /// Whether the modes at hand are right.
    pub(super) fn is_guessed(&mut self) -> bool {
        self.meet() && self.judge(0.0) == 0 && self.is_law()
    }

    /// Whether the forces obey the law, once what rounding has left outside the cones is taken off.
    pub(super) fn is_law(&mut self) -> bool {
        self.cut();
        self.violation() <= TOLERANCE * max_abs(&self.b).max(1.0)
    }

    /// Takes up the least forces along the normals, none if the list is empty.
    pub(super) fn ask_at_least(&mut self, least: &[f64]) {
        self.least.clear();
        self.least.extend_from_slice(least);
        self.least.resize(self.len(), 0.0);
        self.pushed.clear();
        self.pushed.resize(self.len(), false);
    }

    /// Takes up the rows.
    pub(super) fn prepare(&mut self) {
        let rows = &self.rows.rows;
        self.own.clear();
        self.own.extend(rows.iter().map(|row| row.coupling(row)));
        self.meeting.begin(&self.own);
        self.sums.resize(bodies(rows).max(self.sums.len()), Twist::default());
        self.reduced.prepare(rows, rows.len() / 2);
        self.ask_at_least(&[]);
    }

    /// Forces that bring the rows of all closed contacts to zero, those of the tangents where they stick, of any sign:
    /// the least violation where that cannot be.
    pub fn hold(&mut self) {
        self.prepare();
        self.forget_signs();
        self.meet();
    }

    fn forget_signs(&mut self) {
        for (mode, friction) in self.modes.iter_mut().zip(&mut self.friction) {
            *friction = 0.0;
            if let Mode::Slip(sign) | Mode::Slide(sign) = mode {
                *sign = 0;
            }
        }
        self.f.fill(0.0);
    }

    /// The law by its modes, from the modes and forces at hand. Where rounding alone makes them go round, the forces obey it.
    pub(super) fn by_modes(&mut self) -> bool {
        // of a guess friction is left at zero, so that contacts that stick do not press against each other along their tangents
        // by more than is needed
        if self.f.iter().all(|f| *f == 0.0) {
            self.sweep(SWEEPS);
            self.f[self.modes.len()..].fill(0.0);
        }
        self.revise_until_right(&mut Self::meet_unless_belied);
        let found = self.is_law();
        if found {
            self.stick_at_rest();
        }
        found
    }

    /// Contact after contact takes the force that it needs for itself beside the others' so far (projected Gauss-Seidel).
    pub(super) fn sweep(&mut self, sweeps: usize) {
        let n = self.len();
        for row in &self.rows.rows {
            row.bodies.iter().for_each(|&body| self.sums[body] = Twist::default());
        }
        self.rows.push(&self.f, &mut self.sums);
        for _ in 0..sweeps {
            for i in 0..n {
                let t = n + i;
                if self.own[i] <= 0.0 {
                    continue;
                }
                let a = self.b[i] + self.rows.rows[i].apply(|body| self.sums[body]);
                let least = self.least[i];
                let f = (self.f[i] - a / self.own[i]).max(least);
                self.shift(i, f);
                self.pushed[i] = least > 0.0 && f == least;
                let edge = self.friction[i] * f;
                let along = match self.sliding[i] {
                    0 => {
                        let a = self.b[t] + self.rows.rows[t].apply(|body| self.sums[body]);
                        (self.f[t] - a / self.own[t]).clamp(-edge, edge)
                    }
                    sign => -f64::from(sign) * edge,
                };
                self.shift(t, along);
                self.modes[i] = match Mode::closed(self.sliding[i], self.friction[i]) {
                    _ if f == 0.0 => Mode::Open,
                    Mode::Stick if along.abs() == edge => Mode::Slip(-(along.signum() as i8)),
                    mode => mode,
                };
            }
        }
    }

    /// A contact that was guessed to slip may be at rest all the same: then it sticks, if the law allows that.
    fn stick_at_rest(&mut self) {
        let (n, small) = (self.len(), self.small());
        let rests = |i: &usize| matches!(self.modes[*i], Mode::Slip(sign) if f64::from(sign) * self.a[n + i] <= small);
        let mut still = std::mem::take(&mut self.still);
        still.clear();
        still.extend((0..n).filter(rests).map(|i| (i, self.modes[i])));
        if !still.is_empty() {
            self.found.clone_from(&self.f);
            still.iter().for_each(|&(i, ..)| self.modes[i] = Mode::Stick);
            self.f[n..].fill(0.0);
            if !self.is_guessed() {
                still.iter().for_each(|&(i, mode)| self.modes[i] = mode);
                self.f.clone_from(&self.found);
                self.evaluate();
            }
        }
        self.still = still;
    }

    /// Changes the force of a row, and with it the motions.
    fn shift(&mut self, r: usize, f: f64) {
        let change = f - std::mem::replace(&mut self.f[r], f);
        self.rows.rows[r].push(change, &mut self.sums);
    }

    /// Solves the equations of the modes and puts right those that the solution belies, until it belies none. How many rounds
    /// that took.
    pub(super) fn revise_until_right(&mut self, meet: &mut dyn FnMut(&mut Self)) -> Option<usize> {
        let (mut fewest, mut patience) = (usize::MAX, PATIENCE);
        for round in 1.. {
            meet(self);
            let many = self.judge(0.0);
            patience = if many < fewest { PATIENCE } else { patience - 1 };
            if many == 0 || patience == 0 {
                return (many == 0).then_some(round);
            }
            self.revised.iter().for_each(|&(i, mode, pushed)| (self.modes[i], self.pushed[i]) = (mode, pushed));
            fewest = fewest.min(many);
        }
        None
    }

    /// Accelerations below this are put down to rounding where a mode is judged: what forces do to their own rows may be
    /// far more than is left of it, where a heavy body lies on light ones.
    pub(super) fn small(&self) -> f64 {
        (1e-3 * TOLERANCE * max_abs(&self.b)).max(self.rounding()).max(f64::MIN_POSITIVE)
    }

    /// Lists the modes that the forces belie by more than `doubt`, an acceleration: contact, the mode that they show, and
    /// whether it is pushed. How many there are.
    pub(super) fn judge(&mut self, doubt: f64) -> usize {
        let mut wrong = std::mem::take(&mut self.revised);
        wrong.clear();
        let small = self.small().max(doubt);
        let shown = |i: usize| {
            let (t, n) = (self.len() + i, i);
            let (f, along, small_f, small_t) = (self.f[n], self.f[t], small / self.own[n], small / self.own[t]);
            let least = self.least[i];
            let opens = f < least - small_f;
            let mode = match self.modes[i] {
                Mode::Open if self.a[n] < -small => self.closing(i),
                Mode::Stick | Mode::Slip(_) | Mode::Slide(_) if opens && least == 0.0 => Mode::Open,
                Mode::Stick if along.abs() > self.friction[i] * f + small_t => Mode::Slip(-(along.signum() as i8)),
                Mode::Slip(sign) if f64::from(sign) * self.a[t] < -small => Mode::Stick,
                mode => mode,
            };
            (i, mode, if self.pushed[i] { self.a[n] >= -small } else { opens && least > 0.0 })
        };
        let is_wrong = |&(i, mode, pushed): &(usize, Mode, bool)| (mode, pushed) != (self.modes[i], self.pushed[i]);
        wrong.extend((0..self.len()).map(shown).filter(is_wrong));
        self.revised = wrong;
        self.revised.len()
    }

    /// What a contact does that cannot stay open: the force that each row would need for itself lies in the cone or not.
    fn closing(&self, i: usize) -> Mode {
        let t = self.len() + i;
        let slips = self.a[t].abs() * self.own[i] > -self.friction[i] * self.a[i] * self.own[t];
        match Mode::closed(self.sliding[i], self.friction[i]) {
            Mode::Stick if slips => Mode::Slip(self.a[t].signum() as i8),
            mode => mode,
        }
    }

    /// Takes off what rounding has left outside the cones.
    pub(super) fn cut(&mut self) {
        if cut(&mut self.f, &self.friction, &self.least) {
            self.evaluate();
        }
    }

    /// By how much the law is violated, as an acceleration: the natural map of each row.
    pub fn violation(&self) -> f64 {
        let n = self.len();
        let of = |i: usize| {
            let (own, along) = (self.own[i], self.own[n + i]);
            let (f, t, edge) = (self.f[i], self.f[n + i], self.friction[i] * self.f[i].max(0.0));
            let tangent = match self.sliding[i] {
                0 if along > 0.0 => along * (t - (t - self.a[n + i] / along).clamp(-edge, edge)),
                0 => 0.0,
                sign => along * (t + f64::from(sign) * edge),
            };
            self.a[i].min(own * (f - self.least[i])).abs().max(tangent.abs())
        };
        (0..n).map(of).fold(0.0, f64::max)
    }

    /// What may be left of the law where its modes are not found: m/s² or m/s.
    pub(super) fn nearly(&self) -> f64 {
        NEARLY * max_abs(&self.b).max(1.0)
    }

    /// How Lemke's method ended, if it was needed.
    pub fn status(&self) -> Status {
        self.solution.status
    }
}

/// Takes off what lies outside the cones of contacts with this μ. Whether there was anything.
pub fn cut(f: &mut [f64], friction: &[f64], least: &[f64]) -> bool {
    let (normal, tangential) = f.split_at_mut(friction.len());
    let mut cut = false;
    for (((f, t), mu), least) in normal.iter_mut().zip(tangential).zip(friction).zip(least) {
        let inside = f.max(*least);
        let within = t.clamp(-mu * inside, mu * inside);
        cut |= inside != *f || within != *t;
        (*f, *t) = (inside, within);
    }
    cut
}
