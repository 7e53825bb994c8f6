//! Contact forces at the level of accelerations: a = A f + b, a ≥ 0 ⊥ f ≥ 0 at the state at hand.
//!
//! Baraff, *Fast contact force computation for nonpenetrating rigid bodies*, SIGGRAPH 1994. A gap's second derivative is
//! held at zero and integrated twice, so the gap itself drifts with the error of the rule. That is what this scheme is
//! here to show; nothing pulls a gap back, but where Baumgarte's stabilization is asked for (*Stabilization of constraints
//! and integrals of motion in dynamical systems*, 1972).
use super::instant::Instant;
use super::problem::Problem;
use super::{Scheme, Setup, Watch};
use crate::complementarity::nonlinear::Outcome;
use crate::spatial::body::{Motion, State};
use crate::spatial::dynamics::rotation::{Spin, turn};
use crate::spatial::equations::{Twist, gyroscopic};
use glam::{DQuat, DVec3};

/// How states are carried on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Positions by the old velocities, velocities by the old accelerations.
    Euler,
    /// Velocities first, then positions by the new velocities.
    SemiImplicit,
    /// The modified method of Euler, of order 2.
    Heun,
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
    /// The angular acceleration without what the body has by its own turning.
    kick: DVec3,
}

impl Rate {
    /// For q = `size` times the attitude.
    fn of(state: &State, size: f64, [velocity, omega]: [DVec3; 2], acceleration: Twist, kick: DVec3) -> Self {
        let half = 0.5 * size * omega;
        let turn = DQuat::from_xyzw(half.x, half.y, half.z, 0.0) * state.pose.rotation;
        Self { velocity, turn, acceleration, kick }
    }

    const ZERO: Self = Self {
        velocity: DVec3::ZERO,
        turn: NO_TURN,
        acceleration: Twist { linear: DVec3::ZERO, angular: DVec3::ZERO },
        kick: DVec3::ZERO,
    };

    fn add(&mut self, weight: f64, other: &Rate) {
        self.velocity += weight * other.velocity;
        self.turn += other.turn * weight;
        self.acceleration.add(weight, &other.acceleration);
        self.kick += weight * other.kick;
    }
}

impl Rule {
    /// Weight of the slope at the start in the step, and of each later stage the part of the step that leads to it, and its
    /// weight. None where the slope at the start is all.
    const fn stages(self) -> (f64, &'static [(f64, f64)]) {
        match self {
            Self::Euler | Self::SemiImplicit => (1.0, &[]),
            Self::Heun => (0.5, &[(1.0, 0.5)]),
            Self::RungeKutta4 => (1.0 / 6.0, &[(0.5, 1.0 / 3.0), (0.5, 1.0 / 3.0), (1.0, 1.0 / 6.0)]),
        }
    }
}

const NO_TURN: DQuat = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);

/// The scheme, with its working storage.
pub struct Acceleration {
    rule: Rule,
    corrected: bool,
    instant: Instant,
    stage: Vec<State>,
    rates: Vec<Rate>,
    sum: Vec<Rate>,
    /// Lengths that the quaternions have by the rule, before they are made attitudes.
    sizes: Vec<f64>,
}

impl Scheme for Acceleration {
    fn advance(&mut self, setup: &Setup, problem: &mut Problem, forces: &mut Vec<f64>, _: &mut Watch) -> Outcome {
        self.instant.back = self.corrected.then_some(2.0 * setup.h);
        self.instant.choose(setup, problem, forces);
        let mut start = std::mem::take(&mut self.stage);
        start.clone_from(&problem.start);
        let stopped = self.instant.stop(problem, forces, &[], &mut start);
        self.instant.guess(forces);
        self.instant.evaluate_flats(setup, problem, &start, setup.h);
        self.instant.back = None; // what a stage foretells would be led back, too
        forces.clear();
        forces.resize(problem.candidates.len(), 0.0);
        for (&k, f) in self.instant.contacts.iter().zip(&self.instant.solution.f) {
            forces[k] = *f;
        }
        let missed = self.integrate(setup, problem, &start);
        self.stage = start;
        problem.measure();
        setup.accelerated(stopped, missed)
    }
}

impl Acceleration {
    /// A scheme of this rule, with Baumgarte's correction or without.
    pub fn new(rule: Rule, corrected: bool) -> Self {
        Self {
            rule,
            corrected,
            instant: Instant::default(),
            stage: Vec::new(),
            rates: Vec::new(),
            sum: Vec::new(),
            sizes: Vec::new(),
        }
    }

    /// Goes to the end; returns what is wrong with the forces at most, m/s².
    fn integrate(&mut self, setup: &Setup, problem: &mut Problem, start: &[State]) -> f64 {
        let (h, mut missed) = (setup.h, self.instant.missed());
        self.sizes.clear();
        self.sizes.resize(start.len(), 1.0);
        self.read(setup, start, if self.rule == Rule::SemiImplicit { h } else { 0.0 });
        let (first, later) = self.rule.stages();
        if !later.is_empty() {
            self.sum.clear();
            self.sum.resize(start.len(), Rate::ZERO);
            self.collect(first);
            for (reach, weight) in later {
                self.carry(start, reach * h, &mut problem.end);
                self.instant.evaluate(setup, problem, &problem.end);
                missed = missed.max(self.instant.missed());
                self.read(setup, &problem.end, 0.0);
                self.collect(*weight);
            }
            std::mem::swap(&mut self.sum, &mut self.rates);
        }
        self.carry(start, h, &mut problem.end);
        self.turn(setup, start, &mut problem.end);
        missed
    }

    /// The turning of free bodies, exactly, where nothing turns them but they themselves; by the rules of order 1 always, where what
    /// else turns a body comes before or after. A rule of its own would feed energy into what spins fast.
    fn turn(&self, setup: &Setup, start: &[State], end: &mut [State]) {
        let bodies = setup.bodies.iter().zip(start).zip(end).zip(&self.rates);
        for (((body, state), end), rate) in bodies.filter(|(((body, _), _), _)| body.turns_freely()) {
            let kick = setup.h * rate.kick;
            let [before, after] = match self.rule {
                Rule::SemiImplicit => [kick, DVec3::ZERO],
                Rule::Euler => [DVec3::ZERO, kick],
                Rule::Heun | Rule::RungeKutta4 if kick == DVec3::ZERO => [DVec3::ZERO; 2],
                Rule::Heun | Rule::RungeKutta4 => continue,
            };
            let spin = turn(body.inertia, Spin { omega: state.omega + before, ..state.spin() }, setup.h);
            (end.pose.rotation, end.omega) = (spin.rotation, spin.omega + after);
        }
    }

    /// The rates at states whose instant has been evaluated, with the velocities that they have `ahead` of them.
    fn read(&mut self, setup: &Setup, states: &[State], ahead: f64) {
        self.rates.clear();
        for (i, state) in states.iter().enumerate() {
            let acceleration = self.instant.accelerations[i];
            let velocity = state.velocity + ahead * acceleration.linear;
            let omega = state.omega + ahead * acceleration.angular;
            let moves = setup.bodies[i].motion != Motion::Fixed;
            let own = gyroscopic(&setup.bodies[i], state, &self.instant.inertia[i]).unwrap_or_default();
            let kick = acceleration.angular - own;
            let rate = Rate::of(state, self.sizes[i], [velocity, omega], acceleration, kick);
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
