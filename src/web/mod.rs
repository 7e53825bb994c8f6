//! What the page in the browser needs beside the physics.
//!
//! `bench`, `bindings` and `draw2d`, and two folders of the same kind in `spatial`, touch the browser and exist in
//! WebAssembly only; all else is plain Rust.
pub mod arrows;
pub mod camera;
pub mod cause;
pub mod chains;
pub mod eased;
pub mod framing;
pub mod friction;
pub mod input;
pub mod keys;
pub mod labels;
pub mod laboratory;
pub mod lessons;
pub mod marks;
pub mod notation;
pub mod palette;
pub mod report;
pub mod series;
pub mod settings;
#[cfg(feature = "spatial")]
pub mod spatial;
pub mod stage;
mod visitor;

#[cfg(all(page, not(feature = "spatial")))]
pub mod bench;
// the module of the spatial mode leaves the planar one to the other modules
#[cfg(all(page, not(feature = "spatial")))]
pub mod bindings;
#[cfg(all(page, not(feature = "spatial")))]
pub mod draw2d;
#[cfg(page)]
mod wire;
