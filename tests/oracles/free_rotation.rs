//! One rigid body on which nothing acts: run with a step and with half of it; the finer run is judged, and its error may
//! not be the greater one.
use super::case::{Case, Quantity};
use super::distance_steps::crossing;
use super::spatial_world::{quaternion, vector, world};
use super::verdict::{Answer, deviation};
use contact_forces::spatial::body::Body;
use contact_forces::spatial::world::World;
use glam::DVec3;
use serde_json::{Value, json};

/// Lengths of the steps, s.
const STEPS: [f64; 2] = [4e-3, 2e-3];

/// Whether the case is about one free body that spins without forces.
pub fn takes(case: &Case) -> bool {
    let bodies = case.value["scene"]["bodies"].as_array();
    let alone = bodies.is_some_and(|bodies| bodies.len() == 1 && bodies[0]["fixed"] != true);
    let weightless = case.value["gravity"].as_array().is_some_and(|g| g.iter().all(|x| x.as_f64() == Some(0.0)));
    case.mode == "spatial" && case.duration > 0.0 && alone && weightless && case.value["scene"]["dt"].is_null()
}

pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    let values: Vec<Option<Value>> = STEPS.iter().map(|step| value(case, quantity, *step)).collect();
    let [Some(coarse), Some(fine)] = &values[..] else { return Answer::Unknown };
    let error = |value: &Value| deviation(value, &quantity.value, quantity.relative);
    let (before, after) = (error(coarse), error(fine));
    if after > before && after > 0.01 * quantity.tolerance {
        return Answer::Computed(vec![(format!("half the step, error {before:.1e} grew to {after:.1e}"), Value::Null)]);
    }
    Answer::one(fine.clone())
}

/// Angular velocity in the body's axes.
fn body_rates(body: &Body) -> DVec3 {
    body.state.pose.direction_to_body(body.state.omega)
}

fn momentum(body: &Body) -> DVec3 {
    body.inertia_at(body.state.pose.rotation) * body.state.omega
}

/// Goes on to a time in equal steps, none longer than `step`, and shows the world after each.
fn run(world: &mut World, time: f64, step: f64, mut show: impl FnMut(&World)) {
    let count = ((time - world.time) / step - 1e-6).ceil().max(1.0);
    let (begin, span) = (world.time, time - world.time);
    world.settings.time_step = span / count;
    for k in 1..=count as usize {
        world.step();
        world.time = begin + span * k as f64 / count;
        show(world);
    }
}

fn value(case: &Case, quantity: &Quantity, step: f64) -> Option<Value> {
    let name = quantity.name.as_str();
    let mut world = world(case);
    match name {
        "states" => rows(&mut world, quantity, step),
        "energy" | "angular_momentum_world" | "angular_momentum_norm" => throughout(&mut world, case, quantity, step),
        "max_abs_w3" => {
            let mut most = 0.0_f64;
            run(&mut world, case.duration, step, |world| most = most.max(body_rates(&world.bodies[0]).z.abs()));
            Some(json!(most))
        }
        "modulus_k2" => {
            run(&mut world, case.duration, step, |_| ());
            Some(json!(modulus(&world.bodies[0])))
        }
        "period_of_body_rates" | "first_zero_of_w2" | "flip_interval" => times(&mut world, name, step),
        "precession_rate" | "body_rate" => Some(json!(turning_rate(&mut world, name, case.duration, step))),
        _ => {
            run(&mut world, case.duration, step, |_| ());
            let body = &world.bodies[0];
            match name.strip_suffix("_at_T")? {
                "omega_body" => Some(vector(body_rates(body))),
                "quaternion" => Some(json!(quaternion(body))),
                "axis_world" => Some(vector(body.state.pose.turn(DVec3::Z))),
                _ => None,
            }
        }
    }
}

/// Rows: t, ω in the body's axes, ω in the world's, quaternion.
fn rows(world: &mut World, quantity: &Quantity, step: f64) -> Option<Value> {
    let mut table = Vec::new();
    for row in quantity.value.as_array()? {
        let time = row[0].as_f64()?;
        run(world, time, step, |_| ());
        let body = &world.bodies[0];
        let (inner, outer) = (body_rates(body).to_array(), body.state.omega.to_array());
        table.push([&[time][..], &inner, &outer, &quaternion(body)].concat());
    }
    Some(json!(table))
}

/// What is conserved, where it is farthest from what is expected.
fn throughout(world: &mut World, case: &Case, quantity: &Quantity, step: f64) -> Option<Value> {
    let mut worst: Option<(f64, Value)> = None;
    run(world, case.duration, step, |world| {
        let value = match quantity.name.as_str() {
            "energy" => json!(world.balance().kinetic()),
            "angular_momentum_world" => vector(world.balance().angular_momentum),
            _ => json!(world.balance().angular_momentum.length()),
        };
        let off = deviation(&value, &quantity.value, quantity.relative);
        if worst.as_ref().is_none_or(|(most, _)| off > *most) {
            worst = Some((off, value));
        }
    });
    worst.map(|(_, value)| value)
}

/// k² of the elliptic functions, from energy and angular momentum.
fn modulus(body: &Body) -> f64 {
    let rates = body_rates(body);
    let momentum = body.inertia * rates;
    let (energy, square) = (rates.dot(momentum), momentum.length_squared());
    let mut i = [body.inertia.x_axis.x, body.inertia.y_axis.y, body.inertia.z_axis.z];
    i.sort_by(f64::total_cmp);
    let ratio = (i[1] - i[0]) * (energy * i[2] - square) / ((i[2] - i[1]) * (square - energy * i[0]));
    if square > energy * i[1] { ratio } else { ratio.recip() }
}

/// Times at which ω about the middle axis passes zero.
fn times(world: &mut World, name: &str, step: f64) -> Option<Value> {
    let moments = world.bodies[0].inertia;
    let mut axes = [(moments.x_axis.x, DVec3::X), (moments.y_axis.y, DVec3::Y), (moments.z_axis.z, DVec3::Z)];
    axes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let middle = axes[1].1;
    // Euler's equations give the rate
    let rate = |body: &Body| {
        let w = body_rates(body);
        middle.dot(body.inertia.inverse() * (body.inertia * w).cross(w))
    };
    let (mut passes, mut before) = (Vec::new(), (middle.dot(body_rates(&world.bodies[0])), rate(&world.bodies[0])));
    while passes.len() < 3 && world.time < 1000.0 {
        let time = world.time + step;
        run(world, time, step, |world| {
            let after = (middle.dot(body_rates(&world.bodies[0])), rate(&world.bodies[0]));
            if (before.0 > 0.0) != (after.0 > 0.0) {
                passes.push(time - step * (1.0 - crossing([before.0, after.0], [before.1, after.1], step)));
            }
            before = after;
        });
    }
    let [first, second, third] = passes[..] else { return None };
    Some(json!(match name {
        "first_zero_of_w2" => first,
        "flip_interval" => second - first,
        _ => third - first,
    }))
}

/// How fast the body's axis turns about the angular momentum, or ω about the body's axis.
fn turning_rate(world: &mut World, name: &str, duration: f64, step: f64) -> f64 {
    let about = if name == "precession_rate" { momentum(&world.bodies[0]).normalize() } else { DVec3::Z };
    let pointer = |world: &World| {
        let body = &world.bodies[0];
        let pointer = if name == "precession_rate" { body.state.pose.turn(DVec3::Z) } else { body_rates(body) };
        pointer - pointer.dot(about) * about
    };
    let (mut angle, mut last) = (0.0, pointer(world));
    run(world, duration, step, |world| {
        let next = pointer(world);
        angle += f64::atan2(last.cross(next).dot(about), last.dot(next));
        last = next;
    });
    angle.abs() / duration
}
