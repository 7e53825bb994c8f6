//! What the exercises of the article ask for.
use super::SpatialView;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl SpatialView {
    /// Height of the lowest point of a body, m; undefined if there is no such body.
    pub fn lowest(&self, body: usize) -> Option<f64> {
        let body = self.stage.world.bodies.get(body)?;
        Some(body.shape.bounds(&body.state.pose).low.z)
    }
}
