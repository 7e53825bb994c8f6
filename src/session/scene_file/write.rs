//! Writing a planar world as a scene file that reads back bit for bit.
use super::value::object;
use crate::planar::body::Body;
use crate::planar::forces::{Anchor, Push, Spring};
use crate::planar::friction::PairFriction;
use crate::planar::world::World;
use glam::DVec2;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The world as a scene file: all bodies, forces and settings, but not the hand that pulls a body.
///
/// Bodies of equal names are told apart by a number.
pub fn write(world: &World, title: &str, duration: f64) -> String {
    let (settings, forces) = (&world.settings, &world.forces);
    let names = different_names(world.bodies.iter().map(|body| body.name.as_str()));
    let document = object!(
        "schema": 1,
        "mode": "planar",
        "title": title,
        "gravity": vector(forces.gravity),
        "duration": duration,
        "time": world.time,
        "time_step": settings.time_step,
        "integrator": settings.integrator.name(),
        "solver": settings.solver,
        "order": settings.order.name(),
        "impact_law": settings.impact_law.name(),
        "restitution_law": settings.restitution_law.name(),
        "scheme": settings.scheme.name(),
        "friction_solver": settings.friction_solver.name(),
        "target_gap": settings.target_gap,
        "extra_acceleration": settings.extra.name(),
        "view": [vector(world.view[0]), vector(world.view[1])],
        "scene": object!(
            "restitution": settings.restitution,
            "friction": settings.friction,
            "pairs": settings.pair_friction.iter().map(|law| pair(law, &names)).collect::<Vec<_>>(),
            "thrust": forces.thrust,
            "bodies": world.bodies.iter().zip(&names).map(|(b, name)| body(b, name)).collect::<Vec<_>>(),
            "firing": firing(&forces.firing, &names),
            "forces": all_forces(world, &names),
        ),
    );
    format!("{document:#}")
}

fn vector(v: DVec2) -> Value {
    Value::from(vec![v.x, v.y])
}

/// The thrusters that fire: their bodies' names and their numbers there.
pub(super) fn firing(firing: &[(usize, usize)], names: &[String]) -> Vec<Value> {
    firing.iter().map(|&(body, number)| vec![Value::from(names[body].as_str()), Value::from(number)].into()).collect()
}

/// The bodies' names, made different from each other.
pub(super) fn different_names<'a>(given: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut taken = BTreeSet::new();
    for given in given {
        let mut name = given.to_string();
        for number in 2.. {
            if !taken.contains(&name) {
                break;
            }
            name = format!("{given} ({number})");
        }
        taken.insert(name.clone());
        names.push(name);
    }
    names
}

fn body(body: &Body, name: &str) -> Value {
    let state = &body.state;
    let vertices: Vec<Value> = body.shape.vertices().iter().map(|v| vector(*v)).collect();
    let mut fields = Map::new();
    let mut put = |name: &str, value: Value| fields.insert(name.into(), value);
    put("name", name.into());
    put("shape", object!("type": "polygon", "vertices": vertices));
    put("position", vector(state.position));
    put("angle", state.angle.into());
    put("velocity", vector(state.velocity));
    put("omega", state.omega.into());
    put("fixed", body.is_fixed().into());
    if !body.is_fixed() {
        put("mass", body.mass.into());
        put("inertia", body.inertia.into());
    }
    put("restitution", body.restitution.into());
    if let Some(friction) = body.friction {
        put("friction", friction.into());
    }
    if body.surface_speed != 0.0 {
        put("surface_speed", body.surface_speed.into());
    }
    if !body.thrusters.is_empty() {
        let thruster = |t: &crate::planar::body::Thruster| object!("point": vector(t.point), "direction": vector(t.direction), "strength": t.strength);
        put("thrusters", body.thrusters.iter().map(thruster).collect());
    }
    fields.into()
}

fn pair(law: &PairFriction, names: &[String]) -> Value {
    let [one, other] = law.bodies.map(|body| names[body].as_str());
    object!("body1": one, "body2": other, "friction": law.friction)
}

fn all_forces(world: &World, names: &[String]) -> Vec<Value> {
    let forces = &world.forces;
    let damping = object!("type": "damping", "k": forces.damping, "rotate_ratio": forces.rotation_damping);
    let pushes = forces.pushes.iter().map(|push| wrench(push, names));
    let springs = forces.springs.iter().map(|s| spring(s, names));
    std::iter::once(damping).chain(pushes).chain(springs).collect()
}

fn wrench(push: &Push, names: &[String]) -> Value {
    object!(
        "type": "wrench",
        "body": names[push.body].as_str(),
        "point_body": vector(push.point),
        "force_world": vector(push.force),
        "torque": push.torque,
    )
}

fn spring(spring: &Spring, names: &[String]) -> Value {
    let mut value = object!(
        "type": "spring",
        "body": names[spring.body].as_str(),
        "attach_body": vector(spring.attach),
        "stiffness": spring.stiffness,
        "rest_length": spring.rest_length,
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
