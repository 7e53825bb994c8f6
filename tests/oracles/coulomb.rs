//! Bodies that slide, stick, tip and roll under Coulomb's law, by Moreau's scheme and by distances.
use super::case::{Case, Quantity};
use super::spatial_world::{mover, vector, world as scene_world};
use super::verdict::Answer;
use contact_forces::spatial::body::{Body, State};
use contact_forces::spatial::forces::Push;
use contact_forces::spatial::law::Cone;
use contact_forces::spatial::shape::Shape;
use contact_forces::spatial::time_stepping::{MOREAU, SCHEMES};
use contact_forces::spatial::world::World;
use glam::DVec3;
use serde_json::{Value, json};

/// Length of the steps of a run, s: by distances shorter, since energy is of order one there.
fn span(scheme: &str) -> f64 {
    if scheme == MOREAU { 5e-4 } else { 2e-4 }
}
/// Length of the one step that shows an instant, s: gaps tell forces to rounding over its square.
const INSTANT: f64 = 1e-4;
/// Slower than this is at rest, m/s, and for turning rad/s.
const STILL: f64 = 1e-6;
/// Half the height of what stands for a disc without thickness, m.
const THIN: f64 = 1e-6;

/// Whether the case is about one body on fixed ones, with friction.
pub fn takes(case: &Case) -> bool {
    let scene = &case.value["scene"];
    let rubs = scene["friction"].as_f64().is_some_and(|friction| friction > 0.0);
    let free = scene["bodies"].as_array().map_or(0, |bodies| bodies.iter().filter(|b| b["fixed"] != true).count());
    case.mode == "spatial" && case.kind != "impact" && rubs && free == 1 && scene["restitution"].as_f64() == Some(0.0)
}

/// The ways to bound friction, by how the names of quantities end.
const CONES: [(&str, Cone); 5] = [
    ("_isotropic", Cone::Round),
    ("_pyramid_diamond", Cone::Pyramid(4)),
    ("_pyramid_square", Cone::Square),
    ("_diamond", Cone::Pyramid(4)),
    ("_square", Cone::Square),
];

pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    let name = quantity.name.as_str();
    let ending = CONES.iter().find_map(|(ending, cone)| Some((name.strip_suffix(ending)?, *cone)));
    let (name, cone) = ending.unwrap_or((name, Cone::Round));
    let answer = |scheme: &'static str| {
        at_once(case, scheme, name)
            .or_else(|| rolling(case, scheme, name))
            .or_else(|| sliding(case, scheme, name, cone))
            .or_else(|| slope(case, scheme, name))
            .or_else(|| spinning(case, scheme, name))
    };
    // by distances the round cone alone is known
    let schemes = if cone == Cone::Round { &[MOREAU, SCHEMES[0].name][..] } else { &[MOREAU] };
    let answers = schemes.iter().map(|scheme| Some((scheme.to_string(), answer(scheme)?)));
    answers.collect::<Option<Vec<_>>>().map_or(Answer::Unknown, Answer::Computed)
}

/// The world of a case: a disc without thickness gets a little, and forces at the base act there.
fn world(case: &Case, scheme: &'static str) -> (World, usize) {
    let mut case = Case::of(&case.value);
    let bodies = case.value["scene"]["bodies"].as_array_mut().expect("bodies");
    for body in bodies.iter_mut().filter(|b| b["shape"]["height"] == 0.0) {
        body["shape"]["height"] = json!(2.0 * THIN);
    }
    let mut world = scene_world(&case);
    let body = mover(&world).expect("one body moves");
    for push in &mut world.forces.pushes {
        let at_base = case.value["scene"]["forces"][0]["at"].as_str().is_some_and(|at| at.starts_with("base"));
        let low = case.value["scene"]["bodies"][0]["shape"]["half_extents"][2].as_f64();
        if let (true, Some(low)) = (at_base, low) {
            *push = Push { point: DVec3::new(0.0, 0.0, -low), ..*push };
        }
    }
    world.settings.scheme = scheme;
    world.settings.time_step = span(scheme);
    (world, body)
}

/// What follows from the scene alone.
fn at_once(case: &Case, scheme: &'static str, name: &str) -> Option<Value> {
    let (world, body) = world(case, scheme);
    match name {
        "angle_of_friction" => Some(json!(world.settings.friction.atan())),
        "direction_force" => {
            let force = world.forces.pushes.first()?.force;
            Some(json!(force.y.atan2(force.x).to_degrees()))
        }
        "spin_magnitude" => Some(json!(world.bodies[body].state.omega.length())),
        _ => None,
    }
}

/// Velocity of the points of a body where it touches, across the normal, the fastest.
fn slip(world: &World, body: usize) -> f64 {
    let slips = world.contacts.iter().map(|c| {
        let state = &world.bodies[body].state;
        let u = state.velocity_at(c.point);
        (u - u.dot(c.normal) * c.normal).length()
    });
    slips.fold(0.0, f64::max)
}

/// A ball that slides until it rolls.
fn rolling(case: &Case, scheme: &'static str, name: &str) -> Option<Value> {
    let (mut world, body) = world(case, scheme);
    let Shape::Sphere { .. } = world.bodies[body].shape else { return None };
    let (start, energy) = (world.bodies[body].state, world.balance().total());
    let step = span(scheme);
    let (mut rolls, mut way, mut path) = (None, 0.0, vec![start.pose.position]);
    while world.time < case.duration - 0.5 * step {
        world.settings.time_step = step.min(case.duration - world.time);
        world.step();
        let state = world.bodies[body].state;
        if rolls.is_none() {
            way += state.pose.position.distance(path[path.len() - 1]);
            rolls = (slip(&world, body) < STILL).then_some((world.time, state));
        }
        path.push(state.pose.position);
    }
    let (time, there): (f64, State) = rolls?;
    let end = world.bodies[body].state;
    Some(match name {
        "time_to_rolling" => json!(time),
        "velocity_when_rolling" => vector(there.velocity),
        "omega_when_rolling" => vector(there.omega),
        "position_when_rolling" => vector(there.pose.position),
        "position_at_T" => vector(end.pose.position),
        "energy_lost_by_sliding" => json!(energy - world.balance().total()),
        "straight_path" => {
            let along = (path[path.len() - 1] - path[0]).normalize();
            json!(path.iter().all(|p| (*p - path[0]).cross(along).length() < 1e-9))
        }
        "final_speed_over_initial" => json!(end.velocity.length() / start.velocity.length()),
        "sliding_distance" => json!(way),
        _ => return None,
    })
}

/// The end of a body that slides on level ground, when it stopped, and how it went there.
fn slid(case: &Case, scheme: &'static str, cone: Cone) -> (DVec3, f64, f64) {
    let (mut world, body) = world(case, scheme);
    world.settings.cone = cone;
    let step = span(scheme);
    let (start, mut stopped) = (world.bodies[body].state.pose, case.duration);
    while world.time < case.duration - 0.5 * step {
        world.settings.time_step = step.min(case.duration - world.time);
        world.step();
        if stopped == case.duration && world.bodies[body].state.velocity.length() < STILL {
            stopped = world.time;
        }
    }
    let end = world.bodies[body].state.pose;
    let turned = 2.0 * (end.rotation * start.rotation.conjugate()).z.asin();
    (end.position - start.position, stopped, turned)
}

fn sliding(case: &Case, scheme: &'static str, name: &str, cone: Cone) -> Option<Value> {
    if case.kind != "trajectory" || case.value["scene"]["bodies"][0]["shape"]["type"] != "box" {
        return None;
    }
    let (way, time, yaw) = slid(case, scheme, cone);
    let flat = |v: DVec3| json!([v.x, v.y]);
    let start = world(case, scheme).0.bodies[0].state.velocity;
    Some(match name {
        "stop_displacement" | "displacement" => flat(way),
        "stop_distance" => json!(way.length()),
        "stop_time" => json!(time),
        "yaw_change" => json!(yaw),
        "direction" => json!(way.y.atan2(way.x).to_degrees()),
        "direction_error" => json!((way.y.atan2(way.x) - start.y.atan2(start.x)).abs().to_degrees()),
        "length_error" => json!(way.length() / slid(case, scheme, Cone::Round).0.length() - 1.0),
        _ => return None,
    })
}

/// A body on a slope, downhill along x: the instant by one short step, the rest by a run.
fn slope(case: &Case, scheme: &'static str, name: &str) -> Option<Value> {
    if case.kind != "instant" {
        return None;
    }
    let (mut world, body) = world(case, scheme);
    let start = world.bodies[body].state.pose.position;
    let run = |world: &mut World, time: f64| {
        while world.time < time - 0.5 * world.settings.time_step {
            world.step();
        }
    };
    let motion = |b: &Body| b.state;
    match name {
        "displacement_after_1s" => {
            run(&mut world, 1.0);
            return Some(json!(world.bodies[body].state.pose.position.x - start.x));
        }
        "slides" | "tips" | "pivots_without_slip" => {
            run(&mut world, 0.1);
            let (slides, tips) = (slip(&world, body) > 1e-3, motion(&world.bodies[body]).omega.length() > 1e-3);
            return Some(json!(if name == "slides" {
                slides
            } else if name == "tips" {
                tips
            } else {
                tips && !slides
            }));
        }
        _ => {}
    }
    world.settings.time_step = INSTANT;
    world.step();
    let normal: f64 = world.contacts.iter().map(|c| c.force).sum();
    let friction: DVec3 = world.contacts.iter().map(|c| c.friction).sum();
    let state = world.bodies[body].state;
    Some(json!(match name {
        "accel_downhill" => state.velocity.x / INSTANT,
        "total_normal_force" | "normal_force_initial" => normal,
        "total_friction_force" => friction.length(),
        "pressure_centre_downhill" => {
            world.contacts.iter().map(|c| c.force * (c.point.x - start.x)).sum::<f64>() / normal
        }
        "initial_angular_accel" => state.omega.length() / INSTANT,
        "friction_ratio_needed_for_pivot" => friction.length() / normal,
        _ => return None,
    }))
}

/// A disc that rolls on its rim with its centre at rest.
fn spinning(case: &Case, scheme: &'static str, name: &str) -> Option<Value> {
    let (mut world, body) = world(case, scheme);
    if case.value["scene"]["bodies"][body]["shape"]["type"] != "cylinder" {
        return None;
    }
    let start = world.bodies[body].state.pose.position;
    let (mut turned, mut last, mut steps) = (0.0, None::<DVec3>, 0.0);
    let (mut normal, mut friction, mut farthest) = (0.0, DVec3::ZERO, start);
    let count = (case.duration / span(scheme)).ceil();
    world.settings.time_step = case.duration / count;
    for _ in 0..count as usize {
        world.step();
        let state = world.bodies[body].state;
        normal += world.contacts.iter().map(|c| c.force).sum::<f64>();
        friction += world.contacts.iter().map(|c| c.friction).sum::<DVec3>();
        steps += 1.0;
        if state.pose.position.distance(start) > farthest.distance(start) {
            farthest = state.pose.position;
        }
        // the lowest place of the rim
        let axis = state.pose.turn(DVec3::Z);
        let low = (axis.z * axis - DVec3::Z).with_z(0.0);
        if let Some(last) = last {
            turned += f64::atan2(last.cross(low).z, last.dot(low));
        } else {
            let first = start_low(case, scheme);
            turned += f64::atan2(first.cross(low).z, first.dot(low));
        }
        last = Some(low);
    }
    Some(match name {
        "contact_rate" => json!(turned.abs() / case.duration),
        "energy" => json!(world.balance().total()),
        "centre_stays" => vector(farthest),
        "normal_force" => json!(normal / steps),
        "friction_force" => json!((friction / steps).length()),
        _ => return None,
    })
}

/// Where the lowest place of the rim is at the beginning, seen from the centre.
fn start_low(case: &Case, scheme: &'static str) -> DVec3 {
    let (world, body) = world(case, scheme);
    let axis = world.bodies[body].state.pose.turn(DVec3::Z);
    (axis.z * axis - DVec3::Z).with_z(0.0)
}
