//! What a running method shows of itself, as data: the page draws it, a test reads it.

/// One pivot of a method. After the last one a closing step of length zero, with zero directions, shows the solution:
/// the forces computed afresh, which differ from those after the last pivot by rounding, or by more if pivoting alone
/// ended without a solution.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The contact being driven; for `lemke` that of the entering variable.
    pub driven: usize,
    /// The contact that limits the step: it reaches zero force or zero acceleration and changes sides.
    pub blocker: usize,
    /// Length of the step: the increase of the driven force, N (for `lemke` of the entering variable). Negative where a
    /// dependent contact gives its force back.
    pub length: f64,
    /// `Δf` per unit of length.
    pub direction: &'a [f64],
    /// `Δa` per unit of length.
    pub response: &'a [f64],
    /// `f` after the step.
    pub f: &'a [f64],
    /// `a = A f + b` after the step.
    pub a: &'a [f64],
    /// Which contacts are in C (clamped: zero acceleration) after the step.
    pub clamped: &'a [bool],
}
