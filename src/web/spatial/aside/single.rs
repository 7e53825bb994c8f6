//! One step of a scene as a problem of its nearest contact alone: gap and Fischer's function over its force, and the way
//! of Newton's method.
use crate::complementarity::fischer_burmeister::{FischerBurmeister, fischer};
use crate::complementarity::nonlinear::{Iterate, Ncp, Tolerance};
use crate::spatial::body::Body;
use crate::spatial::candidates::{Finder, Look};
use crate::spatial::contact::Candidate;
use crate::spatial::time_stepping::Setup;
use crate::spatial::time_stepping::problem::Problem;
use crate::spatial::world::World;

/// Residual at which Newton's method stops, m, and its most steps.
const TOLERANCE: Tolerance = Tolerance { residual: 1e-15, iterations: 30 };

/// Parts that are farther apart, or deeper in each other, do not meet in a step, m.
const FAR: f64 = 100.0;

/// The step, and the bodies that take it.
#[derive(Clone, Debug)]
pub struct Single {
    bodies: Vec<Body>,
    problem: Problem,
}

impl Single {
    /// The next step of a world with its nearest two parts, if there are any.
    pub fn of(world: &World) -> Option<Self> {
        let (states, bodies) = (world.states(), world.bodies.clone());
        let look = Look { apart: FAR, overlap: FAR, sunk: true, graze: 0.0, span: 0.0 };
        let mut found = Vec::new();
        Finder::default().find(&bodies, &states, look, &mut found);
        let gap = |c: &Candidate| c.gap.measure(&states[c.a].pose, &states[c.b].pose).gap;
        let nearest = found.into_iter().min_by(|one, other| gap(one).total_cmp(&gap(other)))?;
        let setup = Setup { bodies: &bodies, forces: &world.forces, h: world.settings.time_step, tolerance: 0.0 };
        let mut problem = Problem::default();
        problem.begin(&setup, &states);
        problem.candidates.clear();
        problem.joints = 0;
        problem.add(nearest, &bodies);
        Some(Self { bodies, problem })
    }

    /// What a force, N, leads to: itself, the gap at the end of the step and Fischer's function of both, m.
    pub fn row(&mut self, force: f64) -> [f64; 3] {
        let mut problem = self.problem.with(&self.bodies);
        problem.go_to(&[force]);
        let gap = problem.distances()[0];
        [force, gap, fischer(problem.scale()[0] * force, gap)]
    }

    /// Such rows before and after every step of Newton's method from a first force, which may not pull.
    pub fn newton(&mut self, first: f64) -> Vec<[f64; 3]> {
        let mut tried = vec![first];
        let watch = &mut |step: &Iterate| tried.push(step.f[0]);
        FischerBurmeister::default().solve(&mut self.problem.with(&self.bodies), TOLERANCE, &mut [first], watch);
        tried.into_iter().map(|force| self.row(force)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::scenes::{Options, scene};

    #[test]
    fn newtons_method_ends_where_gap_or_force_is_zero() {
        let mut world = (scene("bowl").expect("a scene").build)(Options::default());
        for (speed, first) in [(0.0, 0.0), (-1.0, 0.0), (-1.0, 50.0), (1.0, 3.0)] {
            world.bodies[0].state.velocity.z = speed;
            let rows = Single::of(&world).expect("a contact").newton(first);
            let [force, gap, phi] = rows[rows.len() - 1];
            assert_eq!(rows[0][0], first);
            assert!(force.min(gap).abs() < 1e-9, "{speed}, {first}: {rows:?}");
            assert!(phi.abs() < 1e-12, "{speed}, {first}: {rows:?}");
        }
    }
}
