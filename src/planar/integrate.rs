//! Explicit Runge-Kutta methods, each a table of numbers, and the one routine that carries them out.
use super::body::State;
use super::collide;
use super::contact::Contact;
use super::dynamics::{Dynamics, Setup};
use super::equations::{Correction, Twist};
use super::step::BAND;

/// How states are carried through a time step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integrator {
    /// Euler's method, order 1.
    Euler,
    /// The modified Euler method (Heun's), order 2.
    ModifiedEuler,
    /// The classical Runge-Kutta method, order 4.
    #[default]
    RungeKutta4,
    /// The pair of Dormand and Prince, order 5 with an estimate of order 4, which chooses its own step.
    DormandPrince,
}

/// A Runge-Kutta method. Each stage of these methods is explicit.
#[derive(Clone, Copy, Debug)]
pub struct Tableau {
    /// Order of the error over a given time.
    pub order: u32,
    /// Row s: how much of the earlier stages' slopes leads to the state of stage s.
    pub stages: &'static [&'static [f64]],
    /// The slopes' weights in the step.
    pub weights: &'static [f64],
    /// Weights whose difference from `weights` estimates the error; empty for a fixed step.
    pub embedded: &'static [f64],
}

impl Integrator {
    /// All, in the order a reader should meet them.
    pub const ALL: [Integrator; 4] = [Self::Euler, Self::ModifiedEuler, Self::RungeKutta4, Self::DormandPrince];

    /// The word used in files, links and on the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Euler => "euler",
            Self::ModifiedEuler => "modified-euler",
            Self::RungeKutta4 => "runge-kutta-4",
            Self::DormandPrince => "dormand-prince",
        }
    }

    /// The integrator of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|integrator| integrator.name() == name)
    }

    /// Its table.
    pub fn tableau(self) -> &'static Tableau {
        match self {
            Self::Euler => &EULER,
            Self::ModifiedEuler => &HEUN,
            Self::RungeKutta4 => &CLASSICAL,
            Self::DormandPrince => &DORMAND_PRINCE,
        }
    }
}

/// Relative and absolute error per step that the adaptive pair allows itself.
const TOLERANCE: f64 = 1e-9;

/// The rate of a state.
#[derive(Clone, Copy, Debug, Default)]
struct Slope {
    velocity: Twist,
    acceleration: Twist,
}

/// Carries states through spans of time from one start, with a fixed set of contacts; its storage is kept.
#[derive(Clone, Debug, Default)]
pub struct Stepper {
    start: Vec<State>,
    first: Vec<Slope>,
    opening: Vec<bool>,
    sticking: Vec<bool>,
    gaps: Vec<f64>,
    switched: bool,
    base: Vec<State>,
    stage: Vec<State>,
    slopes: Vec<Vec<Slope>>,
}

impl Stepper {
    /// Starts from states at which `dynamics` has just been evaluated.
    pub fn begin(&mut self, dynamics: &Dynamics, states: &[State]) {
        self.start.clear();
        self.start.extend_from_slice(states);
        note_slopes(&mut self.first, states, dynamics);
        self.opening.clear();
        self.opening.extend(dynamics.opening());
        self.sticking.clear();
        self.sticking.extend(dynamics.sticking());
        self.gaps.clear();
        self.gaps.extend(dynamics.contacts.iter().map(|contact| contact.gap));
    }

    /// The states at the start.
    pub fn start(&self) -> &[State] {
        &self.start
    }

    /// Whether within the last span a contact that carried began to open, one that stuck to slip, or the other way round. The
    /// acceleration then has a kink, or jumps where a body is nearly jammed, over which no method keeps its order.
    pub fn switched(&self) -> bool {
        self.switched
    }

    /// Whether within the last span, which led to these states, the gap of a contact that carries has drifted so far that
    /// the contact would be lost, beyond what leads it back to its target: the error of the method as the contacts see it.
    pub fn drifted(&self, dynamics: &Dynamics, setup: Setup, end: &[State]) -> bool {
        let carrying = dynamics.solution.f.iter().map(|f| *f > 0.0);
        dynamics.contacts.iter().zip(&self.gaps).zip(carrying).any(|((last, before), carries)| {
            let mut there = *last;
            collide::refresh(&mut there, setup.bodies, |body| end[body].frame());
            let back = (before - setup.settings.target_gap).abs();
            let off = |contact: &Contact, most: f64| (contact.gap - before).abs() > most + back;
            // the last stage tells of the forces, too, which change long before the gap does
            carries && (off(&there, BAND) || off(last, Correction::DRIFT))
        })
    }

    /// The states `span` seconds after the start.
    pub fn integrate(&mut self, dynamics: &mut Dynamics, setup: Setup, span: f64, to: &mut Vec<State>) {
        let tableau = setup.settings.integrator.tableau();
        self.switched = false;
        self.slopes.resize_with(self.slopes.len().max(tableau.stages.len()), Vec::new);
        self.slopes[0].clone_from(&self.first);
        self.base.clone_from(&self.start);
        if tableau.embedded.is_empty() {
            self.one_step(dynamics, setup, span, to);
            return;
        }
        let (mut done, mut h) = (0.0, span);
        while done < span {
            h = h.min(span - done);
            let error = self.one_step(dynamics, setup, h, to);
            if error <= TOLERANCE || h <= span / 1024.0 {
                done = if h == span - done { span } else { done + h };
                self.base.clone_from(to);
                dynamics.evaluate(setup, &self.base);
                note_slopes(&mut self.slopes[0], &self.base, dynamics);
            }
            let factor = 0.9 * libm::pow((TOLERANCE / error).max(1e-10), 1.0 / f64::from(tableau.order));
            h *= factor.clamp(0.2, 4.0);
        }
    }

    /// One step from the base, whose slopes are known; the estimate of its error, 0 for a method without.
    fn one_step(&mut self, dynamics: &mut Dynamics, setup: Setup, h: f64, to: &mut Vec<State>) -> f64 {
        let tableau = setup.settings.integrator.tableau();
        let mut stage = std::mem::take(&mut self.stage);
        for (s, weights) in tableau.stages.iter().enumerate().skip(1) {
            self.combine(weights, h, &mut stage);
            dynamics.evaluate(setup, &stage);
            self.switched |= !dynamics.opening().eq(self.opening.iter().copied());
            self.switched |= !dynamics.sticking().eq(self.sticking.iter().copied());
            note_slopes(&mut self.slopes[s], &stage, dynamics);
        }
        self.combine(tableau.weights, h, to);
        let mut error = 0.0;
        if !tableau.embedded.is_empty() {
            self.combine(tableau.embedded, h, &mut stage);
            error = to.iter().zip(&stage).map(|(x, y)| difference(x, y)).fold(0.0, f64::max);
        }
        self.stage = stage;
        error
    }

    /// `out = base + h Σ weights · slopes`.
    fn combine(&self, weights: &[f64], h: f64, out: &mut Vec<State>) {
        out.clone_from(&self.base);
        for (slopes, weight) in self.slopes.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
            for (state, slope) in out.iter_mut().zip(slopes) {
                state.position += h * weight * slope.velocity.linear;
                state.angle += h * weight * slope.velocity.angular;
                state.velocity += h * weight * slope.acceleration.linear;
                state.omega += h * weight * slope.acceleration.angular;
            }
        }
    }
}

fn note_slopes(slopes: &mut Vec<Slope>, states: &[State], dynamics: &Dynamics) {
    slopes.clear();
    slopes.extend(states.iter().zip(&dynamics.accelerations).map(|(state, acceleration)| Slope {
        velocity: Twist { linear: state.velocity, angular: state.omega },
        acceleration: *acceleration,
    }));
}

/// Largest difference of two states, relative where they are over 1.
fn difference(x: &State, y: &State) -> f64 {
    let numbers = |s: &State| [s.position.x, s.position.y, s.angle, s.velocity.x, s.velocity.y, s.omega];
    numbers(x).iter().zip(numbers(y)).map(|(x, y)| (x - y).abs() / x.abs().max(1.0)).fold(0.0, f64::max)
}

const EULER: Tableau = Tableau { order: 1, stages: &[&[]], weights: &[1.0], embedded: &[] };

const HEUN: Tableau = Tableau { order: 2, stages: &[&[], &[1.0]], weights: &[0.5, 0.5], embedded: &[] };

const CLASSICAL: Tableau = Tableau {
    order: 4,
    stages: &[&[], &[0.5], &[0.0, 0.5], &[0.0, 0.0, 1.0]],
    weights: &[1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0],
    embedded: &[],
};

/// Dormand and Prince, *A family of embedded Runge-Kutta formulae*, J. Comp. Appl. Math. 6 (1980), table 2.
const DORMAND_PRINCE: Tableau = Tableau {
    order: 5,
    stages: &[
        &[],
        &[1.0 / 5.0],
        &[3.0 / 40.0, 9.0 / 40.0],
        &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
        &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
        &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
        &[35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
    ],
    weights: &[35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0, 0.0],
    embedded: &[
        5179.0 / 57600.0,
        0.0,
        7571.0 / 16695.0,
        393.0 / 640.0,
        -92097.0 / 339200.0,
        187.0 / 2100.0,
        1.0 / 40.0,
    ],
};
