//! Masonry without mortar: an arch, a wall, a bridge, all of loose blocks that friction and weight hold together.
use super::Options;
use super::simple::{GRAVITY, cuboid};
use crate::spatial::body::Body;
use crate::spatial::bvh::VolumeKind;
use crate::spatial::shape::{Mesh, Shape, Solid};
use crate::spatial::time_stepping::MOREAU;
use crate::spatial::world::World;
use glam::{DQuat, DVec3};
use std::f64::consts::PI;
use std::sync::Arc;

/// Density of stone, kg/m³.
const STONE: f64 = 2000.0;
/// Friction of stone on stone.
pub const ROUGH: f64 = 0.6;

/// A world with friction and without rebound, under gravity, by Moreau's scheme.
pub fn rough(bodies: Vec<Body>, friction: f64) -> World {
    let mut world = World::new(bodies);
    world.forces.gravity = GRAVITY;
    (world.settings.scheme, world.settings.friction, world.settings.restitution) = (MOREAU, friction, 0.0);
    world
}

/// The same world, in which bodies at rest sleep if it is large.
pub fn sleepy(mut world: World) -> World {
    const MANY: usize = 100;
    world.settings.sleep = world.bodies.len() > MANY;
    world
}

fn solid(mesh: Mesh) -> Shape {
    Shape::Mesh(Arc::new(Solid::new(mesh, VolumeKind::default())))
}

/// A box of stone, by its sides, with its middle there.
fn block(name: &str, sides: DVec3, place: DVec3) -> Body {
    let mass = STONE * sides.x * sides.y * sides.z;
    Body::new(name, cuboid(sides.x, sides.y, sides.z), mass).at(place, DQuat::IDENTITY)
}

fn fixed(name: &str, sides: DVec3, place: DVec3) -> Body {
    Body::fixed(name, cuboid(sides.x, sides.y, sides.z)).at(place, DQuat::IDENTITY)
}

/// A ring of equal wedges with straight sides over a half circle in the plane of x and z, about `middle`: radius of the
/// middle line 1 m, thickness `thick`, m.
fn ring(count: usize, thick: f64, middle: DVec3) -> Vec<Body> {
    const DEPTH: f64 = 0.4;
    let corner = |r: f64, angle: f64, y: f64| DVec3::new(r * libm::cos(angle), y, r * libm::sin(angle));
    let voussoir = |k: usize| {
        let [from, to] = [k, k + 1].map(|k| PI * k as f64 / count as f64);
        let (inner, outer) = (1.0 - 0.5 * thick, 1.0 + 0.5 * thick);
        let side = |y: f64| [(inner, from), (outer, from), (outer, to), (inner, to)].map(|(r, a)| corner(r, a, y));
        let vertices = [side(0.5 * DEPTH), side(-0.5 * DEPTH)].concat();
        let faces = [[3, 2, 1, 0], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];
        let centre = Mesh::new(vertices.clone(), &faces).expect("a wedge").mass_properties(1.0).centre;
        // made anew about its centre, as a file will have it
        let mesh = Mesh::new(vertices.iter().map(|v| *v - centre).collect(), &faces).expect("a wedge");
        let mass = mesh.mass_properties(STONE).mass;
        Body::new(&format!("voussoir {}", k + 1), solid(mesh), mass).at(middle + centre, DQuat::IDENTITY)
    };
    (0..count).map(voussoir).collect()
}

/// An arch of a thickness, m, for a radius of 1 m, on two fixed blocks.
pub fn arch_of(count: usize, thick: f64) -> World {
    let support = |name: &str, x: f64| fixed(name, DVec3::new(0.6 + thick, 0.8, 1.0), DVec3::new(x, 0.0, -0.5));
    rough([vec![support("left", -1.0), support("right", 1.0)], ring(count, thick, DVec3::ZERO)].concat(), ROUGH)
}

pub fn arch(options: Options) -> World {
    arch_of(options.count.clamp(3, 101) | 1, 0.2)
}

/// A wall of that many rows and bricks in a row.
pub fn wall_of(rows: usize, bricks: usize) -> World {
    const PITCH: f64 = 0.402;
    let wide = PITCH * bricks as f64;
    let mut bodies = vec![fixed("ground", DVec3::new(2.0 * wide, 4.0, 1.0), DVec3::new(0.0, 0.0, -0.5))];
    for row in 0..rows {
        let z = 0.1 + 0.2 * row as f64;
        let mut lay = |long: f64, x: f64| {
            let name = format!("brick {}", bodies.len());
            bodies.push(block(&name, DVec3::new(long, 0.2, 0.2), DVec3::new(x, 0.0, z)));
        };
        if row % 2 == 0 {
            (0..bricks).for_each(|k| lay(0.4, PITCH * (k as f64 + 0.5) - 0.5 * wide));
        } else {
            lay(0.199, 0.25 * PITCH - 0.5 * wide);
            (1..bricks).for_each(|k| lay(0.4, PITCH * k as f64 - 0.5 * wide));
            lay(0.199, 0.5 * wide - 0.25 * PITCH);
        }
    }
    rough(bodies, ROUGH)
}

pub fn wall(options: Options) -> World {
    let bricks = options.count.clamp(1, 60);
    sleepy(wall_of(bricks.div_ceil(2), bricks))
}

/// Boxes on each other, the top one so many times heavier.
pub fn stack_of(count: usize, heavier: f64) -> World {
    let side = DVec3::splat(0.4);
    let mut bodies = vec![fixed("ground", DVec3::new(10.0, 10.0, 1.0), DVec3::new(0.0, 0.0, -0.5))];
    bodies
        .extend((0..count).map(|k| block(&format!("box {}", k + 1), side, DVec3::new(0.0, 0.0, 0.2 + 0.4 * k as f64))));
    if let Some(top) = bodies.last_mut() {
        (top.mass, top.inertia) = (heavier * top.mass, heavier * top.inertia);
    }
    rough(bodies, ROUGH)
}

pub fn stack(options: Options) -> World {
    stack_of(options.count.clamp(1, 100), 100.0)
}

/// A box that moves at a velocity on ground inclined by this angle, rad, down along x.
pub fn slide_of(angle: f64, friction: f64, velocity: DVec3) -> World {
    let on = block("box", DVec3::new(0.4, 0.4, 0.2), DVec3::new(0.0, 0.0, 0.1)).moving(velocity, DVec3::ZERO);
    let ground = fixed("ground", DVec3::new(40.0, 40.0, 1.0), DVec3::new(0.0, 0.0, -0.5));
    let mut world = rough(vec![on, ground], friction);
    world.forces.gravity = -GRAVITY.z * DVec3::new(libm::sin(angle), 0.0, -libm::cos(angle));
    world
}

/// An arch between two piers of loose blocks, and above it a ball that is too heavy for it.
pub fn bridge(options: Options) -> World {
    const THICK: f64 = 0.16;
    const BLOCKS: usize = 4;
    let high = 0.25;
    let mut bodies = vec![Body::fixed("ground", Shape::HalfSpace { normal: DVec3::Z })];
    for (name, x) in [("left", -1.35), ("right", 1.35)] {
        for k in 0..BLOCKS {
            let place = DVec3::new(x, 0.0, high * (k as f64 + 0.5));
            bodies.push(block(&format!("{name} pier {}", k + 1), DVec3::new(0.9, 0.5, high), place));
        }
    }
    bodies.extend(ring(options.count.clamp(5, 51) | 1, THICK, DVec3::new(0.0, 0.0, high * BLOCKS as f64)));
    let (radius, lead) = (0.25, 11_000.0);
    let mass = lead * 4.0 / 3.0 * PI * radius * radius * radius;
    let ball = Body::new("lead ball", Shape::Sphere { radius }, mass);
    bodies.push(ball.at(DVec3::new(0.45, 0.05, 16.0), DQuat::IDENTITY));
    sleepy(rough(bodies, ROUGH))
}
