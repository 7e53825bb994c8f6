//! Linear algebra for the complementarity methods: what they need and no more.
pub mod damped;
pub mod factor;
pub mod lu;
pub mod matrix;
pub mod skyline;
pub mod sparse;
pub mod vector;

pub use damped::Damped;
pub use factor::Cholesky;
pub use lu::Lu;
pub use matrix::Matrix;
pub use sparse::Sparse;
