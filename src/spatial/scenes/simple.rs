//! Scenes of balls, boxes and a top.
use super::Options;
use crate::spatial::body::Body;
use crate::spatial::bvh::VolumeKind;
use crate::spatial::shape::{Lathe, Mesh, Shape, Solid};
use crate::spatial::world::World;
use glam::{DQuat, DVec2, DVec3};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use std::sync::Arc;

/// Random numbers that are the same for the same seed.
pub struct Random(Pcg64);

impl Random {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        Self(Pcg64::seed_from_u64(seed))
    }

    /// From 0 to 1.
    pub fn unit(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / 4_294_967_296.0
    }
}

/// Acceleration of gravity, m/s².
pub const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.81);

/// A box about its centre.
pub fn cuboid(x: f64, y: f64, z: f64) -> Shape {
    let mesh = Mesh::cuboid(0.5 * DVec3::new(x, y, z)).expect("sides over zero");
    Shape::Mesh(Arc::new(Solid::new(mesh, VolumeKind::default())))
}

/// A world with these bodies under gravity.
pub fn under_gravity(bodies: Vec<Body>) -> World {
    let mut world = World::new(bodies);
    world.forces.gravity = GRAVITY;
    world
}

fn bowl_of(radius: f64) -> Body {
    Body::fixed("bowl", Shape::SphereCavity { radius })
}

pub fn balls(options: Options) -> World {
    let mut random = Random::new(options.seed);
    let mut uniform = || random.unit() - 0.5;
    let ball = |k: usize| {
        let place = DVec3::new(0.3 * uniform(), 0.3 * uniform(), -0.6 + 0.3 * k as f64);
        Body::new(&format!("ball {}", k + 1), Shape::Sphere { radius: 0.15 }, 1.0).at(place, DQuat::IDENTITY)
    };
    let bodies: Vec<Body> = (0..options.count.clamp(1, 30)).map(ball).collect();
    // wide enough for the highest ball to be inside
    let radius = 1.0 + 0.3 * bodies.len() as f64;
    let bowl = bowl_of(radius).at(DVec3::new(0.0, 0.0, radius - 1.0), DQuat::IDENTITY);
    under_gravity([bodies, vec![bowl]].concat())
}

pub fn bowl(_: Options) -> World {
    let (radius, angle) = (0.1, 1.0);
    let place = (1.0 - radius) * DVec3::new(libm::sin(angle), 0.0, -libm::cos(angle));
    let ball = Body::new("ball", Shape::Sphere { radius }, 1.0).at(place, DQuat::IDENTITY);
    let mut world = under_gravity(vec![ball, bowl_of(1.0)]);
    world.settings.time_step = 0.01;
    world
}

pub fn spinning_box(_: Options) -> World {
    let turning = Body::new("box", cuboid(1.8, 1.2, 0.6), 1.0).moving(DVec3::ZERO, DVec3::new(0.01, 3.0, 0.0));
    World::new(vec![turning])
}

/// Boxes fall on a slope without friction, turned about its normal by chance, and slide down to a stop.
pub fn slope(options: Options) -> World {
    let (angle, mut random) = (0.35_f64, Random::new(options.seed));
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    let (up, along) = (DVec3::new(-sin, 0.0, cos), DVec3::new(cos, 0.0, sin));
    let wall = |name: &str, normal: DVec3, place: DVec3| {
        Body::fixed(name, Shape::HalfSpace { normal }).at(place, DQuat::IDENTITY)
    };
    let shape = cuboid(0.6, 0.4, 0.3);
    let mut place = |k: usize| {
        let (row, column) = ((k / 2) as f64, (k % 2) as f64);
        let spot = (1.1 * row - 1.0) * along + (0.9 * column - 0.45) * DVec3::Y + 0.25 * up;
        let turned = DQuat::from_axis_angle(up, 1.5 * random.unit()) * DQuat::from_rotation_y(-angle);
        Body::new(&format!("box {}", k + 1), shape.clone(), 1.0).at(spot + 0.1 * random.unit() * up, turned)
    };
    let boxes: Vec<Body> = (0..options.count.clamp(1, 12)).map(&mut place).collect();
    let walls = vec![wall("slope", up, DVec3::ZERO), wall("stop", along, -2.5 * along)];
    under_gravity([boxes, walls].concat())
}

/// Rate at which the top spins about its axis, rad/s.
const SPIN: f64 = 60.0;

/// A top on a floor without friction, that goes round slowly and does not nod.
pub fn spinning_top(_: Options) -> World {
    let profile = [(0.0, 0.0), (0.3, 0.32), (0.3, 0.4), (0.05, 0.45), (0.05, 0.8), (0.0, 0.8)];
    let profile = |down: f64| -> Vec<_> { profile.iter().map(|&(r, z)| DVec2::new(r, z - down)).collect() };
    let arm = Lathe::moments(&profile(0.0), 1.0).centre.z;
    let lathe = Lathe::new(profile(arm)).expect("a top");
    let top = Body::new("top", Shape::Lathe(Arc::new(lathe)), 1.0);
    let leaning = DQuat::from_rotation_x(0.4);
    let round = -GRAVITY.z * arm / (top.inertia.z_axis.z * SPIN);
    let omega = SPIN * (leaning * DVec3::Z) + round * DVec3::Z;
    let top = top.at(leaning * (arm * DVec3::Z), leaning).moving(DVec3::ZERO, omega);
    let mut world = under_gravity(vec![top, Body::fixed("floor", Shape::HalfSpace { normal: DVec3::Z })]);
    world.settings.time_step = 1.0 / 480.0;
    world
}
