//! Convex hulls.
//!
//! Barber, Dobkin, Huhdanpaa, *The quickhull algorithm for convex hulls*, 1996: the farthest point outside some face
//! replaces all faces that it sees. Faces that it lies in the plane of, beside those, are replaced as well; so points
//! inside faces and straight edges drop out, and no triangle degenerates.
use super::aabb::Aabb;
use super::error::MeshError;
use super::mesh::Mesh;
use super::triangulate::area_vector;
use glam::DVec3;

/// Points nearer to a plane than this part of the size of the whole lie in it.
const EPSILON: f64 = 1e-11;
const NONE: usize = usize::MAX;

/// A triangle of the hull so far.
struct Facet {
    corners: [usize; 3],
    /// Beyond the side from each corner to the next.
    neighbours: [usize; 3],
    normal: DVec3,
    /// Points outside it that have not been looked at, the farthest last.
    outside: Vec<usize>,
    alive: bool,
}

struct Hull<'a> {
    points: &'a [DVec3],
    facets: Vec<Facet>,
    epsilon: f64,
}

impl Mesh {
    /// The smallest convex body that holds all points. Points inside it, and inside its faces and edges, are left out.
    ///
    /// # Errors
    /// The points lie in one plane, or are not finite.
    pub fn convex_hull(points: &[DVec3]) -> Result<Self, MeshError> {
        if let Some(vertex) = points.iter().position(|p| !p.is_finite()) {
            return Err(MeshError::NotFinite { vertex });
        }
        let bounds = Aabb::around(points.iter().copied());
        let mut hull = Hull { points, facets: Vec::new(), epsilon: EPSILON * bounds.low.distance(bounds.high) };
        hull.start()?;
        let mut at = 0;
        while at < hull.facets.len() {
            if let (true, Some(&point)) = (hull.facets[at].alive, hull.facets[at].outside.last()) {
                hull.add(point, at);
            }
            at += 1;
        }
        hull.mesh()
    }
}

impl Hull<'_> {
    /// A tetrahedron of far points.
    fn start(&mut self) -> Result<(), MeshError> {
        let points = self.points;
        let far = |measure: &dyn Fn(DVec3) -> f64| {
            (0..points.len()).max_by(|&i, &j| measure(points[i]).total_cmp(&measure(points[j])).then(j.cmp(&i)))
        };
        let a = far(&|p| -p.x).ok_or(MeshError::Flat)?;
        let b = far(&|p| p.distance_squared(points[a])).unwrap_or(a);
        let along = points[b] - points[a];
        let c = far(&|p| along.cross(p - points[a]).length_squared()).unwrap_or(a);
        let normal = along.cross(points[c] - points[a]).normalize_or_zero();
        let height = |p: DVec3| normal.dot(p - points[a]);
        let d = far(&|p| height(p).abs()).unwrap_or(a);
        if height(points[d]).abs() <= self.epsilon {
            return Err(MeshError::Flat);
        }
        let [b, c] = if height(points[d]) < 0.0 { [b, c] } else { [c, b] };
        let corners = [[a, b, c], [a, c, d], [a, d, b], [b, d, c]];
        let neighbours = [[2, 3, 1], [0, 3, 2], [1, 3, 0], [2, 1, 0]];
        for (corners, neighbours) in corners.into_iter().zip(neighbours) {
            self.push(corners, neighbours);
        }
        self.assign(0..points.len(), 0);
        Ok(())
    }

    fn push(&mut self, corners: [usize; 3], neighbours: [usize; 3]) {
        let normal = area_vector(&corners.map(|k| self.points[k])).normalize_or_zero();
        self.facets.push(Facet { corners, neighbours, normal, outside: Vec::new(), alive: true });
    }

    /// How far a point is outside the plane of a facet.
    fn height(&self, facet: usize, point: usize) -> f64 {
        let facet = &self.facets[facet];
        facet.normal.dot(self.points[point] - self.points[facet.corners[0]])
    }

    /// Gives each point to the first facet, from one on, that it is outside of.
    fn assign(&mut self, points: impl Iterator<Item = usize>, first: usize) {
        for point in points {
            let outside = (first..self.facets.len()).find(|&f| self.height(f, point) > self.epsilon);
            let Some(facet) = outside else { continue };
            let farthest = self.facets[facet]
                .outside
                .last()
                .is_none_or(|&last| self.height(facet, point) > self.height(facet, last));
            let list = &mut self.facets[facet].outside;
            list.push(point);
            let n = list.len();
            if !farthest && n > 1 {
                list.swap(n - 1, n - 2);
            }
        }
    }

    /// Replaces the facets that a point outside one of them sees.
    fn add(&mut self, point: usize, seen: usize) {
        let (mut stack, mut orphans, mut border) = (vec![seen], Vec::new(), Vec::new());
        self.facets[seen].alive = false;
        let mut visible = vec![seen];
        while let Some(facet) = stack.pop() {
            for neighbour in self.facets[facet].neighbours {
                if self.facets[neighbour].alive && self.height(neighbour, point) >= -self.epsilon {
                    self.facets[neighbour].alive = false;
                    stack.push(neighbour);
                    visible.push(neighbour);
                }
            }
        }
        for facet in visible {
            orphans.append(&mut self.facets[facet].outside);
            let Facet { corners, neighbours, .. } = self.facets[facet];
            for k in (0..3).filter(|&k| self.facets[neighbours[k]].alive) {
                border.push([corners[k], corners[(k + 1) % 3], neighbours[k]]);
            }
        }
        let first = self.facets.len();
        for (k, &[from, to, beyond]) in border.iter().enumerate() {
            let with =
                |end: usize, side: usize| border.iter().position(|b| b[side] == end).map_or(first + k, |k| first + k);
            self.push([from, to, point], [beyond, with(to, 0), with(from, 1)]);
            let corners = self.facets[beyond].corners;
            if let Some(side) = (0..3).find(|&side| corners[side] == to && corners[(side + 1) % 3] == from) {
                self.facets[beyond].neighbours[side] = first + k;
            }
        }
        self.assign(orphans.into_iter().filter(|&p| p != point), first);
    }

    /// The facets that are left.
    fn mesh(self) -> Result<Mesh, MeshError> {
        let (mut number, mut vertices) = (vec![NONE; self.points.len()], Vec::new());
        let mut faces = Vec::new();
        for facet in self.facets.iter().filter(|facet| facet.alive) {
            faces.push(facet.corners.map(|corner| {
                if number[corner] == NONE {
                    number[corner] = vertices.len();
                    vertices.push(self.points[corner]);
                }
                number[corner]
            }));
        }
        Mesh::new(vertices, &faces)
    }
}
