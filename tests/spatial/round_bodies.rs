//! Round bodies at polyhedra: how far apart they are, against how far both reach along a direction.
use crate::meshes::Random;
use crate::overlap::{Form, Judged, Part};
use crate::space::{between, body, direction, rotation};
use contact_forces::spatial::body::Body;
use contact_forces::spatial::candidates::{Finder, Look};
use contact_forces::spatial::contact::{self, Candidate};
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::surface::Surface;
use contact_forces::spatial::shape::{Shape, Smooth, smooth};
use glam::DVec3;
use std::sync::Arc;

/// An ellipsoid or a superquadric, and what the judge takes it for.
fn round(random: &mut Random) -> (Body, Part) {
    let semi_axes = DVec3::from_array([(); 3].map(|()| between(random, 0.08, 0.3)));
    let exponents = [[2.0, 2.0], [4.0, 2.0], [4.0, 4.0], [8.0, 6.0]][random.below(4)];
    let surface = match exponents {
        [2.0, 2.0] => Surface::Ellipsoid { semi_axes },
        _ => Surface::Superquadric { semi_axes, exponents },
    };
    let smooth = Smooth::new(smooth::Form::Closed(surface)).expect("a round body");
    (Body::new("round", Shape::Smooth(Arc::new(smooth)), 1.0), Part::Round(semi_axes, exponents))
}

/// The least gap of two bodies, and the normal there, out of the second into the first.
fn nearest(
    bodies: &[Body],
    apart: f64,
    finder: &mut Finder,
    found: &mut Vec<Candidate>,
) -> Option<(f64, DVec3, contact::Part)> {
    let states: Vec<_> = bodies.iter().map(|body| body.state).collect();
    let look = Look { apart, overlap: 0.01, sunk: false, graze: 1e-9, span: 0.0 };
    found.clear();
    finder.find(bodies, &states, look, found);
    let all = found.iter().map(|c| {
        let measure = c.gap.measure(&states[c.a].pose, &states[c.b].pose);
        let own = c.a == 0;
        let normal = if own { measure.normal } else { -measure.normal };
        (measure.gap, normal, if own { c.key.second } else { c.key.first })
    });
    all.min_by(|a, b| a.0.total_cmp(&b.0))
}

/// How far the first body is from the second along a direction, m, by how far both reach.
fn shadow(normal: DVec3, (round, pose): (&Part, &Pose), (solid, other): (&Judged, &Pose)) -> f64 {
    let Form::Parts(parts) = &solid.form else { panic!("a polyhedron") };
    let back = pose.direction_to_body(-normal);
    let low = normal.dot(pose.place(round.support(back)));
    let up = other.direction_to_body(normal);
    let high = |part: &Part| normal.dot(other.place(part.support(up)));
    low - parts.iter().map(high).fold(f64::NEG_INFINITY, f64::max)
}

/// Two convex bodies are apart by as much as they are along the normal where they are nearest, and along no direction by more;
/// where they overlap a little, by as much along the normal. So it is over faces, at edges and at corners.
#[test]
fn round_bodies_are_as_far_from_polyhedra_as_shadows_tell() {
    let random = &mut Random::new(11);
    let (mut finder, mut found) = (Finder::default(), Vec::new());
    let mut parts = [0; 3];
    for pair in 0..600 {
        let (mut first, round) = round(random);
        let (mut second, solid) = body(random.below(3), random, 1e3);
        second.state.pose.rotation = rotation(random);
        let far = first.shape.radius() + solid.radius;
        first.state.pose = Pose { position: far * direction(random), rotation: rotation(random) };
        let mut bodies = [first, second];
        // some apart, some in each other
        let wanted = if pair % 3 == 0 { -1e-3 } else { between(random, 0.0, 0.05) };
        for _ in 0..2 {
            let Some((gap, normal, _)) = nearest(&bodies, 1.0, &mut finder, &mut found) else { break };
            bodies[0].state.pose.position += (wanted - gap) * normal;
        }
        let about = |what: &str| format!("pair {pair}, {}: {what}", bodies[1].name);
        let (gap, normal, part) =
            nearest(&bodies, 0.06, &mut finder, &mut found).unwrap_or_else(|| panic!("{}", about("none")));
        let poses = [0, 1].map(|k| bodies[k].state.pose);
        let along = |normal: DVec3| shadow(normal, (&round, &poses[0]), (&solid, &poses[1]));
        let shadows = found.iter().map(|c| {
            let normal = c.gap.measure(&bodies[c.a].state.pose, &bodies[c.b].state.pose).normal;
            along(if c.a == 0 { normal } else { -normal })
        });
        let best = shadows.fold(f64::NEG_INFINITY, f64::max);
        assert!((best - gap).abs() < 1e-6, "{}", about(&format!("{gap} m, but {best} m, {part:?} {round:?}")));
        for _ in 0..20 {
            let other = (normal + 0.5 * random.unit() * direction(random)).normalize();
            assert!(gap < 0.0 || along(other) < gap + 1e-6, "{}", about(&format!("{gap} m, but {} m", along(other))));
        }
        parts[match part {
            contact::Part::Face(_) => 0,
            contact::Part::Edge(_) => 1,
            _ => 2,
        }] += 1;
    }
    assert!(parts.into_iter().all(|count| count > 40), "{parts:?}");
}

/// From a point the way to the nearest one on a surface leads along the normal there.
#[test]
fn the_way_to_the_nearest_point_is_along_the_normal() {
    let random = &mut Random::new(3);
    for _ in 0..20_000 {
        let semi_axes = DVec3::from_array([(); 3].map(|()| between(random, 0.08, 0.3)));
        let exponents = [[4.0, 2.0], [4.0, 4.0], [8.0, 6.0]][random.below(3)];
        let surface = Surface::Superquadric { semi_axes, exponents };
        let on = Part::Round(semi_axes, exponents).support(direction(random));
        let point = on * between(random, 0.9, 1.5);
        let (at, distance) = surface.nearest(point);
        let geometry = surface.geometry(at);
        let off = (geometry.point + distance * geometry.frame[2] - point).length();
        assert!(off <= 1e-8, "{off:e} m: {semi_axes} {exponents:?}, from {point}");
    }
}
