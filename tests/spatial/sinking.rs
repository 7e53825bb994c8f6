//! The bound of the time of impact: whatever two bodies do in a step, they do not overlap before it says so.
use crate::meshes::Random;
use crate::overlap::{Judged, depth};
use crate::space::{beside, between, body, direction, rotation};
use contact_forces::spatial::body::Body;
use contact_forces::spatial::narrow_phase::motion::Motion;
use contact_forces::spatial::narrow_phase::sinking::{Sinking, Way};
use contact_forces::spatial::pose::Pose;
use glam::DVec3;

/// Places on the way at which the judge looks.
const PLACES: usize = 6;
/// What may go unseen, as a part of the thinner body.
const ALLOWED: f64 = 0.01;

/// A motion past another body or into it, up to a radian of turn.
fn motion(random: &mut Random, start: DVec3, way: DVec3) -> Motion {
    let pose = Pose { position: start, rotation: rotation(random) };
    let turn = glam::DQuat::from_axis_angle(direction(random), between(random, 0.0, 1.0));
    Motion::new(pose, Pose { position: start + way, rotation: turn * pose.rotation })
}

/// What two random bodies in a step, turning and all, half of them aimed at each other, may do unseen: up to the time that is
/// told, or all the way where none is, parry3d finds them no deeper than what is allowed. How many were told to meet, of how many
/// that were apart as they began, from this part of the sum of their radii on.
fn overlaps_are_told(kinds: &[usize], pairs: usize, nearest: f64) -> [usize; 2] {
    let random = &mut Random::new(1);
    let bodies: Vec<(Body, Judged)> = (0..60).map(|k| body(kinds[k % kinds.len()], random, 1e3)).collect();
    let (mut sinking, mut count, mut deepest) = (Sinking::default(), [0; 2], 0.0_f64);
    for pair in 0..pairs {
        let [(a, judged), (b, other)] = [(); 2].map(|()| &bodies[random.below(bodies.len())]);
        let room = judged.radius + other.radius;
        let start = room * between(random, nearest, 1.5) * direction(random);
        let aim = if pair % 2 == 0 { -start } else { room * direction(random) };
        let way = between(random, 0.0, 1.5) * aim;
        let motions = [motion(random, start, way), motion(random, DVec3::ZERO, DVec3::ZERO)];
        let depth_at = |time: f64| depth((judged, &motions[0].at(time)), (other, &motions[1].at(time)));
        if depth_at(0.0) > 0.0 {
            continue;
        }
        let ways = [Way::of(motions[0], a.shape.radius()), Way::of(motions[1], b.shape.radius())];
        let allowed = ALLOWED * judged.extent.min(other.extent);
        let time = sinking.first((&a.shape, &ways[0]), (&b.shape, &ways[1]), (allowed, None));
        count = [count[0] + usize::from(time.is_some()), count[1] + 1];
        for place in 1..=PLACES {
            let found = depth_at(time.unwrap_or(1.0) * place as f64 / PLACES as f64) / allowed;
            deepest = deepest.max(found);
            assert!(found <= 1.0, "pair {pair}, {} and {}: {found} times what is allowed, {time:?}", a.name, b.name);
        }
    }
    println!("{} of {} pairs meet, the deepest goes {deepest:.3} of what is allowed unseen", count[0], count[1]);
    count
}

/// 100,000 pairs of boxes, slabs, rods, wedges, hulls and balls. Of turned bodies this does not hold: two of them were seen 3.7
/// times as deep.
#[test]
fn no_pair_overlaps_before_it_is_told() {
    let [told, _] = overlaps_are_told(&[0, 1, 2, 5], 100_000, 1.0);
    assert!((20_000..80_000).contains(&told), "{told} pairs meet");
}

/// The same of pairs that begin closer together, notched bodies among them: some overlap along all normals of faces and are apart
/// across two edges.
#[test]
fn no_pair_that_begins_close_by_overlaps_before_it_is_told() {
    let [told, all] = overlaps_are_told(&[0, 1, 2, 3, 5], 100_000, 0.2);
    assert!(all > 50_000 && told > 20_000, "{told} of {all} pairs meet");
}

/// Whether two bodies of any kinds are in each other by more than a bound is what their depth says, on both sides of it.
#[test]
fn what_is_deeper_than_a_bound_is_as_deep() {
    let random = &mut Random::new(2);
    let bodies: Vec<(Body, Judged)> = (0..60).map(|k| body(k % 7, random, 1e3)).collect();
    let (mut sinking, mut deep) = (Sinking::default(), 0);
    for pair in 0..5_000 {
        let [(a, judged), (b, other)] = [(); 2].map(|()| &bodies[random.below(bodies.len())]);
        let poses = beside(random, judged.radius + other.radius);
        let shapes = [&a.shape, &b.shape];
        let depth = sinking.overlap(shapes, poses).max(0.0);
        deep += usize::from(depth > 0.0);
        for than in [ALLOWED * judged.extent.min(other.extent), 0.5 * depth, 0.999 * depth, depth] {
            let is = sinking.is_deeper(shapes, poses, than);
            assert_eq!(is, depth > than, "pair {pair}, {} and {}: {depth} m, {than}", a.name, b.name);
        }
    }
    assert!((1_000..4_000).contains(&deep), "{deep} pairs overlap");
}
