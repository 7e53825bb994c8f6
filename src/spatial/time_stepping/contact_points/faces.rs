//! Frictionless contact of flat faces with any boundary, by few points.
//!
//! The gap's acceleration is an affine function over the face, so it is nowhere less than at some point of the boundary.
//! That point is added to the contact's points, those without force are dropped, and the forces are computed anew, until
//! no point of the face would penetrate (Anitescu, Cremer, Potra, *Formulating 3D contact dynamics problems*, 1996,
//! section 5). Each round adds a constraint that was violated, so no set of points comes back.
//!
//! Where a body tips over a curved boundary this ends at two points that come ever nearer to each other. Then one point
//! between them is sought whose gap has its least acceleration there.
use super::rows::Rows;
use crate::spatial::body::{BodyId, State};
use crate::spatial::gap::Gap;
use crate::spatial::pose::Pose;
use crate::spatial::shape::region::Region;
use glam::{DVec2, DVec3};

/// A flat face of a body on a plane of another one, touching all over.
#[derive(Clone, Debug, PartialEq)]
pub struct FlatContact {
    /// The bodies of the face and of the plane.
    pub bodies: [BodyId; 2],
    /// The face, in axes x and y of its own.
    pub region: Region,
    /// From the face's axes to the first body's; the face is where its z is 0.
    pub pose: Pose,
    /// Normal of the plane, out of the second body, in its frame.
    pub normal: DVec3,
    /// The plane is where normal · x is this, m.
    pub offset: f64,
}

/// A point of a face that carries force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FacePoint {
    /// Which face.
    pub face: usize,
    /// Where on it.
    pub place: DVec2,
    /// A direction in which it is the farthest point of the face.
    pub out: DVec2,
}

/// An affine function over a face: its value at the origin, and its gradient.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Affine {
    /// At the origin.
    pub value: f64,
    /// Per metre.
    pub slope: DVec2,
}

impl Affine {
    /// From its values at the origin, at (1, 0) and at (0, 1).
    pub fn through([origin, x, y]: [f64; 3]) -> Self {
        Self { value: origin, slope: DVec2::new(x - origin, y - origin) }
    }

    /// At a point.
    pub fn at(&self, place: DVec2) -> f64 {
        self.value + self.slope.dot(place)
    }

    /// The direction in which it falls; x if it is constant.
    pub fn down(&self) -> DVec2 {
        if self.slope == DVec2::ZERO { DVec2::X } else { -self.slope }
    }
}

impl FlatContact {
    /// The gap at a point of the face.
    pub fn gap(&self, place: DVec2) -> Gap {
        Gap::Plane {
            p: self.pose.place(DVec3::new(place.x, place.y, 0.0)),
            normal: self.normal,
            offset: self.offset,
            radius: 0.0,
        }
    }

    /// The farthest point in a direction, for the face of this number.
    pub fn farthest(&self, face: usize, out: DVec2) -> FacePoint {
        FacePoint { face, place: self.region.support(out), out }
    }

    /// Acceleration of the gap all over the face.
    pub fn acceleration(&self, rows: &Rows, states: &[State]) -> Affine {
        let at = |place: DVec2| rows.acceleration(self.bodies, &self.gap(place), states);
        Affine::through([DVec2::ZERO, DVec2::X, DVec2::Y].map(at))
    }

    /// Where on the face the pressure must have its centre for the body to rest under a load: a force with its moment about
    /// the origin of the world. The pressure acts along the normal of the plane, of which the pose of the second body is
    /// given.
    pub fn balance(&self, poses: [&Pose; 2], force: DVec3, moment: DVec3) -> DVec2 {
        let (normal, centre) = (poses[1].turn(self.normal), poses[0].place(self.pose.position));
        let about = moment - centre.cross(force);
        let arm = normal.cross(about) / normal.dot(force);
        let own = (poses[0].rotation * self.pose.rotation).conjugate() * arm;
        DVec2::new(own.x, own.y)
    }

    /// The least force against the face at a place that tips a body whose weight acts on the face's origin: W r/(ρ − r), with
    /// the distance ρ of the place and the reach r of the hull that way. None where no force does.
    pub fn tipping_load(&self, weight: f64, place: DVec2) -> Option<f64> {
        let distance = place.length_squared().sqrt();
        let reach = self.region.hull_radius(DVec2::ZERO, place / distance);
        (distance > reach).then(|| weight * reach / (distance - reach))
    }
}

/// What the contact of a face comes to. World frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Resultant {
    /// Sum of the forces, N.
    pub force: f64,
    /// Centre of pressure, in the axes of the face, m.
    pub place: DVec2,
    /// Points that carry force.
    pub points: usize,
}

impl Resultant {
    /// Of points with their forces.
    pub fn of(points: impl Iterator<Item = (DVec2, f64)>) -> Self {
        let (mut force, mut moment, mut count) = (0.0, DVec2::ZERO, 0);
        for (place, f) in points.filter(|(_, f)| *f > 0.0) {
            (force, moment, count) = (force + f, moment + f * place, count + 1);
        }
        Self { force, place: if force > 0.0 { moment / force } else { DVec2::ZERO }, points: count }
    }
}
