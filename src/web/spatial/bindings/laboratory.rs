//! The laboratory of the spatial mode, on the accelerations of the present state.
use super::SpatialView;
use crate::web::laboratory::bindings::laboratory_bindings;
use crate::web::spatial::laboratory::{has_friction, present, problem};
use crate::web::spatial::sight::Sight;
use crate::web::wire::list;
use wasm_bindgen::prelude::*;

laboratory_bindings!(SpatialView);

#[wasm_bindgen]
impl SpatialView {
    /// Shows the forces that belong to the accelerations of the present state, as if there were no friction, or those of
    /// the steps again.
    pub fn look_at_instant(&mut self, on: bool) {
        self.stage.look_at(if on { Sight::Instant } else { Sight::Steps });
    }

    /// Whether contacts have friction, which the forces of an instant leave out.
    pub fn has_friction(&self) -> bool {
        has_friction(&self.stage)
    }

    /// Shows all forces of the present state, or those of the steps again; whether those are means over the coming step.
    pub fn look_at_present(&mut self, on: bool) -> bool {
        let sight = present(&self.stage);
        self.stage.look_at(if on { sight } else { Sight::Steps });
        sight == Sight::Coming
    }

    /// Of the problem of the contact forces: contacts, rank of A, bodies that can move, steps, residual, status.
    pub fn problem(&mut self) -> String {
        list(problem(&mut self.stage))
    }
}
