//! The scene of the stage carried on by other schemes, beside the stage.
use super::SpatialView;
use crate::spatial::time_stepping::{SCHEMES, scheme};
use crate::spatial::trial::{Moment, Trial};
use crate::web::wire::list;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl SpatialView {
    /// Names of the schemes, the usual one first.
    pub fn schemes(&self) -> String {
        list(SCHEMES.iter().map(|row| row.name.to_string()).collect())
    }

    /// Carries the scene on from here by the scheme of this name; the stage stays as it is. Of the pair of bodies of a
    /// shown contact, step by step: gap, m (NaN if they are far apart), iterations and residual, m, of the step. Empty
    /// if there is no such contact or scheme.
    pub fn trial(&self, name: &str, contact: usize, steps: usize) -> Vec<f64> {
        let (Some(contact), Some(row)) = (self.stage.contacts.get(contact), scheme(name)) else { return Vec::new() };
        let reach = 0.2 * self.stage.extent().radius;
        let mut trial = Trial::of(&self.stage.world, row.name, [contact.a, contact.b], reach);
        let mut numbers = vec![trial.gap(), 0.0, 0.0];
        for _ in 0..steps {
            let Moment { gap, iterations, residual, .. } = trial.step();
            numbers.extend([gap, iterations as f64, residual]);
        }
        numbers
    }
}
