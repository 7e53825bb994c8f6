//! How far two convex polyhedra are apart, or how deep they overlap, by separating axes.
//!
//! Of all directions along which the shadows of two convex polyhedra overlap least, one is the normal of a face of either, or
//! at right angles to an edge of each whose arcs cross on the sphere of normals. Of polyhedra that are apart, one of these
//! keeps the shadows apart, though others may keep them farther apart.
//! Gottschalk, Lin, Manocha, *OBBTree*, SIGGRAPH 1996, section 5; the test of the arcs as in Gregorius, *The separating
//! axis test between convex polyhedra*, GDC 2013.
use crate::spatial::pose::Pose;
use crate::spatial::shape::Mesh;
use crate::spatial::shape::mesh::Feature;
use glam::DVec3;

/// Squared sine of the angle under which edges count as parallel: faces separate as well then.
const PARALLEL: f64 = 1e-6;
/// An edge's axis is taken only if it is better than all faces' by this part of the bodies' size: what it keeps apart
/// touches in one place, what a face does may rest.
const BETTER: f64 = 1e-9;

/// The best of these directions, normals of faces and of pairs of edges, for two convex bodies `a` and `b`. World frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// m; positive if they are apart: no more than their distance. Negative: as deep as they overlap, the least way out.
    pub gap: f64,
    /// Unit vector out of `b` into `a`.
    pub normal: DVec3,
    /// What of each is foremost there.
    pub features: [Feature; 2],
}

/// Finds separations; its storage is kept.
#[derive(Clone, Debug, Default)]
pub struct Separator {
    /// Vertices of each body in the frame of the other.
    vertices: [Vec<DVec3>; 2],
    /// Of each face of the first body the vertex of the second that is deepest under it.
    deepest: Vec<usize>,
}

/// Pairs of polyhedra with more pairs of features than this are not looked at by axes: what looks at single features takes
/// less time.
const MANY: usize = 20_000;

/// Whether all axes of two bodies are few enough to be looked at.
pub fn is_quick(a: &Mesh, b: &Mesh) -> bool {
    let of = |p: &Mesh, q: &Mesh| p.faces().len() * q.vertices().len();
    of(a, b) + of(b, a) + a.edges().len() * b.edges().len() <= MANY
}

impl Separator {
    /// The vertices of the first or the second body in the frame of the other, when it was looked at last.
    pub fn vertices(&self, body: usize) -> &[DVec3] {
        &self.vertices[body]
    }

    /// The best normal of a face.
    pub fn faces(&mut self, a: (&Mesh, &Pose), b: (&Mesh, &Pose)) -> Separation {
        let pose = b.1.relative(a.1);
        let back = a.1.relative(b.1);
        for (k, mesh, pose) in [(0, a.0, pose), (1, b.0, back)] {
            let (axes, vertices) = (pose.axes(), &mut self.vertices[k]);
            vertices.clear();
            vertices.extend(mesh.vertices().iter().map(|v| axes * *v + pose.position));
        }
        let (f, v, gap) = best_face(b.0, &self.vertices[0], &mut self.deepest);
        let (g, w, other) = best_face(a.0, &self.vertices[1], &mut self.deepest);
        if gap >= other {
            let normal = b.1.turn(b.0.faces()[f].normal);
            return Separation { gap, normal, features: [Feature::Vertex(v), Feature::Face(f)] };
        }
        let normal = -a.1.turn(a.0.faces()[g].normal);
        Separation { gap: other, normal, features: [Feature::Face(g), Feature::Vertex(w)] }
    }

    /// The better one of the best normal of a face, just found, and all pairs of edges.
    pub fn edges(&mut self, a: (&Mesh, &Pose), b: (&Mesh, &Pose), faces: Separation) -> Separation {
        let axes = b.1.relative(a.1).axes();
        let (p, q) = (a.0, b.0);
        let better = BETTER * p.radius().min(q.radius());
        let mut best = (faces.gap + better, None);
        for (e, edge) in p.edges().iter().enumerate() {
            let (along, point) = (axes * edge.along, self.vertices[0][edge.ends[0]]);
            let [m, n] = edge.faces.map(|f| axes * p.faces()[f].normal);
            // where a vertex of the other body is under both faces, no axis between their normals is better than these two
            let below = q.vertices()[self.deepest[edge.faces[0]]] - point;
            let limit = m.dot(below).max(n.dot(below));
            if limit < 0.0 && limit <= best.0 - better {
                continue;
            }
            for (g, other) in q.edges().iter().enumerate() {
                let [s, t] = other.faces.map(|f| q.faces()[f].normal);
                if !arcs_cross([m, n, along], [s, t, other.along]) {
                    continue;
                }
                let cross = along.cross(other.along);
                let square = cross.length_squared();
                if square < PARALLEL {
                    continue;
                }
                let normal = cross * ((s + t).dot(cross).signum() / square.sqrt());
                let gap = normal.dot(point - q.vertices()[other.ends[0]]);
                if gap > best.0 {
                    best = (gap, Some(([e, g], normal)));
                }
            }
        }
        let (gap, Some(([e, g], normal))) = best else { return faces };
        Separation { gap, normal: b.1.turn(normal), features: [Feature::Edge(e), Feature::Edge(g)] }
    }
}

/// Whether the arc of normals of an edge of one body, between its faces' normals, crosses the mirrored one of another.
fn arcs_cross([m, n, along]: [DVec3; 3], [s, t, other]: [DVec3; 3]) -> bool {
    let (sa, ta) = (s.dot(along), t.dot(along));
    if sa * ta >= 0.0 {
        return false;
    }
    let (mb, nb) = (m.dot(other), n.dot(other));
    mb * nb < 0.0 && sa * nb < 0.0
}

/// The face over which the lowest of some points is highest, that point, and its height; notes the lowest over each face.
fn best_face(mesh: &Mesh, points: &[DVec3], deepest: &mut Vec<usize>) -> (usize, usize, f64) {
    let mut best = (0, 0, f64::NEG_INFINITY);
    deepest.clear();
    for (f, face) in mesh.faces().iter().enumerate() {
        let (mut lowest, mut at) = (f64::INFINITY, 0);
        for (v, point) in points.iter().enumerate() {
            let height = face.normal.dot(*point);
            if height < lowest {
                (lowest, at) = (height, v);
            }
        }
        deepest.push(at);
        if lowest - face.offset > best.2 {
            best = (f, at, lowest - face.offset);
        }
    }
    best
}

/// How far two bodies are apart along a direction out of the second into the first, m; negative if their shadows overlap.
pub fn along(normal: DVec3, a: (&Mesh, &Pose), b: (&Mesh, &Pose)) -> f64 {
    -Shadow::new(a, -normal).end() - Shadow::new(b, normal).end()
}

/// The same if it is more than this, m. Of both bodies a vertex is known that was foremost along another direction: where these
/// alone are no farther apart, the others need not be looked at.
pub fn along_over(than: f64, normal: DVec3, [a, b]: [(&Mesh, &Pose); 2], foremost: &mut [usize; 2]) -> Option<f64> {
    let shadows = [Shadow::new(a, -normal), Shadow::new(b, normal)];
    let mut ends = [0, 1].map(|k| shadows[k].at(foremost[k]));
    let is_over = |p: f64, q: f64| -p - q > than;
    for k in [0, 1] {
        if !is_over(ends[0], ends[1]) {
            return None;
        }
        (ends[k], foremost[k]) = shadows[k].foremost(&|far| !is_over(far, ends[1 - k]));
    }
    is_over(ends[0], ends[1]).then_some(-ends[0] - ends[1])
}

/// A body seen along a direction.
struct Shadow<'a> {
    mesh: &'a Mesh,
    /// The direction in the body's frame, and how far along it the body's origin is, m.
    local: DVec3,
    origin: f64,
}

impl<'a> Shadow<'a> {
    fn new((mesh, pose): (&'a Mesh, &Pose), direction: DVec3) -> Self {
        Self { mesh, local: pose.direction_to_body(direction), origin: direction.dot(pose.position) }
    }

    /// How far along the direction a vertex is, m.
    fn at(&self, vertex: usize) -> f64 {
        self.local.dot(self.mesh.vertices()[vertex]) + self.origin
    }

    /// How far the foremost vertex is, m.
    fn end(&self) -> f64 {
        let along = self.mesh.vertices().iter().map(|v| self.local.dot(*v));
        along.fold(f64::NEG_INFINITY, f64::max) + self.origin
    }

    /// How far the foremost vertex is, m, and which one it is; or the first one that is far enough.
    fn foremost(&self, is_enough: &dyn Fn(f64) -> bool) -> (f64, usize) {
        let mut farthest = (f64::NEG_INFINITY, 0);
        for v in 0..self.mesh.vertices().len() {
            let far = self.at(v);
            if far > farthest.0 {
                farthest = (far, v);
                if is_enough(far) {
                    break;
                }
            }
        }
        farthest
    }
}
