//! Forces at smooth contacts from accelerations, and the motion that they lead to.
//!
//! At each stage of a step a = A f + b with one row for the normal of each contact, b being the acceleration of the
//! distance without contact forces; a ≥ 0 ⊥ f ≥ 0. A contact that rolls has two rows more, for the tangents, and all
//! three are bilateral, as are the rows of joints.
use super::{STAGES, Tracked, turn};
use crate::complementarity::dantzig::Dantzig;
use crate::complementarity::{Lcp, Limits, Solution, Solver};
use crate::spatial::body::State;
use crate::spatial::equations::{Inertia, Row, Twist, free_accelerations};
use crate::spatial::forces::Place;
use crate::spatial::joint::Joint;
use crate::spatial::narrow_phase::extremal::search::Search;
use crate::spatial::narrow_phase::extremal::{Extremal, Lost, Rates};
use crate::spatial::time_stepping::Setup;
use glam::{DQuat, DVec3};

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

/// Smooth contacts and joints of a set of bodies, with storage for their steps.
#[derive(Default)]
pub struct ContactPoints {
    /// The contacts: all of them act.
    pub contacts: Vec<SmoothContact>,
    /// The joints.
    pub joints: Vec<Joint>,
    /// Accelerations of the bodies at the instant evaluated last.
    pub accelerations: Vec<Twist>,
    /// The rows and forces of that instant.
    pub lcp: Lcp,
    /// f and a.
    pub solution: Solution,
    inertia: Vec<Inertia>,
    rows: Vec<Row>,
    /// For each contact, the rates at the instant.
    rates: Vec<Rates>,
    solver: Dantzig,
    search: Search,
    stage: Vec<State>,
    start: Vec<State>,
    origin: Vec<SmoothContact>,
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
        let place = Place { bodies: setup.bodies, states, fastest: setup.h.recip() };
        free_accelerations(setup.forces, place, &mut self.inertia, &mut self.accelerations);
        self.rows.clear();
        self.rates.clear();
        self.lcp.b.clear();
        self.lcp.bilateral.clear();
        for k in 0..self.contacts.len() {
            let contact = self.contacts[k];
            let (extremal, rates) = contact.tracked.rates(states).ok_or(Lost::Singular)?;
            self.contact(&contact, &extremal, &rates, states);
            self.rates.push(rates);
        }
        for k in 0..self.joints.len() {
            let joint = self.joints[k];
            for gap in joint.gaps() {
                let [a, b] = joint.bodies;
                let measure = gap.measure(&states[a].pose, &states[b].pose);
                let [_, second] = gap.rates(&states[a], &states[b]);
                self.push(Row::new([a, b], measure.normal, measure.ends, &self.inertia), second, true);
            }
        }
        self.solve();
        Ok(())
    }

    /// The rows of one contact.
    fn contact(&mut self, contact: &SmoothContact, extremal: &Extremal, rates: &Rates, states: &[State]) {
        let [a, b] = contact.tracked.bodies;
        let (pair, points) = ([&states[a], &states[b]], extremal.points());
        let rolls = contact.law == Law::Rolls;
        let second = extremal.acceleration(rates, pair);
        self.push(Row::new([a, b], extremal.normal, points, &self.inertia), second, rolls);
        if rolls {
            // the matter at the points has no relative velocity, so that the turning of the tangents adds nothing
            let turning = |k: usize| {
                let arm = pair[k].velocity_at(points[k]) - pair[k].velocity + rates.slides[k];
                pair[k].omega.cross(arm)
            };
            let apart = turning(0) - turning(1);
            for tangent in tangents(extremal.normal) {
                self.push(Row::new([a, b], tangent, points, &self.inertia), tangent.dot(apart), true);
            }
        }
    }

    fn push(&mut self, row: Row, from_velocities: f64, bilateral: bool) {
        self.lcp.b.push(row.apply(|body| self.accelerations[body]) + from_velocities);
        self.lcp.bilateral.push(bilateral);
        self.rows.push(row);
    }

    /// A, the forces, and what they add to the accelerations.
    fn solve(&mut self) {
        let n = self.rows.len();
        self.lcp.a.reset(n, n);
        for i in 0..n {
            for j in 0..=i {
                let entry = self.rows[i].coupling(&self.rows[j]);
                (self.lcp.a[(i, j)], self.lcp.a[(j, i)]) = (entry, entry);
            }
        }
        let limits = Limits { warm: true, ..Limits::default() };
        self.solver.solve(&self.lcp, &limits, &mut self.solution, &mut |_| ());
        for (row, f) in self.rows.iter().zip(&self.solution.f) {
            for (&body, response) in row.bodies.iter().zip(&row.response) {
                self.accelerations[body].add(*f, response);
            }
        }
    }

    /// Force of a contact on its first body at the instant evaluated last, N, world axes.
    pub fn force(&self, contact: usize) -> DVec3 {
        let rows = |contact: &SmoothContact| if contact.law == Law::Rolls { 3 } else { 1 };
        let first: usize = self.contacts[..contact].iter().map(rows).sum();
        let own = first..first + rows(&self.contacts[contact]);
        self.rows[own.clone()].iter().zip(&self.solution.f[own]).map(|(row, f)| *f * row.jacobian[0].linear).sum()
    }

    /// Carries the bodies, and the points of the contacts with them, on by one step. Order 4.
    pub fn advance(&mut self, setup: &Setup, states: &mut Vec<State>) -> Result<(), Lost> {
        let h = setup.h;
        self.start.clone_from(states);
        self.origin.clone_from(&self.contacts);
        self.sum.clear();
        self.sum.resize(states.len(), Change::NONE);
        let mut moves = std::mem::take(&mut self.stage);
        let outcome = self.stages(setup, states, &mut moves);
        self.stage = moves;
        outcome?;
        for (state, (start, sum)) in states.iter_mut().zip(self.start.iter().zip(&self.sum)) {
            *state = sum.after(start, h);
        }
        for contact in &mut self.contacts {
            contact.tracked.correct(states, &mut self.search)?;
        }
        Ok(())
    }

    /// The stages of a step. Afterwards `sum` holds the mean rates, and the contacts are where their own lead.
    fn stages(&mut self, setup: &Setup, states: &[State], stage: &mut Vec<State>) -> Result<(), Lost> {
        let h = setup.h;
        let mut ends: Vec<[[f64; 2]; 2]> = vec![[[0.0; 2]; 2]; self.contacts.len()];
        stage.clear();
        stage.extend_from_slice(states);
        for (k, (_, weight)) in STAGES.into_iter().enumerate() {
            self.evaluate(setup, stage)?;
            let reach = STAGES.get(k + 1).map_or(0.0, |next| next.0 * h);
            for i in (0..stage.len()).filter(|&i| !setup.bodies[i].is_fixed()) {
                let change = Change::of(&stage[i], self.accelerations[i]);
                self.sum[i].add(weight, &change);
                stage[i] = change.after(&self.start[i], reach);
            }
            for (i, rates) in self.rates.iter().enumerate() {
                let sums = ends[i].as_flattened_mut().iter_mut();
                sums.zip(rates.coordinates.as_flattened()).for_each(|(sum, rate)| *sum += weight * rate);
                self.contacts[i].tracked = self.origin[i].tracked.moved(rates.coordinates, reach);
            }
        }
        for (i, rates) in ends.into_iter().enumerate() {
            self.contacts[i].tracked = self.origin[i].tracked.moved(rates, h);
        }
        Ok(())
    }
}

/// Two unit vectors orthogonal to a normal and to each other.
fn tangents(normal: DVec3) -> [DVec3; 2] {
    let (first, second) = normal.any_orthonormal_pair();
    [first, second]
}
