//! The gap of two smooth features as a function of two poses.
use crate::spatial::body::State;
use crate::spatial::gap::{Gap, Measure};
use crate::spatial::narrow_phase::extremal::search::Search;
use crate::spatial::narrow_phase::extremal::{Extremal, Pair, Rates, Relative};
use crate::spatial::narrow_phase::roots::bracketed;
use crate::spatial::pose::Pose;
use crate::spatial::shape::surface::{Coordinates, Curve, Feature, Kind, Surface};
use glam::{DQuat, DVec3};

/// A ball of less than this part of the size of a surface is a corner for that.
pub const CORNER: f64 = 1e-6;

/// Two smooth features, and where their extremal points are nearly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SmoothGap {
    /// The features.
    pub pair: Pair,
    /// Near the extremal points; Newton's method starts here.
    pub at: [Coordinates; 2],
}

impl SmoothGap {
    /// The extremal points: over a plane by formula, else by Newton's method, and if that fails by a search.
    pub fn extremal(&self, poses: [&Pose; 2]) -> Extremal {
        if let Some(extremal) = formula(&self.pair, poses) {
            return extremal;
        }
        let found = self.pair.correct(self.at, poses).ok().or_else(|| along_line(&self.pair, poses));
        found.unwrap_or_else(|| {
            let mut found = Vec::new();
            Search::default().find(&self.pair, poses, f64::INFINITY, &mut found);
            found.first().map_or_else(|| self.pair.at(self.at, poses), |nearest| nearest.extremal)
        })
    }

    /// The gap, its normal and its points.
    pub fn measure(&self, poses: [&Pose; 2]) -> Measure {
        let extremal = self.extremal(poses);
        let ends = extremal.points();
        Measure { gap: extremal.distance, normal: extremal.normal, ends, point: 0.5 * (ends[0] + ends[1]) }
    }

    /// d' and d'' while neither body's velocity nor angular velocity changes. Where the points are ambiguous they are taken
    /// to stay where they are on their bodies.
    pub fn rates(&self, states: [&State; 2]) -> [f64; 2] {
        let extremal = self.extremal(states.map(|state| &state.pose));
        let motion = Relative::at(extremal.points()[0], states);
        let still = Rates { distance: extremal.normal.dot(motion.velocity), ..Rates::default() };
        let rates = extremal.rates(motion).unwrap_or(still);
        [rates.distance, extremal.acceleration(&rates, states)]
    }
}

/// The same gap as one of smooth features, if it is that of a ball over a plane, at another ball or in a bowl.
pub fn round(gap: &Gap, poses: [&Pose; 2]) -> Option<SmoothGap> {
    let ball = |place: DVec3, radius: f64| Feature::surface(Surface::Sphere { radius }).at(place, DQuat::IDENTITY);
    let features = match *gap {
        Gap::Plane { p, normal, offset, radius } if radius > 0.0 => {
            let plane = Feature::surface(Surface::Plane);
            [ball(p, radius), plane.at(offset * normal, DQuat::from_rotation_arc(DVec3::Z, normal))]
        }
        Gap::Points { p, q, radii: [r, s] } if r > 0.0 && s > 0.0 => [ball(p, r), ball(q, s)],
        Gap::Inside { p, q, radii: [r, s] } if r > 0.0 => {
            [ball(p, r), Feature { kind: Kind::Hollow(Surface::Sphere { radius: s }), ..ball(q, s) }]
        }
        _ => return None,
    };
    let point = gap.measure(poses[0], poses[1]).point;
    let at = [0, 1].map(|k| features[k].nearest(features[k].in_world(poses[k]).point_to_body(point)).0);
    Some(SmoothGap { pair: Pair { features, side: 1.0 }, at })
}

/// The extremal points that a formula tells: over a plane and at a corner.
pub fn formula(pair: &Pair, poses: [&Pose; 2]) -> Option<Extremal> {
    over_plane(pair, poses).or_else(|| at_corner(pair, poses))
}

/// The extremal points of a surface at a ball that is as good as a point.
fn at_corner(pair: &Pair, poses: [&Pose; 2]) -> Option<Extremal> {
    let [surface, corner] = &pair.features;
    let Kind::Surface(ball @ Surface::Sphere { radius }) = corner.kind else { return None };
    if radius >= CORNER * surface.size() || surface.is_curve() {
        return None;
    }
    let frames = [0, 1].map(|k| pair.features[k].in_world(poses[k]));
    let (under, height) = surface.nearest(frames[0].point_to_body(frames[1].position));
    let way = frames[0].place(surface.point(under)) - frames[1].position;
    let on = ball.coordinates(frames[1].direction_to_body(way * height.signum()));
    Some(pair.at([under, on], poses))
}

/// The extremal points of a line at a closed convex surface: the distance from that is a convex function along the line.
pub fn along_line(pair: &Pair, poses: [&Pose; 2]) -> Option<Extremal> {
    let [Kind::Curve(Curve::Line { half_length }), Kind::Surface(surface)] = pair.features.map(|f| f.kind) else {
        return None;
    };
    if !surface.is_round() {
        return None;
    }
    let frames = [0, 1].map(|k| pair.features[k].in_world(poses[k]));
    let line = frames[1].relative(&frames[0]);
    let along = line.turn(DVec3::X);
    let under = |u: f64| surface.nearest(line.place(u * DVec3::X)).0;
    let slope = |u: f64| surface.geometry(under(u)).frame[2].dot(along);
    let (low, high) = (-half_length, half_length);
    let u = if slope(low) >= 0.0 {
        low
    } else if slope(high) <= 0.0 {
        high
    } else {
        bracketed(&mut |u| -slope(u), low, high)
    };
    Some(pair.at([Coordinates { u, ..Coordinates::default() }, under(u)], poses))
}

/// The extremal points of a convex surface or a closed curve over a plane.
pub fn over_plane(pair: &Pair, poses: [&Pose; 2]) -> Option<Extremal> {
    if !matches!(pair.features[1].kind, Kind::Surface(Surface::Plane)) {
        return None;
    }
    let frames = [0, 1].map(|k| pair.features[k].in_world(poses[k]));
    let first = lowest(&pair.features[0], frames[0].direction_to_body(-frames[1].turn(DVec3::Z)))?;
    let point = frames[0].place(pair.features[0].point(first));
    let second = Surface::Plane.coordinates(frames[1].point_to_body(point));
    Some(pair.at([first, second], poses))
}

/// The point of a feature that is farthest in a direction of its own frame, if there is one.
fn lowest(feature: &Feature, direction: DVec3) -> Option<Coordinates> {
    match feature.kind {
        Kind::Surface(surface) => surface.support(direction).map(|point| surface.coordinates(point)),
        Kind::Curve(Curve::Ellipse { semi_axes: [a, b] }) => {
            let (x, y) = (a * direction.x, b * direction.y);
            (x != 0.0 || y != 0.0).then(|| Coordinates { u: libm::atan2(y, x), ..Coordinates::default() })
        }
        Kind::Hollow(_) | Kind::Curve(Curve::Line { .. }) => None,
    }
}
