//! Scenes of smooth bodies, and of flat bases with round boundaries.
use super::Options;
use super::simple::{GRAVITY, under_gravity};
use crate::spatial::body::Body;
use crate::spatial::forces::Push;
use crate::spatial::law::{Law, PairLaw};
use crate::spatial::narrow_phase::extremal::Pair;
use crate::spatial::pose::Pose;
use crate::spatial::shape::smooth::{Form, Outline};
use crate::spatial::shape::surface::{Feature, Surface};
use crate::spatial::shape::{Shape, Smooth};
use crate::spatial::smooth::gap;
use crate::spatial::time_stepping::{CONTACT_POINTS, MOREAU};
use crate::spatial::world::World;
use glam::{DMat3, DQuat, DVec2, DVec3};
use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

/// Length of a step, s: smooth bodies turn quickly about where they touch.
const STEP: f64 = 1.0 / 240.0;

fn shape(form: Form) -> Shape {
    Shape::Smooth(Arc::new(Smooth::new(form).expect("lengths over zero")))
}

fn egg(a: f64, b: f64, c: f64) -> Shape {
    shape(Form::Closed(Surface::Ellipsoid { semi_axes: DVec3::new(a, b, c) }))
}

fn floor() -> Body {
    Body::fixed("floor", Shape::HalfSpace { normal: DVec3::Z })
}

fn world(bodies: Vec<Body>) -> World {
    let mut world = under_gravity(bodies);
    world.settings.time_step = STEP;
    world
}

/// The same with friction, taken by impulses.
fn with_friction(bodies: Vec<Body>, friction: f64) -> World {
    let mut world = world(bodies);
    (world.settings.scheme, world.settings.friction) = (MOREAU, friction);
    world
}

/// Turning about a point at this angular velocity.
fn rolling(body: Body, about: DVec3, omega: DVec3) -> Body {
    let velocity = omega.cross(body.state.pose.position - about);
    body.moving(velocity, omega)
}

/// Where a body on the floor touches it, if it is one that the floor carries at one point.
fn lowest(body: &Body) -> DVec3 {
    let pose = body.state.pose;
    let Shape::Smooth(smooth) = &body.shape else { return pose.position };
    let floor = Feature::surface(Surface::Plane);
    let points = smooth.features().iter().filter_map(|feature| {
        let over = gap::over_plane(&Pair::new(*feature, floor)?, [&pose, &Pose::default()])?;
        Some(over.points()[1])
    });
    points.min_by(|p, q| p.z.total_cmp(&q.z)).unwrap_or(pose.position)
}

/// Stands just on a floor through the origin, turned so.
fn on_floor(body: Body, rotation: DQuat) -> Body {
    let low = body.shape.bounds(&Pose { position: DVec3::ZERO, rotation }).low.z;
    body.at(-low * DVec3::Z, rotation)
}

pub fn ellipsoid_on_plane(_: Options) -> World {
    let body = on_floor(Body::new("ellipsoid", egg(0.8, 0.5, 0.35), 1.2), DQuat::from_rotation_x(0.4));
    world(vec![body.moving(DVec3::new(0.3, -0.2, 0.0), DVec3::new(0.4, 0.6, 2.0)), floor()])
}

pub fn ellipsoid_in_bowl(_: Options) -> World {
    let body =
        Body::new("ellipsoid", egg(0.35, 0.25, 0.2), 1.0).at(DVec3::new(0.5, 0.1, 0.6), DQuat::from_rotation_y(0.5));
    let bowl = Body::fixed("bowl", Shape::SphereCavity { radius: 1.2 }).at(DVec3::new(0.0, 0.0, 1.2), DQuat::IDENTITY);
    world(vec![body.moving(DVec3::ZERO, DVec3::new(0.0, 0.0, 2.0)), bowl])
}

pub fn rolling_ellipsoid(_: Options) -> World {
    let body = on_floor(Body::new("ellipsoid", egg(0.5, 0.35, 0.3), 1.0), DQuat::from_rotation_x(0.3));
    let touch = lowest(&body);
    with_friction(vec![rolling(body, touch, DVec3::new(0.6, 3.0, 0.8)), floor()], 0.8)
}

pub fn ellipsoid_rolling_in_bowl(options: Options) -> World {
    let mut world = ellipsoid_in_bowl(options);
    (world.settings.scheme, world.settings.friction) = (MOREAU, 0.6);
    world
}

/// A ball and an ellipsoid that roll off a dome and on in a bowl, and a ball that slides on both.
pub fn rolling_off(_: Options) -> World {
    let (dome, radius, tilt) = (1.0, 0.15, 0.2);
    let ball = Shape::Sphere { radius };
    let round = [("rolling ball", ball.clone()), ("ellipsoid", egg(radius, 0.22, radius)), ("sliding ball", ball)];
    let mut bodies = Vec::new();
    for (k, (name, shape)) in round.into_iter().enumerate() {
        let rotation = DQuat::from_rotation_z(2.0 * PI / 3.0 * k as f64) * DQuat::from_rotation_y(tilt);
        let place = (dome + radius) * (rotation * DVec3::Z);
        // rolling down, the ellipsoid turns about its long axis, but for a little
        bodies.push(Body::new(name, shape, 1.0).at(place, rotation * DQuat::from_rotation_z(0.2)));
    }
    bodies.push(Body::fixed("dome", Shape::Sphere { radius: dome }));
    let bowl = Body::fixed("bowl", Shape::SphereCavity { radius: 5.0 });
    bodies.push(bowl.at(DVec3::new(0.0, 0.0, 4.7), DQuat::IDENTITY));
    let mut world = world(bodies);
    (world.settings.scheme, world.settings.rolls) = (CONTACT_POINTS, true);
    world.laws.extend([3, 4].map(|other| PairLaw { bodies: [2, other], law: Law::default() }));
    world
}

pub fn torus(_: Options) -> World {
    let torus = shape(Form::Closed(Surface::Torus { major: 0.6, minor: 0.15 }));
    // leaning, and turning about its axis and about the vertical
    let (lean, spin, turn) = (0.3, 5.0, -1.2);
    let rotation = DQuat::from_rotation_x(FRAC_PI_2 - lean);
    let ring = on_floor(Body::new("ring", torus, 1.0), rotation);
    let (touch, omega) = (lowest(&ring), spin * (rotation * DVec3::Z) + turn * DVec3::Z);
    with_friction(vec![rolling(ring, touch, omega), floor()], 0.8)
}

pub fn disc_on_edge(_: Options) -> World {
    let disc = Body::new("disc", shape(Form::Cylinder { radius: 0.5, height: 0.06 }), 1.0);
    let rotation = DQuat::from_rotation_x(0.5);
    let disc = on_floor(disc, rotation);
    // its middle at rest, it rolls around in circles (Euler's disc): omega points from the middle to the edge
    let touch = lowest(&disc);
    let along = (disc.state.pose.position - touch).normalize();
    let steady = (GRAVITY.length() / (0.5 * libm::sin(0.5))).sqrt();
    with_friction(vec![rolling(disc, touch, 2.0 * steady * libm::sin(0.5) * along), floor()], 0.8)
}

pub fn crossing_cylinders(_: Options) -> World {
    let rod = |radius: f64, height: f64| shape(Form::Cylinder { radius, height });
    let rail = |name: &str, y: f64, turn: f64| {
        let rotation = DQuat::from_rotation_z(turn) * DQuat::from_rotation_y(FRAC_PI_2);
        Body::fixed(name, rod(0.1, 4.0)).at(DVec3::new(0.0, y, 0.1), rotation)
    };
    let across = Body::new("rod", rod(0.15, 1.6), 1.0)
        .at(DVec3::new(-1.2, 0.0, 0.36), DQuat::from_rotation_x(FRAC_PI_2 - 0.02))
        .moving(DVec3::new(0.8, 0.0, 0.0), DVec3::new(0.0, 0.0, 0.1));
    world(vec![across, rail("left rail", -0.4, 0.05), rail("right rail", 0.4, -0.05), floor()])
}

/// Weight and load of the half-disc, N, and where the load acts on its top, m from the centre of mass.
const LOAD: f64 = 20.0;
const PLACE: DVec2 = DVec2::new(0.35, 0.2);

pub fn half_disc(_: Options) -> World {
    let block = Body::new("half disc", shape(Form::Extruded { outline: Outline::HalfDisc(0.5), height: 0.3 }), 1.5);
    let mut world = world(vec![on_floor(block, DQuat::IDENTITY), floor()]);
    let push = Push { body: 0, point: PLACE.extend(0.15), force: -LOAD * DVec3::Z, torque: DVec3::ZERO };
    world.forces.pushes.push(push);
    world
}

pub fn top(_: Options) -> World {
    // a ball with a stem, its centre of mass under the ball's centre
    let (radius, sunk) = (0.3, 0.06);
    let balls = [(sunk, radius), (sunk + 0.25, 0.1), (sunk + 0.31, 0.08)];
    let balls = balls.map(|(height, radius)| (height * DVec3::Z, radius)).to_vec();
    let mut top = Body::new("top", shape(Form::Balls(balls)), 0.5);
    top.inertia = DMat3::from_diagonal(0.5 * radius * radius * DVec3::new(0.46, 0.46, 0.4));
    let top = top.at((radius - sunk) * DVec3::Z, DQuat::from_rotation_x(0.1 * PI));
    let low = top.shape.bounds(&top.state.pose).low.z;
    let place = top.state.pose.position - low * DVec3::Z;
    let rotation = top.state.pose.rotation;
    let top = top.at(place, rotation).moving(DVec3::ZERO, DVec3::new(0.0, 0.0, 50.0));
    with_friction(vec![top, floor()], 0.3)
}
