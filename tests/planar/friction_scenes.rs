//! The scenes of friction in the table do what the page says of them, by both schemes, and what it says of μ is right.
use contact_forces::planar::friction::{Mode, Scheme};
use contact_forces::planar::scenes::{Options, scene};
use contact_forces::planar::world::{Notice, World};

fn build(name: &str, scheme: Scheme, friction: Option<f64>) -> World {
    let mut world = (scene(name).unwrap_or_else(|| panic!("no scene {name}")).build)(Options::default());
    world.settings.scheme = scheme;
    world.settings.friction = friction.unwrap_or(world.settings.friction);
    world
}

/// How far the body that moved farthest has come in some seconds, m.
fn moved(world: &mut World, seconds: f64) -> f64 {
    let before = world.states();
    while world.time < seconds {
        world.step();
        assert!(world.states().iter().all(|state| state.position.is_finite() && state.angle.is_finite()));
    }
    before.iter().zip(world.states()).map(|(a, b)| a.position.distance(b.position)).fold(0.0, f64::max)
}

/// μ above which a scene stays, and how: from the forces at the limit, the same for both schemes.
fn limits() -> Vec<(&'static str, f64)> {
    let (sin, cos) = (libm::sin(std::f64::consts::FRAC_PI_3), libm::cos(std::f64::consts::FRAC_PI_3));
    // both contacts of the ladder on its left side, of length 4; its centre of mass 0.05 over that. Moments about the
    // foot with N' = μ m g/(1 + μ²) at the wall: 2 μ L (sin + μ cos) = (1 + μ²) (L cos − w sin)
    let (weight, side) = (4.0 * cos - 0.1 * sin, 4.0);
    let (a, b, c) = (2.0 * side * cos - weight, 2.0 * side * sin, -weight);
    let ladder = ((b * b - 4.0 * a * c).sqrt() - b) / (2.0 * a);
    // α = φ + atan(μ (1 + w/W)) with w/W = 1/3, tan α = 1.1/4: tan of the sum, (4/3 μ + μ)/(1 − 4/3 μ²) = 1.1/4
    let tan = 1.1 / 4.0;
    let wedge = (-7.0 / 3.0 + (49.0f64 / 9.0 + 16.0 / 3.0 * tan * tan).sqrt()) / (8.0 / 3.0 * tan);
    vec![("incline", 0.35), ("rough-ladder", ladder), ("self-locking", wedge)]
}

#[test]
fn what_leans_holds_down_to_its_limit() {
    for ((name, limit), scheme) in limits().into_iter().flat_map(|row| Scheme::ALL.map(|scheme| (row, scheme))) {
        for off in [-1e-4, 1e-4] {
            let way = moved(&mut build(name, scheme, Some(limit + off)), 2.0);
            let what = format!("{name}, {scheme:?}: moved by {way:e} m at {off:+e} off μ = {limit}");
            assert!(if off > 0.0 { way < 1e-9 } else { way > 1e-5 }, "{what}");
        }
    }
}

#[test]
fn what_friction_holds_stays_for_an_hour_by_accelerations() {
    stays_for_an_hour(Scheme::Acceleration);
}

#[test]
fn what_friction_holds_stays_for_an_hour_by_velocities() {
    stays_for_an_hour(Scheme::Velocity);
}

/// What friction holds stays where it is.
fn stays_for_an_hour(scheme: Scheme) {
    for name in ["incline", "rough-ladder", "self-locking", "cards", "planar-arch"] {
        let way = moved(&mut build(name, scheme, None), 3600.0);
        println!("{name}, {scheme:?}: {way:e} m");
        assert!(way < 1e-9, "{name}, {scheme:?}: moved by {way:e} m");
    }
}

/// The house of cards and the arch fall with less friction.
#[test]
fn what_friction_holds_falls_without_it() {
    for (name, scheme) in ["cards", "planar-arch"].into_iter().flat_map(|name| Scheme::ALL.map(|s| (name, s))) {
        for friction in [0.0, 0.2] {
            let way = moved(&mut build(name, scheme, Some(friction)), 6.0);
            assert!(way > 1.0, "{name}, {scheme:?}, μ = {friction}: moved by {way:e} m only");
        }
    }
}

/// Gradient 0.5; the tall block is 0.5 wide and 1.6 high.
#[test]
fn the_tall_block_tips_and_the_flat_one_slides() {
    let after = |scheme: Scheme, friction: f64| {
        let mut world = build("tipping", scheme, Some(friction));
        let before = [0, 1].map(|k| world.bodies[k].state);
        moved(&mut world, 0.5);
        [0, 1].map(|k| {
            let (now, then) = (world.bodies[k].state, before[k]);
            [now.position.distance(then.position), (now.angle - then.angle).abs()]
        })
    };
    for scheme in Scheme::ALL {
        let [tall, flat] = after(scheme, 0.51);
        assert!(tall[1] > 1e-2 && flat[0] < 1e-9, "{scheme:?}: tips and holds: {tall:?}, {flat:?}");
        let [tall, flat] = after(scheme, 0.45);
        assert!(tall[1] > 1e-2 && flat[0] > 1e-2 && flat[1] < 1e-9, "{scheme:?}: tips and slides: {tall:?}, {flat:?}");
        let [tall, _] = after(scheme, 0.5 / 1.6 - 0.01);
        assert!(tall[0] > 1e-2 && tall[1] < 1e-9, "{scheme:?}: slides upright: {tall:?}");
    }
}

#[test]
fn the_belt_takes_the_block_uphill() {
    for scheme in Scheme::ALL {
        let mut world = build("conveyor", scheme, None);
        let start = world.bodies[0].state.position;
        moved(&mut world, 2.0);
        let state = world.bodies[0].state;
        assert!((state.velocity.length() - 1.2).abs() < 1e-3, "{scheme:?}: as fast as the belt: {}", state.velocity);
        assert!(state.position.y > start.y + 0.2 && state.position.x > start.x + 1.0, "{scheme:?}: {}", state.position);
        let mut world = build("conveyor", scheme, Some(0.15));
        moved(&mut world, 1.0);
        assert!(world.bodies[0].state.position.x < start.x, "{scheme:?}: with little friction it slides down");
    }
}

#[test]
fn no_forces_hold_painleves_rod() {
    let mut world = build("painleve", Scheme::Acceleration, None);
    let instant = world.instant();
    assert!(!instant.friction.solved, "the law has no solution at the start");
    assert!(instant.friction.modes.len() == 1 && instant.friction.sliding[0] != 0);
    let before = world.balance().total();
    world.step();
    let told = world.report.notices.iter().any(|notice| matches!(notice, Notice::Shock(impulse) if *impulse > 0.1));
    assert!(told, "an impulse without a collision: {:?}", world.report.notices);
    assert!(world.report.impacts.is_empty() && world.balance().total() < before);
    assert_eq!(world.instant().friction.modes[0], Mode::Stick);
}
