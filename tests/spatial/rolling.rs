//! Rolling without slip as a law of pairs of bodies, in worlds from scene files and in the scene that has it.
use contact_forces::session::scene_file::{SceneFile, write_spatial};
use contact_forces::spatial::scenes::{Options, scene};
use contact_forces::spatial::time_stepping::CONTACT_POINTS;
use contact_forces::spatial::world::World;
use glam::{DQuat, DVec3};
use serde_json::{Value, json};

/// Acceleration of gravity, m/s².
const G: f64 = 9.81;
/// Length of a step, s.
const STEP: f64 = 1.0 / 240.0;

fn read(text: &str) -> World {
    let file = SceneFile::read(text, None).expect("a scene");
    file.spatial().expect("in space").world().expect("bodies that run")
}

/// Bodies that roll on each other.
fn world(bodies: &[Value]) -> World {
    let scene = json!({"schema": 1, "mode": "spatial", "gravity": [0, 0, -G], "time_step": STEP,
        "scene": {"rolls": true, "bodies": bodies}});
    let world = read(&scene.to_string());
    assert_eq!(world.settings.scheme, CONTACT_POINTS, "the one that knows rolling");
    world
}

fn body(shape: &Value, position: DVec3, rotation: DQuat) -> Value {
    let [x, y, z, w] = rotation.to_array();
    json!({"name": "body", "mass": 2, "position": position.to_array(), "quaternion": [w, x, y, z], "shape": shape})
}

fn fixed(shape: &Value) -> Value {
    json!({"name": "fixed", "fixed": true, "shape": shape})
}

fn ball(radius: f64) -> Value {
    json!({"type": "sphere", "radius": radius})
}

fn plane(normal: DVec3) -> Value {
    json!({"type": "plane", "normal": normal.to_array()})
}

fn bowl(radius: f64) -> Value {
    json!({"type": "sphere_cavity", "radius": radius})
}

/// Runs for a time, and tells by how much of itself energy grew in a step and off its least at most. It never grows by more
/// than the error of the steps, and a bound here is of ten times what was measured.
fn grown(world: &mut World, span: f64, base: f64) -> [f64; 2] {
    let energy = |world: &World| world.balance().total() + base;
    let (end, mut last) = (world.time + span, energy(world));
    let (mut step, mut all, mut least) = (0.0_f64, 0.0_f64, last);
    while world.time < end {
        world.step();
        assert!(world.report.outcome.solved, "unsolved at {} s: {:?}", world.time, world.report);
        let now = energy(world);
        step = step.max(now / last - 1.0);
        least = least.min(now);
        all = all.max(now / least - 1.0);
        last = now;
    }
    [step, all]
}

/// On a slope of α a ball gets 5/7 g sin α, a cylinder on its side 2/3 g sin α; the force across the normal is the rest of
/// the weight's part. Measured after a second: 2.5e-9 m/s off.
#[test]
fn what_rolls_down_a_slope_accelerates_by_its_moment() {
    let angle = 0.4_f64;
    let (normal, down) = (DVec3::new(angle.sin(), 0.0, angle.cos()), DVec3::new(angle.cos(), 0.0, -angle.sin()));
    let cylinder = json!({"type": "cylinder", "radius": 0.3, "height": 0.6});
    let sphere = json!({"type": "ellipsoid", "semi_axes": [0.3, 0.3, 0.3]});
    let across = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2);
    for (shape, part) in [(ball(0.3), 5.0 / 7.0), (sphere, 5.0 / 7.0), (cylinder, 2.0 / 3.0)] {
        let mut world = world(&[body(&shape, 0.3 * normal, across), fixed(&plane(normal))]);
        (0..240).for_each(|_| world.step());
        let (v, expected) = (world.bodies[0].state.velocity, part * G * angle.sin());
        assert!((v - expected * down).length() < 3e-8, "{shape}: {v}, expected {expected}");
        let force: DVec3 = world.contacts.iter().map(|contact| contact.friction).sum();
        let held = -2.0 * (1.0 - part) * G * angle.sin() * down;
        assert!((force - held).length() < 5e-5, "{shape}: {force}, expected {held}");
    }
}

/// A ball of radius r in a bowl of radius R swings with ω² = 5 g/(7 (R − r)) when it rolls, whatever kind of ball it is, and
/// with ω² = g/(R − r) by a law of its own that it slides.
#[test]
fn a_ball_swings_in_a_bowl_with_its_frequency() {
    let sphere = json!({"type": "ellipsoid", "semi_axes": [0.2, 0.2, 0.2]});
    let start = 1e-3;
    for (shape, rolls) in [(ball(0.2), true), (sphere, true), (ball(0.2), false)] {
        let place = DVec3::new(f64::sin(start), 0.0, -f64::cos(start));
        let scene = json!({"schema": 1, "mode": "spatial", "gravity": [0, 0, -G], "time_step": STEP,
            "scheme": "contact-points", "scene": {"bodies": [body(&shape, place, DQuat::IDENTITY), fixed(&bowl(1.2))],
            "pairs": [{"body1": "fixed", "body2": "body", "rolls": rolls}]}});
        let mut world = read(&scene.to_string());
        // ten times through the middle
        let (mut passed, mut before) = (Vec::new(), place.x);
        while passed.len() < 10 {
            world.step();
            let x = world.bodies[0].state.pose.position.x;
            if x * before < 0.0 {
                passed.push(world.time - STEP * x / (x - before));
            }
            before = x;
        }
        let omega = std::f64::consts::PI * 9.0 / (passed[9] - passed[0]);
        let expected = (if rolls { 5.0 / 7.0 } else { 1.0 } * G).sqrt();
        assert!((omega / expected - 1.0).abs() < 1e-5, "{shape}: {omega} 1/s, expected {expected}");
    }
}

/// What rolls keeps its energy over half a minute to the order of the step, 4: an ellipsoid that turns in a bowl and on a
/// floor. Measured with steps of 1/240 s: 9.5e-5 and 1.8e-5 of it, and 3.5e-8 in a step.
#[test]
fn what_rolls_keeps_its_energy() {
    for (what, shape, height) in [("bowl", bowl(1.2), -1.0), ("floor", plane(DVec3::Z), 0.2)] {
        let grown = [1.0, 2.0].map(|finer| {
            let egg = json!({"type": "ellipsoid", "semi_axes": [0.35, 0.25, 0.2]});
            let mut egg = body(&egg, height * DVec3::Z, DQuat::IDENTITY);
            (egg["velocity"], egg["omega"]) = (json!([0.4, -0.2, 0.0]), json!([1.0, 2.0, 3.0]));
            let mut world = world(&[egg, fixed(&shape)]);
            world.settings.time_step /= finer;
            // its slip is stopped at once
            world.step();
            let grown = grown(&mut world, 30.0, if what == "bowl" { 2.4 * G } else { 0.0 });
            assert!(world.contacts.iter().any(|c| c.friction.length() > 0.1), "{what}: {:?}", world.contacts);
            grown
        });
        assert!(grown[0][0] < 4e-7 && grown[0][1] < 5e-4, "{what}: {grown:?}");
        assert!(grown[0][1] > 10.0 * grown[1][1], "{what}: not of order 4: {grown:?}");
    }
}

/// A ball that rolls from rest off another one leaves it where the normal force vanishes, at cos θ = 10/17 of that of its
/// start, to the way of a step; then it flies along a parabola, spinning as before, and no force pulls it.
#[test]
fn a_ball_rolls_off_a_ball_where_nothing_presses_it_any_more() {
    let (radii, start) = (1.2, 0.1_f64);
    let place = radii * DVec3::new(start.sin(), 0.0, start.cos());
    for shape in [ball(0.2), json!({"type": "ellipsoid", "semi_axes": [0.2, 0.2, 0.2]})] {
        let mut world = world(&[body(&shape, place, DQuat::IDENTITY), fixed(&ball(1.0))]);
        let energy = world.balance().total();
        let cosine = |world: &World| world.bodies[0].state.pose.position.normalize().z;
        while world.contacts.iter().all(|contact| contact.force > 0.0) && world.time < 3.0 {
            world.step();
        }
        let (left, state, time) = (cosine(&world), world.bodies[0].state, world.time);
        let expected = 10.0 / 17.0 * start.cos();
        let way = state.velocity.length() / radii * STEP;
        assert!((left - expected).abs() < 1.5 * way, "{shape}: leaves at {left}, expected {expected}");
        (0..48).for_each(|_| world.step());
        let (now, t) = (world.bodies[0].state, world.time - time);
        let flown = state.pose.position + t * state.velocity - 0.5 * G * t * t * DVec3::Z;
        assert!((now.pose.position - flown).length() < 1e-6, "{shape}: at {}, not {flown}", now.pose.position);
        assert!(
            (now.omega - state.omega).length() < 1e-9 && world.contacts.is_empty(),
            "{shape}: {:?}",
            world.contacts
        );
        assert!((world.balance().total() - energy).abs() < 1e-9, "{shape}: {energy} J");
    }
}

/// A ball set down with a slip goes on with 5/7 of its speed at once, as with friction without bound; so does one that falls.
#[test]
fn a_slip_is_stopped_at_once() {
    for height in [0.3, 1.0] {
        let mut slipping = body(&ball(0.3), height * DVec3::Z, DQuat::IDENTITY);
        slipping["velocity"] = json!([1.4, 0, 0]);
        let mut world = world(&[slipping, fixed(&plane(DVec3::Z))]);
        let [step, all] = grown(&mut world, 1.0, 0.0);
        let state = &world.bodies[0].state;
        assert!((state.velocity - DVec3::X).length() < 1e-6, "from {height} m: {}", state.velocity);
        assert!((state.omega - DVec3::Y / 0.3).length() < 1e-5, "from {height} m: {}", state.omega);
        assert!(step < 1e-9 && all < 1e-6, "from {height} m: energy grew by {step:e}, {all:e}");
    }
}

/// In the scene the ball that slides leaves the dome at cos θ = 2/3 of its start, what rolls at 10/17; energy does not grow,
/// every step is solved, and the law is in the file that is written of it.
#[test]
fn the_scene_shows_who_leaves_the_dome_first() {
    let mut world = (scene("rolling-off").expect("a scene").build)(Options::default());
    let (start, dome) = (0.2_f64.cos(), 3);
    let mut left = [None; 3];
    let energy = 3.0 * G;
    while world.time < 1.5 {
        let before = world.clone();
        let [step, _] = grown(&mut world, 0.5 * STEP, energy);
        assert!(step < 1e-6, "{step:e} at {} s", world.time);
        for (body, left) in left.iter_mut().enumerate().filter(|(_, left)| left.is_none()) {
            let pushed = |c: &&contact_forces::spatial::contact::Contact| c.force > 0.0 && [c.a, c.b].contains(&body);
            if !world.contacts.iter().filter(pushed).any(|c| [c.a, c.b].contains(&dome)) {
                *left = Some(before.bodies[body].state.pose.position.normalize().z);
            }
        }
    }
    for (left, part) in left.into_iter().zip([10.0 / 17.0, 10.0 / 17.0, 2.0 / 3.0]) {
        let left = left.expect("all leave");
        assert!((left - part * start).abs() < 0.02, "leaves at {left}, expected {}", part * start);
    }
    let mut again = read(&write_spatial(&world, "again", 1.0));
    assert!(again.settings.rolls && again.laws == world.laws);
    (0..100).for_each(|_| [&mut again, &mut world].into_iter().for_each(World::step));
    assert_eq!(again.digest(), world.digest());
}
