//! Smooth parts of a body's boundary, where they are on the body.
use super::{Coordinates, Curve, Frenet, Geometry, Surface};
use crate::spatial::length;
use crate::spatial::pose::Pose;
use crate::spatial::shape::Aabb;
use glam::{DQuat, DVec3};
use std::f64::consts::TAU;

/// What a smooth part of a boundary is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A surface with matter inside.
    Surface(Surface),
    /// A surface with matter outside, such as a bowl.
    Hollow(Surface),
    /// A sharp edge.
    Curve(Curve),
}

/// A smooth part of a body's boundary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature {
    /// What it is, in a frame of its own.
    pub kind: Kind,
    /// From that frame to the body's.
    pub pose: Pose,
}

/// A point of a feature, and how it bends there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Local {
    /// On a surface; the normal points out of the body.
    Surface(Geometry),
    /// On a curve.
    Curve(Frenet),
}

impl Local {
    /// The point.
    pub fn point(&self) -> DVec3 {
        match self {
            Self::Surface(at) => at.point,
            Self::Curve(at) => at.point,
        }
    }

    /// The first tangent: x of a surface, t of a curve.
    pub fn tangent(&self) -> DVec3 {
        match self {
            Self::Surface(at) => at.frame[0],
            Self::Curve(at) => at.frame[0],
        }
    }

    /// What a displacement along the feature adds to the coordinates u, v.
    pub fn step(&self, e: DVec3) -> [f64; 2] {
        match self {
            Self::Surface(at) => at.step(e).to_array(),
            Self::Curve(at) => [at.frame[0].dot(e) / at.speed, 0.0],
        }
    }
}

impl Feature {
    /// A feature whose frame is the body's.
    pub fn new(kind: Kind) -> Self {
        Self { kind, pose: Pose::default() }
    }

    /// A surface with matter inside, in the body's frame.
    pub fn surface(surface: Surface) -> Self {
        Self::new(Kind::Surface(surface))
    }

    /// A curve in the body's frame.
    pub fn curve(curve: Curve) -> Self {
        Self::new(Kind::Curve(curve))
    }

    /// The same feature with its frame at another place of the body.
    pub fn at(mut self, position: DVec3, rotation: DQuat) -> Self {
        self.pose = Pose { position, rotation };
        self
    }

    /// Whether it is an edge.
    pub fn is_curve(&self) -> bool {
        matches!(self.kind, Kind::Curve(_))
    }

    /// From its own frame to the world, for a body in this pose.
    pub fn in_world(&self, body: &Pose) -> Pose {
        Pose { position: body.place(self.pose.position), rotation: body.rotation * self.pose.rotation }
    }

    /// The point at some coordinates with what bends the feature there, in the world, for a body in this pose.
    pub fn local(&self, at: Coordinates, body: &Pose) -> Local {
        let pose = self.in_world(body);
        match self.kind {
            Kind::Surface(surface) => Local::Surface(surface.geometry(at).placed(&pose)),
            Kind::Hollow(surface) => Local::Surface(surface.geometry(at).hollow().placed(&pose)),
            Kind::Curve(curve) => Local::Curve(curve.frenet(at).placed(&pose)),
        }
    }

    /// The point at some coordinates, in the feature's own frame.
    pub fn point(&self, at: Coordinates) -> DVec3 {
        match self.kind {
            Kind::Surface(surface) | Kind::Hollow(surface) => surface.jet(at).point,
            Kind::Curve(curve) => curve.jet(at)[0],
        }
    }

    /// The nearest point to one in its own frame, and the distance: negative in the matter, never so for a curve.
    pub fn nearest(&self, point: DVec3) -> (Coordinates, f64) {
        match self.kind {
            Kind::Surface(surface) => surface.nearest(point),
            Kind::Hollow(surface) => {
                let (at, distance) = surface.nearest(point);
                (at, -distance)
            }
            Kind::Curve(curve) => curve.nearest(point),
        }
    }

    /// Coordinates in the chart that suits them best.
    pub fn suited(&self, at: Coordinates) -> Coordinates {
        match self.kind {
            Kind::Surface(surface) | Kind::Hollow(surface) if surface.is_near_pole(at) => self.coordinates(at),
            _ => at,
        }
    }

    /// Coordinates of the same point in the chart that suits it best, whichever these are in.
    pub fn coordinates(&self, at: Coordinates) -> Coordinates {
        match self.kind {
            Kind::Surface(surface) | Kind::Hollow(surface) => surface.coordinates(surface.jet(at).point),
            Kind::Curve(Curve::Ellipse { .. }) => Coordinates { u: at.u - TAU * libm::floor(at.u / TAU), ..at },
            Kind::Curve(_) => at,
        }
    }

    /// How far coordinates are beyond the ends of a cylinder's side or of a line, m; negative between them.
    pub fn beyond(&self, at: Coordinates) -> f64 {
        match self.kind {
            Kind::Surface(Surface::Cylinder { half_height, .. })
            | Kind::Hollow(Surface::Cylinder { half_height, .. }) => at.v.abs() - half_height,
            Kind::Curve(Curve::Line { half_length }) => at.u.abs() - half_length,
            _ => f64::NEG_INFINITY,
        }
    }

    /// Whether coordinates are between the ends of a cylinder's side or of a line.
    pub fn holds(&self, at: Coordinates) -> bool {
        self.beyond(at) <= 0.0
    }

    /// Distance of the farthest point from the body's origin, or a bound of it, m.
    pub fn radius(&self) -> f64 {
        let own = match self.kind {
            Kind::Surface(surface) => surface.radius(),
            Kind::Hollow(_) => f64::INFINITY,
            Kind::Curve(curve) => curve.radius(),
        };
        own + self.pose.position.length_squared().sqrt()
    }

    /// How far it reaches along a unit vector, and against it, from its origin, both in its own frame, m.
    #[inline(never)]
    fn reach(&self, n: DVec3) -> f64 {
        match self.kind {
            Kind::Surface(Surface::Plane) | Kind::Hollow(_) => f64::INFINITY,
            Kind::Surface(Surface::Sphere { radius }) => radius,
            Kind::Surface(Surface::Ellipsoid { semi_axes }) => length(semi_axes * n),
            Kind::Surface(Surface::Torus { major, minor }) => major * length(n.with_z(0.0)) + minor,
            Kind::Surface(Surface::Cylinder { radius, half_height }) => {
                radius * length(n.with_z(0.0)) + half_height * n.z.abs()
            }
            Kind::Surface(surface @ Surface::Superquadric { .. }) => {
                surface.support(n).map_or(f64::INFINITY, |point| point.dot(n))
            }
            Kind::Curve(Curve::Line { half_length }) => half_length * n.x.abs(),
            Kind::Curve(Curve::Ellipse { semi_axes: [a, b] }) => length(DVec3::new(a * n.x, b * n.y, 0.0)),
        }
    }

    /// A box in the world around the feature, for a body in this pose.
    pub fn bounds(&self, body: &Pose) -> Aabb {
        let frame = self.in_world(body);
        let reach = DVec3::from(DVec3::AXES.map(|axis| self.reach(frame.direction_to_body(axis))));
        Aabb { low: frame.position - reach, high: frame.position + reach }
    }

    /// Whether two features are seen to be farther apart than this, m, from the side: along the line of their origins, or one
    /// of their axes, for bodies in these poses.
    pub fn are_apart(features: [&Self; 2], bodies: [&Pose; 2], distance: f64) -> bool {
        let frames = [0, 1].map(|k| features[k].in_world(bodies[k]));
        let way = frames[1].position - frames[0].position;
        let [a, b] = frames.map(|frame| frame.axes());
        [way / length(way), a.x_axis, a.y_axis, a.z_axis, b.x_axis, b.y_axis, b.z_axis].into_iter().any(|n| {
            let reach = |k: usize| features[k].reach(frames[k].direction_to_body(n));
            way.dot(n).abs() > distance + reach(0) + reach(1)
        })
    }

    /// The size that lengths on it are compared with, m.
    pub fn size(&self) -> f64 {
        match self.kind {
            Kind::Surface(Surface::Plane) | Kind::Hollow(Surface::Plane) => 1.0,
            Kind::Surface(surface) | Kind::Hollow(surface) => surface.radius(),
            Kind::Curve(curve) => curve.radius(),
        }
    }
}
