//! Explicit Runge-Kutta methods, each a table of numbers.

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
    pub fn name(self) -> &'static str {
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
