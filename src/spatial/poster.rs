//! The poster's experiment: balls that fall into a box, step by step, by each method (Renouf, Acary, Dumont, *Real-time
//! simulations in 3D multibody mechanical systems with impact, contact and friction*).
use super::scenes::{Options, scene};
use super::shape::Shape;
use super::world::World;
use crate::complementarity::METHODS;
use crate::complementarity::friction::CONE_METHODS;

/// Friction of the runs that have any.
pub const FRICTION: f64 = 0.3;

/// A run of one method.
#[derive(Clone, Debug)]
pub struct Run {
    world: World,
    steps: u32,
    line: Line,
}

/// What a run shows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Line {
    /// Simulated time, s.
    pub time: f64,
    /// Largest overlap after any step, % of the radius.
    pub violation: f64,
    /// Largest residual of any step, as a part of the velocity that weight gives in a step.
    pub residual: f64,
    /// Mean of a step.
    pub iterations: f64,
    /// How many steps were not solved.
    pub unsolved: usize,
    /// Most contacts of a step.
    pub contacts: usize,
}

/// All methods that take the problem: the scheme's own sweeps, the table for cones, and without friction the pivoting ones.
pub fn solvers(friction: bool) -> Vec<Option<&'static str>> {
    let cones = CONE_METHODS.iter().map(|method| method.name);
    let pivoting = METHODS.iter().map(|method| method.name).filter(|_| !friction);
    std::iter::once(None).chain(cones.chain(pivoting).map(Some)).collect()
}

impl Run {
    /// That many balls, with or without friction, by the method of this name or else by the scheme's own sweeps.
    pub fn new(count: usize, friction: bool, solver: Option<&'static str>) -> Self {
        let mut world =
            (scene("packing").expect("a scene of the table").build)(Options { count, seed: 1, ..Options::default() });
        (world.settings.friction, world.settings.solver) = (if friction { FRICTION } else { 0.0 }, solver);
        Self { world, steps: 0, line: Line::default() }
    }

    /// One time step: what is to be timed.
    pub fn step(&mut self) {
        self.world.step();
    }

    /// Looks at what the step did.
    pub fn look(&mut self) {
        let Self { world, steps, line } = self;
        let (outcome, h) = (world.report.outcome, world.settings.time_step);
        *steps += 1;
        line.time = world.time;
        line.residual = line.residual.max(outcome.residual / h / (h * world.forces.gravity.length()));
        line.iterations += (outcome.iterations as f64 - line.iterations) / f64::from(*steps);
        line.unsolved += usize::from(!outcome.solved);
        line.contacts = line.contacts.max(world.report.candidates);
        line.violation = line.violation.max(100.0 * overlap(world));
    }

    /// What it shows so far.
    pub fn line(&self) -> Line {
        self.line
    }
}

/// Largest overlap at the contacts of the last step, as a part of the radius of the ball.
fn overlap(world: &World) -> f64 {
    let radius = |body: usize| match world.bodies[body].shape {
        Shape::Sphere { radius } => radius,
        _ => f64::INFINITY,
    };
    world.contacts.iter().map(|c| -c.gap / radius(c.a).min(radius(c.b))).fold(0.0, f64::max)
}
