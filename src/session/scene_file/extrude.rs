//! A planar scene seen in space: every polygon drawn out to a prism, across the plane.
//!
//! The plane's x stays x and its y becomes z; its counter-clockwise turns are about −y. A body keeps its frame, whose
//! third axis is −y of the world then, and with it the points of its thrusters and springs.
use super::error::SceneError;
use super::planar::PlanarScene;
use super::spatial::{SpatialBody, SpatialScene, SpatialShape};
use crate::planar::body::Body;
use crate::planar::forces::{Anchor as PlanarAnchor, Forces as PlanarForces};
use crate::spatial::body::{Motion, Thruster, Turning};
use crate::spatial::forces::{Anchor, Forces, Push, Spring};
use crate::spatial::law::{ImpactLaw, Law};
use crate::spatial::shape::Mesh;
use crate::spatial::world::Settings;
use glam::{DQuat, DVec2, DVec3};
use std::f64::consts::FRAC_PI_2;

/// How much deeper than the largest body that moves those are that do not.
const ROOM: f64 = 2.0;

impl PlanarScene {
    /// The scene with bodies as deep as they are large, fixed ones deeper than any other. Masses stay, and so do
    /// the moments about the axis across the plane; each thrust has its first magnitude. The scheme is the usual one of
    /// the spatial mode, and so is the time step unless that of the plane is longer.
    ///
    /// # Errors
    /// A body is no solid when drawn out.
    pub fn extruded(&self) -> Result<SpatialScene, SceneError> {
        let world = self.with_thrust(0);
        let room = room(&world.bodies);
        let depth = |body: &Body| if body.is_fixed() { room } else { size(body) };
        let bodies = world.bodies.iter().enumerate().map(|(k, body)| prism(k, body, depth(body)));
        Ok(SpatialScene {
            bodies: bodies.collect::<Result<_, _>>()?,
            forces: forces(&world.forces),
            law: Law { friction: self.friction, restitution: world.settings.restitution, ..Law::default() },
            laws: Vec::new(),
            impact_law: ImpactLaw::default(),
            sleep: false,
            time_step: Some(world.settings.time_step).filter(|step| *step > Settings::default().time_step),
            scheme: Some(Settings::default().scheme),
            time: world.time,
            contacts: Vec::new(),
        })
    }
}

/// The root of a body's area, m.
fn size(body: &Body) -> f64 {
    body.shape.area_properties().area.sqrt()
}

/// Depth of the bodies that do not move, m.
fn room(bodies: &[Body]) -> f64 {
    let moving = bodies.iter().any(|body| !body.is_fixed());
    let sizes = bodies.iter().filter(|body| !(moving && body.is_fixed())).map(size);
    ROOM * sizes.fold(0.0, f64::max)
}

fn point(p: DVec2) -> DVec3 {
    DVec3::new(p.x, 0.0, p.y)
}

fn prism(number: usize, body: &Body, depth: f64) -> Result<SpatialBody, SceneError> {
    let path = format!("scene.bodies[{number}]");
    let mesh = Mesh::extrusion(body.shape.vertices(), 0.5 * depth)
        .map_err(|error| SceneError::new(&path, format!("a prism of the body {:?}", body.name), error.to_string()))?;
    let unit = mesh.mass_properties(1.0);
    let inertia = unit.inertia * (body.inertia / unit.inertia.z_axis.z);
    let state = &body.state;
    let rotation = DQuat::from_rotation_x(FRAC_PI_2) * DQuat::from_rotation_z(state.angle);
    let [x, y, z, w] = rotation.to_array();
    let free = !body.is_fixed();
    let thruster = |t: &crate::planar::body::Thruster| Thruster {
        point: t.point.extend(0.0),
        direction: t.direction.extend(0.0),
        strength: t.strength,
    };
    let faces = mesh.triangles().iter().map(|triangle| triangle.corners.to_vec()).collect();
    Ok(SpatialBody {
        path,
        name: body.name.clone(),
        shape: SpatialShape::Mesh(
            mesh.vertices().iter().map(|v| v.to_array()).collect(),
            faces,
            body.shape.is_convex(),
        ),
        position: point(state.position).to_array(),
        quaternion: [w, x, y, z],
        velocity: point(state.velocity).to_array(),
        omega: [0.0, -state.omega, 0.0],
        mass: free.then_some(body.mass),
        inertia: free.then_some([inertia.x_axis.x, inertia.y_axis.y, inertia.z_axis.z]),
        products_of_inertia: if free { [inertia.x_axis.y, inertia.x_axis.z, inertia.y_axis.z] } else { [0.0; 3] },
        density: None,
        motion: if free { Motion::Free } else { Motion::Fixed },
        turning: Turning::Free,
        pinned: false,
        restitution: body.restitution,
        thrusters: body.thrusters.iter().map(thruster).collect(),
    })
}

fn forces(planar: &PlanarForces) -> Forces {
    let anchor = |anchor: PlanarAnchor| match anchor {
        PlanarAnchor::World(p) => Anchor::World(point(p)),
        PlanarAnchor::Body(body, p) => Anchor::Body(body, p.extend(0.0)),
    };
    let springs = planar.springs.iter().map(|spring| Spring {
        body: spring.body,
        attach: spring.attach.extend(0.0),
        anchor: anchor(spring.anchor),
        stiffness: spring.stiffness,
        rest_length: spring.rest_length,
        damping: 0.0,
    });
    let pushes = planar.pushes.iter().map(|push| Push {
        body: push.body,
        point: push.point.extend(0.0),
        force: point(push.force),
        torque: -push.torque * DVec3::Y,
    });
    Forces {
        gravity: point(planar.gravity),
        damping: planar.damping,
        rotation_damping: planar.rotation_damping,
        thrust: planar.thrust,
        firing: planar.firing.clone(),
        springs: springs.collect(),
        hand: None,
        pushes: pushes.collect(),
        joints: Vec::new(),
    }
}
