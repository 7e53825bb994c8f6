//! Our engine beside Rapier, an engine for games, by the fastest build of both: as packages for JavaScript, in one run of
//! Node, on the same scenes. What our steps leave unsolved is taken from the scene carried on natively, with the same bits.
use super::super::build::target_folder;
use super::super::machine::Tool;
use super::super::package::Package;
use super::super::test;
use anyhow::{Context, Result, ensure};
use contact_forces::session::scene_file::write_spatial;
use contact_forces::spatial::scenes::masonry::{arch_of, stack_of, wall_of};
use contact_forces::spatial::scenes::packing::heap_of;
use contact_forces::spatial::scenes::{Options, scene};
use contact_forces::spatial::world::World;
use serde::Deserialize;
use serde_json::json;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

const PROGRAM: &str = include_str!("rapier.mjs");
/// Steps of a scene of balls and of any other one, and those at the end that count as rest.
const STEPS: [usize; 2] = [480, 600];
const REST: usize = 120;

/// What is measured of an engine: ms a step, part of the radius, m.
#[derive(Deserialize)]
struct Measured {
    settling: f64,
    resting: f64,
    overlap: f64,
    way: f64,
}

/// Of our steps before the rest and in it: the share that is solved, and the largest residual as a part of the way that
/// weight goes in a step.
#[derive(Default)]
struct Solved {
    share: [f64; 2],
    residual: [f64; 2],
}

/// Measures and prints.
pub fn run(counts: &[usize]) -> Result<()> {
    let folder = target_folder().join("rapier");
    fs::create_dir_all(&folder)?;
    let (ours, theirs) = (folder.join("contact-forces"), test::rapier()?);
    Package::into(&ours)?;
    let all: Vec<_> = scenes(counts);
    let mut listed = Vec::new();
    for (k, (name, world, steps)) in all.iter().enumerate() {
        let file = folder.join(format!("{k}.json"));
        fs::write(&file, write_spatial(world, name, 1.0))?;
        listed.push(json!({ "file": file, "steps": steps, "rest": REST }));
    }
    let list = folder.join("scenes.json");
    fs::write(&list, json!({ "ours": ours.join("node.js"), "theirs": theirs, "scenes": listed }).to_string())?;
    let program = folder.join("rapier.mjs");
    fs::write(&program, PROGRAM)?;
    print(&all, &program, &list)
}

/// The scenes: name, start, steps.
fn scenes(counts: &[usize]) -> Vec<(String, World, usize)> {
    let packing = scene("packing").expect("a scene of the table");
    let balls = counts.iter().map(|&count| {
        let world = (packing.build)(Options { count, seed: 1, ..Options::default() });
        (format!("{count} balls"), world, STEPS[0])
    });
    let others = [
        ("wall of 10 rows of 20 bricks", wall_of(10, 20)),
        ("wall of 20 rows of 20 bricks", wall_of(20, 20)),
        ("arch of 21 wedges", arch_of(21, 0.2)),
        ("10 boxes, the top one 100 times heavier", stack_of(10, 100.0)),
        ("heap of 200 boxes", heap_of(200, 1)),
    ];
    let others = others.into_iter().map(|(name, world)| (name.to_string(), world, STEPS[1]));
    let awake = |(name, mut world, steps): (String, World, usize)| {
        world.settings.sleep = false;
        (name, world, steps)
    };
    balls.chain(others).map(awake).collect()
}

fn print(all: &[(String, World, usize)], program: &Path, list: &Path) -> Result<()> {
    const NODE: Tool = Tool { name: "node", what: "Node", packages: &["nodejs"], site: "https://nodejs.org" };
    println!("ms of one core a step; overlap in % of the radius; share of our steps that are solved,");
    println!("and largest residual, of the way that weight goes in a step; each before the last 2 s and in them");
    println!(
        "{:<40} | {:>9} {:>9} {:>6} | {:>9} {:>9} {:>6} | {:>8} {:>8} | {:>9} {:>9} | {:>5} {:>5} {:>8} {:>8}",
        "scene",
        "falling",
        "Rapier",
        "ratio",
        "rest",
        "Rapier",
        "ratio",
        "overlap",
        "Rapier",
        "way mm",
        "Rapier",
        "solv.",
        "solv.",
        "residual",
        "residual"
    );
    let mut node = Command::new(NODE.find()?);
    let mut running = node
        .arg("--single-threaded")
        .arg(program)
        .arg(list)
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot run node")?;
    let mut lines = BufReader::new(running.stdout.take().context("node says nothing")?).lines();
    for (name, world, steps) in all {
        let line = lines.next().context("node ended early")??;
        let [own, other]: [Measured; 2] = serde_json::from_str(&line)?;
        let Solved { share, residual } = solved(world.clone(), *steps);
        println!(
            "{name:<40} | {:>9.3} {:>9.3} {:>6.2} | {:>9.3} {:>9.3} {:>6.2} | {:>8.4} {:>8.1} | {:>9.4} {:>9.2} | {:>5.2} {:>5.2} {:>8.0e} {:>8.0e}",
            own.settling,
            other.settling,
            own.settling / other.settling,
            own.resting,
            other.resting,
            own.resting / other.resting,
            100.0 * own.overlap,
            100.0 * other.overlap,
            1e3 * own.way,
            1e3 * other.way,
            share[0],
            share[1],
            residual[0],
            residual[1],
        );
    }
    ensure!(running.wait()?.success(), "node failed");
    Ok(())
}

fn solved(mut world: World, steps: usize) -> Solved {
    let unit = world.forces.gravity.length() * world.settings.time_step * world.settings.time_step;
    let mut found = Solved::default();
    for step in 0..steps {
        world.step();
        let (outcome, at) = (world.report.outcome, usize::from(step + REST >= steps));
        let all = if at == 0 { steps - REST } else { REST };
        found.share[at] += f64::from(u8::from(outcome.solved)) / all as f64;
        found.residual[at] = found.residual[at].max(outcome.residual / unit);
    }
    found
}
