//! Our engine's package and Rapier's (npm @dimforge/rapier3d-simd-compat) in Node, on the same scenes in one run, by the program
//! of `bench --table rapier`.
//!
//! `cargo run -- test` sets `RAPIER` to its module. What is judged is that our balls do not overlap and our masonry stands.
use crate::harness::left_out;
use crate::package::package;
use contact_forces::session::scene_file::write_spatial;
use contact_forces::spatial::scenes::{Options, scene};
use serde_json::{Value, json};
use std::process::Command;
use std::{env, fs};

/// Scenes, their counts, steps, largest overlap of balls, of the radius, and the largest way of a block, m.
const SCENES: [(&str, usize, usize, f64, f64); 4] = [
    ("packing", 80, 480, 3e-4, f64::INFINITY),
    ("wall", 20, 600, 0.0, 1e-3),
    ("arch", 21, 600, 0.0, 2e-4),
    ("heavy-top", 10, 600, 0.0, 3e-4),
];

#[test]
fn packings_and_masonry_beside_rapier() {
    let Some(module) = env::var_os("RAPIER") else {
        return left_out("what stands beside Rapier: RAPIER names no rapier.mjs");
    };
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| {
        let file = folder.path().join(name);
        fs::write(&file, text).expect("a file is written");
        file
    };
    let scenes = SCENES.map(|(name, count, steps, ..)| {
        let mut world =
            (scene(name).expect("a scene of the table").build)(Options { count, seed: 1, ..Options::default() });
        world.settings.sleep = false;
        json!({ "file": write(&format!("{name}.json"), write_spatial(&world, name, 1.0)), "steps": steps, "rest": 120 })
    });
    let (ours, theirs) = (package().join("node.js"), module.to_str());
    let list = write("scenes.json", json!({ "ours": ours, "theirs": theirs, "scenes": scenes }).to_string());
    let program = write("rapier.mjs", include_str!("../../src/command/bench/rapier.mjs").into());
    let output =
        Command::new("node").arg("--single-threaded").arg(program).arg(list).output().expect("node is there, with npm");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).expect("a text");
    println!("{said}");
    assert_eq!(said.lines().count(), SCENES.len(), "{said}");
    for (line, (name, _, _, overlaps, goes)) in said.lines().zip(SCENES) {
        let row: Value = serde_json::from_str(line).expect("a row");
        let of = |field: &str| row[0][field].as_f64().expect("a number");
        assert!(of("overlap") <= overlaps, "{name}: balls overlap by {} of the radius", of("overlap"));
        assert!(of("way") <= goes, "{name}: a block went {} m", of("way"));
    }
}
