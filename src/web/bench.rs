//! What the benches in the browser time: scenes of any size without a picture, and contact problems by themselves.
use crate::complementarity::{Lcp, Limits, Solution, method};
use crate::linalg::Matrix;
use crate::planar::scenes::{Options, scene};
use crate::planar::world::World;
use wasm_bindgen::prelude::*;

/// A planar scene without a picture.
#[wasm_bindgen]
pub struct BareScene(World);

#[wasm_bindgen]
impl BareScene {
    /// A scene of the table with this many objects.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, count: usize) -> Result<BareScene, JsError> {
        let scene = scene(name).ok_or_else(|| JsError::new("no such scene"))?;
        Ok(BareScene((scene.build)(Options { count, ..Options::default() })))
    }

    /// Some time steps.
    pub fn run(&mut self, steps: usize) {
        (0..steps).for_each(|_| self.0.step());
    }

    /// Number of contacts, and the residual of their forces.
    pub fn contacts(&mut self) -> Vec<f64> {
        let now = self.0.instant();
        vec![now.contacts.len() as f64, now.solution.residual]
    }
}

/// A contact problem and its method.
#[wasm_bindgen]
pub struct BareProblem {
    lcp: Lcp,
    method: String,
}

#[wasm_bindgen]
impl BareProblem {
    /// A, row by row, and b.
    #[wasm_bindgen(constructor)]
    pub fn new(method: String, a: &[f64], b: Vec<f64>) -> BareProblem {
        let n = b.len();
        let a = Matrix::from_fn(n, n, |i, j| a.get(i * n + j).copied().unwrap_or_default());
        let lcp = Lcp { a, b, bilateral: Vec::new() };
        BareProblem { lcp, method }
    }

    /// Solves it from the start; returns the residual and the number of pivots.
    pub fn solve(&self) -> Result<Vec<f64>, JsError> {
        let method = method(&self.method).ok_or_else(|| JsError::new("no such method"))?;
        let mut solution = Solution::default();
        (method.new)().solve(&self.lcp, &Limits::default(), &mut solution, &mut |_| ());
        Ok(vec![solution.residual, solution.steps as f64])
    }
}
