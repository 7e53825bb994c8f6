//! Which parts of which bodies may touch during a step.
use super::body::{Body, BodyId, State};
use super::contact::{Candidate, Key, Part};
use super::gap::Gap;
use super::length;
use super::narrow_phase::collide::Collider;
use super::narrow_phase::contact_point::{ContactPoint, Reach};
use super::pose::Pose;
use super::shape::mesh::{Feature, Mesh};
use super::shape::{Aabb, Shape};
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
        let polyhedra = shapes.iter().all(|shape| matches!(shape, Shape::Mesh(_)));
        let overlap = if polyhedra { look.overlap + travel } else { DEEP };
        let reach = Reach { apart: look.apart + travel, overlap, graze: look.graze };
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
    let p = match (shapes[0], features[0]) {
        (Shape::Sphere { .. }, _) => Some(DVec3::ZERO),
        (Shape::Mesh(solid), Feature::Vertex(v)) => Some(solid.mesh.vertices()[v]),
        _ => None,
    };
    let gap = match (p, shapes[1], features[1]) {
        (Some(p), Shape::HalfSpace { normal }, _) => Gap::Plane { p, normal: *normal, offset: 0.0, radius },
        (Some(p), Shape::SphereCavity { radius: r }, _) => Gap::Inside { p, q: DVec3::ZERO, radii: [radius, *r] },
        (Some(p), Shape::Sphere { radius: r }, _) => Gap::Points { p, q: DVec3::ZERO, radii: [radius, *r] },
        (Some(p), Shape::Mesh(solid), Feature::Face(f)) => {
            let face = &solid.mesh.faces()[f];
            Gap::Plane { p, normal: face.normal, offset: face.offset, radius }
        }
        (Some(p), Shape::Mesh(solid), Feature::Edge(e)) if radius > 0.0 => {
            Gap::Edge { p, q: solid.mesh.edge_ends(e), radius }
        }
        (Some(p), Shape::Mesh(solid), Feature::Vertex(v)) if radius > 0.0 => {
            Gap::Points { p, q: solid.mesh.vertices()[v], radii: [radius, 0.0] }
        }
        (None, Shape::Mesh(_), _) => return edges([a, b], shapes, features),
        _ => return None,
    };
    Some(Candidate { a, b, key: key(shapes, features), gap })
}

/// The candidate of two edges; which side of each other they are on is settled when they are measured first.
fn edges([a, b]: [BodyId; 2], shapes: [&Shape; 2], features: [Feature; 2]) -> Option<Candidate> {
    let ([Shape::Mesh(s), Shape::Mesh(t)], [Feature::Edge(e), Feature::Edge(g)]) = (shapes, features) else {
        return None;
    };
    let outwards = [s.mesh.outward(features[0]), t.mesh.outward(features[1])];
    let gap = Gap::Lines { p: line(&s.mesh, e), q: line(&t.mesh, g), outwards };
    Some(Candidate { a, b, key: key(shapes, features), gap })
}

/// A point and the unit direction of an edge.
fn line(mesh: &Mesh, edge: usize) -> [DVec3; 2] {
    let [start, end] = mesh.edge_ends(edge);
    [start, (end - start) / length(end - start)]
}

fn key(shapes: [&Shape; 2], features: [Feature; 2]) -> Key {
    let part = |k: usize| match (shapes[k], features[k]) {
        (Shape::Mesh(_), Feature::Vertex(v)) => Part::Vertex(v),
        (Shape::Mesh(_), Feature::Edge(e)) => Part::Edge(e),
        (Shape::Mesh(_), Feature::Face(f)) => Part::Face(f),
        _ => Part::Whole,
    };
    Key { first: part(0), second: part(1) }
}
