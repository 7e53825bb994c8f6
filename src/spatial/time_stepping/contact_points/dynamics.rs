//! Forces at smooth contacts from accelerations, and the motion that they lead to.
//!
//! At each stage of a step a = A f + b with one row for the normal of each contact, b being the acceleration of the
//! distance without contact forces; a ≥ 0 ⊥ f ≥ 0. A contact that rolls has two rows more, for the tangents, and all
//! three are bilateral, as are the rows of joints.
use super::rows::Rows;
use super::{STAGES, Tracked, turn};
use crate::spatial::body::State;
use crate::spatial::contact::{Candidate, Part};
use crate::spatial::equations::Twist;
use crate::spatial::joint::Joint;
use crate::spatial::narrow_phase::extremal::search::Search;
use crate::spatial::narrow_phase::extremal::{Extremal, Lost, Rates};
use crate::spatial::time_stepping::Setup;
use glam::{DQuat, DVec3};
use std::ops::Range;

/// What a contact does to its bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Law {
    /// It pushes along the normal, as much as is needed.
    #[default]
    Slides,
    /// It holds the two points together in all directions, pulling if need be.
    Rolls,
}

/// A contact of a [`ContactPoints`] system.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SmoothContact {
    /// Its points.
    pub tracked: Tracked,
    /// What it does.
    pub law: Law,
}

/// Contacts and joints of a set of bodies, with storage for their steps.
#[derive(Default)]
pub struct ContactPoints {
    /// The contacts at extremal points: all of them act.
    pub contacts: Vec<SmoothContact>,
    /// The joints.
    pub joints: Vec<Joint>,
    /// Contacts at points that need not be followed, and rows of joints: all of them act.
    pub others: Vec<Candidate>,
    /// Rows, forces and accelerations at the instant evaluated last: of contacts, joints and others.
    pub rows: Rows,
    /// For each contact, its least force along the normal in the step taken last, N.
    pub least: Vec<f64>,
    /// For each contact, its mean force on the first body in that step, N, world axes.
    pub mean: Vec<DVec3>,
    /// What is wrong with the forces of the step taken last at most, m/s².
    pub missed: f64,
    /// For each contact, the rates at the instant.
    rates: Vec<Rates>,
    search: Search,
    stage: Vec<State>,
    start: Vec<State>,
    origin: Vec<SmoothContact>,
    slides: Vec<[[f64; 2]; 2]>,
    sum: Vec<Change>,
}

/// Rates of a body's state.
#[derive(Clone, Copy, Debug)]
struct Change {
    velocity: DVec3,
    turn: DQuat,
    acceleration: Twist,
}

impl Change {
    const NONE: Self = Self {
        velocity: DVec3::ZERO,
        turn: DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0),
        acceleration: Twist { linear: DVec3::ZERO, angular: DVec3::ZERO },
    };

    fn of(state: &State, acceleration: Twist) -> Self {
        Self { velocity: state.velocity, turn: turn(state.pose.rotation, state.omega), acceleration }
    }

    fn add(&mut self, weight: f64, other: &Self) {
        self.velocity += weight * other.velocity;
        self.turn += other.turn * weight;
        self.acceleration.add(weight, &other.acceleration);
    }

    fn after(&self, state: &State, span: f64) -> State {
        let mut end = *state;
        end.pose.position += span * self.velocity;
        end.pose.rotation = (state.pose.rotation + self.turn * span).normalize();
        end.velocity += span * self.acceleration.linear;
        end.omega += span * self.acceleration.angular;
        end
    }
}

impl ContactPoints {
    /// Adds a contact that has been found.
    pub fn add(&mut self, tracked: Tracked, law: Law) {
        self.contacts.push(SmoothContact { tracked, law });
    }

    /// Forces and accelerations at these states, where the points of the contacts are extremal.
    pub fn evaluate(&mut self, setup: &Setup, states: &[State]) -> Result<(), Lost> {
        self.rows.begin(setup, states);
        self.rates.clear();
        for contact in &self.contacts {
            let (extremal, rates) = contact.tracked.rates(states).ok_or(Lost::Singular)?;
            push_contact(&mut self.rows, contact, (&extremal, &rates), states);
            self.rates.push(rates);
        }
        for joint in &self.joints {
            joint.gaps().for_each(|gap| self.rows.push_gap(joint.bodies, &gap, states, true));
        }
        for Candidate { a, b, key, gap } in &self.others {
            self.rows.push_gap([*a, *b], gap, states, matches!(key.first, Part::Joint(_)));
        }
        self.rows.solve();
        Ok(())
    }

    /// The rows of a contact, that of its normal first, of all.
    pub fn rows_of(&self, contact: usize) -> Range<usize> {
        let rows = |contact: &SmoothContact| if contact.law == Law::Rolls { 3 } else { 1 };
        let first: usize = self.contacts[..contact].iter().map(rows).sum();
        first..first + rows(&self.contacts[contact])
    }

    /// Force of a contact on its first body at the instant evaluated last, N, world axes.
    pub fn force(&self, contact: usize) -> DVec3 {
        self.rows.force(self.rows_of(contact))
    }

    /// Carries the bodies, and the points of the contacts with them, on by one step. Order 4.
    pub fn advance(&mut self, setup: &Setup, states: &mut [State]) -> Result<(), Lost> {
        self.start.clear();
        self.start.extend_from_slice(states);
        self.origin.clone_from(&self.contacts);
        self.sum.clear();
        self.sum.resize(states.len(), Change::NONE);
        self.slides.clear();
        self.slides.resize(self.contacts.len(), [[0.0; 2]; 2]);
        let mut stage = std::mem::take(&mut self.stage);
        stage.clone_from(&self.start);
        let outcome = self.stages(setup, &mut stage);
        self.stage = stage;
        outcome?;
        for (state, (start, sum)) in states.iter_mut().zip(self.start.iter().zip(&self.sum)) {
            *state = sum.after(start, setup.h);
        }
        for (contact, (origin, slide)) in self.contacts.iter_mut().zip(self.origin.iter().zip(&self.slides)) {
            contact.tracked = origin.tracked.moved(*slide, setup.h);
            contact.tracked.correct(states, &mut self.search)?;
        }
        Ok(())
    }

    /// The stages of a step. Afterwards `sum` and `slides` hold the mean rates.
    fn stages(&mut self, setup: &Setup, stage: &mut [State]) -> Result<(), Lost> {
        self.missed = 0.0;
        self.least.clear();
        self.least.resize(self.contacts.len(), f64::INFINITY);
        self.mean.clear();
        self.mean.resize(self.contacts.len(), DVec3::ZERO);
        for (k, (_, weight)) in STAGES.into_iter().enumerate() {
            self.evaluate(setup, stage)?;
            self.missed = self.missed.max(self.rows.missed());
            for i in 0..self.contacts.len() {
                let rows = self.rows_of(i);
                self.least[i] = self.least[i].min(self.rows.solution.f[rows.start]);
                self.mean[i] += weight * self.rows.force(rows);
            }
            let reach = STAGES.get(k + 1).map_or(0.0, |next| next.0 * setup.h);
            for i in (0..stage.len()).filter(|&i| !setup.bodies[i].is_fixed()) {
                let change = Change::of(&stage[i], self.rows.accelerations[i]);
                self.sum[i].add(weight, &change);
                stage[i] = change.after(&self.start[i], reach);
            }
            for (i, rates) in self.rates.iter().enumerate() {
                let sums = self.slides[i].as_flattened_mut().iter_mut();
                sums.zip(rates.coordinates.as_flattened()).for_each(|(sum, rate)| *sum += weight * rate);
                self.contacts[i].tracked = self.origin[i].tracked.moved(rates.coordinates, reach);
            }
        }
        Ok(())
    }
}

/// Adds the rows of one contact.
fn push_contact(rows: &mut Rows, contact: &SmoothContact, (extremal, rates): (&Extremal, &Rates), states: &[State]) {
    let bodies = contact.tracked.bodies;
    let (pair, points) = (bodies.map(|body| &states[body]), extremal.points());
    let rolls = contact.law == Law::Rolls;
    rows.push(bodies, extremal.normal, points, extremal.acceleration(rates, pair), rolls);
    if rolls {
        // the matter at the points has no relative velocity, so that the turning of the tangents adds nothing
        let turning = |k: usize| {
            let arm = pair[k].velocity_at(points[k]) - pair[k].velocity + rates.slides[k];
            pair[k].omega.cross(arm)
        };
        let apart = turning(0) - turning(1);
        for tangent in tangents(extremal) {
            rows.push(bodies, tangent, points, tangent.dot(apart), true);
        }
    }
}

/// Two directions across the normal.
pub(super) fn tangents(extremal: &Extremal) -> [DVec3; 2] {
    extremal.normal.any_orthonormal_pair().into()
}
