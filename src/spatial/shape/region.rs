//! Flat regions with any boundary: what of a body's flat side can touch another flat side.
//!
//! Without friction only the convex hull matters: the resultant of any pressure on the region lies in it, and no point of
//! the region can go through a plane before one of the hull's boundary does (Anitescu, Cremer, Potra, *Formulating 3D
//! contact dynamics problems*, 1996, section 5).
use glam::DVec2;

/// A piece of a boundary, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece {
    /// From one point to another.
    Segment([DVec2; 2]),
    /// Of an ellipse along the axes, from one angle u to a greater one: centre + (a cos u, b sin u).
    Arc {
        /// m.
        centre: DVec2,
        /// a, b, m.
        semi_axes: DVec2,
        /// rad.
        from: f64,
        /// rad, at most a full turn more.
        to: f64,
    },
}

/// A region, by its boundary: counter-clockwise around it, clockwise around its holes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Region {
    /// The outer boundary.
    pub outer: Vec<Piece>,
    /// The boundaries of the holes.
    pub holes: Vec<Vec<Piece>>,
}

/// Area, centre and second moments of a region.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AreaMoments {
    /// m².
    pub area: f64,
    /// m.
    pub centre: DVec2,
    /// ∫x², ∫xy, ∫y² about the centre, m⁴.
    pub second: [f64; 3],
}

/// Most chords on the way to a point of the hull's boundary; each halves the arc at least.
const MOST_CHORDS: usize = 100;

impl Piece {
    /// The point at a part of the way, 0 to 1, and the derivative.
    pub fn at(&self, part: f64) -> [DVec2; 2] {
        match *self {
            Self::Segment([a, b]) => [a + part * (b - a), b - a],
            Self::Arc { centre, semi_axes, from, to } => {
                let (sin, cos) = libm::sincos(from + part * (to - from));
                [centre + semi_axes * DVec2::new(cos, sin), (to - from) * semi_axes * DVec2::new(-sin, cos)]
            }
        }
    }

    /// The point that is farthest in a direction.
    pub fn support(&self, direction: DVec2) -> DVec2 {
        match (*self, self.farthest(direction)) {
            (Self::Arc { centre, semi_axes, .. }, part) if part > 0.0 && part < 1.0 => {
                let scaled = semi_axes * direction;
                centre + semi_axes * scaled / scaled.length_squared().sqrt()
            }
            (_, part) => self.at(part)[0],
        }
    }

    /// At which part of the way the point is that is farthest in a direction.
    fn farthest(&self, direction: DVec2) -> f64 {
        if let Self::Arc { semi_axes, from, to, .. } = *self {
            let angle = libm::atan2(semi_axes.y * direction.y, semi_axes.x * direction.x);
            let turns = libm::ceil((from - angle) / std::f64::consts::TAU);
            let angle = angle + turns * std::f64::consts::TAU;
            if angle <= to {
                return (angle - from) / (to - from);
            }
        }
        let [start, end] = [self.at(0.0)[0], self.at(1.0)[0]];
        if direction.dot(end) > direction.dot(start) { 1.0 } else { 0.0 }
    }
}

impl Region {
    /// An ellipse about the origin.
    pub fn ellipse(semi_axes: [f64; 2]) -> Self {
        Self::of(vec![Piece::Arc {
            centre: DVec2::ZERO,
            semi_axes: semi_axes.into(),
            from: 0.0,
            to: std::f64::consts::TAU,
        }])
    }

    /// The upper half of a disc about the origin.
    pub fn half_disc(radius: f64) -> Self {
        let semi_axes = DVec2::splat(radius);
        let arc = Piece::Arc { centre: DVec2::ZERO, semi_axes, from: 0.0, to: std::f64::consts::PI };
        Self::of(vec![arc, Piece::Segment([-radius * DVec2::X, radius * DVec2::X])])
    }

    /// A polygon with its corners counter-clockwise.
    pub fn polygon(corners: &[DVec2]) -> Self {
        Self::of(edges(corners))
    }

    fn of(outer: Vec<Piece>) -> Self {
        Self { outer, holes: Vec::new() }
    }

    /// The same with a hole, whose corners go counter-clockwise too.
    pub fn with_hole(mut self, corners: &[DVec2]) -> Self {
        let turned: Vec<DVec2> = corners.iter().rev().copied().collect();
        self.holes.push(edges(&turned));
        self
    }

    /// The same seen from below: y is turned round.
    pub fn mirrored(&self) -> Self {
        let flip = |p: DVec2| DVec2::new(p.x, -p.y);
        let turn = |piece: &Piece| match *piece {
            Piece::Segment([a, b]) => Piece::Segment([flip(b), flip(a)]),
            Piece::Arc { centre, semi_axes, from, to } => {
                Piece::Arc { centre: flip(centre), semi_axes, from: -to, to: -from }
            }
        };
        let around = |pieces: &Vec<Piece>| pieces.iter().rev().map(turn).collect();
        Self { outer: around(&self.outer), holes: self.holes.iter().map(around).collect() }
    }

    /// The same moved.
    pub fn moved(mut self, by: DVec2) -> Self {
        for piece in self.outer.iter_mut().chain(self.holes.iter_mut().flatten()) {
            match piece {
                Piece::Segment(ends) => ends.iter_mut().for_each(|end| *end += by),
                Piece::Arc { centre, .. } => *centre += by,
            }
        }
        self
    }

    /// The point that is farthest in a direction.
    pub fn support(&self, direction: DVec2) -> DVec2 {
        let farthest = |a: DVec2, b: DVec2| if direction.dot(b) > direction.dot(a) { b } else { a };
        self.outer.iter().map(|piece| piece.support(direction)).reduce(farthest).unwrap_or_default()
    }

    /// The same as the number of a piece of the outer boundary and the part of the way along it.
    pub fn support_at(&self, direction: DVec2) -> (usize, f64) {
        let reach = |piece: &Piece| direction.dot(piece.support(direction));
        let farthest = (0..self.outer.len()).max_by(|&i, &j| reach(&self.outer[i]).total_cmp(&reach(&self.outer[j])));
        farthest.map_or((0, 0.0), |piece| (piece, self.outer[piece].farthest(direction)))
    }

    /// How far the convex hull reaches from a point inside it in a direction of length 1.
    ///
    /// Two points of the boundary on either side of the ray span a chord; the point farthest beyond it replaces one of
    /// them, until there is none.
    pub fn hull_radius(&self, from: DVec2, direction: DVec2) -> f64 {
        let side = direction.perp();
        let mut ends = [self.support(-side), self.support(side)];
        let mut reach = f64::INFINITY;
        for _ in 0..MOST_CHORDS {
            let [right, left] = ends.map(|end| end - from);
            let chord = left - right;
            let out = DVec2::new(chord.y, -chord.x);
            // where the chord meets the ray
            let along = out.dot(right) / out.dot(direction);
            let farther = self.support(out);
            let beyond = out.dot(farther - from) - out.dot(right);
            let size = out.length_squared();
            if reach == along || beyond <= 1e-16 * size || !along.is_finite() {
                return if along.is_finite() { along } else { 0.0 };
            }
            reach = along;
            ends[usize::from(side.dot(farther - from) > 0.0)] = farther;
        }
        reach
    }

    /// Whether a point is in the convex hull.
    pub fn hull_holds(&self, point: DVec2) -> bool {
        let centre = self.moments().centre;
        let (way, distance) = ((point - centre), (point - centre).length_squared().sqrt());
        distance == 0.0 || distance <= self.hull_radius(centre, way / distance)
    }

    /// Distance of the farthest point from the origin, m.
    pub fn radius(&self) -> f64 {
        let pieces = self.outer.iter();
        pieces
            .map(|piece| match *piece {
                Piece::Segment([a, b]) => a.length_squared().max(b.length_squared()).sqrt(),
                Piece::Arc { centre, semi_axes, .. } => centre.length_squared().sqrt() + semi_axes.max_element(),
            })
            .fold(0.0, f64::max)
    }

    /// Area, centre and second moments.
    pub fn moments(&self) -> AreaMoments {
        let mut sums = [0.0; 6];
        for piece in self.outer.iter().chain(self.holes.iter().flatten()) {
            integrate(piece, &mut sums);
        }
        let [area, x, y, xx, xy, yy] = sums;
        let centre = DVec2::new(x, y) / area;
        let second =
            [xx - area * centre.x * centre.x, xy - area * centre.x * centre.y, yy - area * centre.y * centre.y];
        AreaMoments { area, centre, second }
    }
}

fn edges(corners: &[DVec2]) -> Vec<Piece> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| Piece::Segment([*a, *b])).collect()
}

/// Nodes and weights of Gauss's rule with six points on −1 to 1.
const GAUSS: [(f64, f64); 3] = [
    (0.238_619_186_083_196_9, 0.467_913_934_572_691),
    (0.661_209_386_466_264_5, 0.360_761_573_048_138_6),
    (0.932_469_514_203_152, 0.171_324_492_379_170_36),
];
/// An arc is integrated in pieces.
const PARTS: usize = 16;

/// Adds ∫1, x, y, x², xy, y² over what the piece and the origin enclose: by Green's formula (k + 2)⁻¹ ∮ f (x dy − y dx)
/// for f of degree k.
fn integrate(piece: &Piece, sums: &mut [f64; 6]) {
    let half = 0.5 / PARTS as f64;
    for part in 0..PARTS {
        let middle = (2 * part + 1) as f64 * half;
        for (node, weight) in GAUSS.into_iter().flat_map(|(x, w)| [(x, w), (-x, w)]) {
            let [p, way] = piece.at(middle + half * node);
            let swept = half * weight * p.perp_dot(way);
            let terms = [1.0 / 2.0, p.x / 3.0, p.y / 3.0, p.x * p.x / 4.0, p.x * p.y / 4.0, p.y * p.y / 4.0];
            sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += swept * term);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    /// Formulas for the ellipse, the half-disc and a square with a square hole.
    #[test]
    fn moments_are_those_of_the_formulas() {
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-13, "{a} instead of {b}");
        let ellipse = Region::ellipse([0.6, 0.35]).moments();
        close(ellipse.area, PI * 0.6 * 0.35);
        close(ellipse.second[0], PI * 0.35 * 0.6_f64.powi(3) / 4.0);
        let half = Region::half_disc(0.5).moments();
        close(half.centre.y, 4.0 * 0.5 / (3.0 * PI));
        close(half.second[2], (PI / 8.0 - 8.0 / (9.0 * PI)) * 0.5_f64.powi(4));
        let square = |s: f64| [DVec2::new(-s, -s), DVec2::new(s, -s), DVec2::new(s, s), DVec2::new(-s, s)];
        let framed = Region::polygon(&square(1.0)).with_hole(&square(0.5)).moved(DVec2::X).moments();
        close(framed.area, 3.0);
        close(framed.centre.x, 1.0);
        close(framed.second[0], (16.0 - 1.0) / 12.0);
    }

    /// The hull of a region that is not convex is reached by its chords, that of an ellipse by its formula.
    #[test]
    fn hulls_reach_as_far_as_they_do() {
        let notched = Region::polygon(&[
            DVec2::new(-1.0, -1.0),
            DVec2::new(1.0, -1.0),
            DVec2::new(1.0, 1.0),
            DVec2::new(0.0, -0.5),
            DVec2::new(-1.0, 1.0),
        ]);
        let far = notched.hull_radius(DVec2::new(0.0, -0.75), DVec2::Y);
        assert!((far - 1.75).abs() < 1e-15, "{far}");
        assert!(notched.hull_holds(DVec2::new(0.0, 0.9)) && !notched.hull_holds(DVec2::new(0.0, 1.1)));
        let ellipse = Region::ellipse([0.6, 0.35]);
        for k in 0..50 {
            let angle = 0.13 * f64::from(k);
            let way = DVec2::new(libm::cos(angle), libm::sin(angle));
            let exact = 1.0 / libm::hypot(way.x / 0.6, way.y / 0.35);
            let far = ellipse.hull_radius(DVec2::ZERO, way);
            assert!((far - exact).abs() < 1e-14, "{angle}: {far} instead of {exact}");
        }
    }
}
