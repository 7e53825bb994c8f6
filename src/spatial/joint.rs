//! Joints: rows that are kept at zero from both sides.
//!
//! Every joint here holds points of the first body in planes of the second: three planes through one point make a point
//! joint, two more through a second point of the axis a hinge. So a joint needs no rows of its own kind, at the level of
//! accelerations as little as at that of distances.
use super::body::BodyId;
use super::contact::{Candidate, Key, Part};
use super::gap::Gap;
use super::pose::Pose;
use glam::{DMat3, DVec3};

/// Which motion a joint leaves free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// All turning about one point.
    Point,
    /// Turning about the axis.
    Hinge,
    /// Sliding along the axis.
    Slider,
}

/// A joint of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// The two bodies.
    pub bodies: [BodyId; 2],
    /// What it leaves free.
    pub kind: JointKind,
    /// A point of the axis in the frame of each body, m.
    pub anchors: [DVec3; 2],
    /// For each body, from the joint's axes to the body's: the joint's axis is its x.
    pub axes: [DMat3; 2],
    /// Distance between the points on the axis that are held, m: of the size of the bodies.
    pub span: f64,
}

impl JointKind {
    /// All kinds with their names in files.
    pub const ALL: [(&str, Self); 3] = [("point", Self::Point), ("hinge", Self::Hinge), ("slider", Self::Slider)];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

impl Joint {
    /// A joint of bodies in these poses at a point of the world, with its axis along a vector of the world.
    pub fn new(kind: JointKind, bodies: [BodyId; 2], poses: [&Pose; 2], point: DVec3, axis: DVec3) -> Self {
        let x = axis.normalize_or(DVec3::X);
        let (y, z) = x.any_orthonormal_pair();
        let axes = poses.map(|pose| {
            let own = |v: DVec3| pose.direction_to_body(v);
            DMat3::from_cols(own(x), own(y), own(z))
        });
        Self { bodies, kind, anchors: poses.map(|pose| pose.point_to_body(point)), axes, span: 1.0 }
    }

    /// The rows: each keeps a point of the first body in a plane of the second.
    pub fn gaps(&self) -> impl Iterator<Item = Gap> + use<> {
        // (where in the joint's axes the point is, and along which of them it is held)
        let rows: &[(DVec3, usize)] = match self.kind {
            JointKind::Point => &[(DVec3::ZERO, 0), (DVec3::ZERO, 1), (DVec3::ZERO, 2)],
            JointKind::Hinge => &[(DVec3::ZERO, 0), (DVec3::ZERO, 1), (DVec3::ZERO, 2), (DVec3::X, 1), (DVec3::X, 2)],
            JointKind::Slider => &[(DVec3::ZERO, 1), (DVec3::ZERO, 2), (DVec3::X, 1), (DVec3::X, 2), (DVec3::Y, 2)],
        };
        let Self { anchors, axes, span, .. } = *self;
        rows.iter().map(move |&(place, along)| {
            let p = anchors[0] + axes[0] * (span * place);
            let q = anchors[1] + axes[1] * (span * place);
            let normal = axes[1].col(along);
            Gap::Plane { p, normal, offset: normal.dot(q), radius: 0.0 }
        })
    }
}

/// The rows of all joints, as candidates whose force may pull.
pub fn rows(joints: &[Joint]) -> impl Iterator<Item = Candidate> {
    joints.iter().enumerate().flat_map(|(number, joint)| {
        let [a, b] = joint.bodies;
        joint.gaps().enumerate().map(move |(row, gap)| {
            let key = Key { first: Part::Joint(number), second: Part::Joint(row) };
            Candidate { a, b, key, gap }
        })
    })
}

/// Whether a joint holds two bodies together.
pub fn are_joined(joints: &[Joint], [a, b]: [BodyId; 2]) -> bool {
    joints.iter().any(|joint| joint.bodies == [a, b] || joint.bodies == [b, a])
}

/// Leaves out, from a number on, the candidates of bodies that a joint holds together: these may overlap at it.
pub fn leave_out_joined(joints: &[Joint], from: usize, candidates: &mut Vec<Candidate>) {
    if joints.is_empty() {
        return;
    }
    let mut number = 0;
    candidates.retain(|candidate| {
        number += 1;
        number <= from || !are_joined(joints, [candidate.a, candidate.b])
    });
}
