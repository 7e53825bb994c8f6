//! The command `simulate`, as a script sees it.
use contact_forces::planar;
use contact_forces::session::spatial_scenes;
use serde_json::Value;
use std::process::{Command, Output};

/// A block that falls 0.5 m on a floor and bounces with e = 0.5.
const DROP: &str = r#"{"schema": 1, "gravity": [0, -10], "duration": 1, "scene": {"restitution": 0.5, "bodies": [
    {"name": "block", "mass": 2, "position": [0, 1], "shape":
        {"type": "polygon", "vertices": [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]}},
    {"name": "floor", "fixed": true, "shape":
        {"type": "polygon", "vertices": [[-9, -1], [9, -1], [9, 0], [-9, 0]]}}]}}"#;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_contact-forces")).arg("simulate").args(arguments).output().unwrap()
}

fn document(arguments: &[&str]) -> Value {
    let output = run(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A file of that text, in a folder that goes with the test.
fn file(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.json");
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_string();
    (folder, path)
}

#[track_caller]
fn close(found: &Value, expected: f64, tolerance: f64) {
    let found = found.as_f64().unwrap_or_else(|| panic!("expected {expected}, found {found}"));
    assert!((found - expected).abs() <= tolerance, "expected {expected} within {tolerance}, found {found}");
}

/// Falls for √0.1 s, hits with √10 m/s, rises with half of it.
#[test]
fn a_drop_shows_its_bounce() {
    let (_folder, path) = file(DROP);
    let document = document(&[&path, "--every", "0.25"]);
    let samples = document["samples"].as_array().unwrap();
    let times: Vec<f64> = samples.iter().map(|sample| sample["time"].as_f64().unwrap()).collect();
    assert_eq!(times, [0.0, 0.25, 0.5, 0.75, 1.0]);
    let impacts = samples[2]["impacts"].as_array().unwrap();
    assert_eq!(impacts.len(), 2, "both corners");
    for impact in impacts {
        close(&impact["time"], 0.1f64.sqrt(), 1e-6);
        close(&impact["impulse"], 1.5 * 10f64.sqrt(), 1e-5);
        assert_eq!(impact["bodies"], serde_json::json!(["block", "floor"]));
    }
    assert_eq!(samples[1]["least_gap"], Value::Null, "the floor is far");
    close(&samples[2]["least_gap"], 0.0, 1e-2);
    close(&samples[1]["bodies"][0]["velocity"][1], -2.5, 1e-12);
    close(&samples[1]["bodies"][0]["acceleration"][1], -10.0, 1e-12);
    close(&samples[1]["momentum"][1], -5.0, 1e-12);
    close(&samples[1]["energy"]["total"], 20.0, 1e-12);
}

#[test]
fn duration_zero_shows_the_equations() {
    let (_folder, path) = file(&DROP.replace("[0, 1]", "[0, 0.5]"));
    let document = document(&[&path, "--duration", "0", "--solver", "lemke"]);
    let sample = &document["samples"][0];
    assert_eq!(document["solver"], "lemke");
    close(&sample["A"][0][0], 0.5 + 1.0 / (2.0 * 5.0 / 12.0), 1e-12);
    close(&sample["b"][1], -10.0, 1e-12);
    close(&sample["residual"], 0.0, 1e-9);
    assert_eq!(sample["status"], "solved");
    for contact in sample["contacts"].as_array().unwrap() {
        close(&contact["force"], 10.0, 1e-9);
    }
}

/// What is added to b so that gaps do not drift: 2 d'/τ from the rate, (d − target)/τ² from the distance, τ = 2 h.
#[test]
fn the_extra_acceleration_is_chosen() {
    let (gap, rate, tau) = (5e-7, 1e-8, 0.05);
    for (extra, expected) in [
        ("none", -10.0),
        ("velocity", -10.0 + 2.0 * rate / tau),
        ("velocity-and-distance", -10.0 + 2.0 * rate / tau + gap / (tau * tau)),
    ] {
        let text = DROP.replace("[0, 1]", &format!("[0, {}], \"velocity\": [0, {rate}]", 0.5 + gap));
        let head = format!("\"schema\": 1, \"time_step\": 0.025, \"extra_acceleration\": \"{extra}\"");
        let (_folder, path) = file(&text.replace("\"schema\": 1", &head));
        close(&document(&[&path, "--duration", "0"])["samples"][0]["b"][0], expected, 1e-9);
    }
}

#[test]
fn friction_is_answered_for_the_instant_and_in_motion() {
    let text = DROP.replace("[0, 1]", "[0, 0.5]").replace("[0, -10]", "[4, -10]");
    let (_folder, path) = file(&text.replace("\"restitution\"", "\"friction\": 0.5, \"restitution\""));
    let document = document(&[&path, "--duration", "0"]);
    let sample = &document["samples"][0];
    close(&sample["bodies"][0]["acceleration"][0], 0.0, 1e-9);
    assert_eq!((&sample["friction"]["solutions"], &sample["friction"]["modes"][0]), (&1.into(), &"stick".into()));
    let moved = self::document(&[&path, "--duration", "1"]);
    let end = moved["samples"].as_array().unwrap().last().unwrap();
    close(&end["bodies"][0]["position"][0], 0.0, 1e-12);
    assert_eq!(end["friction"]["modes"][1], "stick");
    // both corners together hold against 4 N to the right on 2 kg
    let along = end["friction"]["tangential"].as_array().unwrap().iter().map(|t| t.as_f64().unwrap());
    close(&along.sum::<f64>().into(), -8.0, 1e-9);
}

#[test]
fn a_table_has_a_line_for_each_sample() {
    let (folder, path) = file(DROP);
    let out = folder.path().join("drop.csv");
    assert!(run(&[&path, "--every", "0.5", "--out", out.to_str().unwrap()]).status.success());
    let text = std::fs::read_to_string(out).unwrap();
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0][..3], ["time", "\"block x\"", "\"block y\""]);
    assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    assert_eq!(lines[1][..3], ["0.0", "0.0", "1.0"]);
}

#[test]
fn a_built_in_scene_runs_by_its_name() {
    let document = document(&["two-blocks", "--duration", "0.1"]);
    assert_eq!(document["samples"].as_array().unwrap().len(), 101);
    assert_eq!(document["title"], "two-blocks");
}

/// By its own settings: none asks for what the scheme that it names does not know.
#[test]
fn every_built_in_scene_runs_by_its_name() {
    let planar = planar::scenes::SCENES.iter().map(|scene| scene.name);
    for name in planar.chain(spatial_scenes::SCENES.iter().map(|scene| scene.name)) {
        let document = document(&[name, "--duration", "0.05", "--every", "0.05"]);
        assert_eq!(document["samples"].as_array().unwrap().len(), 2, "{name}");
    }
}

#[test]
fn bad_input_is_named_and_ends_with_status_2() {
    let (_folder, path) = file(DROP);
    let (_other, broken) = file(&DROP.replace("\"mass\"", "\"mas\""));
    let (_third, no_mass) = file(&DROP.replace("\"mass\": 2", "\"mass\": 0"));
    for (arguments, message) in [
        (vec!["no-such-scene", "--duration", "1"], "the built-in scenes are two-blocks"),
        (vec!["two-blocks"], "expected --duration"),
        (vec![&broken], "scene.bodies[0].mas: expected the field \"mass\""),
        (vec![&no_mass], "scene.bodies[0].mass: expected a number"),
        (vec![&path, "--dt", "0"], "--dt 0: expected a number"),
        (vec![&path, "--duration", "NaN"], "--duration NaN: expected a number"),
        (vec![&path, "--every", "1e-9"], "--every 0.000000001: expected a number"),
        (vec![&path, "--solver", "simplex"], "no solver is called \"simplex\"; there are dantzig"),
        (vec![&path, "--case", "x"], "cases: expected a list of cases"),
    ] {
        let output = run(&arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert!(text.contains(message), "{arguments:?}: {text}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}

/// A ball that rolls by law down a slope of 0.6 has 5/7 of its part of the weight, in a file without a scheme; another scheme
/// than the one that knows rolling is refused.
#[test]
fn rolling_is_a_law_of_a_file() {
    let (_folder, path) = file(
        r#"{"schema": 1, "mode": "spatial", "gravity": [0, 0, -10], "duration": 1, "scene": {"bodies": [
        {"name": "ball", "mass": 2, "position": [0.18, 0, 0.24], "shape": {"type": "sphere", "radius": 0.3}},
        {"name": "slope", "fixed": true, "shape": {"type": "plane", "normal": [0.6, 0, 0.8], "offset": 0}}],
        "pairs": [{"body1": "ball", "body2": "slope", "rolls": true}]}}"#,
    );
    let document = document(&[&path, "--every", "1"]);
    assert_eq!(document["scheme"], "contact-points");
    let samples = document["samples"].as_array().unwrap();
    for (sample, place) in samples.iter().zip([0, 1]) {
        close(&sample["bodies"][0]["acceleration"][0], 6.0 * 0.8 * 5.0 / 7.0, 1e-4);
        close(&sample["bodies"][0]["velocity"][2], -6.0 * 0.6 * 5.0 / 7.0 * f64::from(place), 1e-5);
        close(&sample["contacts"][0]["friction"][0], -2.0 * 6.0 * 0.8 * 2.0 / 7.0, 1e-4);
    }
    let refused = run(&[&path, "--solver", "fixpoint"]);
    let text = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && text.contains("rolls: fixpoint does not know it"), "{text}");
}

/// A ball that rolls down a slope by friction has 5/7 of its part of the weight by distances, too; what a scheme does not know is
/// refused by name.
#[test]
fn friction_goes_with_distances() {
    let text = r#"{"schema": 1, "mode": "spatial", "gravity": [0, 0, -10], "duration": 1, "scene": {"friction": 0.5, "bodies": [
        {"name": "ball", "mass": 2, "position": [0.18, 0, 0.24], "shape": {"type": "sphere", "radius": 0.3}},
        {"name": "slope", "fixed": true, "shape": {"type": "plane", "normal": [0.6, 0, 0.8], "offset": 0}}]}}"#;
    let (_folder, path) = file(text);
    for scheme in ["fixpoint", "fischer"] {
        let document = document(&[&path, "--every", "1", "--solver", scheme]);
        let end = &document["samples"][1];
        close(&end["bodies"][0]["velocity"][2], -6.0 * 0.6 * 5.0 / 7.0, 1e-9);
        close(&end["bodies"][0]["omega"][1], 6.0 * 5.0 / 7.0 / 0.3, 1e-9);
        assert_eq!((&end["steps"]["unsolved"], &end["steps"]["by_impulses"]), (&0.into(), &0.into()), "{scheme}");
    }
    let refusal = |path: &str, scheme: &str| {
        let refused = run(&[path, "--solver", scheme]);
        assert!(!refused.status.success(), "{scheme}");
        String::from_utf8_lossy(&refused.stderr).into_owned()
    };
    assert!(refusal(&path, "acceleration-heun").contains("friction 0.5: acceleration-heun knows none"));
    let (_folder, path) = file(&text.replace("0.5,", "0.5, \"cone\": \"pyramid-4\","));
    assert!(refusal(&path, "fixpoint").contains("cone pyramid-4: fixpoint knows the round one alone"));
}

/// The fixpoint tells how many of its linear problems one factorization solved; by Lemke's method alone, as in the paper, it
/// comes to the same.
#[test]
fn steps_tell_what_solved_their_linear_problems() {
    let of = |scheme: &str| document(&["screwdriver", "--duration", "1", "--every", "1", "--solver", scheme]);
    let (lemke, factor) = (of("fixpoint-lemke"), of("fixpoint"));
    let count = |of: &Value, what: &str| of["samples"][1]["steps"][what].as_u64().unwrap();
    assert!(count(&lemke, "by_lemke") >= count(&lemke, "iterations") && count(&lemke, "by_factor") == 0);
    assert!(count(&factor, "by_factor") > count(&factor, "by_lemke") && count(&factor, "by_lemke") > 0);
    for of in [&lemke, &factor] {
        assert!(count(of, "unsolved") == 0 && of["samples"][1]["steps"]["residual"].as_f64().unwrap() < 1e-11);
    }
    for what in ["position", "quaternion", "velocity", "omega"] {
        let [one, other] = [&lemke, &factor].map(|of| of["samples"][1]["bodies"][0][what].as_array().unwrap().clone());
        one.iter().zip(&other).for_each(|(x, y)| close(x, y.as_f64().unwrap(), 1e-9));
    }
}

/// An angle of two legs, 3 m³, with a ball on its lower leg that touches the upper one.
fn angle(shape: &str) -> String {
    let [x, z] = [5.0 / 6.0; 2];
    format!(
        r#"{{"schema": 1, "mode": "spatial", "gravity": [0, 0, -10], "duration": 1, "scene": {{"bodies": [
        {{"name": "angle", "density": 2, "position": [{x}, 0.5, {z}], "shape": {{"type": "mesh", {shape}}}}},
        {{"name": "ball", "mass": 1, "position": [1.25, 0.5, 1.25], "shape": {{"type": "sphere", "radius": 0.25}}}},
        {{"name": "floor", "fixed": true, "shape": {{"type": "plane", "normal": [0, 0, 1]}}}}]}}}}"#
    )
}

/// Runs the scene with the folder of the meshes beside it.
fn beside_meshes(scene: &str) -> Output {
    let (folder, path) = file(scene);
    for name in ["angle.obj", "angle.stl", "angle.ply"] {
        let from = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/meshes/").to_string() + name;
        std::fs::copy(from, folder.path().join(name)).unwrap();
    }
    let text = std::fs::read_to_string(folder.path().join("angle.obj")).unwrap();
    let open = text.lines().filter(|line| *line != "f 2 1 7 8").collect::<Vec<_>>().join("\n");
    std::fs::write(folder.path().join("open.obj"), open).unwrap();
    std::fs::write(folder.path().join("turned.obj"), text.replace("f 2 1 7 8", "f 8 7 1 2")).unwrap();
    std::fs::write(folder.path().join("thin.obj"), text.replace("v 2 0 1\n", "v 2 0 0\n")).unwrap();
    run(&[&path, "--every", "1"])
}

/// A non-convex body out of a file of each format stands with its centre of mass where it should, carries a ball in its notch, and
/// weighs what its volume says.
#[test]
fn a_mesh_file_is_a_body() {
    let obj = include_str!("../data/meshes/angle.obj");
    let text = format!(r#""text": {}, "format": "obj""#, serde_json::to_string(obj).unwrap());
    for shape in [r#""file": "angle.obj""#, r#""file": "angle.stl", "scale": 0.001"#, r#""file": "angle.ply""#, &text] {
        let output = beside_meshes(&angle(shape));
        assert!(output.status.success(), "{shape}: {}", String::from_utf8_lossy(&output.stderr));
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        let last = &document["samples"][1];
        for (body, place) in [(0, [5.0 / 6.0, 0.5, 5.0 / 6.0]), (1, [1.25, 0.5, 1.25])] {
            let found = &last["bodies"][body];
            (0..3).for_each(|k| close(&found["position"][k], place[k], 1e-6));
            (0..3).for_each(|k| close(&found["velocity"][k], 0.0, 1e-6));
        }
        let contacts = last["contacts"].as_array().unwrap();
        let force = |pair: [&str; 2]| -> f64 {
            let own = contacts.iter().filter(|contact| contact["bodies"] == serde_json::json!(pair));
            own.map(|contact| contact["force"].as_f64().unwrap() * contact["normal"][2].as_f64().unwrap()).sum()
        };
        assert!((force(["angle", "floor"]) - 70.0).abs() < 1e-4, "{shape}: {contacts:?}");
        assert!((force(["ball", "angle"]) - 10.0).abs() < 1e-4, "{shape}: {contacts:?}");
    }
}

/// A mesh that bounds no body is refused with the place, what was expected and what was found.
#[test]
fn a_mesh_that_is_no_body_is_named() {
    for (shape, message) in [
        (r#""file": "open.obj""#, "scene.bodies[0].shape.file: expected a face beyond the edge "),
        (r#""file": "open.obj""#, "in the file \"open.obj\", found none: the mesh is open"),
        (r#""file": "turned.obj""#, "in opposite directions in the file \"turned.obj\", found both from "),
        (r#""file": "thin.obj""#, "expected an area over zero of face "),
        (r#""file": "none.obj""#, "scene.bodies[0].shape.file: expected a file that can be read, found \"none.obj\": "),
        (r#""file": "angle.step""#, "expected a file whose name ends in .obj, .stl or .ply, found \"angle.step\""),
        (r#""file": "angle.obj", "scale": 0"#, "scene.bodies[0].shape.scale: expected a number from "),
        (
            r#""text": "v 0 0", "format": "obj""#,
            "scene.bodies[0].shape.text: expected a mesh in the format obj, found ",
        ),
        (
            r#""text": "solid", "format": "ply""#,
            "scene.bodies[0].shape.text: expected a mesh in the format ply, found ",
        ),
        (
            r#""text": "", "format": "obj""#,
            "scene.bodies[0].shape.text: expected at least 4 faces in the text, found 0",
        ),
        (r#""text": "", "format": "3ds""#, "scene.bodies[0].shape.format: expected one of obj, stl, ply, found "),
        (r#""file": "angle.obj", "scales": 2"#, "scene.bodies[0].shape.scales: expected the field \"scale\""),
    ] {
        let output = beside_meshes(&angle(shape));
        let found = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && found.contains(message), "{shape}: {found}");
    }
}
