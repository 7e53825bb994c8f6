//! Planar scenes.
use super::{Simulate, Text, Times, cell, heading};
use anyhow::Context;
use contact_forces::complementarity::METHODS;
use contact_forces::planar::world::World;
use contact_forces::session::recording::{Recording, Sample};
use serde_json::json;
use std::fmt::Write as _;

/// A scene ready to run.
pub struct Start {
    pub title: String,
    pub world: World,
    pub friction: f64,
}

/// Runs the scene.
pub fn run(simulate: &Simulate, mut start: Start, duration: Option<f64>) -> Result<Text, String> {
    let settings = &mut start.world.settings;
    settings.time_step = simulate.time_step(settings.time_step)?;
    let names: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
    settings.solver = simulate.solver(settings.solver, &names)?;
    let samples = samples(simulate.times(duration)?, &mut start)?;
    Ok(Text { json: document(&start, &samples), csv: table(&samples, &start.world) })
}

fn samples(times: Times, start: &mut Start) -> Result<Vec<Sample>, String> {
    let mut recording = Recording::new(&mut start.world);
    let Some(times) = times.0 else { return Ok(vec![recording.instant(start.friction)]) };
    let mut samples = vec![recording.sample()];
    let beginning = samples[0].time;
    for time in times {
        recording.advance_to(beginning + time);
        samples.push(recording.sample());
    }
    Ok(samples)
}

fn document(start: &Start, samples: &[Sample]) -> anyhow::Result<String> {
    let settings = &start.world.settings;
    let document = json!({
        "title": start.title,
        "mode": "planar",
        "time_step": settings.time_step,
        "integrator": settings.integrator.name(),
        "solver": settings.solver,
        "order": settings.order.name(),
        "impact_law": settings.impact_law.name(),
        "restitution_law": settings.restitution_law.name(),
        "scheme": settings.scheme.name(),
        "friction_solver": settings.friction_solver.name(),
        "target_gap": settings.target_gap,
        "samples": samples,
    });
    Ok(serde_json::to_string(&document).context("cannot write the samples")? + "\n")
}

/// One line a sample: time, each moving body, energies and momenta, number of contacts, least gap.
fn table(samples: &[Sample], world: &World) -> String {
    let moving: Vec<usize> = (0..world.bodies.len()).filter(|&i| !world.bodies[i].is_fixed()).collect();
    let mut text = String::from("time");
    for &i in &moving {
        let columns = ["x", "y", "angle", "vx", "vy", "omega", "ax", "ay", "alpha"];
        text.extend(columns.map(|what| heading(&world.bodies[i].name, what)));
    }
    text.push_str(",kinetic,potential,total,px,py,angular momentum,contacts,least gap,impacts\n");
    for sample in samples {
        let _ = write!(text, "{:?}", sample.time);
        for body in moving.iter().map(|&i| &sample.bodies[i]) {
            let [ax, ay, alpha] = body.acceleration.unwrap_or([f64::NAN; 3]);
            let ([x, y], [vx, vy]) = (body.position, body.velocity);
            for number in [x, y, body.angle, vx, vy, body.omega, ax, ay, alpha] {
                let _ = write!(text, ",{}", cell(number));
            }
        }
        let (energy, [px, py]) = (sample.energy, sample.momentum);
        for number in [energy.kinetic, energy.potential, energy.total, px, py, sample.angular_momentum] {
            let _ = write!(text, ",{}", cell(number));
        }
        let gap = cell(sample.least_gap.unwrap_or(f64::NAN));
        let _ = writeln!(text, ",{},{gap},{}", sample.contacts.len(), sample.impacts.len());
    }
    text
}
