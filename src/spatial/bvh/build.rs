//! Building the tree.
use super::kdop;
use super::obb::{Obb, covariance};
use super::sphere::Sphere;
use super::{Node, Tree, VolumeKind, Volumes};
use crate::spatial::shape::Mesh;
use crate::spatial::shape::eigen::symmetric_eigen;
use glam::DVec3;

/// The time that comparing two boxes along their bodies' axes takes, as a part of that for others: one that is not smaller by
/// this takes more time than it saves. Measured: 150 instructions and 700.
const TURNED: f64 = 0.25;

struct Builder<'a> {
    mesh: &'a Mesh,
    /// Vertices of each item.
    items: Vec<[usize; 3]>,
    /// The items' middles.
    centres: Vec<DVec3>,
    tree: Tree,
    /// Vertices of the items at hand, each once.
    points: Vec<DVec3>,
    /// When each vertex was last among them.
    seen: Vec<usize>,
    time: usize,
    /// Their extents, for hulls.
    bounds: Vec<f64>,
    /// Items in front of a plane.
    ahead: Vec<usize>,
}

/// How small, as a part of one along the body's axes, a box along its own must be to be taken; none is under zero.
fn turned(kind: VolumeKind) -> f64 {
    match kind {
        VolumeKind::Aabb => 0.0,
        VolumeKind::Box => TURNED,
        _ => 1.0,
    }
}

/// Splits the numbered items until each leaf holds no more than `leaf`.
pub(super) fn build(
    mesh: &Mesh,
    kind: VolumeKind,
    items: Vec<[usize; 3]>,
    (numbers, leaf): (Vec<usize>, usize),
) -> Tree {
    let n = numbers.len();
    let volumes = match (kind, kind.directions()) {
        (_, Some(set)) => Volumes::Hulls(set, Vec::new()),
        (VolumeKind::Sphere, _) => Volumes::Spheres(Vec::new()),
        _ => Volumes::Boxes(Vec::new()),
    };
    let mut builder = Builder {
        mesh,
        centres: items.iter().map(|item| item.iter().map(|&v| mesh.vertices()[v]).sum::<DVec3>() / 3.0).collect(),
        items,
        tree: Tree { kind, nodes: Vec::new(), items: numbers, volumes, radius: mesh.radius() },
        points: Vec::new(),
        seen: vec![0; mesh.vertices().len()],
        time: 0,
        bounds: Vec::new(),
        ahead: Vec::new(),
    };
    // parts still to be added, and the node whose second child each is
    let mut open: Vec<(usize, usize, usize, Option<usize>)> = vec![(0, n, 0, None)];
    while let Some((first, count, depth, parent)) = open.pop() {
        let node = builder.add(first, count, depth);
        if let Some(parent) = parent {
            builder.tree.nodes[parent].second = Some(node);
        }
        if count > leaf {
            let half = builder.split(first, count);
            open.push((first + half, count - half, depth + 1, Some(node)));
            open.push((first, half, depth + 1, None));
        }
    }
    builder.tree
}

impl Builder<'_> {
    /// Adds a node for some items.
    fn add(&mut self, first: usize, count: usize, depth: usize) -> usize {
        self.gather(first, count);
        let points = &self.points;
        match &mut self.tree.volumes {
            Volumes::Spheres(spheres) => spheres.push(Sphere::around(points)),
            Volumes::Boxes(boxes) => boxes.push(Obb::around(points, turned(self.tree.kind))),
            Volumes::Hulls(set, bounds) => kdop::measure(*set, points, bounds),
        }
        let low = points.iter().fold(DVec3::INFINITY, |m, p| m.min(*p));
        let high = points.iter().fold(DVec3::NEG_INFINITY, |m, p| m.max(*p));
        self.tree.nodes.push(Node { second: None, first, count, depth, size: low.distance(high) / 2.0 });
        self.tree.nodes.len() - 1
    }

    /// Vertices of some items, in their order in the tree.
    fn gather(&mut self, first: usize, count: usize) {
        self.points.clear();
        self.time += 1;
        for &item in &self.tree.items[first..first + count] {
            for v in self.items[item] {
                if std::mem::replace(&mut self.seen[v], self.time) != self.time {
                    self.points.push(self.mesh.vertices()[v]);
                }
            }
        }
    }

    /// Parts the items in two and returns how many are in the first part.
    fn split(&mut self, first: usize, count: usize) -> usize {
        let part = &self.tree.items[first..first + count];
        let centres: Vec<DVec3> = part.iter().map(|&t| self.centres[t]).collect();
        let mean = centres.iter().sum::<DVec3>() / count as f64;
        let axes = symmetric_eigen(covariance(&centres)).1;
        let mut best = (f64::INFINITY, DVec3::ZERO);
        for axis in [axes.z_axis, axes.y_axis, axes.x_axis] {
            let half = self.arrange(first, count, axis, mean);
            if half > 0 && half < count {
                let cost = self.cost(first, half) + self.cost(first + half, count - half);
                if cost < best.0 {
                    best = (cost, axis);
                }
            }
        }
        if best.0 == f64::INFINITY { count / 2 } else { self.arrange(first, count, best.1, mean) }
    }

    /// Brings the items behind the plane to the front, both parts in the order in which they were.
    fn arrange(&mut self, first: usize, count: usize, axis: DVec3, mean: DVec3) -> usize {
        let part = &mut self.tree.items[first..first + count];
        self.ahead.clear();
        let mut behind = 0;
        for k in 0..count {
            let t = part[k];
            if axis.dot(self.centres[t] - mean) > 0.0 {
                self.ahead.push(t);
            } else {
                part[behind] = t;
                behind += 1;
            }
        }
        part[behind..].copy_from_slice(&self.ahead);
        behind
    }

    /// Volume around some items.
    fn cost(&mut self, first: usize, count: usize) -> f64 {
        self.gather(first, count);
        match &self.tree.volumes {
            Volumes::Spheres(_) => Sphere::around(&self.points).volume(),
            Volumes::Boxes(_) => Obb::around(&self.points, turned(self.tree.kind)).volume(),
            Volumes::Hulls(set, _) => {
                self.bounds.clear();
                kdop::measure(*set, &self.points, &mut self.bounds);
                kdop::volume(*set, &self.bounds)
            }
        }
    }
}
