//! The past of the scene.
use super::PlanarView;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl PlanarView {
    /// Times of the first and the last moment that can be gone to, s.
    pub fn past(&self) -> Vec<f64> {
        let (first, last) = self.stage.past();
        vec![first, last]
    }

    /// Goes to the kept moment nearest to a time.
    pub fn seek(&mut self, time: f64) {
        self.stage.seek(time);
    }
}
