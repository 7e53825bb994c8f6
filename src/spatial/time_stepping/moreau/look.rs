//! What the search for contacts knows of the bodies, close together, and the contacts of balls.
use super::free::Free;
use super::site::Site;
use crate::spatial::body::{Body, BodyId};
use crate::spatial::contact::{Key, Part};
use crate::spatial::equations::Twist;
use crate::spatial::forces::Forces;
use crate::spatial::length;
use crate::spatial::narrow_phase::contact_point::{DIP, Reach};
use crate::spatial::shape::mesh::Face;
use crate::spatial::shape::{Aabb, Shape, Solid};
use glam::DVec3;

/// Gaps up to this part of the way that external forces make in a step are watched, and those up to this part of the
/// smaller body.
const SLACK: [f64; 2] = [0.5, 1e-3];
/// Overlaps of polyhedra up to these parts of the size and the thickness of the smaller one are understood. What seems
/// deeper lies behind the other body: corners of dominoes behind the far side.
const DEEP: [f64; 2] = [0.1, 0.25];
/// Features that miss each other by less than this part of the size count as aligned.
const GRAZE: f64 = 1e-6;
/// Polyhedra of more faces are searched by their trees.
const MOST_FACES: usize = 12;

/// A body, as the search sees it.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub centre: DVec3,
    /// Velocity and angular velocity without contacts, m/s, rad/s.
    pub velocity: DVec3,
    pub omega: DVec3,
    /// m; infinite for what is infinite.
    pub radius: f64,
    /// How far a point may move in the step, m.
    pub travel: f64,
    /// By how much it may turn in the step, rad.
    pub turn: f64,
    pub is_ball: bool,
    /// Whether forces move it now.
    pub is_free: bool,
}

impl Spot {
    pub fn of(body: &Body, k: usize, free: &Free, h: f64) -> Self {
        let Twist { linear: velocity, angular: omega } = free.twists[k];
        let (is_ball, is_free) = (matches!(body.shape, Shape::Sphere { .. }), body.is_free() && !free.asleep[k]);
        let (centre, radius) = (body.state.pose.position, body.shape.radius());
        let mut spot = Self { centre, velocity, omega, radius, travel: 0.0, turn: 0.0, is_ball, is_free };
        if !body.is_fixed() {
            [spot.travel, spot.turn] = spot.with(&free.twists[k], h);
        }
        spot
    }

    /// Whether it is a polyhedron, or one stands for it.
    pub fn is_polyhedron(&self) -> bool {
        !self.is_ball && self.radius.is_finite()
    }

    /// How far a point may move with these velocities, m, and by how much the body may turn, rad.
    pub fn with(&self, twist: &Twist, h: f64) -> [f64; 2] {
        let turn = if self.is_ball || self.radius.is_infinite() { 0.0 } else { h * length(twist.angular) };
        [h * length(twist.linear) + if turn > 0.0 { turn * self.radius } else { 0.0 }, turn]
    }
}

/// What the step knows when contacts are looked for.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The bodies at its beginning.
    pub bodies: &'a [Body],
    /// The same close together.
    pub spots: &'a [Spot],
    /// Whose joints hold bodies together.
    pub forces: &'a Forces,
    /// Largest acceleration by external forces, m/s².
    pub pull: f64,
    /// s.
    pub h: f64,
    /// Whether what should touch with the velocities without contacts is expected; else all counts as near.
    pub expects: bool,
}

/// What a search finds.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// What is expected to touch in the step.
    pub sites: Vec<Site>,
    /// What is not, but may where bodies push each other.
    pub near: Vec<Site>,
}

impl Look<'_> {
    /// Radius of the smaller body, m.
    pub fn size(&self, [a, b]: [BodyId; 2]) -> f64 {
        let size = self.spots[a].radius.min(self.spots[b].radius);
        if size.is_finite() { size } else { 1.0 }
    }

    /// Shortest side of the boxes around two bodies, m.
    fn thickness(&self, pair: [BodyId; 2]) -> f64 {
        let of = |body: BodyId| self.bodies[body].shape.solid().map_or(f64::INFINITY, |solid| solid.thickness);
        pair.map(of).into_iter().fold(f64::INFINITY, f64::min)
    }

    /// How far apart parts are watched when nothing moves, m.
    pub fn slack(&self, size: f64) -> f64 {
        SLACK[0] * self.pull * self.h * self.h + SLACK[1] * size
    }

    /// How far contacts of two bodies are looked for.
    pub fn reach(&self, pair: [BodyId; 2]) -> Reach {
        let (size, [p, q]) = (self.size(pair), pair.map(|body| &self.spots[body]));
        // polyhedra that come from farther are found to meet on their way, and the step is cut there
        let far = if p.is_polyhedron() && q.is_polyhedron() { size } else { f64::INFINITY };
        Reach {
            apart: rounded_up(self.slack(size) + (p.travel + q.travel).min(far)),
            overlap: (DEEP[0] * size).min(DEEP[1] * self.thickness(pair)),
            graze: GRAZE * size,
            dip: rounded_up(DIP + p.turn + q.turn),
        }
    }

    /// The box around the way of a body that is in the box `here` and goes on by `by`, and around what is watched there.
    pub fn way(&self, here: &Aabb, body: BodyId, by: DVec3) -> Aabb {
        if self.bodies[body].is_fixed() {
            return *here;
        }
        let slack = 0.5 * self.slack(self.size([body; 2])) + self.spots[body].travel - length(by);
        here.union(&here.moved(by)).grown(slack)
    }

    /// Adds a site to those that should touch before the step ends, or to those that are near.
    pub fn add(&self, site: Site, found: &mut Found) {
        let velocity = |body: BodyId| {
            let spot = &self.spots[body];
            spot.velocity + spot.omega.cross(site.point - spot.centre)
        };
        let rate = site.normal.dot(velocity(site.a) - velocity(site.b));
        let touches = self.expects && site.gap + self.h * rate.min(0.0) < self.slack(site.size);
        if touches { found.sites.push(site) } else { found.near.push(site) }
    }

    /// Adds the contact of two balls, or of a ball with a simple solid; false if it does not know the pair.
    pub fn balls(&self, [a, b]: [BodyId; 2], found: &mut Found) -> bool {
        let (p, q) = (&self.spots[a], &self.spots[b]);
        match (p.is_ball, q.is_ball) {
            (true, true) => {
                let (span, sum) = (p.centre - q.centre, p.radius + q.radius);
                let size = p.radius.min(q.radius);
                let far = sum + self.slack(size) + p.travel + q.travel;
                if span.length_squared() >= far * far {
                    return true;
                }
                let distance = length(span);
                let normal = if distance > 0.0 { span / distance } else { DVec3::Z };
                let gap = distance - sum;
                let point = p.centre - (p.radius + 0.5 * gap) * normal;
                let arms = [point - p.centre, point - q.centre];
                self.add(
                    Site { a, b, key: Key::default(), point, normal, gap, size, arms, change: DVec3::ZERO },
                    found,
                );
                true
            }
            (true, false) => self.on(a, b, found),
            (false, true) => self.on(b, a, found),
            _ => false,
        }
    }

    /// A ball on a half-space, or over a face of a convex polyhedron.
    fn on(&self, ball: BodyId, other: BodyId, found: &mut Found) -> bool {
        let (spot, pose) = (&self.spots[ball], &self.bodies[other].state.pose);
        let (normal, height, part) = match &self.bodies[other].shape {
            Shape::HalfSpace { normal } => {
                let normal = pose.turn(*normal);
                (normal, normal.dot(spot.centre - pose.position), Part::Whole)
            }
            Shape::Mesh(solid) => match face(solid, pose.point_to_body(spot.centre)) {
                Some((f, height)) => (pose.turn(solid.mesh.faces()[f].normal), height, Part::Face(f)),
                None => return false,
            },
            _ => return false,
        };
        let (gap, size) = (height - spot.radius, self.size([ball, other]));
        let point = spot.centre - (spot.radius + 0.5 * gap) * normal;
        let key = Key { first: Part::Whole, second: part };
        let arms = [point - spot.centre, point - self.spots[other].centre];
        self.add(Site { a: ball, b: other, key, point, normal, gap, size, arms, change: DVec3::ZERO }, found);
        true
    }
}

/// The face of a convex polyhedron on which the foot of a point outside lies, and its height.
fn face(solid: &Solid, point: DVec3) -> Option<(usize, f64)> {
    let mesh = &solid.mesh;
    if mesh.faces().len() > MOST_FACES || !mesh.is_convex() {
        return None;
    }
    let heights = mesh.faces().iter().map(|face| face.normal.dot(point) - face.offset);
    let (f, height) = heights.enumerate().max_by(|x, y| x.1.total_cmp(&y.1))?;
    let foot = point - height * mesh.faces()[f].normal;
    let under = |(k, face): (usize, &Face)| k == f || face.normal.dot(foot) <= face.offset;
    (height > 0.0 && mesh.faces().iter().enumerate().all(under)).then_some((f, height))
}

/// The next number with three binary digits, which is a quarter more at most.
fn rounded_up(x: f64) -> f64 {
    const REST: u64 = (1 << 50) - 1;
    f64::from_bits((x.to_bits() + REST) & !REST)
}
