//! Polygonal faces cut into triangles.
use glam::{DVec2, DVec3};

/// A triangle lower than this part of its longest side has no usable normal.
pub(super) const NEEDLE: f64 = 1e-12;

/// Twice the area vector of a closed loop (Newell): its direction is the normal of the best plane.
pub(super) fn area_vector(loop_: &[DVec3]) -> DVec3 {
    let origin = loop_[0];
    loop_.windows(2).map(|pair| (pair[0] - origin).cross(pair[1] - origin)).sum()
}

/// Whether a triangle is a needle or a point.
pub(super) fn is_degenerate(a: DVec3, b: DVec3, c: DVec3) -> bool {
    let longest = (b - a).length_squared().max((c - b).length_squared()).max((a - c).length_squared());
    (b - a).cross(c - a).length() <= NEEDLE * longest || longest == 0.0
}

/// Cuts ears off a polygon, convex or not, each time the one of the best shape; positions in `corners` on success.
///
/// After Meisters' two-ears theorem; a corner with another vertex in or on its triangle is no ear, so that vertices on
/// straight edges stay corners of triangles with an area.
pub(super) fn triangulate(corners: &[DVec3]) -> Option<Vec<[usize; 3]>> {
    let normal = area_vector(corners).try_normalize()?;
    let x = normal.any_orthonormal_vector();
    let y = normal.cross(x);
    let flat: Vec<DVec2> = corners.iter().map(|v| DVec2::new(x.dot(*v - corners[0]), y.dot(*v - corners[0]))).collect();
    let mut left: Vec<usize> = (0..corners.len()).collect();
    let mut triangles = Vec::new();
    while left.len() > 3 {
        let n = left.len();
        let mut best = (0.0, 0);
        for k in 0..n {
            let ear = [left[(k + n - 1) % n], left[k], left[(k + 1) % n]];
            let quality = quality(ear.map(|i| flat[i]));
            if quality > best.0 && !blocked(&flat, &left, ear) {
                best = (quality, k);
            }
        }
        if best.0 <= NEEDLE {
            return None;
        }
        let k = best.1;
        triangles.push([left[(k + n - 1) % n], left[k], left[(k + 1) % n]]);
        left.remove(k);
    }
    triangles.push([left[0], left[1], left[2]]);
    (quality(left[..].try_into().map(|ear: [usize; 3]| ear.map(|i| flat[i])).ok()?) > NEEDLE).then_some(triangles)
}

/// Height over longest side; negative for a notch.
fn quality([a, b, c]: [DVec2; 3]) -> f64 {
    let longest = (b - a).length_squared().max((c - b).length_squared()).max((a - c).length_squared());
    if longest == 0.0 { 0.0 } else { (b - a).perp_dot(c - a) / longest }
}

/// Whether another vertex lies in or on the triangle; the border of a face with a hole comes twice to the ends of a
/// bridge, which do not block each other.
fn blocked(flat: &[DVec2], left: &[usize], ear: [usize; 3]) -> bool {
    let [a, b, c] = ear.map(|i| flat[i]);
    let inside =
        |p: DVec2| (b - a).perp_dot(p - a) >= 0.0 && (c - b).perp_dot(p - b) >= 0.0 && (a - c).perp_dot(p - c) >= 0.0;
    left.iter().any(|&i| ![a, b, c].contains(&flat[i]) && inside(flat[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(corners: &[DVec3], triangles: &[[usize; 3]]) -> f64 {
        triangles.iter().map(|t| area_vector(&t.map(|i| corners[i])).length() / 2.0).sum()
    }

    #[test]
    fn polygons_with_notches_and_straight_corners_are_filled() {
        let points = |list: &[(f64, f64)]| list.iter().map(|&(x, y)| DVec3::new(x, y, x)).collect::<Vec<_>>();
        let cases = [
            (points(&[(0., 0.), (2., 0.), (2., 1.), (1., 1.), (1., 3.), (0., 3.)]), 4.0),
            (points(&[(0., 0.), (1., 0.), (2., 0.), (2., 2.), (1., 2.), (0., 2.), (0., 1.)]), 4.0),
            (points(&[(0., 0.), (1., 0.), (2., 0.), (0., 2.)]), 2.0),
        ];
        for (corners, expected) in cases {
            let triangles = triangulate(&corners).unwrap();
            assert_eq!(triangles.len(), corners.len() - 2);
            assert!((area(&corners, &triangles) - expected * 2f64.sqrt()).abs() < 1e-12);
        }
        assert_eq!(triangulate(&points(&[(0., 0.), (1., 0.), (2., 0.), (3., 0.)])), None);
    }
}
