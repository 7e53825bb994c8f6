//! Balls that fall into an open box: time of a step while they fall and at rest, beside what it leaves to be desired.
//!
//! Arguments: numbers of balls. Read with `../shared/peers/w1_N.json` where such a file is, else with the scene of the
//! table. The last column is the time that Rapier's default settings take in WebAssembly as published there (ms), over ours.
use contact_forces::session::scene_file::{Content, SceneFile};
use contact_forces::spatial::body::Body;
use contact_forces::spatial::scenes::{Options, scene};
use contact_forces::spatial::shape::Shape;
use contact_forces::spatial::world::World;
use std::time::Instant;

/// Numbers of balls, and Rapier's time of a step, ms.
const RAPIER: [(usize, f64); 5] = [(80, 0.32), (320, 1.31), (800, 3.41), (2000, 15.0), (5000, 59.0)];
/// Simulated time, and the end of it that is measured, s.
const DURATION: f64 = 8.0;
const MEASURED: f64 = 2.0;

fn world(count: usize) -> World {
    let path = format!("../shared/peers/w1_{count}.json");
    let built = || (scene("packing").expect("a scene of the table").build)(Options { count, seed: 1 });
    let Ok(text) = std::fs::read_to_string(path) else { return built() };
    match SceneFile::read(&text, None).expect("a scene").content {
        Content::Spatial(scene) => scene.world().expect("a world"),
        Content::Planar(_) => built(),
    }
}

/// Largest overlap of any two balls, or of a ball and a box, as a part of the radius, from the poses.
fn overlap(bodies: &[Body]) -> f64 {
    let mut order: Vec<(f64, &Body, f64)> = Vec::new();
    for body in bodies {
        if let Shape::Sphere { radius } = body.shape {
            order.push((body.state.pose.position.x, body, radius));
        }
    }
    order.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut worst = 0.0_f64;
    for (i, (x, a, r)) in order.iter().enumerate() {
        let near = order[i + 1..].iter().take_while(|(y, _, s)| y - x < r + s);
        let depths = near.map(|(_, b, s)| (r + s - a.state.pose.position.distance(b.state.pose.position)) / r.min(*s));
        worst = depths.fold(worst, f64::max);
        for wall in bodies {
            let Shape::Mesh(solid) = &wall.shape else { continue };
            let place = wall.state.pose.point_to_body(a.state.pose.position);
            let heights = solid.mesh.faces().iter().map(|face| face.normal.dot(place) - face.offset);
            worst = worst.max((r - heights.fold(f64::NEG_INFINITY, f64::max)) / r);
        }
    }
    worst
}

fn main() {
    let asked: Vec<usize> = std::env::args().filter_map(|text| text.parse().ok()).collect();
    let all = RAPIER.into_iter().filter(|(count, _)| asked.is_empty() || asked.contains(count));
    println!(
        "{:>6} {:>9} {:>10} {:>10} {:>10} {:>10} {:>10} {:>8} {:>9} {:>10} {:>12}",
        "balls",
        "contacts",
        "falling ms",
        "worst ms",
        "at rest ms",
        "overlap %",
        "at rest %",
        "sweeps",
        "residual",
        "rms mm/s",
        "Rapier/ours"
    );
    for (count, rapier) in all {
        let mut world = world(count);
        let (mut falling, mut time, mut slowest) = (0.0, 0.0, 0.0_f64);
        let (mut all, mut steps, mut sweeps) = (0.0, 0.0, 0);
        let (mut deepest, mut at_rest, mut residual) = (0.0_f64, 0.0_f64, 0.0_f64);
        while world.time < DURATION - 1e-9 {
            let start = Instant::now();
            world.step();
            let spent = 1e3 * start.elapsed().as_secs_f64();
            slowest = slowest.max(spent);
            let deep = overlap(&world.bodies);
            (all, deepest) = (all + 1.0, deepest.max(deep));
            if world.time > DURATION - MEASURED {
                (time, steps, sweeps) = (time + spent, steps + 1.0, sweeps + world.report.outcome.iterations);
                residual = residual.max(world.report.outcome.residual / world.settings.time_step);
                at_rest = at_rest.max(deep);
            } else {
                falling += spent;
            }
        }
        let balls: Vec<&Body> = world.bodies.iter().filter(|body| body.is_free()).collect();
        let square: f64 = balls.iter().map(|body| body.state.velocity.length_squared()).sum();
        let rms = 1e3 * (square / balls.len() as f64).sqrt();
        let (mean, contacts) = (time / steps, world.report.candidates);
        println!(
            "{count:>6} {contacts:>9} {:>10.3} {slowest:>10.2} {mean:>10.3} {:>10.4} {:>10.4} {:>8.1} {residual:>9.1e} {rms:>10.4} {:>12.2}",
            falling / (all - steps),
            100.0 * deepest,
            100.0 * at_rest,
            f64::from(sweeps as u32) / steps,
            rapier / mean
        );
    }
}
