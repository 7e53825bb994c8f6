//! Volume, centre of mass and inertia of solids.
use super::eigen::principal_axes;
use glam::{DMat3, DQuat, DVec3};

/// Mass, centre of mass and inertia of a body of uniform density.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// kg.
    pub mass: f64,
    /// Centre of mass, in the frame of the shape, m.
    pub centre: DVec3,
    /// Inertia tensor about the centre of mass, in the axes of the shape, kg m².
    pub inertia: DMat3,
}

impl MassProperties {
    /// Principal moments, kg m², smallest first, and the rotation from the principal axes to those of the shape.
    pub fn principal(&self) -> (DVec3, DQuat) {
        principal_axes(self.inertia)
    }

    /// A solid ball about the origin.
    pub fn of_ball(radius: f64, density: f64) -> Self {
        let mass = density * 4.0 / 3.0 * std::f64::consts::PI * radius * radius * radius;
        Self { mass, centre: DVec3::ZERO, inertia: DMat3::from_diagonal(DVec3::splat(0.4 * mass * radius * radius)) }
    }

    /// The solid within a closed surface of triangles.
    ///
    /// Exact integrals over tetrahedra with one common apex (Mirtich, *Fast and accurate computation of polyhedral mass
    /// properties*, 1996; here in the form of Eberly, *Polyhedral mass properties (revisited)*, summed vertex by
    /// vertex). The apex is a point of the mesh, so that bodies far from the origin lose no digits.
    pub(super) fn of_triangles(triangles: impl Iterator<Item = [DVec3; 3]>, apex: DVec3, density: f64) -> Self {
        let (mut volume, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
        for corners in triangles {
            let [a, b, c] = corners.map(|v| v - apex);
            let det = a.dot(b.cross(c));
            let sum = a + b + c;
            volume += det / 6.0;
            first += det / 24.0 * sum;
            second += (outer(a) + outer(b) + outer(c) + outer(sum)) * (det / 120.0);
        }
        let offset = if volume == 0.0 { DVec3::ZERO } else { first / volume };
        let about_centre = second - outer(offset) * volume;
        let trace = about_centre.x_axis.x + about_centre.y_axis.y + about_centre.z_axis.z;
        let inertia = (DMat3::IDENTITY * trace - about_centre) * density;
        Self { mass: density * volume, centre: apex + offset, inertia }
    }
}

/// v vᵀ.
fn outer(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}
