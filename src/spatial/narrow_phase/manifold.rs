//! All places where two meshes, convex or not, touch or nearly do.
//!
//! Vertices and faces, and convex edges, within reach of each other are found by their trees; `features.rs` tests the
//! pairs, and `prune.rs` removes repetitions.
use super::contact_point::{ContactPoint, Reach};
use super::features::{View, covers, on_edge};
use super::prune::prune;
use crate::spatial::bvh::Relation;
use crate::spatial::shape::Posed;
use crate::spatial::shape::mesh::Feature;
use glam::DVec3;

/// Finds contacts of two meshes; its storage is kept from one call to the next.
#[derive(Clone, Debug, Default)]
pub struct Manifold {
    relation: Relation,
    stack: Vec<[usize; 2]>,
    /// Pairs of features by their codes, in one number: there are many, and they are sorted.
    candidates: Vec<u64>,
    points: Vec<ContactPoint>,
    dropped: Vec<bool>,
}

impl Manifold {
    /// All contacts of two meshes, sorted by their features.
    pub fn find(&mut self, a: Posed, b: Posed, reach: Reach) -> &[ContactPoint] {
        let view = View::new(a, b, reach);
        self.points.clear();
        self.collect(a, b, &view);
        let back = view.swapped();
        for &pair in &self.candidates {
            let features = [(pair >> 32) as u32, pair as u32].map(Feature::of_code);
            let point = view.measure(features).filter(|point| reach.holds(point.gap));
            self.points.extend(point.filter(|point| match point.features {
                // that they are over the faces is known
                [Feature::Vertex(v), Feature::Face(f)] => view.rests(v, f),
                [Feature::Face(f), Feature::Vertex(v)] => back.rests(v, f),
                _ => view.faces(point),
            }));
        }
        prune(&view, &mut self.points, &mut self.dropped);
        self.points.iter_mut().for_each(|point| *point = point.placed(&b.pose));
        &self.points
    }

    /// The contact of the same features with the bodies elsewhere, wherever that is: its gap is a smooth function of the
    /// poses. None where edges are parallel, or where points that have a distance only apart fall together.
    pub fn again(features: [Feature; 2], a: Posed, b: Posed) -> Option<ContactPoint> {
        View::new(a, b, Reach::new(0.0)).measure(features).map(|point| point.placed(&b.pose))
    }

    /// Pairs of vertices and other features within reach of each other, each pair once, and the contacts of edges, of which no
    /// pair comes twice.
    fn collect(&mut self, a: Posed, b: Posed, view: &View) {
        let (p, q) = (a.solid, b.solid);
        let reach = view.reach.apart.max(view.reach.overlap);
        let (found, stack, points) = (&mut self.candidates, &mut self.stack, &mut self.points);
        found.clear();
        self.relation.set((&p.tree, &a.pose), (&q.tree, &b.pose));
        let near = (&self.relation, reach);
        let mut add = |[p, q]: [Feature; 2]| found.push(u64::from(p.code()) << 32 | u64::from(q.code()));
        p.edges.near(&q.edges, near, stack, &mut |s, t| edges(view, s, t, points));
        p.corners.near(&q.tree, near, stack, &mut |s, t| {
            vertices(view, s, t, &mut |v, other| add([Feature::Vertex(v), other]));
        });
        let back = view.swapped();
        p.tree.near(&q.corners, near, stack, &mut |s, t| {
            vertices(&back, t, s, &mut |v, other| add([other, Feature::Vertex(v)]));
        });
        crate::sort::sort_and_dedup(found);
    }
}

/// Vertices of the first body over triangles of the second, and near their convex edges and corners.
fn vertices(view: &View, s: &[usize], t: &[usize], add: &mut dyn FnMut(usize, Feature)) {
    let (q, apart) = (view.q, view.reach.apart * view.reach.apart);
    for &v in s {
        let vertex = view.vertex(v);
        for &number in t {
            let t = &q.triangles()[number];
            let face = &q.faces()[t.face];
            if !view.reach.holds(face.normal.dot(vertex) - face.offset) {
                continue;
            }
            if covers(q, number, vertex, view.reach) {
                add(v, Feature::Face(t.face));
            }
            for e in t.edges.into_iter().flatten() {
                let edge = &q.edges()[e];
                let own = edge.convex && edge.faces[0] == t.face;
                if own && on_edge(q, e, vertex).distance_squared(vertex) < apart {
                    add(v, Feature::Edge(e));
                    let near = |w: &usize| q.vertices()[*w].distance_squared(vertex) < apart;
                    edge.ends.into_iter().filter(near).for_each(|w| add(v, Feature::Vertex(w)));
                }
            }
        }
    }
}

/// Contacts of edges whose boxes are within reach of each other.
fn edges(view: &View, s: &[usize], t: &[usize], found: &mut Vec<ContactPoint>) {
    let reach = DVec3::splat(view.reach.apart.max(view.reach.overlap));
    for &e in s {
        let [a, b] = view.p.edge_ends(e).map(|x| view.place(x));
        let (low, high) = (a.min(b) - reach, a.max(b) + reach);
        for &g in t {
            let [c, d] = view.q.edge_ends(g);
            if c.min(d).cmple(high).all() && low.cmple(c.max(d)).all() {
                let point = view.measure([Feature::Edge(e), Feature::Edge(g)]);
                found.extend(point.filter(|point| view.reach.holds(point.gap) && view.faces(point)));
            }
        }
    }
}
