//! Planar mode: polygons in two dimensions, contact forces at acceleration level.
pub mod advance;
pub mod anatomy;
pub mod body;
pub mod clearance;
pub mod collide;
pub mod contact;
mod crowd;
pub mod dynamics;
pub mod energy;
pub mod equations;
pub mod forces;
pub mod friction;
pub mod impulse;
pub mod integrate;
pub mod lead;
mod pieces;
pub mod polygon;
mod proportioning;
mod reduced;
pub mod scenes;
pub mod separate;
pub mod step;
pub mod twin;
pub mod world;

/// Length of a vector: the bits of `DVec2::length`, by the machine's own square root, which is exact everywhere. In
/// WebAssembly glam's goes through a routine of libm that takes many times as long.
fn length(v: glam::DVec2) -> f64 {
    v.length_squared().sqrt()
}
