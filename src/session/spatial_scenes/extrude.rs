//! A planar world seen in space: every polygon drawn out to a prism, across the plane.
//!
//! The plane's x stays x and its y becomes z; its counter-clockwise turns are about −y. A body keeps its frame, whose
//! third axis is −y of the world then, and with it the points of its thrusters and springs.
use crate::planar::body::Body as PlanarBody;
use crate::planar::forces::{Anchor as PlanarAnchor, Forces as PlanarForces};
use crate::planar::world::World as PlanarWorld;
use crate::spatial::body::{Body, Motion, State, Thruster};
use crate::spatial::bvh::VolumeKind;
use crate::spatial::forces::{Anchor, Forces, Push, Spring};
use crate::spatial::pose::Pose;
use crate::spatial::shape::{Mesh, MeshError, Shape, Solid};
use crate::spatial::world::World;
use glam::{DQuat, DVec2, DVec3};
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

/// How much deeper than the largest body that moves those are that do not.
const ROOM: f64 = 2.0;

/// The world with bodies as deep as they are large, fixed ones deeper than any other. Masses stay, and so do the moments
/// about the axis across the plane. The scheme is the usual one of the spatial mode, and so is the time step unless
/// that of the plane is longer; that scheme knows no rebounds.
///
/// # Errors
/// A body is no solid when drawn out.
pub fn extruded(planar: &PlanarWorld) -> Result<World, MeshError> {
    let room = room(&planar.bodies);
    let depth = |body: &PlanarBody| if body.is_fixed() { room } else { size(body) };
    let bodies = planar.bodies.iter().map(|body| prism(body, depth(body))).collect::<Result<_, _>>()?;
    let mut world = World::new(bodies);
    world.forces = forces(&planar.forces);
    world.time = planar.time;
    world.settings.time_step = world.settings.time_step.max(planar.settings.time_step);
    Ok(world)
}

/// The root of a body's area, m.
fn size(body: &PlanarBody) -> f64 {
    body.shape.area_properties().area.sqrt()
}

/// Depth of the bodies that do not move, m.
fn room(bodies: &[PlanarBody]) -> f64 {
    let moving = bodies.iter().any(|body| !body.is_fixed());
    let sizes = bodies.iter().filter(|body| !(moving && body.is_fixed())).map(size);
    ROOM * sizes.fold(0.0, f64::max)
}

fn point(p: DVec2) -> DVec3 {
    DVec3::new(p.x, 0.0, p.y)
}

fn prism(planar: &PlanarBody, depth: f64) -> Result<Body, MeshError> {
    let mesh = Mesh::extrusion(planar.shape.vertices(), 0.5 * depth)?;
    let unit = mesh.mass_properties(1.0);
    let mut body = Body::fixed(&planar.name, Shape::Mesh(Arc::new(Solid::new(mesh, VolumeKind::default()))));
    if !planar.is_fixed() {
        body.motion = Motion::Free;
        body.mass = planar.mass;
        body.inertia = unit.inertia * (planar.inertia / unit.inertia.z_axis.z);
    }
    body.restitution = planar.restitution;
    body.thrusters = planar.thrusters.iter().map(thruster).collect();
    let state = &planar.state;
    body.state = State {
        pose: Pose {
            position: point(state.position),
            rotation: DQuat::from_rotation_x(FRAC_PI_2) * DQuat::from_rotation_z(state.angle),
        },
        velocity: point(state.velocity),
        omega: DVec3::new(0.0, -state.omega, 0.0),
    };
    Ok(body)
}

fn thruster(planar: &crate::planar::body::Thruster) -> Thruster {
    Thruster { point: planar.point.extend(0.0), direction: planar.direction.extend(0.0), strength: planar.strength }
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
        aims: Vec::new(),
        joints: Vec::new(),
    }
}
