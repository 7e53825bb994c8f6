//! Scenes of impacts and of the shape of the friction cone.
use super::Options;
use super::masonry::rough;
use super::simple::cuboid;
use crate::spatial::body::{Body, Turning};
use crate::spatial::forces::Push;
use crate::spatial::law::{Cone, Law, PairLaw};
use crate::spatial::shape::Shape;
use crate::spatial::world::World;
use glam::{DQuat, DVec3};

/// Balls in a smooth bowl, all touching but the last, which waits high at the side.
pub fn cradle(options: Options) -> World {
    const RADIUS: f64 = 0.1;
    let (count, bowl) = (options.count.clamp(2, 12), 3.0);
    let reach = bowl - RADIUS;
    let pitch = 2.0 * libm::asin(RADIUS / reach);
    let ball = |k: usize| {
        let away = if k + 1 == count { 0.4 } else { 0.0 };
        let angle = pitch * (k as f64 - 0.5 * (count as f64 - 2.0)) + away;
        let place = DVec3::new(reach * libm::sin(angle), 0.0, bowl - reach * libm::cos(angle));
        Body::new(&format!("ball {}", k + 1), Shape::Sphere { radius: RADIUS }, 4.0).at(place, DQuat::IDENTITY)
    };
    let mut bodies: Vec<Body> = (0..count).map(ball).collect();
    let mut trough = Body::fixed("bowl", Shape::SphereCavity { radius: bowl });
    trough.restitution = 0.0;
    bodies.push(trough.at(DVec3::new(0.0, 0.0, bowl), DQuat::IDENTITY));
    let mut world = rough(bodies, 0.0);
    world.settings.restitution = 1.0;
    world.settings.time_step = 1.0 / 240.0;
    world
}

/// Dominoes in a row; the first has been pushed.
pub fn dominoes(options: Options) -> World {
    let sides = DVec3::new(0.02, 0.12, 0.24);
    let count = options.count.clamp(1, 200);
    let mut bodies = vec![Body::fixed("floor", cuboid(40.0, 4.0, 1.0)).at(DVec3::new(0.0, 0.0, -0.5), DQuat::IDENTITY)];
    for k in 0..count {
        let place = DVec3::new(0.12 * (k as f64 - 0.5 * count as f64), 0.0, 0.5 * sides.z);
        let domino = Body::new(&format!("domino {}", k + 1), cuboid(sides.x, sides.y, sides.z), 0.4);
        bodies.push(domino.at(place, DQuat::IDENTITY));
    }
    let pushed = &mut bodies[1].state;
    (pushed.omega, pushed.velocity) = (DVec3::new(0.0, 1.5, 0.0), DVec3::new(0.18, 0.0, 0.0));
    rough(bodies, 0.4)
}

/// The cones of the balls of [`driven`], in their order.
pub const CONES: [Cone; 4] = [Cone::Round, Cone::Pyramid(4), Cone::Pyramid(8), Cone::Square];

/// Balls that cannot turn, each pushed by the same force, each under another friction cone.
pub fn driven(_: Options) -> World {
    const RADIUS: f64 = 0.1;
    let mut bodies =
        vec![Body::fixed("floor", cuboid(40.0, 40.0, 1.0)).at(DVec3::new(0.0, 0.0, -0.5), DQuat::IDENTITY)];
    let mut laws = Vec::new();
    for (k, cone) in CONES.into_iter().enumerate() {
        let place = DVec3::new(-2.0, 0.6 * k as f64 - 1.5, RADIUS);
        let mut ball = Body::new(cone.name(), Shape::Sphere { radius: RADIUS }, 1.0).at(place, DQuat::IDENTITY);
        ball.turning = Turning::Locked;
        laws.push(PairLaw { bodies: [0, bodies.len()], law: Law { friction: 0.4, cone, ..Law::default() } });
        bodies.push(ball);
    }
    let count = bodies.len();
    let mut world = rough(bodies, 0.4);
    world.laws = laws;
    let push = |body| Push { body, point: DVec3::ZERO, force: DVec3::new(4.5, 1.6, 0.0), torque: DVec3::ZERO };
    world.forces.pushes = (1..count).map(push).collect();
    world
}
