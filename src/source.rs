//! What makes a force on a body that is no contact force, in either mode.

/// What makes a force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Weight.
    Gravity,
    /// Resistance against motion.
    Damping,
    /// A nozzle, by its number on its body.
    Thruster(usize),
    /// A spring.
    Spring,
    /// A given force.
    Push,
}
