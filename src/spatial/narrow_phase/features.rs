//! Contacts of single features of two meshes: vertex and face, edge and edge, vertex and edge or vertex.
//!
//! A vertex over a face and two crossing edges have a signed gap, smooth through zero. A vertex near an edge or another
//! vertex has one only while the bodies are apart.
use super::contact_point::{ContactPoint, Reach};
use crate::spatial::shape::Posed;
use crate::spatial::shape::mesh::{Feature, Mesh};
use glam::{DMat3, DVec3};

/// Sine of the angle by which the surface beside a contact may dip under its tangent plane, so that bodies that rest on
/// each other slightly tilted keep all their contacts.
const DIP: f64 = 0.1;
/// Sine of the angle over which edges cross; under it they count as parallel.
const CROSSING: f64 = 1e-3;
/// Sine of the angle by which the normal of a vertex near an edge or a vertex must be inside the normals of both.
const BLUNT: f64 = 0.05;

/// Two meshes, seen from the second.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub p: Posed<'a>,
    pub q: Posed<'a>,
    /// From the frame of `p` to that of `q`.
    pub rotation: DMat3,
    /// Origin of `p` in the frame of `q`.
    pub offset: DVec3,
    pub reach: Reach,
    /// How the first body will yet move against the second, m; zero if that is not known. Second body's frame.
    pub drift: DVec3,
}

impl<'a> View<'a> {
    pub fn new(p: Posed<'a>, q: Posed<'a>, reach: Reach) -> Self {
        let pose = q.pose.relative(&p.pose);
        Self { p, q, rotation: pose.axes(), offset: pose.position, reach, drift: DVec3::ZERO }
    }

    /// The same bodies, seen from the first.
    pub fn swapped(&self) -> Self {
        let rotation = self.rotation.transpose();
        let (offset, drift) = (-(rotation * self.offset), -(rotation * self.drift));
        Self { p: self.q, q: self.p, rotation, offset, drift, ..*self }
    }

    /// The first body moved by a vector of the world.
    pub fn moved(&self, by: DVec3) -> Self {
        Self { offset: self.offset + self.q.pose.direction_to_body(by), ..*self }
    }

    fn meshes(&self) -> (&'a Mesh, &'a Mesh) {
        (&self.p.solid.mesh, &self.q.solid.mesh)
    }

    /// A vertex of the first body.
    pub fn vertex(&self, v: usize) -> DVec3 {
        self.rotation * self.p.solid.mesh.vertices()[v] + self.offset
    }

    /// The contact of two features, whether or not they face each other; none where it has no direction.
    pub fn measure(&self, features: [Feature; 2]) -> Option<ContactPoint> {
        match features {
            [Feature::Vertex(v), Feature::Face(f)] => Some(self.vertex_face(v, f)),
            [Feature::Vertex(v), Feature::Edge(e)] => self.apart(self.vertex(v), self.on_edge(e, self.vertex(v))),
            [Feature::Vertex(v), Feature::Vertex(w)] => self.apart(self.vertex(v), self.meshes().1.vertices()[w]),
            [Feature::Edge(e), Feature::Edge(g)] => self.edge_edge(e, g),
            [Feature::Face(_), Feature::Vertex(_)] | [Feature::Edge(_), Feature::Vertex(_)] => {
                let [f, g] = features;
                self.swapped().measure([g, f]).map(ContactPoint::swapped)
            }
            _ => None,
        }
        .map(|point| ContactPoint { features, ..point })
    }

    /// Whether two features face each other: what lies beside them does not come nearer, and neither ends before the
    /// place of the contact.
    pub fn faces(&self, point: &ContactPoint) -> bool {
        match point.features {
            [Feature::Vertex(v), Feature::Face(f)] => {
                self.stands(v, self.meshes().1.faces()[f].normal, -DIP) && self.over_face(v, f)
            }
            [Feature::Edge(e), Feature::Edge(g)] => self.edges_meet(e, g, point),
            [Feature::Vertex(v), Feature::Edge(g)] => self.vertex_at_edge(v, g, point),
            [Feature::Vertex(v), Feature::Vertex(w)] => {
                let normal = self.q.pose.direction_to_body(point.normal);
                point.gap > self.reach.graze && self.stands(v, normal, BLUNT) && {
                    let back = self.swapped();
                    back.stands(w, -(self.rotation.transpose() * normal), BLUNT)
                }
            }
            _ => self.swapped().faces(&point.swapped()),
        }
    }

    /// The contact of two points of the second body's frame that are apart.
    fn apart(&self, p: DVec3, q: DVec3) -> Option<ContactPoint> {
        let gap = p.distance(q);
        (gap > 0.0).then(|| self.point([p, q], (p - q) / gap, gap))
    }

    /// From the second body's frame to the world.
    fn point(&self, points: [DVec3; 2], normal: DVec3, gap: f64) -> ContactPoint {
        let pose = &self.q.pose;
        let features = [Feature::Face(0); 2];
        ContactPoint { points: points.map(|p| pose.place(p)), normal: pose.turn(normal), gap, features }
    }

    fn vertex_face(&self, v: usize, f: usize) -> ContactPoint {
        let (vertex, face) = (self.vertex(v), &self.meshes().1.faces()[f]);
        let gap = face.normal.dot(vertex) - face.offset;
        self.point([vertex, vertex - gap * face.normal], face.normal, gap)
    }

    /// d = n·(a − b) with n along the cross product of the edges, out of the second body.
    fn edge_edge(&self, e: usize, g: usize) -> Option<ContactPoint> {
        let (p, q) = self.meshes();
        let ([a1, b1], [a2, b2]) = (p.edge_ends(e).map(|x| self.rotation * x + self.offset), q.edge_ends(g));
        let (d1, d2, r) = (b1 - a1, b2 - a2, a2 - a1);
        let cross = d1.cross(d2);
        let square = cross.length_squared();
        if square <= CROSSING * CROSSING * d1.length_squared() * d2.length_squared() {
            return None;
        }
        let outwards = q.outward(Feature::Edge(g)) - self.rotation * p.outward(Feature::Edge(e));
        let normal = cross * (outwards.dot(cross).signum() / square.sqrt());
        let (s, t) = (r.cross(d2).dot(cross) / square, r.cross(d1).dot(cross) / square);
        Some(self.point([a1 + s * d1, a2 + t * d2], normal, -normal.dot(r)))
    }

    /// The point of an edge of the second body nearest to a point.
    pub fn on_edge(&self, g: usize, point: DVec3) -> DVec3 {
        let [a, b] = self.meshes().1.edge_ends(g);
        a + ((point - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0) * (b - a)
    }

    /// Whether all edges at a vertex of the first body rise from the plane with this normal, by at least this sine.
    fn stands(&self, v: usize, normal: DVec3, least: f64) -> bool {
        let mesh = self.meshes().0;
        let normal = self.rotation.transpose() * normal;
        directions(mesh, v).all(|along| normal.dot(along) >= least)
    }

    /// Whether the foot of a vertex is in the face, or at its border in such a way that the body reaches over the face or
    /// moves there.
    fn over_face(&self, v: usize, number: usize) -> bool {
        let (mesh, vertex, graze) = (self.meshes().1, self.vertex(v), self.reach.graze);
        let face = &mesh.faces()[number];
        if !face.triangles.iter().any(|&t| covers(mesh, t, vertex, self.reach)) {
            return false;
        }
        let foot = vertex - face.normal * (face.normal.dot(vertex) - face.offset);
        face.edges.iter().filter(|&&e| mesh.edges()[e].convex).all(|&e| {
            let near = foot.distance_squared(self.on_edge(e, foot)) <= graze * graze;
            let [f, g] = normals(mesh, e);
            let beyond = if mesh.edges()[e].faces[0] == number { g } else { f };
            let mut ways = directions(self.meshes().0, v).map(|along| self.rotation * along);
            !near || ways.any(|way| self.enters(way, face.normal, &[beyond], 1.0))
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
        let (p, q) = self.meshes();
        let normal = self.q.pose.direction_to_body(point.normal);
        let of_p = inwards(p, e).map(|m| self.rotation * m);
        let of_q = inwards(q, g);
        if of_p.iter().any(|m| m.dot(normal) < -DIP) || of_q.iter().any(|m| m.dot(normal) > DIP) {
            return false;
        }
        let ends_p = p.edge_ends(e).map(|x| self.rotation * x + self.offset);
        let [x, y] = point.points.map(|x| self.q.pose.point_to_body(x));
        let faces_p = normals(p, e).map(|f| self.rotation * f);
        self.within(ends_p, x, &|way| self.enters(way, normal, &normals(q, g), 1.0))
            && self.within(q.edge_ends(g), y, &|way| self.enters(way, normal, &faces_p, -1.0))
    }

    /// Whether a point of an edge's line is on the edge; near one end only if the way from there along it enters the other
    /// body.
    fn within(&self, [a, b]: [DVec3; 2], point: DVec3, enters: &dyn Fn(DVec3) -> bool) -> bool {
        let (length, graze) = (a.distance(b), self.reach.graze);
        let along = (b - a) / length;
        let at = along.dot(point - a);
        -graze <= at && at <= length + graze && (at > graze || enters(along)) && (at < length - graze || enters(-along))
    }

    /// For a vertex of the first body well outside both faces at an edge of the second. An edge at the vertex may run
    /// along that edge: two parallel edges have such contacts where one of them ends.
    fn vertex_at_edge(&self, v: usize, g: usize, point: &ContactPoint) -> bool {
        let mesh = self.meshes().1;
        let normal = self.q.pose.direction_to_body(point.normal);
        let ([a, b], vertex) = (mesh.edge_ends(g), self.vertex(v));
        let length = a.distance(b);
        let at = (vertex - a).dot(b - a) / length;
        let level = |along: DVec3| normal.dot(along) >= BLUNT || along.cross(b - a).length() <= 2.0 * CROSSING * length;
        point.gap > self.reach.graze
            && mesh.edges()[g].convex
            && (-self.reach.graze..=length + self.reach.graze).contains(&at)
            && inwards(mesh, g).iter().all(|m| m.dot(normal) <= -BLUNT)
            && directions(self.meshes().0, v).all(|along| level(self.rotation * along))
    }
}

/// Unit vectors along the edges at a vertex.
pub(super) fn directions(mesh: &Mesh, v: usize) -> impl Iterator<Item = DVec3> {
    mesh.vertex_edges(v).iter().map(move |&e| {
        let [a, b] = mesh.edge_ends(e);
        if mesh.edges()[e].ends[0] == v { (b - a).normalize() } else { (a - b).normalize() }
    })
}

/// Outward normals of the two faces at an edge.
fn normals(mesh: &Mesh, e: usize) -> [DVec3; 2] {
    mesh.edges()[e].faces.map(|f| mesh.faces()[f].normal)
}

/// Unit vectors from an edge into its two faces.
pub(super) fn inwards(mesh: &Mesh, e: usize) -> [DVec3; 2] {
    let [a, b] = mesh.edge_ends(e);
    let along = (b - a).normalize();
    let [f, g] = normals(mesh, e);
    [f.cross(along), along.cross(g)]
}

/// Whether the foot of a point is in a triangle, or misses it by no more than `graze`; beyond the edge of a notch, if
/// the point is inside the other wall, by no more than an overlap.
pub(super) fn covers(mesh: &Mesh, t: usize, point: DVec3, reach: Reach) -> bool {
    let (triangle, corners) = (&mesh.triangles()[t], mesh.corners(t));
    let normal = mesh.faces()[triangle.face].normal;
    let in_wall = |e: usize| {
        let edge = &mesh.edges()[e];
        let other = &mesh.faces()[edge.faces[usize::from(edge.faces[0] == triangle.face)]];
        !edge.convex && other.normal.dot(point) <= other.offset
    };
    (0..3).all(|k| {
        let side = corners[(k + 1) % 3] - corners[k];
        let inside = normal.dot(side.cross(point - corners[k])) / side.length();
        inside >= -reach.graze || inside >= -reach.overlap && triangle.edges[k].is_some_and(in_wall)
    })
}
