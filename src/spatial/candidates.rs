//! Which parts of which bodies may touch during a step.
use super::allowed::Allowed;
use super::body::{Body, BodyId, State};
use super::broad_phase::BroadPhase;
use super::contact::{Candidate, Key, Part};
use super::gap::Gap;
use super::joint::{Joint, are_joined};
use super::length;
use super::narrow_phase::collide::Collider;
use super::narrow_phase::contact_point::{ContactPoint, Reach};
use super::profile;
use super::shape::mesh::{Feature, Mesh};
use super::shape::{Aabb, Shape};
use super::smooth::{self, Side};
use super::sunk::Sunk;
use glam::DVec3;

/// How far a search for candidates looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Parts nearer than this are candidates, how far bodies move in `span` added, m.
    pub apart: f64,
    /// Parts of two polyhedra that overlap by less than this are candidates, m.
    pub overlap: f64,
    /// Whether the bodies may have moved into each other: then how far they move in `span` is added to `overlap` too. At
    /// the beginning of a step, where they should not overlap, that would find parts that only seem to, such as edges
    /// that pass behind each other.
    pub sunk: bool,
    /// Features that miss each other by less than this count as aligned, m.
    pub graze: f64,
    /// Time for which the bodies go on with their velocities, s.
    pub span: f64,
}

/// Overlaps of all other pairs count up to this depth, m.
const DEEP: f64 = 1e9;

/// Finds candidates; storage is reused.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    /// Finds the pairs of bodies that may be near each other.
    pub broad_phase: BroadPhase,
    pairs: Vec<[BodyId; 2]>,
    bounds: Vec<Aabb>,
    collider: Collider,
    points: Vec<ContactPoint>,
    /// Finds those of smooth bodies.
    pub smooth: smooth::Finder,
    sunk: Sunk,
}

impl Finder {
    /// Adds all pairs of parts of bodies in these states that are near each other or overlap.
    pub fn find(&mut self, bodies: &[Body], states: &[State], look: Look, out: &mut Vec<Candidate>) {
        self.bounds.clear();
        self.bounds.extend(bodies.iter().zip(states).map(|(body, state)| {
            let radius = body.shape.radius();
            let turning = if radius.is_finite() { length(state.omega) * radius } else { 0.0 };
            let travel = look.span * (length(state.velocity) + turning);
            body.shape.bounds(&state.pose).grown(travel + 0.5 * look.apart)
        }));
        self.pairs.clear();
        self.pairs.extend_from_slice(self.broad_phase.pairs(&self.bounds));
        let mut searched = 0;
        for k in 0..self.pairs.len() {
            let pair = self.pairs[k];
            if pair.iter().any(|&id| bodies[id].is_free()) {
                searched += 1;
                self.pair(pair.map(|id| Side { id, shape: &bodies[id].shape, state: &states[id] }), look, out);
            }
        }
        self.broad_phase.count(searched, searched, 0);
    }

    /// Whether two bodies overlap where they are by more than is allowed, or leave a cavity by as much if that counts too.
    pub fn overlaps(&mut self, bodies: &[Body], joints: &[Joint], cavities: bool) -> bool {
        let allowed = Allowed::among(bodies);
        self.bounds.clear();
        self.bounds.extend(bodies.iter().map(|body| body.shape.bounds(&body.state.pose)));
        let Self { broad_phase, bounds, sunk, .. } = self;
        broad_phase.pairs(bounds).iter().any(|&pair| {
            let sides = pair.map(|id| Side { id, shape: &bodies[id].shape, state: &bodies[id].state });
            pair.iter().any(|&id| bodies[id].is_free())
                && (cavities || !sides.iter().any(|side| side.shape.is_hollow()))
                && !(are_joined(joints, pair) || turned_alike(sides))
                && sunk.is_deeper(sides, allowed.of(sides.map(|side| side.shape)))
        })
    }

    /// How far two bodies may move relative to each other where they may meet, m.
    fn travel(&self, [a, b]: [Side; 2], span: f64) -> f64 {
        let common = self.bounds[a.id].intersection(&self.bounds[b.id]);
        if !(common.low.is_finite() && common.high.is_finite()) {
            return 0.0;
        }
        // a linear function is greatest at a corner; what turns also bends the way
        let speed = |p: DVec3| length(a.state.velocity_at(p) - b.state.velocity_at(p));
        let bend = |side: Side, p: DVec3| {
            0.5 * span * side.state.omega.length_squared() * length(p - side.state.pose.position)
        };
        let rate = |p: DVec3| speed(p) + bend(a, p) + bend(b, p);
        span * common.corners().map(rate).into_iter().fold(0.0, f64::max)
    }

    /// The candidates of one pair of bodies.
    fn pair(&mut self, sides: [Side; 2], look: Look, out: &mut Vec<Candidate>) {
        let travel = self.travel(sides, look.span);
        // only two bodies of many features must not be searched deeply: some lie behind the other body
        let sunk = if look.sunk { travel } else { 0.0 };
        let overlap = if sides.iter().all(is_polyhedron) { look.overlap + sunk } else { DEEP };
        let reach = Reach { overlap, graze: look.graze, ..Reach::new(look.apart + travel) };
        if smooth::takes(sides, reach) {
            return self.surfaces(sides, look.span, reach, out);
        }
        self.within(sides, reach, out);
    }

    /// Adds the pairs of parts of two bodies, where these are, within a reach in the next `span` seconds. Whether they are
    /// places where smooth bodies are nearest to each other: a shorter reach finds the same of them.
    pub fn search(&mut self, sides: [Side; 2], span: f64, mut reach: Reach, out: &mut Vec<Candidate>) -> bool {
        let deep = Reach { overlap: DEEP, ..reach };
        let (from, polyhedra) = (out.len(), sides.iter().all(is_polyhedron));
        if smooth::takes(sides, deep) {
            let is_ground = |side: &Side| side.shape.is_hollow() || matches!(side.shape, Shape::HalfSpace { .. });
            if sides.iter().any(is_ground) {
                self.smooth.find(sides, span, deep, out);
                return true;
            }
            // deep in each other they may have no nearest points; then their polyhedra tell the way out
            let depth = self.sunk.depth(sides);
            if depth <= reach.overlap {
                self.surfaces(sides, span, reach, out);
                if depth <= 0.0 || out.len() > from {
                    return true;
                }
            }
            reach.apart = 0.0; // in each other they do not come nearer by how far they go
        }
        self.within(sides, if polyhedra { reach } else { deep }, out);
        if polyhedra && !turned_alike(sides) {
            self.sunk.amend(sides, reach.overlap, from, out);
        }
        false
    }

    /// Where smooth bodies are nearest to each other, or to a polyhedron: at its features that are near by polyhedra.
    fn surfaces(&mut self, sides: [Side; 2], span: f64, reach: Reach, out: &mut Vec<Candidate>) {
        let k = usize::from(matches!(sides[0].shape, Shape::Smooth(_)));
        let ground = match sides[k].shape {
            Shape::Mesh(solid) => &solid.mesh,
            Shape::Lathe(lathe) => &lathe.solid().mesh,
            _ => return self.smooth.find(sides, span, reach, out),
        };
        let Shape::Smooth(body) = sides[1 - k].shape else { return };
        let apart = reach.apart + body.sag();
        self.facing(sides, Reach { apart, ..reach });
        // what only comes nearer is no place of theirs where a corner is nearly a corner's neighbour
        let closest = self.sunk.closest(sides, apart);
        let features =
            self.points.iter().map(|point| point.features[k]).chain(closest.map(|closest| closest.features[k]));
        self.smooth.over([sides[1 - k], sides[k]], (body, ground), features, (reach, out));
    }

    /// Finds the features that face each other within reach.
    fn facing(&mut self, sides: [Side; 2], reach: Reach) {
        let [a, b] = sides.map(|side| (side.shape, &side.state.pose));
        self.points.clear();
        self.collider.find(a, b, reach, &mut self.points);
    }

    fn within(&mut self, sides: [Side; 2], reach: Reach, out: &mut Vec<Candidate>) {
        let (ids, shapes, poses) = (sides.map(|s| s.id), sides.map(|s| s.shape), sides.map(|s| s.state.pose));
        if let [Shape::Lathe(a), Shape::Lathe(b)] = shapes
            && turned_alike(sides)
        {
            return profile::find(ids, [a, b], poses, reach, out);
        }
        self.facing(sides, reach);
        for point in &self.points {
            out.extend(candidate_of(ids, shapes, point.features));
        }
    }
}

/// Whether both are turned bodies with parallel axes, whose contacts their profiles tell.
fn turned_alike(sides: [Side; 2]) -> bool {
    let turned = sides.iter().all(|side| matches!(side.shape, Shape::Lathe(_)));
    turned && profile::are_parallel(&sides[0].state.pose, &sides[1].state.pose)
}

fn is_polyhedron(side: &Side) -> bool {
    side.shape.solid().is_some()
}

/// The candidate of two features, in the order in which the gap is known, if it is.
pub(super) fn candidate_of(ids: [BodyId; 2], shapes: [&Shape; 2], [f, g]: [Feature; 2]) -> Option<Candidate> {
    candidate(ids, shapes, [f, g]).or_else(|| candidate([ids[1], ids[0]], [shapes[1], shapes[0]], [g, f]))
}

/// The candidate of two features, if the gap is known in this order of the bodies.
///
/// Vertices of meshes near edges and vertices are left out: such a distance is never negative, so it keeps nothing
/// apart. Where those parts would overlap after a step, a vertex and a face do, or two edges, and these are found then.
fn candidate([a, b]: [BodyId; 2], shapes: [&Shape; 2], features: [Feature; 2]) -> Option<Candidate> {
    let radius = match shapes[0] {
        Shape::Sphere { radius } => *radius,
        _ => 0.0,
    };
    let meshes = shapes.map(mesh);
    let p = match (shapes[0], meshes[0], features[0]) {
        (Shape::Sphere { .. }, ..) => Some(DVec3::ZERO),
        (_, Some(mesh), Feature::Vertex(v)) => Some(mesh.vertices()[v]),
        _ => None,
    };
    let Some(p) = p else { return edges([a, b], meshes, features) };
    let gap = match (shapes[1], meshes[1], features[1]) {
        (Shape::HalfSpace { normal }, ..) => Gap::Plane { p, normal: *normal, offset: 0.0, radius },
        (Shape::SphereCavity { radius: r }, ..) => Gap::Inside { p, q: DVec3::ZERO, radii: [radius, *r] },
        (Shape::Sphere { radius: r }, ..) => Gap::Points { p, q: DVec3::ZERO, radii: [radius, *r] },
        (_, Some(mesh), Feature::Face(f)) => {
            let face = &mesh.faces()[f];
            Gap::Plane { p, normal: face.normal, offset: face.offset, radius }
        }
        (_, Some(mesh), Feature::Edge(e)) if radius > 0.0 => Gap::Edge { p, q: mesh.edge_ends(e), radius },
        (_, Some(mesh), Feature::Vertex(v)) if radius > 0.0 => {
            Gap::Points { p, q: mesh.vertices()[v], radii: [radius, 0.0] }
        }
        _ => return None,
    };
    Some(Candidate { a, b, key: key(meshes, features), gap })
}

/// The polyhedron that a shape is, or that stands for it.
pub(super) fn mesh(shape: &Shape) -> Option<&Mesh> {
    match shape {
        Shape::Mesh(solid) => Some(&solid.mesh),
        Shape::Lathe(lathe) => Some(&lathe.solid().mesh),
        Shape::Smooth(smooth) => Some(&smooth.solid().mesh),
        _ => None,
    }
}

/// The candidate of two edges; which side of each other they are on is settled when they are measured first.
fn edges([a, b]: [BodyId; 2], meshes: [Option<&Mesh>; 2], features: [Feature; 2]) -> Option<Candidate> {
    let ([Some(s), Some(t)], [Feature::Edge(e), Feature::Edge(g)]) = (meshes, features) else { return None };
    let outwards = [s.outward(features[0]), t.outward(features[1])];
    let gap = Gap::Lines { p: line(s, e), q: line(t, g), outwards };
    Some(Candidate { a, b, key: key(meshes, features), gap })
}

/// A point and the unit direction of an edge.
fn line(mesh: &Mesh, edge: usize) -> [DVec3; 2] {
    let [start, end] = mesh.edge_ends(edge);
    [start, (end - start) / length(end - start)]
}

/// The name of two features.
pub(super) fn key(meshes: [Option<&Mesh>; 2], features: [Feature; 2]) -> Key {
    let part = |k: usize| meshes[k].map_or(Part::Whole, |_| features[k].into());
    Key { first: part(0), second: part(1) }
}
