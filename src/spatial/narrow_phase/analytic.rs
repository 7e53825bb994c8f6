//! Contacts of balls, bowls and half-spaces, with each other and with meshes.
use super::contact_point::{self, ContactPoint, Reach};
use super::features::inwards;
use super::point::{PointSearch, foot};
use crate::spatial::pose::Pose;
use crate::spatial::shape::Posed;
use crate::spatial::shape::mesh::{Face, Feature, Mesh};
use glam::DVec3;

/// Smooth shapes have one feature.
const WHOLE: Feature = Feature::Face(0);

/// Cosine up to which a direction counts as being at right angles, and distance up to which, as a part of the ball's
/// radius, two places count as one: a ball over the border of a face has one contact with it.
const LEVEL: f64 = 1e-9;

fn contact(points: [DVec3; 2], normal: DVec3, features: [Feature; 2]) -> ContactPoint {
    ContactPoint { points, normal, gap: normal.dot(points[0] - points[1]), features }
}

/// Two balls.
pub fn sphere_sphere(radii: [f64; 2], centres: [DVec3; 2]) -> ContactPoint {
    let normal = (centres[0] - centres[1]).try_normalize().unwrap_or(DVec3::Z);
    contact([centres[0] - radii[0] * normal, centres[1] + radii[1] * normal], normal, [WHOLE; 2])
}

/// A ball over a half-space; `plane` is its pose.
pub fn sphere_half_space(radius: f64, centre: DVec3, normal: DVec3, plane: &Pose) -> ContactPoint {
    let normal = plane.turn(normal);
    let height = normal.dot(centre - plane.position);
    contact([centre - radius * normal, centre - height * normal], normal, [WHOLE; 2])
}

/// A ball in a bowl.
pub fn sphere_cavity(radii: [f64; 2], centres: [DVec3; 2]) -> ContactPoint {
    let normal = (centres[1] - centres[0]).try_normalize().unwrap_or(DVec3::Z);
    contact([centres[0] - radii[0] * normal, centres[1] - radii[1] * normal], normal, [WHOLE; 2])
}

/// Vertices of a mesh near the surface of something infinite: `surface` gives the outward normal and the nearest point
/// to a point.
pub fn mesh_vertices(
    mesh: Posed,
    reach: Reach,
    surface: &dyn Fn(DVec3) -> (DVec3, DVec3),
    found: &mut Vec<ContactPoint>,
    stack: &mut Vec<usize>,
) {
    let (shape, tree) = (&mesh.solid.mesh, &mesh.solid.tree);
    stack.clear();
    stack.push(0);
    let start = found.len();
    while let Some(node) = stack.pop() {
        let ball = tree.ball(node);
        let centre = mesh.pose.place(ball.centre);
        let (normal, foot) = surface(centre);
        if normal.dot(centre - foot) - ball.radius >= reach.apart {
            continue;
        }
        if let Some(children) = tree.children(node) {
            stack.extend(children);
            continue;
        }
        for &t in tree.items(node) {
            for v in shape.triangles()[t].corners.into_iter().filter(|&v| !shape.vertex_edges(v).is_empty()) {
                let vertex = mesh.pose.place(shape.vertices()[v]);
                let (normal, foot) = surface(vertex);
                let point = contact([vertex, foot], normal, [Feature::Vertex(v), WHOLE]);
                if reach.holds(point.gap) {
                    found.push(point);
                }
            }
        }
    }
    sort(found, start);
}

/// A ball near a mesh: every place of the mesh that is nearer to its centre than all places around it.
pub fn sphere_mesh(
    (radius, centre): (f64, DVec3),
    mesh: Posed,
    reach: Reach,
    search: &mut PointSearch,
    found: &mut Vec<ContactPoint>,
) {
    let (shape, start) = (&mesh.solid.mesh, found.len());
    let local = mesh.pose.point_to_body(centre);
    let mut add = |point: DVec3, outwards: DVec3, feature: Feature| {
        let normal = mesh.pose.turn(outwards);
        let on_mesh = mesh.pose.place(point);
        let point = contact([centre - radius * normal, on_mesh], normal, [WHOLE, feature]);
        if !reach.holds(point.gap) {
            return;
        }
        let same = |other: &&mut ContactPoint| other.points[1].distance(on_mesh) <= LEVEL * radius;
        match found[start..].iter_mut().find(same) {
            Some(other) if other.features >= point.features => {}
            Some(other) => *other = point,
            None => found.push(point),
        }
    };
    search.near(mesh.solid, local, radius + reach.apart, &mut |t| {
        let (point, place) = foot(shape.corners(t), local);
        let feature = place.feature(shape, t);
        let Some(outwards) = (local - point).try_normalize() else { return };
        if is_nearest(shape, feature, outwards) {
            add(point, outwards, feature);
        }
    });
    // a centre under the surface: out through the nearest face
    let deep = search.nearest(mesh.solid, local);
    if shape.outward(deep.feature).dot(local - deep.point) <= 0.0 {
        let face = match deep.feature {
            Feature::Face(f) => f,
            Feature::Edge(e) => shape.edges()[e].faces[0],
            Feature::Vertex(v) => shape.edges()[shape.vertex_edges(v)[0]].faces[0],
        };
        let Face { normal, offset, .. } = shape.faces()[face];
        add(local - (normal.dot(local) - offset) * normal, normal, Feature::Face(face));
    }
    sort(found, start);
}

/// Whether a place of a feature, seen from a point outside in this direction, is nearer than all around it.
fn is_nearest(mesh: &Mesh, feature: Feature, outwards: DVec3) -> bool {
    match feature {
        // the foot on one triangle of a face is not that on the face where it lies on a side between them
        Feature::Face(f) => mesh.faces()[f].normal.dot(outwards) >= 1.0 - LEVEL,
        Feature::Edge(e) => {
            let [a, b] = mesh.edge_ends(e);
            let across = (b - a).dot(outwards).abs() <= LEVEL.sqrt() * a.distance(b);
            across && mesh.edges()[e].convex && inwards(mesh, e).iter().all(|m| m.dot(outwards) <= LEVEL)
        }
        Feature::Vertex(v) => {
            super::features::directions(mesh, v).all(|along| along.dot(outwards) <= LEVEL)
                && mesh.outward(feature).dot(outwards) > 0.0
        }
    }
}

/// By feature, each once: the nearest place.
fn sort(found: &mut Vec<ContactPoint>, start: usize) {
    contact_point::sort_by(&mut found[start..], |_| 0.0);
    let mut end = start;
    for k in start..found.len() {
        if end == start || found[end - 1].features != found[k].features {
            found[end] = found[k];
            end += 1;
        }
    }
    found.truncate(end);
}
