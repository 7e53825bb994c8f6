//! Where two bodies are nearest to each other, where and when they touch.
mod analytic;
pub mod collide;
pub mod contact_point;
mod containment;
pub mod continuous;
pub mod distance;
pub mod extremal;
mod features;
pub mod impact;
pub mod manifold;
pub mod motion;
pub mod point;
mod prune;
pub mod roots;
pub mod segment;
pub mod separation;
pub mod sinking;
pub mod triangle;
