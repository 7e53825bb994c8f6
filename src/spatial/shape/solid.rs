//! Meshes ready for queries, and where they are.
use super::Mesh;
use crate::spatial::bvh::{Tree, VolumeKind};
use crate::spatial::pose::Pose;

/// A mesh with its tree: what bodies of the same shape share.
#[derive(Clone, Debug)]
pub struct Solid {
    /// The surface.
    pub mesh: Mesh,
    /// Its triangles in a hierarchy of volumes.
    pub tree: Tree,
}

impl Solid {
    /// Builds the tree of a mesh.
    pub fn new(mesh: Mesh, kind: VolumeKind) -> Self {
        Self { tree: Tree::new(&mesh, kind), mesh }
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
