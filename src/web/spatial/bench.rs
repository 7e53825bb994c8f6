//! What benches in the browser time: spatial worlds without a picture.
use crate::session::scene_file::{Content, SceneFile};
use crate::spatial::scenes::{Options, scene};
use crate::spatial::world::World;
use wasm_bindgen::prelude::*;

/// A spatial world without a picture.
#[wasm_bindgen]
pub struct BareSpatial(World);

#[wasm_bindgen]
impl BareSpatial {
    /// A scene of the table with this many objects.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, count: usize, seed: u64) -> Result<BareSpatial, JsError> {
        let scene = scene(name).ok_or_else(|| JsError::new("no such scene"))?;
        Ok(BareSpatial((scene.build)(Options { count, seed })))
    }

    /// A scene file.
    pub fn read(text: &str) -> Result<BareSpatial, JsError> {
        let error = |error: &dyn std::fmt::Display| JsError::new(&error.to_string());
        match SceneFile::read(text, None).map_err(|e| error(&e))?.content {
            Content::Spatial(scene) => Ok(BareSpatial(scene.world().map_err(|e| error(&e))?)),
            Content::Planar(_) => Err(JsError::new("a planar scene")),
        }
    }

    /// Some time steps.
    pub fn run(&mut self, steps: usize) {
        (0..steps).for_each(|_| self.0.step());
    }

    /// Of the last step: contacts, iterations, residual, m.
    pub fn report(&self) -> Vec<f64> {
        let report = &self.0.report;
        vec![report.candidates as f64, report.outcome.iterations as f64, report.outcome.residual]
    }

    /// Centres of mass, m.
    pub fn positions(&self) -> Vec<f64> {
        self.0.bodies.iter().flat_map(|body| body.state.pose.position.to_array()).collect()
    }
}
