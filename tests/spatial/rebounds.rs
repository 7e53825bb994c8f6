//! Rebounds happen when bodies meet: they neither gain energy nor lose more than restitution takes, whatever the time step.
use contact_forces::spatial::body::Body;
use contact_forces::spatial::bvh::VolumeKind;
use contact_forces::spatial::law::ImpactLaw;
use contact_forces::spatial::shape::{Mesh, Shape, Solid};
use contact_forces::spatial::time_stepping::MOREAU;
use contact_forces::spatial::world::World;
use glam::{DQuat, DVec3};
use std::sync::Arc;

const GRAVITY: f64 = 9.81;

/// A world with a rough floor, where nothing is lost.
fn elastic(mut bodies: Vec<Body>, gravity: f64) -> World {
    bodies.push(Body::fixed("floor", Shape::HalfSpace { normal: DVec3::Z }));
    let mut world = World::new(bodies);
    world.settings.scheme = MOREAU;
    world.forces.gravity = -gravity * DVec3::Z;
    (world.settings.restitution, world.settings.time_step) = (1.0, 1.0 / 60.0);
    world
}

/// Of all bodies, with their height, J.
fn energy(world: &World) -> f64 {
    let of = |body: &Body| {
        let state = &body.state;
        let turning = state.omega.dot(body.inertia_at(state.pose.rotation) * state.omega);
        body.mass * (0.5 * state.velocity.length_squared() + GRAVITY * state.pose.position.z) + 0.5 * turning
    };
    world.bodies.iter().filter(|body| body.is_free()).map(of).sum()
}

/// A ball that loses nothing comes up as high as it was let go, a thousand times.
#[test]
fn a_ball_keeps_its_height() {
    for law in ImpactLaw::ALL {
        let ball = Body::new("ball", Shape::Sphere { radius: 0.1 }, 1.0);
        let mut world = elastic(vec![ball.at(DVec3::new(0.0, 0.0, 0.2), DQuat::IDENTITY)], GRAVITY);
        world.settings.impact_law = law;
        let (first, mut bounces) = (energy(&world), 0);
        while bounces < 1000 {
            let before = world.bodies[0].state.velocity.z;
            world.step();
            bounces += usize::from(before < 0.0 && world.bodies[0].state.velocity.z > 0.0);
            let height = energy(&world) / GRAVITY - 0.1;
            assert!((height / (first / GRAVITY - 0.1) - 1.0).abs() < 1e-6, "{law:?}: {height} m, bounce {bounces}");
        }
    }
}

/// The last of five balls in a row goes on with the velocity of the first, though they meet within one step.
#[test]
fn a_row_with_gaps_hands_its_velocity_on() {
    for law in ImpactLaw::ALL {
        let place = |k: usize| if k == 0 { -0.1 } else { 0.205 * k as f64 };
        let ball = |k: usize| {
            let ball = Body::new("ball", Shape::Sphere { radius: 0.1 }, 1.0);
            let speed = if k == 0 { 2.0 } else { 0.0 };
            ball.at(DVec3::new(place(k), 0.0, 5.0), DQuat::IDENTITY).moving(speed * DVec3::X, DVec3::ZERO)
        };
        let mut world = elastic((0..5).map(ball).collect(), 0.0);
        world.settings.impact_law = law;
        (0..30).for_each(|_| world.step());
        let speeds: Vec<f64> = world.bodies[..5].iter().map(|body| body.state.velocity.x).collect();
        let right =
            speeds.iter().zip([0.0, 0.0, 0.0, 0.0, 2.0]).all(|(speed, expected)| (speed - expected).abs() < 1e-9);
        assert!(right, "{law:?}: {speeds:?} m/s");
    }
}

/// Bodies that leave a floor more slowly than weight brings them back within the step are on it again at its end, with nothing
/// gained: the way up is no higher than they come down.
#[test]
fn what_comes_back_within_a_step_gains_nothing() {
    let cube = Shape::Mesh(Arc::new(Solid::new(Mesh::cuboid(DVec3::splat(0.1)).unwrap(), VolumeKind::Obb)));
    let ball = Shape::Sphere { radius: 0.1 };
    for (law, part) in ImpactLaw::ALL.into_iter().flat_map(|law| [0.01, 0.1, 0.3, 0.9].map(|part| (law, part))) {
        for shape in [cube.clone(), ball.clone()] {
            let leaves = part * GRAVITY / 60.0 * DVec3::Z;
            let body = Body::new("body", shape, 1.0).at(0.1 * DVec3::Z, DQuat::IDENTITY).moving(leaves, DVec3::ZERO);
            let mut world = elastic(vec![body], GRAVITY);
            (world.settings.restitution, world.settings.impact_law) = (0.0, law);
            let before = energy(&world);
            (0..3).for_each(|_| world.step());
            let gained = energy(&world) / before - 1.0;
            assert!(gained <= 1e-12, "{law:?}, {part} of what weight does in a step: energy up by {gained:e}");
        }
    }
}

/// A box that tumbles over the floor never has more energy than before, with friction and without.
#[test]
fn a_box_that_rebounds_gains_nothing() {
    for (law, friction) in ImpactLaw::ALL.into_iter().flat_map(|law| [0.0, 0.6].map(|friction| (law, friction))) {
        let mesh = Mesh::cuboid(DVec3::new(0.3, 0.2, 0.12)).unwrap();
        let cuboid = Shape::Mesh(Arc::new(Solid::new(mesh, VolumeKind::Obb)));
        let cuboid = Body::new("box", cuboid, 1.0).at(DVec3::new(0.0, 0.0, 0.6), DQuat::from_rotation_x(0.4));
        let mut world = elastic(vec![cuboid.moving(DVec3::X, DVec3::new(3.0, 5.0, -2.0))], GRAVITY);
        (world.settings.impact_law, world.settings.friction) = (law, friction);
        let first = energy(&world);
        let mut before = first;
        for step in 0..240 {
            world.step();
            let now = energy(&world);
            assert!(now - before < 1e-6 * first, "{law:?}, μ {friction}, step {step}: {before} J, then {now} J");
            before = now;
        }
    }
}
