//! Time of building trees, of distances, of contacts and of first collisions, from 100 to 100,000 faces, beside that of
//! `parry3d`; how far the two are apart is printed beside the time, and so is what was looked at.
#[path = "../tests/support/parry.rs"]
mod parry;

use contact_forces::spatial::broad_phase::{BroadPhase, Culling};
use contact_forces::spatial::bvh::VolumeKind;
use contact_forces::spatial::narrow_phase::collide::Collider;
use contact_forces::spatial::narrow_phase::contact_point::Reach;
use contact_forces::spatial::narrow_phase::distance::{Descent, DistanceSearch};
use contact_forces::spatial::narrow_phase::impact::ImpactSearch;
use contact_forces::spatial::narrow_phase::manifold::Manifold;
use contact_forces::spatial::narrow_phase::motion::Motion;
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::{Aabb, Mesh, Posed, Shape, Solid};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use glam::{DQuat, DVec2, DVec3};
use parry3d_f64::query::{self, ShapeCastOptions};
use parry3d_f64::shape::{Ball, HalfSpace};
use std::f64::consts::{PI, TAU};
use std::hint::black_box;
use std::sync::Arc;

const FACES: [usize; 4] = [100, 1_000, 10_000, 100_000];
const TREES: [VolumeKind; 4] = [VolumeKind::Aabb, VolumeKind::Obb, VolumeKind::Box, VolumeKind::Kdop18];

/// A ball, a ball with bumps, and a ring, with about so many triangles.
fn mesh(name: &str, faces: usize) -> Mesh {
    let sides = (faces as f64 / if name == "ring" { 2.0 } else { 1.0 }).sqrt().round() as usize;
    let rings = if name == "ring" { sides } else { sides / 2 };
    let round = |k: usize| {
        let angle = if name == "ring" { TAU } else { PI } * k as f64 / rings as f64;
        let (sin, cos) = angle.sin_cos();
        match name {
            "ring" => DVec2::new(0.8 + 0.3 * cos, 0.3 * sin),
            _ if k == 0 || k == rings => DVec2::new(0.0, -cos),
            "ball" => DVec2::new(sin, -cos),
            _ => DVec2::new(sin, -cos) * (1.0 + 0.1 * ((8.0 * angle).cos() - 1.0)),
        }
    };
    let last = if name == "ring" { rings - 1 } else { rings };
    Mesh::lathe(sides, &(0..=last).map(round).collect::<Vec<_>>()).expect("a solid")
}

/// Beside the first body, turned, with a small gap.
fn beside(a: &Solid, gap: f64) -> [Pose; 2] {
    let turned = |x: f64| Pose { position: DVec3::new(x, 0.1, 0.2), rotation: DQuat::from_rotation_y(1.0) };
    let posed = |pose| Posed { solid: a, pose };
    let mut search = DistanceSearch::default();
    let (mut x, mut far) = (3.0, search.closest(posed(Pose::default()), posed(turned(3.0))).distance);
    while far - gap > 1e-3 * gap {
        x -= far - gap;
        far = search.closest(posed(Pose::default()), posed(turned(x))).distance;
    }
    [Pose::default(), turned(x)]
}

fn distances(criterion: &mut Criterion) {
    for name in ["ball", "bumps", "ring"] {
        let mut group = criterion.benchmark_group(format!("distance {name}"));
        for faces in FACES {
            let mesh = mesh(name, faces);
            let count = mesh.triangles().len();
            let poses = beside(&Solid::new(mesh.clone(), VolumeKind::default()), 0.1);
            let (theirs, [p, q]) = (parry::surface(&mesh), poses.map(|pose| parry::pose(&pose)));
            let expected = query::distance(&p, &theirs, &q, &theirs).expect("known shapes").distance;
            group.bench_function(BenchmarkId::new("parry3d", count), |bencher| {
                bencher.iter(|| query::distance(&p, &theirs, &q, &theirs));
            });
            for kind in TREES {
                let solid = Solid::new(mesh.clone(), kind);
                let [a, b] = poses.map(|pose| Posed { solid: &solid, pose });
                for descent in [Descent::Greedy, Descent::BestFirst] {
                    let mut search = DistanceSearch::new(descent);
                    let way = format!("{} {descent:?}", kind.name());
                    let id = BenchmarkId::new(&way, count);
                    group.bench_function(id, |bencher| bencher.iter(|| search.closest(black_box(a), b)));
                    let off = (search.closest(a, b).distance - expected).abs();
                    let counts = search.counts;
                    println!(
                        "    {name} {count} {way}: {} volumes, {} pairs, off by {off:.1e}",
                        counts.volumes, counts.pairs
                    );
                }
            }
        }
        group.finish();
    }
}

fn trees(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("build");
    for faces in FACES {
        let mesh = mesh("bumps", faces);
        let count = mesh.triangles().len();
        for kind in TREES {
            let id = BenchmarkId::new(kind.name(), count);
            group.bench_function(id, |bencher| bencher.iter(|| Solid::new(mesh.clone(), kind)));
        }
        group.bench_function(BenchmarkId::new("parry3d", count), |bencher| bencher.iter(|| parry::surface(&mesh)));
    }
    group.finish();
}

fn collisions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("first collision");
    for name in ["ball", "bumps", "ring"] {
        for faces in FACES {
            let solid = Solid::new(mesh(name, faces), VolumeKind::default());
            let count = solid.mesh.triangles().len();
            let [start, apart] = beside(&solid, 0.05);
            let near = Pose { position: apart.position - 0.1 * DVec3::X, ..apart };
            let (rest, moving) = (Motion::at_rest(start), Motion::new(apart, near));
            let mut search = ImpactSearch::default();
            group.bench_function(BenchmarkId::new(format!("ours {name}"), count), |bencher| {
                bencher.iter(|| search.first((&solid, &rest), (&solid, black_box(&moving)), 1e-9));
            });
            let ours = search.first((&solid, &rest), (&solid, &moving), 1e-9).map(|impact| impact.time);
            let (theirs, [p, q]) = (parry::surface(&solid.mesh), [start, apart].map(|pose| parry::pose(&pose)));
            let (still, way) = (parry::vector(DVec3::ZERO), parry::vector(-0.1 * DVec3::X));
            let options =
                ShapeCastOptions { stop_at_penetration: false, ..ShapeCastOptions::with_max_time_of_impact(1.0) };
            let cast = || query::cast_shapes(&p, still, &theirs, &q, way, &theirs, options);
            group.bench_function(BenchmarkId::new(format!("parry3d {name}"), count), |bencher| bencher.iter(cast));
            let hit = cast().expect("known shapes").map(|hit| hit.time_of_impact);
            println!("    {name} {count}: at {ours:?}, theirs at {hit:?}, {:?}", search.counts);
        }
    }
    group.finish();
}

fn contacts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("contacts");
    let turned = |z: f64, angle: f64| Pose { position: DVec3::Z * z, rotation: DQuat::from_rotation_z(angle) };
    let bodies = [("boxes", Mesh::cuboid(DVec3::ONE)), ("prisms of 16 sides", Mesh::prism(16, 1.0, 1.0))];
    for (name, mesh) in bodies {
        let solid = Solid::new(mesh.expect("a solid"), VolumeKind::default());
        let mut manifold = Manifold::default();
        let a = Posed { solid: &solid, pose: Pose::default() };
        for (how, pose) in [("aligned", turned(2.0, 0.0)), ("turned", turned(2.0, 0.1))] {
            let b = Posed { solid: &solid, pose };
            let id = BenchmarkId::new(name, how);
            group.bench_function(id, |bencher| bencher.iter(|| manifold.find(a, black_box(b), Reach::new(1e-2)).len()));
            println!("    {name} {how}: {} contacts", manifold.find(a, b, Reach::new(1e-2)).len());
        }
    }
    group.finish();
}

/// A ball and a half-space against meshes of many faces, near a point of them.
fn other_shapes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("contacts with a mesh");
    for faces in FACES {
        let solid = Arc::new(Solid::new(mesh("bumps", faces), VolumeKind::default()));
        let (count, radius) = (solid.mesh.triangles().len(), 0.2);
        let top = solid.mesh.bounds().high.z;
        let at = |z: f64| Pose { position: DVec3::new(0.0, 0.0, z), rotation: DQuat::IDENTITY };
        let (shape, here) = (Shape::Mesh(solid.clone()), Pose::default());
        let theirs = parry::surface(&solid.mesh);
        let ball = (Shape::Sphere { radius }, at(top + radius + 1e-3), Ball::new(radius));
        let plane = (Shape::HalfSpace { normal: -DVec3::Z }, at(top + 1e-3), HalfSpace::new(parry::vector(-DVec3::Z)));
        let others: [(&str, &Shape, Pose, &dyn parry3d_f64::shape::Shape); 2] =
            [("ball", &ball.0, ball.1, &ball.2), ("half-space", &plane.0, plane.1, &plane.2)];
        for (name, other, pose, same) in others {
            let (mut collider, mut found) = (Collider::default(), Vec::new());
            let mut contacts = || {
                found.clear();
                collider.find((&shape, &here), (other, black_box(&pose)), Reach::new(1e-2), &mut found);
                found.iter().map(|point| point.gap).fold(f64::INFINITY, f64::min)
            };
            let gap = contacts();
            group
                .bench_function(BenchmarkId::new(format!("ours {name}"), count), |bencher| bencher.iter(&mut contacts));
            let [p, q] = [here, pose].map(|pose| parry::pose(&pose));
            let contact = || query::contact(&p, &theirs, &q, same, 1e-2).expect("known shapes").map(|c| c.dist);
            group.bench_function(BenchmarkId::new(format!("parry3d {name}"), count), |bencher| bencher.iter(contact));
            println!("    {name} {count}: gap {gap:.3e}, theirs {:?}", contact());
        }
    }
    group.finish();
}

fn culling(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("culling");
    for side in [6, 10, 20] {
        for culling in Culling::ALL {
            let (mut broad_phase, mut step, mut boxes) = (BroadPhase::new(culling), 0, Vec::new());
            let mut act = || {
                step += 1;
                boxes.clear();
                boxes.extend((0..side * side * side).map(|k| {
                    let at = DVec3::new((k % side) as f64, (k / side % side) as f64, (k / side / side) as f64);
                    let sway = 0.1 * (f64::from(step) * 0.01 + k as f64).sin();
                    Aabb { low: at, high: at + 0.95 }.grown(sway * 0.1)
                }));
                broad_phase.pairs(&boxes).len()
            };
            let pairs = act();
            let id = BenchmarkId::new(culling.name(), side * side * side);
            group.bench_function(id, |bencher| bencher.iter(&mut act));
            println!("    {} boxes: {pairs} pairs", side * side * side);
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(std::time::Duration::from_millis(200))
        .measurement_time(std::time::Duration::from_millis(600));
    targets = trees, distances, collisions, contacts, other_shapes, culling
}
criterion_main!(benches);
