//! Smooth contacts whose points are carried along with the bodies.
//!
//! Anitescu, Cremer, Potra, *Formulating 3D contact dynamics problems*, 1996: the coordinates of the extremal points are
//! integrated together with poses and velocities, by their rates as functions of the relative motion, and corrected by
//! Newton's method after each step. [`crate::spatial::smooth::tracks`] keeps them from step to step, also while the
//! bodies are apart, so that a pair is searched when it comes near for the first time, and where its relative curvature
//! becomes singular.
pub mod dynamics;
pub mod rolling;
pub mod rows;
pub mod scheme;

use crate::spatial::body::{BodyId, State};
use crate::spatial::narrow_phase::extremal::search::Search;
use crate::spatial::narrow_phase::extremal::{Extremal, Lost, Pair, Rates, Relative, moved};
use crate::spatial::shape::surface::Coordinates;
use glam::{DQuat, DVec3};

/// A pair of features of two bodies, and where its extremal points are now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tracked {
    /// The two bodies.
    pub bodies: [BodyId; 2],
    /// Their features.
    pub pair: Pair,
    /// The points on the features.
    pub at: [Coordinates; 2],
}

impl Tracked {
    /// The nearest extremal points of a pair, if they are not ambiguous.
    pub fn find(bodies: [BodyId; 2], pair: Pair, states: &[State], search: &mut Search) -> Option<Self> {
        let mut found = Vec::new();
        let poses = bodies.map(|body| &states[body].pose);
        search.find(&pair, poses, f64::INFINITY, &mut found);
        let nearest = found.first().filter(|nearest| nearest.regular)?;
        Some(Self { bodies, pair: nearest.pair, at: nearest.extremal.at })
    }

    /// What is at the points now.
    pub fn extremal(&self, states: &[State]) -> Extremal {
        self.pair.at(self.at, self.bodies.map(|body| &states[body].pose))
    }

    /// How the points move, beside what is there; none if they are ambiguous.
    pub fn rates(&self, states: &[State]) -> Option<(Extremal, Rates)> {
        let extremal = self.extremal(states);
        let motion = Relative::at(extremal.points()[0], self.bodies.map(|body| &states[body]));
        Some((extremal, extremal.rates(motion)?))
    }

    /// The points after a span at these rates, before they are corrected.
    pub fn moved(&self, rates: [[f64; 2]; 2], span: f64) -> Self {
        Self { at: moved(self.at, rates, span), ..*self }
    }

    /// Makes the points extremal where the bodies are now, if need be by a search, and chooses the charts anew.
    pub fn correct(&mut self, states: &[State], search: &mut Search) -> Result<Extremal, Lost> {
        let poses = self.bodies.map(|body| &states[body].pose);
        let extremal = match self.pair.correct(self.at, poses) {
            Ok(extremal) => extremal,
            Err(lost) => {
                *self = Self::find(self.bodies, self.pair, states, search).ok_or(lost)?;
                self.extremal(states)
            }
        };
        self.at = [0, 1].map(|k| self.pair.features[k].suited(extremal.at[k]));
        Ok(extremal)
    }
}

/// q' = ½ (0, ω) q.
fn turn(rotation: DQuat, omega: DVec3) -> DQuat {
    let half = 0.5 * omega;
    DQuat::from_xyzw(half.x, half.y, half.z, 0.0) * rotation
}

/// The classical method of Runge and Kutta: where its stages are, as parts of the step, and their weights.
const STAGES: [(f64, f64); 4] = [(0.0, 1.0 / 6.0), (0.5, 1.0 / 3.0), (0.5, 1.0 / 3.0), (1.0, 1.0 / 6.0)];
