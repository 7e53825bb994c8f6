//! Smooth bodies that roll or slide on each other.
use super::case::{Case, Quantity};
use super::closest::vector;
use super::formula;
use super::smooth::{self, Scene};
use super::verdict::Answer;
use contact_forces::spatial::body::State;
use contact_forces::spatial::energy::Balance;
use contact_forces::spatial::forces::Forces;
use contact_forces::spatial::narrow_phase::extremal::Extremal;
use contact_forces::spatial::narrow_phase::extremal::search::Search;
use contact_forces::spatial::time_stepping::Setup;
use contact_forces::spatial::time_stepping::contact_points::dynamics::{ContactPoints, Law};
use contact_forces::spatial::time_stepping::contact_points::rolling::roll;
use glam::{DQuat, DVec3};
use serde_json::{Value, json};

/// Longest step, s.
const STEP: f64 = 1e-3;

pub fn takes(case: &Case) -> bool {
    let rolls = case.value["scene"]["constraint"] == "rolling without slip";
    let slides = case.value["scene"]["friction"].as_f64().unwrap_or(0.0) == 0.0;
    matches!(case.kind.as_str(), "kinematics" | "trajectory") && (rolls || slides) && smooth::takes(case)
}

/// What is known at the end of a step.
#[derive(Clone)]
struct Frame {
    time: f64,
    states: Vec<State>,
    extremal: Extremal,
    /// On the moving body, N.
    force: DVec3,
    energy: f64,
}

pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    let scene = Scene::of(case);
    if quantity.name == "rate_factor" {
        return rate_factor(&scene).map_or(Answer::Unknown, Answer::one);
    }
    let frames = run(case, scene, &stops(case));
    value(&frames, quantity).map_or(Answer::Unknown, Answer::one)
}

/// The times that any row of any quantity begins with, and the end.
fn stops(case: &Case) -> Vec<f64> {
    let rows = case.quantities.iter().filter(|quantity| quantity.note.starts_with("rows: t,"));
    let times = rows.flat_map(|quantity| quantity.value.as_array().into_iter().flatten());
    let mut times: Vec<f64> = times.filter_map(|row| row[0].as_f64()).chain([case.duration]).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    times
}

/// The run, with a frame after each step.
fn run(case: &Case, scene: Scene, stops: &[f64]) -> Vec<Frame> {
    let prescribed = &case.value["scene"]["prescribed"];
    let mut mover = Mover::new(case, scene);
    let mut frames = vec![mover.frame(0.0)];
    for &stop in stops {
        let start = frames.last().expect("a first frame").time;
        let count = ((stop - start) / STEP - 1e-6).ceil().max(0.0) as usize;
        for k in 0..count {
            let (time, h) = (start + (stop - start) * k as f64 / count as f64, (stop - start) / count as f64);
            let omega = |s: f64| omega(&prescribed["omega_world"], prescribed, time + s);
            mover.step(h, prescribed.is_object().then_some(&omega));
            frames.push(mover.frame(time + h));
        }
        frames.last_mut().expect("a first frame").time = stop;
    }
    frames
}

/// The scene on its way.
struct Mover {
    scene: Scene,
    forces: Forces,
    points: ContactPoints,
    search: Search,
}

impl Mover {
    fn new(case: &Case, scene: Scene) -> Self {
        let forces = Forces { gravity: vector(&case.value["gravity"]), ..Forces::default() };
        let rolls = case.value["scene"].get("constraint").is_some();
        let mut points = ContactPoints::default();
        points.add(scene.tracked, if rolls { Law::Rolls } else { Law::Slides });
        Self { scene, forces, points, search: Search::default() }
    }

    fn step(&mut self, h: f64, omega: Option<&impl Fn(f64) -> DVec3>) {
        let Self { scene, forces, points, search } = self;
        let done = match omega {
            Some(omega) => roll(&mut points.contacts[0].tracked, &mut scene.states, h, omega, search).map(|_| ()),
            None => points.advance(&Setup { bodies: &scene.bodies, forces, h, tolerance: 0.0 }, &mut scene.states),
        };
        done.unwrap_or_else(|lost| panic!("the contact was lost: {lost:?}"));
    }

    /// What is now; the force is that of this instant.
    fn frame(&mut self, time: f64) -> Frame {
        let Self { scene, forces, points, .. } = self;
        let setup = Setup { bodies: &scene.bodies, forces, h: STEP, tolerance: 0.0 };
        points.evaluate(&setup, &scene.states).expect("the points have just been corrected");
        for (body, state) in scene.bodies.iter_mut().zip(&scene.states) {
            body.state = *state;
        }
        let (states, extremal) = (scene.states.clone(), points.contacts[0].tracked.extremal(&scene.states));
        Frame { time, states, extremal, force: points.force(0), energy: Balance::of(&scene.bodies, forces).total() }
    }
}

/// An angular velocity given as numbers or as a list of formulas.
fn omega(value: &Value, names: &Value, time: f64) -> DVec3 {
    let Some(text) = value.as_str() else { return vector(value) };
    let entries = formula::entries(text).unwrap_or_else(|| panic!("a list of formulas, not {text}"));
    let number = |text: &&str| formula::evaluate(text, names, time).unwrap_or_else(|| panic!("a formula, not {text}"));
    DVec3::from_slice(&entries.iter().map(number).collect::<Vec<f64>>())
}

fn value(frames: &[Frame], quantity: &Quantity) -> Option<Value> {
    let end = frames.last()?;
    if let Some(columns) = quantity.note.strip_prefix("rows: ") {
        let row = |expected: &Value| {
            let time = expected[0].as_f64()?;
            let frame = frames.iter().find(|frame| frame.time == time)?;
            let mut numbers = Vec::new();
            for item in columns.split(',').map(str::trim) {
                let mut own = column(frame, item)?;
                if item.starts_with("quaternion") {
                    alike(&mut own, &expected.as_array()?[numbers.len()..]);
                }
                numbers.extend(own);
            }
            Some(numbers)
        };
        return Some(json!(quantity.value.as_array()?.iter().map(row).collect::<Option<Vec<Vec<f64>>>>()?));
    }
    let largest = |of: &dyn Fn(&Frame) -> f64| frames.iter().map(of).fold(0.0, f64::max);
    Some(match quantity.name.as_str() {
        "energy" => json!(end.energy),
        "max_gap" => json!(largest(&|frame| frame.extremal.distance.abs())),
        "horizontal_velocity" => json!([end.states[0].velocity.x, end.states[0].velocity.y]),
        "largest_friction_ratio_needed" => json!(largest(&|frame| {
            let along = frame.force.dot(frame.extremal.normal);
            (frame.force - along * frame.extremal.normal).length() / along
        })),
        "radius_of_path_on_plane" => {
            json!(circle([0, frames.len() / 2, frames.len() - 1].map(|k| on_second(&frames[k]))))
        }
        _ => return None,
    })
}

/// Gives a quaternion the sign of the expected one: both are the same attitude.
fn alike(quaternion: &mut [f64], expected: &[Value]) {
    let product: f64 = quaternion.iter().zip(expected).map(|(q, e)| q * e.as_f64().unwrap_or(f64::NAN)).sum();
    if product < 0.0 {
        quaternion.iter_mut().for_each(|q| *q = -*q);
    }
}

fn on_second(frame: &Frame) -> DVec3 {
    frame.extremal.points()[1]
}

/// The numbers of a row that a note's words name.
fn column(frame: &Frame, item: &str) -> Option<Vec<f64>> {
    let moving = &frame.states[0];
    let has = |word: &str| item.contains(word);
    let first = item.split(' ').next()?;
    Some(match first {
        "t" => vec![frame.time],
        "quaternion" => {
            let DQuat { x, y, z, w } = moving.pose.rotation;
            vec![w, x, y, z]
        }
        "centre" => moving.pose.position.to_array().to_vec(),
        "omega" => moving.omega.to_array().to_vec(),
        "v" | "velocity" => moving.velocity.to_array().to_vec(),
        "normal" if has("force") => vec![frame.force.dot(frame.extremal.normal)],
        "contact" if has("force") => frame.force.to_array().to_vec(),
        "contact" if has("on plane") => {
            // the plane's own axes where it lies level
            let point = frame.states[1].pose.point_to_body(on_second(frame));
            vec![point.x, point.y]
        }
        "contact" if has("world") => on_second(frame).to_array().to_vec(),
        "contact" if has("body") => moving.pose.point_to_body(frame.extremal.points()[0]).to_array().to_vec(),
        _ => return None,
    })
}

/// Radius of the circle through three points.
fn circle([a, b, c]: [DVec3; 3]) -> f64 {
    let sides = [a.distance(b), b.distance(c), c.distance(a)];
    sides.iter().product::<f64>() / (2.0 * (b - a).cross(c - a).length())
}

/// By which factor the line of centres turns more slowly than the rolling body.
fn rate_factor(scene: &Scene) -> Option<f64> {
    let (extremal, rates) = scene.tracked.rates(&scene.states)?;
    Some(rates.normal.length() / scene.states[0].omega.cross(extremal.normal).length())
}
