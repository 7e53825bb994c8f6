//! Scenes of balls and boxes.
use super::Options;
use crate::spatial::body::Body;
use crate::spatial::bvh::VolumeKind;
use crate::spatial::shape::{Mesh, Shape, Solid};
use crate::spatial::world::World;
use glam::{DQuat, DVec3};
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
