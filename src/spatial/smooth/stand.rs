//! What a body stands on: points of the boundary of a flat face, or of the circle in a torus, over a plane.
//!
//! A face over a plane touches it at the boundary point that is lowest. Where the face is nearly level that point may run
//! around the boundary in no time; then points spread over the boundary are kept above the plane too. Whatever a scheme
//! keeps from being negative (a gap, its rate, its acceleration) is an affine function over a flat, so it is nowhere less
//! than at some point of the boundary: that point is added, and the forces are computed anew, until no point would
//! penetrate (Anitescu, Cremer, Potra, *Formulating 3D contact dynamics problems*, 1996, section 5). Each round adds a
//! constraint that was violated, so no set of points comes back.
use crate::spatial::body::{Body, BodyId};
use crate::spatial::contact::{Candidate, Key, Part};
use crate::spatial::gap::Gap;
use crate::spatial::pose::Pose;
use crate::spatial::shape::Shape;
use crate::spatial::shape::smooth::{Flat, Smooth};
use glam::{DVec2, DVec3};

/// Sine of the angle between face and plane under which the face counts as level.
pub const LEVEL: f64 = 0.1;
/// Directions in which the boundary of a level face has points.
const SPREAD: usize = 8;
/// Places on a piece of a boundary, so that each has a number.
const PLACES: usize = 1 << 20;

/// Places of a flat nearer to each other than this part of its size may be two of one.
const NEAR: f64 = 0.01;

/// A plane under a body: in the frame of the other body, its normal, and where it is along that, m.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    /// Of length 1, out of the other body.
    pub normal: DVec3,
    /// m.
    pub offset: f64,
}

/// How a flat lies over a plane.
#[derive(Clone, Copy, Debug)]
pub struct Tilt {
    /// Sine of the angle between the two.
    pub sine: f64,
    /// The direction, in the flat's axes, in which it is lower.
    pub lower: DVec2,
    /// Whether the flat faces the plane.
    pub faces: bool,
}

impl Tilt {
    /// Of a flat of a body in this pose over a plane with this normal.
    pub fn of(flat: &Flat, body: &Pose, normal: DVec3) -> Self {
        let down = flat.in_world(body).direction_to_body(-normal);
        let lower = down.truncate();
        Self { sine: lower.length_squared().sqrt(), lower, faces: down.z > 0.0 }
    }

    /// Whether the flat faces the plane and is nearly parallel to it.
    pub fn is_level(&self) -> bool {
        self.faces && self.sine < LEVEL
    }
}

/// Shows the numbers of the places on the boundary of a flat that may touch a plane, for poses now and after the step.
pub fn places(flat: &Flat, bodies: [&Pose; 2], normals: [DVec3; 2], mut show: impl FnMut(usize)) {
    for (body, normal) in bodies.into_iter().zip(normals) {
        let tilt = Tilt::of(flat, body, normal);
        if tilt.sine > 0.0 {
            show(number(flat, tilt.lower));
        }
        if tilt.is_level() {
            for k in 0..SPREAD {
                let (sin, cos) = libm::sincos(std::f64::consts::TAU * k as f64 / SPREAD as f64);
                show(number(flat, DVec2::new(cos, sin)));
            }
        }
    }
}

/// The number of the place farthest in a direction.
fn number(flat: &Flat, direction: DVec2) -> usize {
    let (piece, part) = flat.region.support_at(direction);
    let place = libm::round(part * PLACES as f64) as usize;
    // the end of a piece is the beginning of the next one
    (piece * PLACES + place) % (flat.pieces().len() * PLACES)
}

/// The part of a body's surface that a place on one of its flats is.
pub fn part(smooth: &Smooth, flat: usize, number: usize) -> Part {
    let before: usize = smooth.flats()[..flat].iter().map(|flat| flat.pieces().len() * PLACES).sum();
    Part::Vertex(before + number)
}

/// Where a place of that number is, in the axes of the flat, m.
pub fn point(flat: &Flat, number: usize) -> DVec2 {
    flat.pieces()[number / PLACES].at((number % PLACES) as f64 / PLACES as f64)[0]
}

/// The gap of a place of that number and a plane.
pub fn gap(flat: &Flat, number: usize, ground: Ground) -> Gap {
    gap_at(flat, point(flat, number), ground)
}

fn gap_at(flat: &Flat, place: DVec2, ground: Ground) -> Gap {
    Gap::Plane {
        p: flat.pose.place(place.extend(0.0)),
        normal: ground.normal,
        offset: ground.offset,
        radius: flat.radius,
    }
}

/// A flat of a body over a plane of another one, by places of its boundary.
#[derive(Clone, Copy)]
pub struct Standing<'a> {
    bodies: [BodyId; 2],
    smooth: &'a Smooth,
    /// Which of the flats.
    flat: usize,
    ground: Ground,
}

impl<'a> Standing<'a> {
    /// Of the contact of two bodies, if one of the first's places is over a plane there.
    pub fn of(bodies: &'a [Body], [a, b]: [BodyId; 2], key: Key) -> Option<Self> {
        let (Shape::Smooth(smooth), Shape::HalfSpace { normal }) = (&bodies[a].shape, &bodies[b].shape) else {
            return None;
        };
        let (flat, _) = place(smooth, key.first)?;
        Some(Self { bodies: [a, b], smooth, flat, ground: Ground { normal: *normal, offset: 0.0 } })
    }

    /// Whether two are the same.
    pub fn is(&self, other: &Self) -> bool {
        (self.bodies, self.flat) == (other.bodies, other.flat)
    }

    /// Where a function that is affine over the flat is least: it is told by its values at three points. The gap is that of
    /// the very place, the key that of the numbered one next to it.
    pub fn least(&self, value: impl Fn(&Candidate) -> f64) -> Candidate {
        self.farthest(self.falls(value))
    }

    /// The direction, in the flat's axes, in which such a function falls.
    pub fn falls(&self, value: impl Fn(&Candidate) -> f64) -> DVec2 {
        let flat = &self.smooth.flats()[self.flat];
        let size = flat.region.radius();
        let at = |p: DVec2| value(&self.candidate(Part::Whole, gap_at(flat, size * p, self.ground)));
        let [origin, x, y] = [DVec2::ZERO, DVec2::X, DVec2::Y].map(at);
        DVec2::new(origin - x, origin - y)
    }

    /// Whether two of its places are so near each other that they may be two of one.
    pub fn is_near(&self, places: [&Candidate; 2]) -> bool {
        let [Some(p), Some(q)] = places.map(|c| c.gap.over_plane()) else { return false };
        let near = NEAR * self.smooth.flats()[self.flat].region.radius();
        (p - q).length_squared() <= near * near
    }

    /// Its place that is farthest in a direction.
    pub fn farthest(&self, falls: DVec2) -> Candidate {
        let flat = &self.smooth.flats()[self.flat];
        let gap = gap_at(flat, flat.region.support(falls), self.ground);
        self.candidate(part(self.smooth, self.flat, number(flat, falls)), gap)
    }

    fn candidate(&self, first: Part, gap: Gap) -> Candidate {
        let [a, b] = self.bodies;
        Candidate { a, b, key: Key { first, second: Part::Whole }, gap }
    }
}

/// The flat and the number of a place that a part is.
pub fn place(smooth: &Smooth, part: Part) -> Option<(usize, usize)> {
    let Part::Vertex(mut number) = part else { return None };
    for (k, flat) in smooth.flats().iter().enumerate() {
        let count = flat.pieces().len() * PLACES;
        if number < count {
            return Some((k, number));
        }
        number -= count;
    }
    None
}
