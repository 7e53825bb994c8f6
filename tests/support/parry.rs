//! Our shapes as those of the crate `parry3d`.
#![allow(dead_code, reason = "each test uses a part")]
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::Mesh;
use glam::DVec3;
use parry3d_f64::math;
use parry3d_f64::shape::{ConvexPolyhedron, TriMesh};

pub fn vector(v: DVec3) -> math::Vector {
    math::Vector::new(v.x, v.y, v.z)
}

pub fn pose(pose: &Pose) -> math::Pose {
    let q = pose.rotation;
    math::Pose::from_parts(vector(pose.position), math::Rotation::from_xyzw(q.x, q.y, q.z, q.w))
}

fn triangles(mesh: &Mesh) -> (Vec<math::Vector>, Vec<[u32; 3]>) {
    let index = |k: usize| u32::try_from(k).expect("few vertices");
    let corners = mesh.triangles().iter().map(|t| t.corners.map(index)).collect();
    (mesh.vertices().iter().copied().map(vector).collect(), corners)
}

/// The surface alone: what is inside is outside.
pub fn surface(mesh: &Mesh) -> TriMesh {
    let (vertices, triangles) = triangles(mesh);
    TriMesh::new(vertices, triangles).expect("a closed mesh")
}

/// A convex solid.
pub fn convex(mesh: &Mesh) -> ConvexPolyhedron {
    let (vertices, _) = triangles(mesh);
    ConvexPolyhedron::from_convex_hull(&vertices).expect("a convex mesh")
}
