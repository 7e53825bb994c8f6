//! Contacts of single features of two meshes: vertex and face, edge and edge, vertex and edge or vertex.
//!
//! A vertex over a face and two crossing edges have a signed gap, smooth through zero. A vertex near an edge or another
//! vertex has one only while the bodies are apart.
use super::contact_point::{ContactPoint, DIP, Reach};
use crate::spatial::length;
use crate::spatial::shape::Posed;
use crate::spatial::shape::mesh::{Feature, Mesh};
use glam::{DMat3, DVec3};

/// Sine of the angle over which edges cross; under it they count as parallel.
const CROSSING: f64 = 1e-3;
/// Sine of the angle by which the normal of a vertex near an edge or a vertex must be inside the normals of both.
const BLUNT: f64 = 0.05;

/// Two meshes in the frame of the second, in which all contacts here are given.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub p: &'a Mesh,
    pub q: &'a Mesh,
    /// From the frame of `p` to that of `q`.
    pub rotation: DMat3,
    /// Origin of `p` in the frame of `q`.
    pub offset: DVec3,
    pub reach: Reach,
    /// How the first body will yet move against the second, m; zero if that is not known.
    pub drift: DVec3,
}

impl<'a> View<'a> {
    pub fn new(p: Posed<'a>, q: Posed<'a>, reach: Reach) -> Self {
        let pose = q.pose.relative(&p.pose);
        let (p, q) = (&p.solid.mesh, &q.solid.mesh);
        Self { p, q, rotation: pose.axes(), offset: pose.position, reach, drift: DVec3::ZERO }
    }

    /// The same bodies in the frame of the first.
    pub fn swapped(&self) -> Self {
        let rotation = self.rotation.transpose();
        let (offset, drift) = (-(rotation * self.offset), -(rotation * self.drift));
        Self { p: self.q, q: self.p, rotation, offset, drift, ..*self }
    }

    /// The first body moved.
    pub fn moved(&self, by: DVec3) -> Self {
        Self { offset: self.offset + by, ..*self }
    }

    /// A point of the first body.
    pub fn place(&self, point: DVec3) -> DVec3 {
        self.rotation * point + self.offset
    }

    /// A vertex of the first body.
    pub fn vertex(&self, v: usize) -> DVec3 {
        self.place(self.p.vertices()[v])
    }

    /// A contact of the swapped view as one of this.
    fn back(&self, point: ContactPoint) -> ContactPoint {
        let points = point.points.map(|p| self.place(p));
        ContactPoint { points, normal: self.rotation * point.normal, ..point }.swapped()
    }

    /// The contact of two features, whether or not they face each other; none where it has no direction.
    pub fn measure(&self, features: [Feature; 2]) -> Option<ContactPoint> {
        match features {
            [Feature::Vertex(v), Feature::Face(f)] => Some(self.vertex_face(v, f)),
            [Feature::Vertex(v), Feature::Edge(e)] => self.apart(self.vertex(v), on_edge(self.q, e, self.vertex(v))),
            [Feature::Vertex(v), Feature::Vertex(w)] => self.apart(self.vertex(v), self.q.vertices()[w]),
            [Feature::Edge(e), Feature::Edge(g)] => self.edge_edge(e, g),
            [f @ (Feature::Face(_) | Feature::Edge(_)), g @ Feature::Vertex(_)] => {
                self.swapped().measure([g, f]).map(|point| self.back(point))
            }
            _ => None,
        }
        .map(|point| ContactPoint { features, ..point })
    }

    /// Whether two features face each other: what lies beside them does not come nearer, and neither ends before the
    /// place of the contact.
    pub fn faces(&self, point: &ContactPoint) -> bool {
        let normal = point.normal;
        match point.features {
            [Feature::Vertex(v), Feature::Face(f)] => {
                let over = |&t: &usize| covers(self.q, t, point.points[0], self.reach);
                self.q.faces()[f].triangles.iter().any(over) && self.rests(v, f)
            }
            [Feature::Face(f), Feature::Vertex(v)] => {
                let over = |&t: &usize| covers(self.p, t, self.swapped().place(point.points[1]), self.reach);
                self.p.faces()[f].triangles.iter().any(over) && self.swapped().rests(v, f)
            }
            [Feature::Edge(e), Feature::Edge(g)] => self.edges_meet(e, g, point),
            [Feature::Vertex(v), Feature::Edge(g)] => self.vertex_at_edge(v, g, normal) && point.gap > self.reach.graze,
            [Feature::Edge(g), Feature::Vertex(v)] => {
                let back = self.swapped();
                back.vertex_at_edge(v, g, -(back.rotation * normal)) && point.gap > self.reach.graze
            }
            [Feature::Vertex(v), Feature::Vertex(w)] => {
                let stands = self.rises(v, normal, BLUNT) && sinks(self.q, w, normal, -BLUNT);
                stands && point.gap > self.reach.graze
            }
            _ => false,
        }
    }

    /// The contact of two points that are apart.
    fn apart(&self, p: DVec3, q: DVec3) -> Option<ContactPoint> {
        let gap = length(p - q);
        (gap > 0.0).then(|| point([p, q], (p - q) / gap, gap))
    }

    fn vertex_face(&self, v: usize, f: usize) -> ContactPoint {
        let (vertex, face) = (self.vertex(v), &self.q.faces()[f]);
        let gap = face.normal.dot(vertex) - face.offset;
        point([vertex, vertex - gap * face.normal], face.normal, gap)
    }

    /// d = n·(a − b) with n along the cross product of the edges, out of the second body.
    fn edge_edge(&self, e: usize, g: usize) -> Option<ContactPoint> {
        let ([a, b], along_p) = ([self.p.edge_ends(e)[0], self.q.edge_ends(g)[0]], self.p.edges()[e].along);
        let (a, d1, d2) = (self.place(a), self.rotation * along_p, self.q.edges()[g].along);
        let (cross, r) = (d1.cross(d2), b - a);
        let square = cross.length_squared();
        if square <= CROSSING * CROSSING {
            return None;
        }
        let outwards = self.q.outward(Feature::Edge(g)) - self.rotation * self.p.outward(Feature::Edge(e));
        let normal = cross * (outwards.dot(cross).signum() / square.sqrt());
        let (s, t) = (r.cross(d2).dot(cross) / square, r.cross(d1).dot(cross) / square);
        Some(point([a + s * d1, b + t * d2], normal, -normal.dot(r)))
    }

    /// Whether all edges at a vertex of the first body rise from the plane with this normal, by at least this sine.
    fn rises(&self, v: usize, normal: DVec3, least: f64) -> bool {
        sinks(self.p, v, -(self.rotation.transpose() * normal), -least)
    }

    /// For a vertex of the first body over a face: whether nothing of the body at the vertex dips under the face and, if
    /// it is over the border, whether the body reaches over the face or moves there.
    pub fn rests(&self, v: usize, number: usize) -> bool {
        let (vertex, face) = (self.vertex(v), &self.q.faces()[number]);
        if !self.rises(v, face.normal, -self.reach.dip) {
            return false;
        }
        let foot = vertex - face.normal * (face.normal.dot(vertex) - face.offset);
        face.edges.iter().all(|&e| {
            let edge = &self.q.edges()[e];
            let away = foot.distance_squared(on_edge(self.q, e, foot)) > self.reach.graze * self.reach.graze;
            let beyond = self.q.faces()[edge.faces[usize::from(edge.faces[0] == number)]].normal;
            let mut ways = directions(self.p, v).map(|along| self.rotation * along);
            away || !edge.convex || ways.any(|way| self.enters(way, face.normal, &[beyond], 1.0))
        })
    }

    /// Whether what extends this way from a contact is inside the other body's edge once it is pushed against the normal:
    /// behind each face there that is not pushed against itself. `side` is -1 for the first body's edges.
    fn enters(&self, way: DVec3, normal: DVec3, faces: &[DVec3], side: f64) -> bool {
        faces.iter().all(|face| {
            let moves = side * face.dot(self.drift) < -self.reach.graze;
            side * face.dot(normal) > DIP || face.dot(way) < -CROSSING || moves
        })
    }

    fn edges_meet(&self, e: usize, g: usize, point: &ContactPoint) -> bool {
        let normal = point.normal;
        let of_p = self.rotation.transpose() * normal;
        if inwards(self.p, e).iter().any(|m| m.dot(of_p) < -self.reach.dip)
            || inwards(self.q, g).iter().any(|m| m.dot(normal) > self.reach.dip)
        {
            return false;
        }
        let faces_p = normals(self.p, e).map(|f| self.rotation * f);
        let [first, second] = [&self.p.edges()[e], &self.q.edges()[g]];
        let along = self.rotation * first.along;
        let at = along.dot(point.points[0] - self.vertex(first.ends[0]));
        let over_q = |way| self.enters(way, normal, &normals(self.q, g), 1.0);
        self.within([at, first.length], along, &over_q) && {
            let at = second.along.dot(point.points[1] - self.q.vertices()[second.ends[0]]);
            self.within([at, second.length], second.along, &|way| self.enters(way, normal, &faces_p, -1.0))
        }
    }

    /// Whether a place along an edge is on it; near one end only if the way from there along it enters the other body.
    fn within(&self, [at, length]: [f64; 2], along: DVec3, enters: &dyn Fn(DVec3) -> bool) -> bool {
        let graze = self.reach.graze;
        -graze <= at && at <= length + graze && (at > graze || enters(along)) && (at < length - graze || enters(-along))
    }

    /// For a vertex of the first body well outside both faces at an edge of the second. An edge at the vertex may run
    /// along that edge: two parallel edges have such contacts where one of them ends.
    fn vertex_at_edge(&self, v: usize, g: usize, normal: DVec3) -> bool {
        let edge = &self.q.edges()[g];
        let at = (self.vertex(v) - self.q.vertices()[edge.ends[0]]).dot(edge.along);
        let level = |way: DVec3| normal.dot(way) >= BLUNT || length(way.cross(edge.along)) <= 2.0 * CROSSING;
        edge.convex
            && (-self.reach.graze..=edge.length + self.reach.graze).contains(&at)
            && inwards(self.q, g).iter().all(|m| m.dot(normal) <= -BLUNT)
            && directions(self.p, v).all(|way| level(self.rotation * way))
    }
}

/// A contact whose features are yet to be filled in.
fn point(points: [DVec3; 2], normal: DVec3, gap: f64) -> ContactPoint {
    ContactPoint { points, normal, gap, features: [Feature::Face(0); 2] }
}

/// The point of an edge nearest to a point.
pub(super) fn on_edge(mesh: &Mesh, e: usize, point: DVec3) -> DVec3 {
    let (edge, start) = (&mesh.edges()[e], mesh.edge_ends(e)[0]);
    start + (point - start).dot(edge.along).clamp(0.0, edge.length) * edge.along
}

/// Unit vectors along the edges at a vertex.
pub(super) fn directions(mesh: &Mesh, v: usize) -> impl Iterator<Item = DVec3> {
    mesh.vertex_edges(v).iter().map(move |&e| {
        let edge = &mesh.edges()[e];
        if edge.ends[0] == v { edge.along } else { -edge.along }
    })
}

/// Whether no edge at a vertex rises along a direction by more than this sine.
fn sinks(mesh: &Mesh, v: usize, direction: DVec3, most: f64) -> bool {
    directions(mesh, v).all(|along| along.dot(direction) <= most)
}

/// Outward normals of the two faces at an edge.
fn normals(mesh: &Mesh, e: usize) -> [DVec3; 2] {
    mesh.edges()[e].faces.map(|f| mesh.faces()[f].normal)
}

/// Unit vectors from an edge into its two faces.
pub(super) fn inwards(mesh: &Mesh, e: usize) -> [DVec3; 2] {
    let along = mesh.edges()[e].along;
    let [f, g] = normals(mesh, e);
    [f.cross(along), along.cross(g)]
}

/// Whether a way from a place on a feature, in the frame of its body, leads over the faces there: over a face, or off both at an
/// edge, or off all at a corner.
pub fn leads_out(mesh: &Mesh, feature: Feature, (place, way): (DVec3, DVec3), reach: Reach) -> bool {
    match feature {
        Feature::Face(f) => mesh.faces()[f].triangles.iter().any(|&t| covers(mesh, t, place, reach)),
        Feature::Edge(e) => inwards(mesh, e).iter().all(|inward| inward.dot(way) <= reach.dip),
        Feature::Vertex(v) => sinks(mesh, v, way, reach.dip),
    }
}

/// Whether the foot of a point is in a triangle, or misses it by no more than `graze`; beyond the edge of a notch, if
/// the point is inside the other wall, by no more than an overlap. Where that edge ends, the face's other edge must be
/// one of a notch too.
pub(super) fn covers(mesh: &Mesh, t: usize, point: DVec3, reach: Reach) -> bool {
    let (triangle, corners) = (&mesh.triangles()[t], mesh.corners(t));
    let normal = mesh.faces()[triangle.face].normal;
    let in_wall = |e: usize| {
        let edge = &mesh.edges()[e];
        let other = &mesh.faces()[edge.faces[usize::from(edge.faces[0] == triangle.face)]];
        !edge.convex && other.normal.dot(point) <= other.offset
    };
    let in_all_walls = |v: usize| {
        let of_face = |e: &&usize| mesh.edges()[**e].faces.contains(&triangle.face);
        mesh.vertex_edges(v).iter().filter(of_face).all(|&e| in_wall(e))
    };
    (0..3).all(|k| {
        let side = corners[(k + 1) % 3] - corners[k];
        let from = point - corners[k];
        let inside = normal.dot(side.cross(from));
        let misses = |by: f64| inside * inside > by * by * side.length_squared();
        if inside >= 0.0 || !misses(reach.graze) {
            return true;
        }
        let (at, square) = (side.dot(from), side.length_squared());
        !misses(reach.overlap)
            && triangle.edges[k].is_some_and(in_wall)
            && (at >= 0.0 || in_all_walls(triangle.corners[k]))
            && (at <= square || in_all_walls(triangle.corners[(k + 1) % 3]))
    })
}
