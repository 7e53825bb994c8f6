//! Bounding boxes, along the body's axes or along their own.
use crate::spatial::length;
use crate::spatial::shape::eigen::symmetric_eigen;
use glam::{DMat3, DVec3};

/// A box that holds points. Body frame, metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Obb {
    /// Its middle.
    pub centre: DVec3,
    /// Half its sides.
    pub half: DVec3,
    /// Directions of its sides, as columns.
    pub axes: DMat3,
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
        Self { centre: axes * ((low + high) / 2.0), half: (high - low) / 2.0, axes }
    }

    /// Along the principal axes of the points (Gottschalk, Lin, Manocha, *OBBTree*, 1996), or along the body's axes if
    /// that box is smaller.
    pub fn around(points: &[DVec3]) -> Self {
        let principal = Self::along(symmetric_eigen(covariance(points)).1, points);
        let plain = Self::along(DMat3::IDENTITY, points);
        if principal.volume() < plain.volume() { principal } else { plain }
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
    let r = rotation.to_cols_array_2d();
    let size = DMat3::from_cols(rotation.x_axis.abs(), rotation.y_axis.abs(), rotation.z_axis.abs());
    let gaps_a = offset.abs() - half_a - size * half_b;
    let gaps_b = (rotation.transpose() * offset).abs() - half_b - size.transpose() * half_a;
    let mut gap = together(gaps_a).max(together(gaps_b));
    if gap > 0.0 {
        return gap;
    }
    let (a, b, t) = (half_a.to_array(), half_b.to_array(), offset.to_array());
    let abs = size.to_cols_array_2d();
    for i in 0..3 {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
            let apart = (t[i2] * r[j][i1] - t[i1] * r[j][i2]).abs();
            let reach = a[i1] * abs[j][i2] + a[i2] * abs[j][i1] + b[j1] * abs[j2][i] + b[j2] * abs[j1][i];
            // most axes separate nothing, and then their length does not matter
            if apart > reach {
                let length = (1.0 - r[j][i] * r[j][i]).max(0.0).sqrt();
                if length > 1e-6 {
                    gap = gap.max((apart - reach) / length);
                }
            }
        }
    }
    gap
}

/// Length of the positive parts; the largest entry if none is positive.
pub(super) fn together(gaps: DVec3) -> f64 {
    let apart = gaps.max(DVec3::ZERO);
    if apart == DVec3::ZERO { gaps.max_element() } else { length(apart) }
}
