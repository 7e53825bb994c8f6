//! Time steps with contacts: the table of schemes, and what they share.
//!
//! Those with forces demand of the gaps δ at the *end* of a step, as functions of the forces f during the step, that
//! 0 ≤ f ⊥ δ(σ(f)) ≥ 0 (Hotz et al., *Calculation of contact forces*; Lennerz, Schömer, Warken, *A framework for
//! collision detection and response*, section 3). Since no gap is integrated, none drifts.
//!
//! Iterations of a step in three seconds of each scene, mean and most, repeats and parts of a step together:
//!
//! | | 1/240 s | 1/60 s | 1/30 s |
//! |---|---|---|---|
//! | all scenes, fixpoint | 2.3, 30 | 3.5, 41 | 4.6, 65 |
//! | all scenes, Fischer's function | 2.3, 69 | 2.6, 88 | 3.7, 132 |
//! | all scenes, bilateral | 1.6, 135 | 1.9, 181 | 3.1, 197 |
//! | screwdriver, fixpoint | 3.6, 6 | 5.3, 13 | 6.7, 15 |
//! | screwdriver, Fischer's function | 5.3, 44 | 7.3, 44 | 7.2, 27 |
//! | screwdriver, bilateral | 2.5, 86 | 6.6, 181 | 8.2, 64 |
//!
//! All these steps of the first two ended with |min(f, δ)| of at most 6·10⁻¹² of the size of the bodies. An iteration
//! of the first is a linear problem, those of the others are steps of Newton's method.
pub mod acceleration;
mod cones;
pub mod contact_points;
pub mod distance_forces;
pub mod fixpoint;
mod flats;
mod grip;
pub mod instant;
pub mod moreau;
pub mod problem;

use super::body::Body;
use super::energy::ADDS;
use super::forces::Forces;
use crate::complementarity::nonlinear::{Iterate, Outcome};
use acceleration::{Acceleration, Rule};
use contact_points::scheme::AtContactPoints;
use distance_forces::{Bilateral, Fischer};
use fixpoint::Fixpoint;
use problem::Problem;

/// What does not change during a step.
#[derive(Clone, Copy)]
pub struct Setup<'a> {
    /// The bodies; their own states are not read.
    pub bodies: &'a [Body],
    /// External forces.
    pub forces: &'a Forces,
    /// Length of the step, s.
    pub h: f64,
    /// Residual at which a step counts as solved, m.
    pub tolerance: f64,
}

impl Setup<'_> {
    /// How a step at the level of accelerations ended, where its impacts are wrong by a velocity at most, m/s, and its forces
    /// by an acceleration, m/s²: it asks nothing of gaps, whose drift its residual does not tell.
    pub(super) fn accelerated(&self, stopped: f64, missed: f64) -> Outcome {
        let residual = self.h * stopped.max(self.h * missed);
        Outcome { solved: residual <= self.tolerance, iterations: 1, residual }
    }
}

/// A scheme with its working storage, which it keeps from one step to the next.
pub trait Scheme {
    /// Carries a step that has begun to its end, and shows each of its iterations to `watch`. `forces` holds, for each
    /// candidate, the force of the last step, zero for a new one, and afterwards that of this step. A scheme may add
    /// candidates with their forces.
    fn advance(&mut self, setup: &Setup, problem: &mut Problem, forces: &mut Vec<f64>, watch: &mut Watch) -> Outcome;

    /// The linear problems solved since this was last asked.
    fn answered(&mut self) -> Linear {
        Linear::default()
    }
}

/// How many linear complementarity problems were solved by what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// By Lemke's method.
    pub lemke: usize,
    /// By one factorization, with the contacts that carried in the problem before.
    pub factor: usize,
}

impl Linear {
    /// Counts others too.
    pub fn add(&mut self, other: Self) {
        self.lemke += other.lemke;
        self.factor += other.factor;
    }
}

/// Who looks on while a step is solved: the page draws the residual against the iterations, a test reads them.
pub type Watch<'a> = dyn FnMut(&Iterate) + 'a;

/// Contacts take energy; where bodies roll, those of a finite step give a little back (measured: 3·10⁻⁶).
const ROLLING: f64 = 1e-5;

/// A row of the table of schemes.
pub struct Row {
    /// Name in files, links and on the command line.
    pub name: &'static str,
    /// Whether the gaps at the end of each step are kept, so that candidates that were missed lead to a repeat.
    pub keeps_gaps: bool,
    /// Whether steps that begin with a ball deep in the wall of a cavity are left to [`MOREAU`], which sets them apart, as those with
    /// other bodies deep in each other are: by accelerations they are not, since there that is the drift which these schemes show.
    pub separates: bool,
    /// A step in which contacts add more than this part of the energy of motion, of what lifts all bodies by half their thickness
    /// and of what external forces give in it has ended on a wrong side of something, and is left to [`MOREAU`] as well. None is
    /// of Euler's method, which adds some in every step and shows that, and where points of contacts are integrated.
    pub gain: f64,
    /// A fresh scheme; none where steps are taken by impulses, as [`moreau`] does from beginning to end.
    pub new: Option<fn() -> Box<dyn Scheme>>,
}

impl Row {
    /// Whether the scheme knows friction: that by impulses, and those of distances, whose steps with friction are all taken by
    /// the first of the table.
    pub fn rubs(&self) -> bool {
        self.keeps_gaps || self.new.is_none()
    }
}

/// The scheme for impacts, which the others take without rebound.
pub const MOREAU: &str = "moreau";

/// The scheme that carries the nearest points of smooth bodies along.
pub const CONTACT_POINTS: &str = "contact-points";

/// All schemes, the usual one without friction first.
pub static SCHEMES: &[Row] = &[
    // Linear complementarity problems until f repeats: the contacts that carried before are tried, then Lemke's method.
    Row {
        name: "fixpoint",
        keeps_gaps: true,
        separates: true,
        gain: ROLLING,
        new: Some(|| Box::<Fixpoint>::default()),
    },
    // The same sequence, each problem solved by Lemke's method, as in the paper of Hotz and others.
    Row {
        name: "fixpoint-lemke",
        keeps_gaps: true,
        separates: true,
        gain: ROLLING,
        new: Some(|| Box::new(Fixpoint::by_lemke_alone())),
    },
    // Newton's method with a line search on the Fischer function of forces and distances.
    Row { name: "fischer", keeps_gaps: true, separates: true, gain: ROLLING, new: Some(|| Box::<Fischer>::default()) },
    // Newton's method on distance = 0; a contact that pulls is let go after the step, so bodies stick for a moment.
    Row {
        name: "bilateral",
        keeps_gaps: true,
        separates: true,
        gain: ROLLING,
        new: Some(|| Box::<Bilateral>::default()),
    },
    // Baraff's contact forces at the level of accelerations, integrated by Euler's method: gaps drift.
    Row {
        name: "acceleration-euler",
        keeps_gaps: false,
        separates: false,
        gain: f64::INFINITY,
        new: Some(|| Box::new(Acceleration::new(Rule::Euler, false))),
    },
    // The same with positions moved by the new velocities.
    Row {
        name: "acceleration-semi-implicit",
        keeps_gaps: false,
        separates: false,
        gain: ADDS,
        new: Some(|| Box::new(Acceleration::new(Rule::SemiImplicit, false))),
    },
    // The same with the modified method of Euler, Heun's.
    Row {
        name: "acceleration-heun",
        keeps_gaps: false,
        separates: false,
        gain: ADDS,
        new: Some(|| Box::new(Acceleration::new(Rule::Heun, false))),
    },
    // Heun's method with Baumgarte's stabilization, which leads gaps back to zero within about two steps.
    Row {
        name: "acceleration-baumgarte",
        keeps_gaps: false,
        separates: false,
        gain: ADDS,
        new: Some(|| Box::new(Acceleration::new(Rule::Heun, true))),
    },
    // The same with the classical method of Runge and Kutta.
    Row {
        name: "acceleration-rk4",
        keeps_gaps: false,
        separates: false,
        gain: ADDS,
        new: Some(|| Box::new(Acceleration::new(Rule::RungeKutta4, false))),
    },
    // Moreau and Jean's impulses: impacts, Coulomb friction with the round cone, large piles.
    Row { name: MOREAU, keeps_gaps: false, separates: false, gain: f64::INFINITY, new: None },
    // Forces from accelerations after Anitescu, Cremer and Potra: the points of smooth contacts are integrated with the bodies.
    Row {
        name: CONTACT_POINTS,
        keeps_gaps: false,
        separates: true,
        gain: f64::INFINITY,
        new: Some(|| Box::<AtContactPoints>::default()),
    },
];

/// The scheme of that name.
pub fn scheme(name: &str) -> Option<&'static Row> {
    SCHEMES.iter().find(|scheme| scheme.name == name)
}
