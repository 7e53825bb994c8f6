//! The engine for JavaScript, without the page: worlds of both modes from scene files, and problems.
//!
//! The files in `npm` put their classes over it. Whatever goes wrong, a panic too, ends as an exception with its message.
mod planar;
mod spatial;

use crate::session::answer::Request;
use crate::session::problem_file;
use crate::session::scene_file::{Content, SceneFile};
use wasm_bindgen::prelude::*;

/// What both modes can do. States are numbers in SI units, one body after the other, as `npm/index.d.ts` lists them.
trait World {
    /// The word used in files.
    fn mode(&self) -> &'static str;
    /// s.
    fn time(&self) -> f64;
    /// Numbers of a body's state.
    fn stride(&self) -> usize;
    /// One time step.
    fn step(&mut self);
    /// Puts the states of all bodies into this list.
    fn states(&self, into: &mut Vec<f64>);
    /// Gives a body another state, which has the right number of finite numbers.
    fn place(&mut self, body: usize, state: &[f64]);
    /// Adds an impulse, N s, at a point of the world, m; without one at the centre of mass.
    fn push(&mut self, body: usize, impulse: &[f64], point: Option<&[f64]>);
    /// What `simulate` writes of a time, as JSON, after so many seconds more.
    fn sample(&mut self, seconds: f64) -> String;
    /// The scene as it is now, as JSON.
    fn scene(&self) -> String;
}

/// A world.
#[wasm_bindgen]
pub struct Engine {
    world: Box<dyn World>,
    /// Those of all bodies, where the host reads them.
    states: Vec<f64>,
}

#[wasm_bindgen]
impl Engine {
    /// Of a scene file, and of one of its cases if it has several.
    #[wasm_bindgen(constructor)]
    pub fn new(scene: &str, case: Option<String>) -> Result<Engine, JsError> {
        let world: Box<dyn World> = match SceneFile::read(scene, case.as_deref())?.content {
            Content::Planar(scene) => Box::new(scene.with_thrust(0)),
            Content::Spatial(scene) => Box::new(scene.world()?),
        };
        Ok(Engine { world, states: Vec::new() })
    }

    /// `planar` or `spatial`.
    #[wasm_bindgen(getter)]
    pub fn mode(&self) -> String {
        self.world.mode().into()
    }

    /// s.
    #[wasm_bindgen(getter)]
    pub fn time(&self) -> f64 {
        self.world.time()
    }

    /// Numbers of a body's state.
    #[wasm_bindgen(getter)]
    pub fn stride(&self) -> usize {
        self.world.stride()
    }

    /// So many time steps.
    pub fn step(&mut self, count: u32) {
        (0..count).for_each(|_| self.world.step());
    }

    /// Where the states of all bodies lie in the module's memory, until the next call.
    pub fn states(&mut self) -> *const f64 {
        self.states.clear();
        self.world.states(&mut self.states);
        self.states.as_ptr()
    }

    /// See [`World::place`].
    pub fn place(&mut self, body: usize, state: &[f64]) -> Result<(), JsError> {
        check("state", state, self.world.stride())?;
        self.world.place(body, state);
        Ok(())
    }

    /// See [`World::push`].
    pub fn push(&mut self, body: usize, impulse: &[f64], point: Option<Vec<f64>>) -> Result<(), JsError> {
        let dimensions = if self.world.mode() == "planar" { 2 } else { 3 };
        check("impulse", impulse, dimensions)?;
        point.as_ref().map_or(Ok(()), |point| check("point", point, dimensions))?;
        self.world.push(body, impulse, point.as_deref());
        Ok(())
    }

    /// See [`World::sample`].
    pub fn sample(&mut self, seconds: f64) -> Result<String, JsError> {
        match seconds {
            0.0..=LONGEST => Ok(self.world.sample(seconds)),
            _ => Err(JsError::new(&format!("seconds: expected a number from 0 to {LONGEST}, found {seconds}"))),
        }
    }

    /// See [`World::scene`].
    pub fn scene(&self) -> String {
        self.world.scene()
    }
}

/// Longest time to simulate at once, s: as in a scene file.
const LONGEST: f64 = 1e9;

/// Solves a problem file with a method of the tables.
#[wasm_bindgen]
pub fn solve(problem: &str, solver: Option<String>, tolerance: Option<f64>) -> Result<String, JsError> {
    let problem = problem_file::read(problem.as_bytes())?;
    let request = Request { solver, tolerance, ..Request::default() };
    let answer = request.answer(&problem).map_err(|error| JsError::new(&error))?;
    Ok(answer.to_string())
}

/// Makes exceptions of panics.
#[wasm_bindgen(start)]
pub fn catch_panics() {
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}

fn check(field: &str, numbers: &[f64], count: usize) -> Result<(), JsError> {
    match numbers.len() == count && numbers.iter().all(|number| number.is_finite()) {
        true => Ok(()),
        false => Err(JsError::new(&format!("{field}: expected {count} numbers, found {numbers:?}"))),
    }
}
