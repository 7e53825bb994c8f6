//! Laws of smooth surfaces, curves and their extremal points.
use crate::smooth::{self, Random};
use contact_forces::spatial::narrow_phase::extremal::search::{Found, Search};
use contact_forces::spatial::narrow_phase::extremal::{Conditions, Lost, Pair, Relative, SINGULAR};
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::Smooth;
use contact_forces::spatial::shape::smooth::Form;
use contact_forces::spatial::shape::surface::{Coordinates, Curve, Feature, Surface};
use glam::{DQuat, DVec2, DVec3};
use rand_core::SeedableRng;
use rand_pcg::Pcg64;

const SURFACES: [Surface; 6] = [
    Surface::Plane,
    Surface::Sphere { radius: 0.7 },
    Surface::Ellipsoid { semi_axes: DVec3::new(0.8, 0.5, 0.35) },
    Surface::Torus { major: 1.0, minor: 0.25 },
    Surface::Cylinder { radius: 0.4, half_height: 2.0 },
    Surface::Superquadric { semi_axes: DVec3::new(0.8, 0.5, 0.6), exponents: [4.0, 4.0] },
];

fn random() -> Random {
    Random(Pcg64::seed_from_u64(5))
}

/// A point of a surface, in the chart that suits it.
fn place(surface: Surface, random: &mut Random) -> Coordinates {
    let point = random.vector(1.0);
    let point = if let Surface::Torus { .. } = surface { point + point.with_z(0.0).normalize() } else { point };
    surface.coordinates(point)
}

fn moved(at: Coordinates, step: DVec2) -> Coordinates {
    Coordinates { u: at.u + step.x, v: at.v + step.y, ..at }
}

/// Derivative by five points.
fn slope(f: impl Fn(f64) -> DVec3) -> DVec3 {
    let h = 1e-3;
    (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h)
}

/// The derivatives of each chart are those of its points, and M, K and T say how the frame moves. Measured: 4e-11.
#[test]
fn metric_curvature_and_torsion_tell_how_the_frame_moves() {
    let mut random = random();
    for surface in SURFACES {
        for _ in 0..100 {
            let at = place(surface, &mut random);
            let (jet, geometry) = (surface.jet(at), surface.geometry(at));
            for (k, way) in [DVec2::X, DVec2::Y].into_iter().enumerate() {
                let measured = slope(|h| surface.jet(moved(at, h * way)).point);
                assert!(measured.distance(jet.first[k]) < 1e-9, "{surface:?}: {measured}, {}", jet.first[k]);
                let measured = slope(|h| surface.jet(moved(at, h * way)).first[1 - k]);
                assert!(measured.distance(jet.second[1]) < 1e-9, "{surface:?}: {measured}, {}", jet.second[1]);
                let measured = slope(|h| surface.jet(moved(at, h * way)).first[k]);
                assert!(measured.distance(jet.second[2 * k]) < 1e-9, "{surface:?}: {measured}, {}", jet.second[2 * k]);
                let e = geometry.metric * way;
                let [x, y, z] = geometry.frame;
                let frame = |k: usize| slope(move |h| surface.geometry(moved(at, h * way)).frame[k]);
                let bend = geometry.curvature * e;
                assert!(frame(2).distance(bend.x * x + bend.y * y) < 1e-9, "{surface:?}: z turns by {}", frame(2));
                assert!((y.dot(frame(0)) - geometry.torsion.dot(e)).abs() < 1e-9, "{surface:?}: x turns otherwise");
                assert!(geometry.step(e.x * x + e.y * y).distance(way) < 1e-12);
                assert!((x.cross(y) - z).length() < 1e-14);
            }
        }
    }
}

/// A point off the surface along the normal comes back, with its distance and its sign, and no point is farther in the
/// direction of the normal than where the normal is that direction.
#[test]
fn nearest_and_farthest_points_have_the_normal() {
    let mut random = random();
    for surface in SURFACES {
        for _ in 0..100 {
            let at = place(surface, &mut random);
            let geometry = surface.geometry(at);
            for off in [0.6, 1e-3, 0.0, -0.02] {
                let (back, distance) = surface.nearest(geometry.point + off * geometry.frame[2]);
                let point = surface.jet(back).point;
                assert!((distance - off).abs() < 1e-13, "{surface:?}: {distance} instead of {off}");
                assert!(point.distance(geometry.point) < 1e-7, "{surface:?}: {point}, {}", geometry.point);
            }
            if let Some(far) = surface.support(geometry.frame[2]) {
                assert!(geometry.frame[2].dot(far - geometry.point) > -1e-14, "{surface:?}: {far}");
            }
        }
    }
}

/// Where a smooth body meets a mesh a polyhedron stands for it: its corners are on the surface, and nowhere is it farther
/// inside than the documents say, a part of the body's size.
#[test]
fn the_polyhedron_of_a_smooth_body_is_as_near_as_it_says() {
    /// Parts of a side between the places that are looked at.
    const PLACES: usize = 4;
    let superquadric = |exponents| Surface::Superquadric { semi_axes: DVec3::new(0.8, 0.5, 0.6), exponents };
    let closed = [SURFACES[2], SURFACES[3], SURFACES[5]].into_iter();
    for surface in closed.chain([[8.0, 8.0], [20.0, 20.0], [2.5, 2.0], [6.0, 2.0], [2.5, 20.0]].map(superquadric)) {
        let body = Smooth::new(Form::Closed(surface)).expect("lengths over zero");
        let mesh = &body.solid().mesh;
        let height = |p: DVec3| surface.nearest(p).1;
        assert!(mesh.vertices().iter().all(|p| height(*p).abs() < 1e-12), "{surface:?}: corners are on the surface");
        let corners = mesh.triangles().iter().map(|triangle| triangle.corners.map(|k| mesh.vertices()[k]));
        let places = (0..=PLACES).flat_map(|i| (0..=PLACES - i).map(move |j| [i, j].map(|k| k as f64 / PLACES as f64)));
        let inside = corners.flat_map(|[a, b, c]| places.clone().map(move |[s, t]| a + s * (b - a) + t * (c - a)));
        let deepest = inside.map(height).fold(0.0, f64::min) / surface.radius();
        assert!(deepest > -0.005, "{surface:?}: {deepest} of its size");
    }
}

/// Frenet's and Serret's equations.
#[test]
fn curves_bend_in_their_frames() {
    for curve in [Curve::circle(0.5), Curve::Ellipse { semi_axes: [0.8, 0.3] }, Curve::Line { half_length: 1.0 }] {
        for k in 0..20 {
            let at = Coordinates { u: 0.3 * f64::from(k), ..Coordinates::default() };
            let there = curve.frenet(at);
            let frame = |k: usize| slope(|h| curve.frenet(Coordinates { u: at.u + h, ..at }).frame[k]) / there.speed;
            let [t, n, b] = there.frame;
            assert!(frame(0).distance(there.curvature * n) < 1e-9, "{curve:?}");
            assert!(frame(1).distance(there.torsion * b - there.curvature * t) < 1e-9, "{curve:?}");
        }
    }
}

fn found(pair: Pair, first: Pose, second: Pose) -> Vec<Found> {
    let mut found = Vec::new();
    Search::default().find(&pair, [&first, &second], f64::INFINITY, &mut found);
    found
}

fn pose(position: DVec3, axis: DVec3, angle: f64) -> Pose {
    Pose { position, rotation: DQuat::from_axis_angle(axis, angle) }
}

/// A torus flat on a plane, parallel cylinders and a line along a plane touch along curves: the nearest points are
/// ambiguous, no rates are given, and the distance is right nevertheless. A little aslant they are not ambiguous.
#[test]
fn singular_relative_curvature_is_seen() {
    let plane = Feature::surface(Surface::Plane);
    let tube = Feature::surface(Surface::Cylinder { radius: 0.3, half_height: 2.0 });
    let torus = Feature::surface(Surface::Torus { major: 1.0, minor: 0.25 });
    let line = Feature::curve(Curve::Line { half_length: 1.0 });
    let rim = Feature::curve(Curve::circle(0.5));
    for (a, b, place, distance) in [
        (torus, plane, DVec3::Z, 0.75),
        (tube, tube, DVec3::X, 0.4),
        (line, plane, DVec3::Z, 1.0),
        (rim, plane, DVec3::Z, 1.0),
    ] {
        let pair = Pair::new(a, b).expect("in order");
        let level = found(pair, Pose::at(place), Pose::default());
        let nearest = level.first().expect("some nearest points");
        assert!(!nearest.regular && nearest.margin() < SINGULAR, "{a:?}: margin {}", nearest.margin());
        assert!((nearest.extremal.distance - distance).abs() < 1e-12, "{a:?}: {}", nearest.extremal.distance);
        let motion = Relative { velocity: DVec3::X, omega: DVec3::ONE };
        assert!(nearest.extremal.rates(motion).is_none());
        let lost = pair.correct(nearest.extremal.at, [&Pose::at(place), &Pose::default()]);
        assert_eq!(lost, Err(Lost::Singular));
        if !a.is_curve() || a == rim {
            let aslant = found(pair, pose(place, DVec3::X, 0.01), Pose::default());
            assert!(aslant[0].regular, "{a:?}: margin {}", aslant[0].margin());
        }
    }
}

/// All places where two bodies are nearest are found, not only the nearest of all.
#[test]
fn all_minima_of_the_distance_are_found() {
    // a long ellipsoid in a narrow bowl touches it at both ends
    let bowl = Feature::new(contact_forces::spatial::shape::surface::Kind::Hollow(Surface::Sphere { radius: 1.0 }));
    let long = Feature::surface(Surface::Ellipsoid { semi_axes: DVec3::new(0.9, 0.2, 0.2) });
    let both = found(Pair::new(long, bowl).expect("in order"), Pose::at(DVec3::new(0.02, 0.0, 0.0)), Pose::default());
    let gaps: Vec<f64> = both.iter().map(|found| found.extremal.distance).collect();
    assert!(both.len() == 2 && both.iter().all(|found| found.regular), "{gaps:?}");
    assert!((gaps[0] - 0.08).abs() < 1e-12 && (gaps[1] - 0.12).abs() < 1e-12, "{gaps:?}");
    // a ring of which two places are nearest to a ball in its middle, beside it
    let ring = Feature::curve(Curve::Ellipse { semi_axes: [1.0, 0.8] });
    let ball = Feature::surface(Surface::Sphere { radius: 0.1 });
    let two = found(Pair::new(ring, ball).expect("in order"), Pose::default(), Pose::default());
    assert!(two.len() == 2 && two.iter().all(|found| (found.extremal.distance - 0.7).abs() < 1e-12));
}

/// Montana's angle ψ between the frames changes as its rate says.
#[test]
fn frames_turn_about_the_normal_as_their_rate_says() {
    let mut random = random();
    let mut search = Search::default();
    let mut compared = 0;
    while compared < 50 {
        let (pair, _) = smooth::pair(&mut random);
        let [first, second] =
            [1.5, 0.0].map(|far| Pose { position: far * random.direction(), rotation: random.rotation() });
        let (velocity, omega) = (random.vector(0.2), random.vector(0.2));
        let mut all = Vec::new();
        search.find(&pair, [&first, &second], f64::INFINITY, &mut all);
        let Some(start) = all.first().filter(|found| found.regular && found.margin() > 0.05) else { continue };
        let angle = |t: f64| {
            let rotation = (DQuat::from_scaled_axis(t * omega) * first.rotation).normalize();
            let later = Pose { position: first.position + t * velocity, rotation };
            let there = start.pair.correct(start.extremal.at, [&later, &second]).expect("near the start");
            let [a, b] = there.local.map(|local| local.tangent());
            there.normal.dot(b.cross(a)).atan2(b.dot(a))
        };
        let point = start.extremal.points()[0];
        let motion = Relative { velocity: velocity + omega.cross(point - first.position), omega };
        let rates = start.extremal.rates(motion).expect("a regular pair");
        if rates.coordinates.as_flattened().iter().any(|rate| rate.abs() > 2.0) || angle(0.0).abs() > 3.0 {
            continue;
        }
        let measured = slope(|t| DVec3::X * angle(t)).x;
        assert!((measured - rates.spin).abs() < 1e-7, "{measured}, rate {}, {:?}", rates.spin, start.pair);
        assert!(Conditions::of(&start.extremal).margin() > 0.0);
        compared += 1;
    }
}
