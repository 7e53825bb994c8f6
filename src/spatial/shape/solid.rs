//! Meshes ready for queries, and where they are.
use super::{Aabb, Mesh};
use crate::spatial::bvh::{Tree, VolumeKind};
use crate::spatial::pose::Pose;

/// A mesh with its tree: what bodies of the same shape share.
#[derive(Clone, Debug)]
pub struct Solid {
    /// The surface.
    pub mesh: Mesh,
    /// Its triangles in a hierarchy of volumes.
    pub tree: Tree,
    /// Its convex edges in another.
    pub edges: Tree,
    /// Its vertices, those at edges, in a third.
    pub corners: Tree,
    /// Shortest side of the box around it in the body's frame, m.
    pub thickness: f64,
}

impl Solid {
    /// Builds the trees of a mesh.
    pub fn new(mesh: Mesh, kind: VolumeKind) -> Self {
        let (edges, corners) = (Tree::of_edges(&mesh, kind), Tree::of_corners(&mesh, kind));
        let Aabb { low, high } = mesh.bounds();
        Self { tree: Tree::new(&mesh, kind), edges, corners, thickness: (high - low).min_element(), mesh }
    }

    /// The same mesh with trees of other volumes.
    pub fn with_volumes(&self, kind: VolumeKind) -> Self {
        Self::new(self.mesh.clone(), kind)
    }
}

/// A solid somewhere in the world.
#[derive(Clone, Copy, Debug)]
pub struct Posed<'a> {
    /// What is there.
    pub solid: &'a Solid,
    /// Where it is.
    pub pose: Pose,
}
