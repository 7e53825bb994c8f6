//! How deep bodies may overlap.
use super::body::Body;
use super::shape::Shape;

/// As a part of the smallest extent of all that move, but of no less than the second part of that of the thinner one of the
/// two.
const ALLOWED: [f64; 2] = [0.01, 0.1];

/// What is allowed among some bodies.
#[derive(Clone, Copy, Debug)]
pub struct Allowed {
    /// The smallest extent of all that move, m.
    thinnest: f64,
}

impl Allowed {
    /// Among these.
    pub fn among(bodies: &[Body]) -> Self {
        let extents = bodies.iter().filter(|body| body.is_free()).map(|body| body.shape.thickness());
        Self { thinnest: extents.fold(f64::INFINITY, f64::min) }
    }

    /// For two of them, m.
    pub fn of(&self, [a, b]: [&Shape; 2]) -> f64 {
        let thickness = a.thickness().min(b.thickness());
        ALLOWED[0] * self.thinnest.clamp(ALLOWED[1] * thickness, thickness)
    }
}
