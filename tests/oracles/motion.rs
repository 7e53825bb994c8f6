//! Motion through time: every run is made with a step and with half of it, the finer one is judged, and its error may
//! not be the greater one.
use super::case::{Case, Quantity};
use super::events;
use super::instant::{mover, pair};
use super::rows;
use super::run::{Frame, Run};
use super::verdict::{Answer, deviation};
use contact_forces::planar::body::{BodyId, State};
use contact_forces::planar::integrate::Integrator;
use contact_forces::planar::world::World;
use contact_forces::session::scene_file::PlanarScene;
use glam::DVec2;
use serde_json::{Value, json};

/// Answers for what a run shows.
pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    let Some(scene) = &case.scene else { return Answer::Unknown };
    if let Some(value) = events::by_a_run_of_its_own(case, scene, quantity) {
        return Answer::one(value);
    }
    if case.duration <= 0.0 {
        return Answer::Unknown;
    }
    let runs = runs(case, scene);
    let values: Vec<Option<Value>> = runs.iter().map(|run| about(case, scene, run, quantity)).collect();
    let [Some(coarse), Some(fine)] = &values[..] else { return Answer::Unknown };
    let error = |value: &Value| deviation(value, &quantity.value, quantity.relative);
    let (before, after) = (error(coarse), error(fine));
    if after > before && after > 0.01 * quantity.tolerance {
        return Answer::Computed(vec![(format!("half the step, error {before:.1e} grew to {after:.1e}"), Value::Null)]);
    }
    Answer::one(fine.clone())
}

/// Errors of a smooth quantity with a step, half of it, a quarter of it, by one integrator; none for any other quantity.
pub fn errors(case: &Case, quantity: &Quantity, integrator: Integrator) -> Option<[f64; 3]> {
    let scene = case.scene.as_ref()?;
    let smooth = quantity.name.ends_with("_at_T") || rows::columns(scene, quantity).is_some();
    if !smooth || case.duration <= 0.0 {
        return None;
    }
    let mut world = scene.with_thrust(0);
    world.settings.integrator = integrator;
    let error = |step: f64| {
        let mut run = Run::new(world.clone(), step, true);
        times(case, scene).into_iter().for_each(|time| run.advance(time));
        let value = about(case, scene, &run, quantity)?;
        run.impacts.is_empty().then(|| deviation(&value, &quantity.value, false))
    };
    Some([error(0.01)?, error(0.005)?, error(0.0025)?])
}

/// The two runs of a case, to all its times of interest.
fn runs<'a>(case: &'a Case, scene: &PlanarScene) -> &'a [Run; 2] {
    case.runs.get_or_init(|| {
        let long = case.duration > 10.0;
        let steps = if long { [2e-3, 1e-3] } else { [1e-3, 5e-4] };
        steps.map(|step| {
            let mut run = Run::new(scene.with_thrust(0), step, !long);
            times(case, scene).into_iter().for_each(|time| run.advance(time));
            run
        })
    })
}

/// The times at which a case expects something, and its end.
fn times(case: &Case, scene: &PlanarScene) -> Vec<f64> {
    let rows = case.quantities.iter().filter(|quantity| rows::columns(scene, quantity).is_some());
    let first = |row: &Value| row[0].as_f64();
    let mut times: Vec<f64> = rows.flat_map(|q| q.value.as_array().into_iter().flatten().filter_map(first)).collect();
    times.push(case.duration);
    if case.quantities.iter().any(|quantity| quantity.name == "apex_heights") {
        times.push(1.25 * case.duration); // the last apex is behind the last impact
    }
    times.sort_by(f64::total_cmp);
    times
}

fn about(case: &Case, scene: &PlanarScene, run: &Run, quantity: &Quantity) -> Option<Value> {
    if let Some(columns) = rows::columns(scene, quantity) {
        return Some(rows::of(scene, run, quantity, &columns));
    }
    let name = quantity.name.as_str();
    at_the_end(case, scene, run, name)
        .or_else(|| over_the_run(case, scene, run, quantity))
        .or_else(|| events::about(case, scene, run, quantity))
        .or_else(|| tilt(scene, run, name))
}

/// States at the end of the run.
fn at_the_end(case: &Case, scene: &PlanarScene, run: &Run, name: &str) -> Option<Value> {
    let end = run.at(case.duration);
    if let Some(body) = name.strip_suffix("_shift_at_T") {
        let body = scene.world.bodies.iter().position(|b| b.name == body)?;
        let shift = end.states[body].position - run.frames[0].states[body].position;
        let expected = case.quantities.iter().find(|q| q.name == name)?;
        return Some(if expected.value.is_array() { vector(shift) } else { json!(shift.x) });
    }
    let what = name.strip_suffix("_at_T")?;
    let body = mover(&scene.world)?;
    let (start, state) = (run.frames[0].states[body], end.states[body]);
    match what {
        "position" => Some(vector(state.position)),
        "displacement" => Some(vector(state.position - start.position)),
        "velocity" => Some(vector(state.velocity)),
        "omega" => Some(json!(state.omega)),
        "angle" => Some(json!(state.angle)),
        _ => None,
    }
}

pub fn vector(v: DVec2) -> Value {
    json!([v.x, v.y])
}

/// What holds throughout the run: the frame that is farthest from the expected value answers.
fn over_the_run(case: &Case, scene: &PlanarScene, run: &Run, quantity: &Quantity) -> Option<Value> {
    let frames = || run.frames.iter().filter(|frame| frame.time <= case.duration + 1e-9);
    let farthest = |value: &dyn Fn(&Frame) -> Value| {
        let off = |v: &Value| deviation(v, &quantity.value, quantity.relative);
        frames().map(value).max_by(|a, b| off(a).total_cmp(&off(b)))
    };
    let momentum = |frame: &Frame| {
        let moving = scene.world.bodies.iter().zip(&frame.states).filter(|(body, _)| !body.is_fixed());
        moving.map(|(body, state)| body.mass * state.velocity).sum::<DVec2>()
    };
    let least_gap = || frames().map(|frame| frame.least_gap).fold(f64::INFINITY, f64::min);
    match quantity.name.as_str() {
        "angle_always" => farthest(&|frame| json!(frame.states[mover(&scene.world).unwrap_or(0)].angle)),
        "x_of_centre" => farthest(&|frame| json!(frame.states[mover(&scene.world).unwrap_or(0)].position.x)),
        "momentum" => farthest(&|frame| vector(momentum(frame))),
        "momentum_x" => farthest(&|frame| json!(momentum(frame).x)),
        "energy" => farthest(&|frame| json!(frame.energy)),
        "energy_start" => Some(json!(run.frames[0].energy + height_of_zero(&scene.world))),
        "energy_end_over_start" => farthest(&|frame| json!(ratio_to_start(scene, run, frame))),
        "energy_end_over_start_upper_bound" => Some(upper_bound(scene, run, quantity)),
        "largest_penetration" => Some(json!((-least_gap()).max(0.0))),
        "max_gap" => Some(json!(frames().map(|frame| listed_gap(scene, frame).abs()).fold(0.0, f64::max))),
        _ => None,
    }
}

/// What turns the world's energy into one whose potential is zero at the top of the body called `floor`, J.
fn height_of_zero(world: &World) -> f64 {
    let floor = world.bodies.iter().find(|body| body.name == "floor");
    let top = floor.map_or(0.0, |body| {
        let frame = body.state.frame();
        body.shape.vertices().iter().map(|v| frame.place(*v).y).fold(f64::NEG_INFINITY, f64::max)
    });
    let mass: f64 = world.bodies.iter().filter(|body| !body.is_fixed()).map(|body| body.mass).sum();
    mass * world.forces.gravity.y * top
}

fn ratio_to_start(scene: &PlanarScene, run: &Run, frame: &Frame) -> f64 {
    let zero = height_of_zero(&scene.world);
    (frame.energy + zero) / (run.frames[0].energy + zero)
}

/// The expected bound if the energy keeps it and never rises by more than the tolerance from one frame to any later
/// one; else the ratio of the start that it rose to, or one and the rise.
fn upper_bound(scene: &PlanarScene, run: &Run, quantity: &Quantity) -> Value {
    let (mut least, mut rise, mut most) = (f64::INFINITY, 0.0_f64, 0.0_f64);
    for frame in &run.frames {
        let ratio = ratio_to_start(scene, run, frame);
        rise = rise.max(ratio - least);
        least = least.min(ratio);
        most = most.max(ratio);
    }
    let bound = quantity.value.as_f64().unwrap_or(1.0);
    json!(most.max(bound + rise))
}

/// The gap at the first listed contact: its vertex of one body and its edge of the other, by what is nearest at first.
fn listed_gap(scene: &PlanarScene, frame: &Frame) -> f64 {
    let Some(contact) = scene.contacts.first() else { return f64::NAN };
    let bodies = &scene.world.bodies;
    let (a, b) = (&bodies[contact.body1], &bodies[contact.body2]);
    let from_point = |v: &&DVec2| a.state.frame().place(**v).distance(contact.point);
    let vertex = a.shape.vertices().iter().min_by(|v, w| from_point(v).total_cmp(&from_point(w)));
    let turned = |n: &DVec2| b.state.frame().turn(*n).dot(contact.normal);
    let edges = 0..b.shape.len();
    let edge = edges.max_by(|i, j| turned(&b.shape.normals()[*i]).total_cmp(&turned(&b.shape.normals()[*j])));
    let (Some(vertex), Some(edge)) = (vertex, edge) else { return f64::NAN };
    let (fa, fb) = (frame.states[contact.body1].frame(), frame.states[contact.body2].frame());
    fb.turn(b.shape.normals()[edge]).dot(fa.place(*vertex) - fb.place(b.shape.vertices()[edge]))
}

/// Tilt of a rod over the horizontal, 0 to 90 degrees, and its rate. The rod lies along the body's x axis.
pub fn theta(state: &State) -> (f64, f64) {
    let axis = state.frame().axis;
    let sign = if axis.x * axis.y >= 0.0 { 1.0 } else { -1.0 };
    (axis.y.abs().atan2(axis.x.abs()), sign * state.omega)
}

/// Times and rates at which the tilt takes a value or a contact lets go.
fn tilt(scene: &PlanarScene, run: &Run, name: &str) -> Option<Value> {
    let body = mover(&scene.world)?;
    let crossing = |angle: f64| {
        let pairs = run.frames.windows(2);
        let tilt = |frame: &Frame| theta(&frame.states[body]);
        let mut hits = pairs.filter(|w| tilt(&w[0]).0 >= angle && tilt(&w[1]).0 <= angle + 1e-9);
        hits.next().map(|w| hermite((w[0].time, tilt(&w[0])), (w[1].time, tilt(&w[1])), angle))
    };
    if let Some(angle) = name.strip_prefix("time_when_theta_is_").and_then(|angle| angle.parse().ok()) {
        return Some(json!(crossing(angle)?.0));
    }
    if let Some(angle) = name.strip_prefix("theta_dot_at_").and_then(|angle| angle.parse().ok()) {
        return Some(json!(crossing(angle)?.1));
    }
    let (what, contact) = name.strip_suffix("_loss")?.split_once('_')?;
    let contact = contact.strip_prefix("at_").or(contact.strip_prefix("of_")).or(contact.strip_prefix("after_"))?;
    let contact = scene.contacts.iter().find(|c| c.name == contact)?;
    let (time, state) = loss(run, body, pair(contact.body1, contact.body2))?;
    match what {
        "time" => Some(json!(time)),
        "theta" => Some(json!(theta(&state).0)),
        "omega" => Some(json!(theta(&state).1)),
        "vx" => Some(json!(run.end().states[body].velocity.x)),
        _ => None,
    }
}

/// Where the cubic through two values with their rates takes a value: the time, and the rate there.
fn hermite((t0, (g0, r0)): (f64, (f64, f64)), (t1, (g1, r1)): (f64, (f64, f64)), level: f64) -> (f64, f64) {
    let span = t1 - t0;
    let cubic = |x: f64| {
        let y = 1.0 - x;
        y * y * (g0 * (1.0 + 2.0 * x) + x * span * r0) + x * x * (g1 * (3.0 - 2.0 * x) - y * span * r1)
    };
    let (mut above, mut below) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (above + below);
        *(if cubic(middle) > level { &mut above } else { &mut below }) = middle;
    }
    (t0 + below * span, r0 + below * (r1 - r0))
}

/// When the force of two bodies falls to zero for good: the line through its last two values over zero, and the state
/// there.
fn loss(run: &Run, body: BodyId, bodies: (BodyId, BodyId)) -> Option<(f64, State)> {
    let force = |frame: &Frame| frame.forces.get(&bodies).copied().unwrap_or(0.0);
    let last = run.frames.iter().rposition(|frame| force(frame) > 0.0)?;
    let (before, frame, after) = (run.frames.get(last.checked_sub(1)?)?, &run.frames[last], run.frames.get(last + 1)?);
    let slope = (force(frame) - force(before)) / (frame.time - before.time);
    let time = (frame.time - force(frame) / slope).clamp(frame.time, after.time);
    let part = (time - frame.time) / (after.time - frame.time);
    let (s, t) = (frame.states[body], after.states[body]);
    let angle = s.angle + part * (t.angle - s.angle);
    Some((time, State { angle, omega: s.omega + part * (t.omega - s.omega), ..s }))
}
