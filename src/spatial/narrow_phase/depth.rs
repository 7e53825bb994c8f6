//! How deep two polyhedra lie in each other, as far as their corners and edges tell, and where.
use super::point::{Foot, PointSearch, normal_under};
use crate::spatial::bvh::Relation;
use crate::spatial::shape::mesh::Feature;
use crate::spatial::shape::{Posed, Solid};
use glam::DVec3;

/// Bounds of the distance of a point from boxes that take as long as one comparison of two boxes, or one of a triangle.
const BOUNDS: usize = 4;

/// A place of one of two bodies inside the other. Frame of that other one, metres.
#[derive(Clone, Copy, Debug)]
pub struct DeepPlace {
    /// From the surface, m.
    pub depth: f64,
    /// Which of the two bodies has the place: 0 or 1.
    pub owner: usize,
    /// The corner or edge of it that is there.
    pub feature: Feature,
    /// Where.
    pub point: DVec3,
    /// The nearest place of the other body's surface.
    pub foot: Foot,
}

/// Looks for the deepest place; its storage is kept.
#[derive(Clone, Debug, Default)]
pub struct DepthSearch {
    points: PointSearch,
    /// Of a tree of corners, yet to be looked at.
    nodes: Vec<usize>,
    relation: Relation,
    pairs: Vec<[usize; 2]>,
    /// For each edge where on its way it passes through faces first and last, and edges that do; for the others that is 1 and 0.
    passes: Vec<[f64; 2]>,
    passing: Vec<usize>,
    /// What was found, and how deep the deepest is, m; what is less deep than a part of that is left out.
    places: Vec<DeepPlace>,
    deepest: f64,
    part: f64,
    /// What the last search has cost, in comparisons of boxes.
    pub cost: usize,
}

/// The body whose corners and edges are looked at, with its number, and the one that they may lie in.
#[derive(Clone, Copy)]
struct Side<'a> {
    owner: usize,
    a: Posed<'a>,
    b: Posed<'a>,
}

impl DepthSearch {
    /// Corners, and places of edges half way between where they pass through faces, that are as deep as this part of the deepest,
    /// each deeper than the one before where the part is one; nothing if none is deeper than `than`, m.
    pub fn at_least(&mut self, part: f64, than: f64, [a, b]: [Posed; 2]) -> &[DeepPlace] {
        self.places.clear();
        (self.deepest, self.part, self.cost) = (than, part, 0);
        let sides = [Side { owner: 0, a, b }, Side { owner: 1, a: b, b: a }];
        sides.iter().for_each(|side| self.corners(side));
        sides.iter().for_each(|side| self.edges(side));
        let least = part * self.deepest;
        self.places.retain(|place| place.depth >= least);
        &self.places
    }

    /// Corners. Of those in a ball whose middle is outside none lies deeper than the ball reaches over its distance from the
    /// surface.
    fn corners(&mut self, side: &Side) {
        let Side { a, b, .. } = side;
        let (pose, bounds, corners) = (b.pose.relative(&a.pose), b.solid.mesh.bounds(), &a.solid.corners);
        let is_near = |point: DVec3, by: f64| point.cmpge(bounds.low - by).all() && point.cmple(bounds.high + by).all();
        self.nodes.push(0);
        while let Some(node) = self.nodes.pop() {
            let ball = corners.ball(node);
            let middle = pose.place(ball.centre);
            if !is_near(middle, ball.radius) || !self.may_be_deeper(b.solid, middle, ball.radius) {
                continue;
            }
            if let Some(children) = corners.children(node) {
                self.nodes.extend(children);
                continue;
            }
            for &v in corners.items(node) {
                let point = pose.place(a.solid.mesh.vertices()[v]);
                if is_near(point, 0.0) {
                    self.take(side, Feature::Vertex(v), point);
                }
            }
        }
    }

    /// Edges half way between where they pass through the other body's faces first and last, and between there and their ends.
    fn edges(&mut self, side: &Side) {
        let Side { a, b, .. } = side;
        let (pose, mesh) = (b.pose.relative(&a.pose), &b.solid.mesh);
        let Self { relation, pairs, passes, passing, .. } = self;
        let ends = |edge: usize| a.solid.mesh.edge_ends(edge).map(|end| pose.place(end));
        passes.resize(a.solid.mesh.edges().len().max(passes.len()), [1.0, 0.0]);
        relation.set((&a.solid.edges, &a.pose), (&b.solid.tree, &b.pose));
        let tests = a.solid.edges.near(&b.solid.tree, (relation, 0.0), pairs, &mut |edges, triangles| {
            for &edge in edges {
                let ends = ends(edge);
                for &t in triangles {
                    let face = &mesh.faces()[mesh.triangles()[t].face];
                    let [from, to] = ends.map(|end| face.normal.dot(end) - face.offset);
                    if from * to > 0.0 {
                        continue;
                    }
                    let time = from / (from - to);
                    if normal_under(mesh.corners(t), ends[0].lerp(ends[1], time)).is_some() {
                        let [first, last] = &mut passes[edge];
                        if *first > *last {
                            passing.push(edge);
                        }
                        (*first, *last) = (first.min(time), last.max(time));
                    }
                }
            }
        });
        self.cost += tests;
        while let Some(edge) = self.passing.pop() {
            let [first, last] = std::mem::replace(&mut self.passes[edge], [1.0, 0.0]);
            let [from, to] = ends(edge);
            for middle in [first, first + last, 1.0 + last] {
                self.take(side, Feature::Edge(edge), from + 0.5 * middle * (to - from));
            }
        }
    }

    /// Whether a point of a ball may lie so deep.
    fn may_be_deeper(&mut self, solid: &Solid, middle: DVec3, radius: f64) -> bool {
        let room = radius - self.part * self.deepest;
        let (foot, inside) = self.foot(solid, middle, room);
        foot.distance < room || inside && foot.distance > -room
    }

    /// Takes a place if it is inside and deep enough.
    fn take(&mut self, side: &Side, feature: Feature, point: DVec3) {
        let than = self.part * self.deepest;
        let (foot, inside) = self.foot(side.b.solid, point, than);
        if inside && foot.distance > than {
            self.deepest = self.deepest.max(foot.distance);
            self.places.push(DeepPlace { depth: foot.distance, owner: side.owner, feature, point, foot });
        }
    }

    /// The nearest place of a surface, or one that is nearer than this, m, and, of the nearest one, whether the point is inside.
    fn foot(&mut self, solid: &Solid, point: DVec3, enough: f64) -> (Foot, bool) {
        let before = self.points.looked_at;
        let foot = self.points.nearest_or_within(solid, point, enough);
        let [volumes, triangles] = [0, 1].map(|k| self.points.looked_at[k] - before[k]);
        self.cost += volumes / BOUNDS + triangles;
        (foot, foot.shows_inside(&solid.mesh, point))
    }
}
