//! `simulate`: runs a scene and writes what it shows, as JSON or CSV.
mod planar;
mod spatial;

use super::InputError;
use anyhow::Context;
use clap::Args;
use contact_forces::planar::scenes::{self as planar_scenes, Options};
use contact_forces::session::scene_file::{Content, SceneFile};
use contact_forces::session::spatial_scenes;
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
    /// The method for the contact forces, in space the scheme of the steps; without it that of the scene.
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
    /// Which magnitude of a thrust to take, if a file gives several, counted from 0.
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    magnitude: usize,
    /// Number of objects in a built-in scene; without it what is usual there.
    #[arg(long, value_name = "NUMBER")]
    count: Option<usize>,
    /// Seed of the random shapes of a built-in scene.
    #[arg(long, value_name = "NUMBER", default_value_t = Options::default().seed)]
    seed: u64,
    /// The file to write: CSV if it ends so, else JSON; without it JSON goes to standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What the samples of a run become.
struct Text {
    json: anyhow::Result<String>,
    csv: String,
}

/// When samples are taken: at the start, and at these times after it, s. None asks for the instant alone.
struct Times(Option<Vec<f64>>);

impl Simulate {
    /// Reads, runs, writes.
    pub fn run(self) -> anyhow::Result<()> {
        let text = self.text().map_err(|text| anyhow::Error::new(InputError(text)))?;
        let csv = self.out.as_deref().and_then(Path::extension).is_some_and(|ending| ending == "csv");
        let text = if csv { text.csv } else { text.json? };
        match &self.out {
            Some(path) => std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display())),
            None => std::io::stdout().write_all(text.as_bytes()).context("cannot write the samples"),
        }
    }

    /// The scene of that file, or of that name, run by its mode.
    fn text(&self) -> Result<Text, String> {
        let path = Path::new(&self.scene);
        if !path.exists() {
            let seed = self.seed;
            if let Some(scene) = planar_scenes::scene(&self.scene) {
                let count = self.count.unwrap_or(Options::default().count);
                let world = (scene.build)(Options { count, seed });
                return planar::run(self, planar::Start { title: scene.name.into(), world, friction: 0.0 }, None);
            }
            if let Some(scene) = spatial_scenes::scene(&self.scene) {
                let count = self.count.unwrap_or(scene.count);
                let world = (scene.build)(spatial_scenes::Options { count, seed, ..Default::default() });
                return spatial::run(self, scene.title, world, None);
            }
        }
        let text = std::fs::read_to_string(path).map_err(|error| {
            let planar = planar_scenes::SCENES.iter().map(|scene| scene.name);
            let names: Vec<&str> = planar.chain(spatial_scenes::SCENES.iter().map(|scene| scene.name)).collect();
            format!("{}: {error}; the built-in scenes are {}", self.scene, names.join(", "))
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let file = SceneFile::read_beside(&text, self.case.as_deref(), folder)
            .map_err(|error| format!("{}: {error}", self.scene))?;
        let (title, duration) = (file.title, Some(file.duration));
        match file.content {
            Content::Planar(scene) => {
                let (world, friction) = (scene.with_thrust(self.magnitude), scene.friction);
                planar::run(self, planar::Start { title, world, friction }, duration)
            }
            Content::Spatial(scene) => {
                let world = scene.world().map_err(|error| format!("{}: {error}", self.scene))?;
                spatial::run(self, &title, world, duration)
            }
        }
    }

    /// The time step asked for, or that of the scene.
    fn time_step(&self, own: f64) -> Result<f64, String> {
        match self.dt {
            Some(dt) if !(1e-6..=1.0).contains(&dt) => Err(format!("--dt {dt}: expected a number from 0.000001 to 1")),
            Some(dt) => Ok(dt),
            None => Ok(own),
        }
    }

    /// The method or scheme asked for, of these, or that of the scene.
    fn solver(&self, own: &'static str, names: &[&'static str]) -> Result<&'static str, String> {
        let Some(name) = &self.solver else { return Ok(own) };
        let known = names.iter().find(|known| *known == name);
        known.copied().ok_or_else(|| format!("no solver is called {name:?}; there are {}", names.join(", ")))
    }

    /// When to take samples.
    fn times(&self, of_the_file: Option<f64>) -> Result<Times, String> {
        let duration = self.duration.or(of_the_file).ok_or("expected --duration SECONDS")?;
        if !(0.0..=1e9).contains(&duration) {
            return Err(format!("--duration {duration}: expected a number from 0 to 1000000000"));
        }
        if duration == 0.0 {
            return Ok(Times(None));
        }
        let every = self.every.unwrap_or(duration / USUAL_SAMPLES).min(duration);
        if !(every > 0.0 && duration / every <= MOST_SAMPLES) {
            return Err(format!("--every {every}: expected a number over 0 that gives at most {MOST_SAMPLES} samples"));
        }
        let count = (duration / every - 1e-6).ceil() as u64;
        Ok(Times(Some((1..=count).map(|k| (k as f64 * every).min(duration)).collect())))
    }
}

/// A number of a table; what is unknown is left empty.
fn cell(number: f64) -> String {
    if number.is_finite() { format!("{number:?}") } else { String::new() }
}

/// The head of a column that belongs to a body.
fn heading(body: &str, what: &str) -> String {
    format!(",\"{} {what}\"", body.replace('"', "\"\""))
}
