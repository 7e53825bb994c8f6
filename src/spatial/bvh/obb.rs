//! Bounding boxes, along the body's axes or along their own.
use crate::spatial::length;
use crate::spatial::shape::eigen::symmetric_eigen;
use glam::{DMat3, DVec3, Vec3Swizzles};

/// A box that holds points. Body frame, metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Obb {
    /// Its middle.
    pub centre: DVec3,
    /// Half its sides.
    pub half: DVec3,
    /// Directions of its sides, as columns.
    pub axes: DMat3,
    /// Whether these are known to be the body's.
    pub is_aligned: bool,
}

impl Obb {
    /// The smallest box with the given axes.
    pub fn along(axes: DMat3, points: &[DVec3]) -> Self {
        let to_box = axes.transpose();
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for point in points {
            let point = to_box * *point;
            (low, high) = (low.min(point), high.max(point));
        }
        Self { centre: axes * ((low + high) / 2.0), half: (high - low) / 2.0, axes, is_aligned: false }
    }

    /// Along the principal axes of the points (Gottschalk, Lin, Manocha, *OBBTree*, 1996) if that box is smaller than this part of
    /// the one along the body's axes, else that one.
    pub fn around(points: &[DVec3], part: f64) -> Self {
        let principal = Self::along(symmetric_eigen(covariance(points)).1, points);
        let plain = Self::along(DMat3::IDENTITY, points);
        if principal.volume() < part * plain.volume() { principal } else { Self { is_aligned: true, ..plain } }
    }

    /// m³; thin boxes count as a little thicker, so that flat ones can be told from each other.
    pub fn volume(&self) -> f64 {
        let sides = (2.0 * self.half).max(DVec3::splat(0.02 * self.half.max_element()));
        sides.x * sides.y * sides.z
    }
}

/// Second moments of points about their mean.
pub(super) fn covariance(points: &[DVec3]) -> DMat3 {
    let mean = points.iter().sum::<DVec3>() / points.len() as f64;
    let mut sum = DMat3::ZERO;
    for point in points {
        let v = *point - mean;
        sum += DMat3::from_cols(v * v.x, v * v.y, v * v.z);
    }
    sum
}

/// A lower bound of the distance of two boxes, not positive if none of 15 planes separates them.
///
/// `rotation` and `offset` place the second box in the frame of the first. Along the three sides of one box the
/// distances of the separated intervals are at right angles to each other, so their squares add up; along the cross
/// products of two sides (Gottschalk's separating axes) the largest counts.
pub(super) fn box_gap(half_a: DVec3, half_b: DVec3, rotation: &DMat3, offset: DVec3) -> f64 {
    let size = sizes(rotation);
    let mut gap = face_gap([half_a, half_b], [rotation, &size], offset);
    if gap > 0.0 {
        return gap;
    }
    let (sides, sizes) = ([rotation.x_axis, rotation.y_axis, rotation.z_axis], [size.x_axis, size.y_axis, size.z_axis]);
    for (j, [j1, j2]) in [[1, 2], [2, 0], [0, 1]].into_iter().enumerate() {
        // the three axes at right angles to one side of the second box and each side of the first
        let apart = offset.cross(sides[j]).abs();
        let reach = half_a.yzx() * sizes[j].zxy() + half_a.zxy() * sizes[j].yzx();
        let reach = reach + half_b[j1] * sizes[j2] + half_b[j2] * sizes[j1];
        // most of them separate nothing, and then their length does not matter
        for i in (0..3).filter(|&i| apart[i] > reach[i]) {
            let length = (1.0 - sides[j][i] * sides[j][i]).max(0.0).sqrt();
            if length > 1e-6 {
                gap = gap.max((apart[i] - reach[i]) / length);
            }
        }
    }
    gap
}

/// The same by the sides of the boxes alone, with the `sizes` of the rotation: fewer planes tell boxes along the axes of their
/// bodies apart nearly as often. Van den Bergen, *Efficient collision detection of complex deformable models using AABB trees*,
/// Journal of Graphics Tools 2 (4), 1997.
pub(super) fn face_gap([half_a, half_b]: [DVec3; 2], [rotation, size]: [&DMat3; 2], offset: DVec3) -> f64 {
    let gaps_a = offset.abs() - half_a - *size * half_b;
    let gaps_b = (rotation.transpose() * offset).abs() - half_b - size.transpose() * half_a;
    together(gaps_a).max(together(gaps_b))
}

/// The entries of a rotation without their signs.
pub(super) fn sizes(rotation: &DMat3) -> DMat3 {
    DMat3::from_cols(rotation.x_axis.abs(), rotation.y_axis.abs(), rotation.z_axis.abs())
}

/// Length of the positive parts; the largest entry if none is positive.
pub(super) fn together(gaps: DVec3) -> f64 {
    let apart = gaps.max(DVec3::ZERO);
    if apart == DVec3::ZERO { gaps.max_element() } else { length(apart) }
}
