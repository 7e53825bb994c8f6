//! Smooth surfaces in local charts, and smooth curves, with what bends them.
//!
//! A chart (u, v) gives a point c of the surface with its derivatives, and these give the Gauss frame (x, y, z) with
//! x along c_u and z outwards, and in it
//!
//! - the metric M: an element M (du, dv) of the tangent plane for (du, dv),
//! - the curvature K: z turns by K e when the point moves by e, so that a ball has K = 1/r,
//! - the torsion T: x turns about z by T·e.
//!
//! Montana, *The kinematics of contact and grasp*, 1988; Anitescu, Cremer, Potra, *Formulating 3D contact dynamics
//! problems*, 1996, section 3. Departure: they ask for charts whose lines are orthogonal, where M is diagonal. Here it is
//! upper triangular, so that ellipsoids and superquadrics need no charts of their own.
mod chart;
mod curve;
pub mod feature;
mod nearest;
mod superquadric;

pub use chart::{Coordinates, Geometry, Jet};
pub use curve::{Curve, Frenet};
pub use feature::{Feature, Kind, Local};

use glam::DVec3;

/// A smooth surface in a frame of its own, metres. Its matter is inside, that of the plane below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Surface {
    /// z = 0, with the normal z.
    Plane,
    /// About the origin.
    Sphere {
        /// m.
        radius: f64,
    },
    /// About the origin, along the axes.
    Ellipsoid {
        /// m.
        semi_axes: DVec3,
    },
    /// About the z axis.
    Torus {
        /// Of the circle in the tube, m.
        major: f64,
        /// Of the tube, m; less than `major`.
        minor: f64,
    },
    /// The side of a cylinder about the z axis.
    Cylinder {
        /// m.
        radius: f64,
        /// The side ends at this height and at minus this height, m.
        half_height: f64,
    },
    /// (|x/a|^q + |y/b|^q)^(p/q) + |z/c|^p = 1.
    Superquadric {
        /// a, b, c, m.
        semi_axes: DVec3,
        /// p and q: 2 for an ellipsoid, more for a box with round edges.
        exponents: [f64; 2],
    },
}

impl Surface {
    /// What is wrong with the numbers of the surface, if anything is: lengths must be over zero, the tube of a torus
    /// thinner than its circle, and the exponents such that the curvature is finite everywhere, from 2 to 20, and p over
    /// 2 unless q is 2.
    pub fn fault(&self) -> Option<&'static str> {
        let lengths = |lengths: &[f64]| {
            let fine = lengths.iter().all(|x| *x > 0.0 && x.is_finite());
            (!fine).then_some("lengths over zero")
        };
        match *self {
            Self::Plane => None,
            Self::Sphere { radius } => lengths(&[radius]),
            Self::Ellipsoid { semi_axes } => lengths(&semi_axes.to_array()),
            Self::Torus { major, minor } if major > minor => lengths(&[major, minor]),
            Self::Torus { .. } => Some("a tube thinner than the circle of the torus"),
            Self::Cylinder { radius, half_height } => lengths(&[radius, half_height]),
            Self::Superquadric { semi_axes, exponents: [p, q] } => {
                let smooth = (2.0..=20.0).contains(&p) && (2.0..=20.0).contains(&q) && (p > 2.0 || q == 2.0);
                lengths(&semi_axes.to_array())
                    .or((!smooth).then_some("exponents p, q from 2 to 20, p over 2 unless q is 2"))
            }
        }
    }

    /// Distance of the farthest point from the origin, or a bound of it, m.
    pub fn radius(&self) -> f64 {
        match *self {
            Self::Plane => f64::INFINITY,
            Self::Sphere { radius } => radius,
            Self::Ellipsoid { semi_axes } => semi_axes.max_element(),
            Self::Torus { major, minor } => major + minor,
            Self::Cylinder { radius, half_height } => libm::hypot(radius, half_height),
            Self::Superquadric { semi_axes, exponents: [p, q] } => {
                if p == 2.0 && q == 2.0 {
                    semi_axes.max_element()
                } else {
                    semi_axes.length_squared().sqrt()
                }
            }
        }
    }

    /// Whether it is closed and convex.
    pub fn is_round(&self) -> bool {
        matches!(self, Self::Sphere { .. } | Self::Ellipsoid { .. } | Self::Superquadric { .. })
    }

    /// The point of an ellipsoid or a superquadric that stands for one of the unit ball, so that a polyhedron that is even there
    /// is nowhere far from the surface here; what else is closed stays as it is.
    pub fn of_ball(&self, at: DVec3) -> DVec3 {
        let at = match *self {
            Self::Superquadric { semi_axes, exponents } => return semi_axes * superquadric::of_ball(exponents, at),
            Self::Ellipsoid { semi_axes } => semi_axes * at,
            _ => at,
        };
        self.jet(self.coordinates(at)).point
    }

    /// The point that is farthest in a direction, if there is exactly one. The direction needs no particular length.
    pub fn support(&self, direction: DVec3) -> Option<DVec3> {
        let n = direction.try_normalize()?;
        match *self {
            Self::Sphere { radius } => Some(radius * n),
            Self::Ellipsoid { semi_axes } => {
                let scaled = semi_axes * n;
                Some(semi_axes * scaled / scaled.length_squared().sqrt())
            }
            Self::Torus { major, minor } => {
                let across = DVec3::new(n.x, n.y, 0.0).try_normalize()?;
                Some(major * across + minor * n)
            }
            Self::Superquadric { semi_axes, exponents } => {
                Some(semi_axes * superquadric::support(exponents, semi_axes * n))
            }
            Self::Plane | Self::Cylinder { .. } => None,
        }
    }
}
