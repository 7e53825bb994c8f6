//! The laboratory of the plane.
use super::PlanarView;
use crate::web::laboratory::bindings::laboratory_bindings;
use crate::web::report::summary;
use crate::web::wire::list;
use wasm_bindgen::prelude::*;

laboratory_bindings!(PlanarView);

#[wasm_bindgen]
impl PlanarView {
    /// Of the problem of the contact forces: contacts, rank of A, bodies that can move, steps, residual, status.
    pub fn problem(&mut self) -> String {
        let instant = self.stage.smooth();
        list(summary(&self.stage, &instant))
    }
}
