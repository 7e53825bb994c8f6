//! When two moving features meet: a vertex and a face, or two edges.
//!
//! Lennerz, Schömer, Warken, *A framework for collision detection and response*, section 2.3. Signed distances at the
//! ends of an interval of time are interpolated linearly. The paper's fraction d₁/(d₁ − d₂) for two edges is that of
//! their interval [t₁, t₂], so the time is t₁ + (t₂ − t₁) d₁/(d₁ − d₂).
use super::motion::Motion;
use super::roots::{Few, bracketed, polynomial};
use glam::DVec3;

/// A plane fixed in a body: a point and the outward unit normal, body frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Any point of it.
    pub point: DVec3,
    /// Of length 1.
    pub normal: DVec3,
}

/// A vertex against the plane of a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexFace {
    /// Signed distances at the start and the end of the step, m.
    pub distances: [f64; 2],
    /// When the interpolated distance is zero, as a fraction of the step; none if the vertex does not pass the plane
    /// from the front to the back.
    pub time: Option<f64>,
}

/// Signed distance of a vertex of the first body from a plane of the second at a time, m.
pub fn plane_distance([a, b]: [&Motion; 2], vertex: DVec3, plane: Plane, time: f64) -> f64 {
    let (a, b) = (a.at(time), b.at(time));
    b.turn(plane.normal).dot(a.place(vertex) - b.place(plane.point))
}

/// When a vertex of the first body passes a plane of the second: t_c = d₀/(d₀ − d₁).
pub fn vertex_face(motions: [&Motion; 2], vertex: DVec3, plane: Plane) -> VertexFace {
    let distances = [0.0, 1.0].map(|time| plane_distance(motions, vertex, plane, time));
    let [start, end] = distances;
    let passes = start >= 0.0 && end <= 0.0 && start > end;
    VertexFace { distances, time: passes.then(|| start / (start - end)) }
}

/// When a vertex of the first body really passes a plane of the second; none unless it does from the front to the back.
pub fn plane_crossing(motions: [&Motion; 2], vertex: DVec3, plane: Plane) -> Option<f64> {
    let value = |time: f64| plane_distance(motions, vertex, plane, time);
    (value(0.0) >= 0.0 && value(1.0) <= 0.0 && value(0.0) > value(1.0))
        .then(|| bracketed(&mut |time| value(time), 0.0, 1.0))
}

/// An edge whose ends `a` and `b` move in straight lines: places at the start and at the end. World frame, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingEdge {
    /// First end.
    pub a: [DVec3; 2],
    /// Second end.
    pub b: [DVec3; 2],
}

/// A plane n·x = n₀ whose numbers change evenly from the start to the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingPlane {
    /// n.
    pub normal: [DVec3; 2],
    /// n₀, m.
    pub offset: [f64; 2],
}

/// Two edges in an interval of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeEdge {
    /// Signed distances of the two lines at the ends of the interval, m.
    pub distances: [f64; 2],
    /// When the interpolated distance is zero; none if it is not.
    pub time: Option<f64>,
}

impl MovingEdge {
    /// The ends at a time.
    pub fn at(&self, time: f64) -> [DVec3; 2] {
        [self.a, self.b].map(|[start, end]| (1.0 - time) * start + time * end)
    }

    /// From the first to the second end at a time.
    pub fn along(&self, time: f64) -> DVec3 {
        let [a, b] = self.at(time);
        b - a
    }
}

/// Intervals of time in which the ends of an edge lie on different sides of a plane.
pub fn piercing_intervals(edge: &MovingEdge, plane: &MovingPlane) -> impl Iterator<Item = [f64; 2]> {
    let sides = [edge.a, edge.b].map(|end| side(end, plane));
    let mut times: Few<6> = Few::default();
    let (first, second) = (polynomial(sides[0]), polynomial(sides[1]));
    let (mut i, mut j) = (0, 0);
    times.add(0.0);
    while i < first.as_slice().len() || j < second.as_slice().len() {
        let of = |few: &Few<3>, k: usize| few.as_slice().get(k).copied().unwrap_or(f64::INFINITY);
        let (p, q) = (of(&first, i), of(&second, j));
        times.add(p.min(q));
        (i, j) = if p <= q { (i + 1, j) } else { (i, j + 1) };
    }
    times.add(1.0);
    let value = |c: [f64; 4], t: f64| c[0] + t * (c[1] + t * c[2]);
    let pierces = move |[from, to]: [f64; 2]| {
        let middle = 0.5 * (from + to);
        value(sides[0], middle) * value(sides[1], middle) < 0.0
    };
    let mut joined: [[f64; 2]; 5] = [[0.0; 2]; 5];
    let mut count = 0;
    for pair in times.as_slice().windows(2).map(|pair| [pair[0], pair[1]]).filter(|pair| pierces(*pair)) {
        if count > 0 && joined[count - 1][1] == pair[0] {
            joined[count - 1][1] = pair[1];
        } else {
            joined[count] = pair;
            count += 1;
        }
    }
    joined.into_iter().take(count)
}

/// n(t)·x(t) − n₀(t), a quadratic.
fn side([x, y]: [DVec3; 2], plane: &MovingPlane) -> [f64; 4] {
    let ([n, m], [p, q]) = (plane.normal, plane.offset);
    let (dx, dn) = (y - x, m - n);
    [n.dot(x) - p, n.dot(dx) + dn.dot(x) - (q - p), dn.dot(dx), 0.0]
}

/// det(b₁ − a₁, b₂ − a₂, a₁ − a₂)/|(b₁ − a₁) × (b₂ − a₂)|, the signed distance of the lines of two edges at a time, m.
/// NaN if they are parallel.
pub fn line_distance(e: &MovingEdge, g: &MovingEdge, time: f64) -> f64 {
    let ([a1, b1], [a2, b2]) = (e.at(time), g.at(time));
    let cross = (b1 - a1).cross(b2 - a2);
    cross.dot(a1 - a2) / cross.length()
}

/// When the lines of two edges pass through each other during an interval of time.
pub fn edge_edge(e: &MovingEdge, g: &MovingEdge, [from, to]: [f64; 2]) -> EdgeEdge {
    let distances = [from, to].map(|time| line_distance(e, g, time));
    let [start, end] = distances;
    let crosses = start != end && start * end <= 0.0;
    EdgeEdge { distances, time: crosses.then(|| from + (to - from) * start / (start - end)) }
}

/// Fractions along two edges, taken as infinite lines, of their nearest points at a time.
pub fn line_parameters(e: &MovingEdge, g: &MovingEdge, time: f64) -> [f64; 2] {
    let ([a1, b1], [a2, b2]) = (e.at(time), g.at(time));
    let (d1, d2, r) = (b1 - a1, b2 - a2, a2 - a1);
    let cross = d1.cross(d2);
    [r.cross(d2), r.cross(d1)].map(|v| v.dot(cross) / cross.length_squared())
}

/// All times at which the lines of two edges meet: zeros of det(b₁ − a₁, b₂ − a₂, a₁ − a₂), a cubic.
pub fn coplanar_times(e: &MovingEdge, g: &MovingEdge) -> Few<3> {
    let linear = |[x, y]: [DVec3; 2], [p, q]: [DVec3; 2]| [p - x, (q - y) - (p - x)];
    let ([u0, u1], [v0, v1], [w0, w1]) = (linear(e.a, e.b), linear(g.a, g.b), linear(g.a, e.a));
    let det = |u: DVec3, v: DVec3, w: DVec3| u.cross(v).dot(w);
    polynomial([
        det(u0, v0, w0),
        det(u1, v0, w0) + det(u0, v1, w0) + det(u0, v0, w1),
        det(u1, v1, w0) + det(u1, v0, w1) + det(u0, v1, w1),
        det(u1, v1, w1),
    ])
}
