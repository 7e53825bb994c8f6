//! Nonsmooth Gauss-Seidel on the velocities of the bodies: no matrix is made.
//!
//! Jourdan, Alart, Jean, *A Gauss-Seidel like algorithm to solve frictional contact problems*, 1998; each contact is
//! solved exactly while the others are held, the contacts to and fro, as often as it takes.
use super::contact::{Ball, General};
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
/// After so many visits of contacts the sweeps begin to be content with more, which grows as the third power of the work.
const WORK: f64 = 4e3;
/// Content with this part of the speed at last, so that sweeps always end.
const COARSEST: f64 = 1e-1;
/// Where that is not reached, they end after this many times that work, but not before so many sweeps.
const MOST_WORK: f64 = 500.0;
const FEWEST: usize = 50;

/// All contacts of a step.
#[derive(Clone, Debug, Default)]
pub struct Contacts {
    slots: Vec<Slot>,
    balls: Vec<Ball>,
    generals: Vec<General>,
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

    /// Adds the impulses to the velocities without contacts, and sweeps until what changes is small: at the end the
    /// velocities obey the laws. The residual is the largest change of the velocity of a contact in the last sweep, m/s.
    pub fn solve(&mut self, twists: &mut [Twist], goal: Goal, watch: &mut dyn FnMut(&Iterate)) -> Outcome {
        for slot in &self.slots {
            match *slot {
                Slot::Ball(k) => self.balls[k].start(twists),
                Slot::General(k) => self.generals[k].start(twists),
            }
        }
        let (count, finest) = (self.slots.len(), FINEST[0] * goal.speed + FINEST[1] * goal.fastest);
        let coarsest = COARSEST * goal.speed.max(1e-3 * goal.fastest);
        let mut outcome = Outcome { solved: true, iterations: 0, residual: 0.0 };
        if count == 0 {
            return outcome;
        }
        loop {
            let mut worst = 0.0_f64;
            if outcome.iterations.is_multiple_of(2) {
                (0..count).for_each(|k| worst = worst.max(self.visit(k, twists)));
            } else {
                (0..count).rev().for_each(|k| worst = worst.max(self.visit(k, twists)));
            }
            outcome.iterations += 1;
            outcome.residual = worst.sqrt();
            watch(&Iterate { f: &[], distances: &[], residual: outcome.residual });
            let work = (count * outcome.iterations) as f64 / WORK;
            let content = (finest * (work * work * work).max(1.0)).min(coarsest.max(finest));
            if outcome.residual <= content {
                return outcome;
            }
            if !outcome.residual.is_finite() || work > MOST_WORK && outcome.iterations > FEWEST {
                outcome.solved = false;
                return outcome;
            }
        }
    }
}
