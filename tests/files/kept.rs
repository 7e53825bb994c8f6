//! Links and scene files of every version that was published are read by each later one, to the last bit of the state.
//!
//! Before a version is published, `CONTACT_FORCES_KEEP=1 cargo test --test files kept::` puts its own into
//! `tests/data/kept`.
use contact_forces::planar;
use contact_forces::session::{Link, SceneFile, SpatialLink, scene_file};
use contact_forces::spatial;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The scenes that are kept: each with what makes its files long.
const PLANAR: [&str; 3] = ["?scene=blocks&n=6", "?scene=rough-ladder&scheme=velocity", "?scene=row&d=0.1&law=serial"];
const SPATIAL: [&str; 3] =
    ["?mode=spatial&scene=cradle", "?mode=spatial&scene=bolt", "?mode=spatial&scene=two-blocks-3d&mu=0.5&e=0.3"];
/// Steps until a scene is kept.
const STEPS: usize = 40;

fn folder(version: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/kept").join(version)
}

fn planar_states(world: &planar::world::World) -> Value {
    let states = world.bodies.iter().map(|body| body.state);
    states.map(|s| json!([s.position.x, s.position.y, s.angle, s.velocity.x, s.velocity.y, s.omega])).collect()
}

fn spatial_states(world: &spatial::world::World) -> Value {
    let states = world.bodies.iter().map(|body| body.state);
    states
        .map(|s| {
            json!([s.pose.position.to_array(), s.pose.rotation.to_array(), s.velocity.to_array(), s.omega.to_array()])
        })
        .collect()
}

fn keep() {
    let folder = folder(env!("CARGO_PKG_VERSION"));
    fs::create_dir_all(&folder).unwrap();
    let write = |number: usize, mode: &str, kept: Value| {
        fs::write(folder.join(format!("{mode}-{number}.json")), kept.to_string()).unwrap();
    };
    for (number, query) in PLANAR.into_iter().enumerate() {
        let (link, warnings) = Link::parse(query, "");
        assert!(warnings.is_empty(), "{query}: {warnings:?}");
        let mut world = link.open().0;
        (0..STEPS).for_each(|_| world.step());
        let scene: Value = serde_json::from_str(&scene_file::write(&world, "kept", 1.0)).unwrap();
        let (query, hash) = link.capture(&world).unwrap().write();
        write(
            number,
            "planar",
            json!({ "query": query, "hash": hash, "scene": scene, "states": planar_states(&world) }),
        );
    }
    for (number, query) in SPATIAL.into_iter().enumerate() {
        let (link, warnings) = SpatialLink::parse(query, "");
        assert!(warnings.is_empty(), "{query}: {warnings:?}");
        let mut world = link.open().0;
        (0..STEPS).for_each(|_| world.step());
        let scene: Value = serde_json::from_str(&scene_file::write_spatial(&world, "kept", 1.0)).unwrap();
        let (query, hash) = link.capture(&world).unwrap().write();
        write(
            number,
            "spatial",
            json!({ "query": query, "hash": hash, "scene": scene, "states": spatial_states(&world) }),
        );
    }
}

fn judge(file: &Path) {
    let kept: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let [query, hash] = ["query", "hash"].map(|part| kept[part].as_str().unwrap());
    let scene = SceneFile::from_value(&kept["scene"], None).unwrap();
    let (from_link, warnings, from_file) = if query.contains("mode=spatial") {
        let (world, warnings) = SpatialLink::parse(query, hash).0.open();
        (spatial_states(&world), warnings.len(), spatial_states(&scene.spatial().unwrap().world().unwrap()))
    } else {
        let (world, warnings) = Link::parse(query, hash).0.open();
        (planar_states(&world), warnings.len(), planar_states(&scene.planar().unwrap().world))
    };
    assert_eq!(warnings, 0, "{}", file.display());
    assert_eq!(from_link, kept["states"], "the link of {}", file.display());
    assert_eq!(from_file, kept["states"], "the scene of {}", file.display());
}

#[test]
fn links_and_files_of_every_version_are_restored() {
    if std::env::var_os("CONTACT_FORCES_KEEP").is_some() {
        keep();
    }
    let headings = include_str!("../../CHANGELOG.md").lines().filter_map(|line| line.strip_prefix("## "));
    for version in headings.chain([env!("CARGO_PKG_VERSION")]) {
        for mode in ["planar", "spatial"] {
            let file = folder(version).join(format!("{mode}-0.json"));
            assert!(file.is_file(), "{version} keeps nothing: run this test once with CONTACT_FORCES_KEEP=1");
        }
        fs::read_dir(folder(version)).unwrap().for_each(|file| judge(&file.unwrap().path()));
    }
}
