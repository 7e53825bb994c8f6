//! What the spatial scenes promise.
use crate::threads::{cores, side_by_side};
use contact_forces::planar::scenes as planar;
use contact_forces::session::spatial_scenes::{Options, SCENES, scene};
use contact_forces::spatial::body::{Body, Motion, Turning};
use contact_forces::spatial::bvh::VolumeKind;
use contact_forces::spatial::forces::Forces;
use contact_forces::spatial::scenes::screwdriver::depth;
use contact_forces::spatial::shape::{Mesh, Shape, Solid};
use contact_forces::spatial::time_stepping::MOREAU;
use contact_forces::spatial::world::World;
use glam::{DQuat, DVec2, DVec3, Vec3Swizzles};
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

/// Bodies overlap by less than this part of their size once they lie.
const OVERLAP: f64 = 5e-5;
/// No scene accelerates anything so far in two seconds, m/s.
const FASTEST: f64 = 100.0;

fn build(name: &str, seed: u64) -> World {
    (scene(name).expect("a scene").build)(Options { seed, ..Options::default() })
}

/// Goes on for a time, in which every step is solved and nothing overlaps at its end.
#[track_caller]
fn run(world: &mut World, seconds: f64) {
    let end = world.time + seconds;
    while world.time < end {
        world.step();
        let report = world.report;
        assert!(report.outcome.residual <= 1e-10 * report.size, "at {:.3} s: {report:?}", world.time);
    }
}

/// From 100 random places over the countersink the upright bolt finds its hole by itself, and its head settles in the
/// middle.
#[test]
fn the_bolt_finds_the_hole() {
    for seed in 1..=100 {
        let mut world = build("bolt", seed);
        let start = world.bodies[0].state.pose.position;
        run(&mut world, 1.5);
        let end = world.bodies[0].state.pose.position;
        let (aside, fallen) = (end.truncate().length(), start.z - end.z);
        assert!(aside < 1e-6 && fallen > 1.5, "{seed}: {aside:e} m aside, {fallen} m down");
    }
}

/// The angle of a body's z axis with the vertical, rad.
fn tilt(body: &Body) -> f64 {
    (body.state.pose.rotation * DVec3::Z).angle_between(DVec3::Z)
}

/// So does one that is free to tilt, from 100 random places and as many tilts: it ends in the hole, as far aside and as
/// tilted as its play of 0.05 m lets it.
#[test]
fn a_tilted_bolt_finds_the_hole() {
    let mut most = 0.0f64;
    for seed in 1..=100 {
        let mut world = build("polygonal-bolt", seed);
        assert_eq!(world.bodies[0].turning, Turning::Free);
        most = most.max(tilt(&world.bodies[0]));
        let start = world.bodies[0].state.pose.position;
        run(&mut world, 1.5);
        let end = world.bodies[0].state.pose.position;
        let (aside, fallen, tilted) = (end.truncate().length(), start.z - end.z, tilt(&world.bodies[0]));
        assert!(aside < 0.05 && fallen > 1.5, "{seed}: {aside:e} m aside, {fallen} m down");
        assert!(tilted < 0.05, "{seed}: tilted by {tilted}");
    }
    assert!(most > 0.3, "starts are tilted by {most} at most");
}

/// From 100 random places and attitudes the driver finds its way into the screw, all the way, and turns it. Nothing is
/// pinned: the screw has its hole's room of 0.025 m, the driver its play.
#[test]
fn the_driver_finds_its_way_into_the_screw() {
    let seeds: Vec<u64> = (1..=100).collect();
    let found = side_by_side(&seeds, cores(), |&seed| {
        let mut world = build("screwdriver", seed);
        assert!(world.bodies.iter().all(|body| body.turning == Turning::Free && !body.pinned));
        let (tilted, mut lifted) = (tilt(&world.bodies[0]), 0.0f64);
        let start = [0, 1].map(|body| world.bodies[body].state.pose.position);
        while world.time < 4.0 {
            run(&mut world, 0.01);
            lifted = lifted.max(world.bodies[1].state.pose.position.z - start[1].z);
        }
        let before = [0, 1].map(|body| world.bodies[body].state.pose.rotation);
        run(&mut world, 1.0);
        let [driver, screw] = [0, 1].map(|body| world.bodies[body].state);
        let fallen = start[0].z - driver.pose.position.z;
        assert!(fallen > depth(), "{seed}: {fallen} m of {} m", depth());
        let apart = (driver.pose.position - screw.pose.position).truncate().length();
        assert!(apart < 0.03, "{seed}: {apart} m between the axes");
        assert!([0, 1].iter().all(|&body| tilt(&world.bodies[body]) < 0.05), "{seed}: tilted");
        let turned = [(driver, 0), (screw, 1)].map(|(now, body)| now.pose.rotation.angle_between(before[body]));
        assert!(screw.omega.z < -0.5 && (turned[0] - turned[1]).abs() < 0.1 && turned[1] > 0.5, "{seed}: {turned:?}");
        (world.contacts.len(), tilted, lifted)
    });
    let most = found.iter().map(|run| run.0).max().unwrap_or(0);
    let tilts = found.iter().map(|run| run.1).fold(0.0, f64::max);
    let lifts = found.iter().map(|run| run.2).fold(0.0, f64::max);
    assert!(most >= 20, "{most} contacts at once at most");
    assert!(tilts > 0.14, "starts are tilted by {tilts} at most");
    println!("the screw was lifted by {lifts} m at most");
}

/// The room between driver and recess is the scene's to choose: the thinner the wings, the farther the driver is turned
/// against the screw while it drives it.
#[test]
fn the_play_of_the_driver_is_chosen() {
    let row = scene("screwdriver").expect("a scene");
    let angles = [0.0025, 0.01].map(|play| {
        let mut world = (row.build)(Options { seed: 2, play: Some(play), ..Options::default() });
        run(&mut world, 3.0);
        let [driver, screw] = [0, 1].map(|body| world.bodies[body].state);
        assert!(screw.omega.z < -0.5, "{play}: {}", screw.omega.z);
        let x = screw.pose.rotation.conjugate() * (driver.pose.rotation * DVec3::X);
        // the recess is the same at each quarter of a turn
        let angle = f64::atan2(x.y, x.x);
        angle - (angle / FRAC_PI_2).round() * FRAC_PI_2
    });
    assert!(angles[1] < angles[0] - 3e-3 && angles[0] < 0.0, "{angles:?}");
}

/// Screw and driver have about two hundred polygons together, however these are cut into triangles.
#[test]
fn screw_and_driver_have_about_two_hundred_polygons() {
    let world = build("screwdriver", 0);
    let polygons: usize = world.bodies.iter().filter_map(|body| Some(body.shape.solid()?.mesh.faces().len())).sum();
    assert!((160..=240).contains(&polygons), "{polygons}");
}

/// Each scene has a name of its own, tells what it shows, and runs for two seconds.
#[test]
fn every_scene_runs() {
    for (k, row) in SCENES.iter().enumerate() {
        assert!(SCENES[..k].iter().all(|other| other.name != row.name), "two scenes are called {}", row.name);
        assert!(row.title.len() > 5, "{}", row.name);
        let mut world = (row.build)(Options::default());
        if world.settings.scheme == MOREAU { run_impacts(&mut world, 2.0, row.name) } else { run(&mut world, 2.0) }
    }
}

/// Runs a scene whose contacts are laws of velocities: at its end what touches overlaps by little and nothing has flown
/// away. How deep bodies got on the way, when they hit each other, is printed.
fn run_impacts(world: &mut World, duration: f64, name: &str) {
    let deepest =
        |world: &World| world.contacts.iter().map(|contact| contact.gap / world.report.size).fold(0.0, f64::min);
    let mut on_the_way = 0.0f64;
    while world.time < duration {
        world.step();
        on_the_way = on_the_way.min(deepest(world));
    }
    let at_end = deepest(world);
    println!("{name}: overlap of {:.1e} of the size on the way, {:.1e} at the end", -on_the_way, -at_end);
    assert!(at_end > -OVERLAP, "{name}: {at_end}");
    let fastest = world.bodies.iter().map(|body| body.state.velocity.length()).fold(0.0, f64::max);
    assert!(fastest.is_finite() && fastest < FASTEST, "{name}: {fastest} m/s");
}

/// A hand whose velocity is given, a plate over the bolt's head, pushes it in as well.
#[test]
fn a_driven_hand_pushes_the_bolt_in() {
    for seed in 1..=20 {
        let mut world = build("polygonal-bolt", seed);
        world.forces = Forces { damping: world.forces.damping, ..Forces::default() };
        // upright: a tilted one jams between a plate that does not yield and the hole
        let bolt = &mut world.bodies[0];
        (bolt.turning, bolt.state) = (Turning::Locked, build("bolt", seed).bodies[0].state);
        let pose = bolt.state.pose;
        let (start, top) = (pose.position, bolt.shape.bounds(&pose).high.z);
        let hand = Mesh::cuboid(DVec3::new(2.0, 2.0, 0.1)).expect("a plate");
        let mut hand = Body::fixed("hand", Shape::Mesh(Arc::new(Solid::new(hand, VolumeKind::default()))));
        hand.motion = Motion::Driven;
        let over = DVec3::new(0.0, 0.0, top + 0.11);
        world.bodies.push(hand.at(over, DQuat::IDENTITY).moving(-DVec3::Z, DVec3::ZERO));
        run(&mut world, 1.5);
        let [bolt, hand] = [0, 2].map(|body| world.bodies[body].state.pose.position);
        assert!(
            (hand.z - (over.z - world.time)).abs() < 1e-9 && start.z - bolt.z > 1.48,
            "{seed}: {bolt}, hand at {hand}"
        );
        assert!(bolt.truncate().length() < 0.06, "{seed}: {bolt}");
    }
}

/// The hinge of a compound pendulum, l from its centre of mass and with the moment J about the hinge, carries along the rod
/// m g cos θ + m l θ'², and across it m g sin θ (1 − m l²/J).
#[test]
fn the_pendulum_has_its_reaction_force() {
    let mut world = build("pendulum", 0);
    let (l, g) = (0.5, 9.81);
    let mut most = 0.0f64;
    for _ in 0..480 {
        world.step();
        let rod = &world.bodies[0];
        let (along, across) = (rod.state.pose.rotation * DVec3::Z, rod.state.pose.rotation * DVec3::X);
        let (sin, cos) = (-along.x, along.z);
        let omega = rod.state.omega.y;
        let moment = rod.inertia.y_axis.y + rod.mass * l * l;
        let expected = rod.mass * (g * cos + l * omega * omega);
        let sideways = rod.mass * g * sin.abs() * (1.0 - rod.mass * l * l / moment);
        let force: DVec3 = world.contacts.iter().map(|c| [1.0, -1.0][c.a] * c.force * c.normal).sum();
        let off = (force.dot(along) - expected).abs().max((force.dot(across).abs() - sideways).abs());
        most = most.max(off / (rod.mass * g));
    }
    // forces are means of a step, the angle is that of its end
    assert!(most < 0.05, "off by {most} of the weight");
}

/// A fast top without friction goes round at m g l/(I ω) about the vertical through its centre of mass.
#[test]
fn the_top_precesses() {
    let mut world = build("spinning-top", 0);
    let body = &world.bodies[0];
    let (arm, spin) = (body.state.pose.position.length(), 60.0);
    let expected = body.mass * 9.81 * arm / (body.inertia.z_axis.z * spin);
    let (start, mut angle) = (body.state.pose, 0.0);
    let axis = |world: &World| (world.bodies[0].state.pose.rotation * DVec3::Z).with_z(0.0);
    let mut last = axis(&world);
    for _ in 0..960 {
        world.step();
        let next = axis(&world);
        angle += f64::atan2(last.cross(next).z, last.dot(next));
        last = next;
    }
    let rate = angle / world.time;
    assert!((rate / expected - 1.0).abs() < 0.03, "{rate} rad/s, expected {expected} rad/s");
    let moved = world.bodies[0].state.pose.position - start.position;
    assert!(moved.length() < 0.02 && moved.truncate().length() < 1e-9, "{moved}");
}

/// What stands in the plane stands in space: nothing moves, and the floor carries the weight.
#[test]
fn stacks_stand() {
    for name in ["one-block-3d", "two-blocks-3d", "stack-3d", "pyramid-3d", "see-saw-3d", "hexagon-3d"] {
        let mut world = build(name, 0);
        // they begin a little over the floor
        run(&mut world, 1.0);
        let start = world.states();
        run(&mut world, 10.0);
        for (body, start) in world.bodies.iter().zip(&start) {
            let moved = body.state.pose.position.distance(start.pose.position);
            assert!(moved < 1e-9, "{name}: {} moved by {moved:e} m", body.name);
        }
        let carried: f64 = world
            .contacts
            .iter()
            .filter_map(|c| {
                let [a, b] = [c.a, c.b].map(|body| world.bodies[body].is_fixed());
                (a != b).then(|| if b { c.force * c.normal.z } else { -c.force * c.normal.z })
            })
            .sum();
        let mass: f64 = world.bodies.iter().filter(|body| body.is_free()).map(|body| body.mass).sum();
        let weight = mass * world.forces.gravity.length();
        assert!((carried - weight).abs() < 1e-6 * weight, "{name}: {carried} N of {weight} N");
    }
}

/// Every scene of the plane without friction is there, stays in its plane, and without weight moves as it does there.
#[test]
fn the_plane_is_seen_in_space() {
    for row in planar::SMOOTH {
        let name = format!("{}-3d", row.name);
        let mut flat = (row.build)(planar::Options::default());
        let mut world = build(&name, 0);
        assert_eq!(world.bodies.len(), flat.bodies.len(), "{name}");
        for (body, other) in world.bodies.iter().zip(&flat.bodies).filter(|(body, _)| body.is_free()) {
            let across = body.state.pose.rotation.conjugate() * DVec3::Y;
            assert!((across.dot(body.inertia * across) / other.inertia - 1.0).abs() < 1e-12, "{name}: {}", body.name);
        }
        let h = 1e-4;
        (world.settings.time_step, flat.settings.time_step) = (h, h);
        (world.forces.gravity, flat.forces.gravity) = (DVec3::ZERO, DVec2::ZERO);
        // what overlaps is parted in ways of its own, and in the plane what touches has a gap
        let touches = ["overlap", "turning"].contains(&row.name);
        (0..if touches { 0 } else { 300 }).for_each(|_| {
            world.step();
            flat.step();
        });
        for (body, other) in world.bodies.iter().zip(&flat.bodies) {
            let (here, there) = (body.state.pose.position, other.state.position);
            let apart = (here - DVec3::new(there.x, 0.0, there.y)).length();
            assert!(apart <= h * world.time + 1e-15, "{name}: {} is at {here}, in the plane at {there}", body.name);
            let turned =
                (body.state.pose.rotation * DVec3::X).angle_between(other.state.frame().axis.extend(0.0).xzy());
            assert!(turned < 1e-4, "{name}: {} is turned by {turned} against the plane", body.name);
        }
    }
}
