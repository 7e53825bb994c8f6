//! What a body stands on: points of the boundary of a flat face, or of the circle in a torus, over a plane.
//!
//! A face over a plane touches it at the boundary point that is lowest. Where the face is nearly level that point may run
//! around the boundary in no time; then points spread over the boundary are kept above the plane too, and every boundary
//! point that would penetrate most at the end of a step is added, until none does (Anitescu, Cremer, Potra, *Formulating
//! 3D contact dynamics problems*, 1996, section 5).
use crate::spatial::contact::Part;
use crate::spatial::gap::Gap;
use crate::spatial::pose::Pose;
use crate::spatial::shape::smooth::{Flat, Smooth};
use glam::{DVec2, DVec3};

/// Sine of the angle between face and plane under which the face counts as level.
pub const LEVEL: f64 = 0.1;
/// Directions in which the boundary of a level face has points.
const SPREAD: usize = 8;
/// Places on a piece of a boundary, so that each has a number.
const PLACES: usize = 1 << 20;

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
    Gap::Plane {
        p: flat.pose.place(point(flat, number).extend(0.0)),
        normal: ground.normal,
        offset: ground.offset,
        radius: flat.radius,
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
