//! Whether one of two bodies whose surfaces do not cut each other lies inside the other.
use super::point::PointSearch;
use super::triangle::Near;
use crate::spatial::bvh::Relation;
use crate::spatial::shape::mesh::Feature;
use crate::spatial::shape::{Mesh, Posed};
use glam::DVec3;

/// Closest points nearer than this part of the bodies' size have no direction that could be trusted.
const TOUCHING: f64 = 1e-9;
/// How far inside a surface a point is looked at, as a part of the mesh's size.
const SKIN: f64 = 1e-7;

/// For bodies with the given closest points, in the frame of `a`: whether the solids have a point in common.
///
/// Where each surface hangs together, one look at the closest points decides: each is the nearest of its surface to the
/// other, so the outward direction there tells inside from outside. For surfaces of several parts, and for bodies that
/// touch, a point just under each part of one surface is inside the other body or not.
pub(super) fn contained(
    (a, b): (Posed, Posed),
    relation: &Relation,
    near: &Near,
    features: [Feature; 2],
    search: &mut PointSearch,
) -> bool {
    let (p, q) = (&a.solid.mesh, &b.solid.mesh);
    let apart = near.points[1] - near.points[0];
    let touching = near.distance <= TOUCHING * (p.radius() + q.radius());
    if !touching && p.components() == 1 && q.components() == 1 {
        let outward_b = relation.rotation * q.outward(features[1]);
        return p.outward(features[0]).dot(apart) < 0.0 || outward_b.dot(apart) > 0.0;
    }
    some_part((a, b), relation, search)
}

/// Whether a point just under some part of the surface of one body is inside the other.
pub(super) fn some_part((a, b): (Posed, Posed), relation: &Relation, search: &mut PointSearch) -> bool {
    let (p, q) = (&a.solid.mesh, &b.solid.mesh);
    let to_b = |point: DVec3| relation.rotation.transpose() * (point - relation.offset);
    (0..p.components()).any(|part| search.inside(b.solid, to_b(under(p, part))))
        || (0..q.components()).any(|part| search.inside(a.solid, relation.place(under(q, part))))
}

/// A point just under the first triangle of a part.
fn under(mesh: &Mesh, part: usize) -> DVec3 {
    let t = mesh.triangles().iter().position(|t| t.component == part).unwrap_or(0);
    let centre = mesh.corners(t).iter().sum::<DVec3>() / 3.0;
    centre - SKIN * mesh.radius() * mesh.faces()[mesh.triangles()[t].face].normal
}
