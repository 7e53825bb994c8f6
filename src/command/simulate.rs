//! `simulate`: runs a scene and writes what it shows, as JSON or CSV.
use super::InputError;
use anyhow::Context;
use clap::Args;
use contact_forces::complementarity::{METHODS, method};
use contact_forces::planar::scenes::{Options, SCENES, scene};
use contact_forces::planar::world::World;
use contact_forces::session::recording::{Recording, Sample};
use contact_forces::session::scene_file::SceneFile;
use serde_json::json;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Samples that a run may have; more would not fit into the memory of many machines.
const MOST_SAMPLES: f64 = 1e6;
/// Samples of a run that names no interval.
const USUAL_SAMPLES: f64 = 100.0;

/// Runs a scene and writes bodies, contacts, forces, energy and impacts at regular times.
///
/// With --duration 0 it shows the instant: contacts, A, b, forces and accelerations.
#[derive(Args, Clone, Debug)]
pub struct Simulate {
    /// A scene file, or the name of a built-in scene.
    scene: String,
    /// The case to take from a file that holds several.
    #[arg(long, value_name = "ID")]
    case: Option<String>,
    /// Time to simulate, s; without it that of the file.
    #[arg(long, value_name = "SECONDS")]
    duration: Option<f64>,
    /// Time step, s; without it that of the scene. Steps are shortened so that samples fall on their ends.
    #[arg(long, value_name = "SECONDS")]
    dt: Option<f64>,
    /// Time from sample to sample, s; without it a hundredth of the duration.
    #[arg(long, value_name = "SECONDS")]
    every: Option<f64>,
    /// The method for the contact forces; without it that of the scene.
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
    /// Which magnitude of a thrust to take, if a file gives several, counted from 0.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    magnitude: usize,
    /// Number of objects in a built-in scene.
    #[arg(long, value_name = "NUMBER", default_value_t = Options::default().count)]
    count: usize,
    /// Seed of the random shapes of a built-in scene.
    #[arg(long, value_name = "NUMBER", default_value_t = Options::default().seed)]
    seed: u64,
    /// The file to write: CSV if it ends so, else JSON; without it JSON goes to standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A scene ready to run.
struct Start {
    title: String,
    world: World,
    duration: Option<f64>,
    friction: f64,
}

impl Simulate {
    /// Reads, runs, writes.
    pub fn run(self) -> anyhow::Result<()> {
        let mut start = self.start().map_err(input)?;
        self.settings(&mut start.world).map_err(input)?;
        let samples = self.samples(&mut start).map_err(input)?;
        let csv = self.out.as_deref().and_then(Path::extension).is_some_and(|ending| ending == "csv");
        let text = if csv { table(&samples, &start.world) } else { document(&start, &samples)? };
        match &self.out {
            Some(path) => std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display())),
            None => std::io::stdout().write_all(text.as_bytes()).context("cannot write the samples"),
        }
    }

    /// The scene of that file, or of that name.
    fn start(&self) -> Result<Start, String> {
        let path = Path::new(&self.scene);
        if let (false, Some(built_in)) = (path.exists(), scene(&self.scene)) {
            let world = (built_in.build)(Options { count: self.count, seed: self.seed });
            return Ok(Start { title: built_in.name.into(), world, duration: None, friction: 0.0 });
        }
        let text = std::fs::read_to_string(path).map_err(|error| {
            let names: Vec<&str> = SCENES.iter().map(|scene| scene.name).collect();
            format!("{}: {error}; the built-in scenes are {}", self.scene, names.join(", "))
        })?;
        let file = SceneFile::read(&text, self.case.as_deref()).map_err(|error| format!("{}: {error}", self.scene))?;
        let (title, duration) = (file.title.clone(), Some(file.duration));
        let scene = file.planar().map_err(|error| format!("{}: {error}", self.scene))?;
        Ok(Start { title, world: scene.with_thrust(self.magnitude), duration, friction: scene.friction })
    }

    fn settings(&self, world: &mut World) -> Result<(), String> {
        if let Some(dt) = self.dt {
            if !(1e-6..=1.0).contains(&dt) {
                return Err(format!("--dt {dt}: expected a number from 0.000001 to 1"));
            }
            world.settings.time_step = dt;
        }
        if let Some(name) = &self.solver {
            let names = || METHODS.iter().map(|method| method.name).collect::<Vec<_>>().join(", ");
            let known = method(name).ok_or_else(|| format!("no solver is called {name:?}; there are {}", names()))?;
            world.settings.solver = known.name;
        }
        Ok(())
    }

    fn samples(&self, start: &mut Start) -> Result<Vec<Sample>, String> {
        let duration = self.duration.or(start.duration).ok_or("expected --duration SECONDS")?;
        if !(0.0..=1e9).contains(&duration) {
            return Err(format!("--duration {duration}: expected a number from 0 to 1000000000"));
        }
        let mut recording = Recording::new(&mut start.world);
        if duration == 0.0 {
            return Ok(vec![recording.instant(start.friction)]);
        }
        if start.friction > 0.0 {
            let way = "add --duration 0 for its contact forces at the instant";
            return Err(format!("friction {}: planar motion is computed without friction; {way}", start.friction));
        }
        let every = self.every.unwrap_or(duration / USUAL_SAMPLES).min(duration);
        if !(every > 0.0 && duration / every <= MOST_SAMPLES) {
            return Err(format!("--every {every}: expected a number over 0 that gives at most {MOST_SAMPLES} samples"));
        }
        let mut samples = vec![recording.sample()];
        let start = samples[0].time;
        let count = (duration / every - 1e-6).ceil() as u64;
        for k in 1..=count {
            recording.advance_to(start + (k as f64 * every).min(duration));
            samples.push(recording.sample());
        }
        Ok(samples)
    }
}

fn input(text: String) -> anyhow::Error {
    anyhow::Error::new(InputError(text))
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
        let name = world.bodies[i].name.replace('"', "\"\"");
        for what in ["x", "y", "angle", "vx", "vy", "omega", "ax", "ay", "alpha"] {
            let _ = write!(text, ",\"{name} {what}\"");
        }
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

/// A number of a table; what is unknown is left empty.
fn cell(number: f64) -> String {
    if number.is_finite() { format!("{number:?}") } else { String::new() }
}
