//! The scene of the stage carried on twice, beside the stage.
use super::PlanarView;
use crate::planar::body::State;
use crate::planar::collide;
use crate::planar::contact::Contact;
use crate::planar::friction::Scheme;
use crate::planar::twin::{Level, Twin};
use crate::planar::world::{Notice, World};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl PlanarView {
    /// Carries the scene on from here, by distances or else by accelerations, both without friction; the stage stays as
    /// it is. For each step: the gap of a contact, m, how far its bodies have slid along each other, m, the impulse that
    /// took the place of forces, N s, then x, y and angle of every body; empty if there is no such contact.
    pub fn twin(&mut self, by_distances: bool, contact: usize, steps: usize) -> Vec<f64> {
        let Some(contact) = self.stage.instant().contacts.get(contact).copied() else { return Vec::new() };
        let level = if by_distances { Level::Distance } else { Level::Acceleration };
        let mut twin = Twin::of(&self.stage.world, level);
        let (start, mut numbers) = (twin.states().to_vec(), Vec::new());
        for step in 0..=steps {
            if step > 0 {
                twin.step();
            }
            numbers.extend([twin.gap(&contact), slid(&contact, [&start, twin.states()]), 0.0]);
            places(&mut numbers, twin.states());
        }
        numbers
    }

    /// The same by one of the two schemes of the stage, with all that the stage has.
    pub fn by_scheme(&mut self, scheme: &str, contact: usize, steps: usize) -> Vec<f64> {
        let Some(contact) = self.stage.instant().contacts.get(contact).copied() else { return Vec::new() };
        let mut world = self.stage.world.clone();
        world.settings.scheme = Scheme::ALL.into_iter().find(|one| one.name() == scheme).unwrap_or_default();
        let (start, mut numbers) = (world.states(), Vec::new());
        for step in 0..=steps {
            if step > 0 {
                world.step();
            }
            let shocks = world.report.notices.iter().filter_map(|notice| match notice {
                Notice::Shock(impulse) => Some(*impulse),
                _ => None,
            });
            let (shock, states) = (if step > 0 { shocks.fold(0.0, f64::max) } else { 0.0 }, world.states());
            numbers.extend([gap(&world, &contact), slid(&contact, [&start, &states]), shock]);
            places(&mut numbers, &states);
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

/// How far the point of a contact's first body has gone along the second since `start`, m, along the tangent there was.
fn slid(contact: &Contact, [start, now]: [&[State]; 2]) -> f64 {
    let frames = |states: &[State]| [contact.a, contact.b].map(|body| states[body].frame());
    let ([a, b], [now_a, now_b]) = (frames(start), frames(now));
    let way = now_b.local(now_a.place(a.local(contact.point))) - b.local(contact.point);
    b.turn(way).dot(contact.normal.perp())
}

/// The gap of the features of a contact now, m.
fn gap(world: &World, contact: &Contact) -> f64 {
    let mut now = *contact;
    collide::refresh(&mut now, &world.bodies, |body| world.bodies[body].state.frame());
    now.gap
}

fn places(numbers: &mut Vec<f64>, states: &[State]) {
    numbers.extend(states.iter().flat_map(|s| [s.position.x, s.position.y, s.angle]));
}
