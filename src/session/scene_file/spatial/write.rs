//! Writing a spatial world as a scene file that reads back bit for bit.
use super::joints;
use crate::session::scene_file::value::{object, put};
use crate::session::scene_file::write::{different_names, firing};
use crate::spatial::body::{Body, Motion, Turning};
use crate::spatial::contact::{Contact, Part};
use crate::spatial::forces::{Aim, Anchor, Push, Spring};
use crate::spatial::law::PairLaw;
use crate::spatial::shape::{Mesh, Shape};
use crate::spatial::world::World;
use glam::DVec3;
use serde_json::{Map, Value};

/// The world as a scene file: all bodies, forces and settings and the contacts of the last step, from which the next one
/// starts, but not the hand that pulls a body.
///
/// Bodies of equal names are told apart by a number.
pub fn write_spatial(world: &World, title: &str, duration: f64) -> String {
    let (settings, forces) = (&world.settings, &world.forces);
    let names = different_names(world.bodies.iter().map(|body| body.name.as_str()));
    let mut document = object!(
        "schema": 1,
        "mode": "spatial",
        "title": title,
        "gravity": vector(forces.gravity),
        "duration": duration,
        "time": world.time,
        "time_step": settings.time_step,
        "scheme": settings.scheme,
        "impact_law": settings.impact_law.name(),
        "scene": object!(
            "restitution": settings.restitution,
            "friction": settings.friction,
            "tangential_restitution": settings.tangential,
            "cone": settings.cone.name(),
            "rolls": settings.rolls,
            "pairs": world.laws.iter().map(|own| pair(own, &names)).collect::<Vec<_>>(),
            "thrust": forces.thrust,
            "bodies": world.bodies.iter().zip(&names).map(|(b, name)| body(b, name)).collect::<Vec<_>>(),
            "firing": firing(&forces.firing, &names),
            "forces": all_forces(world, &names),
            "joints": forces.joints.iter().map(|j| joints::value(j, &names)).collect::<Vec<_>>(),
            "contacts": world.contacts.iter().map(|c| contact(c, &names)).collect::<Vec<_>>(),
        ),
    );
    if settings.sleep {
        document["sleep"] = true.into();
    }
    format!("{document:#}")
}

fn vector(v: DVec3) -> Value {
    v.to_array().to_vec().into()
}

fn pair(own: &PairLaw, names: &[String]) -> Value {
    let ([a, b], law) = (own.bodies, own.law);
    object!(
        "body1": names[a].as_str(),
        "body2": names[b].as_str(),
        "friction": law.friction,
        "restitution": law.restitution,
        "tangential_restitution": law.tangential,
        "cone": law.cone.name(),
        "rolls": law.rolls,
    )
}

fn body(body: &Body, name: &str) -> Value {
    let state = &body.state;
    let [x, y, z, w] = state.pose.rotation.to_array();
    let mut fields = Map::new();
    let mut put = |name: &str, value: Value| put(&mut fields, name, value);
    put("name", name.into());
    put("shape", shape(&body.shape));
    put("position", vector(state.pose.position));
    put("quaternion", Value::from(vec![w, x, y, z]));
    put("velocity", vector(state.velocity));
    put("omega", vector(state.omega));
    put("fixed", body.is_fixed().into());
    if body.motion == Motion::Driven {
        put("driven", true.into());
    }
    if body.is_free() {
        let i = body.inertia;
        put("mass", body.mass.into());
        put("inertia", Value::from(vec![i.x_axis.x, i.y_axis.y, i.z_axis.z]));
        put("products_of_inertia", Value::from(vec![i.x_axis.y, i.x_axis.z, i.y_axis.z]));
    }
    match body.turning {
        Turning::Free => {}
        Turning::Locked => put("turning", "locked".into()),
        Turning::About(axis) => put("turning", object!("about": vector(axis))),
    }
    if body.pinned {
        put("pinned", true.into());
    }
    put("restitution", body.restitution.into());
    if !body.thrusters.is_empty() {
        let thruster = |t: &crate::spatial::body::Thruster| object!("point": vector(t.point), "direction": vector(t.direction), "strength": t.strength);
        put("thrusters", body.thrusters.iter().map(thruster).collect());
    }
    Value::Object(fields)
}

fn shape(shape: &Shape) -> Value {
    match shape {
        Shape::Sphere { radius } => object!("type": "sphere", "radius": *radius),
        Shape::SphereCavity { radius } => object!("type": "sphere_cavity", "radius": *radius),
        Shape::HalfSpace { normal } => object!("type": "plane", "normal": vector(*normal), "offset": 0),
        Shape::Mesh(solid) => mesh(&solid.mesh),
        Shape::Lathe(lathe) => {
            let profile: Vec<[f64; 2]> = lathe.profile().iter().map(|p| p.to_array()).collect();
            object!("type": "lathe", "profile": profile)
        }
        Shape::Smooth(smooth) => super::smooth::value(smooth.form()),
    }
}

/// The triangles: read back, they make the same faces and edges in the same order.
fn mesh(mesh: &Mesh) -> Value {
    let vertices: Vec<Value> = mesh.vertices().iter().map(|v| vector(*v)).collect();
    let faces: Vec<[usize; 3]> = mesh.triangles().iter().map(|triangle| triangle.corners).collect();
    let convex = mesh.components() == 1 && mesh.edges().iter().all(|edge| edge.convex);
    object!("type": "mesh", "vertices": vertices, "faces": faces, "convex": convex)
}

fn all_forces(world: &World, names: &[String]) -> Vec<Value> {
    let forces = &world.forces;
    let damping = object!("type": "damping", "k": forces.damping, "rotate_ratio": forces.rotation_damping);
    let pushes = forces.pushes.iter().map(|push| wrench(push, names));
    let springs = forces.springs.iter().map(|s| spring(s, names));
    let aims = forces.aims.iter().map(|a| aim(a, names));
    std::iter::once(damping).chain(pushes).chain(springs).chain(aims).collect()
}

fn aim(aim: &Aim, names: &[String]) -> Value {
    object!(
        "type": "aim",
        "body": names[aim.body].as_str(),
        "axis_body": vector(aim.axis),
        "direction_world": vector(aim.direction),
        "stiffness": aim.stiffness,
        "damping": aim.damping,
    )
}

fn wrench(push: &Push, names: &[String]) -> Value {
    object!(
        "type": "wrench",
        "body": names[push.body].as_str(),
        "point_body": vector(push.point),
        "force_world": vector(push.force),
        "torque": vector(push.torque),
    )
}

fn spring(spring: &Spring, names: &[String]) -> Value {
    let mut value = object!(
        "type": "spring",
        "body": names[spring.body].as_str(),
        "attach_body": vector(spring.attach),
        "stiffness": spring.stiffness,
        "rest_length": spring.rest_length,
        "damping": spring.damping,
    );
    match spring.anchor {
        Anchor::World(point) => value["anchor_world"] = vector(point),
        Anchor::Body(body, point) => {
            value["body2"] = names[body].as_str().into();
            value["attach_body2"] = vector(point);
        }
    }
    value
}

fn contact(contact: &Contact, names: &[String]) -> Value {
    let part = |part: Part| match part {
        Part::Whole => "whole".to_string(),
        Part::Vertex(i) => format!("vertex {i}"),
        Part::Edge(i) => format!("edge {i}"),
        Part::Face(i) => format!("face {i}"),
        Part::Joint(i) => format!("joint {i}"),
    };
    object!(
        "body1": names[contact.a].as_str(),
        "body2": names[contact.b].as_str(),
        "part1": part(contact.key.first),
        "part2": part(contact.key.second),
        "point": vector(contact.point),
        "normal": vector(contact.normal),
        "gap": contact.gap,
        "force": contact.force,
        "friction": vector(contact.friction),
    )
}
