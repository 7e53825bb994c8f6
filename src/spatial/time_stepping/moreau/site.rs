//! Where bodies touch or may touch before a step ends.
use super::free::Free;
use crate::spatial::body::{Body, BodyId};
use crate::spatial::broad_phase::BroadPhase;
use crate::spatial::candidates::Finder;
use crate::spatial::contact::{Candidate, Key, Part};
use crate::spatial::forces::Forces;
use crate::spatial::gap::Measure;
use crate::spatial::joint;
use crate::spatial::length;
use crate::spatial::narrow_phase::contact_point::Reach;
use crate::spatial::pose::Pose;
use crate::spatial::shape::{Aabb, Shape, Solid};
use glam::DVec3;

/// A place where two bodies touch or may touch before the step ends, at its beginning. World frame, metres.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The first body.
    pub a: BodyId,
    /// The second body.
    pub b: BodyId,
    /// Which parts of them meet.
    pub key: Key,
    /// Halfway between their nearest points.
    pub point: DVec3,
    /// Out of the second body into the first.
    pub normal: DVec3,
    /// Positive apart.
    pub gap: f64,
}

impl Site {
    /// Whether it is a row of a joint.
    pub fn is_joint(&self) -> bool {
        matches!(self.key.first, Part::Joint(_))
    }
}

/// Gaps up to this part of the way that external forces make in a step are watched, and those up to this part of the
/// smaller body.
const SLACK: [f64; 2] = [0.5, 1e-3];
/// A search for the contacts of two bodies is good until they have moved against each other by this part of the smaller.
const STALE: f64 = 1e-3;
/// Overlaps of polyhedra up to this part of the smaller one are understood.
const DEEP: f64 = 0.1;
/// Features that miss each other by less than this part of the size count as aligned.
const GRAZE: f64 = 1e-6;

/// What a search for the contacts of one pair found: good while they hardly move against each other.
#[derive(Clone, Debug)]
struct Patch {
    pair: [BodyId; 2],
    /// The second body as the first one saw it.
    pose: Pose,
    /// How far apart parts were found, m.
    apart: f64,
    /// Which of the candidates are its own.
    range: [usize; 2],
}

/// Finds contacts, with what it knows from the step before. What it finds does not depend on that.
#[derive(Clone, Debug, Default)]
pub struct Search {
    bounds: Vec<Aabb>,
    broad: BroadPhase,
    finder: Finder,
    patches: [Vec<Patch>; 2],
    candidates: [Vec<Candidate>; 2],
    /// What was found last, in the order of pairs, then the rows of the joints.
    pub sites: Vec<Site>,
}

/// What the step knows when contacts are looked for.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The bodies at its beginning.
    pub bodies: &'a [Body],
    /// Their velocities without contacts.
    pub free: &'a Free,
    /// Whose joints hold bodies together.
    pub forces: &'a Forces,
    /// s.
    pub h: f64,
}

impl Look<'_> {
    /// How far apart parts of two bodies are watched when nothing moves, m.
    fn slack(&self, pair: [BodyId; 2]) -> f64 {
        SLACK[0] * self.free.pull * self.h * self.h + SLACK[1] * self.size(pair)
    }

    /// Radius of the smaller body, m.
    fn size(&self, pair: [BodyId; 2]) -> f64 {
        let size = pair.map(|body| self.bodies[body].shape.radius()).into_iter().fold(f64::INFINITY, f64::min);
        if size.is_finite() { size } else { 1.0 }
    }

    /// How far a point of a body may move in the step, m.
    fn travel(&self, body: BodyId) -> f64 {
        let b = &self.bodies[body];
        if b.is_fixed() {
            return 0.0;
        }
        let twist = &self.free.twists[body];
        let radius = if matches!(b.shape, Shape::Sphere { .. }) { 0.0 } else { b.shape.radius() };
        let turning = if radius.is_finite() { length(twist.angular) * radius } else { 0.0 };
        self.h * (length(twist.linear) + turning)
    }
}

impl Search {
    /// Finds the contacts of all bodies.
    pub fn run(&mut self, look: Look) {
        let Look { bodies, free, h, .. } = look;
        self.bounds.clear();
        self.bounds.extend((0..bodies.len()).map(|i| {
            let (body, twist) = (&bodies[i], &free.twists[i]);
            let here = body.shape.bounds(&body.state.pose);
            if body.is_fixed() {
                return here;
            }
            let by = h * twist.linear;
            let slack = 0.5 * look.slack([i, i]) + look.travel(i) - length(by);
            let moved = Aabb { low: here.low + by.min(DVec3::ZERO), high: here.high + by.max(DVec3::ZERO) };
            moved.grown(slack)
        }));
        let Self { bounds, broad, finder, patches, candidates, sites } = self;
        sites.clear();
        patches.swap(0, 1);
        candidates.swap(0, 1);
        let [now, before] = patches;
        let [found, known] = candidates;
        now.clear();
        found.clear();
        let mut old = before.iter().peekable();
        for &pair in broad.pairs(bounds) {
            let [a, b] = pair;
            let joined = look.forces.joints.iter().any(|j| j.bodies == [a, b] || j.bodies == [b, a]);
            if joined || !pair.iter().any(|&body| bodies[body].is_free()) || balls(look, pair, sites) {
                continue;
            }
            while old.next_if(|patch| patch.pair < pair).is_some() {}
            let seen = bodies[pair[0]].state.pose.relative(&bodies[pair[1]].state.pose);
            let (size, start) = (look.size(pair), found.len());
            let apart = look.slack(pair) + look.travel(pair[0]) + look.travel(pair[1]);
            let fresh = |patch: &&&Patch| {
                patch.pair == pair
                    && !pair.iter().any(|&body| matches!(bodies[body].shape, Shape::Smooth(_)))
                    && patch.apart >= apart
                    && moved(&patch.pose, &seen, look.reach(pair)) <= STALE * size
            };
            let (pose, wide) = match old.peek().filter(fresh) {
                Some(patch) => {
                    found.extend_from_slice(&known[patch.range[0]..patch.range[1]]);
                    (patch.pose, patch.apart)
                }
                None => {
                    let wide = 1.25 * apart + 2.0 * STALE * size;
                    let reach = Reach { apart: wide, overlap: wide + DEEP * size, graze: GRAZE * size };
                    finder.search(pair, bodies, h, reach, found);
                    (seen, wide)
                }
            };
            now.push(Patch { pair, pose, apart: wide, range: [start, found.len()] });
            measure(look, &found[start..], sites);
        }
        sites.extend(joint::rows(&look.forces.joints).map(|row| look.site(&row)));
    }
}

impl Look<'_> {
    /// A candidate where it is.
    fn site(&self, c: &Candidate) -> Site {
        let poses = [c.a, c.b].map(|body| &self.bodies[body].state.pose);
        let Measure { gap, normal, point, .. } = c.gap.measure(poses[0], poses[1]);
        Site { a: c.a, b: c.b, key: c.key, point, normal, gap }
    }

    /// The distance at which a turn of two bodies against each other counts, m.
    fn reach(&self, pair: [BodyId; 2]) -> f64 {
        let radii = pair.map(|body| self.bodies[body].shape.radius());
        radii.into_iter().filter(|radius| radius.is_finite()).fold(0.0, f64::max)
    }
}

/// How far any point of a body of this radius moved from one relative pose to another, about, m.
fn moved(from: &Pose, to: &Pose, radius: f64) -> f64 {
    let turn = 2.0 * length((from.rotation.conjugate() * to.rotation).xyz());
    length(to.position - from.position) + turn * radius
}

/// The candidates that may touch before the step ends.
fn measure(look: Look, candidates: &[Candidate], sites: &mut Vec<Site>) {
    for c in candidates {
        let site = look.site(c);
        if site.gap + look.h * approach(look, &site) < look.slack([c.a, c.b]) {
            sites.push(site);
        }
    }
}

/// Rate of the gap without contacts, if it closes, m/s.
fn approach(look: Look, site: &Site) -> f64 {
    let velocity = |body: BodyId| {
        let twist = &look.free.twists[body];
        twist.linear + twist.angular.cross(site.point - look.bodies[body].state.pose.position)
    };
    site.normal.dot(velocity(site.a) - velocity(site.b)).min(0.0)
}

/// Adds the contact of two balls, or of a ball with a simple solid; false if it does not know the pair.
fn balls(look: Look, [a, b]: [BodyId; 2], sites: &mut Vec<Site>) -> bool {
    let [p, q] = [a, b].map(|body| &look.bodies[body]);
    let site = match (&p.shape, &q.shape) {
        (Shape::Sphere { radius: r }, Shape::Sphere { radius: s }) => {
            let span = p.state.pose.position - q.state.pose.position;
            let distance = length(span);
            let normal = if distance > 0.0 { span / distance } else { DVec3::Z };
            let gap = distance - (r + s);
            let point = p.state.pose.position - (r + 0.5 * gap) * normal;
            Some(Site { a, b, key: Key::default(), point, normal, gap })
        }
        (Shape::Sphere { radius }, other) => match on(look, *radius, a, b, other) {
            Known::Touches(site) => Some(site),
            Known::Apart => None,
            Known::Not => return false,
        },
        (other, Shape::Sphere { radius }) => match on(look, *radius, b, a, other) {
            Known::Touches(site) => Some(site),
            Known::Apart => None,
            Known::Not => return false,
        },
        _ => return false,
    };
    let slack = look.slack([a, b]);
    sites.extend(site.filter(|site| site.gap + look.h * approach(look, site) < slack));
    true
}

/// What is known of a ball and a solid.
enum Known {
    Touches(Site),
    Apart,
    Not,
}

/// A ball on a half-space, or over a face of a convex polyhedron.
fn on(look: Look, radius: f64, ball: BodyId, other: BodyId, shape: &Shape) -> Known {
    let (centre, pose) = (look.bodies[ball].state.pose.position, &look.bodies[other].state.pose);
    let (normal, height, part) = match shape {
        Shape::HalfSpace { normal } => {
            let normal = pose.turn(*normal);
            (normal, normal.dot(centre - pose.position), Part::Whole)
        }
        Shape::Mesh(solid) => match face(solid, pose.point_to_body(centre)) {
            Some((f, height)) => (pose.turn(solid.mesh.faces()[f].normal), height, Part::Face(f)),
            None => return Known::Not,
        },
        _ => return Known::Not,
    };
    let gap = height - radius;
    if gap > look.slack([ball, other]) + look.travel(ball) + look.travel(other) {
        return Known::Apart;
    }
    let point = centre - (radius + 0.5 * gap) * normal;
    let key = Key { first: Part::Whole, second: part };
    Known::Touches(Site { a: ball, b: other, key, point, normal, gap })
}

/// Polyhedra of more faces are searched by their trees.
const MOST_FACES: usize = 12;

/// The face of a convex polyhedron on which the foot of a point outside lies, and its height.
fn face(solid: &Solid, point: DVec3) -> Option<(usize, f64)> {
    let mesh = &solid.mesh;
    if mesh.faces().len() > MOST_FACES || !mesh.is_convex() {
        return None;
    }
    let heights = mesh.faces().iter().map(|face| face.normal.dot(point) - face.offset);
    let (f, height) = heights.enumerate().max_by(|x, y| x.1.total_cmp(&y.1))?;
    let foot = point - height * mesh.faces()[f].normal;
    let under = |(k, face): (usize, &crate::spatial::shape::mesh::Face)| k == f || face.normal.dot(foot) <= face.offset;
    (height > 0.0 && mesh.faces().iter().enumerate().all(under)).then_some((f, height))
}
