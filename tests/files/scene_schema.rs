//! The JSON Schema of scene files against the reader, the writer and the guide.
use crate::schema::Schema;
use contact_forces::planar::forces::{Anchor, Push, Spring};
use contact_forces::planar::scenes::{Options, SCENES};
use contact_forces::session::scene_file::{SceneFile, write};
use glam::DVec2;

/// The example of the guide.
fn example() -> &'static str {
    let guide = include_str!("../../docs/scene-files.md");
    guide.split("```").nth(1).and_then(|block| block.strip_prefix("json")).expect("the guide shows a scene")
}

fn schema() -> Schema {
    Schema(serde_json::from_str(include_str!("../../schema/scene.schema.json")).unwrap())
}

#[track_caller]
fn keeps(text: &str) -> bool {
    schema().takes(&serde_json::from_str(text).unwrap())
}

#[test]
fn the_example_of_the_guide_is_read() {
    assert_eq!(SceneFile::read(example(), None).unwrap().planar().unwrap().world.bodies.len(), 2);
    assert!(keeps(example()));
}

#[test]
fn every_written_scene_keeps_the_schema() {
    for scene in SCENES {
        let mut world = (scene.build)(Options::default());
        assert!(keeps(&write(&world, scene.name, 1.0)), "{}", scene.name);
        world.forces.firing = vec![(0, 2); usize::from(world.bodies[0].thrusters.len() > 2)];
        world.forces.pushes = vec![Push { body: 0, point: DVec2::X, force: DVec2::Y, torque: 2.0 }];
        let spring = |anchor| Spring { body: 0, attach: DVec2::X, anchor, stiffness: 3.0, rest_length: 1.0 };
        world.forces.springs = vec![spring(Anchor::World(DVec2::ONE)), spring(Anchor::Body(1, DVec2::ONE))];
        assert!(keeps(&write(&world, scene.name, 1.0)), "{} with forces", scene.name);
    }
}

/// What the reader takes the schema takes, and the other way round.
#[test]
fn schema_and_reader_agree() {
    for (from, to) in [
        ("", ""),
        (r#""mass": 1"#, r#""mas": 1"#),
        (r#""mass": 1"#, r#""mass": 0"#),
        (r#""mass": 1,"#, ""),
        (r#""mass": 1"#, r#""mass": 1, "shape_note": "x""#),
        ("[1, -0.5]", "[1]"),
        (r#""type": "spring""#, r#""type": "sprint""#),
        (r#""anchor_world""#, r#""anchor""#),
        (r#""duration""#, r#""durration""#),
        (r#""duration": 2"#, r#""duration": -1"#),
        (r#""schema": 1"#, r#""schema": 2"#),
        (r#""schema": 1"#, r#""order": "random:7""#),
        (r#""schema": 1"#, r#""order": "random""#),
        (r#""restitution": 0.5"#, r#""restitution": 1.5"#),
        (r#""mode": "planar""#, r#""mode": "spatial""#),
    ] {
        let text = example().replacen(from, to, 1);
        assert!(from.is_empty() || text != example(), "{from}");
        assert_eq!(keeps(&text), SceneFile::read(&text, None).is_ok(), "{from} -> {to}");
    }
}
