//! Hulls between fixed directions: discrete orientation polytopes with k = 14, 18 or 26 faces.
//!
//! After Klosowski, Held, Mitchell, Sowizral, Zikan, *Efficient collision detection using bounding volume hierarchies
//! of k-DOPs*, 1998. Two bodies are turned against each other, so the extent of a hull along a direction of the other
//! one is needed. Instead of turning and refitting each hull, the direction is written once per pair of bodies as a
//! sum, with coefficients of at least zero, of three of the hull's own directions: the same sum of the extents along
//! those bounds the extent.
use super::obb::together;
use crate::sort::by_insertion;
use glam::{DMat3, DVec3};

/// Half of the directions: the others are their opposites. Axes, corners of a cube, middles of its edges.
const DIRECTIONS: [[f64; 3]; 13] = [
    [1., 0., 0.],
    [0., 1., 0.],
    [0., 0., 1.],
    [1., 1., 1.],
    [1., 1., -1.],
    [1., -1., 1.],
    [-1., 1., 1.],
    [1., 1., 0.],
    [1., -1., 0.],
    [1., 0., 1.],
    [1., 0., -1.],
    [0., 1., 1.],
    [0., 1., -1.],
];

/// A set of directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Directions {
    /// Axes and corners.
    Fourteen,
    /// Axes and edges.
    Eighteen,
    /// All.
    TwentySix,
}

impl Directions {
    /// Numbers of the directions in the table.
    pub fn all(self) -> impl ExactSizeIterator<Item = usize> + Clone {
        let (count, skip) = match self {
            Self::Fourteen => (7, 0),
            Self::Eighteen => (9, 4),
            Self::TwentySix => (13, 0),
        };
        (0..count).map(move |k| if k < 3 { k } else { k + skip })
    }

    /// Number of pairs of opposite directions.
    pub fn count(self) -> usize {
        self.all().len()
    }

    /// The direction as a sum of three of the set: coefficients of at least zero, and vectors of entries -1, 0, 1.
    ///
    /// The set is symmetric, so signs and order of the entries are put aside first: x ≥ y ≥ z ≥ 0.
    fn split(self, direction: DVec3) -> [(f64, [f64; 3]); 3] {
        let mut order = [0, 1, 2];
        by_insertion(&mut order, |i: usize, j: usize| direction[j].abs().total_cmp(&direction[i].abs()).is_gt());
        let [x, y, z] = order.map(|i| direction[i].abs());
        let parts = match self {
            Self::Fourteen => [(x - y, [1., 0., 0.]), ((y + z) / 2.0, [1., 1., 1.]), ((y - z) / 2.0, [1., 1., -1.])],
            Self::Eighteen if x > y + z => [(x - y - z, [1., 0., 0.]), (y, [1., 1., 0.]), (z, [1., 0., 1.])],
            Self::Eighteen => [
                ((x + y - z) / 2.0, [1., 1., 0.]),
                ((x + z - y) / 2.0, [1., 0., 1.]),
                ((y + z - x) / 2.0, [0., 1., 1.]),
            ],
            Self::TwentySix => [(x - y, [1., 0., 0.]), (y - z, [1., 1., 0.]), (z, [1., 1., 1.])],
        };
        parts.map(|(c, v)| {
            let mut out = [0.0; 3];
            (0..3).for_each(|k| out[order[k]] = v[k] * direction[order[k]].signum());
            (c.max(0.0), out)
        })
    }
}

/// The table's direction as a vector, not of length 1.
pub(super) fn direction(k: usize) -> DVec3 {
    DVec3::from_array(DIRECTIONS[k])
}

/// Extents of points along all directions of the set, smallest and largest in turn, added to `bounds`.
pub(super) fn measure(set: Directions, points: &[DVec3], bounds: &mut Vec<f64>) {
    for k in set.all() {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for point in points {
            let along = direction(k).dot(*point);
            (low, high) = (low.min(along), high.max(along));
        }
        bounds.extend([low, high]);
    }
}

/// A lower bound of the distance of a point from a hull, negative inside.
pub(super) fn point_gap(set: Directions, bounds: &[f64], point: DVec3) -> f64 {
    let (mut axes, mut gap) = (DVec3::ZERO, f64::NEG_INFINITY);
    for (k, (at, pair)) in set.all().zip(bounds.chunks_exact(2)).enumerate() {
        let along = direction(at).dot(point);
        let apart = (along - pair[1]).max(pair[0] - along);
        if k < 3 {
            axes[k] = apart;
        } else {
            gap = gap.max(apart / direction(at).length());
        }
    }
    gap.max(together(axes))
}

/// How large a hull is: the cube of the mean of its widths, in the sense of logarithms; m³.
pub(super) fn volume(set: Directions, bounds: &[f64]) -> f64 {
    let widths = set.all().zip(bounds.chunks_exact(2)).map(|(k, pair)| (pair[1] - pair[0]) / direction(k).length());
    let largest = widths.clone().fold(0.0, f64::max);
    let product: f64 = widths.map(|width| width.max(0.01 * largest)).product();
    libm::pow(product, 3.0 / set.count() as f64)
}

/// One direction as a sum of three of the other body's.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Split {
    /// Places in the list of bounds: of the extent along each direction, and along its opposite.
    places: [[usize; 2]; 3],
    coefficients: [f64; 3],
    /// 1 for the table's direction, -1 for its opposite.
    signs: [f64; 3],
}

impl Split {
    pub fn new(set: Directions, direction: DVec3) -> Self {
        let mut split = Self::default();
        for (k, (coefficient, vector)) in set.split(direction).into_iter().enumerate() {
            let is = |sign: f64| move |&at: &usize| DIRECTIONS[at].map(|x| sign * x) == vector;
            let find = |sign: f64| set.all().position(|at| is(sign)(&at));
            let (place, sign) = match find(1.0) {
                Some(place) => (place, 1.0),
                None => (find(-1.0).unwrap_or(0), -1.0),
            };
            split.places[k] = if sign > 0.0 { [2 * place + 1, 2 * place] } else { [2 * place, 2 * place + 1] };
            (split.coefficients[k], split.signs[k]) = (coefficient, sign);
        }
        split
    }

    /// Bounds of a hull's extent along the direction.
    pub fn extent(&self, bounds: &[f64]) -> [f64; 2] {
        let (mut low, mut high) = (0.0, 0.0);
        for ((&[top, bottom], c), sign) in self.places.iter().zip(self.coefficients).zip(self.signs) {
            high += c * sign * bounds[top];
            low += c * sign * bounds[bottom];
        }
        [low, high]
    }
}

/// What the hulls of two bodies need of the bodies' poses.
#[derive(Clone, Debug, Default)]
pub(super) struct Turned {
    /// For each direction of the first body: the second's part of it, the offset along it, and its length.
    of_a: Vec<(Split, f64, f64)>,
    /// The same the other way round.
    of_b: Vec<(Split, f64, f64)>,
}

impl Turned {
    /// `rotation` and `offset` place the second body in the frame of the first.
    pub fn set(&mut self, directions: Directions, rotation: &DMat3, offset: DVec3) {
        self.of_a.clear();
        self.of_b.clear();
        let back = rotation.transpose();
        for k in directions.all() {
            let (d, length) = (direction(k), direction(k).length());
            self.of_a.push((Split::new(directions, back * d), d.dot(offset), length));
            self.of_b.push((Split::new(directions, *rotation * d), -d.dot(back * offset), length));
        }
    }

    /// A lower bound of the distance of two hulls, negative if no direction of either separates them.
    pub fn gap(&self, a: &[f64], b: &[f64]) -> f64 {
        one_way(&self.of_a, a, b).max(one_way(&self.of_b, b, a))
    }
}

/// Largest distance along the directions of `fixed`; along the three axes squares add up.
fn one_way(splits: &[(Split, f64, f64)], fixed: &[f64], turned: &[f64]) -> f64 {
    let mut axes = DVec3::ZERO;
    let mut gap = f64::NEG_INFINITY;
    for (k, ((split, offset, length), bounds)) in splits.iter().zip(fixed.chunks_exact(2)).enumerate() {
        let [low, high] = split.extent(turned);
        let apart = (low + offset - bounds[1]).max(bounds[0] - high - offset);
        match k {
            0 | 1 => axes[k] = apart,
            2 => {
                axes[k] = apart;
                gap = together(axes);
            }
            _ => gap = gap.max(apart / length),
        }
    }
    gap
}
