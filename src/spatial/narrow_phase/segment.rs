//! Closest points of two segments.
use glam::DVec3;

/// Squared sine of the angle under which two lines count as nearly parallel: then the ends are looked at as well.
const NEARLY_PARALLEL: f64 = 1e-6;
/// Squared sine under which the common perpendicular is noise.
const PARALLEL: f64 = 1e-30;

/// How far along two lines with directions d and e, whose points lie r apart, the feet of their common perpendicular are, as
/// parts of d and e; `normal` is d × e.
pub fn feet(r: DVec3, [d, e]: [DVec3; 2], normal: DVec3) -> (f64, f64) {
    let square = normal.length_squared();
    (r.cross(e).dot(normal) / square, r.cross(d).dot(normal) / square)
}

/// Fractions along the segments `p + s d` and `q + t e` of two points with the smallest distance.
///
/// Inside both, the fractions follow from the common perpendicular n = d × e; as quotients of determinants they err by
/// rounding over the sine of the angle, and the distance by no more than rounding. (The usual normal equations would
/// lose twice as many digits.) Otherwise one of the four ends is closest to the other segment.
pub fn closest(p: DVec3, d: DVec3, q: DVec3, e: DVec3) -> (f64, f64) {
    let normal = d.cross(e);
    let (nn, dd, ee) = (normal.length_squared(), d.length_squared(), e.length_squared());
    let r = q - p;
    let sine = nn / (dd * ee);
    let mut best = (f64::INFINITY, (0.0, 0.0));
    let mut take = |s: f64, t: f64| {
        let distance = (r + t * e - s * d).length_squared();
        if distance < best.0 {
            best = (distance, (s, t));
        }
    };
    if sine > PARALLEL {
        let (s, t) = feet(r, [d, e], normal);
        if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
            if sine > NEARLY_PARALLEL {
                return (s, t);
            }
            take(s, (((s * d - r).dot(e)) / ee).clamp(0.0, 1.0));
        }
    }
    for s in [0.0, 1.0] {
        take(s, ((s * d - r).dot(e) / ee).clamp(0.0, 1.0));
    }
    for t in [0.0, 1.0] {
        take(((r + t * e).dot(d) / dd).clamp(0.0, 1.0), t);
    }
    best.1
}
