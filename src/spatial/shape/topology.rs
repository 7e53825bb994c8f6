//! Which triangles are neighbours, and which of them lie in one plane.
use super::error::MeshError;
use super::triangulate::{area_vector, is_degenerate, triangulate};
use glam::DVec3;

/// Triangles whose corners are this near to a plane, as a part of the mesh's size, lie in it.
const FLAT: f64 = 1e-9;

/// A surface of triangles, each side with its neighbour. Side `k` of triangle `t` is the half-edge `3 t + k`, from
/// corner `k` to the next one.
pub(super) struct Surface {
    pub vertices: Vec<DVec3>,
    pub triangles: Vec<[usize; 3]>,
    /// The other half of each half-edge.
    pub twins: Vec<usize>,
    /// Length of the diagonal of the box around it, m.
    pub size: f64,
}

/// A plane that several triangles share.
pub(super) struct Plane {
    pub normal: DVec3,
    pub triangles: Vec<usize>,
}

impl Surface {
    /// Checks and cuts the faces, and matches the sides of the triangles.
    pub fn new(vertices: Vec<DVec3>, faces: &[&[usize]]) -> Result<Self, MeshError> {
        let size = check(&vertices, faces)?;
        let (mut triangles, mut source) = (Vec::new(), Vec::new());
        for (face, corners) in faces.iter().enumerate() {
            let points: Vec<DVec3> = corners.iter().map(|&v| vertices[v]).collect();
            let cut = if corners.len() == 3 { Some(vec![[0, 1, 2]]) } else { triangulate(&points) };
            for triangle in cut.ok_or(MeshError::Degenerate { face })? {
                let [a, b, c] = triangle.map(|k| points[k]);
                if is_degenerate(a, b, c) {
                    return Err(MeshError::Degenerate { face });
                }
                triangles.push(triangle.map(|k| corners[k]));
                source.push(face);
            }
        }
        let twins = match_sides(&triangles, &source)?;
        Ok(Self { vertices, triangles, twins, size })
    }

    pub fn corners(&self, t: usize) -> [DVec3; 3] {
        self.triangles[t].map(|v| self.vertices[v])
    }

    /// Parts of the surface that hang together: the part of each triangle, and how many there are.
    pub fn components(&self) -> (Vec<usize>, usize) {
        let (mut part, mut count, mut stack) = (vec![usize::MAX; self.triangles.len()], 0, Vec::new());
        for seed in 0..part.len() {
            if part[seed] != usize::MAX {
                continue;
            }
            stack.push(seed);
            while let Some(t) = stack.pop() {
                if std::mem::replace(&mut part[t], count) != count {
                    stack.extend((0..3).map(|k| self.twins[3 * t + k] / 3).filter(|&n| part[n] == usize::MAX));
                }
            }
            count += 1;
        }
        (part, count)
    }

    /// Merges neighbours that lie in one plane, beginning with the largest triangles: their planes are the most exact.
    pub fn planes(&self) -> (Vec<usize>, Vec<Plane>) {
        let area = |t: usize| area_vector(&self.corners(t)).length();
        // the bits of numbers that are not negative are in their order
        let mut order: Vec<(u64, usize)> = (0..self.triangles.len()).map(|t| (!area(t).to_bits(), t)).collect();
        crate::sort::sort(&mut order);
        let (mut face, mut planes, mut stack) = (vec![usize::MAX; order.len()], Vec::new(), Vec::new());
        for (_, seed) in order {
            if face[seed] != usize::MAX {
                continue;
            }
            let (normal, origin) = (area_vector(&self.corners(seed)).normalize(), self.corners(seed)[0]);
            let fits = |t: usize| {
                let corners = self.corners(t);
                area_vector(&corners).dot(normal) > 0.0
                    && corners.iter().all(|v| normal.dot(*v - origin).abs() <= FLAT * self.size)
            };
            face[seed] = planes.len();
            stack.push(seed);
            let mut triangles = Vec::new();
            while let Some(t) = stack.pop() {
                triangles.push(t);
                for neighbour in [0, 1, 2].map(|k| self.twins[3 * t + k] / 3) {
                    if face[neighbour] == usize::MAX && fits(neighbour) {
                        face[neighbour] = planes.len();
                        stack.push(neighbour);
                    }
                }
            }
            crate::sort::sort(&mut triangles);
            let sum: DVec3 = triangles.iter().map(|&t| area_vector(&self.corners(t))).sum();
            planes.push(Plane { normal: sum.normalize(), triangles });
        }
        (face, planes)
    }
}

/// Checks what can be checked before the faces are cut; returns the size of the mesh.
fn check(vertices: &[DVec3], faces: &[&[usize]]) -> Result<f64, MeshError> {
    if faces.len() < 4 {
        return Err(MeshError::TooFewFaces(faces.len()));
    }
    if let Some(vertex) = vertices.iter().position(|v| !v.is_finite()) {
        return Err(MeshError::NotFinite { vertex });
    }
    let mut used = vec![false; vertices.len()];
    for (face, corners) in faces.iter().enumerate() {
        if corners.len() < 3 {
            return Err(MeshError::ShortFace { face, found: corners.len() });
        }
        for &found in *corners {
            *used.get_mut(found).ok_or(MeshError::NoSuchVertex { face, found, count: vertices.len() })? = true;
        }
    }
    if let Some(vertex) = used.iter().position(|used| !used) {
        return Err(MeshError::Unused { vertex });
    }
    let low = vertices.iter().fold(DVec3::INFINITY, |m, v| m.min(*v));
    let high = vertices.iter().fold(DVec3::NEG_INFINITY, |m, v| m.max(*v));
    Ok(low.distance(high))
}

/// The other half of each half-edge; every edge must have exactly two, in opposite directions.
fn match_sides(triangles: &[[usize; 3]], source: &[usize]) -> Result<Vec<usize>, MeshError> {
    let ends = |h: usize| [triangles[h / 3][h % 3], triangles[h / 3][(h + 1) % 3]];
    // by the lower end, then by the upper one
    let named = |h: usize| [ends(h)[0].min(ends(h)[1]), ends(h)[0].max(ends(h)[1]), h];
    let mut halves: Vec<[usize; 3]> = (0..3 * triangles.len()).map(named).collect();
    crate::sort::sort(&mut halves);
    let mut twins = vec![0; halves.len()];
    for group in halves.chunk_by(|g, h| g[..2] == h[..2]) {
        let (face, edge) = (source[group[0][2] / 3], ends(group[0][2]));
        match *group {
            [_] => return Err(MeshError::Open { face, edge }),
            [[.., g], [.., h]] if ends(g) == ends(h) => {
                return Err(MeshError::Inverted { face, neighbour: source[h / 3], edge });
            }
            [[.., g], [.., h]] => (twins[g], twins[h]) = (h, g),
            _ => return Err(MeshError::NonManifold { face, edge, found: group.len() }),
        }
    }
    Ok(twins)
}
