//! Closed polyhedra, convex or not, with all adjacencies.
//!
//! Triangles that lie in one plane make one face, so that a box has 6 faces and 12 edges however it was cut; faces may
//! have notches and holes. The triangles remain for distances and for drawing.
use super::aabb::Aabb;
use super::error::MeshError;
use super::mass::MassProperties;
use super::topology::{Plane, Surface};
use glam::{DAffine3, DVec3};

/// A vertex, an edge or a face of a mesh, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// One of [`Mesh::vertices`].
    Vertex(usize),
    /// One of [`Mesh::edges`].
    Edge(usize),
    /// One of [`Mesh::faces`].
    Face(usize),
}

/// A mesh has fewer vertices, edges and faces than this.
const MOST: usize = 1 << 30;

impl Feature {
    /// A number of its own, in the same order.
    pub fn code(self) -> u32 {
        let (kind, number) = match self {
            Self::Vertex(v) => (0, v),
            Self::Edge(e) => (1, e),
            Self::Face(f) => (2, f),
        };
        (kind * MOST + number) as u32
    }

    /// The feature with this number.
    pub fn of_code(code: u32) -> Self {
        let (kind, number) = (code as usize / MOST, code as usize % MOST);
        [Self::Vertex, Self::Edge, Self::Face][kind](number)
    }
}

/// Where two faces meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// From vertex to vertex, with the first face on its left, seen from outside.
    pub ends: [usize; 2],
    /// The two faces.
    pub faces: [usize; 2],
    /// Whether the solid's angle is under 180 degrees.
    pub convex: bool,
    /// Unit vector from the first end to the second.
    pub along: DVec3,
    /// m.
    pub length: f64,
}

/// A plane piece of the surface.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// Outward unit normal.
    pub normal: DVec3,
    /// Distance of its plane from the origin along the normal, m.
    pub offset: f64,
    /// Its edges, outer and of holes.
    pub edges: Vec<usize>,
    /// The triangles that fill it.
    pub triangles: Vec<usize>,
}

/// A piece of a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    /// Counter-clockwise, seen from outside.
    pub corners: [usize; 3],
    /// The face it is part of.
    pub face: usize,
    /// The edge of the mesh along each side, from corner `k` to the next one; none inside a face.
    pub edges: [Option<usize>; 3],
    /// Part of the surface, of those that do not hang together.
    pub component: usize,
}

/// A closed polyhedron. Body frame, metres.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    pub(super) vertices: Vec<DVec3>,
    pub(super) triangles: Vec<Triangle>,
    pub(super) edges: Vec<Edge>,
    pub(super) faces: Vec<Face>,
    /// Edges at each vertex; none at those inside a face or a straight edge.
    pub(super) vertex_edges: Vec<Vec<usize>>,
    /// Where each vertex lies.
    pub(super) vertex_features: Vec<Feature>,
    /// Angle-weighted sum of the normals at each vertex, of length 1.
    pub(super) vertex_normals: Vec<DVec3>,
    components: usize,
    convex: bool,
    bounds: Aabb,
    radius: f64,
}

impl Mesh {
    /// A solid from its vertices and its faces, each counter-clockwise seen from outside.
    ///
    /// Faces are polygons without holes; the surface must be closed. That it does not cut through itself is not
    /// checked.
    ///
    /// # Errors
    /// What is wrong, and with which face.
    pub fn new(vertices: Vec<DVec3>, faces: &[impl AsRef<[usize]>]) -> Result<Self, MeshError> {
        Self::of_faces(vertices, &faces.iter().map(AsRef::as_ref).collect::<Vec<_>>())
    }

    fn of_faces(vertices: Vec<DVec3>, faces: &[&[usize]]) -> Result<Self, MeshError> {
        let surface = Surface::new(vertices, faces)?;
        let (face_of, planes) = surface.planes();
        let (component, components) = surface.components();
        let (triangles, edges) = super::edges::find(&surface, &face_of, &component, &planes);
        let vertex_normals = vertex_normals(&surface);
        let mut mesh = Self {
            faces: planes.into_iter().map(|plane| face(plane, &surface)).collect(),
            vertex_edges: vec![Vec::new(); surface.vertices.len()],
            vertex_features: super::edges::vertex_features(&triangles, surface.vertices.len()),
            vertices: surface.vertices,
            triangles,
            edges,
            vertex_normals,
            components,
            convex: false,
            bounds: Aabb::EMPTY,
            radius: 0.0,
        };
        mesh.convex = components == 1 && mesh.edges.iter().all(|edge| edge.convex);
        mesh.measure();
        for (k, edge) in mesh.edges.iter().enumerate() {
            edge.faces.iter().for_each(|&f| mesh.faces[f].edges.push(k));
            edge.ends.iter().for_each(|&v| mesh.vertex_edges[v].push(k));
        }
        for (v, edges) in mesh.vertex_edges.iter().enumerate().filter(|(_, edges)| !edges.is_empty()) {
            debug_assert!(edges.len() > 1);
            mesh.vertex_features[v] = Feature::Vertex(v);
        }
        let volume = mesh.mass_properties(1.0).mass;
        if volume > 1e-15 * surface.size * surface.size * surface.size {
            Ok(mesh)
        } else {
            Err(MeshError::Volume { found: volume })
        }
    }

    /// The vertices, also those inside faces and straight edges.
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// Where faces meet; a straight edge between two faces is one edge.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The plane pieces of the surface.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// The triangles that fill the faces.
    pub fn triangles(&self) -> &[Triangle] {
        &self.triangles
    }

    /// Edges at a vertex; none if it lies inside a face or a straight edge.
    pub fn vertex_edges(&self, vertex: usize) -> &[usize] {
        &self.vertex_edges[vertex]
    }

    /// The vertex itself, or the straight edge or the face inside which it lies.
    pub fn vertex_feature(&self, vertex: usize) -> Feature {
        self.vertex_features[vertex]
    }

    /// Corners of a triangle, m.
    pub fn corners(&self, triangle: usize) -> [DVec3; 3] {
        let ([a, b, c], vertices) = (self.triangles[triangle].corners, &self.vertices);
        [vertices[a], vertices[b], vertices[c]]
    }

    /// Start and end of an edge, m.
    pub fn edge_ends(&self, edge: usize) -> [DVec3; 2] {
        self.edges[edge].ends.map(|v| self.vertices[v])
    }

    /// A direction that points outwards everywhere near a feature: a point whose nearest place on the surface is in
    /// this feature is outside exactly if it lies on this side (Bærentzen and Aanæs, 2005). Not of length 1.
    pub fn outward(&self, feature: Feature) -> DVec3 {
        match feature {
            Feature::Vertex(v) => self.vertex_normals[v],
            Feature::Edge(e) => self.edges[e].faces.map(|f| self.faces[f].normal).iter().sum(),
            Feature::Face(f) => self.faces[f].normal,
        }
    }

    /// Number of parts of the surface that do not hang together: 1, unless there are cavities or several pieces.
    pub fn components(&self) -> usize {
        self.components
    }

    /// Whether the solid is convex.
    pub fn is_convex(&self) -> bool {
        self.convex
    }

    /// Distance of the farthest vertex from the origin, m.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The box along the body's axes around it, m.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// Mass, centre and inertia at uniform density, kg/m³.
    pub fn mass_properties(&self, density: f64) -> MassProperties {
        let triangles = (0..self.triangles.len()).map(|t| self.corners(t));
        MassProperties::of_triangles(triangles, self.vertices[0], density)
    }

    /// The same solid with its centre of mass at the origin, and where that was.
    pub fn centred(self) -> (Self, DVec3) {
        let centre = self.mass_properties(1.0).centre;
        (self.moved(&DAffine3::from_translation(-centre)), centre)
    }

    /// The same solid elsewhere; `motion` is a rotation and a translation.
    pub fn moved(mut self, motion: &DAffine3) -> Self {
        self.vertices.iter_mut().for_each(|v| *v = motion.transform_point3(*v));
        self.vertex_normals.iter_mut().for_each(|n| *n = motion.transform_vector3(*n));
        self.edges.iter_mut().for_each(|edge| edge.along = motion.transform_vector3(edge.along));
        for face in &mut self.faces {
            face.normal = motion.transform_vector3(face.normal);
            face.offset += face.normal.dot(motion.translation);
        }
        self.measure();
        self
    }

    fn measure(&mut self) {
        self.bounds = Aabb::around(self.vertices.iter().copied());
        self.radius = self.vertices.iter().map(|v| v.length()).fold(0.0, f64::max);
    }
}

/// The plane through the middle of its triangles; edges follow later.
fn face(plane: Plane, surface: &Surface) -> Face {
    let (mut sum, mut area) = (0.0, 0.0);
    for &t in &plane.triangles {
        let [a, b, c] = surface.corners(t);
        let part = (b - a).cross(c - a).dot(plane.normal);
        (sum, area) = (sum + part * plane.normal.dot(a + b + c) / 3.0, area + part);
    }
    Face { normal: plane.normal, offset: sum / area, edges: Vec::new(), triangles: plane.triangles }
}

/// Sums of the triangles' normals, weighted by their angles.
fn vertex_normals(surface: &Surface) -> Vec<DVec3> {
    let mut normals = vec![DVec3::ZERO; surface.vertices.len()];
    for (t, triangle) in surface.triangles.iter().enumerate() {
        let corners = surface.corners(t);
        for k in 0..3 {
            let (p, q) = (corners[(k + 1) % 3] - corners[k], corners[(k + 2) % 3] - corners[k]);
            let cross = p.cross(q);
            let length = cross.length();
            normals[triangle[k]] += cross / length * libm::atan2(length, p.dot(q));
        }
    }
    normals.into_iter().map(DVec3::normalize_or_zero).collect()
}
