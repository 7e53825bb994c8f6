//! The stage of the spatial mode: plain Rust but for `bindings` and `draw3d`, which touch the browser. What is computed
//! beside it, in a module of its own, is in `aside`.
pub mod arrows;
#[cfg(feature = "contenders")]
pub mod aside;
pub mod camera;
pub mod collisions;
pub mod curvature;
pub mod free_body;
pub mod ghost;
pub mod input;
pub mod laboratory;
pub mod lessons;
pub mod light;
pub mod pick;
pub mod picture;
pub mod report;
pub mod scenery;
pub mod settings;
pub mod sight;
pub mod stage;
pub mod tessellate;
pub mod trails;
pub mod view;
mod visitor;

// the module that works beside the stage draws nothing
#[cfg(all(target_family = "wasm", not(feature = "contenders")))]
pub mod bindings;
#[cfg(all(target_family = "wasm", not(feature = "contenders")))]
pub mod draw3d;
