//! The laboratory under the stage: numbers and words for the page.
use super::PlanarView;
use crate::web::laboratory::choice::Choice;
use crate::web::laboratory::ghost::Ghost;
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

    /// Of each exchange of forces: its contact from 0, and the least, the present and the greatest force there, N.
    pub fn exchanges(&mut self) -> Vec<f64> {
        self.laboratory.choice(&mut self.stage).1.rooms().concat()
    }

    /// Lets the contact of an exchange act with a force, N, as far as the others can give way.
    pub fn exchange(&mut self, number: usize, force: f64) {
        let (instant, choice) = self.laboratory.choice(&mut self.stage);
        choice.exchange(&instant, number, force);
    }

    /// Takes the forces that another order of the contacts leads to.
    pub fn shuffle(&mut self, seed: u64) {
        let settings = self.stage.world.settings.clone();
        let (instant, choice) = self.laboratory.choice(&mut self.stage);
        *choice = Choice::shuffled(&instant, &settings, seed);
    }

    /// Takes the forces of the stage itself.
    pub fn drop_choice(&mut self) {
        self.laboratory.drop_choice();
    }

    /// The forces chosen and their accelerations of the gaps, contact by contact; last the largest difference of a
    /// body's acceleration from that on the stage.
    pub fn choice(&mut self) -> Vec<f64> {
        let (instant, choice) = self.laboratory.choice(&mut self.stage);
        let mut numbers: Vec<f64> = choice.f.iter().zip(&choice.a).flat_map(|(f, a)| [*f, *a]).collect();
        numbers.push(choice.difference(&instant));
        numbers
    }
}
