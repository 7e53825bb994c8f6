//! Nonsmooth Gauss-Seidel on the velocities of the bodies: no matrix is made.
//!
//! Jourdan, Alart, Jean, *A Gauss-Seidel like algorithm to solve frictional contact problems*, 1998: each contact is
//! solved exactly while the others are held, island by island, to and fro, as often as it takes. Departure: where that
//! takes long, Anderson's acceleration combines the sweeps.
use super::anderson::{Anderson, Entry};
use super::ball::Ball;
use super::contact::General;
use super::island::Islands;
#[cfg(feature = "contenders")]
use super::named::Lines;
use crate::complementarity::nonlinear::{Iterate, Outcome};
use crate::spatial::equations::Twist;
use glam::DVec3;

/// Where a contact is held.
#[derive(Clone, Copy, Debug)]
enum Slot {
    Ball(usize),
    General(usize),
}

/// What the sweeps are measured by, m/s.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// What external forces do to a velocity in the step.
    pub speed: f64,
    /// The largest velocity.
    pub fastest: f64,
}

/// The finest changes that are worth a sweep, as parts of the two speeds.
const FINEST: [f64; 2] = [1e-9, 1e-12];
/// After so many visits of contacts the sweeps of an island begin to be content with more, which grows as the fourth
/// power of the work.
const WORK: f64 = 2e3;
/// Content with this part of the speed at last.
const COARSEST: f64 = 1e-2;
/// Where that is not reached, they end after this many times that work, but not before so many sweeps.
const MOST_WORK: f64 = 200.0;
const FEWEST: usize = 50;
/// Sweeps are combined after so many plain ones.
const PLAIN: usize = 8;

/// All contacts of a step.
#[derive(Clone, Debug, Default)]
pub struct Contacts {
    slots: Vec<Slot>,
    balls: Vec<Ball>,
    generals: Vec<General>,
    islands: Islands,
    anderson: Anderson,
    /// Impulses before a sweep, after it, and their weights.
    entries: [Vec<Entry>; 3],
}

impl Contacts {
    pub fn clear(&mut self) {
        self.slots.clear();
        self.balls.clear();
        self.generals.clear();
    }

    pub fn add_ball(&mut self, contact: Ball) {
        self.slots.push(Slot::Ball(self.balls.len()));
        self.balls.push(contact);
    }

    pub fn add_general(&mut self, contact: General) {
        self.slots.push(Slot::General(self.generals.len()));
        self.generals.push(contact);
    }

    /// Impulse of a contact on its first body, N s: along the normal, and the rest.
    pub fn impulse(&self, k: usize) -> (f64, DVec3) {
        match self.slots[k] {
            Slot::Ball(k) => self.balls[k].impulse(),
            Slot::General(k) => self.generals[k].impulse(),
        }
    }

    /// Rate of the gap of a contact, m/s.
    pub fn rate(&self, k: usize, twists: &[Twist]) -> f64 {
        match self.slots[k] {
            Slot::Ball(k) => self.balls[k].rate(twists),
            Slot::General(k) => self.generals[k].rate(twists),
        }
    }

    /// Opens the gap of a contact by at least `by`, m/s, with an impulse along the normal, so far `held`; returns it.
    pub fn open(&self, k: usize, by: f64, held: f64, twists: &mut [Twist]) -> f64 {
        match self.slots[k] {
            Slot::Ball(k) => self.balls[k].open(by, held, twists),
            Slot::General(k) => self.generals[k].open(by, held, twists),
        }
    }

    fn visit(&mut self, k: usize, twists: &mut [Twist]) -> f64 {
        match self.slots[k] {
            Slot::Ball(k) => self.balls[k].visit(twists),
            Slot::General(k) => self.generals[k].visit(twists),
        }
    }

    /// Adds the impulses of all contacts to the velocities.
    pub fn start(&self, twists: &mut [Twist]) {
        for slot in &self.slots {
            match *slot {
                Slot::Ball(k) => self.balls[k].start(twists),
                Slot::General(k) => self.generals[k].start(twists),
            }
        }
    }

    fn bodies(&self, k: usize) -> [usize; 2] {
        match self.slots[k] {
            Slot::Ball(k) => self.balls[k].bodies,
            Slot::General(k) => self.generals[k].bodies,
        }
    }

    /// Adds the impulses to the velocities without contacts, and sweeps until what changes is small: at the end the
    /// velocities obey the laws. The residual is the largest change of the velocity of a contact in the last sweep of its
    /// island, m/s; iterations are those of the island that took most.
    pub fn solve(
        &mut self,
        twists: &mut [Twist],
        moves: &dyn Fn(usize) -> bool,
        goal: Goal,
        watch: &mut dyn FnMut(&Iterate),
    ) -> Outcome {
        self.start(twists);
        let mut islands = std::mem::take(&mut self.islands);
        islands.find(twists.len(), self.slots.len(), |k| self.bodies(k), moves);
        let mut outcome = Outcome { solved: true, iterations: 0, residual: 0.0 };
        for island in islands.iter() {
            let done = self.relax(island, twists, goal, watch);
            outcome.solved &= done.solved;
            outcome.iterations = outcome.iterations.max(done.iterations);
            outcome.residual = outcome.residual.max(done.residual);
        }
        self.islands = islands;
        outcome
    }

    /// Sweeps over the contacts of an island.
    fn relax(
        &mut self,
        island: &[usize],
        twists: &mut [Twist],
        goal: Goal,
        watch: &mut dyn FnMut(&Iterate),
    ) -> Outcome {
        let finest = FINEST[0] * goal.speed + FINEST[1] * goal.fastest;
        let coarsest = COARSEST * goal.speed.max(1e-3 * goal.fastest);
        let mut outcome = Outcome { solved: true, iterations: 0, residual: 0.0 };
        self.anderson.clear();
        loop {
            let hard = outcome.iterations >= PLAIN;
            if hard {
                self.note(island, 0);
            }
            let mut worst = 0.0_f64;
            let back = !outcome.iterations.is_multiple_of(2);
            if hard || !back {
                island.iter().for_each(|&k| worst = worst.max(self.visit(k, twists)));
            }
            if hard || back {
                island.iter().rev().for_each(|&k| worst = worst.max(self.visit(k, twists)));
            }
            outcome.iterations += 1 + usize::from(hard);
            outcome.residual = worst.sqrt();
            watch(&Iterate { f: &[], distances: &[], residual: outcome.residual });
            let work = (island.len() * outcome.iterations) as f64 / WORK;
            let content = (finest * work * work * work * work).min(coarsest).max(finest);
            if outcome.residual <= content {
                return outcome;
            }
            if !outcome.residual.is_finite() || work > MOST_WORK && outcome.iterations > FEWEST {
                outcome.solved = false;
                return outcome;
            }
            if hard {
                self.combine(island, twists);
            }
        }
    }

    /// Notes the impulses of an island.
    fn note(&mut self, island: &[usize], when: usize) {
        let mut entries = std::mem::take(&mut self.entries[when]);
        entries.clear();
        entries.extend(island.iter().map(|&k| match self.slots[k] {
            Slot::Ball(k) => self.balls[k].entry(),
            Slot::General(k) => self.generals[k].entry(),
        }));
        self.entries[when] = entries;
    }

    /// Goes from where the last sweeps led to where they would lead best together.
    fn combine(&mut self, island: &[usize], twists: &mut [Twist]) {
        self.note(island, 1);
        let [began, now, weights] = &mut self.entries;
        weights.clear();
        weights.extend(island.iter().map(|&k| match self.slots[k] {
            Slot::Ball(k) => self.balls[k].weights(),
            Slot::General(k) => self.generals[k].weights(),
        }));
        if self.anderson.next(began, now, weights) {
            for (&k, entry) in island.iter().zip(now) {
                match self.slots[k] {
                    Slot::Ball(k) => self.balls[k].set(entry, twists),
                    Slot::General(k) => self.generals[k].set(entry, twists),
                }
            }
        }
    }
}

/// The contacts as a method of the tables sees them.
#[cfg(feature = "contenders")]
impl Contacts {
    /// Their number.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// How impulses act at a contact.
    pub fn lines(&self, k: usize) -> Lines {
        match self.slots[k] {
            Slot::Ball(k) => self.balls[k].lines(),
            Slot::General(k) => self.generals[k].lines(),
        }
    }

    /// û of a contact along its lines, m/s.
    pub fn asked(&self, k: usize, twists: &[Twist]) -> [f64; 3] {
        let Lines { bodies: [a, b], frame, arms } = self.lines(k);
        let bias = match self.slots[k] {
            Slot::Ball(k) => self.balls[k].bias(),
            Slot::General(k) => self.generals[k].bias(),
        };
        let linear = twists[a].linear - twists[b].linear + bias;
        let turning = |i: usize| arms[0][i].dot(twists[a].angular) + arms[1][i].dot(twists[b].angular);
        [0, 1, 2].map(|i| frame[i].dot(linear) + turning(i))
    }

    /// μ of a contact.
    pub fn friction(&self, k: usize) -> f64 {
        match self.slots[k] {
            Slot::Ball(k) => self.balls[k].friction,
            Slot::General(k) => self.generals[k].friction,
        }
    }

    /// Impulse of a contact along its lines, N s.
    pub fn parts(&self, k: usize) -> [f64; 3] {
        let (normal, side) = self.impulse(k);
        let [_, t, s] = self.lines(k).frame;
        [normal, side.dot(t), side.dot(s)]
    }

    /// Gives a contact an impulse along its lines that the velocities do not have yet.
    pub fn put(&mut self, k: usize, parts: [f64; 3]) {
        match self.slots[k] {
            Slot::Ball(k) => self.balls[k].put(parts),
            Slot::General(k) => self.generals[k].put(parts),
        }
    }
}
