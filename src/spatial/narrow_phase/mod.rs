//! Where two bodies are nearest to each other, where and when they touch.
mod containment;
pub mod distance;
pub mod point;
pub mod segment;
pub mod triangle;
