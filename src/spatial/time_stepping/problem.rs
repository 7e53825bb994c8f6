//! One time step as a complementarity problem: σ(f), the state after the step, and the gaps δ(σ(f)) there.
//!
//! With M, J, N at the beginning and f_ext the forces that are no contact forces (Hotz et al., section 2):
//!
//! ```text
//! u' = u + h M⁻¹ (J N f + f_ext)      c' = c + h v'      q' ∝ q + h/2 (0, ω') q
//! ```
//!
//! Departures: the gyroscopic part of f_ext, −ω × I ω, is not added at the beginning but comes with the turning of a
//! body, by the midpoint rule of [`Midpoint`]: then a body that spins keeps energy and angular momentum in the air and
//! gains none on the ground. About a principal axis this is the line above to the letter.
mod gain;

use super::Setup;
use super::grip::Grip;
use crate::complementarity::nonlinear::Ncp;
use crate::linalg::Matrix;
use crate::spatial::body::{Body, BodyId, Motion, State, Turning};
use crate::spatial::contact::Candidate;
use crate::spatial::dynamics::rotation::{Midpoint, Spin, turn};
use crate::spatial::equations::{Inertia, Row, Twist, external_accelerations};
use crate::spatial::forces::Place;
use crate::spatial::gap::Measure;
use crate::spatial::{joint, length};
use glam::{DMat3, DQuat, DVec3};

/// A step to be taken, and where it leads with the forces tried last. Storage is kept from step to step.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// The rows of the joints, then pairs of parts that may touch.
    pub candidates: Vec<Candidate>,
    /// How many of the candidates are rows of joints.
    pub joints: usize,
    /// Which candidates are of bodies that roll on each other by law; those that a scheme adds are of none.
    pub rolls: Vec<bool>,
    /// Across the normal, on the first body of each candidate, N; empty where a scheme has none.
    pub friction: Vec<DVec3>,
    /// Where there is friction, the coefficient of each candidate.
    pub mu: Vec<f64>,
    /// States at the beginning.
    pub start: Vec<State>,
    /// States at the end, with the forces gone to last.
    pub end: Vec<State>,
    /// How bodies answer to forces, at the beginning.
    pub inertia: Vec<Inertia>,
    /// For each candidate, how its force acts: points and, unless a method turned them, normals of the beginning.
    pub rows: Vec<Row>,
    /// For each candidate, gap and normal at the end.
    pub measures: Vec<Measure>,
    /// What contact forces added to the velocities, for each body.
    pub gained: Vec<Twist>,
    /// The same when normals were turned last.
    before: Vec<Twist>,
    h: f64,
    /// Velocities after external forces.
    kicked: Vec<Twist>,
    /// Where the forces act.
    grips: Vec<Grip>,
    /// Free bodies with a candidate, in rising order.
    near: Vec<BodyId>,
    scale: Vec<f64>,
    gaps: Vec<f64>,
    /// What a change of ω at the beginning does to the attitude at the end, for each body.
    turned: Vec<DMat3>,
}

/// Points wander over round bodies as long as that moves the end of the step by more than this many tolerances, a
/// millionth of the size of the bodies; from then on the forces keep theirs. Energy grows by no more, and on faces that are
/// nearly flat, where a turn too small to be told moves the points far, the rest of the way would never end.
pub const FOLLOWED: f64 = 1e6;

/// What carries a body through a step.
enum Drift {
    Still,
    Turning(Midpoint),
    About(DVec3),
}

impl Problem {
    /// Takes up a step from these states; there are no candidates yet.
    pub fn begin(&mut self, setup: &Setup, states: &[State]) {
        let Setup { bodies, forces, h, .. } = *setup;
        self.h = h;
        self.candidates.clear();
        self.candidates.extend(joint::rows(&forces.joints));
        self.joints = self.candidates.len();
        self.start.clear();
        self.start.extend_from_slice(states);
        self.inertia.clear();
        self.inertia.extend(bodies.iter().zip(states).map(|(body, state)| Inertia::of(body, state)));
        self.kicked.clear();
        self.kicked.resize(bodies.len(), Twist::default());
        let place = Place { bodies, states, fastest: h.recip() };
        external_accelerations(forces, place, &self.inertia, &mut self.kicked);
        for (kick, state) in self.kicked.iter_mut().zip(states) {
            *kick = Twist { linear: state.velocity + h * kick.linear, angular: state.omega + h * kick.angular };
        }
        self.end.clear();
        self.end.extend_from_slice(states);
        for (body, b) in bodies.iter().enumerate() {
            match b.motion {
                Motion::Fixed => {}
                Motion::Driven => self.end[body] = carried(&states[body], h),
                Motion::Free => self.fly(body, b),
            }
        }
        self.prepare(bodies);
    }

    /// The end of a body without contacts.
    fn fly(&mut self, body: BodyId, b: &Body) {
        let spin = Spin { omega: self.kicked[body].angular, ..self.start[body].spin() };
        self.drift(body, b, Twist::default());
        if b.turning == Turning::Free {
            let Spin { rotation, omega } = turn(b.inertia, spin, self.h);
            let end = &mut self.end[body];
            (end.pose.rotation, end.omega) = (rotation, omega);
        }
    }

    /// Takes up the candidates: their forces act along the normals and at the points of the beginning.
    pub fn prepare(&mut self, bodies: &[Body]) {
        let Self { candidates, rows, grips, near, scale, .. } = self;
        rows.clear();
        grips.clear();
        near.clear();
        scale.clear();
        for candidate in candidates.iter() {
            let pair = [candidate.a, candidate.b];
            let measure = candidate.gap.measure(&self.start[pair[0]].pose, &self.start[pair[1]].pose);
            let row = Row::new(pair, measure.normal, measure.ends, &self.inertia);
            scale.push(self.h * self.h * row.coupling(&row));
            rows.push(row);
            grips.push(Grip::at(&measure));
            near.extend(pair.into_iter().filter(|&body| bodies[body].is_free()));
        }
        crate::sort::sort_and_dedup(near);
    }

    /// Takes up one candidate more.
    pub fn add(&mut self, candidate: Candidate, bodies: &[Body]) {
        self.candidates.push(candidate);
        self.prepare(bodies);
    }

    /// Turns the forces into the normals that the parts have at the end gone to last. They act at the same points of the
    /// bodies, but on round ones they `follow` the points that touch: at those of the beginning a body that tips from one
    /// side to the other within a step would gain energy.
    pub fn turn_normals(&mut self, follow: bool) {
        self.before.clone_from(&self.gained);
        let Self { candidates, rows, measures, grips, inertia, start, end, .. } = self;
        for (((row, candidate), measure), grip) in rows.iter_mut().zip(candidates).zip(measures).zip(grips) {
            if follow && candidate.gap.wanders() {
                grip.follow([0, 1].map(|k| {
                    let [start, end] = [&start, &end].map(|states| states[row.bodies[k]].pose);
                    start.place(end.point_to_body(measure.ends[k]))
                }));
            }
            *row = Row::new(row.bodies, measure.normal, grip.ends, inertia);
        }
    }

    /// Free bodies with a candidate, in rising order.
    pub fn near(&self) -> &[BodyId] {
        &self.near
    }

    /// Length of the step, s.
    pub fn h(&self) -> f64 {
        self.h
    }

    /// Velocities of a body after external forces, before contact forces.
    pub fn kicked(&self, body: BodyId) -> Twist {
        self.kicked[body]
    }

    /// What external forces add to the velocities of a body.
    pub fn kick(&self, body: BodyId) -> Twist {
        let mut kick = self.kicked[body];
        kick.add(-1.0, &Twist::of(&self.start[body]));
        kick
    }

    /// The problem for these bodies.
    pub fn with<'a>(&'a mut self, bodies: &'a [Body]) -> Bound<'a> {
        Bound { problem: self, bodies }
    }

    /// Goes to the end that forces `f` lead to.
    pub fn go_to(&mut self, bodies: &[Body], f: &[f64]) {
        let mut gained = std::mem::take(&mut self.gained);
        self.respond(f, self.h, &mut gained);
        self.gained = gained;
        self.turned.resize(bodies.len(), DMat3::ZERO);
        for k in 0..self.near.len() {
            let body = self.near[k];
            let gained = self.gained[body];
            self.drift(body, &bodies[body], gained);
        }
        self.measure();
    }

    /// What forces `f` and friction add to the velocities of all bodies in this time.
    pub fn respond(&self, f: &[f64], time: f64, out: &mut Vec<Twist>) {
        out.clear();
        out.resize(self.start.len(), Twist::default());
        let pressed = self.rows.iter().zip(f).filter(|(_, f)| **f != 0.0);
        pressed.for_each(|(row, f)| row.push(time * f, out));
        self.rubbing().for_each(|row| row.push(time, out));
    }

    /// How friction of a candidate in some direction acts.
    pub fn across(&self, k: usize, direction: DVec3) -> Row {
        Row::new(self.rows[k].bodies, direction, [self.grips[k].middle; 2], &self.inertia)
    }

    /// Rows along all friction, as long as that is.
    fn rubbing(&self) -> impl Iterator<Item = Row> {
        let rubs = self.friction.iter().enumerate().filter(|(_, friction)| **friction != DVec3::ZERO);
        rubs.map(|(k, friction)| self.across(k, *friction))
    }

    /// Whether contacts have friction.
    pub fn rubs(&self) -> bool {
        !self.friction.is_empty()
    }

    /// By how much friction is not what Coulomb's law asks for at the end gone to last, as the distance that it moves its bodies
    /// in the step, m: −f_T is what is nearest to h u_T less f_T within μ f_N.
    pub fn slid(&self, f: &[f64]) -> f64 {
        let missed = self.friction.iter().enumerate().map(|(k, friction)| {
            let row = &self.rows[k];
            let [p, q] = row.bodies.map(|body| {
                let mut twist = self.kicked[body];
                twist.add(1.0, &self.gained[body]);
                twist.linear + twist.angular.cross(self.grips[k].middle - self.inertia[body].centre)
            });
            let across = (p - q).reject_from_normalized(row.normal());
            let has = self.scale[k] * friction;
            length((has - self.h * across).clamp_length_max(self.scale[k] * self.mu[k] * f[k]) - has)
        });
        missed.fold(0.0, f64::max)
    }

    /// How far the forces that were gone to last, and those before normals were turned, lead apart, m. Where there are more contacts
    /// than the motion can tell apart, forces themselves need not repeat.
    pub fn moved(&self) -> f64 {
        let sides = self.rows.iter().flat_map(|row| row.bodies.iter().zip(&row.jacobian));
        let apart = sides.map(|(&body, jacobian)| {
            let (now, before) = (self.gained[body], self.before[body]);
            // the lever of a contact says how far a turn moves it
            let lever = length(jacobian.angular);
            length(now.linear - before.linear) + lever * length(now.angular - before.angular)
        });
        self.h * apart.fold(0.0, f64::max)
    }

    /// Measures the gaps at the end.
    pub fn measure(&mut self) {
        let Self { candidates, measures, gaps, end, .. } = self;
        measures.clear();
        measures.extend(candidates.iter().map(|c| c.gap.measure(&end[c.a].pose, &end[c.b].pose)));
        gaps.clear();
        gaps.extend(measures.iter().map(|measure| measure.gap));
    }

    /// The end of one body whose velocities gain this much at the beginning.
    fn drift(&mut self, body: BodyId, b: &Body, gained: Twist) {
        let (h, start, kicked) = (self.h, self.start[body], self.kicked[body]);
        let velocity = kicked.linear + gained.linear;
        let spin = Spin { rotation: start.pose.rotation, omega: kicked.angular + gained.angular };
        let (way, spin_end) = match b.turning {
            Turning::Locked => (Drift::Still, spin),
            Turning::About(_) => (Drift::About(spin.omega), cayley(spin, h)),
            Turning::Free => {
                let midpoint = Midpoint::of(b.inertia, spin, h);
                (Drift::Turning(midpoint), midpoint.end(spin, h))
            }
        };
        let end = &mut self.end[body];
        end.velocity = velocity;
        end.pose.position = start.pose.position + h * velocity;
        (end.pose.rotation, end.omega) = (spin_end.rotation, spin_end.omega);
        if let Some(turned) = self.turned.get_mut(body) {
            *turned = match way {
                Drift::Still => DMat3::ZERO,
                Drift::About(omega) => {
                    DMat3::from_diagonal(DVec3::splat(h / (1.0 + 0.25 * h * h * omega.length_squared())))
                }
                Drift::Turning(midpoint) => midpoint.response(spin, h),
            };
        }
    }

    /// `∂δᵢ/∂fⱼ` at the end gone to last.
    fn jacobian(&self, jacobian: &mut Matrix) {
        let n = self.rows.len();
        jacobian.reset(n, n);
        let wrench = |i: usize| {
            let (measure, [a, b]) = (&self.measures[i], self.rows[i].bodies);
            let arm = |k: usize, body: BodyId| measure.ends[k] - self.end[body].pose.position;
            let side = |k: usize, body: BodyId, linear: DVec3| Twist { linear, angular: arm(k, body).cross(linear) };
            [side(0, a, measure.normal), side(1, b, -measure.normal)]
        };
        let moved = |j: usize, l: usize| {
            let (response, body) = (&self.rows[j].response[l], self.rows[j].bodies[l]);
            let (linear, angular) = (self.h * response.linear, self.turned[body] * response.angular);
            Twist { linear: self.h * linear, angular: self.h * angular }
        };
        for j in 0..n {
            let moved = [moved(j, 0), moved(j, 1)];
            for i in 0..n {
                let (mine, theirs) = (self.rows[i].bodies, self.rows[j].bodies);
                if mine[0] != theirs[0] && mine[0] != theirs[1] && mine[1] != theirs[0] && mine[1] != theirs[1] {
                    continue;
                }
                let wrench = wrench(i);
                let pairs = [(0, 0), (0, 1), (1, 0), (1, 1)];
                let shared = pairs.into_iter().filter(|&(k, l)| mine[k] == theirs[l]);
                jacobian[(i, j)] = shared.map(|(k, l)| wrench[k].dot(&moved[l])).sum();
            }
        }
    }
}

/// A body that is moved at constant velocities.
fn carried(state: &State, h: f64) -> State {
    let mut end = *state;
    end.pose.position += h * state.velocity;
    end.pose.rotation = (DQuat::from_scaled_axis(h * state.omega) * state.pose.rotation).normalize();
    end
}

/// q' ∝ q + h/2 (0, ω) q.
fn cayley(spin: Spin, h: f64) -> Spin {
    let half = 0.5 * h * spin.omega;
    let rotation = (DQuat::from_xyzw(half.x, half.y, half.z, 1.0) * spin.rotation).normalize();
    Spin { rotation, ..spin }
}

/// A problem with its bodies, as the methods for complementarity see it.
pub struct Bound<'a> {
    problem: &'a mut Problem,
    bodies: &'a [Body],
}

impl Ncp for Bound<'_> {
    fn len(&self) -> usize {
        self.problem.rows.len()
    }

    fn bilateral(&self) -> usize {
        self.problem.joints
    }

    fn scale(&self) -> &[f64] {
        &self.problem.scale
    }

    fn go_to(&mut self, f: &[f64]) {
        self.problem.go_to(self.bodies, f);
    }

    fn distances(&self) -> &[f64] {
        &self.problem.gaps
    }

    fn jacobian(&mut self, jacobian: &mut Matrix) {
        self.problem.jacobian(jacobian);
    }
}
