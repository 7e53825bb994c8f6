//! Search for extremal points without a guess.
//!
//! The first feature is sampled, each sample's distance from the second is known by formula, and from each sample that
//! is nearer than its neighbours the distance is followed downwards, then corrected by Newton's method.
use super::{Conditions, Extremal, Lost, Pair};
use crate::spatial::narrow_phase::segment::feet;
use crate::spatial::pose::Pose;
use crate::spatial::shape::surface::{Coordinates, Curve, Feature, Kind, Surface};
use glam::DVec3;

/// Samples around, and from end to end.
pub const AROUND: usize = 24;
const ALONG: usize = 13;
/// Samples of a curve.
const CURVE: usize = 48;
/// Following the distance down ends at steps of this part of the size, and if points are ambiguous of the second.
const LAST_STEPS: [f64; 2] = [1e-2, 1e-8];
/// Results nearer to each other than this part of the size are one.
const SAME: f64 = 1e-6;
const MOST_STEPS: usize = 400;
/// Convex surfaces that overlap by more than this part of the size are sampled first.
pub const DEEP: f64 = 0.1;

/// An extremal pair, and whether it is regular; if not, it is the nearest pair as far as sampling can tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The points.
    pub extremal: Extremal,
    /// The pair, with the side of two curves.
    pub pair: Pair,
    /// Whether they are extremal to rounding and not ambiguous.
    pub regular: bool,
}

/// Storage for a search.
#[derive(Clone, Debug, Default)]
pub struct Search {
    grid: Vec<(Coordinates, f64)>,
}

/// The samples of a feature: how many in u and in v.
fn counts(feature: &Feature) -> [usize; 2] {
    match feature.kind {
        Kind::Curve(Curve::Line { .. }) => [ALONG, 1],
        Kind::Curve(Curve::Ellipse { .. }) => [CURVE, 1],
        Kind::Surface(Surface::Plane) | Kind::Hollow(Surface::Plane) => [1, 1],
        Kind::Surface(_) | Kind::Hollow(_) => [AROUND, ALONG],
    }
}

/// The sample at a place of the grid; of a line or of the side of a cylinder only what may face the other feature.
fn sample(feature: &Feature, i: usize, j: usize, facing: [f64; 2]) -> Coordinates {
    use std::f64::consts::{PI, TAU};
    let [m, n] = counts(feature);
    let around = TAU * i as f64 / m as f64;
    let between = |k: usize, count: usize| facing[0] + (facing[1] - facing[0]) * k as f64 / (count - 1).max(1) as f64;
    let (u, v) = match feature.kind {
        Kind::Curve(Curve::Line { .. }) => (between(i, m), 0.0),
        Kind::Curve(Curve::Ellipse { .. }) => (around, 0.0),
        Kind::Surface(surface) | Kind::Hollow(surface) => match surface {
            Surface::Plane => (0.0, 0.0),
            Surface::Cylinder { .. } => (around, between(j, n)),
            Surface::Torus { .. } => (around, TAU * j as f64 / n as f64),
            // none at the poles themselves
            _ => (around, PI * ((j as f64 + 0.5) / n as f64 - 0.5)),
        },
    };
    Coordinates { chart: first_chart(feature), u, v }
}

/// Round surfaces are sampled in the chart whose poles are on z; others have one chart only.
fn first_chart(feature: &Feature) -> usize {
    match feature.kind {
        Kind::Surface(s) | Kind::Hollow(s) => match s {
            Surface::Sphere { .. } | Surface::Ellipsoid { .. } | Surface::Superquadric { .. } => 2,
            _ => 0,
        },
        Kind::Curve(_) => 0,
    }
}

/// The pair seen from the second feature's own frame.
struct View<'a> {
    pair: &'a Pair,
    /// From the first feature's frame to the second's.
    pose: Pose,
}

impl View<'_> {
    /// Between which lengths a line or the side of a cylinder may have nearest points: where the other feature projects.
    fn facing(&self) -> [f64; 2] {
        let (half, axis) = match self.pair.features[0].kind {
            Kind::Curve(Curve::Line { half_length }) => (half_length, DVec3::X),
            Kind::Surface(Surface::Cylinder { half_height, .. })
            | Kind::Hollow(Surface::Cylinder { half_height, .. }) => (half_height, DVec3::Z),
            _ => return [0.0; 2],
        };
        let other = match self.pair.features[1].kind {
            Kind::Surface(Surface::Plane) | Kind::Hollow(_) => return [-half, half],
            Kind::Surface(surface) => surface.radius(),
            Kind::Curve(curve) => curve.radius(),
        };
        let centre = self.pose.point_to_body(DVec3::ZERO).dot(axis);
        [centre - other, centre + other].map(|end| end.clamp(-half, half))
    }

    /// The extremal points of two convex surfaces, one of them closed, or of the sides of two cylinders.
    fn between_convex(&self, poses: [&Pose; 2]) -> Option<Extremal> {
        let [Kind::Surface(a), Kind::Surface(b)] = self.pair.features.map(|feature| feature.kind) else { return None };
        let guess = if a.is_round() && (b.is_round() || matches!(b, Surface::Cylinder { .. })) {
            towards([&a, &b], &self.pose)
        } else if b.is_round() && matches!(a, Surface::Cylinder { .. }) {
            towards([&b, &a], &self.pose.relative(&Pose::default())).map(|[q, p]| [p, q])
        } else if let (Surface::Cylinder { radius, .. }, Surface::Cylinder { radius: other, .. }) = (a, b) {
            let [from, to] = between_axes(&self.pose);
            let way = (to - from).try_normalize()?;
            let from = self.pose.point_to_body(from + radius * way);
            Some([a.coordinates(from), b.coordinates(to - other * way)])
        } else {
            None
        };
        self.pair.correct(guess?, poses).ok()
    }

    /// Distance of a point of the first feature from the second; beyond the end of a side or a line from that end.
    fn distance(&self, at: Coordinates) -> f64 {
        let point = self.pose.place(self.pair.features[0].point(at));
        let (on, distance) = self.pair.features[1].nearest(point);
        let beyond = self.pair.features[1].beyond(on);
        if beyond > 0.0 { libm::hypot(distance, beyond) } else { distance }
    }

    /// Follows the distance down with shrinking steps to either side, from steps of one part of the size to another.
    fn descend(&self, start: (Coordinates, f64), steps: [f64; 2]) -> (Coordinates, f64) {
        let feature = &self.pair.features[0];
        let (mut at, mut least) = start;
        let mut step = steps[0];
        let ways: &[[f64; 2]] = if feature.is_curve() {
            &[[1.0, 0.0], [-1.0, 0.0]]
        } else {
            &[[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]]
        };
        for _ in 0..MOST_STEPS {
            let local = feature.local(at, &Pose::default());
            let scale = [DVec3::X, DVec3::Y, DVec3::Z].map(|e| local.step(feature.size() * e));
            let unit = [0, 1].map(|k| scale.iter().map(|s| s[k].abs()).fold(0.0, f64::max));
            let trials = ways.iter().map(|way| {
                let next = Coordinates { u: at.u + step * way[0] * unit[0], v: at.v + step * way[1] * unit[1], ..at };
                let next = feature.suited(next);
                (next, if feature.holds(next) { self.distance(next) } else { f64::INFINITY })
            });
            match trials.min_by(|a, b| a.1.total_cmp(&b.1)) {
                Some((next, distance)) if distance < least => (at, least) = (next, distance),
                _ => step *= 0.5,
            }
            if step < steps[1] {
                break;
            }
        }
        (at, least)
    }
}

/// Where the z axes of two frames are nearest to each other, without ends; `pose` is that of the first in the second, where
/// the points are.
fn between_axes(pose: &Pose) -> [DVec3; 2] {
    let way = pose.turn(DVec3::Z);
    let (s, t) = feet(-pose.position, [way, DVec3::Z], way.cross(DVec3::Z));
    [pose.position + s * way, t * DVec3::Z]
}

/// The point of a round surface that is farthest towards another one, or from its surface if the middle is inside, and where
/// on that its middle is nearest; `pose` is that of the first in the frame of the second.
fn towards([round, other]: [&Surface; 2], pose: &Pose) -> Option<[Coordinates; 2]> {
    let (under, height) = other.nearest(pose.position);
    let down = other.jet(under).point - pose.position;
    let point = round.support(pose.direction_to_body(if height > 0.0 { down } else { -down }))?;
    Some([round.coordinates(point), under])
}

impl Search {
    /// All extremal pairs that are minima of the distance and nearer than `reach`, the nearest first.
    pub fn find(&mut self, pair: &Pair, poses: [&Pose; 2], reach: f64, found: &mut Vec<Found>) {
        let frames = [0, 1].map(|k| pair.features[k].in_world(poses[k]));
        let view = View { pair, pose: frames[1].relative(&frames[0]) };
        let guessed = view.between_convex(poses).map(|extremal| Found { extremal, pair: *pair, regular: true });
        if let Some(guessed) = guessed.filter(|found| found.extremal.distance > -DEEP * pair.size()) {
            found.extend((guessed.extremal.distance <= reach).then_some(guessed));
            return;
        }
        let [m, n] = counts(&pair.features[0]);
        self.grid.clear();
        let facing = view.facing();
        for i in 0..m {
            for j in 0..n {
                let at = sample(&pair.features[0], i, j, facing);
                self.grid.push((at, view.distance(at)));
            }
        }
        let first = found.len();
        for k in 0..self.grid.len() {
            if self.is_lowest(&pair.features[0], k) {
                let result = follow(&view, self.grid[k], poses);
                let known = |other: &Found| result.is_same(other);
                if result.extremal.distance <= reach && !found[first..].iter().any(known) {
                    let nearer = |other: &Found| other.extremal.distance <= result.extremal.distance;
                    let place = first + found[first..].partition_point(nearer);
                    found.insert(place, result);
                }
            }
        }
        if !found[first..].iter().any(|found| found.regular) {
            found.extend(guessed);
        }
    }

    /// Whether no neighbour is nearer; of equal ones the first counts.
    fn is_lowest(&self, feature: &Feature, k: usize) -> bool {
        let [m, n] = counts(feature);
        let (i, j) = (k / n, k % n);
        let line = matches!(feature.kind, Kind::Curve(Curve::Line { .. }));
        let torus = matches!(feature.kind, Kind::Surface(Surface::Torus { .. }) | Kind::Hollow(Surface::Torus { .. }));
        let own = self.grid[k].1;
        let lower = |di: usize, dj: usize| {
            let (x, y) = (i + m + di - 1, j + n + dj - 1);
            if (line && !(m..2 * m).contains(&x)) || (!torus && !(n..2 * n).contains(&y)) {
                return false;
            }
            let other = (x % m) * n + y % n;
            other != k && (self.grid[other].1, other) < (own, k)
        };
        !(0..3).any(|di| (0..3).any(|dj| lower(di, dj)))
    }
}

/// From a sample to the extremal points near it.
fn follow(view: &View, start: (Coordinates, f64), poses: [&Pose; 2]) -> Found {
    let low = view.descend(start, [0.25, LAST_STEPS[0]]);
    let guess = |at: Coordinates| {
        let on = view.pair.features[1].nearest(view.pose.place(view.pair.features[0].point(at))).0;
        [view.pair.features[0].suited(at), view.pair.features[1].suited(on)]
    };
    let with_side = |at: [Coordinates; 2]| {
        let rough = view.pair.at(at, poses);
        let [p, q] = rough.points();
        Pair { side: Pair::side_of(&rough, p - q), ..*view.pair }
    };
    let at = guess(low.0);
    let pair = with_side(at);
    match pair.correct(at, poses) {
        Ok(extremal) => Found { extremal, pair, regular: true },
        Err(Lost::Singular | Lost::Far) => {
            let at = guess(view.descend(low, [LAST_STEPS[0], LAST_STEPS[1]]).0);
            let pair = with_side(at);
            match pair.correct(at, poses) {
                Ok(extremal) => Found { extremal, pair, regular: true },
                Err(_) => Found { extremal: pair.at(at, poses), pair, regular: false },
            }
        }
    }
}

impl Found {
    /// Whether two of one pair are the same.
    pub fn is_same(&self, other: &Self) -> bool {
        let apart = |k: usize| self.extremal.points()[k].distance_squared(other.extremal.points()[k]);
        let within = SAME * self.pair.size();
        apart(0).max(apart(1)) <= within * within
    }

    /// [`Conditions::margin`] at the points.
    pub fn margin(&self) -> f64 {
        Conditions::of(&self.extremal).margin()
    }
}
