//! What the article prints and its exercises ask for.
use super::PlanarView;
use crate::planar::twin::Level;
use crate::web::lessons;
use glam::DVec2;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl PlanarView {
    /// A contact term by term, in the order of [`lessons::numbers`]; empty if there is no such contact.
    pub fn anatomy(&mut self, number: usize) -> Vec<f64> {
        self.stage.anatomy().get(number).map(lessons::numbers).unwrap_or_default()
    }

    /// The terms of an entry of A: body, sign, linear and angular part of each.
    pub fn entry(&mut self, i: usize, j: usize) -> Vec<f64> {
        self.stage.entry(i, j)
    }

    /// Masses of the bodies that can move, kg.
    pub fn masses(&self) -> Vec<f64> {
        self.stage.masses()
    }

    /// Name of a body by its number.
    pub fn body_name(&self, number: usize) -> String {
        self.stage.world.bodies.get(number).map(|body| body.name.clone()).unwrap_or_default()
    }

    /// When the latest of the impacts that are shown was, s, and the impulses of all at that moment, N s. Empty if there
    /// is none.
    pub fn last_impact(&self) -> Vec<f64> {
        let Some(last) = self.stage.impacts.last().map(|impact| impact.time) else { return Vec::new() };
        let same = self.stage.impacts.iter().filter(|impact| impact.time == last).map(|impact| impact.impulse);
        std::iter::once(last).chain(same).collect()
    }

    /// Where a point of the world is seen on the stage, CSS pixels.
    pub fn seen_at(&self, x: f64, y: f64) -> Vec<f64> {
        let at = self.drawing.camera.to_stage(DVec2::new(x, y));
        vec![at.x, at.y]
    }

    /// Takes the floor away or puts it back.
    pub fn take_floor(&mut self, away: bool) {
        self.stage.take_floor(away);
    }

    /// Lets a load of this many newtons act on the last body, in place of one before.
    pub fn load_last(&mut self, newtons: f64) {
        self.stage.load_last(newtons);
    }

    /// The equation of one block under a load at `x`; see [`lessons::loaded`].
    pub fn loaded(x: f64, load: f64, torque: f64) -> Vec<f64> {
        lessons::loaded(x, load, torque)
    }

    /// The path of the method on a problem of the page's own; see [`lessons::path`].
    pub fn path(a: &[f64], b: &[f64]) -> Vec<f64> {
        lessons::path(a, b)
    }

    /// The forces that hold all gaps of such a problem; see [`lessons::held`].
    pub fn held(a: &[f64], b: &[f64]) -> Vec<f64> {
        lessons::held(a, b)
    }

    /// Whether a block holds on a slope of this tilt, rad; undefined if the law leaves that open.
    pub fn holds(tilt: f64, friction: f64) -> Option<bool> {
        lessons::holds(tilt, friction)
    }

    /// The forces on a block on a slope; see [`lessons::slope`].
    pub fn slope(tilt: f64, friction: f64, gravity: f64) -> Vec<f64> {
        lessons::slope(tilt, friction, gravity)
    }

    /// A block set down on a floor that is a spring and a damper; see [`lessons::set_down`].
    pub fn on_springs(stiffness: f64, damping: f64, height: f64, h: f64, steps: usize) -> Vec<f64> {
        // it stands on two corners
        let level = Level::Penalty { stiffness: 0.5 * stiffness, damping: 0.5 * damping };
        lessons::set_down(level, height, h, steps)
    }

    /// The same by collisions alone.
    pub fn by_collisions(restitution: f64, height: f64, h: f64, steps: usize) -> Vec<f64> {
        lessons::set_down(Level::Impulse { restitution }, height, h, steps)
    }

    /// The motions of a rod that slides on its tip; see [`lessons::rod`].
    pub fn rod(tilt: f64, friction: f64, omega: f64) -> Vec<f64> {
        lessons::rod(tilt, friction, omega)
    }
}
