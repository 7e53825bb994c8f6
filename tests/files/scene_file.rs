//! Scene files: what is written reads back bit for bit, what is wrong is named, and no text breaks the reader.
use contact_forces::complementarity::Order;
use contact_forces::planar::body::State;
use contact_forces::planar::forces::{Anchor, Push, Spring};
use contact_forces::planar::impulse::ImpactLaw;
use contact_forces::planar::integrate::Integrator;
use contact_forces::planar::scenes::{Options, SCENES, scene};
use contact_forces::planar::world::World;
use contact_forces::session::scene_file::{Content, SceneFile, write};
use glam::DVec2;
use proptest::prelude::*;

const BLOCK: &str = r#"{"schema": 1, "mode": "planar", "gravity": [0, -9.81], "duration": 0.5, "scene": {
    "friction": 0, "restitution": 0.5,
    "bodies": [
        {"name": "block", "mass": 2, "position": [0, 0.5], "velocity": [0.25, 0], "shape":
            {"type": "polygon", "vertices": [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]}},
        {"name": "floor", "fixed": true, "shape":
            {"type": "polygon", "vertices": [[-9, -1], [9, -1], [9, 0], [-9, 0]]}}],
    "contacts": [{"name": "c", "body1": "block", "body2": "floor", "point": [1, 0], "normal": [0, 1]}],
    "forces": [{"type": "thrust", "body": "block", "point_body": [0, 0.3], "direction_world": [1, 0],
                "magnitudes": [5]}]}}"#;

fn refusal(text: &str) -> String {
    SceneFile::read(text, None).expect_err(text).to_string()
}

/// The world, and all of it that a step depends on, with bits.
fn bits(world: &World) -> String {
    format!("{:?} {:?} {:?} {:?} {:?}", world.bodies, world.forces, world.settings, world.time, world.view)
}

fn again(world: &World) -> World {
    SceneFile::read(&write(world, "again", 1.0), None).expect("what is written reads back").planar().unwrap().world
}

#[test]
fn a_scene_is_read() {
    let file = SceneFile::read(BLOCK, None).unwrap();
    assert_eq!(file.duration, 0.5);
    let scene = file.planar().unwrap();
    let block = &scene.world.bodies[0];
    assert_eq!(block.mass, 2.0);
    assert!((block.inertia - 2.0 * (4.0 + 1.0) / 12.0).abs() < 1e-15);
    assert_eq!(block.state.velocity, DVec2::new(0.25, 0.0));
    assert!(scene.world.bodies[1].is_fixed());
    assert_eq!((scene.contacts[0].body1, scene.contacts[0].body2), (0, 1));
    assert_eq!(scene.world.settings.target_gap, 0.0);
    assert_eq!(scene.with_thrust(0).forces.pushes[0].force, DVec2::new(5.0, 0.0));
}

#[test]
fn density_gives_mass_and_moment() {
    let scene = SceneFile::read(&BLOCK.replace(r#""mass": 2"#, r#""density": 3"#), None).unwrap().planar().unwrap();
    let block = &scene.world.bodies[0];
    assert!((block.mass - 6.0).abs() < 1e-14 && (block.inertia - 6.0 * 5.0 / 12.0).abs() < 1e-14);
}

#[test]
fn every_scene_of_the_table_reads_back_bit_for_bit_and_goes_on_alike() {
    for scene in SCENES {
        let mut world = (scene.build)(Options::default());
        for _ in 0..20 {
            world.step();
        }
        let mut read = again(&world);
        assert_eq!(bits(&read), bits(&world), "{}", scene.name);
        for _ in 0..20 {
            world.step();
            read.step();
        }
        assert_eq!(read.digest(), world.digest(), "{}: after 20 more steps", scene.name);
    }
}

/// A world with every field that a scene can have, and values that are not the defaults.
fn full_world() -> World {
    let mut world = (scene("two-blocks").unwrap().build)(Options::default());
    world.time = 1.0 / 3.0;
    world.settings.time_step = 0.1 / 3.0;
    world.settings.restitution = 0.7;
    world.settings.integrator = Integrator::ModifiedEuler;
    world.settings.solver = "lemke";
    world.settings.order = Order::Random(u64::MAX);
    world.settings.impact_law = ImpactLaw::Serial;
    world.forces.gravity = DVec2::new(-0.0, -1e-300);
    world.forces.damping = 0.3;
    world.forces.rotation_damping = 0.2;
    world.forces.firing = vec![(1, 3), (0, 2)];
    let spring = Spring {
        body: 0,
        attach: DVec2::new(0.1, 0.2),
        anchor: Anchor::World(DVec2::ONE),
        stiffness: 3.0,
        rest_length: 0.5,
    };
    world.forces.springs =
        vec![spring, Spring { anchor: Anchor::Body(1, DVec2::new(0.3, -0.1)), rest_length: 0.0, ..spring }];
    world.forces.pushes =
        vec![Push { body: 1, point: DVec2::new(0.1, 0.0), force: DVec2::new(2.0, -1.0), torque: 0.7 }];
    world.bodies[0].state.omega = -0.0;
    world.bodies[0].restitution = 0.25;
    world.bodies[1].inertia *= 1.1;
    world
}

#[test]
fn every_field_reads_back_bit_for_bit() {
    let world = full_world();
    assert_eq!(bits(&again(&world)), bits(&world));
}

#[test]
fn a_view_is_a_box_around_what_moves_unless_it_is_given() {
    let view = |text: &str| SceneFile::read(text, None).unwrap().planar().unwrap().world.view;
    let r = 1.25f64.sqrt();
    assert_eq!(view(BLOCK), [DVec2::new(-1.5 * r, 0.5 - 1.5 * r), DVec2::new(1.5 * r, 0.5 + 1.5 * r)]);
    let given = BLOCK.replace("\"schema\": 1", "\"view\": [[-1, -2], [3, 4]]");
    assert_eq!(view(&given), [DVec2::new(-1.0, -2.0), DVec2::new(3.0, 4.0)]);
    let message = "view: expected the lower left and the upper right corner, found a list of 2";
    assert_eq!(refusal(&given.replace("[3, 4]", "[3, -4]")), message);
}

#[test]
fn equal_names_are_told_apart() {
    let mut world = (scene("two-blocks").unwrap().build)(Options::default());
    world.bodies[1].name = world.bodies[0].name.clone();
    assert_eq!(again(&world).bodies[1].name, "block 1 (2)");
}

#[test]
fn faults_are_named_with_their_path() {
    for (from, to, message) in [
        (r#""mass": 2"#, r#""mas": 2"#, r#"scene.bodies[0].mas: expected the field "mass", found an unknown field"#),
        (r#""mass": 2"#, r#""mass": 0"#, "scene.bodies[0].mass: expected a number from 1e-30 to 1e30, found 0"),
        (
            r#""mass": 2"#,
            r#""mass": "2""#,
            r#"scene.bodies[0].mass: expected a number from 1e-30 to 1e30, found the text "2""#,
        ),
        (
            r#""mass": 2,"#,
            "",
            r#"scene.bodies[0]: expected the field "mass" or "density", or "fixed": true, found none of them"#,
        ),
        ("[1, -0.5]", "[1]", "scene.bodies[0].shape.vertices[1]: expected a list of 2 numbers, found a list of 1"),
        (
            "[1, 0.5]",
            "[0, -1]",
            "scene.bodies[0].shape.vertices: expected a simple polygon, found edges 0 and 2 crossing",
        ),
        (
            r#""floor", "fixed""#,
            r#""block", "fixed""#,
            r#"scene.bodies[1].name: expected a name of its own, found "block""#,
        ),
        (
            r#""type": "thrust""#,
            r#""type": "trust""#,
            r#"scene.forces[0].type: expected one of spring, thrust, constant, wrench, damping, found the text "trust""#,
        ),
        (
            r#""body2": "floor""#,
            r#""body2": "roof""#,
            r#"scene.contacts[0].body2: expected the name of a body: block, floor, found the text "roof""#,
        ),
        (r#""duration""#, r#""durration""#, r#"durration: expected the field "duration", found an unknown field"#),
        (r#""schema": 1"#, r#""schema": 2"#, "schema: expected a number from 1 to 1, found 2"),
        (
            r#""restitution": 0.5"#,
            r#""restitution": 1.5"#,
            "scene.restitution: expected a number from 0 to 1, found 1.5",
        ),
        (
            r#""duration": 0.5"#,
            r#""solver": "simplex""#,
            r#"solver: expected one of dantzig, lemke, found the text "simplex""#,
        ),
    ] {
        let text = BLOCK.replacen(from, to, 1);
        assert_ne!(text, BLOCK, "{from}");
        assert_eq!(refusal(&text), message);
    }
}

#[test]
fn faults_of_the_document_are_named_with_their_place() {
    assert_eq!(refusal("{\"gravity\": [0, 1e400]}"), "line 1, column 21: expected JSON, found number out of range");
    assert!(refusal("{\"gravity\": NaN}").starts_with("line 1, column 13"));
    assert!(refusal(&"[".repeat(100_000)).contains("recursion limit exceeded"));
    assert_eq!(refusal("[]"), "the file: expected an object, found a list of 0");
    let far = format!("{{\"bodies\": [{}]}}", vec!["{}"; 100_000].join(","));
    assert_eq!(refusal(&far), "bodies: expected a list of at most 1000, found a list of 100000");
}

#[test]
fn a_case_is_found_by_its_name() {
    let two = format!(
        r#"{{"schema": 1, "group": "g", "cases": [{{"id": "a", "scene": {{}}}}, {{"id": "b", "why": 1, {}]}}"#,
        &BLOCK[1..]
    );
    assert_eq!(SceneFile::read(&two, Some("b")).unwrap().duration, 0.5);
    assert_eq!(refusal(&two), "cases: expected one case to be named, found a, b");
    let error = SceneFile::read(&two, Some("c")).unwrap_err().to_string();
    assert_eq!(error, r#"cases: expected a case "c", found a, b"#);
    let error = SceneFile::read(&two.replace("duration", "durations"), Some("b")).unwrap_err().to_string();
    assert_eq!(error, r#"cases[1].durations: expected the field "duration", found an unknown field"#);
}

#[test]
fn a_spatial_scene_is_read_and_is_not_planar() {
    let text = r#"{"mode": "spatial", "gravity": [0, 0, -9.81], "scene": {"bodies": [
        {"name": "ball", "shape": {"type": "sphere", "radius": 0.5}, "position": [0, 0, 1], "density": 1000},
        {"name": "ground", "shape": {"type": "plane", "normal": [0, 0, 1], "offset": 0}, "fixed": true}]}}"#;
    let file = SceneFile::read(text, None).unwrap();
    assert!(matches!(&file.content, Content::Spatial(scene) if scene.bodies.len() == 2));
    assert_eq!(
        file.planar().unwrap_err().to_string(),
        "mode: expected \"planar\", for what was asked needs a planar scene, found spatial"
    );
    assert_eq!(
        refusal(&text.replace("0.5", "-0.5")),
        "scene.bodies[0].shape.radius: expected a number from 1e-12 to 1000000000, found -0.5"
    );
}

/// A scene text with a few bytes changed, taken away or doubled.
fn mutated() -> impl Strategy<Value = String> {
    let change = (any::<prop::sample::Index>(), 0..4u8, "[-+0-9eE.,:\\[\\]{}\"a-z]");
    proptest::collection::vec(change, 1..6).prop_map(|changes| {
        let mut text: Vec<char> = BLOCK.chars().collect();
        for (at, kind, letter) in changes {
            let (at, letter) = (at.index(text.len()), letter.chars().next().unwrap());
            match kind {
                0 => text[at] = letter,
                1 => text.insert(at, letter),
                2 => drop(text.drain(at..(at + 9).min(text.len() - 1))),
                _ => text.extend_from_within(at..),
            }
        }
        text.into_iter().collect()
    })
}

/// A scene with odd numbers, but damping and springs that a time step can follow: rates up to 1,000 per second.
fn odd() -> impl Strategy<Value = String> {
    let number = || prop_oneof![Just(0.0), -1e9..1e9f64, -2.0..2.0f64, (-30.0..9.0f64).prop_map(|e| 10f64.powf(e))];
    let positive = || (-6.0..6.0f64).prop_map(|e| 10f64.powf(e));
    (proptest::array::uniform9(number()), proptest::array::uniform4(positive()), 1e-6..1.0f64).prop_map(|(n, p, h)| {
        format!(
            r#"{{"gravity": [{:e}, {:e}], "time_step": {h:e}, "target_gap": 1e-3, "thrust": {:e}, "bodies": [
            {{"name": "a", "mass": {:e}, "inertia": {:e}, "position": [{:e}, {:e}], "angle": {:e}, "velocity": [{:e}, {:e}],
              "omega": {:e}, "thrusters": [{{"direction": [1, 0], "point": [0, 1]}}],
              "shape": {{"type": "polygon", "vertices": [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]}}}},
            {{"name": "b", "fixed": true, "shape": {{"type": "polygon", "vertices": [[-9, -1], [9, -1], [9, 0]]}}}}],
            "firing": [["a", 0]], "forces": [{{"type": "damping", "k": {:e}}},
            {{"type": "spring", "body": "a", "anchor_world": [0, 0], "stiffness": {:e}}}]}}"#,
            n[0], n[1], p[0], p[1], p[2], n[2], n[3], n[4], n[5], n[6], n[7], n[8].abs().min(p[1].min(p[2]) * 1e3), p[3].min(p[1].min(p[2]) * 1e3)
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn odd_numbers_stay_numbers(text in odd()) {
        let mut world = SceneFile::read(&text, None).unwrap().planar().unwrap().world;
        for _ in 0..5 {
            world.step();
        }
        let finite = |s: &State| s.position.is_finite() && s.velocity.is_finite() && (s.angle + s.omega).is_finite();
        prop_assert!(world.states().iter().all(finite), "{:?}", world.states());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_text_breaks_the_reader(text in mutated()) {
        if let Ok(Content::Planar(scene)) = SceneFile::read(&text, None).map(|file| file.content) {
            prop_assert_eq!(bits(&again(&scene.world)), bits(&scene.world));
        }
    }
}
