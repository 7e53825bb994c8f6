//! Friction in the plane, in motion: scenes with exact answers, each derived beside its test, by both schemes.
//!
//! All are scene files, read and carried on as the command does it.
use contact_forces::planar::friction::Scheme;
use contact_forces::planar::world::World;
use contact_forces::session::recording::{Recording, Sample};
use contact_forces::session::scene_file::SceneFile;
use serde_json::{Value, json};

const G: f64 = 9.81;

fn rectangle(width: f64, height: f64) -> Value {
    let (w, h) = (0.5 * width, 0.5 * height);
    json!({"type": "polygon", "vertices": [[-w, -h], [w, -h], [w, h], [-w, h]]})
}

fn floor() -> Value {
    json!({"name": "floor", "fixed": true, "position": [0, -1], "shape": rectangle(200.0, 2.0)})
}

/// A world on a floor that is tilted by `slope`, rad: instead gravity is, and +x points down the slope.
fn world(scheme: Scheme, slope: f64, friction: f64, bodies: &[Value]) -> World {
    let file = json!({
        "schema": 1, "mode": "planar", "scheme": scheme.name(), "duration": 1,
        "gravity": [G * libm::sin(slope), -G * libm::cos(slope)],
        "scene": {"restitution": 0, "friction": friction, "bodies": bodies},
    });
    SceneFile::read(&file.to_string(), None).expect("a scene file").planar().expect("a planar one").world
}

fn carry(world: &mut World, seconds: f64) -> Sample {
    let mut recording = Recording::new(world);
    recording.advance_to(seconds);
    recording.sample()
}

#[track_caller]
fn assert_close(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance, "{what}: {found:?}, expected {expected:?} within {tolerance:e}");
}

fn block(x: f64, velocity: f64) -> Value {
    json!({"name": "block", "mass": 1, "position": [x, 0.25], "velocity": [velocity, 0], "shape": rectangle(1.0, 0.5)})
}

/// Along the slope m x'' = m g (sin α − μ cos α) > 0 exactly for tan α > μ.
#[test]
fn a_block_slides_from_the_angle_of_friction_on() {
    for (scheme, mu) in Scheme::ALL.into_iter().flat_map(|scheme| [0.2, 0.5, 0.9].map(|mu| (scheme, mu))) {
        for off in [-1e-6, 1e-6] {
            let slope = libm::atan(mu) + off;
            let mut world = world(scheme, slope, mu, &[floor(), block(0.0, 0.0)]);
            let end = carry(&mut world, 2.0);
            let a = (G * (libm::sin(slope) - mu * libm::cos(slope))).max(0.0);
            let (x, v) = (end.bodies[1].position[0], end.bodies[1].velocity[0]);
            let what = format!("{scheme:?}, mu {mu}, slope {off:+e} off the angle of friction");
            assert_close(v, 2.0 * a, 1e-9, &what);
            assert_close(x, 2.0 * a, if off < 0.0 { 1e-9 } else { 1e-7 }, &what);
        }
    }
}

/// ½ m v² = μ m g s.
#[test]
fn a_block_stops_after_the_distance_that_its_energy_pays_for() {
    for mu in [0.1, 0.4, 0.8] {
        let mut world = world(Scheme::Acceleration, 0.0, mu, &[floor(), block(0.0, 3.0)]);
        let end = carry(&mut world, 6.0);
        assert_close(end.bodies[1].position[0], 9.0 / (2.0 * mu * G), 1e-6, "distance");
        assert_eq!(end.friction.expect("friction").modes, ["stick", "stick"]);
    }
}
