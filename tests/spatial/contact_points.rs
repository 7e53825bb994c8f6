//! Laws of contacts at points that go along with the bodies, and of joints, at the level of accelerations.
use contact_forces::spatial::body::{Body, State};
use contact_forces::spatial::energy::Balance;
use contact_forces::spatial::forces::Forces;
use contact_forces::spatial::joint::{Joint, JointKind};
use contact_forces::spatial::narrow_phase::extremal::Pair;
use contact_forces::spatial::narrow_phase::extremal::search::Search;
use contact_forces::spatial::shape::Shape;
use contact_forces::spatial::shape::surface::{Curve, Feature, Kind, Surface};
use contact_forces::spatial::time_stepping::Setup;
use contact_forces::spatial::time_stepping::contact_points::Tracked;
use contact_forces::spatial::time_stepping::contact_points::dynamics::{ContactPoints, Law};
use glam::{DMat3, DQuat, DVec3};

const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.81);

/// A body whose shape is not asked for.
fn body(mass: f64, moments: DVec3) -> Body {
    let mut body = Body::new("body", Shape::Sphere { radius: 1.0 }, mass);
    body.inertia = DMat3::from_diagonal(moments);
    body
}

fn fixed() -> Body {
    Body::fixed("fixed", Shape::Sphere { radius: 1.0 })
}

fn states(bodies: &[Body]) -> Vec<State> {
    bodies.iter().map(|body| body.state).collect()
}

/// Energy of bodies in these states.
fn energy(bodies: &[Body], states: &[State], forces: &Forces) -> f64 {
    let moved = |(body, state): (&Body, &State)| Body { state: *state, ..body.clone() };
    let bodies: Vec<Body> = bodies.iter().zip(states).map(moved).collect();
    Balance::of(&bodies, forces).total()
}

fn run(points: &mut ContactPoints, bodies: &[Body], forces: &Forces, (steps, h): (usize, f64)) -> Vec<State> {
    let mut states = states(bodies);
    for _ in 0..steps {
        let setup = Setup { bodies, forces, h, tolerance: 0.0 };
        points.advance(&setup, &mut states).expect("the contacts stay");
    }
    states
}

/// A pendulum on a hinge accelerates by its formula, keeps its energy and stays on its axis; one on a point swings as a
/// spherical pendulum, so its angular momentum about the vertical stays; a slider slides with g sin α.
#[test]
fn joints_leave_free_what_they_should() {
    let forces = Forces { gravity: GRAVITY, ..Forces::default() };
    let rod = |omega: DVec3| {
        let place = DVec3::new(0.5, 0.0, 0.0);
        body(2.0, DVec3::new(0.01, 0.2, 0.2)).at(place, DQuat::IDENTITY).moving(omega.cross(place), omega)
    };
    for (kind, omega) in [(JointKind::Hinge, DVec3::ZERO), (JointKind::Point, DVec3::new(0.0, 0.0, 2.0))] {
        let bodies = [rod(omega), fixed()];
        let poses = [&bodies[0].state.pose, &bodies[1].state.pose];
        let joint = Joint::new(kind, [0, 1], poses, DVec3::ZERO, DVec3::Y);
        let mut points = ContactPoints::default();
        points.joints.push(joint);
        let setup = Setup { bodies: &bodies, forces: &forces, h: 1e-3, tolerance: 0.0 };
        points.evaluate(&setup, &states(&bodies)).expect("no contact");
        let expected = 2.0 * 9.81 * 0.5 / (0.2 + 2.0 * 0.25);
        assert!((points.rows.accelerations[0].angular.y - expected).abs() < 1e-9, "{kind:?}");
        let end = run(&mut points, &bodies, &forces, (2000, 1e-3));
        let before = energy(&bodies, &states(&bodies), &forces);
        assert!((energy(&bodies, &end, &forces) - before).abs() < 1e-8, "{kind:?}: energy");
        let held = end[0].pose.place(DVec3::new(-0.5, 0.0, 0.0));
        assert!(held.length() < 1e-9, "{kind:?}: the joint is at {held}");
        let spin = |s: &State| {
            let inertia = body(2.0, DVec3::new(0.01, 0.2, 0.2)).inertia_at(s.pose.rotation);
            (2.0 * s.pose.position.cross(s.velocity) + inertia * s.omega).z
        };
        assert!((spin(&end[0]) - spin(&bodies[0].state)).abs() < 1e-8, "{kind:?}: angular momentum");
    }
    let bodies = [body(2.0, DVec3::splat(0.1)), fixed()];
    let axis = DVec3::new(0.8, 0.0, -0.6);
    let poses = [&bodies[0].state.pose, &bodies[1].state.pose];
    let mut points = ContactPoints::default();
    points.joints.push(Joint::new(JointKind::Slider, [0, 1], poses, DVec3::ZERO, axis));
    let end = run(&mut points, &bodies, &forces, (1000, 1e-3));
    assert!(end[0].pose.position.distance(0.5 * 9.81 * 0.6 * axis) < 1e-9, "{}", end[0].pose.position);
    assert!(end[0].pose.rotation.dot(DQuat::IDENTITY).abs() > 1.0 - 1e-12);
}

/// What slides or rolls keeps its energy and stays on what it touches, and half the step divides the error by 16: an
/// ellipsoid in a bowl, the rim of a disc on a plane, two crossing rods of which one is fixed. Measured: by 15.1 to
/// 22.3.
#[test]
fn smooth_contacts_keep_energy_and_touch() {
    let forces = Forces { gravity: GRAVITY, ..Forces::default() };
    let bowl = Feature::new(Kind::Hollow(Surface::Sphere { radius: 1.0 }));
    let egg = Feature::surface(Surface::Ellipsoid { semi_axes: DVec3::new(0.4, 0.3, 0.2) });
    let plane = Feature::surface(Surface::Plane);
    let rim = Feature::curve(Curve::circle(0.5));
    let rod = Feature::surface(Surface::Cylinder { radius: 0.1, half_height: 2.0 });
    let turned = |axis: DVec3, angle: f64| DQuat::from_axis_angle(axis, angle);
    let cases = [
        (egg, bowl, turned(DVec3::X, 0.3), DQuat::IDENTITY, DVec3::new(0.3, 0.2, -0.5), DVec3::new(0.5, 1.0, -0.4)),
        (rim, plane, turned(DVec3::X, 1.2), DQuat::IDENTITY, DVec3::Z, DVec3::new(0.2, 0.1, 6.0)),
        (rod, rod, turned(DVec3::X, 1.57), turned(DVec3::Y, 1.4), DVec3::new(0.0, 0.1, 1.0), DVec3::new(0.1, 0.0, 1.0)),
    ];
    for (first, second, rotation, other, place, omega) in cases {
        for law in [Law::Slides, Law::Rolls] {
            let pair = Pair::new(first, second).expect("in order");
            let bodies = [body(1.0, DVec3::new(0.05, 0.06, 0.07)).at(place, rotation), fixed().at(DVec3::ZERO, other)];
            let (bodies, tracked) = touching(bodies, pair, omega);
            let errors = [(150, 2e-3), (300, 1e-3)].map(|steps| {
                let mut points = ContactPoints::default();
                points.add(tracked, law);
                let end = run(&mut points, &bodies, &forces, steps);
                let (before, after) = (energy(&bodies, &states(&bodies), &forces), energy(&bodies, &end, &forces));
                [(after - before).abs(), points.contacts[0].tracked.extremal(&end).distance.abs()]
            });
            for (what, (coarse, fine)) in ["energy", "gap"].iter().zip(errors[0].into_iter().zip(errors[1])) {
                assert!(fine < 1e-6 && (coarse > 12.0 * fine || fine < 1e-11), "{law:?}: {what} {coarse:e}, {fine:e}");
            }
        }
    }
}

/// The bodies moved together until they touch, the first turning about the contact at `omega`, and the contact.
fn touching(mut bodies: [Body; 2], pair: Pair, omega: DVec3) -> ([Body; 2], Tracked) {
    let mut search = Search::default();
    let mut tracked = Tracked::find([0, 1], pair, &states(&bodies), &mut search).expect("one nearest point");
    let apart = tracked.extremal(&states(&bodies));
    bodies[0].state.pose.position -= apart.distance * apart.normal;
    let touch = tracked.correct(&states(&bodies), &mut search).expect("the same points");
    let arm = touch.points()[0] - bodies[0].state.pose.position;
    (bodies[0].state.velocity, bodies[0].state.omega) = (-omega.cross(arm), omega);
    (bodies, tracked)
}
