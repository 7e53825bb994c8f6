//! The edges of a mesh: sides of triangles between different faces, joined where they run on straight.
use super::mesh::{Edge, Feature, Triangle};
use super::topology::{Plane, Surface};

/// Sine of the angle between parts of one straight edge.
const STRAIGHT: f64 = 1e-9;

/// All triangles with their faces and edges, and all edges.
pub(super) fn find(
    surface: &Surface,
    face_of: &[usize],
    component: &[usize],
    planes: &[Plane],
) -> (Vec<Triangle>, Vec<Edge>) {
    let finder = Finder { surface, face_of, starts: Starts::new(surface, face_of) };
    let mut triangles: Vec<Triangle> = (0..surface.triangles.len())
        .map(|t| Triangle {
            corners: surface.triangles[t],
            face: face_of[t],
            edges: [None; 3],
            component: component[t],
        })
        .collect();
    let mut edges = Vec::new();
    for h in 0..surface.twins.len() {
        let twin = surface.twins[h];
        if face_of[h / 3] == face_of[twin / 3] || triangles[h / 3].edges[h % 3].is_some() {
            continue;
        }
        let chain = finder.chain(h);
        for &part in &chain {
            for half in [part, surface.twins[part]] {
                triangles[half / 3].edges[half % 3] = Some(edges.len());
            }
        }
        let ends = [finder.ends(chain[0])[0], finder.ends(chain[chain.len() - 1])[1]];
        let faces = [face_of[h / 3], face_of[twin / 3]];
        let along = surface.vertices[ends[1]] - surface.vertices[ends[0]];
        let convex = planes[faces[0]].normal.cross(planes[faces[1]].normal).dot(along) > 0.0;
        let length = along.length();
        edges.push(Edge { ends, faces, convex, along: along / length, length });
    }
    (triangles, edges)
}

/// Where vertices lie that are no corners: in a straight edge or in a face.
pub(super) fn vertex_features(triangles: &[Triangle], count: usize) -> Vec<Feature> {
    let mut features = vec![Feature::Vertex(0); count];
    for triangle in triangles {
        for k in 0..3 {
            features[triangle.corners[k]] = match (triangle.edges[k], triangle.edges[(k + 2) % 3]) {
                (Some(e), _) | (_, Some(e)) => Feature::Edge(e),
                _ if matches!(features[triangle.corners[k]], Feature::Edge(_)) => continue,
                _ => Feature::Face(triangle.face),
            };
        }
    }
    features
}

/// Half-edges between different faces that start at each vertex.
struct Starts {
    first: Vec<usize>,
    /// Start and number of each, sorted.
    halves: Vec<[usize; 2]>,
}

impl Starts {
    fn new(surface: &Surface, face_of: &[usize]) -> Self {
        let start = |h: usize| surface.triangles[h / 3][h % 3];
        let is_edge = |&h: &usize| face_of[h / 3] != face_of[surface.twins[h] / 3];
        let mut halves: Vec<[usize; 2]> = (0..surface.twins.len()).filter(is_edge).map(|h| [start(h), h]).collect();
        crate::sort::sort(&mut halves);
        let mut first = vec![0; surface.vertices.len() + 1];
        halves.iter().for_each(|[vertex, _]| first[vertex + 1] += 1);
        (1..first.len()).for_each(|v| first[v] += first[v - 1]);
        Self { first, halves }
    }

    fn at(&self, vertex: usize) -> &[[usize; 2]] {
        &self.halves[self.first[vertex]..self.first[vertex + 1]]
    }
}

struct Finder<'a> {
    surface: &'a Surface,
    face_of: &'a [usize],
    starts: Starts,
}

impl Finder<'_> {
    fn ends(&self, h: usize) -> [usize; 2] {
        let corners = self.surface.triangles[h / 3];
        [corners[h % 3], corners[(h + 1) % 3]]
    }

    /// The half-edges of one straight edge, from its start to its end.
    fn chain(&self, h: usize) -> Vec<usize> {
        let mut chain = vec![h];
        while let Some(next) = self.next(chain[chain.len() - 1]) {
            chain.push(next);
        }
        let mut back = self.surface.twins[h];
        while let Some(next) = self.next(back) {
            chain.insert(0, self.surface.twins[next]);
            back = next;
        }
        chain
    }

    /// The half-edge on which a straight edge goes on: there is only one, and it lies between the same faces.
    fn next(&self, h: usize) -> Option<usize> {
        let [start, end] = self.ends(h);
        let [[_, g], [_, f]] = *self.starts.at(end) else { return None };
        let next = if g == self.surface.twins[h] { f } else { g };
        let along = |[a, b]: [usize; 2]| self.surface.vertices[b] - self.surface.vertices[a];
        let (before, after) = (along([start, end]), along(self.ends(next)));
        let straight = before.cross(after).length() <= STRAIGHT * before.length() * after.length();
        let same_face = self.face_of[h / 3] == self.face_of[next / 3];
        (straight && same_face && before.dot(after) > 0.0).then_some(next)
    }
}
