//! Contact forces between rigid bodies.
pub mod complementarity;
pub mod linalg;
pub mod planar;
pub mod session;
pub mod web;
