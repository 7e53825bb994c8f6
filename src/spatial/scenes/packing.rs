//! Balls, or boxes, that fall into an open box, as many as one likes.
use super::Options;
use super::masonry::{rough, sleepy};
use super::simple::{Random, cuboid};
use crate::spatial::body::Body;
use crate::spatial::shape::Shape;
use crate::spatial::world::World;
use glam::{DQuat, DVec3};
use std::f64::consts::PI;

/// Radius of a ball, m.
pub const RADIUS: f64 = 0.1;
/// Distance of balls at the beginning, m.
const PITCH: f64 = 0.25;
/// Density, kg/m³.
const DENSITY: f64 = 1000.0;
/// Friction of all contacts.
const FRICTION: f64 = 0.3;

/// The side of a layer, in bodies: four fifths of that of a cube of so many.
fn side(count: usize) -> usize {
    (1..).take_while(|side| 125 * side * side * side <= 64 * count).last().unwrap_or(1)
}

pub fn packing(options: Options) -> World {
    let count = options.count.clamp(1, 10_000);
    let mut random = Random::new(options.seed);
    let mut uniform = || 0.024 * (2.0 * random.unit() - 1.0);
    // a cube of balls stands in the box at first, then they lie half as high
    let layer = side(count);
    let inner = (PITCH * layer as f64 + 0.05).max(4.0 * RADIUS);
    let high = PITCH * count.div_ceil(layer * layer) as f64 + 1.0;
    let mut bodies = open_box(inner, high);
    let mass = DENSITY * 4.0 / 3.0 * PI * RADIUS * RADIUS * RADIUS;
    let middle = 0.5 * (layer as f64 - 1.0);
    for k in 0..count {
        let (x, y, z) = (k % layer, k / layer % layer, k / (layer * layer));
        let at = DVec3::new(x as f64 - middle, y as f64 - middle, z as f64 + 0.5) * PITCH;
        let place = at + DVec3::new(uniform(), uniform(), uniform());
        let ball = Body::new(&format!("ball {}", k + 1), Shape::Sphere { radius: RADIUS }, mass);
        bodies.push(ball.at(place, DQuat::IDENTITY));
    }
    sleepy(rough(bodies, FRICTION))
}

/// A floor and four walls, so wide within and so high, m.
fn open_box(inner: f64, high: f64) -> Vec<Body> {
    let wall = |name: &str, sides: DVec3, place: DVec3| {
        Body::fixed(name, cuboid(sides.x, sides.y, sides.z)).at(place, DQuat::IDENTITY)
    };
    let (far, thick) = (0.5 * inner + 0.5, 1.0);
    let along = DVec3::new(inner + 2.0, thick, high);
    let across = DVec3::new(thick, inner + 2.0, high);
    vec![
        wall("floor", DVec3::new(inner + 2.0, inner + 2.0, thick), DVec3::new(0.0, 0.0, -0.5)),
        wall("left", across, DVec3::new(-far, 0.0, 0.5 * high)),
        wall("back", along, DVec3::new(0.0, far, 0.5 * high)),
        wall("right", across, DVec3::new(far, 0.0, 0.5 * high)),
        wall("front", along, DVec3::new(0.0, -far, 0.5 * high)),
    ]
}

/// Cubes of 0.2 m, turned as chance has it, that fall into a heap.
pub fn heap_of(count: usize, seed: u64) -> World {
    const SIDE: f64 = 0.2;
    // their diagonal, 0.346
    const PITCH: f64 = 0.35;
    let mut random = Random::new(seed);
    let layer = side(count);
    let high = PITCH * count.div_ceil(layer * layer) as f64 + 1.0;
    let mut bodies = open_box(PITCH * layer as f64 + SIDE, high);
    let middle = 0.5 * (layer as f64 - 1.0);
    for k in 0..count {
        let (x, y, z) = (k % layer, k / layer % layer, k / (layer * layer));
        let place = DVec3::new(x as f64 - middle, y as f64 - middle, z as f64 + 0.5) * PITCH;
        let mut unit = || random.unit() - 0.5;
        let turn = DQuat::from_xyzw(unit(), unit(), unit(), unit()).normalize();
        bodies.push(
            Body::new(&format!("box {}", k + 1), cuboid(SIDE, SIDE, SIDE), DENSITY * SIDE * SIDE * SIDE)
                .at(place, turn),
        );
    }
    rough(bodies, FRICTION)
}
