//! Smooth curves: sharp edges of bodies, such as the rim of a disc.
use super::chart::Coordinates;
use crate::spatial::pose::Pose;
use glam::DVec3;

/// A curve in a frame of its own, metres. u is the length along a line and the angle of an ellipse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Curve {
    /// A piece of the x axis about the origin.
    Line {
        /// m.
        half_length: f64,
    },
    /// In the xy plane about the origin: (a cos u, b sin u, 0).
    Ellipse {
        /// a, b, m; equal for a circle.
        semi_axes: [f64; 2],
    },
}

/// A point of a curve, and how the curve bends there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frenet {
    /// c.
    pub point: DVec3,
    /// t, N, B: tangent, principal normal and binormal; of a line any two normals.
    pub frame: [DVec3; 3],
    /// |c_u|, m per unit of u.
    pub speed: f64,
    /// κ, 1/m: t turns by κ N per metre.
    pub curvature: f64,
    /// τ, 1/m: N turns by τ B per metre beside −κ t.
    pub torsion: f64,
}

impl Curve {
    /// A circle of this radius.
    pub fn circle(radius: f64) -> Self {
        Self::Ellipse { semi_axes: [radius, radius] }
    }

    /// What is wrong with the numbers of the curve, if anything is.
    pub fn fault(&self) -> Option<&'static str> {
        let fine = match *self {
            Self::Line { half_length } => half_length > 0.0,
            Self::Ellipse { semi_axes: [a, b] } => a > 0.0 && b > 0.0 && a.is_finite() && b.is_finite(),
        };
        (!fine).then_some("lengths over zero")
    }

    /// Distance of the farthest point from the origin, m.
    pub fn radius(&self) -> f64 {
        match *self {
            Self::Line { half_length } => half_length,
            Self::Ellipse { semi_axes: [a, b] } => a.max(b),
        }
    }

    /// The point at some coordinates with its first three derivatives in u.
    pub fn jet(&self, at: Coordinates) -> [DVec3; 4] {
        match *self {
            Self::Line { .. } => [at.u * DVec3::X, DVec3::X, DVec3::ZERO, DVec3::ZERO],
            Self::Ellipse { semi_axes: [a, b] } => {
                let (sin, cos) = libm::sincos(at.u);
                let (out, along) = (DVec3::new(a * cos, b * sin, 0.0), DVec3::new(-a * sin, b * cos, 0.0));
                [out, along, -out, -along]
            }
        }
    }

    /// Frame, speed, curvature and torsion at some coordinates.
    pub fn frenet(&self, at: Coordinates) -> Frenet {
        let [point, first, second, third] = self.jet(at);
        let speed = first.length_squared().sqrt();
        let tangent = first / speed;
        let cross = first.cross(second);
        let area = cross.length_squared();
        if area == 0.0 {
            let normal = tangent.any_orthonormal_vector();
            let frame = [tangent, normal, tangent.cross(normal)];
            return Frenet { point, frame, speed, curvature: 0.0, torsion: 0.0 };
        }
        let binormal = cross / area.sqrt();
        Frenet {
            point,
            frame: [tangent, binormal.cross(tangent), binormal],
            speed,
            curvature: area.sqrt() / speed.powi(3),
            torsion: cross.dot(third) / area,
        }
    }
}

impl Frenet {
    /// The same as seen from the frame that the curve has this pose in.
    pub fn placed(&self, pose: &Pose) -> Self {
        Self { point: pose.place(self.point), frame: self.frame.map(|axis| pose.turn(axis)), ..*self }
    }

    /// How much the curve bends towards a direction: κ N·n.
    pub fn bend_towards(&self, n: DVec3) -> f64 {
        self.curvature * self.frame[1].dot(n)
    }
}
