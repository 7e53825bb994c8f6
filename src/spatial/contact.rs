//! Places where two bodies touch or nearly do, and pairs of parts that may.
use super::body::BodyId;
use super::gap::{Gap, Measure};
use super::shape::mesh::Feature;
use glam::DVec3;

/// One place where two bodies touch or nearly do. World frame, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The first body.
    pub a: BodyId,
    /// The second body.
    pub b: BodyId,
    /// Where they meet: halfway between their nearest points.
    pub point: DVec3,
    /// Unit vector out of `b` into `a`; a force `f > 0` pushes `a` along it and `b` against it.
    pub normal: DVec3,
    /// Distance along `normal`: positive apart, negative overlapping.
    pub gap: f64,
    /// N, along `normal` on `a`, over the last step.
    pub force: f64,
    /// N, across the normal on `a`, over the last step: friction.
    pub friction: DVec3,
    /// Which parts meet: the same key at the next step is the same contact.
    pub key: Key,
}

/// What tells contacts of one pair of bodies from each other: a part of the first body and one of the second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// Part of the first body.
    pub first: Part,
    /// Part of the second body.
    pub second: Part,
}

/// A part of a body's surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// All of it, as of a ball.
    #[default]
    Whole,
    /// A vertex, by number.
    Vertex(usize),
    /// An edge, by number.
    Edge(usize),
    /// A face, by number.
    Face(usize),
    /// Of the first body the number of a joint, of the second that of one of the joint's rows.
    Joint(usize),
}

impl From<Feature> for Part {
    fn from(feature: Feature) -> Self {
        match feature {
            Feature::Vertex(v) => Self::Vertex(v),
            Feature::Edge(e) => Self::Edge(e),
            Feature::Face(f) => Self::Face(f),
        }
    }
}

/// A pair of parts that may touch during a step.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The first body.
    pub a: BodyId,
    /// The second body.
    pub b: BodyId,
    /// Which parts of them.
    pub key: Key,
    /// How their gap is measured.
    pub gap: Gap,
}

impl Contact {
    /// A candidate where it was measured, with the force that it carried.
    pub fn of(candidate: &Candidate, measure: &Measure, force: f64) -> Self {
        let (Candidate { a, b, key, .. }, Measure { point, normal, gap, .. }) = (*candidate, *measure);
        Self { a, b, point, normal, gap, force, friction: DVec3::ZERO, key }
    }
}
