//! Spatial mode: rigid bodies in three dimensions, carried on step by step in time.
//!
//! Distances between bodies are complementary to the forces that keep them apart (Hotz et al., *Calculation of contact
//! forces*), found on hierarchies of bounding volumes (Lennerz, Schömer, Warken, *A framework for collision detection
//! and response*). World frame, SI units, z up; a normal points out of the second body into the first, and a gap is
//! positive apart.
mod allowed;
pub mod anatomy;
pub mod approach;
pub mod body;
pub mod broad_phase;
pub mod bvh;
pub mod candidates;
pub mod contact;
pub mod dynamics;
pub mod energy;
pub mod equations;
pub mod forces;
pub mod gap;
pub mod gap_rates;
pub mod joint;
pub mod law;
pub mod lead;
pub mod narrow_phase;
pub mod pose;
pub mod poster;
pub mod profile;
pub mod scenes;
pub mod shape;
pub mod smooth;
pub mod step;
mod sunk;
pub mod time_stepping;
pub mod trial;
pub mod world;

/// Length of a vector, by the machine's own square root, which is exact everywhere. In WebAssembly glam's goes through
/// a routine of libm that takes many times as long.
fn length(v: glam::DVec3) -> f64 {
    v.length_squared().sqrt()
}

/// A quaternion made as long as one, likewise.
fn unit(q: glam::DQuat) -> glam::DQuat {
    q * q.length_squared().sqrt().recip()
}
