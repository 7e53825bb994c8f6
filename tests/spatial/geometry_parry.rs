//! Distances against those of the independent crate `parry3d`.
use crate::meshes::Random;
use crate::parry;
use contact_forces::spatial::bvh::VolumeKind;
use contact_forces::spatial::narrow_phase::distance::DistanceSearch;
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::{Mesh, Posed, Solid};
use glam::{DQuat, DVec2, DVec3};
use parry3d_f64::query;
use parry3d_f64::shape::{Cuboid, Shape, TriMesh};
use std::f64::consts::FRAC_PI_2;
use std::io::Write;

const KINDS: [&str; 5] = ["tetra", "box", "hull", "L", "U"];

struct Body {
    solid: Solid,
    surface: TriMesh,
    /// None if it has notches.
    convex: Option<Box<dyn Shape>>,
}

impl Body {
    /// Theirs: as a solid, if that is wanted.
    fn shape(&self, solid: bool) -> &dyn Shape {
        self.convex.as_deref().filter(|_| solid).unwrap_or(&self.surface)
    }
}

fn body(kind: usize, random: &mut Random) -> Body {
    let outline = |list: &[(f64, f64)]| list.iter().map(|&(x, y)| 0.5 * DVec2::new(x, y)).collect::<Vec<_>>();
    let l = [(-1., -1.), (1., -1.), (1., 0.), (0., 0.), (0., 1.), (-1., 1.)];
    let u = [(-1., -1.), (1., -1.), (1., 1.), (0.5, 1.), (0.5, 0.), (-0.5, 0.), (-0.5, 1.), (-1., 1.)];
    let mut points = |count: usize| -> Vec<DVec3> { (0..count).map(|_| random.vector()).collect() };
    let mesh = match kind {
        0 => loop {
            let mesh = Mesh::convex_hull(&points(4)).expect("a tetrahedron");
            if mesh.mass_properties(1.0).mass > 0.05 {
                break mesh;
            }
        },
        1 => Mesh::cuboid(DVec3::new(0.5, 0.4, 0.3)).expect("a box"),
        2 => Mesh::convex_hull(&points(20)).expect("a hull"),
        3 => Mesh::extrusion(&outline(&l), 0.3).expect("an L"),
        _ => Mesh::extrusion(&outline(&u), 0.2).expect("a U"),
    };
    let convex: Option<Box<dyn Shape>> = match kind {
        0 | 2 => Some(Box::new(parry::convex(&mesh))),
        1 => Some(Box::new(Cuboid::new(parry::vector(DVec3::new(0.5, 0.4, 0.3))))),
        _ => None,
    };
    Body { surface: parry::surface(&mesh), solid: Solid::new(mesh, VolumeKind::default()), convex }
}

/// Apart, near, overlapping; and on a grid, turned by right angles, so that much touches, is parallel or coplanar.
fn pose(random: &mut Random, round: usize) -> Pose {
    if round % 3 == 2 {
        let quarter = |k: usize| FRAC_PI_2 * k as f64;
        let turns = [random.below(4), random.below(4)].map(quarter);
        let rotation = DQuat::from_rotation_z(turns[0]) * DQuat::from_rotation_x(turns[1]);
        return Pose { position: (random.vector() * 10.0).round() / 5.0, rotation };
    }
    Pose { position: [3.0, 1.0][round % 3] * random.vector(), ..random.pose(0.0) }
}

/// 10,000 pairs of 25 kinds. Where a body has notches theirs are surfaces, so the distance of our surfaces is compared.
/// Measured: differences up to 5e-15.
#[test]
fn distances_agree_with_parry() {
    let (mut random, mut search) = (Random::new(42), DistanceSearch::default());
    let (mut worst, mut touching, mut inside) = (0.0f64, 0, 0);
    for round in 0..10_000 {
        let bodies = [body(round % 5, &mut random), body(round / 5 % 5, &mut random)];
        let poses = [pose(&mut random, round / 25), pose(&mut random, round / 25)];
        let [a, b] = [0, 1].map(|k| Posed { solid: &bodies[k].solid, pose: poses[k] });
        let ours = search.closest(a, b);
        let solid = bodies.iter().all(|body| body.convex.is_some());
        let [p, q] = poses.map(|pose| parry::pose(&pose));
        let theirs = query::distance(&p, bodies[0].shape(solid), &q, bodies[1].shape(solid)).expect("known shapes");
        let theirs = theirs.distance;
        let found = if solid { ours.distance } else { ours.points[0].distance(ours.points[1]) };
        let names = [KINDS[round % 5], KINDS[round / 5 % 5]];
        let off = (found - theirs).abs();
        assert!(off < 1e-13, "{round} {names:?}: ours {found:e}, theirs {theirs:e}, {poses:?}");
        worst = worst.max(off);
        touching += usize::from(theirs == 0.0);
        inside += usize::from(ours.intersecting);
    }
    assert!(touching > 1000 && inside > 1000);
    let line = format!("10000 pairs, {touching} touch or overlap by their count, {inside} by ours: off by {worst:.1e}");
    writeln!(std::io::stdout(), "{line}").expect("standard output takes lines");
}
