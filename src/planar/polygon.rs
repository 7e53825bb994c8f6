//! Simple polygons, convex or not: checks, edge normals and exact area properties.
use super::pieces::convex_pieces;
use glam::DVec2;
use std::fmt;

/// A simple polygon. Body frame, metres, counter-clockwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    /// Corners, counter-clockwise.
    vertices: Vec<DVec2>,
    /// Outward unit normal of the edge from vertex `k` to `k + 1`.
    normals: Vec<DVec2>,
    /// Length of that edge, m.
    lengths: Vec<f64>,
    /// Whether the interior angle at vertex `k` is over 180 degrees; such a corner can touch nothing flat.
    reflex: Vec<bool>,
    convex: bool,
    /// Corners of each convex piece.
    pieces: Vec<Vec<usize>>,
    /// Distance of the farthest vertex from the origin, m.
    radius: f64,
}

/// Area, centre and second moment of a polygon, for unit density.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaProperties {
    /// Area, m².
    pub area: f64,
    /// Centre of mass, in the frame of the vertices, m.
    pub centroid: DVec2,
    /// Polar second moment about the centre of mass, m⁴.
    pub second_moment: f64,
}

/// Why a list of points is no polygon for us.
#[derive(Clone, Debug, PartialEq)]
pub enum PolygonError {
    /// Fewer than three vertices.
    TooFew(usize),
    /// A vertex has a coordinate that is NaN or infinite.
    NotFinite(usize),
    /// The edge from this vertex to the next has no length.
    ShortEdge(usize),
    /// These two edges cross or touch.
    Crossing(usize, usize),
    /// The vertices run clockwise, or enclose no area.
    Clockwise,
}

impl fmt::Display for PolygonError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::TooFew(n) => write!(out, "expected at least 3 vertices, found {n}"),
            Self::NotFinite(k) => write!(out, "expected finite coordinates at vertex {k}"),
            Self::ShortEdge(k) => write!(out, "expected a length over zero between vertex {k} and the next"),
            Self::Crossing(k, l) => write!(out, "expected a simple polygon, found edges {k} and {l} crossing"),
            Self::Clockwise => write!(out, "expected counter-clockwise vertices that enclose an area"),
        }
    }
}

impl std::error::Error for PolygonError {}

impl Polygon {
    /// Takes the vertices as they are; their origin is the body's.
    pub fn new(vertices: Vec<DVec2>) -> Result<Self, PolygonError> {
        let n = vertices.len();
        if n < 3 {
            return Err(PolygonError::TooFew(n));
        }
        if let Some(k) = vertices.iter().position(|v| !v.is_finite()) {
            return Err(PolygonError::NotFinite(k));
        }
        let edges: Vec<DVec2> = (0..n).map(|k| vertices[(k + 1) % n] - vertices[k]).collect();
        let lengths: Vec<f64> = edges.iter().map(|e| e.length()).collect();
        let radius = vertices.iter().map(|v| v.length()).fold(0.0, f64::max);
        if let Some(k) = lengths.iter().position(|&l| l <= 1e-12 * radius) {
            return Err(PolygonError::ShortEdge(k));
        }
        if let Some((k, l)) = crossing(&vertices) {
            return Err(PolygonError::Crossing(k, l));
        }
        if area_properties(&vertices).area <= 0.0 {
            return Err(PolygonError::Clockwise);
        }
        let normals = edges.iter().zip(&lengths).map(|(e, l)| -e.perp() / *l).collect();
        let reflex: Vec<bool> = (0..n).map(|k| edges[(k + n - 1) % n].perp_dot(edges[k]) < 0.0).collect();
        let (convex, pieces) = (!reflex.contains(&true), convex_pieces(&vertices, &reflex));
        Ok(Self { vertices, normals, lengths, convex, pieces, reflex, radius })
    }

    /// Moves the vertices so that the origin is the centre of mass.
    pub fn centred(vertices: Vec<DVec2>) -> Result<Self, PolygonError> {
        let shape = Self::new(vertices)?;
        let centroid = shape.area_properties().centroid;
        Self::new(shape.vertices.into_iter().map(|v| v - centroid).collect())
    }

    /// A rectangle about the origin.
    ///
    /// # Panics
    /// If a side is not positive and finite.
    pub fn rectangle(width: f64, height: f64) -> Self {
        let (x, y) = (width / 2.0, height / 2.0);
        Self::new(vec![DVec2::new(-x, -y), DVec2::new(x, -y), DVec2::new(x, y), DVec2::new(-x, y)])
            .expect("a rectangle has positive sides")
    }

    /// Number of vertices, and of edges.
    pub fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Never: a polygon has vertices.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The vertices, body frame.
    pub fn vertices(&self) -> &[DVec2] {
        &self.vertices
    }

    /// Outward unit normals of the edges, body frame.
    pub fn normals(&self) -> &[DVec2] {
        &self.normals
    }

    /// Lengths of the edges, m.
    pub fn lengths(&self) -> &[f64] {
        &self.lengths
    }

    /// Whether vertex `k` is a notch.
    pub fn is_reflex(&self, k: usize) -> bool {
        self.reflex[k]
    }

    /// Distance of the farthest vertex from the origin, m.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Area, centre of mass and second moment for unit density.
    pub fn area_properties(&self) -> AreaProperties {
        area_properties(&self.vertices)
    }

    /// Distance of a point, in the body frame, from the outline, m.
    pub fn boundary_distance(&self, p: DVec2) -> f64 {
        let to_edge = |k: usize| {
            let (along, off) = (self.normals[k].perp(), p - self.vertices[k]);
            (off - off.dot(along).max(0.0).min(self.lengths[k]) * along).length()
        };
        (0..self.len()).map(to_edge).fold(f64::INFINITY, f64::min)
    }

    /// Whether no vertex is a notch.
    pub fn is_convex(&self) -> bool {
        self.convex
    }

    /// The corners of each convex piece, counter-clockwise, by number; together they are the whole.
    pub fn pieces(&self) -> &[Vec<usize>] {
        &self.pieces
    }

    /// Whether the point, in the body frame, lies inside.
    pub fn contains(&self, p: DVec2) -> bool {
        contains(&self.vertices, p)
    }
}

/// Whether the point lies inside the outline, by counting crossings.
pub(super) fn contains(vertices: &[DVec2], p: DVec2) -> bool {
    let mut inside = false;
    for (k, &v) in vertices.iter().enumerate() {
        let w = vertices[(k + 1) % vertices.len()];
        if (v.y > p.y) != (w.y > p.y) && p.x < v.x + (p.y - v.y) * (w.x - v.x) / (w.y - v.y) {
            inside = !inside;
        }
    }
    inside
}

/// Exact integrals over the triangles from the first vertex, so that far-away polygons lose no digits.
fn area_properties(vertices: &[DVec2]) -> AreaProperties {
    let origin = vertices[0];
    let (mut area, mut first, mut second) = (0.0, DVec2::ZERO, 0.0);
    for pair in vertices.windows(2) {
        let (p, q) = (pair[0] - origin, pair[1] - origin);
        let twice = p.perp_dot(q);
        area += twice / 2.0;
        first += twice / 6.0 * (p + q);
        second += twice / 12.0 * (p.length_squared() + p.dot(q) + q.length_squared());
    }
    let centroid = first / area;
    AreaProperties { area, centroid: origin + centroid, second_moment: second - area * centroid.length_squared() }
}

/// The first two edges that are not neighbours and have a point in common.
fn crossing(v: &[DVec2]) -> Option<(usize, usize)> {
    let n = v.len();
    let pairs = (0..n).flat_map(|k| (k + 2..n).map(move |l| (k, l)));
    pairs.filter(|&(k, l)| (l + 1) % n != k).find(|&(k, l)| segments_cross((v[k], v[k + 1]), (v[l], v[(l + 1) % n])))
}

/// Whether two segments have a point in common.
pub(super) fn segments_cross(p: (DVec2, DVec2), q: (DVec2, DVec2)) -> bool {
    let side = |s: (DVec2, DVec2), x: DVec2| (s.1 - s.0).perp_dot(x - s.0);
    let (a, b) = (side(p, q.0) * side(p, q.1), side(q, p.0) * side(q, p.1));
    if a == 0.0 && b == 0.0 {
        let (low, high) = (p.0.min(p.1).max(q.0.min(q.1)), p.0.max(p.1).min(q.0.max(q.1)));
        return low.cmple(high).all();
    }
    a <= 0.0 && b <= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn l_shape() -> Vec<DVec2> {
        [(0., 0.), (2., 0.), (2., 1.), (1., 1.), (1., 3.), (0., 3.)].map(|(x, y)| DVec2::new(x, y)).to_vec()
    }

    /// An L of two rectangles: area, centre and moment by the parallel-axis theorem.
    #[test]
    fn area_properties_of_a_polygon_with_a_notch() {
        let far = DVec2::new(1e3, -2e3);
        let found = area_properties(&l_shape().iter().map(|v| *v + far).collect::<Vec<_>>());
        let parts = [(2.0, 1.0, DVec2::new(1.0, 0.5)), (1.0, 2.0, DVec2::new(0.5, 2.0))];
        let centroid = parts.iter().map(|(w, h, c)| w * h * *c).sum::<DVec2>() / 4.0;
        let moment = |(w, h, c): &(f64, f64, DVec2)| w * h * ((w * w + h * h) / 12.0 + c.distance_squared(centroid));
        assert!((found.area - 4.0).abs() < 1e-12);
        assert!((found.centroid - far).distance(centroid) < 1e-12);
        assert!((found.second_moment - parts.iter().map(moment).sum::<f64>()).abs() < 1e-12);
    }

    #[test]
    fn a_notch_is_known_and_outside() {
        let shape = Polygon::new(l_shape()).unwrap();
        assert_eq!((0..6).filter(|&k| shape.is_reflex(k)).collect::<Vec<_>>(), [3]);
        assert!(shape.contains(DVec2::new(0.5, 2.5)) && !shape.contains(DVec2::new(1.5, 1.5)));
    }

    #[test]
    fn bad_polygons_are_named() {
        let points = |list: &[(f64, f64)]| list.iter().map(|&(x, y)| DVec2::new(x, y)).collect::<Vec<_>>();
        let refuse = |list: &[(f64, f64)]| Polygon::new(points(list)).unwrap_err();
        assert_eq!(refuse(&[(0., 0.), (1., 0.)]), PolygonError::TooFew(2));
        assert_eq!(refuse(&[(0., 0.), (f64::NAN, 0.), (1., 1.)]), PolygonError::NotFinite(1));
        assert_eq!(refuse(&[(0., 0.), (1., 0.), (1., 0.), (0., 1.)]), PolygonError::ShortEdge(1));
        assert_eq!(refuse(&[(0., 0.), (1., 1.), (1., 0.), (0., 1.)]), PolygonError::Crossing(0, 2));
        assert_eq!(refuse(&[(0., 0.), (0., 1.), (1., 0.)]), PolygonError::Clockwise);
    }
}
