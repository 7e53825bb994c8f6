//! Where contact forces act on bodies during a step.
use crate::spatial::gap::Measure;
use glam::DVec3;

/// The points of two bodies on which the force between them acts, on the way to those that touch at the end of a step.
#[derive(Clone, Copy, Debug)]
pub struct Grip {
    /// Where they are at the beginning.
    pub ends: [DVec3; 2],
    /// Halfway between the surfaces there: where friction acts.
    pub middle: DVec3,
    /// How far they were from where they led, and the share of that way that they went.
    left: [DVec3; 2],
    share: f64,
}

impl Grip {
    /// At the nearest points of a measure.
    pub fn at(measure: &Measure) -> Self {
        Self { ends: measure.ends, middle: measure.point, left: [DVec3::ZERO; 2], share: 1.0 }
    }

    /// Goes towards these points. Points on flat faces run far as their body turns, and push it back by more than they ran:
    /// the share of the way is that after which nothing would have been left the last time (Aitken).
    pub fn follow(&mut self, towards: [DVec3; 2]) {
        let dot = |a: [DVec3; 2], b: [DVec3; 2]| a[0].dot(b[0]) + a[1].dot(b[1]);
        let minus = |a: [DVec3; 2], b: [DVec3; 2]| [a[0] - b[0], a[1] - b[1]];
        let left = minus(towards, self.ends);
        let change = minus(self.left, left);
        let share = self.share * dot(self.left, change) / dot(change, change);
        self.share = if share > 0.0 { share.min(1.0) } else { 1.0 };
        self.left = left;
        self.ends = [0, 1].map(|k| self.ends[k] + self.share * left[k]);
        self.middle += 0.5 * self.share * (left[0] + left[1]);
    }
}
