//! What a running method shows of itself, as data: the page draws it, a test reads it.

/// One step of a method.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The contact being driven.
    pub driven: usize,
    /// The contact that limits the step: it reaches zero force or zero acceleration and changes sides.
    pub blocker: usize,
    /// Length of the step: the increase of the driven force, N.
    pub length: f64,
    /// `Δf` for a unit increase of the driven force.
    pub direction: &'a [f64],
    /// `Δa` for a unit increase of the driven force.
    pub response: &'a [f64],
    /// `f` after the step.
    pub f: &'a [f64],
    /// `a` after the step.
    pub a: &'a [f64],
    /// Which contacts are in C (clamped: zero acceleration) after the step.
    pub clamped: &'a [bool],
}
