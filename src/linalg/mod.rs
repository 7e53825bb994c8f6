//! Dense linear algebra for the complementarity methods.
pub mod matrix;

pub use matrix::Matrix;
