//! Planar mode: polygons in two dimensions, contact forces at acceleration level.
pub mod advance;
pub mod body;
pub mod collide;
pub mod contact;
pub mod dynamics;
pub mod energy;
pub mod equations;
pub mod forces;
pub mod friction;
pub mod impulse;
pub mod integrate;
pub mod polygon;
pub mod scenes;
pub mod separate;
pub mod step;
pub mod world;
