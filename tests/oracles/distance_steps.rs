//! Steps whose forces are complementary to the distances after them: one step of every such scheme, and the drift that
//! they do not have.
use super::case::{Case, Quantity};
use super::spatial_world::{mover, vector, world};
use super::verdict::Answer;
use contact_forces::spatial::body::Body;
use contact_forces::spatial::shape::Shape;
use contact_forces::spatial::world::World;
use glam::DVec3;
use serde_json::{Value, json};

/// Schemes whose forces act along the normals of the beginning, and of the end of a step.
const OLD_NORMALS: [&str; 2] = ["fischer", "bilateral"];
const NEW_NORMALS: [&str; 1] = ["fixpoint"];
const ALL: [&str; 3] = ["fixpoint", "fischer", "bilateral"];

/// Whether the case is one step of given length, or many of them in a bowl.
pub fn takes(case: &Case) -> bool {
    let scene = &case.value["scene"];
    let shapes = scene["bodies"].as_array().into_iter().flatten().map(|body| &body["shape"]["type"]);
    let in_a_bowl = scene["steps"].is_number() && shapes.into_iter().any(|shape| shape == "sphere_cavity");
    case.mode == "spatial" && scene["dt"].is_number() && (case.kind == "one-step" || in_a_bowl)
}

pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    if case.value["scene"]["steps"].is_number() {
        return drift(case, quantity).map_or(Answer::Unknown, Answer::one);
    }
    let (prefix, name) = quantity.prefix();
    let (name, schemes) = match name.split_once("_normal_at_") {
        Some((name, "old_position")) => (name, &OLD_NORMALS[..]),
        Some((name, "new_position")) => (name, &NEW_NORMALS[..]),
        _ if name == "fixpoint_first_three_f" => (name, &NEW_NORMALS[..]),
        _ => (name, &ALL[..]),
    };
    let mut ways = Vec::new();
    for scheme in schemes {
        let Some(mut world) = start(case, prefix) else { return Answer::Unknown };
        world.settings.scheme = scheme;
        let mut iterates = Vec::new();
        world.watched_step(&mut |iterate| iterates.push(iterate.f.iter().sum::<f64>()));
        let Some(value) = after(&world, name, quantity).or_else(|| beside(case, name, quantity, &iterates)) else {
            return Answer::Unknown;
        };
        ways.push((scheme.to_string(), value));
    }
    Answer::Computed(ways)
}

/// The world before the step: of a numbered step with the gap and the normal velocity of that row.
fn start(case: &Case, prefix: Option<&str>) -> Option<World> {
    let mut world = world(case);
    let Some(prefix) = prefix else { return Some(world) };
    let number: usize = prefix.strip_prefix("step")?.parse().ok()?;
    let row = &case.value["scene"]["initial_gap_and_velocity_rows"][number - 1];
    let (gap, velocity) = (row[0].as_f64()?, row[1].as_f64()?);
    let plane = world.bodies.iter().find_map(|body| match body.shape {
        Shape::HalfSpace { normal } => Some((body.state.pose.turn(normal), body.state.pose.position)),
        _ => None,
    });
    let (normal, origin) = plane?;
    let ball = mover(&world)?;
    let state = &mut world.bodies[ball].state;
    let height = normal.dot(state.pose.position - origin);
    let radius = world.bodies[ball].shape.radius();
    let state = &mut world.bodies[ball].state;
    state.pose.position += (radius + gap - height) * normal;
    state.velocity = velocity * normal;
    Some(world)
}

/// What the world shows after the step.
fn after(world: &World, name: &str, quantity: &Quantity) -> Option<Value> {
    let total: f64 = world.contacts.iter().map(|contact| contact.force).sum();
    let farthest = |values: &mut dyn Iterator<Item = f64>| {
        let expected = quantity.value.as_f64()?;
        values.max_by(|a, b| (a - expected).abs().total_cmp(&(b - expected).abs()))
    };
    let only = mover(world).map(|body| &world.bodies[body]);
    let levels = pile(world);
    let number = match name {
        "f" | "gaps_after" if quantity.value.is_array() => {
            return levels.map(|levels| levels.iter().map(|(f, gap)| if name == "f" { *f } else { *gap }).collect());
        }
        "vz_after" if quantity.value.is_array() => {
            let free = world.bodies.iter().filter(|body| body.is_free());
            return Some(free.map(|body| body.state.velocity.z).collect());
        }
        "f" => total,
        "f_each_corner" => farthest(&mut world.contacts.iter().map(|contact| contact.force))?,
        "gap_after" if world.contacts.is_empty() => levels?.first()?.1,
        "gap_after" => farthest(&mut world.contacts.iter().map(|contact| contact.gap))?,
        "v_after" | "vz_after" => only?.state.velocity.z,
        "omega_y_after" => only?.state.omega.y,
        "angle_after" => 2.0 * f64::atan2(only?.state.pose.rotation.y, only?.state.pose.rotation.w),
        "z_after" => only?.state.pose.position.z,
        "centre" => return Some(vector(only?.state.pose.position)),
        _ => return None,
    };
    Some(json!(number))
}

/// Force and gap between each ball and what is under it, from the bottom to the top.
fn pile(world: &World) -> Option<Vec<(f64, f64)>> {
    let height = |body: &Body| body.state.pose.position.z;
    let mut below = world.bodies.iter().position(|body| matches!(body.shape, Shape::HalfSpace { .. }))?;
    let mut balls: Vec<usize> = (0..world.bodies.len()).filter(|&i| world.bodies[i].is_free()).collect();
    balls.sort_by(|&i, &j| height(&world.bodies[i]).total_cmp(&height(&world.bodies[j])));
    let mut levels = Vec::new();
    let top = |body: &Body| height(body) + if body.is_free() { body.shape.radius() } else { 0.0 };
    for ball in balls {
        let gap = height(&world.bodies[ball]) - world.bodies[ball].shape.radius() - top(&world.bodies[below]);
        let pair = |a: usize, b: usize| (a.min(b), a.max(b));
        let between = world.contacts.iter().filter(|contact| pair(contact.a, contact.b) == pair(ball, below));
        levels.push((between.map(|contact| contact.force).sum(), gap));
        below = ball;
    }
    Some(levels)
}

/// What the step itself shows, and a step without contacts.
fn beside(case: &Case, name: &str, quantity: &Quantity, iterates: &[f64]) -> Option<Value> {
    match name {
        "fixpoint_first_three_f" => Some(json!(iterates.get(..quantity.value.as_array()?.len())?)),
        "free_position" => {
            let mut alone = world(case);
            alone.bodies.retain(|body| body.is_free());
            alone.step();
            Some(vector(alone.bodies[mover(&alone)?].state.pose.position))
        }
        _ => None,
    }
}

/// A ball in a bowl over many steps.
fn drift(case: &Case, quantity: &Quantity) -> Option<Value> {
    let scene = &case.value["scene"];
    let (h, steps) = (scene["dt"].as_f64()?, scene["steps"].as_u64()?);
    let name = quantity.name.as_str();
    if name.starts_with("true_") {
        return pendulum(case, name);
    }
    let schemes = [
        ("semi_implicit_euler", "acceleration-semi-implicit"),
        ("explicit_euler", "acceleration-euler"),
        ("rk4", "acceleration-rk4"),
        ("distance_level", "fixpoint"),
    ];
    let (_, scheme) = schemes.into_iter().find(|(part, _)| name.contains(part))?;
    let run = |scheme: &'static str| {
        let mut world = world(case);
        (world.settings.scheme, world.settings.time_step) = (scheme, h);
        let energy = world.balance().total();
        let (mut most, mut last) = (0.0_f64, 0.0);
        for _ in 0..steps {
            world.step();
            last = bowl(&world).map_or(f64::NAN, |(span, room)| room - span.length());
            most = if last.is_nan() { last } else { most.max(last.abs()) };
        }
        (world.bodies[0].state.pose.position, most, last, world.balance().total() - energy)
    };
    match name {
        _ if name.starts_with("gap_") => Some(json!(run(scheme).2)),
        // no scheme at the level of distances drifts
        "max_gap_distance_level" => Some(json!(ALL.map(|scheme| run(scheme).1).into_iter().fold(0.0, f64::max))),
        _ if name.starts_with("max_gap_") => Some(json!(run(scheme).1)),
        "end_position_distance_level" => Some(vector(run(scheme).0)),
        "energy_change_distance_level" => Some(json!(run(scheme).3)),
        _ => None,
    }
}

/// From the centre of the bowl to that of the ball, and how long that may be.
fn bowl(world: &World) -> Option<(DVec3, f64)> {
    let ball = &world.bodies[mover(world)?];
    let hollow = world.bodies.iter().find_map(|body| match body.shape {
        Shape::SphereCavity { radius } => Some((body.state.pose.position, radius)),
        _ => None,
    });
    let (centre, radius) = hollow?;
    Some((ball.state.pose.position - centre, radius - ball.shape.radius()))
}

/// The true motion, by short steps of the most exact scheme: the angle from the lowest point at the end, and the period
/// from the times at which the ball passes that point.
fn pendulum(case: &Case, name: &str) -> Option<Value> {
    let mut world = world(case);
    (world.settings.scheme, world.settings.time_step) = ("acceleration-rk4", 1e-4);
    let down = world.forces.gravity.normalize();
    let (start, _) = bowl(&world)?;
    let side = (start - start.dot(down) * down).normalize();
    let mut passes = Vec::new();
    let steps = (case.duration / world.settings.time_step).round() as usize;
    for _ in 0..steps {
        let ball = mover(&world)?;
        let (before, rate) = (bowl(&world)?.0.dot(side), world.bodies[ball].state.velocity.dot(side));
        world.step();
        let after = bowl(&world)?.0.dot(side);
        if before > 0.0 && after <= 0.0 {
            let rates = [rate, world.bodies[ball].state.velocity.dot(side)];
            passes.push(
                world.time
                    - world.settings.time_step * (1.0 - crossing([before, after], rates, world.settings.time_step)),
            );
        }
    }
    let (end, _) = bowl(&world)?;
    match name {
        "true_angle_at_end" => Some(json!(f64::atan2(end.dot(side), end.dot(down)))),
        "true_period" => Some(json!((passes.last()? - passes.first()?) / (passes.len() - 1) as f64)),
        _ => None,
    }
}

/// Where the cubic through two values with their rates is zero, as a part of the span between.
pub fn crossing([x, y]: [f64; 2], [u, v]: [f64; 2], span: f64) -> f64 {
    let cubic = |s: f64| {
        let t = 1.0 - s;
        t * t * (x * (1.0 + 2.0 * s) + s * span * u) + s * s * (y * (1.0 + 2.0 * t) - t * span * v)
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        *(if (cubic(middle) > 0.0) == (x > 0.0) { &mut low } else { &mut high }) = middle;
    }
    high
}
