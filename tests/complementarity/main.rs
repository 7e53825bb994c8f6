//! Laws of the methods for contact forces, on problems made here, published and recorded.
#[path = "../support/mod.rs"]
mod support;

mod answers;
mod cones;
mod problems;
mod solvers;
mod vectors;
