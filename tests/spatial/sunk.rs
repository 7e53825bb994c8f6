//! Overlaps that a scene begins with are undone.
use crate::meshes::Random;
use crate::overlap::{Judged, depth};
use crate::space::{self, KINDS, beside, body};
use contact_forces::spatial::body::Body;
use contact_forces::spatial::bvh::VolumeKind;
use contact_forces::spatial::forces::Forces;
use contact_forces::spatial::narrow_phase::separation::{Separator, along, along_over};
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::mesh::Feature;
use contact_forces::spatial::shape::{Mesh, Shape, Solid};
use contact_forces::spatial::time_stepping::{MOREAU, SCHEMES};
use contact_forces::spatial::world::{Settings, World};
use glam::{DQuat, DVec3};
use std::sync::Arc;

fn cube(side: f64) -> Shape {
    let mesh = Mesh::cuboid(DVec3::splat(0.5 * side)).expect("a box");
    Shape::Mesh(Arc::new(Solid::new(mesh, VolumeKind::default())))
}

/// The schemes that keep bodies apart, with a friction that they know, and with bodies that may fall asleep.
fn schemes() -> impl Iterator<Item = Settings> {
    let keep = SCHEMES.iter().filter(|row| row.keeps_gaps).map(|row| (row.name, 0.0));
    let all = keep.chain([0.0, 0.5].map(|friction| (MOREAU, friction)));
    let settings = |(scheme, friction)| Settings { scheme, friction, ..Settings::default() };
    let asleep = [0.0, 0.5].map(|friction| Settings { sleep: true, ..settings((MOREAU, friction)) });
    all.map(settings).chain(asleep)
}

/// A cube of 0.4 m that is put into a thick floor, up to wholly inside, is pushed out of it within two seconds by every scheme
/// that keeps bodies apart, and no faster than gravity makes it in three steps. Those that let gaps drift leave what they see, a
/// hundredth of its radius.
#[test]
fn a_cube_inside_the_floor_comes_out() {
    let drift = SCHEMES.iter().filter(|row| !row.keeps_gaps && row.name != MOREAU).map(|row| row.name);
    let drift = drift.map(|scheme| (Settings { scheme, ..Settings::default() }, 0.01 * 0.2 * 3.0_f64.sqrt()));
    let schemes = schemes().map(|settings| (settings, 4e-4)).chain(drift);
    for ((settings, most), depth) in
        schemes.flat_map(|it| [0.002, 0.035, 0.1, 0.3, 0.45].map(|depth| (it.clone(), depth)))
    {
        let floor = Body::fixed("floor", cube(4.0)).at(DVec3::new(0.0, 0.0, -2.0), DQuat::IDENTITY);
        let sunk = Body::new("sunk", cube(0.4), 64.0).at(DVec3::new(0.0, 0.0, 0.2 - depth), DQuat::IDENTITY);
        let mut world = World::new(vec![floor, sunk]);
        world.forces = Forces { gravity: DVec3::new(0.0, 0.0, -9.81), ..Forces::default() };
        world.settings = settings;
        let told = format!("{}, {depth} m deep", world.settings.scheme);
        while world.time < 2.0 {
            world.step();
            let speed = world.bodies[1].state.velocity.length();
            assert!(speed < 0.5, "{told}: {speed} m/s");
        }
        let left = 0.2 - world.bodies[1].state.pose.position.z;
        assert!(left < most && world.report.no_way.is_none(), "{told}: {left} m are left");
    }
}

/// Between two walls that leave less room than it needs a cube stays at rest where it is between them, and every step says that
/// no way leads out.
#[test]
fn between_walls_it_is_said_that_no_way_leads_out() {
    for (settings, x) in schemes().flat_map(|it| [0.0, 0.01, -0.04].map(|x| (it.clone(), x))) {
        let wall = |x: f64| Body::fixed("wall", cube(4.0)).at(DVec3::new(x, 0.0, 0.0), DQuat::IDENTITY);
        let held = Body::new("held", cube(1.0), 1.0).at(DVec3::new(x, 0.1, 0.2), DQuat::IDENTITY);
        let mut world = World::new(vec![wall(-2.45), wall(2.45), held]);
        world.settings = settings;
        let told = format!("{} from {x} m", world.settings.scheme);
        while world.time < 2.0 {
            world.step();
            let state = &world.bodies[2].state;
            assert!(world.report.no_way.is_some(), "{told}: after {} s there is a way", world.time);
            assert!(state.velocity.length() < 1e-9 && state.pose.position.x.abs() < 0.05, "{told}: {state:?}");
        }
    }
}

/// Of all kinds, put into each other at random, some wholly, two bodies over a floor come apart within two seconds, by impulses
/// as by forces from distances, and gain no more energy than what lifts both by the way out, which is no longer than their radii.
#[test]
fn bodies_put_into_each_other_come_apart() {
    const BOXES: usize = 0;
    const HULLS: usize = 2;
    const NOTCHED: usize = 3;
    const LATHES: usize = 4;
    const BALLS: usize = 5;
    const SMOOTH: usize = 6;
    let mut random = Random::new(16);
    for kinds in [
        [BOXES, NOTCHED],
        [HULLS, NOTCHED],
        [NOTCHED, NOTCHED],
        [NOTCHED, LATHES],
        [LATHES, LATHES],
        [BALLS, BOXES],
        [BALLS, NOTCHED],
        [BALLS, SMOOTH],
        [SMOOTH, SMOOTH],
    ] {
        for case in 0..5 {
            let [(p, one), (q, other)] = kinds.map(|kind| space::body(kind, &mut random, 1e3));
            let high = DVec3::new(0.0, 0.0, one.radius.max(other.radius) + 0.05);
            let aside = 0.2 * f64::from(case) * one.radius.min(other.radius) * space::direction(&mut random);
            let mut turned = || space::rotation(&mut random);
            let (p, q) = (p.at(high, turned()), q.at(high + aside, turned()));
            // by distances smooth bodies that fall flat may turn over at once, in each other before or not
            let schemes = if kinds == [SMOOTH; 2] { 1 } else { 2 };
            for (scheme, friction) in [(MOREAU, 0.3), ("fixpoint", 0.0)].into_iter().take(schemes) {
                let floor = Body::fixed("floor", Shape::HalfSpace { normal: DVec3::Z });
                let mut world = World::new(vec![p.clone(), q.clone(), floor]);
                world.forces.gravity = DVec3::new(0.0, 0.0, -9.81);
                world.settings = Settings { scheme, friction, ..Settings::default() };
                let deep = |world: &World| {
                    let [p, q] = [0, 1].map(|k| &world.bodies[k].state.pose);
                    depth((&one, p), (&other, q))
                };
                let (start, first, mut most) = (world.balance().total(), deep(&world), f64::NEG_INFINITY);
                while world.time < 2.0 {
                    world.step();
                    most = most.max(world.balance().total());
                }
                let told = format!("{:?} {case} by {scheme}, {first} m deep", kinds.map(|kind| KINDS[kind]));
                let lift = 9.81 * (world.bodies[0].mass + world.bodies[1].mass) * (one.radius + other.radius);
                assert!(most - start <= lift, "{told}: {} J gained", most - start);
                let (left, extent) = (deep(&world), one.extent.min(other.extent));
                assert!(left <= 1e-3 * extent, "{told}: {left} m are left, of {extent} m");
            }
        }
    }
}

/// Of all directions square to a face, or to an edge of each, none is a shorter way out of each other for two convex bodies
/// than the one that is found; and it tells those that are apart.
#[test]
fn no_direction_leads_out_sooner() {
    let random = &mut Random::new(5);
    let bodies: Vec<(Body, Judged)> = (0..30).map(|k| body(k % 3, random, 1e3)).collect();
    let (mut separator, mut by_edges) = (Separator::default(), 0);
    for pair in 0..400 {
        let [(a, judged), (b, other)] = [(); 2].map(|()| &bodies[random.below(bodies.len())]);
        let poses = beside(random, 0.5 * (judged.radius + other.radius));
        let [p, q] = [a, b].map(|body| &body.shape.solid().expect("a polyhedron").mesh);
        let [p, q] = [(p, &poses[0]), (q, &poses[1])];
        let faces = separator.faces(p, q);
        let found = separator.edges(p, q, faces);
        let normals = || [p, q].map(|(mesh, pose)| mesh.faces().iter().map(|face| pose.turn(face.normal)));
        let edges =
            |(mesh, pose): (&Mesh, &Pose)| mesh.edges().iter().map(|edge| pose.turn(edge.along)).collect::<Vec<_>>();
        let (one, two) = (edges(p), edges(q));
        let square = || one.iter().flat_map(|u| two.iter().map(|v| u.cross(*v))).filter_map(DVec3::try_normalize);
        let all = || normals().into_iter().flatten().chain(square()).flat_map(|normal| [normal, -normal]);
        let best = all().map(|normal| along(normal, p, q)).fold(f64::NEG_INFINITY, f64::max);
        let mut foremost = [0; 2];
        let over = |best: f64, normal| along_over(best, normal, [p, q], &mut foremost).unwrap_or(best);
        assert_eq!(all().fold(f64::NEG_INFINITY, over), best, "pair {pair}: not all corners need be looked at");
        let near = |gap: f64| (gap - found.gap).abs() <= 1e-8 * judged.radius.min(other.radius);
        let names = [&a.name, &b.name];
        // of what is apart, any direction that keeps it apart will do
        assert!(near(best) || best.min(found.gap) > 0.0, "pair {pair}, {names:?}: {found:?}, but {best}");
        assert!(near(along(found.normal, p, q)), "pair {pair}, {names:?}: {found:?}");
        by_edges += usize::from(matches!(found.features, [Feature::Edge(_), Feature::Edge(_)]));
    }
    println!("{by_edges} of 400 pairs leave each other across edges");
    assert!(by_edges > 20, "{by_edges} pairs");
}
