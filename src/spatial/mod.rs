//! Spatial mode: rigid bodies in three dimensions, carried on step by step in time.
//!
//! Distances between bodies are complementary to the forces that keep them apart (Hotz et al., *Calculation of contact
//! forces*), found on hierarchies of bounding volumes (Lennerz, Schömer, Warken, *A framework for collision detection
//! and response*). World frame, SI units, z up; a normal points out of the second body into the first, and a gap is
//! positive apart.
pub mod bvh;
pub mod narrow_phase;
pub mod pose;
pub mod shape;
