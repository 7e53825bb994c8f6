//! How a body moves during a step.
use crate::spatial::pose::Pose;
use crate::spatial::shape::{Aabb, Shape};
use crate::spatial::unit;
use glam::{DQuat, DVec4};

/// From one pose to another. Position and quaternion are interpolated linearly, the quaternion the shorter way round and
/// brought back to length 1. Times are fractions of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// At time 0.
    pub start: Pose,
    /// At time 1.
    pub end: Pose,
    /// Of which longer motion this is a part, and from when to when.
    whole: [Pose; 2],
    times: [f64; 2],
}

impl Motion {
    /// During a whole step.
    pub fn new(start: Pose, end: Pose) -> Self {
        Self { start, end, whole: [start, end], times: [0.0, 1.0] }
    }

    /// Of a body that rests.
    pub fn at_rest(pose: Pose) -> Self {
        Self::new(pose, pose)
    }

    /// The pose at a fraction of the step.
    pub fn at(&self, time: f64) -> Pose {
        let ([start, end], [from, to]) = (self.whole, self.times);
        let time = from + time * (to - from);
        let (p, q) = (DVec4::from(start.rotation), DVec4::from(end.rotation));
        let shorter = if p.dot(q) < 0.0 { -q } else { q };
        let rotation = unit(DQuat::from_vec4((1.0 - time) * p + time * shorter));
        Pose { position: (1.0 - time) * start.position + time * end.position, rotation }
    }

    /// The part of the motion between two times.
    pub fn part(&self, from: f64, to: f64) -> Self {
        let span = self.times[1] - self.times[0];
        let times = [from, to].map(|time| self.times[0] + time * span);
        Self { start: self.at(from), end: self.at(to), times, ..*self }
    }

    /// Angle of the rotation, rad: from 0 to π.
    pub fn angle(&self) -> f64 {
        let turn = self.start.rotation.conjugate() * self.end.rotation;
        2.0 * libm::atan2(turn.xyz().length(), turn.w.abs())
    }

    /// Bounds how far points within this distance of the origin leave the straight line, at even speed, between their
    /// places at the start and the end, m.
    ///
    /// On a circle of radius r the acceleration is at most r (θ'² + |θ''|), and a function differs from its chord by no
    /// more than an eighth of the bound of its second derivative; while the body turns by θ ≤ 1 the quaternion's
    /// interpolation adds less than a fifth.
    pub fn bulge(&self, radius: f64) -> f64 {
        let angle = self.angle();
        if angle > 1.0 { 2.0 * radius } else { 0.15 * angle * angle * radius }
    }

    /// A box in the world around all poses of a shape during the step.
    pub fn bounds(&self, shape: &Shape) -> Aabb {
        let ends = shape.bounds(&self.start).union(&shape.bounds(&self.end));
        let radius = shape.radius();
        if radius.is_finite() && !matches!(shape, Shape::Sphere { .. }) { ends.grown(self.bulge(radius)) } else { ends }
    }
}
