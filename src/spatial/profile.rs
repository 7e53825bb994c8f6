//! Where two turned bodies with parallel axes meet: profile against profile, in the plane of both axes.
//!
//! A corner of a profile turns into a circle. Of all its points one in that plane is nearest to a cone about a parallel
//! axis: the far one seen from that axis if the cone faces the axis, as in a countersunk hole, else the near one. Where
//! the axes nearly coincide which one that is may change within a step, and a cone may hold the circle all around: then
//! points in eight directions are kept out, the first in the direction of the nearest one.
use super::body::BodyId;
use super::contact::{Candidate, Key, Part};
use super::gap::{Gap, Measure, Revolved};
use super::narrow_phase::contact_point::{DIP, Reach};
use super::pose::Pose;
use super::shape::lathe::{Cone, Lathe};
use glam::{DQuat, DVec2, DVec3};

/// Sine of the angle between axes that count as parallel.
const PARALLEL: f64 = 1e-12;

/// Distance of axes that count as one, as a part of the body's radius.
const COINCIDE: f64 = 1e-6;
/// Directions in which points of a circle are kept out of a cone with nearly the same axis.
const DIRECTIONS: usize = 8;

/// Whether the axes are parallel, so that the profiles alone decide.
pub fn are_parallel(a: &Pose, b: &Pose) -> bool {
    a.turn(DVec3::Z).cross(b.turn(DVec3::Z)).length_squared() <= PARALLEL * PARALLEL
}

/// Adds all pairs of a corner of one body and a cone of the other that face each other within reach.
pub fn find(ids: [BodyId; 2], lathes: [&Lathe; 2], poses: [Pose; 2], reach: Reach, out: &mut Vec<Candidate>) {
    for (first, second) in [(0, 1), (1, 0)] {
        let (body, other) = (lathes[first], lathes[second]);
        for corner in 0..body.profile().len() {
            let Some(sides) = body.corner(corner) else { continue };
            for number in 0..other.profile().len() {
                let Some(cone) = other.cone(number) else { continue };
                let gap = Revolved::new(body.profile()[corner], &cone);
                let slice = gap.slice(&poses[first], &poses[second]);
                if !reach.holds(slice.gap) || !faces(&slice, sides, &cone, reach.graze) {
                    continue;
                }
                let mut add = |direction: usize, gap: Revolved| {
                    let part = Part::Vertex(corner * (DIRECTIONS + 1) + direction);
                    let key = Key { first: part, second: Part::Face(number) };
                    out.push(Candidate { a: ids[first], b: ids[second], key, gap: Gap::Revolved(gap) });
                };
                if cone.normal.x == 0.0 || slice.distance > 2.0 * reach.apart {
                    add(0, gap);
                    continue;
                }
                let axis = poses[second].turn(DVec3::Z);
                // of axes that coincide but for rounding the direction means nothing
                let aside = slice.distance > COINCIDE * body.radius();
                let start = if aside { slice.outwards } else { axis.any_orthonormal_vector() };
                for k in 0..DIRECTIONS {
                    let angle = std::f64::consts::TAU * k as f64 / DIRECTIONS as f64;
                    let towards = DQuat::from_axis_angle(axis, angle) * start;
                    add(k + 1, Revolved { towards: Some(towards), ..gap });
                }
            }
        }
    }
}

/// Whether a corner is over a cone, and its profile rises from it on both sides.
fn faces(slice: &Slice, sides: [DVec2; 2], cone: &Cone, graze: f64) -> bool {
    let foot = slice.point - slice.gap * cone.normal;
    let [a, b] = cone.ends;
    let along = (b - a).normalize();
    let (length, at) = (a.distance(b), along.dot(foot - a));
    // a ring is touched by a circle that has any point over it
    let over = if cone.normal.x == 0.0 {
        let (least, most) = (a.x.min(b.x), a.x.max(b.x));
        slice.span[0] <= most + graze && slice.span[1] >= least - graze
    } else {
        (-graze..=length + graze).contains(&at)
    };
    over && sides.iter().all(|side| cone.normal.dot(DVec2::new(slice.facing * side.x, slice.upright * side.y)) >= -DIP)
}

/// A corner of one body in the plane of both axes, as the other sees it.
#[derive(Clone, Copy, Debug)]
pub struct Slice {
    /// m.
    pub gap: f64,
    /// (distance from the axis of the second body, height along it), m.
    pub point: DVec2,
    /// Least and greatest distance of the corner's circle from that axis, m.
    pub span: [f64; 2],
    /// 1 if the first body's radius grows away from the second's axis there, −1 if towards it.
    pub facing: f64,
    /// 1 if both axes point the same way, −1 if not.
    pub upright: f64,
    /// Unit vector from the second's axis to the corner's point, world frame.
    pub outwards: DVec3,
    /// Of the axes, m.
    pub distance: f64,
}

impl Revolved {
    /// The corner (radius, z) of the first body against a cone of the second.
    pub fn new(corner: DVec2, cone: &Cone) -> Self {
        Self { corner, normal: cone.normal, offset: cone.normal.dot(cone.ends[0]), towards: None }
    }

    /// The corner at these poses.
    pub fn slice(&self, first: &Pose, second: &Pose) -> Slice {
        let axis = second.turn(DVec3::Z);
        let between = first.position - second.position;
        let height = axis.dot(between);
        let aside = between - height * axis;
        let distance = super::length(aside);
        let direction = if distance > 0.0 { aside / distance } else { axis.any_orthonormal_vector() };
        let upright = 1f64.copysign(axis.dot(first.turn(DVec3::Z)));
        let (near, far) = (distance - self.corner.x, distance + self.corner.x);
        // the far point of the circle; or the near one, which may lie beyond the axis
        let (facing, from_axis, outwards) = match (self.towards, self.normal.x) {
            (Some(towards), _) => {
                let from_axis = aside + self.corner.x * towards;
                let length = super::length(from_axis);
                (1f64.copysign(towards.dot(from_axis)), length, if length > 0.0 { from_axis / length } else { towards })
            }
            (None, n) if n < 0.0 => (1.0, far, direction),
            _ if near >= 0.0 => (-1.0, near, direction),
            _ => (1.0, -near, -direction),
        };
        let point = DVec2::new(from_axis, height + upright * self.corner.y);
        let gap = self.normal.dot(point) - self.offset;
        Slice { gap, point, span: [near.abs(), far], facing, upright, outwards, distance }
    }

    /// The gap at these poses, whose axes are parallel.
    pub fn measure(&self, first: &Pose, second: &Pose) -> Measure {
        let slice = self.slice(first, second);
        let axis = second.turn(DVec3::Z);
        let normal = self.normal.x * slice.outwards + self.normal.y * axis;
        let p = second.position + slice.point.x * slice.outwards + slice.point.y * axis;
        let q = p - slice.gap * normal;
        Measure { gap: slice.gap, normal, ends: [p, q], point: 0.5 * (p + q) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lathe(profile: &[(f64, f64)]) -> Lathe {
        Lathe::new(profile.iter().map(|&(r, z)| DVec2::new(r, z)).collect()).unwrap()
    }

    fn gaps(a: &Lathe, at: DVec3, b: &Lathe) -> Vec<(f64, DVec3)> {
        let (mut found, poses) = (Vec::new(), [Pose::at(at), Pose::default()]);
        find([0, 1], [a, b], poses, Reach { overlap: 0.01, graze: 1e-9, ..Reach::new(0.2) }, &mut found);
        let measure = |c: &Candidate| {
            let poses = [c.a, c.b].map(|id| poses[id]);
            let measure = c.gap.measure(&poses[0], &poses[1]);
            (measure.gap, if c.a == 0 { measure.normal } else { -measure.normal })
        };
        found.iter().map(measure).collect()
    }

    /// A pin in a bore is held back on the side to which it has moved, by the difference of the radii.
    #[test]
    fn a_pin_in_a_bore_has_its_clearance() {
        let pin = lathe(&[(0.0, -1.0), (0.45, -1.0), (0.45, 1.0), (0.0, 1.0)]);
        let bore = lathe(&[(0.5, -0.4), (2.0, -0.4), (2.0, 0.3), (0.5, 0.3)]);
        for (x, y) in [(0.02, 0.0), (-0.012, 0.016)] {
            let found = gaps(&pin, DVec3::new(x, y, 0.0), &bore);
            let aside = DVec3::new(x, y, 0.0).normalize();
            assert_eq!(found.len(), 2 * DIRECTIONS, "the rims of the bore at the pin: {found:?}");
            let nearest = found.iter().filter(|(gap, normal)| {
                assert!(*gap > 0.03 - 1e-15, "{gap} {normal}");
                (gap - 0.03).abs() < 1e-15 && normal.distance(-aside) < 1e-14
            });
            assert_eq!(nearest.count(), 2, "{found:?}");
        }
    }

    /// Two pins side by side are as far apart as their axes less both radii; a ring around a pin is felt from within.
    #[test]
    fn pins_side_by_side_and_rings_have_their_distance() {
        let (thin, thick) = (lathe(&[(0.0, 0.0), (0.3, 0.0), (0.3, 1.0), (0.0, 1.0)]), 0.5);
        let thick_pin = lathe(&[(0.0, -0.2), (thick, -0.2), (thick, 1.2), (0.0, 1.2)]);
        let found = gaps(&thin, DVec3::new(0.6, -0.8, 0.0), &thick_pin);
        assert!(found.len() == 2 && found.iter().all(|(gap, _)| (gap - 0.2).abs() < 1e-15), "{found:?}");
        let ring = lathe(&[(0.6, 0.0), (0.8, 0.0), (0.8, 0.5), (0.6, 0.5)]);
        let found = gaps(&ring, DVec3::new(0.04, 0.0, 0.0), &thick_pin);
        let least = found.iter().min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        assert!((least.0 - 0.06).abs() < 1e-15 && least.1.x < -0.999, "{found:?}");
    }

    /// A flat end rests on a ring wherever its rim is over it.
    #[test]
    fn a_flat_end_rests_on_a_ring() {
        let pin = lathe(&[(0.0, 0.0), (0.3, 0.0), (0.3, 1.0), (0.0, 1.0)]);
        let plate = lathe(&[(0.5, -0.5), (2.0, -0.5), (2.0, 0.0), (0.5, 0.0)]);
        for (x, rests) in [(0.1, false), (0.3, true), (1.0, true), (2.2, true), (2.4, false)] {
            let found = gaps(&pin, DVec3::new(x, 0.0, 0.05), &plate);
            let up = found.iter().any(|(gap, normal)| (gap - 0.05).abs() < 1e-15 && normal.z > 0.999);
            assert_eq!(up, rests, "at {x}: {found:?}");
        }
    }
}
