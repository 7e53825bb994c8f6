//! All contacts of a step, those of balls and the others, as one list.
use super::anderson::Entry;
use super::ball::Ball;
use super::contact::General;
use crate::spatial::equations::Twist;
use crate::spatial::law::Cone;
use glam::DVec3;

/// How impulses act at a contact.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// The two bodies.
    pub bodies: [usize; 2],
    /// Normal and tangents: a unit impulse on the first body, and against it on the second.
    pub frame: [DVec3; 3],
    /// Their torques about the centre of each body, for unit impulses.
    pub arms: [[DVec3; 3]; 2],
}

/// Where a contact is held.
#[derive(Clone, Copy, Debug)]
pub enum Slot {
    Ball(usize),
    General(usize),
}

/// All contacts of a step.
#[derive(Clone, Debug, Default)]
pub struct Contacts {
    pub slots: Vec<Slot>,
    pub balls: Vec<Ball>,
    pub generals: Vec<General>,
}

/// What both kinds have, by the number of the contact.
macro_rules! of_slot {
    ($self:ident, $k:expr, $contact:ident => $value:expr) => {
        match $self.slots[$k] {
            Slot::Ball(k) => {
                let $contact = &$self.balls[k];
                $value
            }
            Slot::General(k) => {
                let $contact = &$self.generals[k];
                $value
            }
        }
    };
    (mut $self:ident, $k:expr, $contact:ident => $value:expr) => {
        match $self.slots[$k] {
            Slot::Ball(k) => {
                let $contact = &mut $self.balls[k];
                $value
            }
            Slot::General(k) => {
                let $contact = &mut $self.generals[k];
                $value
            }
        }
    };
}
pub(super) use of_slot;

impl Contacts {
    pub fn clear(&mut self) {
        self.slots.clear();
        self.balls.clear();
        self.generals.clear();
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    pub fn add_ball(&mut self, contact: Ball) {
        self.slots.push(Slot::Ball(self.balls.len()));
        self.balls.push(contact);
    }

    pub fn add_general(&mut self, contact: General) {
        self.slots.push(Slot::General(self.generals.len()));
        self.generals.push(contact);
    }

    /// Puts another contact in the place of one that is no [`Ball`].
    pub fn replace(&mut self, k: usize, contact: General) {
        if let Slot::General(k) = self.slots[k] {
            self.generals[k] = contact;
        }
    }

    /// Whether a contact is a [`Ball`].
    pub fn is_ball(&self, k: usize) -> bool {
        matches!(self.slots[k], Slot::Ball(_))
    }

    /// The two bodies of a contact.
    pub fn bodies(&self, k: usize) -> [usize; 2] {
        of_slot!(self, k, contact => contact.bodies)
    }

    /// Impulse of a contact on its first body, N s: along the normal, and the rest.
    pub fn impulse(&self, k: usize) -> (f64, DVec3) {
        of_slot!(self, k, contact => contact.impulse())
    }

    /// Rate of the gap of a contact, m/s.
    #[inline(always)]
    pub fn rate(&self, k: usize, twists: &[Twist]) -> f64 {
        of_slot!(self, k, contact => contact.rate(twists))
    }

    /// Opens the gap of a contact by at least `by`, m/s, with an impulse along the normal, so far `held`; returns it.
    #[inline(always)]
    pub fn open(&self, k: usize, by: f64, held: f64, twists: &mut [Twist]) -> f64 {
        of_slot!(self, k, contact => contact.open(by, held, twists))
    }

    /// As [`General::press`].
    pub fn press(&self, k: usize, by: f64, twists: &mut [Twist]) {
        of_slot!(self, k, contact => contact.press(by, twists));
    }

    /// As [`General::visit`].
    #[inline(always)]
    pub fn visit(&mut self, k: usize, twists: &mut [Twist]) -> f64 {
        of_slot!(mut self, k, contact => contact.visit(twists))
    }

    /// Adds the impulse of a contact to the velocities.
    pub fn start(&self, k: usize, twists: &mut [Twist]) {
        of_slot!(self, k, contact => contact.start(twists));
    }

    /// As [`General::work`].
    pub fn work(&self, k: usize, twists: &[Twist]) -> f64 {
        of_slot!(self, k, contact => contact.work(twists))
    }

    /// Multiplies the impulse of a contact.
    pub fn scale(&mut self, k: usize, by: f64) {
        of_slot!(mut self, k, contact => contact.scale(by));
    }

    /// As [`General::entry`].
    pub fn entry(&self, k: usize) -> Entry {
        of_slot!(self, k, contact => contact.entry())
    }

    /// As [`General::weights`].
    pub fn weights(&self, k: usize) -> Entry {
        of_slot!(self, k, contact => contact.weights())
    }

    /// As [`General::set`].
    pub fn set(&mut self, k: usize, entry: &Entry, twists: &mut [Twist]) {
        of_slot!(mut self, k, contact => contact.set(entry, twists));
    }

    /// How impulses act at a contact.
    pub fn lines(&self, k: usize) -> Lines {
        of_slot!(self, k, contact => contact.lines())
    }

    /// û of a contact along its lines, m/s.
    pub fn asked(&self, k: usize, twists: &[Twist]) -> [f64; 3] {
        let Lines { bodies: [a, b], frame, arms } = self.lines(k);
        let linear = twists[a].linear - twists[b].linear + of_slot!(self, k, contact => contact.bias());
        let turning = |i: usize| arms[0][i].dot(twists[a].angular) + arms[1][i].dot(twists[b].angular);
        [0, 1, 2].map(|i| frame[i].dot(linear) + turning(i))
    }

    /// μ of a contact.
    pub fn friction(&self, k: usize) -> f64 {
        of_slot!(self, k, contact => contact.friction)
    }

    /// Impulse of a contact along its lines, N s.
    pub fn parts(&self, k: usize) -> [f64; 3] {
        let (normal, side) = self.impulse(k);
        let [_, t, s] = self.lines(k).frame;
        [normal, side.dot(t), side.dot(s)]
    }

    /// How wrong a contact is: the largest entry of its natural map as a velocity, m/s.
    pub fn defect(&self, k: usize, twists: &[Twist]) -> f64 {
        of_slot!(self, k, contact => contact.defect(twists))
    }

    /// Whether a contact is a row of a joint.
    pub fn is_joint(&self, k: usize) -> bool {
        matches!(self.slots[k], Slot::General(k) if self.generals[k].joint)
    }

    /// Whether friction of a contact is bounded by the round cone.
    pub fn is_round(&self, k: usize) -> bool {
        of_slot!(self, k, contact => contact.cone) == Cone::Round
    }

    /// Adds to the impulse of a contact along its lines, and to the velocities.
    pub fn change(&mut self, k: usize, by: [f64; 3], twists: &mut [Twist]) {
        of_slot!(mut self, k, contact => contact.change(by, twists));
    }
}
