//! Coulomb friction in the plane: at an instant, in motion, in impacts, and by time stepping.
//!
//! A contact has two rows, one along its normal and one along its tangent, the normal turned clockwise. All tables of n
//! contacts hold the n normals first, then the n tangents. A force `f` along the normal allows |fₜ| ≤ μ f along the
//! tangent; a contact that slides has fₜ = −μ f sign(vₜ), where vₜ counts how fast the surfaces run, too.
mod cones;
mod drive;
mod events;
mod impact;
pub mod instant;
mod law;
mod meet;
mod newton;
mod pivots;
mod proximal;
mod stepping;

pub use cones::{Cones, REST};
pub use events::Strides;
pub use impact::FrictionImpacts;
pub use instant::{Coulomb, FrictionSolution, MOST_ENUMERATED};
pub use law::{Problem, cut};

use super::body::BodyId;
use super::contact::Contact;
use super::dynamics::Setup;

/// What a contact with friction does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// It parts, without force.
    #[default]
    Open,
    /// It stays at rest.
    Stick,
    /// It was at rest and begins to move along the edge, with aₜ of this sign.
    Slip(i8),
    /// It moves along the edge, with vₜ of this sign, and stays closed.
    Slide(i8),
}

impl Mode {
    /// What a contact does that stays closed and slides with this sign, or is at rest; without friction it just slips.
    pub fn closed(sliding: i8, friction: f64) -> Self {
        match sliding {
            0 if friction > 0.0 => Self::Stick,
            0 => Self::Slip(0),
            sign => Self::Slide(sign),
        }
    }

    /// The word for files and readers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Stick => "stick",
            Self::Slip(_) => "slip",
            Self::Slide(_) => "slide",
        }
    }
}

/// How states are carried on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// Forces from accelerations, from one event to the next (Baraff 1994).
    #[default]
    Acceleration,
    /// Impulses from the velocities at the end of each time step (Moreau; Stewart and Trinkle).
    Velocity,
}

impl Scheme {
    /// All, in the order a reader should meet them.
    pub const ALL: [Scheme; 2] = [Self::Acceleration, Self::Velocity];

    /// The word used in files, links and on the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Acceleration => "acceleration",
            Self::Velocity => "velocity",
        }
    }

    /// The scheme of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scheme| scheme.name() == name)
    }
}

/// How forces that obey the law of friction are found. What one method leaves, the others take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FrictionSolver {
    /// Modes of the contacts, put right until the forces show the same (Newton's method for the law).
    #[default]
    Modes,
    /// Contact after contact is driven until it obeys the law (Baraff 1994).
    Dantzig,
    /// Lemke's method, for the law as a linear complementarity problem (Stewart and Trinkle).
    Lemke,
}

impl FrictionSolver {
    /// All, in the order a reader should meet them.
    pub const ALL: [FrictionSolver; 3] = [Self::Modes, Self::Dantzig, Self::Lemke];

    /// The word used in files, links and on the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Modes => "modes",
            Self::Dantzig => "dantzig",
            Self::Lemke => "lemke",
        }
    }

    /// The method of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|solver| solver.name() == name)
    }
}

/// What the coefficient of restitution e of an impact with friction is the ratio of. Without friction all agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Restitution {
    /// Of the rates of the gap after and before. With friction it may gain energy.
    Newton,
    /// Of the normal impulses while the gap opens and while it closes.
    Poisson,
    /// Of the works of the normal force then; e² is this ratio (Stronge 1990). It never gains energy.
    #[default]
    Energy,
}

impl Restitution {
    /// All, in the order a reader should meet them.
    pub const ALL: [Restitution; 3] = [Self::Newton, Self::Poisson, Self::Energy];

    /// The word used in files, links and on the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Newton => "newton",
            Self::Poisson => "poisson",
            Self::Energy => "energy",
        }
    }

    /// The law of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|law| law.name() == name)
    }
}

/// The coefficient of friction of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairFriction {
    /// The two, in any order.
    pub bodies: [BodyId; 2],
    /// μ.
    pub friction: f64,
}

impl Setup<'_> {
    /// Whether anything here needs the rows of the tangents.
    pub fn has_friction(&self) -> bool {
        let rough = |mu: f64| mu > 0.0;
        self.settings.scheme == Scheme::Velocity
            || rough(self.settings.friction)
            || self.settings.pair_friction.iter().any(|pair| rough(pair.friction))
            || self.bodies.iter().any(|body| body.friction.is_some_and(rough))
    }

    /// How fast the surfaces of a contact run along its tangent beside their bodies' motion, m/s.
    pub fn surface_speed(&self, contact: &Contact) -> f64 {
        self.bodies[contact.a].surface_speed + self.bodies[contact.b].surface_speed
    }

    /// μ of a contact: that of the pair; else the least of those that the bodies have of their own; else the scene's.
    pub fn friction_at(&self, contact: &Contact) -> f64 {
        let pair = [contact.a, contact.b];
        let same = |law: &&PairFriction| law.bodies == pair || law.bodies == [pair[1], pair[0]];
        let own = || pair.iter().filter_map(|&body| self.bodies[body].friction).reduce(f64::min);
        let law = self.settings.pair_friction.iter().find(same).map(|law| law.friction);
        law.or_else(own).unwrap_or(self.settings.friction)
    }
}
