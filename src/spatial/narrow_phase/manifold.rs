//! All places where two meshes, convex or not, touch or nearly do.
//!
//! Pairs of triangles within reach of each other are found by the trees; their vertices, edges and faces make the pairs
//! of features that `features.rs` tests, and `prune.rs` removes repetitions.
use super::contact_point::{ContactPoint, Reach};
use super::features::{View, covers};
use super::prune::prune;
use crate::spatial::bvh::Relation;
use crate::spatial::shape::Posed;
use crate::spatial::shape::mesh::{Feature, Mesh};

/// Finds contacts of two meshes; its storage is kept from one call to the next.
#[derive(Clone, Debug, Default)]
pub struct Manifold {
    relation: Relation,
    stack: Vec<[usize; 2]>,
    candidates: Vec<[Feature; 2]>,
    points: Vec<ContactPoint>,
    dropped: Vec<bool>,
}

impl Manifold {
    /// All contacts of two meshes, sorted by their features.
    pub fn find(&mut self, a: Posed, b: Posed, reach: Reach) -> &[ContactPoint] {
        let view = View::new(a, b, reach);
        self.collect(&view);
        self.points.clear();
        for features in &self.candidates {
            let point = view.measure(*features).filter(|point| reach.holds(point.gap));
            self.points.extend(point.filter(|point| view.faces(point)));
        }
        prune(&view, &mut self.points, &mut self.dropped);
        &self.points
    }

    /// The contact of the same features with the bodies elsewhere, wherever that is: its gap is a smooth function of the
    /// poses. None where edges are parallel, or where points that have a distance only apart fall together.
    pub fn again(features: [Feature; 2], a: Posed, b: Posed) -> Option<ContactPoint> {
        View::new(a, b, Reach::new(0.0)).measure(features)
    }

    /// Pairs of features of triangles within reach of each other, each pair once.
    fn collect(&mut self, view: &View) {
        let (a, b) = (view.p, view.q);
        let (s, t) = (&a.solid.tree, &b.solid.tree);
        self.relation.set((s, &a.pose), (t, &b.pose));
        self.candidates.clear();
        self.stack.clear();
        self.stack.push([0, 0]);
        let reach = view.reach.apart.max(view.reach.overlap);
        let back = view.swapped();
        while let Some([i, j]) = self.stack.pop() {
            if s.distance_bound(i, t, j, &self.relation) > reach {
                continue;
            }
            let larger = s.nodes()[i].size >= t.nodes()[j].size;
            match (s.children(i), t.children(j)) {
                (Some(children), other) if larger || other.is_none() => {
                    self.stack.extend(children.map(|i| [i, j]));
                }
                (_, Some(children)) => self.stack.extend(children.map(|j| [i, j])),
                _ => {
                    for &s in s.triangles(i) {
                        for &t in t.triangles(j) {
                            self.vertices(view, s, t, false);
                            self.vertices(&back, t, s, true);
                            self.edges(view, s, t);
                        }
                    }
                }
            }
        }
        self.candidates.sort_unstable();
        self.candidates.dedup();
    }

    /// Vertices of a triangle of the first body over one of the second, and near its edges and corners.
    fn vertices(&mut self, view: &View, s: usize, t: usize, swapped: bool) {
        let (p, q) = (&view.p.solid.mesh, &view.q.solid.mesh);
        let (s, number, t) = (&p.triangles()[s], t, &q.triangles()[t]);
        let face = &q.faces()[t.face];
        let apart = view.reach.apart * view.reach.apart;
        let mut add = |v: usize, other: Feature| {
            let features = if swapped { [other, Feature::Vertex(v)] } else { [Feature::Vertex(v), other] };
            self.candidates.push(features);
        };
        for v in s.corners.into_iter().filter(|&v| is_corner(p, v)) {
            let vertex = view.vertex(v);
            let height = face.normal.dot(vertex) - face.offset;
            if !view.reach.holds(height) {
                continue;
            }
            if covers(q, number, vertex, view.reach) {
                add(v, Feature::Face(t.face));
            }
            for e in t.edges.into_iter().flatten().filter(|&e| q.edges()[e].convex) {
                if view.on_edge(e, vertex).distance_squared(vertex) < apart {
                    add(v, Feature::Edge(e));
                }
            }
            for w in t.corners.into_iter().filter(|&w| is_corner(q, w)) {
                if q.vertices()[w].distance_squared(vertex) < apart {
                    add(v, Feature::Vertex(w));
                }
            }
        }
    }

    /// Pairs of convex edges of two triangles.
    fn edges(&mut self, view: &View, s: usize, t: usize) {
        let (p, q) = (&view.p.solid.mesh, &view.q.solid.mesh);
        let convex = |mesh: &Mesh, e: &usize| mesh.edges()[*e].convex;
        for e in p.triangles()[s].edges.into_iter().flatten().filter(|e| convex(p, e)) {
            for g in q.triangles()[t].edges.into_iter().flatten().filter(|g| convex(q, g)) {
                self.candidates.push([Feature::Edge(e), Feature::Edge(g)]);
            }
        }
    }
}

/// Whether edges meet at a vertex.
fn is_corner(mesh: &Mesh, v: usize) -> bool {
    !mesh.vertex_edges(v).is_empty()
}
