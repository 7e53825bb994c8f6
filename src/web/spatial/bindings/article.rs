//! What the article prints and its exercises ask for.
use super::SpatialView;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl SpatialView {
    /// The selected contact term by term: gap, its two rates, and b_F, b_ω, b_n. Empty if the bodies do not touch there.
    pub fn contact_terms(&mut self) -> Vec<f64> {
        self.stage.contact_terms()
    }

    /// A row by row, b, f and a of the present instant.
    pub fn equation(&mut self) -> Vec<f64> {
        self.stage.equation()
    }

    /// The terms of an entry of A: body, sign, linear and angular part of each.
    pub fn entry(&self, i: usize, j: usize) -> Vec<f64> {
        self.stage.entry_terms(i, j)
    }

    /// What fixed bodies push against the weight, N, and the weight, N.
    pub fn carried(&self) -> Vec<f64> {
        self.stage.carried().into()
    }

    /// Name of a body by its number.
    pub fn body_name(&self, number: usize) -> String {
        self.stage.world.bodies.get(number).map(|body| body.name.clone()).unwrap_or_default()
    }

    /// Height of the lowest point of a body, m; undefined if there is no such body.
    pub fn lowest(&self, body: usize) -> Option<f64> {
        let body = self.stage.world.bodies.get(body)?;
        Some(body.shape.bounds(&body.state.pose).low.z)
    }
}
