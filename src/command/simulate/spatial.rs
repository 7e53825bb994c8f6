//! Spatial scenes.
use super::{Simulate, Text, Times, cell, heading};
use anyhow::Context;
use contact_forces::session::spatial_recording::{SpatialRecording, SpatialSample};
use contact_forces::spatial::law::{Cone, some_roll};
use contact_forces::spatial::time_stepping::{CONTACT_POINTS, MOREAU, SCHEMES, scheme};
use contact_forces::spatial::world::World;
use serde_json::json;
use std::fmt::Write as _;

/// Columns of a body.
const COLUMNS: [&str; 19] = [
    "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz", "ax", "ay", "az", "alpha x", "alpha y",
    "alpha z",
];

/// Runs the scene.
pub fn run(simulate: &Simulate, title: &str, mut world: World, duration: Option<f64>) -> Result<Text, String> {
    let names: Vec<&str> = SCHEMES.iter().map(|scheme| scheme.name).collect();
    let settings = &mut world.settings;
    settings.time_step = simulate.time_step(settings.time_step)?;
    settings.scheme = simulate.solver(settings.scheme, &names)?;
    let (friction, restitution) = (settings.friction, settings.restitution);
    let (row, usual) = (scheme(settings.scheme).unwrap_or(&SCHEMES[0]), SCHEMES[0].name);
    if friction > 0.0 && !row.rubs() {
        return Err(format!("friction {friction}: {} knows none, {usual} and {MOREAU} do", row.name));
    }
    if row.name != MOREAU && restitution > 0.0 {
        return Err(format!("restitution {restitution}: {} knows none, {MOREAU} does", row.name));
    }
    if friction > 0.0 && row.name != MOREAU && settings.cone != Cone::Round {
        return Err(format!("cone {}: {} knows the round one alone, {MOREAU} all", settings.cone.name(), row.name));
    }
    if settings.scheme != CONTACT_POINTS && some_roll(&settings.law(), &world.laws) {
        return Err(format!("rolls: {} does not know it, {CONTACT_POINTS} does", settings.scheme));
    }
    let samples = samples(simulate.times(duration)?, &mut world);
    let document = json!({
        "title": title,
        "mode": "spatial",
        "time_step": world.settings.time_step,
        "scheme": world.settings.scheme,
        "samples": samples,
    });
    let json = serde_json::to_string(&document).context("cannot write the samples").map(|text| text + "\n");
    Ok(Text { json, csv: table(&samples, &world) })
}

fn samples(times: Times, world: &mut World) -> Vec<SpatialSample> {
    let mut recording = SpatialRecording::new(world);
    let Some(times) = times.0 else { return vec![recording.instant()] };
    let mut samples = vec![recording.sample()];
    let beginning = samples[0].time;
    for time in times {
        recording.advance_to(beginning + time);
        samples.push(recording.sample());
    }
    samples
}

/// One line a sample: time, each moving body, energies and momenta, number of contacts, how the steps went.
fn table(samples: &[SpatialSample], world: &World) -> String {
    let moving: Vec<usize> = (0..world.bodies.len()).filter(|&i| !world.bodies[i].is_fixed()).collect();
    let mut text = String::from("time");
    for &i in &moving {
        text.extend(COLUMNS.map(|what| heading(&world.bodies[i].name, what)));
    }
    text.push_str(",kinetic,potential,total,px,py,pz,lx,ly,lz,contacts,steps,iterations,residual\n");
    for sample in samples {
        let _ = write!(text, "{:?}", sample.time);
        for body in moving.iter().map(|&i| &sample.bodies[i]) {
            let vectors = [&body.position[..], &body.quaternion, &body.velocity, &body.omega, &body.acceleration];
            text.extend(vectors.concat().into_iter().map(|number| format!(",{}", cell(number))));
        }
        let energy = [sample.energy.kinetic, sample.energy.potential, sample.energy.total];
        let numbers = [energy, sample.momentum, sample.angular_momentum].concat();
        text.extend(numbers.into_iter().map(|number| format!(",{}", cell(number))));
        let steps = &sample.steps;
        let (count, residual) = (steps.count, cell(steps.residual));
        let _ = writeln!(text, ",{},{count},{},{residual}", sample.contacts.len(), steps.iterations);
    }
    text
}
