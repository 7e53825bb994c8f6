//! The charts of the surfaces, and the geometry that follows from a chart.
use super::{Surface, superquadric};
use crate::spatial::pose::Pose;
use glam::{DMat2, DVec2, DVec3};

/// Where on a surface or on a curve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Coordinates {
    /// Which chart. Those of round surfaces have their poles on the axis of this number; others have one chart only.
    pub chart: usize,
    /// The first coordinate; of a curve the only one.
    pub u: f64,
    /// The second coordinate.
    pub v: f64,
}

/// A point of a surface with its derivatives in u and v.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jet {
    /// c.
    pub point: DVec3,
    /// c_u, c_v.
    pub first: [DVec3; 2],
    /// c_uu, c_uv, c_vv.
    pub second: [DVec3; 3],
}

/// A point of a surface, and how the surface bends there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Geometry {
    /// c.
    pub point: DVec3,
    /// x, y, z: tangents and the outward normal, each of length 1.
    pub frame: [DVec3; 3],
    /// M, m per unit of the coordinates; upper triangular.
    pub metric: DMat2,
    /// K, 1/m; symmetric.
    pub curvature: DMat2,
    /// T, 1/m.
    pub torsion: DVec2,
}

impl Geometry {
    /// From the derivatives of a chart whose c_u × c_v points outwards.
    pub fn of(jet: &Jet) -> Self {
        let [cu, cv] = jet.first;
        let [cuu, cuv, cvv] = jet.second;
        let long = cu.length_squared().sqrt();
        let x = cu / long;
        let z = x.cross(cv).normalize_or_zero();
        let y = z.cross(x);
        let metric = DMat2::from_cols(DVec2::new(long, 0.0), DVec2::new(x.dot(cv), y.dot(cv)));
        let inverse = metric.inverse();
        // dz = K e and z·c_u = 0 give (M e')ᵀ K M e = −z·c_ij
        let bend = DMat2::from_cols(DVec2::new(z.dot(cuu), z.dot(cuv)), DVec2::new(z.dot(cuv), z.dot(cvv)));
        let curvature = inverse.transpose() * (-bend) * inverse;
        let turn = DVec2::new(y.dot(cuu), y.dot(cuv)) / long;
        Self { point: jet.point, frame: [x, y, z], metric, curvature, torsion: inverse.transpose() * turn }
    }

    /// The same as seen from the frame that the surface has this pose in.
    pub fn placed(&self, pose: &Pose) -> Self {
        Self { point: pose.place(self.point), frame: self.frame.map(|axis| pose.turn(axis)), ..*self }
    }

    /// The same surface with its matter outside: the normal is turned round, and y with it.
    pub fn hollow(&self) -> Self {
        let [x, y, z] = self.frame;
        let flip = DMat2::from_diagonal(DVec2::new(1.0, -1.0));
        Self {
            point: self.point,
            frame: [x, -y, -z],
            metric: flip * self.metric,
            curvature: -(flip * self.curvature * flip),
            torsion: -(flip * self.torsion),
        }
    }

    /// How the normal turns when the point moves by a tangent vector: K e, in the axes of the frame's vectors.
    pub fn turn_of_normal(&self, e: DVec3) -> DVec3 {
        let k = self.curvature * self.components(e);
        k.x * self.frame[0] + k.y * self.frame[1]
    }

    /// A tangent vector in the frame.
    pub fn components(&self, e: DVec3) -> DVec2 {
        DVec2::new(self.frame[0].dot(e), self.frame[1].dot(e))
    }

    /// What a displacement in the tangent plane adds to the coordinates.
    pub fn step(&self, e: DVec3) -> DVec2 {
        let local = self.components(e);
        let v = local.y / self.metric.y_axis.y;
        DVec2::new((local.x - self.metric.y_axis.x * v) / self.metric.x_axis.x, v)
    }
}

impl Surface {
    /// The point at some coordinates, with its derivatives.
    pub fn jet(&self, at: Coordinates) -> Jet {
        let Coordinates { chart, u, v } = at;
        let (sin_u, cos_u) = libm::sincos(u);
        match *self {
            Self::Plane => Jet { point: DVec3::new(u, v, 0.0), first: [DVec3::X, DVec3::Y], second: [DVec3::ZERO; 3] },
            Self::Cylinder { radius, .. } => {
                let out = radius * DVec3::new(cos_u, sin_u, 0.0);
                let along = radius * DVec3::new(-sin_u, cos_u, 0.0);
                let point = out + DVec3::new(0.0, 0.0, v);
                Jet { point, first: [along, DVec3::Z], second: [-out, DVec3::ZERO, DVec3::ZERO] }
            }
            Self::Torus { major, minor } => {
                let (sin_v, cos_v) = libm::sincos(v);
                let (out, along) = (DVec3::new(cos_u, sin_u, 0.0), DVec3::new(-sin_u, cos_u, 0.0));
                let reach = major + minor * cos_v;
                let point = reach * out + minor * sin_v * DVec3::Z;
                let first = [reach * along, -minor * sin_v * out + minor * cos_v * DVec3::Z];
                let second = [-reach * out, -minor * sin_v * along, -minor * cos_v * out - minor * sin_v * DVec3::Z];
                Jet { point, first, second }
            }
            Self::Sphere { radius } => scaled(&direction(chart, u, v), DVec3::splat(radius)),
            Self::Ellipsoid { semi_axes } => scaled(&direction(chart, u, v), semi_axes),
            Self::Superquadric { semi_axes, exponents } => {
                scaled(&superquadric::jet(exponents, &direction(chart, u, v)), semi_axes)
            }
        }
    }

    /// Frame, metric, curvature and torsion at some coordinates.
    pub fn geometry(&self, at: Coordinates) -> Geometry {
        Geometry::of(&self.jet(at))
    }

    /// The coordinates of a point of the surface, in the chart that suits it best. A point that is not on the surface
    /// stands for one in the same direction as seen from the middle.
    pub fn coordinates(&self, point: DVec3) -> Coordinates {
        let angle = |y: f64, x: f64| libm::atan2(y, x);
        match *self {
            Self::Plane => Coordinates { chart: 0, u: point.x, v: point.y },
            Self::Cylinder { .. } => Coordinates { chart: 0, u: angle(point.y, point.x), v: point.z },
            Self::Torus { major, .. } => {
                let out = libm::hypot(point.x, point.y) - major;
                Coordinates { chart: 0, u: angle(point.y, point.x), v: angle(point.z, out) }
            }
            Self::Sphere { .. } => round(point),
            Self::Ellipsoid { semi_axes } | Self::Superquadric { semi_axes, .. } => round(point / semi_axes),
        }
    }

    /// Whether coordinates are so near to the poles of their chart that another chart suits better.
    pub fn is_near_pole(&self, at: Coordinates) -> bool {
        match self {
            Self::Sphere { .. } | Self::Ellipsoid { .. } | Self::Superquadric { .. } => libm::cos(at.v) < 0.5,
            Self::Plane | Self::Cylinder { .. } | Self::Torus { .. } => false,
        }
    }
}

/// The unit ball in the chart with its poles on an axis: longitude u and latitude v.
fn direction(chart: usize, u: f64, v: f64) -> Jet {
    let ((sin_u, cos_u), (sin_v, cos_v)) = (libm::sincos(u), libm::sincos(v));
    // from the axes of the chart, whose pole is on the third, to those of the surface
    let axes = |a: f64, b: f64, c: f64| match chart {
        0 => DVec3::new(c, a, b),
        1 => DVec3::new(b, c, a),
        _ => DVec3::new(a, b, c),
    };
    let point = axes(cos_v * cos_u, cos_v * sin_u, sin_v);
    let cu = axes(-cos_v * sin_u, cos_v * cos_u, 0.0);
    let cv = axes(-sin_v * cos_u, -sin_v * sin_u, cos_v);
    let cuu = axes(-cos_v * cos_u, -cos_v * sin_u, 0.0);
    let cuv = axes(sin_v * sin_u, -sin_v * cos_u, 0.0);
    Jet { point, first: [cu, cv], second: [cuu, cuv, -point] }
}

/// Coordinates on the unit ball of a direction of any length, with poles on the axis that it is farthest from.
fn round(d: DVec3) -> Coordinates {
    let size = d.abs();
    let chart = if size.z <= size.x && size.z <= size.y {
        2
    } else if size.x <= size.y {
        0
    } else {
        1
    };
    let [a, b, c] = match chart {
        0 => [d.y, d.z, d.x],
        1 => [d.z, d.x, d.y],
        _ => [d.x, d.y, d.z],
    };
    Coordinates { chart, u: libm::atan2(b, a), v: libm::atan2(c, libm::hypot(a, b)) }
}

/// The image of a surface under a stretch along the axes.
fn scaled(jet: &Jet, by: DVec3) -> Jet {
    Jet { point: by * jet.point, first: jet.first.map(|d| by * d), second: jet.second.map(|d| by * d) }
}
