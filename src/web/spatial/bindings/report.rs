//! What the panel tells of the present state.
use super::SpatialView;
use crate::web::spatial::{curvature, report};
use crate::web::wire::{list, rows};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl SpatialView {
    /// Number of contacts.
    pub fn contacts(&self) -> usize {
        self.stage.contacts.len()
    }

    /// Force, N, and gap, m, of each contact.
    pub fn forces(&self) -> Vec<f64> {
        self.stage.contacts.iter().flat_map(|contact| [contact.force, contact.gap]).collect()
    }

    /// Of a contact: its bodies, force, N, gap, m, normal, friction, N, its coefficient, and the velocity of the first
    /// body there less that of the second, m/s. Empty if there is none.
    pub fn contact(&self, number: usize) -> Vec<f64> {
        report::contact(&self.stage, number)
    }

    /// How a force of 1 N at one contact opens the gaps of all, row by row, 1/kg.
    pub fn delassus(&self) -> Vec<f64> {
        report::delassus(&self.stage)
    }

    /// All scenes: name and title.
    pub fn titles(&self) -> String {
        rows(report::titles())
    }

    /// What the last step tells, and how many there are of everything.
    pub fn summary(&self) -> String {
        list(report::summary(&self.stage))
    }

    /// The two bodies of a contact by name.
    pub fn bodies_of(&self, number: usize) -> String {
        let pair = self.stage.contacts.get(number).map(|contact| vec![contact.a, contact.b]);
        list(pair.unwrap_or_default().into_iter().map(|id| self.stage.world.bodies[id].name.clone()).collect())
    }

    /// Curvatures and contact frame of the selected contact, or of the first one between smooth bodies.
    pub fn curvatures(&self) -> String {
        rows(curvature::rows(&self.stage))
    }

    /// Which pairs of smooth features are near each other, and how they got their nearest points in the last step.
    pub fn tracks(&self) -> String {
        rows(curvature::tracks(&self.stage.world))
    }

    /// What the flats that bodies stand on carry, and when they tip.
    pub fn flats(&self) -> String {
        rows(curvature::flats(&self.stage))
    }

    /// What is to be told of the steps since this was last asked.
    pub fn notices(&mut self) -> String {
        rows(std::mem::take(&mut self.stage.notices).rows())
    }

    /// Energies of translation, rotation, gravity, springs, and their sum, J.
    pub fn energies(&self) -> Vec<f64> {
        let e = self.stage.world.balance();
        vec![e.translation, e.rotation, e.gravity, e.springs, e.total()]
    }

    /// Names of the plotted columns: time first.
    pub fn columns(&self) -> String {
        list(report::columns(&self.stage.world))
    }

    /// A plotted column.
    pub fn column(&self, number: usize) -> Vec<f64> {
        self.stage.series.column(number)
    }
}
