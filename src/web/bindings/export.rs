//! The scene as a file, as the command line reads it.
use super::PlanarView;
use crate::planar::world::World;
use crate::session::SceneFile;
use crate::session::scene_file::{self, SceneError};
use crate::web::report;
use crate::web::wire::json::parse;
use crate::web::wire::list;
use wasm_bindgen::prelude::*;

/// s that a run of the file takes, unless it is asked for another time.
const DURATION: f64 = 10.0;

#[wasm_bindgen]
impl PlanarView {
    /// The present state as a scene file.
    pub fn scene_file(&self) -> String {
        scene_file::write(&self.stage.world, self.stage.link.scene, DURATION)
    }

    /// What is wrong with a scene file: place, what was found, what was expected; nothing if it can be opened.
    pub fn fault_of(&self, text: &str) -> String {
        list(read(text).err().as_ref().map(report::fault).unwrap_or_default())
    }

    /// Puts a scene file on the stage, `anew` with all of it in sight, else as a change of what is there. One that cannot
    /// be opened changes nothing.
    pub fn open_scene(&mut self, text: &str, anew: bool) {
        let Ok(start) = read(text) else { return };
        self.stage.build(start);
        self.warnings.clear();
        if anew {
            self.frame_at_once(self.drawing.camera.size);
        }
    }
}

fn read(text: &str) -> Result<World, SceneError> {
    Ok(SceneFile::from_value(&parse(text)?, None)?.planar()?.with_thrust(0))
}
