//! How a body moves during a step.
use crate::spatial::pose::Pose;
use crate::spatial::shape::{Aabb, Shape};
use glam::DQuat;

/// From one pose to another. Position and quaternion are interpolated linearly, the quaternion the shorter way round and
/// brought back to length 1. Times are fractions of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// At time 0.
    pub start: Pose,
    /// At time 1.
    pub end: Pose,
}

impl Motion {
    /// Of a body that rests.
    pub fn at_rest(pose: Pose) -> Self {
        Self { start: pose, end: pose }
    }

    /// The pose at a fraction of the step.
    pub fn at(&self, time: f64) -> Pose {
        let (p, mut q) = (self.start.rotation, self.end.rotation);
        if p.dot(q) < 0.0 {
            q = -q;
        }
        let rotation = DQuat::from_vec4(((1.0 - time) * glam::DVec4::from(p)) + time * glam::DVec4::from(q));
        let position = (1.0 - time) * self.start.position + time * self.end.position;
        Pose { position, rotation: rotation.normalize() }
    }

    /// The part of the motion between two times.
    pub fn part(&self, from: f64, to: f64) -> Self {
        Self { start: self.at(from), end: self.at(to) }
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
