//! The laboratory of the plane: an entry of A as a picture.
use super::PlanarView;
use crate::web::laboratory::bindings::laboratory_bindings;
use crate::web::laboratory::ghost::Ghost;
use crate::web::report::summary;
use crate::web::wire::list;
use wasm_bindgen::prelude::*;

laboratory_bindings!(PlanarView);

#[wasm_bindgen]
impl PlanarView {
    /// Of the problem of the contact forces: contacts, rank of A, bodies that can move, steps, residual, status.
    pub fn problem(&mut self) -> String {
        list(summary(&mut self.stage))
    }

    /// Shows an entry of A as a picture, after a share of its time, 0 to 1; none for a negative share. Returns the
    /// entry, and the acceleration of its gap by the motion that is shown.
    pub fn show_entry(&mut self, row: usize, column: usize, share: f64) -> Vec<f64> {
        self.laboratory.entry = (share >= 0.0).then_some((row, column, share));
        let instant = self.stage.instant();
        let ghost = self.laboratory.ghost(&instant);
        let numbers =
            |(ghost, _): (Ghost, f64)| vec![ghost.entry, ghost.gap_acceleration(&instant, &self.stage.world.bodies)];
        ghost.map_or(Vec::new(), numbers)
    }
}
