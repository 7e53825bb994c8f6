//! Polyhedra with bevelled edges, for the eye alone: light on the bevels shows the edges. Faces shrink, a strip stands between
//! each two that meet sharply, and a piece at each corner. Body frame, metres.
use super::tessellate::Surface;
use crate::spatial::shape::mesh::{Edge, Feature, Mesh};
use glam::DVec3;

/// Faces that meet at a smaller angle than this, cos, belong to one smooth surface.
const SMOOTH: f64 = 0.9;
/// Width of a bevel, in radii of the mesh, and at most, in lengths of its shortest edge.
const WIDTH: f64 = 0.02;
const AT_MOST: f64 = 0.2;

/// Whether the surface bends sharply at an edge.
pub fn is_sharp(mesh: &Mesh, edge: &Edge) -> bool {
    let [one, other] = edge.faces.map(|face| mesh.faces()[face].normal);
    one.dot(other) <= SMOOTH
}

/// A mesh and where its bevels are.
pub struct Bevelled<'a> {
    mesh: &'a Mesh,
    /// For each edge whether the surface bends sharply there.
    pub sharp: Vec<bool>,
    width: f64,
    /// The faces at each vertex.
    faces: Vec<Vec<usize>>,
}

impl<'a> Bevelled<'a> {
    /// Finds the sharp edges.
    pub fn of(mesh: &'a Mesh) -> Self {
        let sharp = mesh.edges().iter().map(|edge| is_sharp(mesh, edge)).collect();
        let shortest = mesh.edges().iter().map(|edge| edge.length).fold(f64::INFINITY, f64::min);
        let mut faces = vec![Vec::new(); mesh.vertices().len()];
        for triangle in mesh.triangles() {
            triangle.corners.iter().for_each(|&v| faces[v].push(triangle.face));
        }
        for list in &mut faces {
            crate::sort::sort_and_dedup(list);
        }
        Self { mesh, sharp, width: (WIDTH * mesh.radius()).min(AT_MOST * shortest), faces }
    }

    /// Adds a piece with these corners, each a vertex as a face has it, counter-clockwise seen from outside.
    pub fn piece(&self, surface: &mut Surface, corners: &[(usize, usize)]) {
        let first = surface.vertices.len() as u32;
        for &(face, v) in corners {
            surface.vertex(self.place(face, v), self.normal(face, v));
        }
        surface.triangles.extend((1..corners.len() as u32 - 1).map(|k| [first, first + k, first + k + 1]));
    }

    /// The corners of the piece at a vertex, around it as seen from outside.
    pub fn around(&self, v: usize) -> Vec<(usize, usize)> {
        let edges = self.mesh.vertex_edges(v);
        let Some(edge) = edges.iter().map(|e| &self.mesh.edges()[*e]).next() else { return Vec::new() };
        if edges.iter().filter(|e| self.sharp[**e]).count() < 3 {
            return Vec::new();
        }
        let (mut face, mut list) = (edge.faces[0], Vec::new());
        // from face to face over the edges at the vertex, from the right of each to its left, seen from the vertex
        for _ in edges {
            list.push((face, v));
            let leaves = |e: &&usize| {
                let edge = &self.mesh.edges()[**e];
                edge.faces[usize::from(edge.ends[0] == v)] == face
            };
            let Some(next) = edges.iter().find(leaves).map(|e| &self.mesh.edges()[*e]) else { return Vec::new() };
            face = next.faces[usize::from(next.ends[0] != v)];
        }
        list
    }

    /// The normal of the surface at a vertex of a face: the mean of the faces that belong to one smooth surface with it.
    fn normal(&self, face: usize, v: usize) -> DVec3 {
        let normal = |f: usize| self.mesh.faces()[f].normal;
        let alike = self.faces[v].iter().map(|&f| normal(f)).filter(|n| n.dot(normal(face)) > SMOOTH);
        alike.sum::<DVec3>().normalize()
    }

    /// Where the shrunken face has a vertex: as far as a bevel is wide from each sharp edge, and on those that are not.
    fn place(&self, face: usize, v: usize) -> DVec3 {
        let mesh = self.mesh;
        let into = |e: &usize| {
            let edge = &mesh.edges()[*e];
            let across = mesh.faces()[face].normal.cross(edge.along);
            let width = if self.sharp[*e] { self.width } else { 0.0 };
            (if edge.faces[0] == face { across } else { -across }, width)
        };
        let sides: Vec<(DVec3, f64)> = match mesh.vertex_feature(v) {
            Feature::Edge(e) => vec![into(&e)],
            Feature::Face(_) => Vec::new(),
            Feature::Vertex(_) => {
                let own = |e: &&usize| mesh.edges()[**e].faces.contains(&face);
                mesh.vertex_edges(v).iter().filter(own).map(into).collect()
            }
        };
        let from = mesh.vertices()[v];
        match sides[..] {
            [(n, width)] => from + width * n,
            [(n, w), (m, u)] => {
                let (c, det) = (n.dot(m), 1.0 - n.dot(m) * n.dot(m));
                if det < 1e-3 {
                    return from + w.max(u) * n; // the edge goes straight on
                }
                from + ((w - c * u) * n + (u - c * w) * m) / det
            }
            _ => from,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::spatial_scenes::{Options, SCENES};
    use crate::spatial::shape::Shape;

    /// Each surface of each scene is closed: its area as a vector is zero.
    #[test]
    fn a_bevelled_surface_is_closed_and_nearly_as_large_as_the_body() {
        for scene in SCENES {
            let world = (scene.build)(Options::default());
            for body in world.bodies.iter().filter(|body| matches!(body.shape, Shape::Mesh(_) | Shape::Lathe(_))) {
                let mesh = &body.shape.solid().expect("a solid").mesh;
                let surface = Surface::of(&body.shape, true).expect("a surface");
                let place = |v: u32| DVec3::from_slice(&surface.vertices[v as usize].map(f64::from));
                let triangles = surface.triangles.iter().map(|t| t.map(place));
                let (mut area, mut whole, mut volume) = (DVec3::ZERO, 0.0, 0.0);
                for [a, b, c] in triangles {
                    let twice = (b - a).cross(c - a);
                    area += twice;
                    whole += twice.length_squared().sqrt();
                    volume += a.dot(b.cross(c)) / 6.0;
                }
                let open = area.length_squared().sqrt() / whole;
                let share = volume / mesh.mass_properties(1.0).mass;
                assert!(open < 1e-5, "{}: {} is open by {open:.1e}", scene.name, body.name);
                assert!((0.95..1.03).contains(&share), "{}: {} has {share} of its volume", scene.name, body.name);
            }
        }
    }
}
