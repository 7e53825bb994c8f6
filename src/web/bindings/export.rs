//! The scene as a file, as the command line reads it.
use super::PlanarView;
use crate::session::scene_file;
use wasm_bindgen::prelude::*;

/// s that a run of the file takes, unless it is asked for another time.
const DURATION: f64 = 10.0;

#[wasm_bindgen]
impl PlanarView {
    /// The present state as a scene file.
    pub fn scene_file(&self) -> String {
        scene_file::write(&self.stage.world, self.stage.link.scene, DURATION)
    }
}
