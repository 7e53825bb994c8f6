//! A hand that gives a body its velocity: contacts yield, the hand does not, as far as its strength goes.
use contact_forces::session::scene_file::SceneFile;
use contact_forces::session::{Link, SpatialLink};
use contact_forces::spatial::scenes::screwdriver::depth;
use contact_forces::spatial::time_stepping::SCHEMES;
use contact_forces::web;
use contact_forces::{planar, spatial};
use glam::{DVec2, DVec3};

/// How far a body as heavy as the led one may slow the hand, as a part of its velocity.
const YIELDS: f64 = 0.0101;

/// Two blocks on a floor without friction, a metre wide, the second of this mass, and a wall to the right of both.
fn rail(mass: f64) -> planar::world::World {
    let text = format!(
        r#"{{"schema": 1, "gravity": [0, -10], "time_step": 0.01, "scene": {{"restitution": 0, "bodies": [
        {{"name": "led", "mass": 1, "position": [0, 0.5], "shape": {{"type": "polygon",
            "vertices": [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]}}}},
        {{"name": "other", "mass": {mass}, "position": [2, 0.5], "shape": {{"type": "polygon",
            "vertices": [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]}}}},
        {{"name": "floor", "fixed": true, "position": [0, -0.5], "shape": {{"type": "polygon",
            "vertices": [[-20, -0.5], [20, -0.5], [20, 0.5], [-20, 0.5]]}}}},
        {{"name": "wall", "fixed": true, "position": [6, 1], "shape": {{"type": "polygon",
            "vertices": [[-0.5, -1], [0.5, -1], [0.5, 1], [-0.5, 1]]}}}}]}}}}"#
    );
    SceneFile::read(&text, None).expect("a scene").planar().expect("of the plane").world
}

/// The same in space, with bodies a metre deep.
fn rail_in_space(mass: f64, scheme: &'static str) -> spatial::world::World {
    let text = format!(
        r#"{{"schema": 1, "mode": "spatial", "gravity": [0, 0, -10], "time_step": 0.01, "scene": {{"bodies": [
        {{"name": "led", "mass": 1, "position": [0, 0, 0.5], "shape": {{"type": "box", "half_extents": [0.5, 0.5, 0.5]}}}},
        {{"name": "other", "mass": {mass}, "position": [2, 0, 0.5],
            "shape": {{"type": "box", "half_extents": [0.5, 0.5, 0.5]}}}},
        {{"name": "floor", "fixed": true, "shape": {{"type": "plane", "normal": [0, 0, 1]}}}},
        {{"name": "wall", "fixed": true, "position": [5.5, 0, 0],
            "shape": {{"type": "plane", "normal": [-1, 0, 0]}}}}]}}}}"#
    );
    let mut world =
        SceneFile::read(&text, None).expect("a scene").spatial().expect("of space").world().expect("bodies");
    world.settings.scheme = scheme;
    world
}

/// The schemes of space by which a hand may push a body along a floor: by forces that hold gaps, and by impulses.
fn schemes() -> impl Iterator<Item = &'static str> {
    SCHEMES.iter().map(|row| row.name).filter(|name| ["fixpoint", "fischer", "moreau"].contains(name))
}

/// A strong hand takes what is in its way along: both bodies have its velocity but for a hundredth.
#[test]
fn contacts_yield_to_a_strong_hand() {
    let mut flat = rail(1.0);
    flat.lead = Some(planar::lead::Lead { body: 0, velocity: DVec2::X, omega: 0.0, strength: 1e6 });
    (0..300).for_each(|_| flat.step());
    let speeds = [0, 1].map(|body| flat.bodies[body].state.velocity.x);
    assert!(speeds.iter().all(|v| (v - 1.0).abs() < YIELDS), "{speeds:?}");
    assert!((flat.bodies[1].state.position.x - flat.bodies[0].state.position.x - 1.0).abs() < 1e-2);
    for scheme in schemes() {
        let mut world = rail_in_space(1.0, scheme);
        world.lead = Some(spatial::lead::Lead { body: 0, velocity: DVec3::X, omega: DVec3::ZERO, strength: 1e6 });
        (0..300).for_each(|_| world.step());
        let speeds = [0, 1].map(|body| world.bodies[body].state.velocity.x);
        assert!(speeds.iter().all(|v| (v - 1.0).abs() < YIELDS), "{scheme}: {speeds:?}");
        let apart = world.bodies[1].state.pose.position.x - world.bodies[0].state.pose.position.x;
        assert!((apart - 1.0).abs() < 1e-6, "{scheme}: {apart}");
    }
}

/// A hand of 5 N behind two blocks of 1 and 100 kg accelerates both by 5 N/101 kg, and feels what the second needs: 5 N
/// times 100/101.
#[test]
fn a_weak_hand_gives_its_strength_and_no_more() {
    let expected = 5.0 * 100.0 / 101.0;
    let mut flat = rail(100.0);
    flat.bodies[0].state.position.x = 1.0;
    flat.lead = Some(planar::lead::Lead { body: 0, velocity: DVec2::X, omega: 0.0, strength: 5.0 });
    (0..50).for_each(|_| flat.step());
    let before = flat.bodies[1].state.velocity.x;
    (0..100).for_each(|_| flat.step());
    let gained = flat.bodies[1].state.velocity.x - before;
    assert!((gained / (5.0 / 101.0) - 1.0).abs() < 1e-3, "{gained} m/s in 1 s");
    let felt = flat.felt;
    assert!(felt.spent && (felt.force.x + expected).abs() < 1e-2, "{felt:?}");
    for scheme in schemes() {
        let mut world = rail_in_space(100.0, scheme);
        world.bodies[0].state.pose.position.x = 1.0;
        world.lead = Some(spatial::lead::Lead { body: 0, velocity: DVec3::X, omega: DVec3::ZERO, strength: 5.0 });
        (0..50).for_each(|_| world.step());
        let before = world.bodies[1].state.velocity.x;
        (0..100).for_each(|_| world.step());
        let gained = world.bodies[1].state.velocity.x - before;
        assert!((gained / (5.0 / 101.0) - 1.0).abs() < 1e-3, "{scheme}: {gained} m/s in 1 s");
        let felt = world.felt;
        assert!(felt.spent && (felt.force.x + expected).abs() < 1e-2, "{scheme}: {felt:?}");
    }
}

/// A wall does not yield: the body stays before it, and the hand feels all that it gives.
#[test]
fn a_wall_stops_the_hand() {
    let mut flat = rail(1.0);
    flat.bodies[1].state.position.x = -5.0;
    flat.lead = Some(planar::lead::Lead { body: 0, velocity: 2.0 * DVec2::X, omega: 0.0, strength: 50.0 });
    (0..600).for_each(|_| flat.step());
    let (state, felt) = (flat.bodies[0].state, flat.felt);
    assert!((state.position.x - 5.0).abs() < 1e-3 && state.velocity.x.abs() < 1e-3, "{state:?}");
    assert!(felt.spent && (felt.force.x + 50.0).abs() < 0.5, "{felt:?}");
    for scheme in schemes() {
        let mut world = rail_in_space(1.0, scheme);
        world.bodies[1].state.pose.position.x = -5.0;
        world.lead =
            Some(spatial::lead::Lead { body: 0, velocity: 2.0 * DVec3::X, omega: DVec3::ZERO, strength: 50.0 });
        (0..600).for_each(|_| world.step());
        let (state, felt) = (world.bodies[0].state, world.felt);
        assert!((state.pose.position.x - 5.0).abs() < 1e-6 && state.velocity.x.abs() < 1e-6, "{scheme}: {state:?}");
        assert!(felt.spent && (felt.force.x + 50.0).abs() < 1e-3, "{scheme}: {felt:?}");
    }
}

/// On the stage of the page: what is led goes where the pointer goes, feels nothing on the way, and pushes others aside
/// without going into them.
#[test]
fn the_pointer_leads_a_block() {
    let mut stage = web::stage::Stage::open(Link::parse("?scene=row&n=3", "")).0;
    stage.set("hand", "velocity").expect("a way of the hand");
    stage.set("strength", "200").expect("a force");
    let target = stage.world.bodies[0].state.position;
    assert!(stage.take(target, 0.1));
    stage.run(true);
    let mut most = 0.0f64;
    for k in 0..400 {
        let way = 0.5 * (f64::from(k) * stage.world.settings.time_step).min(3.0);
        stage.move_hand(target + way * DVec2::X, false);
        stage.step();
        most = most.max(stage.felt().expect("it leads")[0]);
        assert!(stage.world.least_gap() > -1e-3, "{}", stage.world.least_gap());
    }
    let moved = stage.world.bodies[0].state.position.x - target.x;
    assert!((moved - 1.5).abs() < 0.1, "the led block went {moved} m");
    assert!(most > 0.0, "it felt the block beside it");
    stage.let_go();
    assert!(stage.felt().is_none());
}

/// A hand of ten times a block's weight brings it to where the pointer is and holds it there: it brakes what it led in time.
#[test]
fn a_led_block_stops_where_the_pointer_is() {
    let mut stage = web::stage::Stage::open(Link::parse("?scene=one-block", "")).0;
    stage.set("hand", "velocity").expect("a way of the hand");
    let start = stage.world.bodies[0].state.position;
    assert!(stage.take(start, 0.1));
    stage.run(true);
    stage.move_hand(start + DVec2::Y, false);
    let mut highest = 0.0f64;
    for _ in 0..200 {
        stage.step();
        highest = highest.max(stage.world.bodies[0].state.position.y - start.y);
    }
    let [force, _, spent] = stage.felt().expect("it leads");
    let off = stage.world.bodies[0].state.position.distance(start + DVec2::Y);
    assert!(highest < 1.01 && off < 1e-3, "went up by {highest} m, is off by {off} m");
    assert!(spent == 0.0 && force < 1e-3, "it feels {force} N");
}

/// The same in space: a ball in a bowl is led about and pressed against it; with Alt it turns.
#[test]
fn the_pointer_leads_a_ball() {
    let mut stage = web::spatial::stage::Stage::open(SpatialLink::parse("?scene=balls&n=1", "")).0;
    stage.set("hand", "velocity").expect("a way of the hand");
    stage.take_next();
    let start = stage.hand().expect("a ball").target;
    stage.run(true);
    let inside = start + DVec3::new(0.05, 0.0, 0.1);
    stage.move_hand(inside, false);
    (0..600).for_each(|_| stage.step());
    let off = stage.world.bodies[0].state.pose.position.distance(inside);
    assert!(off < 1e-3 && stage.felt().expect("it leads")[0] < 0.1, "off by {off}, felt {:?}", stage.felt());
    stage.set("strength", "50").expect("a force");
    stage.move_hand(start - 5.0 * DVec3::Z, false);
    for _ in 0..600 {
        stage.step();
        let deep = stage.world.contacts.iter().map(|contact| contact.gap).fold(0.0, f64::min);
        assert!(deep > -1e-6, "pressed {deep} m into the bowl");
    }
    let [force, strength, spent] = stage.felt().expect("it leads");
    let weight = 9.81 * stage.world.bodies[0].mass;
    let all = strength + weight;
    assert!(spent == 1.0 && (force - all).abs() < 1e-2 * all, "{force} N of {strength} N and {weight} N");
    let turned = stage.world.bodies[0].state.pose.rotation;
    stage.move_hand(start, false);
    (0..600).for_each(|_| stage.step());
    stage.move_hand(start + 0.05 * DVec3::X, true);
    (0..240).for_each(|_| stage.step());
    let state = stage.world.bodies[0].state;
    assert!(state.pose.rotation.angle_between(turned) > 0.05, "Alt turns what is led");
    assert!(state.pose.position.distance(start) < 2e-2, "about its centre: {}", state.pose.position - start);
}

/// The driver over its screw; the script carries most of its weight and does no more.
fn unguided(seed: u64) -> (web::spatial::stage::Stage, spatial::forces::Push) {
    let address = format!("?scene=screwdriver&seed={seed}&thrust=2");
    let mut stage = web::spatial::stage::Stage::open(SpatialLink::parse(&address, "")).0;
    stage.world.forces.pushes[0].force = -0.7 * stage.world.bodies[0].mass * stage.world.forces.gravity;
    stage.world.forces.pushes[0].torque = DVec3::ZERO;
    let given = stage.world.forces.pushes[0];
    stage.run(true);
    (stage, given)
}

/// Whether the driver has gone in, and how far the screw has turned.
fn fitted(stage: &web::spatial::stage::Stage, start: f64) -> (bool, f64) {
    let [driver, screw] = [0, 1].map(|body| stage.world.bodies[body].state.pose);
    (start - driver.position.z > depth(), screw.rotation.angle_between(glam::DQuat::IDENTITY))
}

/// Without the script's press and twist a visitor does both by keys: light pressure by the driver's weight while it is
/// turned into the recess, then a press, then a turn of the screw.
#[test]
fn keys_press_and_twist_the_driver() {
    let (mut stage, given) = unguided(3);
    let start = stage.world.bodies[0].state.pose.position.z;
    for (key, turning, steps) in [("f", true, 180), ("d", false, 60), ("f", true, 120)] {
        stage.press(key, turning);
        stage.world.forces.pushes[0] = given;
        (0..steps).for_each(|_| stage.step());
        stage.release(key);
    }
    let (inside, turned) = fitted(&stage, start);
    assert!(inside && turned > 0.2, "inside: {inside}, the screw has turned by {turned}");
}
