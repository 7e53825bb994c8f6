//! The scene of the stage carried on twice, beside the stage.
use super::PlanarView;
use crate::planar::twin::{Level, Twin};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl PlanarView {
    /// Carries the scene on from here, by distances or else by accelerations; the stage stays as it is. For each step:
    /// the gap of a contact, m, then x, y and angle of every body; empty if there is no such contact.
    pub fn twin(&mut self, by_distances: bool, contact: usize, steps: usize) -> Vec<f64> {
        let Some(contact) = self.stage.instant().contacts.get(contact).copied() else { return Vec::new() };
        let level = if by_distances { Level::Distance } else { Level::Acceleration };
        let (mut twin, mut numbers) = (Twin::of(&self.stage.world, level), Vec::new());
        for step in 0..=steps {
            if step > 0 {
                twin.step();
            }
            numbers.push(twin.gap(&contact));
            numbers.extend(twin.states().iter().flat_map(|s| [s.position.x, s.position.y, s.angle]));
        }
        numbers
    }

    /// The outline of every body in its own frame: number of corners, then their x and y, m.
    pub fn outlines(&self) -> Vec<f64> {
        let mut numbers = Vec::new();
        for body in &self.stage.world.bodies {
            let corners = body.shape.vertices();
            numbers.push(corners.len() as f64);
            numbers.extend(corners.iter().flat_map(|corner| corner.to_array()));
        }
        numbers
    }

    /// What should be seen: lower left and upper right corner, m.
    pub fn window(&self) -> Vec<f64> {
        self.stage.world.view.iter().flat_map(|corner| corner.to_array()).collect()
    }
}
