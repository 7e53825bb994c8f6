//! Laws of contacts at points that go along with the bodies, of flat contacts and of joints, at the level of accelerations.
#[path = "support/smooth.rs"]
mod smooth;

use contact_forces::spatial::body::{Body, State};
use contact_forces::spatial::energy::Balance;
use contact_forces::spatial::forces::{Forces, Push};
use contact_forces::spatial::joint::{Joint, JointKind};
use contact_forces::spatial::narrow_phase::extremal::Pair;
use contact_forces::spatial::narrow_phase::extremal::search::Search;
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::Shape;
use contact_forces::spatial::shape::region::{Piece, Region};
use contact_forces::spatial::shape::surface::{Curve, Feature, Kind, Surface};
use contact_forces::spatial::time_stepping::Setup;
use contact_forces::spatial::time_stepping::contact_points::Tracked;
use contact_forces::spatial::time_stepping::contact_points::dynamics::{ContactPoints, Law};
use contact_forces::spatial::time_stepping::contact_points::faces::FlatContact;
use glam::{DMat3, DQuat, DVec2, DVec3};
use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use smooth::Random;

const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.81);

fn random() -> Random {
    Random(Pcg64::seed_from_u64(7))
}

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

fn regions() -> [Region; 4] {
    let corner = DVec2::new;
    let notched = [corner(-0.6, -0.4), corner(0.5, -0.5), corner(0.7, 0.3), corner(0.1, 0.0), corner(-0.5, 0.5)];
    let hole = [corner(-0.1, -0.2), corner(0.1, -0.2), corner(0.1, -0.1), corner(-0.1, -0.1)];
    let flat = Region::polygon(&notched).with_hole(&hole);
    [Region::ellipse([0.6, 0.35]), Region::ellipse([0.5, 0.5]), Region::half_disc(0.5), flat].map(|region| {
        let centre = region.moments().centre;
        region.moved(-centre)
    })
}

/// A block with this base on a plane, under a load.
struct Pressed {
    points: ContactPoints,
    bodies: [Body; 2],
    forces: Forces,
}

impl Pressed {
    fn new(region: Region, load: f64, place: DVec2) -> Self {
        let base = Pose::at(DVec3::new(0.0, 0.0, -0.2));
        let face = FlatContact { bodies: [0, 1], region, pose: base, normal: DVec3::Z, offset: 0.0 };
        let mut points = ContactPoints::default();
        points.faces.push(face);
        let block = body(2.0, DVec3::new(0.09, 0.2, 0.24)).at(DVec3::new(0.0, 0.0, 0.2), DQuat::IDENTITY);
        let push = Push { body: 0, point: place.extend(0.1), force: -load * DVec3::Z, torque: DVec3::ZERO };
        let forces = Forces { gravity: GRAVITY, pushes: vec![push], ..Forces::default() };
        let mut pressed = Self { points, bodies: [block, fixed()], forces };
        let setup = Setup { bodies: &pressed.bodies, forces: &pressed.forces, h: 1e-3, tolerance: 0.0 };
        pressed.points.evaluate(&setup, &states(&pressed.bodies)).expect("no smooth contact to lose");
        pressed
    }

    fn acceleration(&self) -> f64 {
        let own = self.points.rows.accelerations[0];
        own.linear.length().max(own.angular.length())
    }

    /// Least acceleration of the gap over many points of the boundary, and at the points with force.
    fn gaps(&self) -> [f64; 2] {
        let (face, states) = (&self.points.faces[0], states(&self.bodies));
        let gap = face.acceleration(&self.points.rows, &states);
        let along = |piece: &Piece| (0..=500).map(|k| gap.at(piece.at(f64::from(k) / 500.0)[0])).fold(1e9, f64::min);
        let least = face.region.outer.iter().map(along).fold(1e9, f64::min);
        let forces = self.points.rows.solution.f.iter();
        let loaded = self.points.pressure.points.iter().zip(forces).filter(|(_, f)| **f > 0.0);
        [least, loaded.map(|(point, _)| gap.at(point.place).abs()).fold(0.0, f64::max)]
    }
}

/// Whatever the load, no point of the base accelerates into the plane, points with force do not accelerate, at most
/// three carry force, and the body rests exactly if the load's centre is in the hull. Measured: gaps to 6e-13 m/s², at most
/// 21 rounds.
#[test]
fn few_points_carry_any_flat_base() {
    let mut random = random();
    for region in regions() {
        for _ in 0..200 {
            let (load, place) = (random.between(0.0, 200.0), random.vector(0.8).truncate());
            let pressed = Pressed::new(region.clone(), load, place);
            let resultant = pressed.points.resultant(0);
            let [least, loaded] = pressed.gaps();
            let rounds = pressed.points.pressure.rounds;
            assert!(resultant.points <= 3 && rounds <= 30, "{} points after {rounds} rounds", resultant.points);
            assert!(least > -1e-10 && loaded < 1e-10, "gaps accelerate by {least:e}, {loaded:e} where there is force");
            let weight = 2.0 * 9.81;
            let balance = load * place / (weight + load);
            if region.hull_holds(balance) {
                assert!(pressed.acceleration() < 1e-10, "{balance} is in the hull: {}", pressed.acceleration());
                assert!((resultant.force - weight - load).abs() < 1e-9 && resultant.place.distance(balance) < 1e-9);
            } else {
                assert!(pressed.acceleration() > 1e-10, "{balance} is not in the hull");
                let inside = 0.999_999_9 * resultant.place;
                assert!(region.hull_holds(inside), "the pressure is centred at {}", resultant.place);
            }
        }
    }
}

/// A little less than the load that tips leaves the body at rest, a little more does not.
#[test]
fn bodies_tip_at_the_threshold() {
    for region in regions() {
        for k in 0..24 {
            let (sin, cos) = (0.26 * f64::from(k)).sin_cos();
            let place = 0.9 * DVec2::new(cos, sin);
            let face = Pressed::new(region.clone(), 0.0, DVec2::ZERO).points.faces.remove(0);
            let load = face.tipping_load(2.0 * 9.81, place).expect("the place is beyond the hull");
            let [less, more] = [0.9999, 1.0001].map(|part| Pressed::new(region.clone(), part * load, place));
            assert!(less.acceleration() < 1e-8, "{place}: {} at less than {load}", less.acceleration());
            assert!(more.acceleration() > 1e-6, "{place}: {} at more than {load}", more.acceleration());
        }
    }
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
