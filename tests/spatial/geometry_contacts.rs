//! Contacts of posed shapes: how many, where, along which normals, and that their gaps are distances.
use crate::meshes::Random;
use contact_forces::spatial::bvh::VolumeKind;
use contact_forces::spatial::narrow_phase::collide::Collider;
use contact_forces::spatial::narrow_phase::contact_point::{ContactPoint, Reach};
use contact_forces::spatial::narrow_phase::distance::DistanceSearch;
use contact_forces::spatial::narrow_phase::manifold::Manifold;
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::mesh::Feature;
use contact_forces::spatial::shape::{Mesh, Posed, Shape, Solid};
use glam::{DQuat, DVec2, DVec3};
use std::f64::consts::{FRAC_PI_4, TAU};
use std::sync::Arc;

fn solid(mesh: Mesh) -> Solid {
    Solid::new(mesh, VolumeKind::default())
}

fn cuboid(x: f64, y: f64, z: f64) -> Solid {
    solid(Mesh::cuboid(DVec3::new(x, y, z)).unwrap())
}

/// Contacts of `a` at a place and turned about z, with `b` at the origin.
fn contacts(a: &Solid, at: [f64; 3], angle: f64, b: &Solid) -> Vec<ContactPoint> {
    let pose = Pose { position: DVec3::from_array(at), rotation: DQuat::from_rotation_z(angle) };
    let (a, b) = (Posed { solid: a, pose }, Posed { solid: b, pose: Pose::default() });
    let reach = Reach::new(1e-2);
    let found = Manifold::default().find(a, b, reach).to_vec();
    let mut back: Vec<ContactPoint> = Manifold::default().find(b, a, reach).to_vec();
    assert_eq!(back.len(), found.len(), "as many with the bodies exchanged");
    back.iter_mut().for_each(|point| *point = point.swapped());
    for point in &found {
        let same = |other: &&ContactPoint| {
            other.points[0].distance(point.points[0]) < 1e-4 && other.normal.dot(point.normal) > 0.999
        };
        assert!(back.iter().any(|other| same(&other)), "{point:?} with the bodies exchanged");
    }
    found
}

#[track_caller]
fn assert_all(found: &[ContactPoint], count: usize, normal: DVec3, gap: f64) {
    assert_eq!(found.len(), count, "{found:#?}");
    for point in found {
        assert!(point.normal.distance(normal) < 1e-11, "normal {}", point.normal);
        assert!((point.gap - gap).abs() < 1e-12, "gap {}", point.gap);
        assert!((point.normal.dot(point.points[0] - point.points[1]) - point.gap).abs() < 1e-12);
    }
}

/// Boxes of one size on top of each other, exactly aligned or turned; a small one on a large one; crossed planks.
#[test]
fn boxes_on_boxes_touch_at_the_corners_of_the_common_face() {
    let (cube, small, plank) = (cuboid(1.0, 1.0, 1.0), cuboid(0.3, 0.4, 1.0), cuboid(3.0, 0.5, 1.0));
    let cross = cuboid(0.5, 3.0, 1.0);
    for gap in [1e-3, 1e-6, 1e-9, 0.0, -1e-12, -1e-6, -1e-3] {
        let z = 2.0 + gap;
        assert_all(&contacts(&cube, [0.0, 0.0, z], 0.0, &cube), 4, DVec3::Z, gap);
        assert_all(&contacts(&cube, [0.5, 0.0, z], 0.0, &cube), 4, DVec3::Z, gap);
        assert_all(&contacts(&cube, [0.3, -0.4, z], 0.0, &cube), 4, DVec3::Z, gap);
        assert_all(&contacts(&cube, [0.0, 0.0, z], FRAC_PI_4, &cube), 8, DVec3::Z, gap);
        assert_all(&contacts(&cube, [0.0, 0.0, z], 0.3, &cube), 8, DVec3::Z, gap);
        assert_all(&contacts(&small, [0.1, 0.2, z], 0.7, &cube), 4, DVec3::Z, gap);
        assert_all(&contacts(&plank, [0.0, 0.0, z], 0.0, &cross), 4, DVec3::Z, gap);
        assert_all(&contacts(&cross, [1.0, 0.2, z], 0.4, &plank), 4, DVec3::Z, gap);
    }
}

/// A box that slides on the level top of one plate over the next feels the next plate from below only.
#[test]
fn joints_of_level_plates_are_not_felt() {
    let (plate, block) = (cuboid(1.0, 1.0, 0.5), cuboid(0.2, 0.2, 0.2));
    for angle in [0.0, 0.5, FRAC_PI_4] {
        for gap in [1e-6, 0.0, -1e-12, -1e-6] {
            for k in -400..400 {
                let found = contacts(&block, [-1.0 + 1e-3 * f64::from(k), 0.1, 0.7 + gap], angle, &plate);
                assert!(found.iter().all(|point| point.normal.distance(DVec3::Z) < 1e-9), "{k} {gap}: {found:#?}");
            }
        }
    }
    // a step is felt
    let found = contacts(&block, [-1.205, 0.1, 0.6], 0.0, &plate);
    assert!(found.len() >= 4 && found.iter().all(|point| point.normal.distance(-DVec3::X) < 1e-12), "{found:#?}");
}

/// A corner that overlaps near an edge is pushed out of the nearer face only; in a notch, out of both walls.
#[test]
fn overlaps_are_resolved_the_short_way() {
    let cube = cuboid(1.0, 1.0, 1.0);
    let found = contacts(&cube, [2.0 - 4e-3, 0.0, 2.0 - 1e-4], 0.0, &cube);
    assert_all(&found, 4, DVec3::Z, -1e-4);
    let found = contacts(&cube, [2.0 - 1e-4, 0.3, 2.0 - 4e-3], 0.0, &cube);
    assert_all(&found, 4, DVec3::X, -1e-4);
    let notch = [(0., 0.), (2., 0.), (2., 1.), (1., 1.), (1., 2.), (0., 2.)].map(|(x, y)| DVec2::new(x, y));
    let notch = solid(Mesh::extrusion(&notch, 1.0).unwrap());
    let small = cuboid(0.25, 0.25, 0.25);
    let found = contacts(&small, [1.25 - 1e-4, 1.25 - 3e-3, 0.0], 0.0, &notch);
    let along = |normal: DVec3| found.iter().filter(|point| point.normal.distance(normal) < 1e-12).count();
    assert_eq!((along(DVec3::X), along(DVec3::Y), found.len()), (4, 4, 8), "{found:#?}");
}

/// Parallel edges that meet: two roofs, edge on edge, along the common part.
#[test]
fn parallel_edges_touch_where_one_ends() {
    let roof = |half: f64| {
        let triangle = [(-1., 0.), (1., 0.), (0., 1.)].map(|(x, y)| DVec2::new(x, y));
        Mesh::extrusion(&triangle, half).unwrap()
    };
    let (long, short) = (solid(roof(1.0)), solid(roof(0.4)));
    for gap in [1e-3, 1e-4] {
        for (upper, lower) in [(&short, &long), (&long, &short), (&long, &long)] {
            let pose = Pose { position: DVec3::Y * (2.0 + gap), rotation: DQuat::from_rotation_z(TAU / 2.0) };
            let (a, b) = (Posed { solid: upper, pose }, Posed { solid: lower, pose: Pose::default() });
            let mut manifold = Manifold::default();
            assert_all(manifold.find(a, b, Reach::new(1e-2)), 2, DVec3::Y, gap);
        }
    }
}

/// A bolt of 12 sides in a hole of 12 sides: every side and edge that is within reach, with the clearance as its gap.
#[test]
fn a_bolt_in_its_hole_touches_all_around() {
    let profile = |list: &[(f64, f64)]| list.iter().map(|&(r, z)| DVec2::new(r, z)).collect::<Vec<_>>();
    let n = 12;
    let plate =
        solid(Mesh::lathe(n, &profile(&[(0.5, -1.0), (2.0, -1.0), (2.0, 0.0), (0.9, 0.0), (0.5, -0.3)])).unwrap());
    let bolt =
        solid(Mesh::lathe(n, &profile(&[(0.0, -2.0), (0.1, -2.0), (0.495, -1.5), (0.495, 1.0), (0.0, 1.0)])).unwrap());
    let found = contacts(&bolt, [0.0; 3], 0.0, &plate);
    let clearance = 0.005 * (TAU / 24.0).cos();
    assert!(found.len() >= 24, "{}", found.len());
    for point in &found {
        assert!((point.gap - clearance).abs() < 1e-12, "{point:?}");
        assert!(point.normal.z.abs() < 1e-12 && point.normal.dot(point.points[1]) < 0.0);
    }
    // on the countersink: the cone of the bolt's head lies on that of the hole
    let head =
        solid(Mesh::lathe(n, &profile(&[(0.3, -0.45), (0.9, 0.0), (0.9, 0.4), (0.0, 0.4), (0.0, -0.45)])).unwrap());
    assert!(contacts(&head, [0.0; 3], 0.0, &plate).len() >= 2 * n);
}

/// A cross in a cross-shaped recess: the tip of a screwdriver, wedged by a small turn, touches on all sides.
#[test]
fn a_cross_in_its_recess_touches_on_all_sides() {
    let cross = |arm: f64, half: f64| -> Vec<DVec2> {
        let corners = [(half, -half), (arm, -half), (arm, half), (half, half)].map(|(x, y)| DVec2::new(x, y));
        let quarter =
            |k: usize| corners.iter().skip(1).map(move |p| DVec2::from_angle(k as f64 * TAU / 4.0).rotate(*p));
        (0..4).flat_map(quarter).collect()
    };
    let square = [(-2., -2.), (2., -2.), (2., 2.), (-2., 2.)].map(|(x, y)| DVec2::new(x, y));
    let recess = solid(Mesh::plate(&square, &[cross(1.0, 0.3)], 0.5).unwrap());
    let tip = solid(Mesh::extrusion(&cross(0.999, 0.299), 1.0).unwrap());
    let found = contacts(&tip, [0.0; 3], 0.0, &recess);
    assert!(found.len() >= 40, "{}", found.len());
    assert!(found.iter().all(|point| (point.gap - 1e-3).abs() < 1e-12));
    // turned until it jams: half of the walls are left
    let found = contacts(&tip, [0.0; 3], 9e-4, &recess);
    assert!(found.len() >= 40 && found.iter().any(|point| point.gap < 3e-4), "{}", found.len());
}

/// Where the closest places of two bodies are a vertex and a face or two crossing edges, a contact has that gap.
#[test]
fn the_smallest_gap_is_the_distance() {
    let (mut random, mut search, mut manifold) = (Random::new(5), DistanceSearch::default(), Manifold::default());
    let mut compared = [0; 2];
    while compared[0] < 300 || compared[1] < 300 {
        let (s, t) = (solid(random.mesh()), solid(random.mesh()));
        let (a, b) = (Posed { solid: &s, pose: random.pose(0.5) }, Posed { solid: &t, pose: random.pose(2.5) });
        let closest = search.closest(a, b);
        let kind = match closest.features {
            [Feature::Vertex(_), Feature::Face(_)] | [Feature::Face(_), Feature::Vertex(_)] => 0,
            [Feature::Edge(_), Feature::Edge(_)] => 1,
            _ => continue,
        };
        if closest.intersecting || closest.distance < 1e-6 {
            continue;
        }
        let found = manifold.find(a, b, Reach { overlap: 0.0, graze: 1e-9, ..Reach::new(1.2 * closest.distance) });
        let least = found.iter().map(|point| point.gap).fold(f64::INFINITY, f64::min);
        let own = found.iter().find(|point| point.features == closest.features);
        let own = own.unwrap_or_else(|| panic!("no contact of {:?} in {found:#?}", closest.features));
        assert!((own.gap - closest.distance).abs() < 1e-12, "{} {}", own.gap, closest.distance);
        assert!(least > closest.distance - 1e-12);
        assert!((0..2).all(|k| own.points[k].distance(closest.points[k]) < 1e-6));
        compared[kind] += 1;
    }
}

/// The gap of the same features changes as the motion of their points along the normal says.
#[test]
fn gaps_follow_the_points() {
    let mut random = Random::new(17);
    let mut manifold = Manifold::default();
    let (mut compared, h) = (0, 1e-6);
    while compared < 500 {
        let (s, t) = (solid(random.mesh()), solid(random.mesh()));
        let poses = [random.pose(0.2), random.pose(1.2)];
        let posed = |poses: [Pose; 2]| (Posed { solid: &s, pose: poses[0] }, Posed { solid: &t, pose: poses[1] });
        let (a, b) = posed(poses);
        let velocity = [(random.vector(), random.vector()), (random.vector(), random.vector())];
        let moved = |time: f64| {
            [0, 1].map(|k| Pose {
                position: poses[k].position + time * velocity[k].0,
                rotation: DQuat::from_scaled_axis(time * velocity[k].1) * poses[k].rotation,
            })
        };
        for point in manifold.find(a, b, Reach::new(0.1)) {
            let at = |time: f64| {
                let (a, b) = posed(moved(time));
                Manifold::again(point.features, a, b).expect("the features are still there")
            };
            let speed = |k: usize| {
                let (v, w) = velocity[k];
                v + w.cross(point.points[k] - poses[k].position)
            };
            let (before, after) = (at(-h), at(h));
            let (rate, expected) = ((after.gap - before.gap) / (2.0 * h), point.normal.dot(speed(0) - speed(1)));
            // edges that cross at a small angle turn their normal fast
            let turning = (after.normal - before.normal).length() / (2.0 * h);
            assert!(
                (rate - expected).abs() < 1e-7 * (1.0 + turning * turning * turning),
                "{rate} {expected} {point:?}"
            );
            compared += 1;
        }
    }
}

fn find(a: (&Shape, Pose), b: (&Shape, Pose)) -> Vec<ContactPoint> {
    let mut found = Vec::new();
    Collider::default().find((a.0, &a.1), (b.0, &b.1), Reach::new(1e-2), &mut found);
    found
}

#[test]
fn balls_and_planes_have_their_formulas() {
    let (ball, bowl, floor) =
        (Shape::Sphere { radius: 0.5 }, Shape::SphereCavity { radius: 2.0 }, Shape::HalfSpace { normal: DVec3::Z });
    let cube = Shape::Mesh(Arc::new(cuboid(1.0, 1.0, 1.0)));
    for gap in [5e-3, 0.0, -5e-3] {
        let tilt = Pose { position: DVec3::ONE, rotation: DQuat::from_rotation_y(0.3) };
        let place = |at: DVec3| Pose { position: tilt.place(at), rotation: DQuat::from_rotation_x(1.0) };
        let up = tilt.turn(DVec3::Z);
        assert_all(&find((&ball, place(DVec3::Z * (0.5 + gap))), (&floor, tilt)), 1, up, gap);
        assert_all(&find((&floor, tilt), (&ball, place(DVec3::Z * (0.5 + gap)))), 1, -up, gap);
        assert_all(&find((&ball, place(DVec3::Z * (1.0 + gap))), (&ball, place(DVec3::ZERO))), 1, up, gap);
        assert_all(&find((&ball, place(DVec3::Z * (gap - 1.5))), (&bowl, place(DVec3::ZERO))), 1, up, gap);
        let level = Pose { position: tilt.place(DVec3::Z * (1.0 + gap)), ..tilt };
        assert_all(&find((&cube, level), (&floor, tilt)), 4, up, gap);
        // a ball on a face, over its border, on an edge, on a corner
        for x in [0.3, 1.0, -1.0] {
            let found = find((&ball, Pose::at(DVec3::new(x, 0.2, 1.5 + gap))), (&cube, Pose::default()));
            assert_all(&found, 1, DVec3::Z, gap);
        }
        let diagonal = DVec3::new(1.0, 0.0, 1.0).normalize();
        let edge = Pose::at(DVec3::new(1.0, 0.1, 1.0) + (0.5 + gap) * diagonal);
        assert_all(&find((&ball, edge), (&cube, Pose::default())), 1, diagonal, gap);
        let diagonal = DVec3::ONE.normalize();
        let corner = Pose::at(DVec3::ONE + (0.5 + gap) * diagonal);
        assert_all(&find((&cube, Pose::default()), (&ball, corner)), 1, -diagonal, gap);
        // a cube in a bowl: its lower corners
        let depth = (2.0 * (2.0f64 - gap).powi(2) / 2.0 - 2.0).sqrt() - 1.0;
        let found = find((&cube, Pose::at(DVec3::Z * -depth)), (&bowl, Pose::default()));
        assert_eq!(found.len(), 4);
        assert!(found.iter().all(|point| (point.gap - gap).abs() < 1e-12), "{found:?}");
    }
}

/// A ball in a notch touches both walls, and one under the surface is pushed out the nearest way.
#[test]
fn balls_touch_meshes_with_notches() {
    let notch = [(0., 0.), (2., 0.), (2., 1.), (1., 1.), (1., 2.), (0., 2.)].map(|(x, y)| DVec2::new(x, y));
    let notch = Shape::Mesh(Arc::new(solid(Mesh::extrusion(&notch, 1.0).unwrap())));
    let ball = Shape::Sphere { radius: 0.25 };
    let found = find((&ball, Pose::at(DVec3::new(1.251, 1.248, 0.0))), (&notch, Pose::default()));
    assert_eq!(found.len(), 2);
    for (normal, gap) in [(DVec3::X, 1e-3), (DVec3::Y, -2e-3)] {
        assert!(found.iter().any(|p| p.normal.distance(normal) < 1e-12 && (p.gap - gap).abs() < 1e-12), "{found:?}");
    }
    let mut found = Vec::new();
    let deep = Pose::at(DVec3::new(1.9, 0.5, 0.0));
    let reach = Reach { overlap: 1.0, ..Reach::new(1e-2) };
    Collider::default().find((&ball, &deep), (&notch, &Pose::default()), reach, &mut found);
    assert_all(&found, 1, DVec3::X, -0.35);
}

/// The least gap of a ball at a box is its distance, wherever it is, though each face is cut into triangles.
#[test]
fn a_ball_at_a_box_has_its_distance() {
    let (half, radius) = (DVec3::new(0.3, 0.2, 0.15), 0.25);
    let shape = Shape::Mesh(Arc::new(cuboid(half.x, half.y, half.z)));
    let (ball, mut random, mut collider) = (Shape::Sphere { radius }, Random::new(7), Collider::default());
    let mut found = Vec::new();
    for _ in 0..20_000 {
        let centre = random.vector() * (half + 0.3);
        let out = centre.abs() - half;
        let distance = out.max(DVec3::ZERO).length() - radius;
        if out.max_element() <= 0.0 || distance >= 0.02 {
            continue;
        }
        let pose = random.pose(1.0);
        found.clear();
        let reach = Reach { overlap: 0.3, graze: 1e-8, ..Reach::new(0.02) };
        collider.find((&ball, &Pose::at(pose.place(centre))), (&shape, &pose), reach, &mut found);
        let least = found.iter().map(|point| point.gap).fold(f64::INFINITY, f64::min);
        assert!((least - distance).abs() < 1e-9, "ball at {centre}: distance {distance}, {found:?}");
    }
}

/// Bodies pushed a little into each other along the line between their closest points have a contact there, as deep.
#[test]
fn small_overlaps_keep_the_contact() {
    let (mut random, mut search, mut manifold) = (Random::new(29), DistanceSearch::default(), Manifold::default());
    let (mut compared, depth) = (0, 1e-4);
    while compared < 1500 {
        let (s, t) = (solid(random.mesh()), solid(random.mesh()));
        let (a, mut b) = (Posed { solid: &s, pose: random.pose(0.5) }, Posed { solid: &t, pose: random.pose(2.5) });
        let closest = search.closest(a, b);
        if closest.intersecting || closest.distance < 1e-3 {
            continue;
        }
        let normal = (closest.points[0] - closest.points[1]) / closest.distance;
        b.pose.position += normal * (closest.distance + depth);
        let found = manifold.find(a, b, Reach { graze: 1e-7, ..Reach::new(1e-3) });
        let there = |point: &ContactPoint| point.gap < 0.0 && point.gap > -depth - 1e-9;
        assert!(found.iter().any(there), "{closest:?}, pushed together: {found:?}");
        compared += 1;
    }
}
