//! What makes a force on a body that is drawn alone, in either mode.
use crate::source::Source;

/// What makes a force on the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A contact, by number.
    Contact(usize),
    /// A row of a joint, by the number of its contact.
    Joint(usize),
    /// Weight, a thruster, a spring, damping, a given force.
    Applied(Source),
    /// The bearing or the hand that guides a body: whatever its motion needs beside the other forces.
    Guide,
    /// Impacts that were treated one after another, which no contact keeps.
    Impacts,
}

impl Cause {
    /// Its kind and its number there, for the page.
    pub fn numbers(self) -> [f64; 2] {
        match self {
            Self::Contact(k) => [0.0, k as f64],
            Self::Applied(Source::Gravity) => [1.0, 0.0],
            Self::Applied(Source::Damping) => [2.0, 0.0],
            Self::Applied(Source::Thruster(k)) => [3.0, k as f64],
            Self::Applied(Source::Spring) => [4.0, 0.0],
            Self::Applied(Source::Push) => [5.0, 0.0],
            Self::Joint(k) => [6.0, k as f64],
            Self::Guide => [7.0, 0.0],
            Self::Impacts => [8.0, 0.0],
        }
    }
}
