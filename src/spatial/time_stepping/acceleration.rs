//! Contact forces at the level of accelerations: a = A f + b, a ≥ 0 ⊥ f ≥ 0 at the state at hand.
//!
//! Baraff, *Fast contact force computation for nonpenetrating rigid bodies*, SIGGRAPH 1994. A gap's second derivative is
//! held at zero and integrated twice, so the gap itself drifts with the error of the rule. That is what this scheme is
//! here to show; nothing pulls a gap back.
use super::problem::Problem;
use super::{Scheme, Setup};
use crate::complementarity::dantzig::Dantzig;
use crate::complementarity::nonlinear::{Ncp, Outcome, natural_residual};
use crate::complementarity::{Lcp, Limits, Solution, Solver};
use crate::spatial::body::{Motion, State, Turning};
use crate::spatial::equations::{Inertia, Row, Twist, external_accelerations};
use crate::spatial::forces::Place;
use glam::{DQuat, DVec3};

/// A contact acts from this gap on, m.
const BAND: f64 = 1e-6;

/// How states are carried on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Positions by the old velocities, velocities by the old accelerations.
    Euler,
    /// Velocities first, then positions by the new velocities.
    SemiImplicit,
    /// The classical method of order 4.
    RungeKutta4,
}

/// Rates of a state.
#[derive(Clone, Copy, Debug)]
struct Rate {
    velocity: DVec3,
    /// q' = ½ (0, ω) q.
    turn: DQuat,
    acceleration: Twist,
}

impl Rate {
    /// For q = `size` times the attitude.
    fn of(state: &State, size: f64, velocity: DVec3, omega: DVec3, acceleration: Twist) -> Self {
        let half = 0.5 * size * omega;
        Self { velocity, turn: DQuat::from_xyzw(half.x, half.y, half.z, 0.0) * state.pose.rotation, acceleration }
    }

    const ZERO: Self = Self {
        velocity: DVec3::ZERO,
        turn: NO_TURN,
        acceleration: Twist { linear: DVec3::ZERO, angular: DVec3::ZERO },
    };

    fn add(&mut self, weight: f64, other: &Rate) {
        self.velocity += weight * other.velocity;
        self.turn += other.turn * weight;
        self.acceleration.add(weight, &other.acceleration);
    }
}

const NO_TURN: DQuat = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);

/// Contacts, contact forces and accelerations at one state, with the storage for them.
#[derive(Default)]
pub struct Instant {
    /// For each contact, which candidate it is.
    pub contacts: Vec<usize>,
    /// A and b.
    pub lcp: Lcp,
    /// f and a.
    pub solution: Solution,
    /// Accelerations of the bodies, contact forces included.
    pub accelerations: Vec<Twist>,
    inertia: Vec<Inertia>,
    rows: Vec<Row>,
    solver: Dantzig,
}

impl Instant {
    /// Forces and accelerations at these states, with the contacts chosen before.
    pub fn evaluate(&mut self, setup: &Setup, problem: &Problem, states: &[State]) {
        let Setup { bodies, forces, h, .. } = *setup;
        self.inertia.clear();
        self.inertia.extend(bodies.iter().zip(states).map(|(body, state)| Inertia::of(body, state)));
        self.accelerations.clear();
        self.accelerations.resize(bodies.len(), Twist::default());
        external_accelerations(
            forces,
            Place { bodies, states, fastest: h.recip() },
            &self.inertia,
            &mut self.accelerations,
        );
        for (i, body) in bodies.iter().enumerate().filter(|(_, b)| b.is_free() && b.turning == Turning::Free) {
            let State { pose, omega, .. } = states[i];
            let gyroscopic = omega.cross(body.inertia_at(pose.rotation) * omega);
            self.accelerations[i].angular -= self.inertia[i].turning * gyroscopic;
        }
        self.fill(problem, states);
        self.solver.solve(&self.lcp, &Limits { warm: true, ..Limits::default() }, &mut self.solution, &mut |_| ());
        for (row, f) in self.rows.iter().zip(&self.solution.f) {
            for (&body, response) in row.bodies.iter().zip(&row.response) {
                self.accelerations[body].add(*f, response);
            }
        }
    }

    /// A, and b from the accelerations without contact forces.
    fn fill(&mut self, problem: &Problem, states: &[State]) {
        self.rows.clear();
        self.lcp.b.clear();
        for &k in &self.contacts {
            let candidate = &problem.candidates[k];
            let (a, b) = (&states[candidate.a], &states[candidate.b]);
            let measure = candidate.gap.measure(&a.pose, &b.pose);
            let row = Row::new([candidate.a, candidate.b], measure.normal, measure.ends, &self.inertia);
            let [_, from_velocities] = candidate.gap.rates(a, b);
            self.lcp.b.push(row.apply(|body| self.accelerations[body]) + from_velocities);
            self.rows.push(row);
        }
        self.delassus();
    }

    fn delassus(&mut self) {
        let n = self.rows.len();
        self.lcp.a.reset(n, n);
        for i in 0..n {
            for j in 0..=i {
                let entry = self.rows[i].coupling(&self.rows[j]);
                (self.lcp.a[(i, j)], self.lcp.a[(j, i)]) = (entry, entry);
            }
        }
    }

    /// Takes the approach from contacts that did not act in the last step, without rebound: an impulse at least as
    /// great as needed, 0 ≤ λ ⊥ d' ≥ 0, where the approach of contacts that did act is left as it is.
    fn stop(&mut self, problem: &Problem, acted: impl Fn(usize) -> bool, states: &mut [State]) {
        self.inertia.clone_from(&problem.inertia);
        self.rows.clear();
        self.lcp.b.clear();
        for &k in &self.contacts {
            let candidate = &problem.candidates[k];
            let (a, b) = (&states[candidate.a], &states[candidate.b]);
            let measure = candidate.gap.measure(&a.pose, &b.pose);
            let [rate, _] = candidate.gap.rates(a, b);
            self.lcp.b.push(if acted(k) { rate.max(0.0) } else { rate });
            self.rows.push(Row::new([candidate.a, candidate.b], measure.normal, measure.ends, &self.inertia));
        }
        if self.lcp.b.iter().all(|rate| *rate >= 0.0) {
            return;
        }
        self.delassus();
        self.solver.solve(&self.lcp, &Limits::default(), &mut self.solution, &mut |_| ());
        for (row, impulse) in self.rows.iter().zip(&self.solution.f) {
            for (&body, response) in row.bodies.iter().zip(&row.response) {
                states[body].velocity += *impulse * response.linear;
                states[body].omega += *impulse * response.angular;
            }
        }
    }
}

/// The scheme, with its working storage.
pub struct Acceleration {
    rule: Rule,
    instant: Instant,
    stage: Vec<State>,
    rates: Vec<Rate>,
    sum: Vec<Rate>,
    /// Lengths that the quaternions have by the rule, before they are made attitudes.
    sizes: Vec<f64>,
}

impl Scheme for Acceleration {
    fn advance(&mut self, setup: &Setup, problem: &mut Problem, forces: &mut [f64]) -> Outcome {
        self.choose(setup, problem, forces);
        let start = std::mem::take(&mut self.stage);
        let mut start = start;
        start.clone_from(&problem.start);
        self.instant.stop(problem, |k| forces[k] > 0.0, &mut start);
        self.instant.evaluate(setup, problem, &start);
        forces.fill(0.0);
        for (&k, f) in self.instant.contacts.iter().zip(&self.instant.solution.f) {
            forces[k] = *f;
        }
        self.integrate(setup, problem, &start);
        self.stage = start;
        problem.measure();
        let bound = problem.with(setup.bodies);
        let residual = natural_residual(bound.scale(), forces, bound.distances());
        Outcome { solved: true, iterations: 1, residual }
    }
}

impl Acceleration {
    /// A scheme of this rule.
    pub fn new(rule: Rule) -> Self {
        Self {
            rule,
            instant: Instant::default(),
            stage: Vec::new(),
            rates: Vec::new(),
            sum: Vec::new(),
            sizes: Vec::new(),
        }
    }

    /// The candidates that act: those that touch, or would before the step ends, and do not fly apart faster than the
    /// external forces can bring them back.
    fn choose(&mut self, setup: &Setup, problem: &Problem, forces: &[f64]) {
        self.instant.contacts.clear();
        for (k, candidate) in problem.candidates.iter().enumerate() {
            let states = [&problem.start[candidate.a], &problem.start[candidate.b]];
            let gap = candidate.gap.measure(&states[0].pose, &states[1].pose).gap;
            let [rate, _] = candidate.gap.rates(states[0], states[1]);
            let pulled = |body: usize| {
                let (kicked, state) = (problem.kicked(body), &problem.start[body]);
                Twist { linear: kicked.linear - state.velocity, angular: kicked.angular - state.omega }
            };
            let leaves = rate > BAND / setup.h && rate > -2.0 * problem.rows[k].apply(pulled);
            let reaches = gap + setup.h * rate <= 0.0;
            if !leaves && (gap <= BAND || forces[k] > 0.0 || reaches) {
                self.instant.contacts.push(k);
            }
        }
    }

    fn integrate(&mut self, setup: &Setup, problem: &mut Problem, start: &[State]) {
        let h = setup.h;
        self.sizes.clear();
        self.sizes.resize(start.len(), 1.0);
        self.read(setup, start, if self.rule == Rule::SemiImplicit { h } else { 0.0 });
        if self.rule == Rule::RungeKutta4 {
            self.sum.clear();
            self.sum.resize(start.len(), Rate::ZERO);
            self.collect(1.0 / 6.0);
            for (reach, weight) in [(0.5, 1.0 / 3.0), (0.5, 1.0 / 3.0), (1.0, 1.0 / 6.0)] {
                self.carry(start, reach * h, &mut problem.end);
                self.instant.evaluate(setup, problem, &problem.end);
                self.read(setup, &problem.end, 0.0);
                self.collect(weight);
            }
            std::mem::swap(&mut self.sum, &mut self.rates);
        }
        self.carry(start, h, &mut problem.end);
    }

    /// The rates at states whose instant has been evaluated, with the velocities that they have `ahead` of them.
    fn read(&mut self, setup: &Setup, states: &[State], ahead: f64) {
        self.rates.clear();
        for (i, state) in states.iter().enumerate() {
            let acceleration = self.instant.accelerations[i];
            let velocity = state.velocity + ahead * acceleration.linear;
            let omega = state.omega + ahead * acceleration.angular;
            let moves = setup.bodies[i].motion != Motion::Fixed;
            let rate = Rate::of(state, self.sizes[i], velocity, omega, acceleration);
            self.rates.push(if moves { rate } else { Rate::ZERO });
        }
    }

    fn collect(&mut self, weight: f64) {
        for (sum, rate) in self.sum.iter_mut().zip(&self.rates) {
            sum.add(weight, rate);
        }
    }

    /// The states after a span at the rates at hand.
    fn carry(&mut self, start: &[State], span: f64, out: &mut Vec<State>) {
        out.clear();
        for ((state, rate), size) in start.iter().zip(&self.rates).zip(&mut self.sizes) {
            let mut end = *state;
            end.pose.position += span * rate.velocity;
            let q = end.pose.rotation + rate.turn * span;
            (end.pose.rotation, *size) = (q.normalize(), q.length());
            end.velocity += span * rate.acceleration.linear;
            end.omega += span * rate.acceleration.angular;
            out.push(end);
        }
    }
}
