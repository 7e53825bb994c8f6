//! Bodies with smooth surfaces, sharp edges and flat faces, exact where they meet each other, balls, half-spaces and bowls.
//!
//! To a mesh a smooth body is a polyhedron with its corners on the surface, so that contacts with meshes are off by at
//! most 0.5 % of the body's size.
mod mass;
mod polyhedron;

use super::region::{Piece, Region};
use super::surface::{Curve, Feature, Kind, Surface};
use super::{Aabb, MassProperties, MeshError, Solid};
use crate::spatial::bvh::VolumeKind;
use crate::spatial::pose::Pose;
use glam::{DQuat, DVec2, DVec3};

/// What a smooth body is. Body frame, metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// One closed surface: an ellipsoid, a torus or a superquadric.
    Closed(Surface),
    /// About the z axis and about the origin.
    Cylinder {
        /// m.
        radius: f64,
        /// m.
        height: f64,
    },
    /// A wire: (a cos u, b sin u, 0).
    Wire([f64; 2]),
    /// An outline along z, its centre and half its height at the origin.
    Extruded {
        /// The outline, with its centre at the origin.
        outline: Outline,
        /// m.
        height: f64,
    },
    /// Balls that hang together: their centres and radii.
    Balls(Vec<(DVec3, f64)>),
}

/// A flat outline.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// Semi-axes along x and y.
    Ellipse([f64; 2]),
    /// Radius; the round side points along y.
    HalfDisc(f64),
    /// Corners, counter-clockwise.
    Polygon(Vec<DVec2>),
}

/// A flat region that a body can stand on: a face, or the circle in the tube of a torus.
#[derive(Clone, Debug, PartialEq)]
pub struct Flat {
    /// In axes of its own.
    pub region: Region,
    /// From these to the body's; z points outwards.
    pub pose: Pose,
    /// What is around it, m: the tube's radius.
    pub radius: f64,
}

/// A smooth body with what touches other bodies.
#[derive(Clone, Debug)]
pub struct Smooth {
    form: Form,
    features: Vec<Feature>,
    flats: Vec<Flat>,
    solid: Solid,
    mass: Option<MassProperties>,
    radius: f64,
}

impl Outline {
    /// The region, with its centre at the origin.
    pub fn region(&self) -> Region {
        let region = match self {
            Self::Ellipse(semi_axes) => return Region::ellipse(*semi_axes),
            Self::HalfDisc(radius) => Region::half_disc(*radius),
            Self::Polygon(corners) => Region::polygon(corners),
        };
        let centre = region.moments().centre;
        region.moved(-centre)
    }
}

impl Smooth {
    /// A body of that form.
    ///
    /// # Errors
    /// A length is not over zero, or another of the form's numbers is not what it must be.
    pub fn new(form: Form) -> Result<Self, MeshError> {
        let (features, flats) = parts(&form);
        for feature in &features {
            let fault = match feature.kind {
                Kind::Surface(surface) | Kind::Hollow(surface) => surface.fault(),
                Kind::Curve(curve) => curve.fault(),
            };
            if let Some(expected) = fault {
                return Err(MeshError::Dimension { expected, found: feature.size() });
            }
        }
        let solid = Solid::new(polyhedron::of(&form)?, VolumeKind::default());
        let reach = |flat: &Flat| flat.region.radius() + flat.pose.position.length_squared().sqrt() + flat.radius;
        let radius = features.iter().map(Feature::radius).chain(flats.iter().map(reach)).fold(0.0, f64::max);
        Ok(Self { mass: mass::of(&form), features, flats, solid, radius, form })
    }

    /// What it is.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// Its surfaces and edges.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// What it can stand on.
    pub fn flats(&self) -> &[Flat] {
        &self.flats
    }

    /// The same body, its polyhedron with trees of other volumes.
    pub fn with_volumes(&self, kind: VolumeKind) -> Self {
        Self { solid: self.solid.with_volumes(kind), ..self.clone() }
    }

    /// The polyhedron that stands for it where it is drawn, and where it meets polyhedra.
    pub fn solid(&self) -> &Solid {
        &self.solid
    }

    /// Whether its features are all of its boundary beside its flats; if not, only what meets it from one side is exact.
    pub fn is_whole(&self) -> bool {
        !matches!(self.form, Form::Extruded { .. })
    }

    /// Whether closed convex surfaces are all of its boundary.
    pub fn is_round(&self) -> bool {
        let round = |feature: &Feature| match feature.kind {
            Kind::Surface(surface) => surface.is_round(),
            Kind::Hollow(_) | Kind::Curve(_) => false,
        };
        self.features.iter().all(round)
    }

    /// How far the surface may be over the polyhedron that stands for it, m: the corners of that lie on it.
    pub fn sag(&self) -> f64 {
        polyhedron::SAG * self.radius
    }

    /// Distance of the farthest point from the origin, or a bound of it, m.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Mass, centre and inertia at uniform density, kg/m³; none for a wire, which is thin, and for balls, which overlap.
    pub fn mass_properties(&self, density: f64) -> Option<MassProperties> {
        self.mass.map(|unit| MassProperties { mass: density * unit.mass, inertia: unit.inertia * density, ..unit })
    }

    /// A box in the world around the body in a pose.
    pub fn bounds(&self, pose: &Pose) -> Aabb {
        let features = self.features.iter().map(|feature| feature.bounds(pose));
        let flats = self.flats.iter().map(|flat| {
            let frame = flat.in_world(pose);
            let reach = |way: DVec3| {
                let own = frame.direction_to_body(way).truncate();
                frame.position.dot(way) + flat.region.support(own).dot(own)
            };
            let high = DVec3::AXES.map(reach);
            let low = DVec3::AXES.map(|axis| -reach(-axis));
            Aabb { low: low.into(), high: high.into() }.grown(flat.radius)
        });
        features.chain(flats).fold(Aabb::EMPTY, |all, own| all.union(&own))
    }
}

impl Flat {
    /// From its own axes to the world, for a body in this pose.
    pub fn in_world(&self, body: &Pose) -> Pose {
        Pose { position: body.place(self.pose.position), rotation: body.rotation * self.pose.rotation }
    }

    /// The boundary, piece by piece, holes left out.
    pub fn pieces(&self) -> &[Piece] {
        &self.region.outer
    }
}

/// Surfaces, edges and flats of a form.
fn parts(form: &Form) -> (Vec<Feature>, Vec<Flat>) {
    let half_turn = DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0);
    let both_sides = |region: &Region, half: f64, radius: f64| {
        let up = Flat { region: region.clone(), pose: Pose::at(half * DVec3::Z), radius };
        let below = Pose { position: -half * DVec3::Z, rotation: half_turn };
        vec![Flat { region: region.mirrored(), pose: below, radius }, up]
    };
    match form {
        Form::Closed(surface) => {
            let flats = match *surface {
                Surface::Torus { major, minor } => both_sides(&Region::ellipse([major, major]), 0.0, minor),
                _ => Vec::new(),
            };
            (vec![Feature::surface(*surface)], flats)
        }
        Form::Cylinder { radius, height } => {
            let half = 0.5 * height;
            let rim = |side: f64| Feature::curve(Curve::circle(*radius)).at(side * half * DVec3::Z, DQuat::IDENTITY);
            let side = Feature::surface(Surface::Cylinder { radius: *radius, half_height: half });
            (vec![side, rim(-1.0), rim(1.0)], both_sides(&Region::ellipse([*radius, *radius]), half, 0.0))
        }
        Form::Wire(semi_axes) => {
            let curve = Feature::curve(Curve::Ellipse { semi_axes: *semi_axes });
            (vec![curve], both_sides(&Region::ellipse(*semi_axes), 0.0, 0.0))
        }
        Form::Extruded { outline, height } => {
            let half = 0.5 * height;
            let rims = match outline {
                Outline::Ellipse(semi_axes) => [-half, half]
                    .map(|z| Feature::curve(Curve::Ellipse { semi_axes: *semi_axes }).at(z * DVec3::Z, DQuat::IDENTITY))
                    .to_vec(),
                _ => Vec::new(),
            };
            (rims, both_sides(&outline.region(), half, 0.0))
        }
        Form::Balls(balls) => {
            let ball = |(centre, radius): &(DVec3, f64)| {
                Feature::surface(Surface::Sphere { radius: *radius }).at(*centre, DQuat::IDENTITY)
            };
            (balls.iter().map(ball).collect(), Vec::new())
        }
    }
}
