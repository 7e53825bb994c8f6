//! The laboratory under the stage: numbers and words for the page.
use super::PlanarView;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl PlanarView {
    /// Of the way of the pivots to the forces: number of steps, largest f, least and largest a on it.
    pub fn pivots(&mut self) -> Vec<f64> {
        let way = self.laboratory.pivots(&mut self.stage);
        let [most, low, high] = way.reach();
        vec![way.steps.len() as f64, most, low, high]
    }

    /// A place of the way. First of the step from there: driven contact, blocker, both from 0 and -1 for none, length,
    /// whether it only closes the way; then of each contact f, a, Δf, Δa, step limit (NaN for none), side.
    pub fn pivot(&mut self, place: f64) -> Vec<f64> {
        self.laboratory.pivots(&mut self.stage).numbers(place)
    }

    /// Shows a place of the way on the stage; a negative one shows the solution again.
    pub fn show_pivot(&mut self, place: f64) {
        self.laboratory.place = (place >= 0.0).then_some(place);
    }
}
