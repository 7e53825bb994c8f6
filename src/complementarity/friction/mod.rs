//! Methods for contacts with Coulomb's friction, in a table, and what they have in common.
//!
//! All solve a [`ConeProblem`] and are judged by its two relative residuals; none judges itself. The dimension says what
//! a contact is: 3 components in space, 2 in the plane, 1 without friction. Every method takes all three.
mod admm;
mod alart_curnier;
mod any_dimension;
mod auto;
mod cells;
mod conjugate;
mod equations;
mod feasibility;
#[cfg(feature = "cli")]
mod interior_point;
mod newton;
mod nsgs;
pub(crate) mod one_contact;
mod path;
mod projected;
mod pyramid;
mod referee;
mod space;

use super::cone::{ConeProblem, Residuals};
use super::{Method, Status};

/// When a method stops, and how it starts.
#[derive(Clone, Debug)]
pub struct ConeLimits {
    /// What both relative residuals must reach.
    pub tolerance: f64,
    /// Most iterations. 0 leaves it to the method.
    pub iterations: usize,
    /// Start from the `r` that the solution holds, if it has the right length. Otherwise from zero.
    pub warm: bool,
}

impl Default for ConeLimits {
    fn default() -> Self {
        Self { tolerance: 1e-8, iterations: 0, warm: false }
    }
}

/// What a method has done so far; no clock is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Iterations; what one is, each method says.
    pub iterations: usize,
    /// Passes over all blocks of `W`: Gauss-Seidel sweeps and products.
    pub passes: usize,
    /// Matrices factored.
    pub factorizations: usize,
}

/// What a method found. Its vectors are reused from one problem to the next.
#[derive(Clone, Debug, Default)]
pub struct ConeSolution {
    /// The best `r`; never NaN.
    pub r: Vec<f64>,
    /// `W r + q` at that `r`.
    pub u: Vec<f64>,
    /// The residuals there.
    pub residuals: Residuals,
    /// How the method ended.
    pub status: Status,
    /// What it took.
    pub work: Work,
    /// Velocities of a point that was not better.
    spare: Vec<f64>,
}

/// A method with its working storage, which it keeps from one problem to the next: a second problem of the same
/// structure allocates nothing.
pub trait ConeSolver {
    /// Solves `problem` and shows the point of each iteration to `watch`.
    fn solve(
        &mut self,
        problem: &ConeProblem,
        limits: &ConeLimits,
        solution: &mut ConeSolution,
        watch: &mut dyn FnMut(&[f64]),
    );
}

/// A row of the table.
pub type ConeMethod = Method<dyn ConeSolver>;

/// All methods for [`ConeProblem`], the default first.
pub static CONE_METHODS: &[ConeMethod] = &[
    Method::new(
        "auto",
        "Gauss-Seidel as long as it is fast, then alternating directions or Newton's method from its point.",
        || Box::<auto::Auto>::default(),
    ),
    Method::new(
        "nsgs",
        "Nonsmooth Gauss-Seidel: one contact after the other is solved exactly, until nothing changes.",
        || Box::<nsgs::Nsgs>::default(),
    ),
    Method::new(
        "pgs",
        "Projected Gauss-Seidel: at each contact a step along the normal and one along the tangents, cut off by the law.",
        || Box::<projected::Pgs>::default(),
    ),
    Method::new("cpg", "Conjugate projected gradient, as if open, sticking and sliding contacts stayed so.", || {
        Box::<conjugate::Cpg>::default()
    }),
    Method::new(
        "alart-curnier",
        "Generalized Newton method on the function of Alart and Curnier, with a line search.",
        || Box::<newton::AlartCurnier>::default(),
    ),
    Method::new(
        "path",
        "Newton's method with a search along the path from one set of open, sticking and sliding contacts to the next.",
        || Box::<path::PathSearch>::default(),
    ),
    Method::new(
        "admm",
        "Alternating directions: by turns the equations without the law, and the law without the equations.",
        || Box::<admm::Admm>::default(),
    ),
    Method::new("lemke-4", "Lemke's method, the cone replaced by a pyramid of 4 facets.", || {
        Box::new(pyramid::Pyramid::new(4))
    }),
    Method::new("lemke-8", "Lemke's method, the cone replaced by a pyramid of 8 facets.", || {
        Box::new(pyramid::Pyramid::new(8))
    }),
    Method::new("lemke-16", "Lemke's method, the cone replaced by a pyramid of 16 facets.", || {
        Box::new(pyramid::Pyramid::new(16))
    }),
    #[cfg(feature = "cli")]
    Method::new(
        "interior-point",
        "Convex programs over the round cones by an interior-point method, the sliding velocities held in each.",
        || Box::<interior_point::InteriorPoint>::default(),
    ),
];

/// The method of that name.
pub fn cone_method(name: &str) -> Option<&'static ConeMethod> {
    CONE_METHODS.iter().find(|method| method.name == name)
}
