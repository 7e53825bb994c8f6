//! Where two bodies are nearest to each other, where and when they touch.
mod analytic;
pub mod collide;
pub mod contact_point;
mod containment;
pub mod distance;
mod features;
pub mod manifold;
pub mod point;
mod prune;
pub mod segment;
pub mod triangle;
