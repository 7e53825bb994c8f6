//! The same scene carried on by one of the schemes, to compare them: what becomes of a gap, what a step costs.
use super::body::BodyId;
use super::candidates::{Finder, Look};
use super::contact::Candidate;
use super::pose::Pose;
use super::world::World;

/// Features that miss each other by less than this, m, count as aligned.
const GRAZE: f64 = 1e-9;

/// What a step of a trial tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// s.
    pub time: f64,
    /// The least gap of the two bodies, m; NaN if they are farther apart than the trial looks.
    pub gap: f64,
    /// Iterations of the scheme in the step.
    pub iterations: usize,
    /// Residual of the step, m.
    pub residual: f64,
}

/// A scene that goes on by itself.
#[derive(Clone, Debug)]
pub struct Trial {
    world: World,
    pair: [BodyId; 2],
    reach: f64,
    finder: Finder,
    found: Vec<Candidate>,
}

impl Trial {
    /// A world as it is now, which stays as it is, by the scheme of this name; two of its bodies, of which gaps under
    /// `reach`, m, are looked at.
    pub fn of(world: &World, scheme: &'static str, pair: [BodyId; 2], reach: f64) -> Self {
        let mut world = world.clone();
        world.settings.scheme = scheme;
        Self { world, pair, reach, finder: Finder::default(), found: Vec::new() }
    }

    /// Carries the scene on by one time step.
    pub fn step(&mut self) -> Moment {
        self.world.step();
        let outcome = self.world.report.outcome;
        Moment { time: self.world.time, gap: self.gap(), iterations: outcome.iterations, residual: outcome.residual }
    }

    /// Where the bodies that can move are.
    pub fn poses(&self) -> impl Iterator<Item = Pose> {
        self.world.bodies.iter().filter(|body| !body.is_fixed()).map(|body| body.state.pose)
    }

    /// The least gap of the two bodies now, m; NaN if there is none within reach.
    pub fn gap(&mut self) -> f64 {
        let (states, pair) = (self.world.states(), self.pair);
        let look = Look { apart: self.reach, overlap: self.reach, sunk: true, graze: GRAZE, span: 0.0 };
        self.found.clear();
        self.finder.find(&self.world.bodies, &states, look, &mut self.found);
        let own = self.found.iter().filter(|candidate| [candidate.a, candidate.b] == pair);
        own.map(|c| c.gap.measure(&states[c.a].pose, &states[c.b].pose).gap).fold(f64::NAN, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::scenes::{Options, scene};

    /// The largest size of the gap of a ball that swings in a bowl.
    fn drift(scheme: &'static str) -> f64 {
        let world = (scene("bowl").unwrap().build)(Options::default());
        let mut trial = Trial::of(&world, scheme, [0, 1], 0.05);
        assert!(trial.gap().abs() < 1e-12);
        (0..400).map(|_| trial.step().gap.abs()).fold(0.0, f64::max)
    }

    #[test]
    fn a_ball_in_a_bowl_drifts_by_accelerations_and_not_by_distances() {
        let (drifting, held) = (drift("acceleration-semi-implicit"), drift("fixpoint"));
        assert!(drifting > 1e-4, "{drifting}");
        assert!(held < 1e-10, "{held}");
    }
}
