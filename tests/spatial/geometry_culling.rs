//! Culling finds exactly the pairs that a look at all pairs finds, over many steps.
use crate::meshes::Random;
use contact_forces::spatial::broad_phase::{BroadPhase, Culling};
use contact_forces::spatial::shape::Aabb;
use glam::DVec3;

fn all_pairs(boxes: &[Aabb]) -> Vec<[usize; 2]> {
    let pairs = (0..boxes.len()).flat_map(|i| (i + 1..boxes.len()).map(move |j| [i, j]));
    pairs.filter(|[i, j]| boxes[*i].overlaps(&boxes[*j])).collect()
}

/// Boxes of very different sizes that drift about, some on a grid so that they touch exactly, some infinite, some that
/// jump; at one instant or around a step.
fn moving_boxes(random: &mut Random, count: usize) -> Vec<(DVec3, DVec3, DVec3)> {
    let body = |_| {
        let size = 0.1 * libm::exp(4.0 * random.unit() - 2.0);
        let mut at = 3.0 * random.vector();
        if random.below(4) == 0 {
            at = (at * 4.0).round() / 4.0;
        }
        let half = if random.below(3) == 0 { DVec3::splat(0.125) } else { size * random.vector().abs() };
        let velocity = if random.below(4) == 0 { DVec3::ZERO } else { 0.05 * random.vector() };
        (at, half, velocity)
    };
    (0..count).map(body).collect()
}

#[test]
fn both_methods_find_all_pairs() {
    let mut random = Random::new(2);
    for count in [0, 1, 2, 20, 150, 400] {
        let mut bodies = moving_boxes(&mut random, count);
        let mut methods = Culling::ALL.map(BroadPhase::new);
        let (mut boxes, mut found) = (Vec::new(), 0);
        for step in 0..120 {
            boxes.clear();
            for (k, (at, half, velocity)) in bodies.iter_mut().enumerate() {
                let before = Aabb { low: *at - *half, high: *at + *half };
                *at += *velocity;
                if random.below(300) == 0 {
                    *at = 3.0 * random.vector();
                }
                let after = Aabb { low: *at - *half, high: *at + *half };
                boxes.push(if step % 2 == 0 { after } else { before.union(&after) });
                if k % 50 == 17 {
                    boxes[k] = Aabb { low: DVec3::new(-1.0, -1.0, f64::NEG_INFINITY), high: DVec3::INFINITY };
                }
            }
            let expected = all_pairs(&boxes);
            for method in &mut methods {
                let name = method.culling().name();
                assert_eq!(method.pairs(&boxes), expected, "{name}, step {step}");
            }
            found += expected.len();
        }
        assert!(count < 20 || found > 0);
    }
}

/// From step to step little is compared: far less than all pairs.
#[test]
fn coherence_saves_comparisons() {
    let mut random = Random::new(9);
    let count = 2000;
    let mut bodies: Vec<(DVec3, DVec3)> =
        (0..count).map(|_| (10.0 * random.vector(), 0.002 * random.vector())).collect();
    for culling in Culling::ALL {
        let mut method = BroadPhase::new(culling);
        for step in 0..10 {
            bodies.iter_mut().for_each(|(at, velocity)| *at += *velocity);
            let boxes: Vec<Aabb> = bodies.iter().map(|(at, _)| Aabb { low: *at, high: *at }.grown(0.5)).collect();
            let expected = all_pairs(&boxes);
            assert_eq!(method.pairs(&boxes), expected);
            let limit = if step == 0 { count * count / 8 } else { 20 * count };
            assert!(method.comparisons() < limit, "{}: {}", culling.name(), method.comparisons());
        }
    }
}

/// Coordinates at and beyond the ends of the grid, tiny and huge boxes, and NaN.
#[test]
fn odd_boxes_are_culled_as_well() {
    let cube = |at: f64, half: f64| Aabb { low: DVec3::splat(at), high: DVec3::splat(at) }.grown(half);
    let nan = Aabb { low: DVec3::NAN, high: DVec3::NAN };
    let boxes = [
        cube(0.0, 1e-300),
        cube(-0.0, 0.0),
        cube(1e30, 1.0),
        cube(1e30, 1e29),
        cube(0.0, 1e30),
        cube(1e300, 1e300),
        Aabb::ALL,
        Aabb::EMPTY,
        nan,
        cube(1.0, 0.5),
        cube(2.0, 0.5),
        cube(0.0, 0.5),
    ];
    for culling in Culling::ALL {
        let mut method = BroadPhase::new(culling);
        for _ in 0..3 {
            assert_eq!(method.pairs(&boxes), all_pairs(&boxes), "{}", culling.name());
        }
    }
}
