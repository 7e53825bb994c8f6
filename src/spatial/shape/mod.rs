//! Shapes of bodies: closed meshes, and simple ones that formulas describe.
pub mod aabb;
mod builders;
mod edges;
pub mod eigen;
mod error;
mod hull;
pub mod lathe;
pub mod mass;
pub mod mesh;
mod plate;
pub mod region;
pub mod smooth;
pub mod solid;
pub mod surface;
mod topology;
mod triangulate;

pub use aabb::Aabb;
pub use error::MeshError;
pub use lathe::Lathe;
pub use mass::MassProperties;
pub use mesh::Mesh;
pub use smooth::Smooth;
pub use solid::{Posed, Solid};

use crate::spatial::bvh::VolumeKind;
use crate::spatial::pose::Pose;
use glam::{DQuat, DVec3};
use std::sync::Arc;

/// What a body is made of. Body frame, metres.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A ball about the origin.
    Sphere {
        /// m.
        radius: f64,
    },
    /// All space outside a ball about the origin: a bowl, seen from within.
    SphereCavity {
        /// m.
        radius: f64,
    },
    /// All space under the plane through the origin.
    HalfSpace {
        /// Of length 1, out of the solid.
        normal: DVec3,
    },
    /// A closed polyhedron; bodies of the same shape share it.
    Mesh(Arc<Solid>),
    /// A body turned about its z axis.
    Lathe(Arc<Lathe>),
    /// A body with smooth surfaces, sharp edges and flat faces.
    Smooth(Arc<Smooth>),
}

impl Shape {
    /// Mass, centre and inertia at uniform density, kg/m³; none for what is infinite.
    pub fn mass_properties(&self, density: f64) -> Option<MassProperties> {
        match self {
            Self::Sphere { radius } => Some(MassProperties::of_ball(*radius, density)),
            Self::Mesh(solid) => Some(solid.mesh.mass_properties(density)),
            Self::Lathe(lathe) => Some(lathe.mass_properties(density)),
            Self::Smooth(smooth) => smooth.mass_properties(density),
            Self::SphereCavity { .. } | Self::HalfSpace { .. } => None,
        }
    }

    /// A box in the world around the shape in a pose.
    pub fn bounds(&self, pose: &Pose) -> Aabb {
        match self {
            Self::Sphere { radius } => Aabb { low: pose.position, high: pose.position }.grown(*radius),
            Self::Mesh(solid) => posed(&solid.mesh.bounds(), pose),
            // whose corners lie on the circles
            Self::Lathe(lathe) => {
                let Aabb { low, high } = lathe.solid().mesh.bounds();
                let radius = high.x.max(high.y);
                let (low, high) = (DVec3::new(-radius, -radius, low.z), DVec3::new(radius, radius, high.z));
                posed(&Aabb { low, high }, pose)
            }
            Self::Smooth(smooth) => smooth.bounds(pose),
            Self::SphereCavity { .. } | Self::HalfSpace { .. } => Aabb::ALL,
        }
    }

    /// How high the shape in a pose is over the half-space with this normal in its own pose, m; negative if it is in it. As
    /// exact as [`Shape::bounds`], which for smooth bodies is to rounding.
    pub fn height(&self, pose: &Pose, normal: DVec3, ground: &Pose) -> f64 {
        let upright = DQuat::from_rotation_arc(ground.turn(normal), DVec3::Z);
        let position = upright * (pose.position - ground.position);
        self.bounds(&Pose { position, rotation: upright * pose.rotation }).low.z
    }

    /// The same shape, its polyhedron with trees of other volumes.
    pub fn with_volumes(&self, kind: VolumeKind) -> Self {
        match self {
            Self::Mesh(solid) => Self::Mesh(Arc::new(solid.with_volumes(kind))),
            Self::Lathe(lathe) => Self::Lathe(Arc::new(lathe.with_volumes(kind))),
            Self::Smooth(smooth) => Self::Smooth(Arc::new(smooth.with_volumes(kind))),
            Self::Sphere { .. } | Self::SphereCavity { .. } | Self::HalfSpace { .. } => self.clone(),
        }
    }

    /// The polyhedron that it is, or that stands for it where it is drawn; none for balls, bowls and half-spaces.
    pub fn solid(&self) -> Option<&Solid> {
        match self {
            Self::Mesh(solid) => Some(solid),
            Self::Lathe(lathe) => Some(lathe.solid()),
            Self::Smooth(smooth) => Some(smooth.solid()),
            Self::Sphere { .. } | Self::SphereCavity { .. } | Self::HalfSpace { .. } => None,
        }
    }

    /// Whether two shapes meet by their smooth surfaces: one is smooth, and round if the other is a polyhedron.
    pub fn meet_by_surfaces([a, b]: [&Self; 2]) -> bool {
        let meets = |one: &Self, other: &Self| {
            let Self::Smooth(body) = one else { return false };
            body.is_round() || !matches!(other, Self::Mesh(_) | Self::Lathe(_))
        };
        meets(a, b) || meets(b, a)
    }

    /// Radius of the smaller of two shapes, m.
    pub fn smaller_radius([a, b]: [&Self; 2]) -> f64 {
        a.radius().min(b.radius())
    }

    /// Shortest side of the box around it in its own frame, m; infinite for what is infinite.
    pub fn thickness(&self) -> f64 {
        match self {
            Self::Sphere { radius } => 2.0 * radius,
            _ => self.solid().map_or(f64::INFINITY, |solid| solid.thickness),
        }
    }

    /// Whether bodies are inside it.
    pub fn is_hollow(&self) -> bool {
        matches!(self, Self::SphereCavity { .. })
    }

    /// Distance of the farthest point from the origin, m; infinite for what is infinite.
    pub fn radius(&self) -> f64 {
        match self {
            Self::Sphere { radius } => *radius,
            Self::Mesh(solid) => solid.mesh.radius(),
            Self::Lathe(lathe) => lathe.radius(),
            Self::Smooth(smooth) => smooth.radius(),
            Self::SphereCavity { .. } | Self::HalfSpace { .. } => f64::INFINITY,
        }
    }
}

/// A box in the world around one of the body.
fn posed(bounds: &Aabb, pose: &Pose) -> Aabb {
    let (centre, half) = (pose.place(bounds.centre()), (bounds.high - bounds.low) / 2.0);
    let axes = pose.axes();
    let reach = axes.x_axis.abs() * half.x + axes.y_axis.abs() * half.y + axes.z_axis.abs() * half.z;
    Aabb { low: centre - reach, high: centre + reach }
}
