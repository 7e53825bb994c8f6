//! When two moving bodies begin to overlap, turning and all.
//!
//! Conservative advancement (Mirtich, *Impulse-based dynamic simulation of rigid body systems*, 1996, section 2.3): a
//! distance over a bound of the speed at which it falls is a lower bound of the time of impact, and the next look is then.
//! Bodies that touch have contacts of their own, and may overlap a little; so the distance is measured from there.
use super::depth::{DeepPlace, DepthSearch};
use super::distance::{Closest, Descent, DistanceSearch};
use super::motion::Motion;
use super::point::PointSearch;
use super::roots::bracketed;
use super::separation::{Separator, is_quick};
use crate::spatial::length;
use crate::spatial::pose::Pose;
use crate::spatial::shape::{Posed, Shape, Solid};
use glam::DVec3;

/// Most looks on the way: where they do not suffice, the step is cut where the last one was.
const LOOKS: usize = 200;
/// Overlap, as a part of what is allowed, with which bodies meet: features that overlap face each other.
const MEETS: f64 = 1e-3;
/// Where bodies must be found in time to rebound, those that touch may sink deeper by this part of what is allowed.
const SINKS: f64 = 4e-3;
/// A pair that overlaps already may sink deeper by this part of what is allowed.
const DEEPER: f64 = 0.1;
/// Overlaps up to this part of what is allowed may go unseen on the way.
const COARSE: f64 = 0.5;

/// Comparisons of boxes that take as long as one of triangles.
const TRIANGLES: usize = 4;

/// How two bodies stand to each other.
#[derive(Clone, Copy, Debug)]
struct Standing {
    /// m; negative if they overlap.
    gap: f64,
    /// A direction out of the second body along which they are apart as far; none if only their distance is known.
    normal: Option<DVec3>,
}

/// What need not be known more exactly of two bodies.
#[derive(Clone, Copy)]
struct Enough<'a> {
    /// Whether this is enough.
    is: &'a dyn Fn(&Standing) -> bool,
    /// So far apart is, in whatever direction, m.
    apart: f64,
}

/// All has to be known.
const NOTHING: Enough = Enough { is: &|_| false, apart: f64::INFINITY };

/// How a body moves, and how fast: way and turn in the whole of the motion, m and rad, and the radius at which a turn
/// counts, m.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    motion: Motion,
    linear: DVec3,
    turn: DVec3,
    radius: f64,
}

impl Way {
    /// Of a body with this radius. The interpolated quaternion turns fastest halfway, by 4 tan(θ/4).
    pub fn of(motion: Motion, radius: f64) -> Self {
        let turn = motion.end.rotation * motion.start.rotation.conjugate();
        let (axis, angle) = (turn.xyz(), motion.angle());
        let sine = length(axis);
        let turn = if sine > 0.0 { 4.0 * libm::tan(0.25 * angle) / sine * axis } else { DVec3::ZERO };
        let radius = if radius.is_finite() { radius } else { 0.0 };
        Self { linear: motion.end.position - motion.start.position, turn, radius, motion }
    }

    /// How fast a point of it may at most move along a direction, less its centre.
    fn turning(&self, along: Option<DVec3>) -> f64 {
        self.radius * along.map_or_else(|| length(self.turn), |normal| length(self.turn.cross(normal)))
    }
}

/// Bounds how far two bodies may come nearer to each other, m.
fn nearing(a: &Way, b: &Way, normal: Option<DVec3>) -> f64 {
    let apart = a.linear - b.linear;
    let closing = normal.map_or_else(|| length(apart), |normal| -normal.dot(apart));
    closing + a.turning(normal) + b.turning(normal)
}

/// Looks for overlaps; its storage is kept.
#[derive(Clone, Debug)]
pub struct Sinking {
    separator: Separator,
    distance: DistanceSearch,
    points: PointSearch,
    depths: DepthSearch,
    /// Two triangles that were near each other when it looked last.
    hint: Option<[usize; 2]>,
    /// What looking by trees has cost, in comparisons of boxes.
    pub cost: usize,
}

impl Default for Sinking {
    fn default() -> Self {
        let distance = DistanceSearch::new(Descent::Greedy);
        let (separator, points, depths) = Default::default();
        Self { separator, distance, points, depths, hint: None, cost: 0 }
    }
}

/// One of two bodies on its way.
pub type Moved<'a> = (&'a Shape, &'a Way);

impl Sinking {
    /// The fraction of the step after which two bodies overlap deeper than half of `allowed`, m, or by a tenth of it deeper
    /// than at its beginning, if they do; if they were apart then, the fraction after which they touch. Where it must be exact,
    /// so that they can rebound, there is a gap up to which bodies touch, m, contacts holding them already; they are also looked
    /// at where they are at the end.
    pub fn first(&mut self, a: Moved, b: Moved, (allowed, exact): (f64, Option<f64>)) -> Option<f64> {
        let most = nearing(a.1, b.1, None);
        let slack = if exact.is_some() { MEETS } else { COARSE } * allowed;
        if most <= slack || !most.is_finite() {
            return None;
        }
        self.hint = None;
        let rate = |s: &Standing| nearing(a.1, b.1, s.normal);
        // what overlaps along the normal of a face may be apart across two edges
        let touches = exact.unwrap_or(slack);
        let enough = Enough { is: &|s| s.gap >= -touches && rate(s) <= s.gap.max(0.0) + slack, apart: most - slack };
        let at_first = self.standing(a, b, 0.0, enough)?;
        let is = |which: fn(&Shape) -> bool| which(a.0) || which(b.0);
        let plane = is(|shape| matches!(shape, Shape::HalfSpace { .. }));
        let smooth = is(|shape| matches!(shape, Shape::Smooth(_))) && !plane;
        let [apart, deeper, least] = match (exact, smooth) {
            (Some(touches), _) => [touches, SINKS * allowed, 0.0],
            // whose polyhedra lie inside them: they may touch already
            (_, true) => [f64::INFINITY, DEEPER * allowed, COARSE * allowed],
            _ => [-MEETS * allowed, DEEPER * allowed, COARSE * allowed],
        };
        let deep = (deeper - at_first.gap).max(least);
        let target = if at_first.gap > apart { -MEETS * allowed } else { -deep };
        let (clear, time) = match self.advance((a, b), at_first, [target, deep + COARSE * allowed, COARSE * allowed]) {
            Ok(clear) if exact.is_some() => (clear, 1.0),
            Ok(_) => return None,
            Err(between) => between,
        };
        // a meeting at the very end belongs to what follows
        let late = |time: f64| time < 1.0 && most * (1.0 - time) <= MEETS * allowed;
        if late(time) {
            return None;
        }
        let apart = if time == 1.0 { 0.0 } else { f64::INFINITY };
        let standing = self.standing(a, b, time, Enough { is: &|s| time == 1.0 && s.gap > target, apart })?;
        if standing.gap > target {
            return (time < 1.0).then_some(time);
        }
        // what rebounds does so there to rounding, so that it depends on the state without jumps
        let near = if exact.is_some() { 0.0 } else { DEEPER * allowed };
        let mut over = |time: f64| {
            let over = self.standing(a, b, time, NOTHING).map_or(0.0, |standing| standing.gap - target);
            if over <= 0.0 && over >= -near { 0.0 } else { over }
        };
        Some(bracketed(&mut over, clear, time)).filter(|time| !late(*time))
    }

    /// Goes on by conservative advancement: Mirtich, *Impulse-based dynamic simulation of rigid body systems*, 1996, section 2.3.
    /// The last time at which the gap was over a target, m, if it stays over minus a level to the end, else with the time at
    /// which it is within a slack of that, or where looking for more ends.
    fn advance(
        &mut self,
        (a, b): (Moved, Moved),
        first: Standing,
        [target, level, slack]: [f64; 3],
    ) -> Result<f64, (f64, f64)> {
        let rate = |s: &Standing| nearing(a.1, b.1, s.normal);
        let most = nearing(a.1, b.1, None);
        let (mut time, mut clear, mut standing) = (0.0, 0.0, first);
        for _ in 0..LOOKS {
            if standing.gap > target {
                clear = time;
            }
            let room = standing.gap + level;
            if room <= slack {
                break;
            }
            let fall = rate(&standing);
            if fall * (1.0 - time) <= room {
                return Ok(clear);
            }
            time += room / fall;
            let rest = 1.0 - time;
            let enough = |s: &Standing| rate(s) * rest <= s.gap + level;
            match self.standing(a, b, time, Enough { is: &enough, apart: most * rest - level }) {
                Some(next) => standing = next,
                None => return Ok(clear),
            }
        }
        Err((clear, time))
    }

    /// How they stand at a fraction of the step; none where nothing is known of such a pair. It need not look for more if
    /// what it has found is `enough`.
    fn standing(&mut self, a: Moved, b: Moved, time: f64, enough: Enough) -> Option<Standing> {
        self.placed([a.0, b.0], [a.1.motion.at(time), b.1.motion.at(time)], enough)
    }

    /// How deep two bodies are in each other, m, as far as is known of such a pair.
    pub fn overlap(&mut self, shapes: [&Shape; 2], poses: [Pose; 2]) -> f64 {
        self.hint = None;
        match shapes.map(Shape::solid) {
            [Some(p), Some(q)] if !are_separated([p, q]) => {
                self.places(1.0, [p, q], poses).last().map_or(0.0, |place| place.depth)
            }
            _ => self.placed(shapes, poses, NOTHING).map_or(0.0, |standing| -standing.gap),
        }
    }

    /// Whether two bodies are in each other by more than this, m. Where they touch, that is known sooner than how deep they are.
    pub fn is_deeper(&mut self, shapes: [&Shape; 2], poses: [Pose; 2], than: f64) -> bool {
        match shapes.map(Shape::solid) {
            [Some(p), Some(q)] if !are_separated([p, q]) => {
                let pair = [Posed { solid: p, pose: poses[0] }, Posed { solid: q, pose: poses[1] }];
                !self.depths.at_least(1.0, than, pair).is_empty()
            }
            _ => self.overlap(shapes, poses) > than,
        }
    }

    fn placed(&mut self, [a, b]: [&Shape; 2], poses: [Pose; 2], enough: Enough) -> Option<Standing> {
        if let Some(standing) = round(a, &poses[0], b, &poses[1]) {
            return Some(standing);
        }
        if let Some(standing) = round(b, &poses[1], a, &poses[0]) {
            return Some(Standing { normal: standing.normal.map(|n| -n), ..standing });
        }
        match (a, b) {
            (Shape::HalfSpace { .. } | Shape::Sphere { .. }, _) => {
                let standing = self.simple(b, &poses[1], a, &poses[0])?;
                Some(Standing { normal: standing.normal.map(|n| -n), ..standing })
            }
            (_, Shape::HalfSpace { .. } | Shape::Sphere { .. }) => self.simple(a, &poses[0], b, &poses[1]),
            _ => self.polyhedra([a.solid()?, b.solid()?], poses, enough),
        }
    }

    fn polyhedra(&mut self, [p, q]: [&Solid; 2], [pose, other]: [Pose; 2], enough: Enough) -> Option<Standing> {
        if are_separated([p, q]) {
            let (a, b) = ((&p.mesh, &pose), (&q.mesh, &other));
            let mut found = self.separator.faces(a, b);
            if !(enough.is)(&Standing { gap: found.gap, normal: Some(found.normal) }) {
                found = self.separator.edges(a, b, found);
            }
            return Some(Standing { gap: found.gap, normal: Some(found.normal) });
        }
        let (a, b) = (Posed { solid: p, pose }, Posed { solid: q, pose: other });
        // surfaces that touch are not apart
        let apart = enough.apart.max(f64::MIN_POSITIVE);
        let closest = self.distance.within(a, b, (apart, self.hint));
        self.cost += self.distance.counts.volumes + TRIANGLES * self.distance.counts.pairs;
        let Some(closest) = closest else { return Some(Standing { gap: apart, normal: None }) };
        self.hint = Some(closest.triangles);
        if !closest.intersecting {
            let (gap, [x, y]) = (closest.distance, closest.points);
            let known = p.mesh.is_convex() && q.mesh.is_convex() && gap > 0.0;
            return Some(Standing { gap, normal: known.then(|| (x - y) / gap) });
        }
        Some(Standing { gap: -self.depth([a, b]), normal: None })
    }

    /// Where two polyhedra lie in each other, as deep as this part of the deepest place; nowhere if they do not meet.
    pub fn places(&mut self, part: f64, [p, q]: [&Solid; 2], [pose, other]: [Pose; 2]) -> &[DeepPlace] {
        let pair = [Posed { solid: p, pose }, Posed { solid: q, pose: other }];
        if self.distance.meet(pair[0], pair[1]) { self.depths.at_least(part, 0.0, pair) } else { &[] }
    }

    /// The features of two polyhedra that are closest to each other, if they are within reach.
    pub fn closest(&mut self, [p, q]: [&Solid; 2], [pose, other]: [Pose; 2], apart: f64) -> Option<Closest> {
        self.distance.within(Posed { solid: p, pose }, Posed { solid: q, pose: other }, (apart, None))
    }

    /// Whether a point in the body's frame lies inside a polyhedron.
    pub fn is_inside(&mut self, solid: &Solid, point: DVec3) -> bool {
        self.points.inside(solid, point)
    }

    fn depth(&mut self, pair: [Posed; 2]) -> f64 {
        let depth = self.depths.at_least(1.0, 0.0, pair).last().map_or(0.0, |place| place.depth);
        self.cost += self.depths.cost;
        depth
    }

    /// A smooth body and a half-space, or a polyhedron and a half-space or a ball.
    fn simple(&mut self, a: &Shape, pose: &Pose, b: &Shape, other: &Pose) -> Option<Standing> {
        if let (Shape::Smooth(_), Shape::HalfSpace { normal }) = (a, b) {
            return Some(Standing { gap: a.height(pose, *normal, other), normal: Some(other.turn(*normal)) });
        }
        let solid = a.solid()?;
        match b {
            Shape::HalfSpace { normal } => {
                let normal = other.turn(*normal);
                let (local, offset) = (pose.direction_to_body(normal), normal.dot(pose.position - other.position));
                let lowest = solid.mesh.vertices().iter().map(|v| local.dot(*v)).fold(f64::INFINITY, f64::min);
                Some(Standing { gap: lowest + offset, normal: Some(normal) })
            }
            Shape::Sphere { radius } => {
                let point = pose.point_to_body(other.position);
                let foot = self.points.nearest(solid, point);
                let inside = foot.shows_inside(&solid.mesh, point);
                let height = if inside { -foot.distance } else { foot.distance };
                let normal = (!inside && foot.distance > 0.0 && solid.mesh.is_convex())
                    .then(|| pose.turn((foot.point - point) / foot.distance));
                Some(Standing { gap: height - radius, normal })
            }
            _ => None,
        }
    }
}

/// Whether separating axes tell how two polyhedra stand to each other, and soon.
fn are_separated([p, q]: [&Solid; 2]) -> bool {
    p.mesh.is_convex() && q.mesh.is_convex() && is_quick(&p.mesh, &q.mesh)
}

/// A ball beside what is round or flat.
fn round(a: &Shape, pose: &Pose, b: &Shape, other: &Pose) -> Option<Standing> {
    let Shape::Sphere { radius } = a else { return None };
    let apart = pose.position - other.position;
    let distance = length(apart);
    let (gap, normal) = match b {
        Shape::Sphere { radius: r } => (distance - radius - r, (distance > 0.0).then(|| apart / distance)),
        Shape::SphereCavity { radius: r } => (r - radius - distance, None),
        Shape::HalfSpace { normal } => {
            let normal = other.turn(*normal);
            (normal.dot(apart) - radius, Some(normal))
        }
        _ => return None,
    };
    Some(Standing { gap, normal })
}
