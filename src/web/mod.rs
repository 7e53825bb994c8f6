//! What the page in the browser needs beside the physics.
//!
//! `bench`, `bindings` and `draw2d` touch the browser and exist in WebAssembly only; all else is plain Rust.
pub mod arrows;
pub mod camera;
pub mod input;
pub mod labels;
#[cfg(feature = "laboratory")]
pub mod laboratory;
pub mod palette;
pub mod report;
pub mod series;
pub mod settings;
pub mod stage;
mod visitor;

#[cfg(all(target_family = "wasm", feature = "laboratory"))]
pub mod bench;
#[cfg(target_family = "wasm")]
pub mod bindings;
#[cfg(target_family = "wasm")]
pub mod draw2d;
