//! Bodies on joints: a pendulum, and a crank, whose wheel on a hinge drives a piston in a slider.
use super::Options;
use super::simple::{cuboid, under_gravity};
use crate::spatial::body::Body;
use crate::spatial::joint::{Joint, JointKind};
use crate::spatial::shape::Shape;
use crate::spatial::shape::smooth::{Form, Smooth};
use crate::spatial::world::World;
use glam::{DQuat, DVec3};
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

/// Distance of the pin from the wheel's axis, and length of the rod, m.
const CRANK: f64 = 0.25;
const ROD: f64 = 0.9;
/// Where the wheel's axis is, m, and how fast it turns at first, rad/s.
const AXLE: DVec3 = DVec3::new(0.0, 0.0, 1.0);
const SPIN: f64 = 6.0;

/// Length of the pendulum, m, and its angle from below at the start, rad.
const LENGTH: f64 = 1.0;
const LIFTED: f64 = 1.2;

/// A rod that hangs on a hinge: the simplest body with a reaction force that nobody gives.
pub fn pendulum(_: Options) -> World {
    let turned = DQuat::from_rotation_y(-LIFTED);
    let rod = Body::new("rod", cuboid(0.1, 0.1, LENGTH), 1.0).at(turned * (-0.5 * LENGTH * DVec3::Z), turned);
    let bench = Body::fixed("bench", cuboid(0.4, 0.4, 0.1)).at(DVec3::new(0.0, 0.0, 0.1), DQuat::IDENTITY);
    let bodies = vec![rod, bench];
    let poses = [0, 1].map(|body| &bodies[body].state.pose);
    let hinge = Joint { span: 0.2, ..Joint::new(JointKind::Hinge, [0, 1], poses, DVec3::ZERO, DVec3::Y) };
    let mut world = under_gravity(bodies);
    world.forces.joints = vec![hinge];
    world.settings.time_step = 1.0 / 240.0;
    world
}

pub fn crank(_: Options) -> World {
    let round = |radius: f64, height: f64| {
        Shape::Smooth(Arc::new(Smooth::new(Form::Cylinder { radius, height }).expect("lengths over zero")))
    };
    let along_y = DQuat::from_rotation_x(FRAC_PI_2);
    let wheel = Body::new("wheel", round(0.32, 0.1), 2.0).at(AXLE, along_y).moving(DVec3::ZERO, SPIN * DVec3::Y);
    let pin = AXLE + DVec3::new(CRANK, -0.12, 0.0);
    let end = pin + ROD * DVec3::X;
    // at this dead centre the piston rests for a moment, and the rod turns about its end
    let turning = -SPIN * CRANK / ROD * DVec3::Y;
    let middle = 0.5 * (pin + end);
    let rod = Body::new("rod", round(0.03, ROD), 0.5)
        .at(middle, DQuat::from_rotation_y(FRAC_PI_2))
        .moving(turning.cross(middle - end), turning);
    let piston = Body::new("piston", cuboid(0.3, 0.2, 0.2), 1.0).at(end, DQuat::IDENTITY);
    let bench = Body::fixed("bench", cuboid(2.4, 0.8, 0.1)).at(DVec3::new(0.5, 0.0, 0.55), DQuat::IDENTITY);
    let bodies = vec![wheel, rod, piston, bench];
    let joint = |kind: JointKind, pair: [usize; 2], point: DVec3, axis: DVec3| Joint {
        span: 0.2,
        ..Joint::new(kind, pair, pair.map(|body| &bodies[body].state.pose), point, axis)
    };
    let joints = vec![
        joint(JointKind::Hinge, [0, 3], AXLE, DVec3::Y),
        joint(JointKind::Hinge, [1, 0], pin, DVec3::Y),
        joint(JointKind::Point, [1, 2], end, DVec3::Y),
        joint(JointKind::Slider, [2, 3], end, DVec3::X),
    ];
    let mut world = under_gravity(bodies);
    world.forces.joints = joints;
    world
}
