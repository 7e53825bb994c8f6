//! Queries keep their storage: once they have seen bodies of a size, none allocates.
#[path = "support/counting.rs"]
mod counting;
#[path = "support/meshes.rs"]
mod meshes;

use contact_forces::spatial::broad_phase::{BroadPhase, Culling};
use contact_forces::spatial::bvh::VolumeKind;
use contact_forces::spatial::narrow_phase::collide::Collider;
use contact_forces::spatial::narrow_phase::contact_point::Reach;
use contact_forces::spatial::narrow_phase::distance::{Descent, DistanceSearch};
use contact_forces::spatial::narrow_phase::impact::ImpactSearch;
use contact_forces::spatial::narrow_phase::motion::Motion;
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::{Aabb, Mesh, Posed, Shape, Solid};
use counting::allocations;
use glam::DVec3;
use meshes::Random;
use std::sync::Arc;

/// Does something for the same list of poses twice, and counts the allocations of the second time.
fn second_time(mut act: impl FnMut(&[Pose; 2])) -> usize {
    let mut random = Random::new(6);
    let poses: Vec<[Pose; 2]> = (0..60).map(|_| [random.pose(0.5), random.pose(1.5)]).collect();
    poses.iter().for_each(&mut act);
    let before = allocations();
    poses.iter().for_each(act);
    allocations() - before
}

#[test]
fn queries_keep_their_storage() {
    let mesh = Mesh::prism(24, 0.7, 0.5).expect("a prism");
    for kind in VolumeKind::ALL {
        let solid = Arc::new(Solid::new(mesh.clone(), kind));
        let posed = |pose: Pose| Posed { solid: &solid, pose };
        for descent in [Descent::Greedy, Descent::BestFirst] {
            let mut search = DistanceSearch::new(descent);
            let count = second_time(|[a, b]| _ = search.closest(posed(*a), posed(*b)));
            assert_eq!(count, 0, "distance, {}, {descent:?}", kind.name());
        }
        let mut search = ImpactSearch::default();
        let count = second_time(|[a, b]| {
            let moving = Motion::new(*b, Pose { position: -b.position, ..*b });
            search.first((&solid, &Motion::at_rest(*a)), (&solid, &moving), 1e-9);
        });
        assert_eq!(count, 0, "impact, {}", kind.name());
        let shapes = [
            Shape::Mesh(solid.clone()),
            Shape::Sphere { radius: 0.5 },
            Shape::HalfSpace { normal: DVec3::Z },
            Shape::SphereCavity { radius: 1.0 },
        ];
        let (mut collider, mut found) = (Collider::default(), Vec::new());
        let count = second_time(|[a, b]| {
            found.clear();
            shapes.iter().for_each(|shape| collider.find((&shapes[0], a), (shape, b), Reach::new(0.05), &mut found));
        });
        assert_eq!(count, 0, "contacts, {}", kind.name());
    }
}

#[test]
fn culling_keeps_its_storage() {
    for culling in Culling::ALL {
        let mut random = Random::new(8);
        let bodies: Vec<(DVec3, DVec3)> = (0..200).map(|_| (3.0 * random.vector(), random.vector())).collect();
        let (mut broad_phase, mut boxes) = (BroadPhase::new(culling), Vec::new());
        let mut step = |time: f64| {
            boxes.clear();
            boxes.extend(bodies.iter().map(|(at, way)| {
                let at = *at + libm::sin(time) * *way;
                Aabb { low: at, high: at }.grown(0.4)
            }));
            broad_phase.pairs(&boxes).len()
        };
        (0..700).for_each(|k| _ = step(0.01 * f64::from(k)));
        let before = allocations();
        (700..1300).for_each(|k| _ = step(0.01 * f64::from(k)));
        assert_eq!(allocations() - before, 0, "{}", culling.name());
    }
}
