//! Bounces: their times, heights and counts.
use super::case::{Case, Quantity};
use super::instant::mover;
use super::motion::vector;
use super::run::Run;
use contact_forces::planar::body::State;
use contact_forces::planar::impulse::Impact;
use contact_forces::session::scene_file::PlanarScene;
use glam::DVec2;
use serde_json::{Value, json};

/// A speed that is reached in the end is there after so many times the case's duration.
const LONG: f64 = 25.0;

/// What a run beyond the case's duration shows.
pub fn by_a_run_of_its_own(case: &Case, scene: &PlanarScene, quantity: &Quantity) -> Option<Value> {
    let body = mover(&scene.world)?;
    let mut run = Run::new(scene.with_thrust(0), 0.01, false);
    match quantity.name.as_str() {
        "terminal_speed" => {
            run.advance(LONG * case.duration);
            Some(json!(run.end().states[body].velocity.length()))
        }
        "total_bounce_time" => {
            let mut run = Run::new(scene.with_thrust(0), 1e-3, false);
            run.advance(2.0 * case.duration);
            let times: Vec<f64> = run.impact_events().iter().map(|event| event[0].time).collect();
            // bounces follow each other the faster the lower they are: one that is still due at the end never ends
            let ended = times.windows(2).last().is_none_or(|pair| 2.0 * pair[1] - pair[0] < 2.0 * case.duration);
            Some(json!(if ended { times.last().copied().unwrap_or(0.0) } else { 0.0 }))
        }
        _ => None,
    }
}

/// What the impacts of a run show.
pub fn about(case: &Case, scene: &PlanarScene, run: &Run, quantity: &Quantity) -> Option<Value> {
    let events = || run.impact_events().into_iter().filter(|event| event[0].time <= case.duration);
    let count = quantity.value.as_array().map_or(0, Vec::len);
    let along = |event: &[Impact], axis: DVec2| event.iter().any(|i| i.contact.normal.dot(axis).abs() > 0.9);
    match quantity.name.as_str() {
        "impact_times" => Some(json!(events().take(count).map(|event| event[0].time).collect::<Vec<_>>())),
        "apex_heights" => Some(json!(apex_heights(scene, run)?.into_iter().skip(1).take(count).collect::<Vec<_>>())),
        "energy_ratio_per_bounce" => {
            let heights = apex_heights(scene, run)?;
            let ratios = heights.windows(2).take(5).map(|pair| pair[1] / pair[0]);
            let expected = quantity.value.as_f64()?;
            Some(json!(ratios.max_by(|a, b| (a - expected).abs().total_cmp(&(b - expected).abs()))?))
        }
        "bounces_x" => Some(json!(events().filter(|event| along(event, DVec2::X)).count())),
        "bounces_y" => Some(json!(events().filter(|event| along(event, DVec2::Y)).count())),
        name => {
            let number: usize = name.strip_prefix("impact_")?.parse().ok()?;
            let event = events().nth(number.checked_sub(1)?)?;
            Some(at_impact(scene, run, event[0].time, mover(&scene.world)?))
        }
    }
}

/// Greatest gap over the surface of the first impact: before it, and after each.
fn apex_heights(scene: &PlanarScene, run: &Run) -> Option<Vec<f64>> {
    let body = mover(&scene.world)?;
    let events = run.impact_events();
    let surface = events.first()?[0].contact;
    let vertices = scene.world.bodies[body].shape.vertices();
    let gap = |state: &State| {
        let frame = state.frame();
        let heights = vertices.iter().map(|v| surface.normal.dot(frame.place(*v) - surface.point));
        heights.fold(f64::INFINITY, f64::min)
    };
    let times: Vec<f64> = events.iter().map(|event| event[0].time).chain([f64::INFINITY]).collect();
    let mut heights = vec![0.0_f64; times.len()];
    for frame in &run.frames {
        let flight = times.iter().position(|time| frame.time < *time)?;
        heights[flight] = heights[flight].max(gap(&frame.states[body]));
    }
    Some(heights)
}

/// t, x, y, angle at an impact and vx, vy, ω after it, by free flight from the frames before and after.
fn at_impact(scene: &PlanarScene, run: &Run, time: f64, body: usize) -> Value {
    let after = run.frames.partition_point(|frame| frame.time <= time).min(run.frames.len() - 1);
    let (before, after) = (&run.frames[after - 1], &run.frames[after]);
    let gravity = scene.world.forces.gravity;
    let (s, t) = (before.states[body], after.states[body]);
    let (flown, left) = (time - before.time, after.time - time);
    let position = s.position + flown * s.velocity + 0.5 * flown * flown * gravity;
    let velocity = vector(t.velocity - left * gravity);
    json!([time, position.x, position.y, s.angle + flown * s.omega, velocity[0], velocity[1], t.omega])
}
