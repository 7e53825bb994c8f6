//! The law of friction for given rows, and its solution: modes tried from a guess, then proximal points, then Lemke's pivots.
//!
//! A set of modes makes the law a system of linear equations: aₙ = 0 where a contact is closed, aₜ = 0 where it sticks,
//! fₜ = −μ f s where it moves with sign s. Its solution shows which modes were wrong, as in Newton's method; mostly two or
//! three rounds do. Contacts are often more than the motion can tell apart; of all solutions the one nearest to the guess
//! is taken (module `reduced`). Where the modes go round, few contacts take Lemke's method (module `pivots`), more are sought
//! for softer contacts first (module `proximal`); what one of these leaves takes the other, but for the largest problems.
use super::drive::Drive;
use super::meet::Meeting;
use super::proximal::Proximal;
use super::reduced::Reduced;
use super::{FrictionSolver, Mode};
use crate::complementarity::chosen::Chosen;
use crate::complementarity::{Lcp, Solution, Status, Step, lemke::Lemke};
use crate::linalg::Matrix;
use crate::linalg::vector::max_abs;
use crate::planar::equations::{Rows, Twist, bodies};

/// Relative violation of the law that is put down to rounding.
pub(super) const TOLERANCE: f64 = 1e-9;
/// The same where modes go round: contacts that stick may contradict each other by more than rounding.
const NEARLY: f64 = 1e-7;
/// Up to so many contacts one run of pivots, exact where it finds a solution, takes less time than proximal points: of problems
/// that modes leave in heaps, 22 µs and 820 µs of 4 to 7 contacts, 28 and 500 of 8 to 11, 185 and 530 of 16 to 19.
const FEW: usize = 8;
/// Over so many contacts no pivots are made, for these are dense. In the first two seconds of a falling heap of 100 squares with
/// μ = 0.3 the mean step takes 19 ms without them and 30 with them, the slowest 96 and 240, and 9 problems are left in place
/// of 26.
const MANY: usize = 30;
/// Rounds in a row that leave as many modes wrong as there were before: then the modes go round. Of 50,000 problems of
/// falling heaps with friction 1 in 500 would be solved by more of them.
const PATIENCE: usize = 5;

/// Contacts that feel each other: find the forces that obey the law. Normals first, then tangents.
#[derive(Clone, Debug, Default)]
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
    /// What a unit force along each row does to itself, and to all: J M⁻¹ Jᵀ, for pivots alone.
    pub(super) own: Vec<f64>,
    pub(super) matrix: Matrix,
    pub(super) sums: Vec<Twist>,
    pub(super) meeting: Meeting,
    guess: Vec<f64>,
    revised: Vec<Mode>,
    pub(super) reduced: Reduced,
    pub(super) lcp: Lcp,
    pub(super) solution: Solution,
    pub(super) lemke: Chosen<Lemke>,
    pub(super) drive: Drive,
    pub(super) proximal: Proximal,
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
        let (few, many) = (self.len() <= FEW, self.len() > MANY);
        self.by_modes()
            || (few && self.by_one_run())
            || self.by_proximal_points()
            || (!few && !many && self.by_one_run())
            || self.is_nearly_right(many)
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
        self.meet() && self.wrong().next().is_none() && self.is_law()
    }

    /// Whether the forces obey the law, once what rounding has left outside the cones is taken off.
    pub(super) fn is_law(&mut self) -> bool {
        self.cut();
        self.violation() <= TOLERANCE * max_abs(&self.b).max(1.0)
    }

    /// Takes up the rows.
    pub(super) fn prepare(&mut self) {
        let rows = &self.rows.rows;
        self.own.clear();
        self.own.extend(rows.iter().map(|row| row.coupling(row)));
        self.meeting.begin(&self.own);
        self.sums.resize(bodies(rows).max(self.sums.len()), Twist::default());
        self.reduced.prepare(rows);
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
        self.guess.clone_from(&self.f);
        let mut met = true;
        self.revise_until_right(|problem| {
            if !met {
                // what contradictory equations leave is no guess
                problem.f.clone_from(&problem.guess);
            }
            met = problem.meet();
        });
        self.is_law()
    }

    /// Solves the equations of the modes and puts right those that the solution belies, until it belies none. How many rounds
    /// that took.
    pub(super) fn revise_until_right(&mut self, mut meet: impl FnMut(&mut Self)) -> Option<usize> {
        let (mut fewest, mut patience) = (usize::MAX, PATIENCE);
        for round in 1.. {
            meet(self);
            let wrong = self.wrong().count();
            if wrong == 0 {
                return Some(round);
            }
            patience = if wrong < fewest { PATIENCE } else { patience - 1 };
            if patience == 0 {
                break;
            }
            fewest = fewest.min(wrong);
            self.revise();
        }
        None
    }

    /// Accelerations below this are put down to rounding where a mode is judged: what forces do to their own rows may be
    /// far more than is left of it, where a heavy body lies on light ones.
    pub(super) fn small(&self) -> f64 {
        (1e-3 * TOLERANCE * max_abs(&self.b)).max(self.rounding()).max(f64::MIN_POSITIVE)
    }

    /// The modes that the forces belie, with those that they show.
    fn wrong(&self) -> impl Iterator<Item = (usize, Mode)> {
        let small = self.small();
        let shown = move |i: usize| {
            let (t, n) = (self.len() + i, i);
            let (f, along, small_f, small_t) = (self.f[n], self.f[t], small / self.own[n], small / self.own[t]);
            match self.modes[i] {
                Mode::Open if self.a[n] < -small => self.closing(i),
                Mode::Stick | Mode::Slip(_) | Mode::Slide(_) if f < -small_f => Mode::Open,
                Mode::Stick if along.abs() > self.friction[i] * f + small_t => Mode::Slip(-(along.signum() as i8)),
                Mode::Slip(sign) if f64::from(sign) * self.a[t] < -small => Mode::Stick,
                mode => mode,
            }
        };
        (0..self.len()).map(move |i| (i, shown(i))).filter(|(i, mode)| *mode != self.modes[*i])
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

    /// Puts right all wrong modes.
    fn revise(&mut self) {
        let mut modes = std::mem::take(&mut self.revised);
        modes.clone_from(&self.modes);
        self.wrong().for_each(|(i, mode)| modes[i] = mode);
        self.revised = std::mem::replace(&mut self.modes, modes);
    }

    /// Takes off what rounding has left outside the cones.
    pub(super) fn cut(&mut self) {
        if cut(&mut self.f, &self.friction) {
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
            self.a[i].min(own * f).abs().max(tangent.abs())
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
pub fn cut(f: &mut [f64], friction: &[f64]) -> bool {
    let (normal, tangential) = f.split_at_mut(friction.len());
    let mut cut = false;
    for ((f, t), mu) in normal.iter_mut().zip(tangential).zip(friction) {
        let inside = f.max(0.0);
        let within = t.clamp(-mu * inside, mu * inside);
        cut |= inside != *f || within != *t;
        (*f, *t) = (inside, within);
    }
    cut
}
