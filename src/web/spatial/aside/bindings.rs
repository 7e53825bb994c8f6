//! The page's handle on what is computed beside the stage. It lives in a worker: nothing here draws.
use super::Replica;
use super::contest::{Answer, Contest};
use super::single::Single;
use crate::complementarity::fischer_burmeister;
use crate::session::own::{OWN, Own};
use crate::session::{SceneFile, SpatialLink};
use crate::spatial::body::BodyId;
use crate::spatial::narrow_phase::extremal::Relative;
use crate::spatial::poster::{Line, Run, solvers};
use crate::spatial::smooth::seen::extremal_at;
use crate::spatial::time_stepping::{SCHEMES, scheme};
use crate::spatial::trial::{Moment, Trial};
use crate::web::wire::json::parse;
use crate::web::wire::{list, pairs};
use wasm_bindgen::prelude::*;

/// How long the times of a method are measured, ms.
const BUDGET: f64 = 300.0;

#[wasm_bindgen]
extern "C" {
    /// ms
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// A copy of the scene on the stage.
#[wasm_bindgen]
pub struct SceneCopy(Replica);

#[wasm_bindgen]
impl SceneCopy {
    /// The scene of an address by its fields, or the visitor's own by its scene file, which else is empty; in the states of
    /// the bodies that can move.
    #[wasm_bindgen(constructor)]
    pub fn new(fields: &str, states: &[f64], file: &str) -> SceneCopy {
        let mut link = SpatialLink::of_fields(pairs(fields), "").0;
        let scene = parse(file).and_then(|value| SceneFile::spatial_of(&value));
        if let Ok(world) = scene.and_then(|scene| scene.world()) {
            (link.scene, link.own) = (OWN, Some(Own::new(world)));
        }
        SceneCopy(Replica::of(&link, states))
    }

    /// Names of the schemes, the usual one first.
    pub fn schemes(&self) -> String {
        list(SCHEMES.iter().map(|row| row.name.to_string()).collect())
    }

    /// Carries the scene on from here by the scheme of this name; the copy stays as it is. Of two bodies, step by step:
    /// gap, m (NaN if they are far apart), iterations and residual, m, of the step, then position and quaternion of each
    /// body that can move. Empty if there is no such scheme or pair.
    pub fn trial(&self, name: &str, a: BodyId, b: BodyId, steps: usize) -> Vec<f64> {
        let Replica { world, radius } = &self.0;
        let known = [a, b].iter().all(|&body| body < world.bodies.len());
        let Some(row) = scheme(name).filter(|_| known) else { return Vec::new() };
        let mut trial = Trial::of(world, row.name, [a, b], 0.2 * radius);
        let mut numbers = vec![trial.gap(), 0.0, 0.0];
        put_poses(&trial, &mut numbers);
        for _ in 0..steps {
            let Moment { gap, iterations, residual, .. } = trial.step();
            numbers.extend([gap, iterations as f64, residual]);
            put_poses(&trial, &mut numbers);
        }
        numbers
    }

    /// Where the contacts of this instant are, x and y, m, and the force of each, N.
    pub fn instant(&mut self) -> Vec<f64> {
        let contacts = self.0.world.instant().1;
        contacts.iter().flat_map(|contact| [contact.point.x, contact.point.y, contact.force]).collect()
    }

    /// How fast the points of the first contact between smooth parts run along the two bodies, m/s; empty if there is none.
    pub fn runs(&mut self) -> Vec<f64> {
        let world = &mut self.0.world;
        let contacts = world.instant().1;
        let speeds = contacts.iter().find_map(|contact| {
            let extremal = extremal_at(&world.bodies, contact)?;
            let states = [contact.a, contact.b].map(|body| &world.bodies[body].state);
            let rates = extremal.rates(Relative::at(extremal.points()[0], states))?;
            Some(rates.slides.map(|slide| slide.length_squared().sqrt()))
        });
        speeds.map_or(Vec::new(), Vec::from)
    }

    /// Of the next step with its nearest contact alone: force, N, gap at its end and Fischer's function of both, m, for
    /// each of these forces.
    pub fn gaps(&self, forces: &[f64]) -> Vec<f64> {
        let single = Single::of(&self.0.world);
        single.map_or(Vec::new(), |mut single| forces.iter().flat_map(|force| single.row(*force)).collect())
    }

    /// The same before and after every step of Newton's method from a first force.
    pub fn newton(&self, first: f64) -> Vec<f64> {
        let single = Single::of(&self.0.world);
        single.map_or(Vec::new(), |mut single| single.newton(first).into_iter().flatten().collect())
    }

    /// Names of the bodies.
    pub fn names(&self) -> String {
        list(self.0.world.bodies.iter().map(|body| body.name.clone()).collect())
    }

    /// Names of the methods that take the contacts of the next step; none where joints are among them.
    pub fn methods(&mut self) -> String {
        let methods = self.contest().map_or(Vec::new(), |contest| contest.methods());
        list(methods.into_iter().map(String::from).collect())
    }

    /// The contacts of the next step: the two bodies and the coefficient of friction of each.
    pub fn problem(&mut self) -> Vec<f64> {
        let Some(contest) = self.contest() else { return Vec::new() };
        let numbers = contest.pairs.iter().zip(contest.friction());
        numbers.flat_map(|([a, b], mu)| [*a as f64, *b as f64, *mu]).collect()
    }

    /// Lets a method solve them: their number; of each the force along the normal and the two tangents, N, the velocity
    /// likewise, m/s, and what it does (0 open, 1 sticks, 2 slides, 3 carries without friction); then relative residual
    /// and mean time, ms, without forces and after every iteration.
    pub fn race(&mut self, name: &str) -> Vec<f64> {
        let Some(contest) = self.contest() else { return Vec::new() };
        let Answer { race, velocities, states } = contest.run(name, now, BUDGET);
        let d = contest.dim();
        let mut numbers = vec![states.len() as f64];
        for (k, state) in states.iter().enumerate() {
            let parts = |list: &[f64], i: usize| if i < d { list[d * k + i] } else { 0.0 };
            numbers.extend([0, 1, 2].map(|i| parts(&race.f, i) / contest.time_step));
            numbers.extend([0, 1, 2].map(|i| parts(&velocities, i)));
            numbers.push(f64::from(*state as u8));
        }
        numbers.extend(race.residuals.iter().zip(&race.times).flat_map(|(residual, time)| [*residual, *time]));
        numbers
    }
}

impl SceneCopy {
    fn contest(&mut self) -> Option<Contest> {
        let world = &mut self.0.world;
        world.forces.joints.is_empty().then(|| Contest::of(world))
    }
}

fn put_poses(trial: &Trial, numbers: &mut Vec<f64>) {
    for pose in trial.poses() {
        numbers.extend(pose.position.to_array());
        numbers.extend(pose.rotation.to_array());
    }
}

/// Fischer's function.
#[wasm_bindgen]
pub fn fischer(x: f64, y: f64) -> f64 {
    fischer_burmeister::fischer(x, y)
}

/// The methods of the poster's table, without friction or with it; the scheme's own sweeps come first.
#[wasm_bindgen]
pub fn poster_methods(friction: bool) -> String {
    list(solvers(friction).into_iter().map(|name| name.unwrap_or("sweeps").to_string()).collect())
}

/// A line of the poster's table by the number of its method: balls fall for `duration`, s, or until the steps have taken
/// `patience`, ms. Contacts, times faster than the clock, largest overlap, %, largest residual, iterations of a step,
/// steps not solved, simulated time, s.
#[wasm_bindgen]
pub fn poster_line(count: usize, friction: bool, number: usize, duration: f64, patience: f64) -> Vec<f64> {
    let Some(&solver) = solvers(friction).get(number) else { return Vec::new() };
    let (mut run, mut spent) = (Run::new(count, friction, solver), 0.0);
    while run.line().time < duration - 1e-9 && spent < patience {
        let start = now();
        run.step();
        spent += now() - start;
        run.look();
    }
    let Line { time, violation, residual, iterations, unsolved, contacts } = run.line();
    vec![contacts as f64, 1000.0 * time / spent, violation, residual, iterations, unsolved as f64, time]
}
