//! One place where two bodies touch or nearly do.
use crate::sort::by_heap;
use crate::spatial::pose::Pose;
use crate::spatial::shape::mesh::Feature;
use glam::DVec3;

/// A pair of features of two bodies `a` and `b` that are near to each other. World frame, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// The place on each body.
    pub points: [DVec3; 2],
    /// Unit vector out of `b` into `a`; a force `f > 0` pushes `a` along it and `b` against it.
    pub normal: DVec3,
    /// `normal · (points[0] - points[1])`: positive apart, negative overlapping.
    pub gap: f64,
    /// What of each body is there: the same pair at the next step is the same contact.
    pub features: [Feature; 2],
}

impl ContactPoint {
    /// A contact given in the frame of a body in this pose.
    pub(super) fn placed(self, pose: &Pose) -> Self {
        Self { points: self.points.map(|p| pose.place(p)), normal: pose.turn(self.normal), ..self }
    }

    /// The same contact with the two bodies exchanged.
    pub fn swapped(self) -> Self {
        let ([p, q], [f, g]) = (self.points, self.features);
        Self { points: [q, p], normal: -self.normal, features: [g, f], ..self }
    }
}

/// Which gaps count as contacts, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// Contacts have gaps under this.
    pub apart: f64,
    /// Contacts overlap by less than this.
    pub overlap: f64,
    /// Features that miss each other, or meet, by no more than this count as exactly aligned: a corner on an edge, a
    /// corner that slides over the joint of two plates.
    pub graze: f64,
    /// Sine of the angle by which the surface beside a contact may dip under its tangent plane, so that bodies that rest
    /// on each other slightly tilted keep all their contacts, and what turns in a step gets those that it will have.
    pub dip: f64,
}

/// [`Reach::dip`] where nothing turns.
pub const DIP: f64 = 0.1;

/// Sorts by a number, those with the same by feature, then by gap.
pub(super) fn sort_by(points: &mut [ContactPoint], number: fn(&ContactPoint) -> f64) {
    let compare = |x: &ContactPoint, y: &ContactPoint| {
        number(x).total_cmp(&number(y)).then(x.features.cmp(&y.features)).then(x.gap.total_cmp(&y.gap))
    };
    by_heap(points, &|x, y| compare(x, y).is_lt());
}

impl Reach {
    /// Whether all that is within the other one is within this one.
    pub fn covers(&self, other: &Self) -> bool {
        let Self { apart, overlap, graze, dip } = *other;
        self.apart >= apart && self.overlap >= overlap && self.graze >= graze && self.dip >= dip
    }

    /// Gaps up to `apart`, overlaps as deep, and a thousandth of it for aligned features.
    pub fn new(apart: f64) -> Self {
        Self { apart, overlap: apart, graze: 1e-3 * apart, dip: DIP }
    }

    /// Whether a gap counts.
    pub fn holds(&self, gap: f64) -> bool {
        -self.overlap < gap && gap < self.apart
    }
}
