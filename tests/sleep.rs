//! Laws of sleep: bodies at rest cost nothing, and what disturbs them finds them as if they had been awake.
use contact_forces::session::scene_file::{Content, SceneFile, write_spatial};
use contact_forces::spatial::body::Body;
use contact_forces::spatial::forces::Push;
use contact_forces::spatial::scenes::masonry::{slide_of, stack_of, wall_of};
use contact_forces::spatial::shape::Shape;
use contact_forces::spatial::world::World;
use glam::{DQuat, DVec3};

fn run(world: &mut World, until: f64) {
    while world.time < until - 1e-9 {
        world.step();
    }
}

fn asleep(world: &World) -> bool {
    let mut free = world.bodies.iter().filter(|body| body.is_free());
    free.all(|body| body.state.velocity == DVec3::ZERO && body.state.omega == DVec3::ZERO)
}

fn sleepy(mut world: World) -> World {
    world.settings.sleep = true;
    world
}

/// A wall at rest takes no iterations while it sleeps, and still shows what carries it; with the setting off nothing sleeps.
#[test]
fn what_rests_costs_nothing() {
    for sleep in [true, false] {
        let mut world = wall_of(5, 5);
        world.settings.sleep = sleep;
        run(&mut world, 5.0);
        let outcome = world.report.outcome;
        assert_eq!((asleep(&world), outcome.iterations == 0, outcome.residual == 0.0), (sleep, sleep, sleep));
        let weight: f64 = world.bodies.iter().filter(|body| body.is_free()).map(|body| 9.81 * body.mass).sum();
        let ground = world.contacts.iter().filter(|c| world.bodies[c.a].is_fixed() || world.bodies[c.b].is_fixed());
        let carried: f64 = ground.map(|c| c.force).sum();
        assert!((carried / weight - 1.0).abs() < 1e-3, "{carried} N carry {weight} N");
    }
}

/// A ball that flies into a stack finds it as it would if it were awake. Measured: the boxes end 2e-6 m apart; 7e-4 m where
/// a contact closes so exactly at the end of a step that rounding decides in which one it does.
#[test]
fn what_is_hit_wakes() {
    let thrown = |sleep: bool| {
        let mut world = stack_of(3, 1.0);
        let ball = Body::new("ball", Shape::Sphere { radius: 0.1 }, 20.0);
        // comes down on the side of the top box after half a second
        let place = DVec3::new(-0.39 - 0.5 * 6.0, 0.0, 1.02 + 0.5 * 9.81 * 0.25);
        world.bodies.push(ball.at(place, DQuat::IDENTITY).moving(DVec3::new(6.0, 0.0, 0.0), DVec3::ZERO));
        world.settings.sleep = sleep;
        run(&mut world, 0.4);
        let slept = world.bodies[3].state.velocity == DVec3::ZERO;
        assert_eq!(slept, sleep, "the stack sleeps when the ball comes");
        run(&mut world, 4.0);
        world
    };
    let (woken, awake) = (thrown(true), thrown(false));
    let start = stack_of(3, 1.0);
    for k in 1..4 {
        let place = |world: &World| world.bodies[k].state.pose.position;
        let apart = place(&woken).distance(place(&awake));
        assert!(apart < 1e-3, "{}: {apart} m apart", woken.bodies[k].name);
    }
    let pushed = woken.bodies[3].state.pose.position.distance(start.bodies[3].state.pose.position);
    assert!(pushed > 0.01, "the top box moves by {pushed} m");
    assert!(asleep(&World::new(woken.bodies[..4].to_vec())), "the stack sleeps again");
}

/// A sleeper that is pushed, or that friction no longer holds, slides as it must.
#[test]
fn what_loses_its_balance_wakes() {
    let start = |angle: f64| {
        let mut world = sleepy(slide_of(angle, 0.5, DVec3::ZERO));
        run(&mut world, 0.5);
        assert!(asleep(&world));
        world
    };
    let way = |mut world: World, acceleration: f64| {
        let (from, time) = (world.bodies[0].state.pose.position, world.time);
        run(&mut world, time + 1.0);
        let (way, expected) = (world.bodies[0].state.pose.position.distance(from), 0.5 * acceleration);
        assert!((way - expected).abs() < 1e-4, "{way} m instead of {expected}");
    };
    let mut world = start(0.0);
    let force = DVec3::X * 6.0 * world.bodies[0].mass;
    world.forces.pushes.push(Push { body: 0, point: DVec3::ZERO, force, torque: DVec3::ZERO });
    way(world, 6.0 - 0.5 * 9.81);
    let mut world = start(0.3);
    world.settings.friction = 0.2;
    way(world, 9.81 * (0.3_f64.sin() - 0.2 * 0.3_f64.cos()));
    way(start(0.3), 0.0);
}

/// Sleep has no memory but the state: a saved scene goes on bit for bit.
#[test]
fn a_saved_sleeper_sleeps_on() {
    let mut world = sleepy(wall_of(3, 3));
    run(&mut world, 2.0);
    assert!(asleep(&world));
    let text = write_spatial(&world, "asleep", 1.0);
    let Content::Spatial(scene) = SceneFile::read(&text, None).expect("a scene").content else { panic!("in space") };
    let mut read = scene.world().expect("a world");
    assert!(read.settings.sleep);
    for world in [&mut world, &mut read] {
        world.bodies[1].state.velocity.y = 1.0;
        let until = world.time + 0.5;
        run(world, until);
    }
    assert_eq!(world.digest(), read.digest());
    world.settings.sleep = false;
    assert!(!write_spatial(&world, "awake", 1.0).contains("sleep\":"));
}
