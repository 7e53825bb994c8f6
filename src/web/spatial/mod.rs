//! The stage of the spatial mode: plain Rust but for `bindings` and `draw3d`, which touch the browser. What is computed
//! beside it, by the same module in a worker, is in `aside`.
pub mod arrows;
pub mod aside;
pub mod bevel;
pub mod camera;
pub mod collisions;
pub mod curvature;
pub mod free_body;
pub mod ghost;
pub mod input;
pub mod laboratory;
pub mod lessons;
pub mod light;
pub mod lost;
pub mod notices;
pub mod pick;
pub mod picture;
pub mod report;
pub mod scale;
pub mod scenery;
pub mod section;
pub mod settings;
pub mod sight;
pub mod stage;
pub mod tessellate;
pub mod trails;
pub mod values;
pub mod view;
mod visitor;

#[cfg(page)]
pub mod bindings;
#[cfg(page)]
pub mod draw3d;
