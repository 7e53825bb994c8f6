//! Hierarchies of bounding volumes: one binary tree, several volumes.
//!
//! Lennerz, Schömer, Warken, *A framework for collision detection and response*, section 2.2: built top-down, split by
//! the plane through the mean of the triangles' centres at right angles to the principal axis that makes the children's
//! volumes smallest.
mod build;
mod kdop;
pub mod obb;
pub mod outline;
pub mod sphere;
pub mod swept;

use crate::spatial::pose::Pose;
use crate::spatial::shape::Mesh;
use glam::{DMat3, DVec3};
use kdop::{Directions, Turned};
use obb::{Obb, box_gap, face_gap};
use sphere::Sphere;

/// Which bounding volume a tree is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VolumeKind {
    /// Balls.
    Sphere,
    /// Boxes along the body's axes.
    Aabb,
    /// Boxes along their own axes.
    Obb,
    /// Boxes along their own axes where these make them smaller by what comparing such boxes costs, else along the body's.
    #[default]
    Box,
    /// Hulls between 14 fixed planes.
    Kdop14,
    /// Hulls between 18 fixed planes.
    Kdop18,
    /// Hulls between 26 fixed planes.
    Kdop26,
}

impl VolumeKind {
    /// All of them, in the order in which a list shows them.
    pub const ALL: [Self; 7] =
        [Self::Sphere, Self::Aabb, Self::Obb, Self::Box, Self::Kdop14, Self::Kdop18, Self::Kdop26];

    /// Its name in files, tables and lists.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sphere => "sphere",
            Self::Aabb => "aabb",
            Self::Obb => "obb",
            Self::Box => "box",
            Self::Kdop14 => "14-dop",
            Self::Kdop18 => "18-dop",
            Self::Kdop26 => "26-dop",
        }
    }

    fn directions(self) -> Option<Directions> {
        match self {
            Self::Kdop14 => Some(Directions::Fourteen),
            Self::Kdop18 => Some(Directions::Eighteen),
            Self::Kdop26 => Some(Directions::TwentySix),
            _ => None,
        }
    }
}

/// Edges or vertices in a leaf: with so few, comparing all is faster than descending.
const FEW: usize = 8;

/// A part of the items.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// Its second child; the first follows it in the list. None for a leaf.
    second: Option<usize>,
    /// Its part of the list of items.
    first: usize,
    count: usize,
    /// 0 for the root.
    pub depth: usize,
    /// Half the diagonal of the box along the body's axes around its items, m.
    pub size: f64,
}

/// The volumes of all nodes.
#[derive(Clone, Debug)]
enum Volumes {
    Spheres(Vec<Sphere>),
    Boxes(Vec<Obb>),
    Hulls(Directions, Vec<f64>),
}

/// A binary tree over the triangles, the edges or the vertices of a mesh: its items.
#[derive(Clone, Debug)]
pub struct Tree {
    kind: VolumeKind,
    nodes: Vec<Node>,
    /// Numbers of the items, in the order of the leaves.
    items: Vec<usize>,
    volumes: Volumes,
    radius: f64,
}

/// How the trees of two bodies stand to each other: reused from query to query.
#[derive(Clone, Debug, Default)]
pub struct Relation {
    /// From the axes of the second body to those of the first.
    pub rotation: DMat3,
    /// Its entries without their signs.
    sizes: DMat3,
    /// Origin of the second body in the frame of the first, m.
    pub offset: DVec3,
    turned: Turned,
    /// What rounding may take away from a gap, m.
    slack: f64,
}

impl Relation {
    /// For two trees in the poses of their bodies.
    pub fn set(&mut self, a: (&Tree, &Pose), b: (&Tree, &Pose)) {
        let pose = a.1.relative(b.1);
        (self.rotation, self.offset) = (pose.axes(), pose.position);
        self.sizes = obb::sizes(&self.rotation);
        self.slack = 1e-14 * (a.0.radius + b.0.radius + self.offset.length());
        if let (Some(set), true) = (a.0.kind.directions(), a.0.kind == b.0.kind) {
            self.turned.set(set, &self.rotation, self.offset);
        }
    }

    /// A point of the second body in the frame of the first.
    pub fn place(&self, point: DVec3) -> DVec3 {
        self.rotation * point + self.offset
    }
}

impl Tree {
    /// Sorts the triangles of a mesh into a tree.
    pub fn new(mesh: &Mesh, kind: VolumeKind) -> Self {
        let items: Vec<[usize; 3]> = mesh.triangles().iter().map(|t| t.corners).collect();
        let all = (0..items.len()).collect();
        build::build(mesh, kind, items, (all, 1))
    }

    /// Sorts the convex edges of a mesh into a tree.
    pub fn of_edges(mesh: &Mesh, kind: VolumeKind) -> Self {
        let items: Vec<[usize; 3]> = mesh.edges().iter().map(|e| [e.ends[0], e.ends[1], e.ends[1]]).collect();
        let convex = (0..items.len()).filter(|&e| mesh.edges()[e].convex).collect();
        build::build(mesh, kind, items, (convex, FEW))
    }

    /// Sorts the vertices of a mesh at which edges meet into a tree.
    pub fn of_corners(mesh: &Mesh, kind: VolumeKind) -> Self {
        let items: Vec<[usize; 3]> = (0..mesh.vertices().len()).map(|v| [v; 3]).collect();
        let corners = (0..items.len()).filter(|&v| !mesh.vertex_edges(v).is_empty()).collect();
        build::build(mesh, kind, items, (corners, FEW))
    }

    /// Which volumes it is made of.
    pub fn kind(&self) -> VolumeKind {
        self.kind
    }

    /// All nodes, the root first, each followed by the tree of its first child.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The two children of a node; none of a leaf.
    pub fn children(&self, node: usize) -> Option<[usize; 2]> {
        self.nodes[node].second.map(|second| [node + 1, second])
    }

    /// Numbers of the items under a node.
    pub fn items(&self, node: usize) -> &[usize] {
        let node = &self.nodes[node];
        &self.items[node.first..node.first + node.count]
    }

    /// Nodes of one depth, and leaves above it: together they hold every item once.
    pub fn level(&self, depth: usize) -> impl Iterator<Item = usize> {
        let shown = move |node: &Node| node.depth == depth || node.depth < depth && node.second.is_none();
        self.nodes.iter().enumerate().filter(move |(_, node)| shown(node)).map(|(k, _)| k)
    }

    /// Depth of the deepest node.
    pub fn depth(&self) -> usize {
        self.nodes.iter().map(|node| node.depth).max().unwrap_or(0)
    }

    /// A lower bound of the distance between the items of two nodes, m; zero if the volumes overlap.
    ///
    /// Trees of different volumes are compared by the balls around their boxes or hulls.
    pub fn distance_bound(&self, node: usize, other: &Tree, other_node: usize, relation: &Relation) -> f64 {
        let gap = match (&self.volumes, &other.volumes) {
            (Volumes::Spheres(a), Volumes::Spheres(b)) => {
                let b = &b[other_node];
                a[node].gap(b.radius, relation.place(b.centre))
            }
            (Volumes::Boxes(a), Volumes::Boxes(b)) => {
                let (a, b) = (&a[node], &b[other_node]);
                let offset = relation.place(b.centre) - a.centre;
                if a.is_aligned && b.is_aligned {
                    face_gap([a.half, b.half], [&relation.rotation, &relation.sizes], offset)
                } else {
                    let to_a = a.axes.transpose();
                    box_gap(a.half, b.half, &(to_a * (relation.rotation * b.axes)), to_a * offset)
                }
            }
            (Volumes::Hulls(p, a), Volumes::Hulls(q, b)) if p == q => {
                let n = 2 * p.count();
                relation.turned.gap(&a[n * node..][..n], &b[n * other_node..][..n])
            }
            _ => {
                let b = other.ball(other_node);
                self.ball(node).gap(b.radius, relation.place(b.centre))
            }
        };
        (gap - relation.slack).max(0.0)
    }

    /// What rounding may take away from the distance of a point from a volume, m.
    pub fn slack(&self, point: DVec3) -> f64 {
        1e-14 * (self.radius + point.length())
    }

    /// A lower bound of the distance of a point, in the body's frame, from the items of a node, m, with the `slack` of the point.
    pub fn point_bound(&self, node: usize, point: DVec3, slack: f64) -> f64 {
        let gap = match &self.volumes {
            Volumes::Spheres(spheres) => spheres[node].gap(0.0, point),
            Volumes::Boxes(boxes) => {
                let b = &boxes[node];
                obb::together((b.axes.transpose() * (point - b.centre)).abs() - b.half)
            }
            Volumes::Hulls(set, bounds) => kdop::point_gap(*set, &bounds[2 * set.count() * node..], point),
        };
        (gap - slack).max(0.0)
    }

    /// Shows the items of all pairs of nodes within reach, m, of each other, where both hold only a few; returns how often it
    /// compared two.
    pub fn near(
        &self,
        other: &Tree,
        (relation, reach): (&Relation, f64),
        stack: &mut Vec<[usize; 2]>,
        show: &mut dyn FnMut(&[usize], &[usize]),
    ) -> usize {
        self.near_by(other, stack, &mut |i, j| self.distance_bound(i, other, j, relation) <= reach, show)
    }

    /// Shows the items of all pairs of nodes that are near in the sense of a test, where both hold only a few; returns
    /// how often it tested.
    fn near_by(
        &self,
        other: &Tree,
        stack: &mut Vec<[usize; 2]>,
        near: &mut dyn FnMut(usize, usize) -> bool,
        show: &mut dyn FnMut(&[usize], &[usize]),
    ) -> usize {
        let mut tests = 0;
        stack.clear();
        stack.push([0, 0]);
        while let Some([i, j]) = stack.pop() {
            tests += 1;
            if !near(i, j) {
                continue;
            }
            let first = self.nodes[i].size >= other.nodes[j].size;
            match (self.children_of_many(i), other.children_of_many(j)) {
                (Some(children), None) => stack.extend_from_slice(&children.map(|i| [i, j])),
                (Some(children), Some(_)) if first => stack.extend_from_slice(&children.map(|i| [i, j])),
                (_, Some(children)) => stack.extend_from_slice(&children.map(|j| [i, j])),
                (None, None) => show(self.items(i), other.items(j)),
            }
        }
        tests
    }

    /// The children of a node with more than a few items.
    fn children_of_many(&self, node: usize) -> Option<[usize; 2]> {
        self.children(node).filter(|_| self.nodes[node].count > FEW)
    }

    /// A ball around the volume of a node.
    pub fn ball(&self, node: usize) -> Sphere {
        match &self.volumes {
            Volumes::Spheres(spheres) => spheres[node],
            Volumes::Boxes(boxes) => Sphere { centre: boxes[node].centre, radius: boxes[node].half.length() },
            Volumes::Hulls(set, bounds) => {
                let bounds = &bounds[2 * set.count() * node..];
                let low = DVec3::new(bounds[0], bounds[2], bounds[4]);
                let high = DVec3::new(bounds[1], bounds[3], bounds[5]);
                Sphere { centre: (low + high) / 2.0, radius: low.distance(high) / 2.0 }
            }
        }
    }
}
