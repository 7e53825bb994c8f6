//! Bodies turned about their z axis, exact: their profiles are straight lines, their surfaces cones.
use super::error::MeshError;
use super::{Mesh, Solid};
use crate::spatial::bvh::VolumeKind;
use crate::spatial::shape::MassProperties;
use glam::{DMat3, DVec2, DVec3};
use std::f64::consts::PI;

/// Sides of the polyhedron that stands for a turned body where it is drawn, and where it meets other shapes.
const SIDES: usize = 48;

/// A solid of revolution about z. Body frame, metres.
#[derive(Clone, Debug)]
pub struct Lathe {
    /// (radius, z), counter-clockwise with the radius to the right: the material is on the left. Closed from its end to
    /// its start: along the axis if both lie there, else the body has a hole.
    profile: Vec<DVec2>,
    /// What stands for it where it is drawn, and where it meets anything but another turned body with a parallel axis.
    solid: Solid,
}

/// A piece of the surface: a cone, a cylinder or a ring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// Start and end in the profile.
    pub ends: [DVec2; 2],
    /// Outward unit normal in the plane of the profile.
    pub normal: DVec2,
}

impl Lathe {
    /// A solid from its profile.
    ///
    /// # Errors
    /// A radius is negative, or what is turned is no solid.
    pub fn new(profile: Vec<DVec2>) -> Result<Self, MeshError> {
        let solid = Solid::new(Mesh::lathe(SIDES, &profile)?, VolumeKind::default());
        Ok(Self { profile, solid })
    }

    /// (radius, z) of the corners.
    pub fn profile(&self) -> &[DVec2] {
        &self.profile
    }

    /// The same body, its polyhedron with trees of other volumes.
    pub fn with_volumes(&self, kind: VolumeKind) -> Self {
        Self { profile: self.profile.clone(), solid: self.solid.with_volumes(kind) }
    }

    /// The polyhedron that stands for it.
    pub fn solid(&self) -> &Solid {
        &self.solid
    }

    /// The pieces of its surface, each from the corner of its number to the next one; none along the axis.
    pub fn cone(&self, number: usize) -> Option<Cone> {
        let ends = [self.profile[number], self.profile[(number + 1) % self.profile.len()]];
        let along = (ends[1] - ends[0]).try_normalize()?;
        (ends[0].x > 0.0 || ends[1].x > 0.0).then_some(Cone { ends, normal: DVec2::new(along.y, -along.x) })
    }

    /// Unit vectors in the profile from a corner to its neighbours, if the corner is convex.
    pub fn corner(&self, number: usize) -> Option<[DVec2; 2]> {
        let n = self.profile.len();
        let here = self.profile[number];
        let before = (self.profile[(number + n - 1) % n] - here).try_normalize()?;
        let after = (self.profile[(number + 1) % n] - here).try_normalize()?;
        // on the axis the profile goes on with its mirror image, level or in a tip
        (after.perp_dot(before) > 0.0 || here.x == 0.0).then_some([before, after])
    }

    /// Distance of the farthest point from the origin, m.
    pub fn radius(&self) -> f64 {
        self.profile.iter().map(|p| p.length()).fold(0.0, f64::max)
    }

    /// Mass, centre and inertia at uniform density, kg/m³.
    pub fn mass_properties(&self, density: f64) -> MassProperties {
        Self::moments(&self.profile, density)
    }

    /// The same of a body with this profile: integrals over discs, exact.
    pub fn moments(profile: &[DVec2], density: f64) -> MassProperties {
        let (mut volume, mut first, mut second, mut fourth) = (0.0, 0.0, 0.0, 0.0);
        for (k, &a) in profile.iter().enumerate() {
            let b = profile[(k + 1) % profile.len()];
            let (along, middle) = (b - a, 0.5 * (a + b));
            // Gauss's rule with three points is exact up to the fifth power
            for (at, weight) in [(-0.6f64.sqrt(), 5.0), (0.0, 8.0), (0.6f64.sqrt(), 5.0)] {
                let p = middle + 0.5 * at * along;
                let disc = PI * p.x * p.x * along.y * weight / 18.0;
                volume += disc;
                first += disc * p.y;
                second += disc * p.y * p.y;
                fourth += disc * p.x * p.x;
            }
        }
        let centre = first / volume;
        let across = 0.25 * fourth + second - volume * centre * centre;
        MassProperties {
            mass: density * volume,
            centre: DVec3::new(0.0, 0.0, centre),
            inertia: DMat3::from_diagonal(density * DVec3::new(across, across, 0.5 * fourth)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lathe(profile: &[(f64, f64)]) -> Lathe {
        Lathe::new(profile.iter().map(|&(r, z)| DVec2::new(r, z)).collect()).unwrap()
    }

    /// A cylinder, a cone and a tube have the moments of the textbooks.
    #[test]
    fn moments_are_those_of_the_textbooks() {
        let (r, h, s) = (0.7, 1.9, 0.4);
        let cylinder = lathe(&[(0.0, -h / 2.0), (r, -h / 2.0), (r, h / 2.0), (0.0, h / 2.0)]).mass_properties(2.0);
        let mass = 2.0 * PI * r * r * h;
        let across = mass * (3.0 * r * r + h * h) / 12.0;
        assert!((cylinder.mass - mass).abs() < 1e-14 && (cylinder.inertia.x_axis.x - across).abs() < 1e-14);
        let cone = lathe(&[(0.0, 0.0), (r, 0.0), (0.0, h)]).mass_properties(1.0);
        let mass = PI * r * r * h / 3.0;
        assert!((cone.mass - mass).abs() < 1e-14 && (cone.centre.z - h / 4.0).abs() < 1e-15);
        assert!((cone.inertia.z_axis.z - 0.3 * mass * r * r).abs() < 1e-14);
        assert!((cone.inertia.x_axis.x - mass * (0.15 * r * r + 3.0 / 80.0 * h * h)).abs() < 1e-14);
        let tube = lathe(&[(s, 0.0), (r, 0.0), (r, h), (s, h)]).mass_properties(1.0);
        assert!((tube.inertia.z_axis.z - 0.5 * tube.mass * (r * r + s * s)).abs() < 1e-14);
    }

    /// Corners into which a ball could not be put from outside are not convex.
    #[test]
    fn notches_are_no_corners() {
        let stepped = lathe(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0), (0.5, 2.0), (0.0, 2.0)]);
        let convex: Vec<bool> = (0..6).map(|k| stepped.corner(k).is_some()).collect();
        assert_eq!(convex, [true, true, true, false, true, true]);
        assert_eq!((0..6).filter(|k| stepped.cone(*k).is_none()).count(), 1, "the axis is no surface");
    }
}
