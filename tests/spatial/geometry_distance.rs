//! Distances of posed meshes: against all pairs of triangles, for every volume and both orders of descent.
use crate::meshes::Random;
use contact_forces::spatial::bvh::outline::Outline;
use contact_forces::spatial::bvh::{Relation, Tree, VolumeKind};
use contact_forces::spatial::narrow_phase::distance::{Descent, DistanceSearch};
use contact_forces::spatial::narrow_phase::triangle;
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::{Mesh, Posed, Solid};
use glam::DVec3;

/// Smallest distance of any two triangles.
fn brute_force(a: Posed, b: Posed) -> f64 {
    let corners = |body: Posed, t: usize| body.solid.mesh.corners(t).map(|p| body.pose.place(p));
    let of_b: Vec<_> = (0..b.solid.mesh.triangles().len()).map(|t| corners(b, t)).collect();
    let of_a = (0..a.solid.mesh.triangles().len()).map(|t| corners(a, t));
    let nearest = |p: [DVec3; 3]| of_b.iter().map(|q| triangle::distance(p, *q).distance).fold(f64::INFINITY, f64::min);
    of_a.map(nearest).fold(f64::INFINITY, f64::min)
}

/// Both descents over every tree find what all pairs of triangles give, and points that far apart.
#[test]
fn trees_find_the_distance_of_all_pairs() {
    let mut random = Random::new(7);
    for round in 0..60 {
        let (p, q) = (random.mesh(), random.mesh());
        let poses = [random.pose(0.3), random.pose(3.0)];
        for kind in VolumeKind::ALL {
            let (s, t) = (Solid::new(p.clone(), kind), Solid::new(q.clone(), kind));
            let (a, b) = (Posed { solid: &s, pose: poses[0] }, Posed { solid: &t, pose: poses[1] });
            let expected = brute_force(a, b);
            for descent in [Descent::Greedy, Descent::BestFirst] {
                let mut search = DistanceSearch::new(descent);
                let found = search.closest(a, b);
                let off = (found.distance - expected).abs();
                assert!(off < 1e-13 || found.intersecting, "round {round}, {}, {descent:?}: {off:.1e}", kind.name());
                assert!(!(found.intersecting && found.distance > 0.0));
                if !found.intersecting {
                    assert!((found.points[0].distance(found.points[1]) - expected).abs() < 1e-13);
                }
                assert!(search.counts.pairs <= s.mesh.triangles().len() * t.mesh.triangles().len());
            }
        }
    }
}

/// Of bodies nearer than a limit, and of one inside the other, a search within it finds what one without it does; of others
/// it says so with less work.
#[test]
fn a_search_within_a_limit_finds_what_is_nearer() {
    let mut random = Random::new(21);
    let mut search = DistanceSearch::default();
    let mut work = [0; 2];
    for round in 0..200 {
        let (s, t) = (Solid::new(random.mesh(), VolumeKind::Obb), Solid::new(random.mesh(), VolumeKind::Obb));
        let (a, b) = (Posed { solid: &s, pose: random.pose(0.3) }, Posed { solid: &t, pose: random.pose(3.0) });
        let all = search.closest(a, b);
        let full = search.counts.volumes;
        let hint = (round % 2 == 0).then_some(all.triangles);
        for part in [0.0, 0.5, 1.0, 1.5, f64::INFINITY] {
            let limit = (part * all.distance.max(f64::MIN_POSITIVE)).max(f64::MIN_POSITIVE);
            let found = search.within(a, b, (limit, hint)).map(|found| (found.distance, found.intersecting));
            let near = all.intersecting || all.distance < limit;
            assert_eq!(found, near.then_some((all.distance, all.intersecting)), "{round}: {limit}");
            if !near {
                work[0] += search.counts.volumes;
                work[1] += full;
            }
        }
    }
    assert!(2 * work[0] < work[1], "{work:?}");
}

/// A volume's bound is never over the distance of the triangles in it, in any pair of nodes; neither are mixed volumes'.
#[test]
fn bounds_of_volumes_are_never_too_large() {
    let mut random = Random::new(3);
    let mut relation = Relation::default();
    for _ in 0..30 {
        let (p, q) = (random.mesh(), random.mesh());
        let (pose_a, pose_b) = (random.pose(0.3), random.pose(1.5));
        for (k, kind) in VolumeKind::ALL.into_iter().enumerate() {
            let other = if random.below(8) == 0 { VolumeKind::ALL[(k + 1) % 6] } else { kind };
            let (s, t) = (Solid::new(p.clone(), kind), Solid::new(q.clone(), other));
            relation.set((&s.tree, &pose_a), (&t.tree, &pose_b));
            for _ in 0..40 {
                let (i, j) = (random.below(s.tree.nodes().len()), random.below(t.tree.nodes().len()));
                let bound = s.tree.distance_bound(i, &t.tree, j, &relation);
                for &u in s.tree.items(i) {
                    for &v in t.tree.items(j) {
                        let place = |solid: &Solid, pose: &Pose, t: usize| solid.mesh.corners(t).map(|p| pose.place(p));
                        let near = triangle::distance(place(&s, &pose_a, u), place(&t, &pose_b, v));
                        assert!(bound <= near.distance + 1e-15, "{}: {bound} > {}", kind.name(), near.distance);
                    }
                }
            }
        }
    }
}

#[test]
fn a_body_inside_another_intersects_it() {
    let cube = |half: f64| Solid::new(Mesh::cuboid(DVec3::splat(half)).unwrap(), VolumeKind::Obb);
    let (large, small) = (cube(1.0), cube(0.1));
    let mut search = DistanceSearch::default();
    for (place, expected) in [(0.3, true), (0.9, true), (1.05, true), (1.2, false), (0.9 + 1e-13, true)] {
        let a = Posed { solid: &large, pose: Pose::default() };
        let b = Posed { solid: &small, pose: Pose::at(DVec3::X * place) };
        for (p, q) in [(a, b), (b, a)] {
            let found = search.closest(p, q);
            assert_eq!(found.intersecting, expected, "at {place}");
            assert!((found.distance - f64::max(place - 1.1, 0.0)).abs() < 1e-15);
        }
    }
}

/// Stopped after any number of pairs, a best-first search knows a bound, which only grows, and goes on to the same end.
#[test]
fn a_stopped_search_has_a_bound_that_only_improves() {
    let mut random = Random::new(11);
    let solid = |sides: usize| Solid::new(Mesh::prism(sides, 1.0, 0.5).unwrap(), VolumeKind::Kdop18);
    let (s, t) = (solid(200), solid(90));
    for _ in 0..10 {
        let (a, b) = (Posed { solid: &s, pose: random.pose(1.0) }, Posed { solid: &t, pose: random.pose(4.0) });
        let mut search = DistanceSearch::new(Descent::BestFirst);
        let whole = search.closest(a, b);
        search.begin(a, b, None);
        let (mut bound, mut rounds) = (search.lower_bound(), 0);
        while !search.advance(a, b, &mut |counts| counts.pairs < 2 * rounds) {
            assert!(search.lower_bound() >= bound && search.lower_bound() <= whole.distance);
            assert!(search.upper_bound() >= whole.distance);
            (bound, rounds) = (search.lower_bound(), rounds + 1);
        }
        let found = search.finish(a, b);
        assert!((found.distance - whole.distance).abs() < 1e-15);
        assert!(whole.intersecting || search.lower_bound() == search.upper_bound());
    }
}

/// Every level of a tree holds every triangle once, within the outlines that are drawn; their edges end in corners.
#[test]
fn levels_hold_all_and_can_be_drawn() {
    let mut random = Random::new(19);
    for round in 0..30 {
        let mesh = random.mesh();
        for kind in VolumeKind::ALL {
            let tree = Tree::new(&mesh, kind);
            for depth in 0..=tree.depth() {
                let mut held: Vec<usize> = tree.level(depth).flat_map(|node| tree.items(node).to_vec()).collect();
                held.sort_unstable();
                assert_eq!(held, (0..mesh.triangles().len()).collect::<Vec<_>>(), "{} at {depth}", kind.name());
            }
            for node in (0..tree.nodes().len()).filter(|&node| tree.items(node).len() > 1) {
                let points = tree.items(node).iter().flat_map(|&t| mesh.corners(t));
                let what = format!("round {round}, {}", kind.name());
                match tree.outline(node) {
                    Outline::Ball(ball) => {
                        let inside = |p: DVec3| p.distance(ball.centre) <= ball.radius * (1.0 + 1e-14);
                        assert!(points.into_iter().all(inside), "{what}");
                    }
                    Outline::Edges(edges) => {
                        assert!(edges.len() >= 6 || mesh.triangles().len() < 4, "{what}: {} edges", edges.len());
                        let ends: Vec<DVec3> = edges.into_iter().flatten().collect();
                        for point in points {
                            for _ in 0..5 {
                                let way = random.vector();
                                let far = ends.iter().map(|end| way.dot(*end)).fold(f64::NEG_INFINITY, f64::max);
                                assert!(way.dot(point) <= far + 1e-9, "{what}: {point} is outside");
                            }
                        }
                    }
                }
            }
        }
    }
}
