//! From a spatial scene as a file gives it to a world that runs.
use super::{SpatialBody, SpatialScene, SpatialShape, smooth};
use crate::session::scene_file::error::{SceneError, halves};
use crate::session::scene_file::node::{POSITIVE, Read};
use crate::spatial::body::{Body, State};
use crate::spatial::bvh::VolumeKind;
use crate::spatial::law::{Law, some_roll};
use crate::spatial::pose::Pose;
use crate::spatial::shape::{Lathe, Mesh, MeshError, Shape, Smooth, Solid};
use crate::spatial::time_stepping::{CONTACT_POINTS, MOREAU};
use crate::spatial::world::World;
use glam::{DMat3, DQuat, DVec2, DVec3};
use std::sync::Arc;

impl SpatialScene {
    /// The world of the scene, or which of its shapes or bodies cannot run.
    pub fn world(&self) -> Result<World, SceneError> {
        let mut solids: Vec<(&SpatialShape, Shape)> = Vec::new();
        let mut bodies = Vec::with_capacity(self.bodies.len());
        for body in &self.bodies {
            let shape = match solids.iter().find(|(shape, _)| **shape == body.shape) {
                Some((_, shape)) => shape.clone(),
                None => {
                    let shape = body.solid()?;
                    if matches!(shape, Shape::Mesh(_) | Shape::Lathe(_) | Shape::Smooth(_)) {
                        solids.push((&body.shape, shape.clone()));
                    }
                    shape
                }
            };
            bodies.push(body.body(shape)?);
        }
        let mut world = World::new(bodies);
        world.forces = self.forces.clone();
        world.contacts = self.contacts.clone();
        world.time = self.time;
        let settings = &mut world.settings;
        settings.time_step = self.time_step.unwrap_or(settings.time_step);
        let usual = if self.knows_friction() { MOREAU } else { settings.scheme };
        settings.scheme = self.scheme.unwrap_or(if some_roll(&self.law, &self.laws) { CONTACT_POINTS } else { usual });
        settings.friction = self.law.friction;
        settings.restitution = self.law.restitution;
        settings.tangential = self.law.tangential;
        settings.cone = self.law.cone;
        settings.rolls = self.law.rolls;
        settings.impact_law = self.impact_law;
        settings.sleep = self.sleep;
        world.laws.clone_from(&self.laws);
        Ok(world)
    }
}

impl SpatialScene {
    /// Whether contacts rub or rebound.
    fn knows_friction(&self) -> bool {
        let any = |law: &Law| law.friction > 0.0 || law.restitution > 0.0;
        any(&self.law) || self.laws.iter().any(|own| any(&own.law))
    }
}

impl SpatialBody {
    fn solid(&self) -> Read<Shape> {
        let mesh = match &self.shape {
            SpatialShape::Sphere(radius) => return Ok(Shape::Sphere { radius: *radius }),
            SpatialShape::SphereCavity(radius) => return Ok(Shape::SphereCavity { radius: *radius }),
            SpatialShape::Plane(normal, _) => return Ok(Shape::HalfSpace { normal: DVec3::from(*normal).normalize() }),
            SpatialShape::Box(half) => Mesh::cuboid((*half).into()),
            SpatialShape::Mesh(vertices, faces, _) => {
                Mesh::new(vertices.iter().map(|v| DVec3::from(*v)).collect(), faces)
            }
            SpatialShape::Lathe(profile) => {
                let lathe = Lathe::new(profile.iter().map(|p| DVec2::from(*p)).collect());
                return Ok(Shape::Lathe(Arc::new(lathe.map_err(|error| self.fault(&error))?)));
            }
            other => return self.smooth(other),
        };
        let mesh = mesh.map_err(|error| self.fault(&error))?;
        Ok(Shape::Mesh(Arc::new(Solid::new(mesh, VolumeKind::default()))))
    }

    /// What has smooth surfaces.
    fn smooth(&self, shape: &SpatialShape) -> Read<Shape> {
        let refuse =
            |expected: String, found: String| Err(SceneError::new(format!("{}.shape", self.path), expected, found));
        match smooth::form(shape) {
            Some(Ok(form)) => {
                let smooth = Smooth::new(form).map_err(|error| self.fault(&error))?;
                Ok(Shape::Smooth(Arc::new(smooth)))
            }
            Some(Err((expected, found))) => refuse(expected, found),
            None => refuse("a shape that can run".into(), shape.name().into()),
        }
    }

    /// Names the body beside the face.
    fn fault(&self, error: &MeshError) -> SceneError {
        let text = error.to_string();
        let [expected, found] = halves(&text, "others");
        SceneError::new(format!("{}.shape", self.path), format!("{expected} of the body {:?}", self.name), found)
    }

    fn body(&self, shape: Shape) -> Read<Body> {
        let [w, x, y, z] = self.quaternion;
        let rotation = unit(DQuat::from_xyzw(x, y, z, w));
        let mut position = DVec3::from(self.position);
        if let SpatialShape::Plane(normal, offset) = self.shape
            && offset != 0.0
        {
            position += rotation * (offset * DVec3::from(normal));
        }
        let mut body = Body::fixed(&self.name, shape);
        body.motion = self.motion;
        if body.is_free() {
            self.give_mass(&mut body)?;
        }
        (body.turning, body.pinned, body.restitution) = (self.turning, self.pinned, self.restitution);
        body.thrusters.clone_from(&self.thrusters);
        body.state =
            State { pose: Pose { position, rotation }, velocity: self.velocity.into(), omega: self.omega.into() };
        Ok(body)
    }

    /// Mass from `mass` or from `density`, moments from `inertia` or from the shape.
    fn give_mass(&self, body: &mut Body) -> Read<()> {
        let refuse = |expected: &str, found: String| Err(SceneError::new(self.path.as_str(), expected, found));
        let unit = body.shape.mass_properties(1.0).map(|unit| (unit.mass, unit.inertia));
        body.mass = match (self.mass, self.density, unit) {
            (Some(mass), ..) => mass,
            (None, Some(density), Some((volume, _))) => density * volume,
            _ => return refuse("the field \"mass\" or \"density\", or \"fixed\": true", "none of them".into()),
        };
        let [xy, xz, yz] = self.products_of_inertia;
        body.inertia = match (self.inertia, unit) {
            (Some([x, y, z]), _) => {
                DMat3::from_cols(DVec3::new(x, xy, xz), DVec3::new(xy, y, yz), DVec3::new(xz, yz, z))
            }
            (None, Some((volume, inertia))) => inertia * (body.mass / volume),
            (None, None) => {
                return refuse("the field \"inertia\" of a free body whose shape does not tell it", "none".into());
            }
        };
        let i = body.inertia;
        let minors = [i.x_axis.x, i.x_axis.x * i.y_axis.y - i.x_axis.y * i.x_axis.y, i.determinant()];
        let scale = i.x_axis.x.max(i.y_axis.y).max(i.z_axis.z);
        let positive = minors.iter().zip(1..).all(|(minor, k)| *minor > 1e-14 * scale.powi(k));
        if !POSITIVE.contains(&body.mass) || !positive {
            let found = format!("a mass of {:e} kg and moments {} kg m²", body.mass, i);
            return refuse("a mass and moments of inertia over zero", found);
        }
        Ok(())
    }
}

/// The attitude itself if rounding alone keeps it from length 1, so that what was written reads back.
fn unit(q: DQuat) -> DQuat {
    if (q.length_squared() - 1.0).abs() <= 8.0 * f64::EPSILON { q } else { q.normalize() }
}
