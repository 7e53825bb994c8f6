//! Linear algebra for the complementarity methods: what they need and no more. A crate of factorizations would be as fast
//! at best, within a tenth, on matrices of these sizes, and up to three times slower: the bench `factors` compares.
pub mod anderson;
pub mod block;
pub mod block_lu;
pub mod damped;
pub mod elimination_order;
pub mod factor;
pub mod islands;
pub mod lu;
pub mod matrix;
mod quotient_graph;
pub mod sparse;
pub mod vector;

pub use damped::Damped;
pub use factor::Cholesky;
pub use lu::Lu;
pub use matrix::Matrix;
pub use sparse::Sparse;
