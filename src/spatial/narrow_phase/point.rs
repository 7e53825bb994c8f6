//! The point of a mesh that is nearest to a given point.
use super::triangle::Place;
use crate::spatial::length;
use crate::spatial::shape::Solid;
use crate::spatial::shape::mesh::{Feature, Mesh};
use glam::DVec3;

/// The place of a surface nearest to a point. Body frame, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foot {
    /// From the point.
    pub distance: f64,
    /// On the surface.
    pub point: DVec3,
    /// What of the mesh is there.
    pub feature: Feature,
    /// The triangle there.
    pub triangle: usize,
}

/// A search for nearest points; its storage is kept from one search to the next.
#[derive(Clone, Debug, Default)]
pub struct PointSearch {
    stack: Vec<(f64, usize)>,
    /// Volumes and triangles that searches for nearest places have looked at so far.
    pub looked_at: [usize; 2],
}

impl PointSearch {
    /// The place of the surface nearest to a point in the body's frame.
    pub fn nearest(&mut self, solid: &Solid, point: DVec3) -> Foot {
        self.nearest_or_within(solid, point, 0.0)
    }

    /// The same, or any place that is nearer than `enough`, m, which is found sooner.
    pub fn nearest_or_within(&mut self, solid: &Solid, point: DVec3, enough: f64) -> Foot {
        let (mesh, tree, slack) = (&solid.mesh, &solid.tree, solid.tree.slack(point));
        let mut best = (f64::INFINITY, DVec3::ZERO, Place::Inside, 0);
        self.stack.clear();
        self.stack.push((0.0, 0));
        while let Some((bound, node)) = self.stack.pop() {
            if best.0 < enough {
                break;
            }
            if bound >= best.0 {
                continue;
            }
            if let Some(children) = tree.children(node) {
                self.looked_at[0] += 2;
                let [near, far] = children.map(|child| (tree.point_bound(child, point, slack), child));
                let order = if far.0 < near.0 { [near, far] } else { [far, near] };
                self.stack.extend(order);
                continue;
            }
            self.looked_at[1] += tree.items(node).len();
            for &t in tree.items(node) {
                let (foot, place) = foot(mesh.corners(t), point);
                let distance = length(foot - point);
                if distance < best.0 {
                    best = (distance, foot, place, t);
                }
            }
        }
        let (distance, point, place, triangle) = best;
        Foot { distance, point, feature: place.feature(mesh, triangle), triangle }
    }

    /// Shows all triangles whose volumes are within reach of a point in the body's frame.
    pub(super) fn near(&mut self, solid: &Solid, point: DVec3, reach: f64, show: &mut dyn FnMut(usize)) {
        let (tree, slack) = (&solid.tree, solid.tree.slack(point));
        self.stack.clear();
        self.stack.push((0.0, 0));
        while let Some((_, node)) = self.stack.pop() {
            if tree.point_bound(node, point, slack) > reach {
                continue;
            }
            match tree.children(node) {
                Some(children) => self.stack.extend(children.map(|child| (0.0, child))),
                None => tree.items(node).iter().for_each(|&t| show(t)),
            }
        }
    }

    /// Whether a point in the body's frame lies inside.
    pub fn inside(&mut self, solid: &Solid, point: DVec3) -> bool {
        self.nearest(solid, point).shows_inside(&solid.mesh, point)
    }
}

impl Foot {
    /// Whether the point that this is the nearest place to lies inside.
    pub fn shows_inside(&self, mesh: &Mesh, point: DVec3) -> bool {
        mesh.outward(self.feature).dot(point - self.point) < 0.0
    }
}

impl Place {
    /// What of a mesh is at this place of one of its triangles.
    pub(super) fn feature(self, mesh: &Mesh, triangle: usize) -> Feature {
        let t = &mesh.triangles()[triangle];
        match self {
            Self::Corner(k) => mesh.vertex_feature(t.corners[k]),
            Self::Side(k) => t.edges[k].map_or(Feature::Face(t.face), Feature::Edge),
            Self::Inside => Feature::Face(t.face),
        }
    }
}

/// The point of a triangle nearest to a point: in the plane, or on the nearest side.
pub(in crate::spatial) fn foot(corners: [DVec3; 3], point: DVec3) -> (DVec3, Place) {
    let a = corners[0];
    if let Some(normal) = normal_under(corners, point) {
        let normal = normal / length(normal);
        return (point - normal.dot(point - a) * normal, Place::Inside);
    }
    let mut best = (f64::INFINITY, a, Place::Corner(0));
    for k in 0..3 {
        let (from, side) = (corners[k], corners[(k + 1) % 3] - corners[k]);
        let s = ((point - from).dot(side) / side.length_squared()).clamp(0.0, 1.0);
        let candidate = from + s * side;
        let squared = candidate.distance_squared(point);
        if squared < best.0 {
            best = (squared, candidate, Place::on_side(k, s));
        }
    }
    (best.1, best.2)
}

/// A normal, of any length, of a triangle that a point is over or under: its foot in the plane is in the triangle.
pub(super) fn normal_under([a, b, c]: [DVec3; 3], point: DVec3) -> Option<DVec3> {
    let normal = (b - a).cross(c - a);
    let left = |from: DVec3, to: DVec3| normal.dot((to - from).cross(point - from)) >= 0.0;
    (normal != DVec3::ZERO && left(a, b) && left(b, c) && left(c, a)).then_some(normal)
}
