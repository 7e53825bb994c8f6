//! First collisions of moving meshes.
use crate::meshes::Random;
use contact_forces::spatial::bvh::VolumeKind;
use contact_forces::spatial::bvh::swept::Sweep;
use contact_forces::spatial::narrow_phase::distance::DistanceSearch;
use contact_forces::spatial::narrow_phase::impact::{Impact, ImpactSearch};
use contact_forces::spatial::narrow_phase::motion::Motion;
use contact_forces::spatial::narrow_phase::triangle;
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::{Mesh, Posed, Solid};
use glam::{DQuat, DVec3};

const GRAZE: f64 = 1e-9;

fn motion(random: &mut Random, spread: f64, turn: f64) -> Motion {
    let start = random.pose(spread);
    let turning = DQuat::from_scaled_axis(turn * random.vector());
    Motion::new(start, Pose { position: spread * random.vector(), rotation: turning * start.rotation })
}

fn cuboid(x: f64, y: f64, z: f64) -> Solid {
    Solid::new(Mesh::cuboid(DVec3::new(x, y, z)).unwrap(), VolumeKind::default())
}

fn first(a: (&Solid, &Motion), b: (&Solid, &Motion)) -> Option<Impact> {
    ImpactSearch::default().first(a, b, GRAZE)
}

/// Before the collision bodies are apart, at that time they touch, and where none is found they never overlap.
#[test]
fn bodies_are_apart_until_they_collide() {
    let (mut random, mut distance) = (Random::new(23), DistanceSearch::default());
    let (mut hits, mut passes) = (0, 0);
    for round in 0..1200 {
        let kind = VolumeKind::ALL[round % 6];
        let (s, t) = (Solid::new(random.mesh(), kind), Solid::new(random.mesh(), kind));
        let turn = [0.0, 0.3, 1.0][round / 6 % 3];
        let (a, b) = (motion(&mut random, 2.0, turn), motion(&mut random, 2.0, turn));
        let mut at = |time: f64| {
            let (a, b) = (Posed { solid: &s, pose: a.at(time) }, Posed { solid: &t, pose: b.at(time) });
            distance.closest(a, b)
        };
        if at(0.0).intersecting || at(0.0).distance < 1e-6 {
            continue;
        }
        let found = first((&s, &a), (&t, &b));
        let end = found.map_or(1.0, |impact| impact.time);
        for k in 0..40 {
            let time = end * f64::from(k) / 40.0;
            assert!(!at(time).intersecting, "round {round}: overlap at {time}, before {found:?}");
        }
        if let Some(impact) = found {
            let there = at(impact.time);
            let gap = if there.intersecting { 0.0 } else { there.distance };
            assert!(gap < 1e-12, "round {round}: {gap:e} apart at {impact:?}");
            hits += 1;
        } else {
            passes += 1;
        }
    }
    assert!(hits > 100 && passes > 100, "{hits} {passes}");
}

/// A box that falls on one of the same size, exactly aligned: every feature pair is degenerate. The same along x and y,
/// shifted, crossed, and onto a corner of a notch.
#[test]
fn aligned_bodies_collide_when_their_faces_meet() {
    let (cube, plank, cross) = (cuboid(1.0, 1.0, 1.0), cuboid(3.0, 0.5, 1.0), cuboid(0.5, 3.0, 1.0));
    let rest = Motion::at_rest(Pose::default());
    for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
        for shift in [0.0, 0.5, 1.0, 1.999] {
            let aside = shift * axis.any_orthonormal_vector();
            let fall = Motion::new(Pose::at(3.0 * axis + aside), Pose::at(1.0 * axis + aside));
            let impact = first((&cube, &fall), (&cube, &rest)).expect("a collision");
            assert!((impact.time - 0.5).abs() < 1e-12 && impact.normal.distance(axis) < 1e-12, "{impact:?}");
            let impact = first((&cube, &rest), (&cube, &fall)).expect("a collision");
            assert!((impact.time - 0.5).abs() < 1e-12 && impact.normal.distance(-axis) < 1e-12, "{impact:?}");
        }
    }
    let fall = Motion::new(Pose::at(DVec3::Z * 2.5), Pose::at(DVec3::Z));
    let impact = first((&plank, &fall), (&cross, &rest)).expect("a collision");
    assert!((impact.time - 1.0 / 3.0).abs() < 1e-12 && impact.normal.distance(DVec3::Z) < 1e-12, "{impact:?}");
}

/// Bodies that touch at the start: no collision while they slide or part, one at once if they move into each other.
#[test]
fn touching_bodies_collide_only_if_they_approach() {
    let (cube, plate) = (cuboid(0.2, 0.2, 0.2), cuboid(1.0, 1.0, 0.5));
    let rest = Motion::at_rest(Pose::default());
    for height in [0.7, 0.7 - 1e-12, 0.7 + 1e-12] {
        for x in [0.0, 0.8, -1.2, 1.2] {
            let from = DVec3::new(x, 0.3, height);
            let go = |way: DVec3| first((&cube, &Motion::new(Pose::at(from), Pose::at(from + way))), (&plate, &rest));
            assert_eq!(go(DVec3::ZERO), None);
            assert_eq!(go(DVec3::new(0.5, 0.1, 0.0)), None);
            assert_eq!(go(DVec3::new(0.1, -0.1, 0.2)), None);
            let into = go(DVec3::new(0.3, 0.0, -0.1));
            match x {
                0.0 | 0.8 => assert!(into.is_some_and(|hit| hit.time < 1e-9 && hit.normal.distance(DVec3::Z) < 1e-9)),
                1.2 => assert_eq!(into, None),
                _ => assert!(into.is_some()),
            }
        }
    }
    // level with the top of a plate and moving towards it: over it, not against it
    let level =
        |height: f64| Motion::new(Pose::at(DVec3::new(-2.0, 0.1, height)), Pose::at(DVec3::new(2.0, 0.1, height)));
    assert_eq!(first((&cube, &level(0.7)), (&plate, &rest)), None);
    let step = first((&cube, &level(0.6)), (&plate, &rest)).expect("the step");
    assert!((step.time - 0.2).abs() < 1e-12 && step.normal.distance(-DVec3::X) < 1e-12, "{step:?}");
}

/// Nothing is too fast: a small body shot through a thin plate, a rod through the gap between two others.
#[test]
fn fast_bodies_do_not_pass_unseen() {
    let (ball, plate, rod) = (cuboid(0.01, 0.01, 0.01), cuboid(1.0, 1.0, 0.001), cuboid(1.0, 0.01, 0.01));
    let rest = Motion::at_rest(Pose::default());
    let shot = Motion::new(Pose::at(DVec3::new(0.3, 0.2, 50.0)), Pose::at(DVec3::new(0.3, 0.2, -50.0)));
    let impact = first((&ball, &shot), (&plate, &rest)).expect("a collision");
    assert!((impact.time - (50.0 - 0.011) / 100.0).abs() < 1e-12, "{impact:?}");
    // two rods that cross: edge against edge
    let across = DQuat::from_rotation_z(1.0);
    let pose = |z: f64| Pose { position: DVec3::Z * z, rotation: across };
    let impact = first((&rod, &Motion::new(pose(10.0), pose(-10.0))), (&rod, &rest)).expect("a collision");
    assert!((impact.time - (10.0 - 0.02) / 20.0).abs() < 1e-12 && impact.normal.distance(DVec3::Z) < 1e-12);
}

/// Volumes that are kept apart hold no triangles that meet during the step.
#[test]
fn swept_volumes_miss_nothing() {
    let mut random = Random::new(31);
    let (mut sweep, mut apart) = (Sweep::default(), 0);
    for round in 0..600 {
        let kind = VolumeKind::ALL[round % 6];
        let (s, t) = (Solid::new(random.mesh(), kind), Solid::new(random.mesh(), kind));
        let (a, b) = (motion(&mut random, 1.0, 0.1), motion(&mut random, 1.0, 0.1));
        let bulge = a.bulge(s.mesh.radius()) + b.bulge(t.mesh.radius());
        sweep.set((&s.tree, [&a.start, &a.end]), (&t.tree, [&b.start, &b.end]), bulge);
        for _ in 0..20 {
            let (i, j) = (random.below(s.tree.nodes().len()), random.below(t.tree.nodes().len()));
            if !sweep.separates((&s.tree, i), (&t.tree, j)) {
                continue;
            }
            apart += 1;
            for k in 0..=10 {
                let time = f64::from(k) / 10.0;
                let place = |solid: &Solid, pose: Pose, t: usize| solid.mesh.corners(t).map(|p| pose.place(p));
                for &u in s.tree.items(i) {
                    for &v in t.tree.items(j) {
                        let (p, q) = (place(&s, a.at(time), u), place(&t, b.at(time), v));
                        assert!(triangle::distance(p, q).distance > 0.0, "round {round}, {}", kind.name());
                    }
                }
            }
        }
    }
    assert!(apart > 1000, "{apart}");
}

/// Points of a turning body stay within the bulge of their chords, at even speed.
#[test]
fn turning_points_stay_near_their_chords() {
    let mut random = Random::new(4);
    for round in 0..2000 {
        let turn = [0.05, 0.3, 0.57, 2.0][round % 4];
        let motion = motion(&mut random, 1.0, turn);
        let point = random.vector();
        let (from, to) = (motion.start.place(point), motion.end.place(point));
        for k in 0..=20 {
            let time = f64::from(k) / 20.0;
            let off = motion.at(time).place(point).distance(from.lerp(to, time));
            assert!(off <= motion.bulge(point.length()) + 1e-15, "{off} {}", motion.bulge(point.length()));
        }
    }
}
