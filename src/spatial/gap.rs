//! How the gap of two parts of bodies depends on where the bodies are.
use super::length;
use super::narrow_phase::segment::feet;
use super::pose::Pose;
use super::smooth::SmoothGap;
use glam::{DVec2, DVec3};

/// The gap of two parts as a smooth function of two poses; the parts are given in the frames of their bodies, metres.
#[derive(Clone, Copy, Debug)]
pub enum Gap {
    /// A point of the first body and one of the second must stay `radius` apart: balls, vertices.
    Points {
        /// Of the first body.
        p: DVec3,
        /// Of the second body.
        q: DVec3,
        /// Radii about them, whose sum is `radius`.
        radii: [f64; 2],
    },
    /// A point of the first body must stay within `radius` of one of the second: a ball in a hollow ball.
    Inside {
        /// Of the first body.
        p: DVec3,
        /// Of the second body.
        q: DVec3,
        /// Of the ball and of the hollow ball, whose difference is `radius`.
        radii: [f64; 2],
    },
    /// A point of the first body must stay `radius` above a plane of the second.
    Plane {
        /// Of the first body.
        p: DVec3,
        /// Unit normal, second body's frame.
        normal: DVec3,
        /// Of the plane along its normal.
        offset: f64,
        /// Radius about the point.
        radius: f64,
    },
    /// A point of the first body must stay `radius` away from an edge of the second, its ends included.
    Edge {
        /// Of the first body.
        p: DVec3,
        /// Start and end of the edge.
        q: [DVec3; 2],
        /// Radius about the point, over zero.
        radius: f64,
    },
    /// A point of the first body must stay `radius` ahead of one of the second along a direction of the world: what
    /// becomes of the cases above where the parts would jump through each other in one step.
    Along {
        /// Of the first body.
        p: DVec3,
        /// Of the second body.
        q: DVec3,
        /// Unit vector, world frame.
        normal: DVec3,
        /// As above.
        radius: f64,
    },
    /// A corner of a turned body must stay outside a cone of another one with a parallel axis.
    Revolved(Revolved),
    /// Two smooth features must not pass through each other.
    Smooth(SmoothGap),
    /// Two lines must not pass through each other.
    Lines {
        /// A point and the unit direction of the first body's line.
        p: [DVec3; 2],
        /// The same of the second body's.
        q: [DVec3; 2],
        /// Out of the first and of the second body, in their frames: they tell on which side of each other the lines are.
        outwards: [DVec3; 2],
    },
}

/// A corner of a turned body and a cone of another one with a parallel axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Revolved {
    /// Radius and z of the corner in the first body.
    pub corner: DVec2,
    /// Outward unit normal in the second body's profile.
    pub normal: DVec2,
    /// Of the cone's line along its normal.
    pub offset: f64,
    /// The direction, in the world, of the point of the corner's circle that is meant; without it the nearest point.
    pub towards: Option<DVec3>,
}

/// A gap measured at two poses. World frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measure {
    /// m.
    pub gap: f64,
    /// Unit vector out of the second body into the first.
    pub normal: DVec3,
    /// The points of the first and the second body on which a force between them acts; for a ball its centre, so that
    /// no force along a normal turns it. But for [`Gap::Along`] both lie on one line along the normal.
    pub ends: [DVec3; 2],
    /// Halfway between the nearest points.
    pub point: DVec3,
}

impl Gap {
    /// The gap, its normal and its points at these poses.
    ///
    /// Its change is n·(ṗ − q̇) for the velocities ṗ, q̇ of the `ends` with their bodies: what turns the normal moves
    /// the points along each other only.
    pub fn measure(&self, first: &Pose, second: &Pose) -> Measure {
        match *self {
            Gap::Points { p, q, radii: [r, s] } => {
                let (p, q) = (first.place(p), second.place(q));
                let (normal, distance) = direction(p - q);
                let point = 0.5 * ((p - r * normal) + (q + s * normal));
                Measure { gap: distance - (r + s), normal, ends: [p, q], point }
            }
            Gap::Inside { p, q, radii: [r, s] } => {
                let (p, q) = (first.place(p), second.place(q));
                let (out, distance) = direction(p - q);
                let point = 0.5 * ((p + r * out) + (q + s * out));
                Measure { gap: (s - r) - distance, normal: -out, ends: [p, q], point }
            }
            Gap::Plane { p, normal, offset, radius } => {
                let (p, normal) = (first.place(p), second.turn(normal));
                let distance = normal.dot(p - second.position) - offset;
                let foot = p - distance * normal;
                let point = 0.5 * (foot + p - radius * normal);
                Measure { gap: distance - radius, normal, ends: [p, foot], point }
            }
            Gap::Edge { p, q, radius } => {
                let (p, foot) = (first.place(p), second.place(nearest(q, second.point_to_body(first.place(p)))));
                let (normal, distance) = direction(p - foot);
                let point = 0.5 * (foot + p - radius * normal);
                Measure { gap: distance - radius, normal, ends: [p, foot], point }
            }
            Gap::Along { p, q, normal, radius } => {
                let (p, q) = (first.place(p), second.place(q));
                Measure { gap: normal.dot(p - q) - radius, normal, ends: [p, q], point: 0.5 * (p + q) }
            }
            Gap::Revolved(revolved) => revolved.measure(first, second),
            Gap::Smooth(smooth) => smooth.measure([first, second]),
            Gap::Lines { p, q, outwards } => lines(p, q, outwards, [first, second]),
        }
    }

    /// The gap alone; that of smooth features is sought from here on where it was now.
    pub fn follow(&mut self, first: &Pose, second: &Pose) -> f64 {
        let Gap::Smooth(smooth) = self else { return self.measure(first, second).gap };
        let extremal = smooth.extremal([first, second]);
        smooth.at = extremal.at;
        extremal.distance
    }

    /// Whether its force follows the points that touch over the bodies as these turn. Where edges cross and on bodies turned
    /// on a lathe these points wander, too, but there energy grows by 1e-15 with those of the beginning, and by up to 1e-2
    /// with those of the end.
    pub fn wanders(&self) -> bool {
        matches!(self, Gap::Smooth(_))
    }

    /// The point of the first body, in its frame, whose gap to a plane this is.
    pub fn over_plane(&self) -> Option<DVec3> {
        if let Gap::Plane { p, .. } = *self { Some(p) } else { None }
    }

    /// The gap that must be kept instead, if the parts are apart at the beginning and at the end of a step but were
    /// not between, each point taken to move along a straight line.
    pub fn jumped(&self, start: [&Pose; 2], end: [&Pose; 2]) -> Option<Gap> {
        let (p, q, radius) = match *self {
            Gap::Points { p, q, radii: [r, s] } => (p, q, r + s),
            Gap::Edge { p, radius, .. } => {
                let foot = self.measure(start[0], start[1]).ends[1];
                (p, start[1].point_to_body(foot), radius)
            }
            _ => return None,
        };
        let span = |poses: [&Pose; 2]| poses[0].place(p) - poses[1].place(q);
        let (from, to) = (span(start), span(end));
        let way = to - from;
        // |from + s way| = radius
        let (a, b, c) = (way.length_squared(), from.dot(way), from.length_squared() - radius * radius);
        let root = b * b - a * c;
        if c < 0.0 || b >= 0.0 || root <= 0.0 {
            return None;
        }
        let touch = (-b - root.sqrt()) / a;
        let normal = direction(from + touch * way).0;
        (touch < 1.0 && to.dot(normal) < radius).then_some(Gap::Along { p, q, normal, radius })
    }
}

/// The signed distance of two lines, with the points where they are nearest.
fn lines(p: [DVec3; 2], q: [DVec3; 2], outwards: [DVec3; 2], [first, second]: [&Pose; 2]) -> Measure {
    let (p, along_p) = (first.place(p[0]), first.turn(p[1]));
    let (q, along_q) = (second.place(q[0]), second.turn(q[1]));
    let cross = along_p.cross(along_q);
    let outwards = second.turn(outwards[1]) - first.turn(outwards[0]);
    let normal = direction(cross).0 * 1f64.copysign(outwards.dot(cross));
    let span = p - q;
    // p + s along_p and q + t along_q are nearest where their difference is along the normal
    let (s, t) = feet(-span, [along_p, along_q], cross);
    let ends = [p + s * along_p, q + t * along_q];
    Measure { gap: normal.dot(span), normal, ends, point: 0.5 * (ends[0] + ends[1]) }
}

/// The point of an edge nearest to a point.
pub(super) fn nearest([a, b]: [DVec3; 2], point: DVec3) -> DVec3 {
    a + ((point - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0) * (b - a)
}

/// Direction and length of a vector; straight up if it has none.
fn direction(v: DVec3) -> (DVec3, f64) {
    let size = length(v);
    if size > 0.0 { (v / size, size) } else { (DVec3::Z, 0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::dynamics::rotation::hat;
    use glam::DQuat;

    const GAPS: [Gap; 7] = [
        Gap::Along { p: DVec3::X, q: DVec3::Y, normal: DVec3::new(0.6, 0.0, 0.8), radius: 0.3 },
        Gap::Points { p: DVec3::new(0.1, 0.2, -0.3), q: DVec3::new(-0.4, 0.1, 0.2), radii: [0.3, 0.1] },
        Gap::Inside { p: DVec3::new(0.1, 0.2, -0.3), q: DVec3::new(-0.4, 0.1, 0.2), radii: [0.3, 5.0] },
        Gap::Plane { p: DVec3::new(0.1, 0.2, -0.3), normal: DVec3::new(0.6, 0.0, 0.8), offset: 0.2, radius: 0.1 },
        Gap::Edge { p: DVec3::X, q: [DVec3::new(0.3, -6.2, -7.9), DVec3::new(0.3, 5.8, 8.1)], radius: 0.1 },
        Gap::Edge { p: DVec3::X, q: [DVec3::new(0.3, -0.2, 0.1), DVec3::new(0.3, -0.1, 0.2)], radius: 0.1 },
        Gap::Lines {
            p: [DVec3::X, DVec3::Y],
            q: [DVec3::Z, DVec3::new(0.6, 0.0, 0.8)],
            outwards: [DVec3::NEG_X, DVec3::X],
        },
    ];

    fn poses() -> [Pose; 2] {
        [(0.7, DVec3::new(1.0, 2.0, 0.5)), (-0.4, DVec3::new(-0.3, 0.1, 0.2))].map(|(angle, place)| Pose {
            position: place,
            rotation: DQuat::from_axis_angle(DVec3::new(0.36, 0.48, 0.8), angle),
        })
    }

    /// The rate of a gap is what normal and ends say, for any motion of either body.
    #[test]
    fn normals_and_ends_give_the_derivative() {
        let h = 1e-5;
        for gap in GAPS {
            for moved in [0, 1] {
                for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
                    for turning in [false, true] {
                        let shifted = |h: f64| {
                            let mut poses = poses();
                            let pose = &mut poses[moved];
                            if turning {
                                pose.rotation = (DQuat::from_axis_angle(axis, h) * pose.rotation).normalize();
                            } else {
                                pose.position += h * axis;
                            }
                            gap.measure(&poses[0], &poses[1]).gap
                        };
                        let measured = (shifted(h) - shifted(-h)) / (2.0 * h);
                        let at = gap.measure(&poses()[0], &poses()[1]);
                        let arm = at.ends[moved] - poses()[moved].position;
                        let velocity = if turning { hat(axis) * arm } else { axis };
                        let rate = [1.0, -1.0][moved] * at.normal.dot(velocity);
                        assert!((rate - measured).abs() < 1e-8, "{gap:?}, body {moved}: {rate}, measured {measured}");
                    }
                }
            }
        }
    }

    /// Seen from the other body's place the normal points out of the second body, and the gap is the distance.
    #[test]
    fn ends_lie_along_the_normal() {
        for gap in &GAPS[1..] {
            let at = gap.measure(&poses()[0], &poses()[1]);
            let span = at.ends[0] - at.ends[1];
            assert!(span.cross(at.normal).length() < 1e-13, "{gap:?}: {span} along {}", at.normal);
            assert!((at.normal.length() - 1.0).abs() < 1e-15);
        }
    }
}
