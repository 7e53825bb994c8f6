//! Extremal points of two smooth features: where they are nearest to each other, or overlap most.
//!
//! With p₁ on the first feature, p₂ on the second and n out of the second into the first, p₁ − p₂ = d n, and n is
//! orthogonal to both features. The distance d is negative where bodies overlap. All of it holds apart as in contact
//! (Anitescu, Cremer, Potra, *Formulating 3D contact dynamics problems*, 1996, section 4).
pub mod conditions;
mod correct;
pub mod rates;
pub mod search;

pub use conditions::Conditions;
pub use correct::Lost;
pub use rates::{Rates, Relative};

use crate::spatial::pose::Pose;
use crate::spatial::shape::surface::{Coordinates, Curve, Feature, Kind, Local, Surface};
use glam::DVec3;

/// Under this margin a pair counts as singular: see [`Conditions::margin`].
pub const SINGULAR: f64 = 1e-6;

/// Two features of two bodies. If one of them is a curve, the first is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Of the first and of the second body, in their frames.
    pub features: [Feature; 2],
    /// For two curves, the sign of n·(t₁ × t₂); 1 otherwise.
    pub side: f64,
}

/// Points of two features and how these bend there. World frame, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extremal {
    /// Where the points are on their features.
    pub at: [Coordinates; 2],
    /// The points and what bends the features there.
    pub local: [Local; 2],
    /// n, of length 1.
    pub normal: DVec3,
    /// d.
    pub distance: f64,
}

impl Pair {
    /// A pair; none if the second alone is a curve, or if the first is a plane and the second no curve.
    pub fn new(first: Feature, second: Feature) -> Option<Self> {
        let ordered = first.is_curve() || !second.is_curve();
        ordered.then_some(Self { features: [first, second], side: 1.0 })
    }

    /// What is at these coordinates, whether or not the points are extremal.
    pub fn at(&self, at: [Coordinates; 2], poses: [&Pose; 2]) -> Extremal {
        let local = [0, 1].map(|k| self.features[k].local(at[k], poses[k]));
        let span = local[0].point() - local[1].point();
        let normal = match local {
            [_, Local::Surface(second)] => second.frame[2],
            [Local::Surface(first), _] => -first.frame[2],
            [Local::Curve(a), Local::Curve(b)] => {
                let cross = a.frame[0].cross(b.frame[0]);
                // of parallel curves any normal that leads from one to the other
                let across = span - span.dot(a.frame[0]) * a.frame[0];
                (self.side * cross).try_normalize().or(across.try_normalize()).unwrap_or(a.frame[1])
            }
        };
        Extremal { at, local, normal, distance: normal.dot(span) }
    }

    /// The size that lengths are compared with, m: that of the smaller feature.
    pub fn size(&self) -> f64 {
        self.features[0].size().min(self.features[1].size())
    }

    /// Whether it has one pair of nearest points only: lines and convex surfaces.
    pub fn is_single(&self) -> bool {
        self.features.iter().all(|feature| match feature.kind {
            Kind::Surface(surface) => !matches!(surface, Surface::Torus { .. }),
            Kind::Curve(curve) => matches!(curve, Curve::Line { .. }),
            Kind::Hollow(_) => false,
        })
    }

    /// The side on which two curves are if the first point is that way from the second; 1 for other pairs.
    pub fn side_of(extremal: &Extremal, way: DVec3) -> f64 {
        match extremal.local {
            [Local::Curve(a), Local::Curve(b)] => 1f64.copysign(a.frame[0].cross(b.frame[0]).dot(way)),
            _ => 1.0,
        }
    }
}

impl Extremal {
    /// The two points.
    pub fn points(&self) -> [DVec3; 2] {
        self.local.map(|local| local.point())
    }
}

/// Coordinates after a span at these rates.
pub fn moved(at: [Coordinates; 2], rates: [[f64; 2]; 2], span: f64) -> [Coordinates; 2] {
    [0, 1].map(|k| Coordinates { u: at[k].u + span * rates[k][0], v: at[k].v + span * rates[k][1], ..at[k] })
}
