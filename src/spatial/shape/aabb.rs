//! Boxes along the axes of the world.
use glam::{BVec3, DVec3};

/// An axis-parallel box; infinite sides are allowed. Metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Smallest coordinates.
    pub low: DVec3,
    /// Largest coordinates.
    pub high: DVec3,
}

impl Aabb {
    /// Holds nothing.
    pub const EMPTY: Self = Self { low: DVec3::INFINITY, high: DVec3::NEG_INFINITY };
    /// Holds everything.
    pub const ALL: Self = Self { low: DVec3::NEG_INFINITY, high: DVec3::INFINITY };

    /// The smallest box around points.
    pub fn around(points: impl IntoIterator<Item = DVec3>) -> Self {
        let grow = |bounds: Self, p: DVec3| Self { low: bounds.low.min(p), high: bounds.high.max(p) };
        points.into_iter().fold(Self::EMPTY, grow)
    }

    /// The smallest box around two.
    pub fn union(&self, other: &Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// What lies in both; upside down if nothing does.
    pub fn intersection(&self, other: &Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// Larger on all sides, m.
    pub fn grown(&self, by: f64) -> Self {
        Self { low: self.low - by, high: self.high + by }
    }

    /// Somewhere else.
    pub fn moved(&self, by: DVec3) -> Self {
        Self { low: self.low + by, high: self.high + by }
    }

    /// Whether two boxes have a point in common; touching counts.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.low.cmple(other.high).all() && other.low.cmple(self.high).all()
    }

    /// Its corners.
    pub fn corners(&self) -> [DVec3; 8] {
        let Self { low, high } = *self;
        std::array::from_fn(|k| DVec3::select(BVec3::new(k & 1 > 0, k & 2 > 0, k & 4 > 0), high, low))
    }

    /// Its middle; only of a finite box.
    pub fn centre(&self) -> DVec3 {
        (self.low + self.high) / 2.0
    }
}
