//! Distance of two triangles.
use super::segment;
use crate::spatial::length;
use glam::DVec3;

/// A corner is clear of a plane through a closest point if it is this far from it, measured in squares of lengths.
const CLEAR: f64 = 1e-14;

/// Where on a triangle a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At a corner.
    Corner(usize),
    /// On a side, from its corner to the next.
    Side(usize),
    /// Elsewhere.
    Inside,
}

impl Place {
    /// The place of a fraction of a side.
    pub(super) fn on_side(k: usize, fraction: f64) -> Self {
        match fraction {
            0.0 => Self::Corner(k),
            1.0 => Self::Corner((k + 1) % 3),
            _ => Self::Side(k),
        }
    }
}

/// Closest points of two triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// Zero if they have a point in common.
    pub distance: f64,
    /// A point on each.
    pub points: [DVec3; 2],
    /// Where on each it lies.
    pub places: [Place; 2],
}

/// A triangle prepared for distances.
struct Prepared {
    corners: [DVec3; 3],
    sides: [DVec3; 3],
    normal: DVec3,
}

impl Prepared {
    fn new(corners: [DVec3; 3]) -> Self {
        let [a, b, c] = corners;
        let sides = [b - a, c - b, a - c];
        let normal = sides[0].cross(c - a);
        Self { corners, sides, normal: normal / length(normal) }
    }

    /// Distances of points from the plane.
    fn heights(&self, points: &[DVec3; 3]) -> [f64; 3] {
        points.map(|p| self.normal.dot(p - self.corners[0]))
    }

    /// Whether a point of the plane is in the triangle.
    fn covers(&self, point: DVec3) -> bool {
        (0..3).all(|k| self.normal.dot(self.sides[k].cross(point - self.corners[k])) >= 0.0)
    }
}

/// Distance of two triangles, exact to rounding in any position: the smallest of those of 9 pairs of sides and 6 pairs
/// of corner and plane, and zero where a side passes through the other triangle.
pub fn distance(a: [DVec3; 3], b: [DVec3; 3]) -> Near {
    let (a, b) = (Prepared::new(a), Prepared::new(b));
    prepared_distance(&a, &b, a.heights(&b.corners), b.heights(&a.corners))
}

/// The same, if it is under a limit; one triangle that is as far from the other's plane is not looked at closely.
pub fn distance_under(a: [DVec3; 3], b: [DVec3; 3], limit: f64) -> Option<Near> {
    let far = |[x, y, z]: [f64; 3]| x.min(y).min(z) >= limit || x.max(y).max(z) <= -limit;
    let (a, b) = (Prepared::new(a), Prepared::new(b));
    let heights_b = a.heights(&b.corners);
    if far(heights_b) {
        return None;
    }
    let heights_a = b.heights(&a.corners);
    if far(heights_a) {
        return None;
    }
    Some(prepared_distance(&a, &b, heights_b, heights_a)).filter(|near| near.distance < limit)
}

fn prepared_distance(a: &Prepared, b: &Prepared, heights_b: [f64; 3], heights_a: [f64; 3]) -> Near {
    let pierced = pierce(a, b, heights_a).or_else(|| pierce(b, a, heights_b).map(|(p, q, side)| (p, side, q)));
    if let Some((point, on_a, on_b)) = pierced {
        return Near { distance: 0.0, points: [point; 2], places: [on_a, on_b] };
    }
    let mut best = (f64::INFINITY, [DVec3::ZERO; 2], [Place::Inside; 2]);
    let mut take = |points: [DVec3; 2], places: [Place; 2]| {
        let squared = points[0].distance_squared(points[1]);
        if squared < best.0 {
            best = (squared, points, places);
        }
    };
    let size = a.sides[0].length_squared() + a.sides[1].length_squared() + b.sides[0].length_squared();
    for i in 0..3 {
        for j in 0..3 {
            let (p, d, q, e) = (a.corners[i], a.sides[i], b.corners[j], b.sides[j]);
            let (s, t) = segment::closest(p, d, q, e);
            let (x, y) = (p + s * d, q + t * e);
            take([x, y], [Place::on_side(i, s), Place::on_side(j, t)]);
            // both third corners beyond the points, seen along the line between them: nothing is nearer
            let (behind, ahead) = (a.corners[(i + 2) % 3] - x, b.corners[(j + 2) % 3] - y);
            if behind.dot(y - x).max(-ahead.dot(y - x)) < -CLEAR * size {
                return Near { distance: best.0.sqrt(), points: best.1, places: best.2 };
            }
        }
    }
    for k in 0..3 {
        let (corner, foot) = (b.corners[k], b.corners[k] - heights_b[k] * a.normal);
        if a.covers(foot) {
            take([foot, corner], [Place::Inside, Place::Corner(k)]);
        }
        let (corner, foot) = (a.corners[k], a.corners[k] - heights_a[k] * b.normal);
        if b.covers(foot) {
            take([corner, foot], [Place::Corner(k), Place::Inside]);
        }
    }
    Near { distance: best.0.sqrt(), points: best.1, places: best.2 }
}

/// A side of the first triangle that passes through the second, if there is one; `heights` are those of the first's
/// corners over the second.
fn pierce(a: &Prepared, b: &Prepared, heights: [f64; 3]) -> Option<(DVec3, Place, Place)> {
    for k in 0..3 {
        let (from, to) = (heights[k], heights[(k + 1) % 3]);
        if (from > 0.0) != (to > 0.0) && from != to {
            let s = from / (from - to);
            let point = a.corners[k] + s * a.sides[k];
            if b.covers(point) {
                return Some((point, Place::on_side(k, s), Place::Inside));
            }
        }
    }
    None
}
