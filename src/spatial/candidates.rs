//! Which parts of which bodies may touch during a step.
use super::body::{Body, BodyId, State};
use super::contact::{Candidate, Key, Part};
use super::gap::Gap;
use super::length;
use super::narrow_phase::collide::Collider;
use super::narrow_phase::contact_point::{ContactPoint, Reach};
use super::pose::Pose;
use super::profile;
use super::shape::mesh::{Feature, Mesh};
use super::shape::{Aabb, Shape};
use super::smooth;
use glam::DVec3;

/// How far a search for candidates looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Parts nearer than this are candidates, how far bodies move in `span` added, m.
    pub apart: f64,
    /// Parts of two polyhedra that overlap by less than this are candidates, the same added, m.
    pub overlap: f64,
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
    /// How far any point of each body may move, m.
    travel: Vec<f64>,
    bounds: Vec<Aabb>,
    collider: Collider,
    points: Vec<ContactPoint>,
    smooth: smooth::Finder,
}

impl Finder {
    /// Adds all pairs of parts of bodies in these states that are near each other or overlap.
    pub fn find(&mut self, bodies: &[Body], states: &[State], look: Look, out: &mut Vec<Candidate>) {
        self.travel.clear();
        self.travel.extend(bodies.iter().zip(states).map(|(body, state)| {
            let turning = length(state.omega) * finite(body.shape.radius());
            look.span * (length(state.velocity) + turning)
        }));
        self.bounds.clear();
        let grown = |((body, state), travel): ((&Body, &State), &f64)| {
            body.shape.bounds(&state.pose).grown(travel + 0.5 * look.apart)
        };
        self.bounds.extend(bodies.iter().zip(states).zip(&self.travel).map(grown));
        for a in 0..bodies.len() {
            for b in a + 1..bodies.len() {
                if (bodies[a].is_free() || bodies[b].is_free()) && self.bounds[a].overlaps(&self.bounds[b]) {
                    let sides = [a, b].map(|id| smooth::Side { id, shape: &bodies[id].shape, state: &states[id] });
                    let apart = look.apart + self.travel[a] + self.travel[b];
                    let reach = Reach { apart, overlap: DEEP, graze: look.graze };
                    if smooth::takes(sides, reach) {
                        self.smooth.find(sides, look.span, reach, out);
                        continue;
                    }
                    self.pair(
                        [a, b],
                        [&bodies[a].shape, &bodies[b].shape],
                        [states[a].pose, states[b].pose],
                        look,
                        out,
                    );
                }
            }
        }
    }

    /// The candidates of one pair of bodies.
    fn pair(&mut self, ids: [BodyId; 2], shapes: [&Shape; 2], poses: [Pose; 2], look: Look, out: &mut Vec<Candidate>) {
        let travel = self.travel[ids[0]] + self.travel[ids[1]];
        // only two polyhedra, whose features are many, must not be searched deeply
        let overlap = if are_polyhedra(shapes) { look.overlap + travel } else { DEEP };
        self.within(ids, shapes, poses, Reach { apart: look.apart + travel, overlap, graze: look.graze }, out);
    }

    /// Adds the pairs of parts of two bodies, where these are, within a reach in the next `span` seconds.
    pub fn search(&mut self, ids: [BodyId; 2], bodies: &[Body], span: f64, reach: Reach, out: &mut Vec<Candidate>) {
        let sides = ids.map(|id| smooth::Side { id, shape: &bodies[id].shape, state: &bodies[id].state });
        let deep = Reach { overlap: DEEP, ..reach };
        if smooth::takes(sides, deep) {
            return self.smooth.find(sides, span, deep, out);
        }
        let (shapes, poses) = (ids.map(|id| &bodies[id].shape), ids.map(|id| bodies[id].state.pose));
        self.within(ids, shapes, poses, if are_polyhedra(shapes) { reach } else { deep }, out);
    }

    fn within(
        &mut self,
        ids: [BodyId; 2],
        shapes: [&Shape; 2],
        poses: [Pose; 2],
        reach: Reach,
        out: &mut Vec<Candidate>,
    ) {
        if let [Shape::Lathe(a), Shape::Lathe(b)] = shapes
            && profile::are_parallel(&poses[0], &poses[1])
        {
            return profile::find(ids, [a, b], poses, reach, out);
        }
        self.points.clear();
        self.collider.find((shapes[0], &poses[0]), (shapes[1], &poses[1]), reach, &mut self.points);
        for point in &self.points {
            let [f, g] = point.features;
            let candidate = candidate(ids, shapes, [f, g]).or_else(|| {
                let (ids, shapes) = ([ids[1], ids[0]], [shapes[1], shapes[0]]);
                candidate(ids, shapes, [g, f])
            });
            out.extend(candidate);
        }
    }
}

fn are_polyhedra(shapes: [&Shape; 2]) -> bool {
    shapes.iter().all(|shape| matches!(shape, Shape::Mesh(_) | Shape::Lathe(_) | Shape::Smooth(_)))
}

fn finite(radius: f64) -> f64 {
    if radius.is_finite() { radius } else { 0.0 }
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
fn mesh(shape: &Shape) -> Option<&Mesh> {
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

fn key(meshes: [Option<&Mesh>; 2], features: [Feature; 2]) -> Key {
    let part = |k: usize| match (meshes[k], features[k]) {
        (None, _) => Part::Whole,
        (_, Feature::Vertex(v)) => Part::Vertex(v),
        (_, Feature::Edge(e)) => Part::Edge(e),
        (_, Feature::Face(f)) => Part::Face(f),
    };
    Key { first: part(0), second: part(1) }
}
