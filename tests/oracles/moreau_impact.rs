//! Impacts by Moreau's law: one step, all at once or contact after contact, and a ball that bounces.
use super::case::{Case, Quantity};
use super::spatial_world::{mover, vector, world as scene_world};
use super::verdict::Answer;
use contact_forces::spatial::law::ImpactLaw;
use contact_forces::spatial::shape::Shape;
use contact_forces::spatial::time_stepping::MOREAU;
use contact_forces::spatial::world::World;
use glam::DVec3;
use serde_json::{Value, json};

/// Lengths of the steps, s: of the one step of an impact, and of a run.
const IMPACT: f64 = 1e-5;
const STEP: f64 = 1e-3;

/// Whether the case has bodies that hit each other.
pub fn takes(case: &Case) -> bool {
    let scene = &case.value["scene"];
    let elastic = scene["restitution"].as_f64().is_some_and(|e| e > 0.0);
    case.mode == "spatial" && scene["bodies"].is_array() && (elastic || case.kind == "impact")
}

pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    let name = quantity.name.as_str();
    let value = if case.kind == "impact" {
        let laws = [("_simultaneous", ImpactLaw::Simultaneous), ("_sequential", ImpactLaw::Serial)];
        let ending = laws.iter().find_map(|(ending, law)| Some((name.strip_suffix(ending)?, *law)));
        let (name, law) = ending.unwrap_or((name, ImpactLaw::Simultaneous));
        impact(case, name, law, quantity.value.is_array())
    } else {
        one_step(case, quantity).or_else(|| bounces(case, quantity))
    };
    value.map_or(Answer::Unknown, Answer::one)
}

fn world(case: &Case) -> World {
    let mut world = scene_world(case);
    world.settings.scheme = MOREAU;
    world
}

fn impact(case: &Case, name: &str, law: ImpactLaw, is_list: bool) -> Option<Value> {
    let before = world(case);
    let mut after = before.clone();
    (after.settings.impact_law, after.settings.time_step) = (law, IMPACT);
    after.step();
    let free: Vec<usize> = (0..after.bodies.len()).filter(|&i| after.bodies[i].is_free()).collect();
    let velocity = |i: usize| after.bodies[i].state.velocity;
    let list = |along: DVec3| json!(free.iter().map(|&i| velocity(i).dot(along)).collect::<Vec<_>>());
    let contact = after.contacts.first();
    let impulse = |along: bool| {
        let c = contact?;
        let push = IMPACT * (c.force * c.normal + c.friction);
        Some(if along { vector(push) } else { json!(push.length()) })
    };
    let at_contact = || {
        let c = contact?;
        // at the surface of a ball, which may have left the contact
        let point = |i: usize, side: f64| match after.bodies[i].shape {
            Shape::Sphere { radius } => after.bodies[i].state.pose.position + side * radius * c.normal,
            _ => c.point,
        };
        let u = |i: usize, side: f64| after.bodies[i].state.velocity_at(point(i, side));
        Some((u(c.a, -1.0) - u(c.b, 1.0), c.normal))
    };
    let energy = |world: &World| world.balance().kinetic();
    Some(match name {
        "v_after" if mover(&after).is_some() => vector(velocity(mover(&after)?)),
        "v_after" => list(DVec3::X),
        "vz_after" => list(DVec3::Z),
        "omega_after" | "spin_after" => vector(after.bodies[free[0]].state.omega),
        "energy_before" => json!(energy(&before)),
        "energy_after" => json!(energy(&after)),
        "energy_loss" => json!(energy(&before) - energy(&after)),
        "momentum" if is_list => vector(after.balance().momentum),
        "momentum" => json!(after.balance().momentum.x),
        "impulse" => impulse(is_list)?,
        "contact_velocity_after" => vector(at_contact()?.0),
        "sticks" => {
            let (u, n) = at_contact()?;
            json!((u - u.dot(n) * n).length() < 1e-9)
        }
        _ => {
            let body = name.strip_prefix("v_")?.strip_suffix("_after")?;
            vector(after.bodies.iter().find(|b| b.name == body)?.state.velocity)
        }
    })
}

/// A number after a text of a note.
fn number(note: &str, after: &str) -> Option<f64> {
    let rest = note.split_once(after)?.1.trim_start();
    let end = rest.find(|c: char| !(c.is_ascii_digit() || "+-.e".contains(c))).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

/// One step of a ball that touches, as the notes have it.
fn one_step(case: &Case, quantity: &Quantity) -> Option<Value> {
    let quantities = case.value["quantities"].as_array()?;
    let notes: Vec<&str> = quantities.iter().filter_map(|q| q["note"].as_str()).collect();
    let dt = notes.iter().find_map(|note| number(note, "dt = "))?;
    let speed = if quantity.name == "one_step_impulse" {
        notes.iter().find_map(|note| number(note, "u- = "))
    } else {
        number(&quantity.note, "u- = ")
    };
    let mut world = world(case);
    let ball = mover(&world)?;
    let Shape::Sphere { radius } = world.bodies[ball].shape else { return None };
    let state = &mut world.bodies[ball].state;
    state.pose.position.z = radius;
    state.velocity = DVec3::new(0.0, 0.0, speed?);
    world.settings.time_step = dt;
    world.step();
    let impulse = dt * world.contacts.first()?.force;
    Some(json!(match quantity.name.as_str() {
        "one_step_velocity_after" => world.bodies[ball].state.velocity.z,
        "one_step_impulse" | "rest_impulse_per_step" => impulse,
        _ => return None,
    }))
}

/// Times at which a ball turns round below, and the heights at which it does so above.
fn bounces(case: &Case, quantity: &Quantity) -> Option<Value> {
    let mut world = world(case);
    let ball = mover(&world)?;
    let Shape::Sphere { radius } = world.bodies[ball].shape else { return None };
    let (mut times, mut apexes, mut up) = (Vec::new(), Vec::new(), false);
    world.settings.time_step = STEP;
    let wanted = quantity.value.as_array()?.len();
    while times.len().min(apexes.len()) < wanted && world.time < 2.0 * case.duration {
        let before = world.bodies[ball].state;
        world.step();
        let after = world.bodies[ball].state;
        if before.velocity.z < 0.0 && after.velocity.z > 0.0 {
            times.push(world.time);
            up = true;
        } else if up && after.velocity.z <= 0.0 {
            apexes.push(before.pose.position.z.max(after.pose.position.z) - radius);
            up = false;
        }
    }
    match quantity.name.as_str() {
        "impact_times" => Some(json!(&times[..wanted.min(times.len())])),
        "apex_gap_heights" => Some(json!(&apexes[..wanted.min(apexes.len())])),
        _ => None,
    }
}
