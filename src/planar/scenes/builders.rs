//! How each scene is built.
use super::Options;
use crate::planar::body::{Body, Thruster};
use crate::planar::polygon::Polygon;
use crate::planar::world::{Settings, World};
use glam::DVec2;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_3, FRAC_PI_4};

/// The room of the classic scene.
const ROOM: [DVec2; 2] = [DVec2::new(-4.5, -3.6), DVec2::new(3.1, 4.0)];
/// A wide room with its floor at zero.
pub(super) const HALL: [DVec2; 2] = [DVec2::new(-5.0, 0.0), DVec2::new(5.0, 6.0)];

/// An empty room with the settings of the classic scene.
pub(super) fn room(view: [DVec2; 2], blocks: Vec<Body>) -> World {
    let mut world = World::default();
    (world.bodies, world.view) = (blocks, view);
    world.forces.gravity = DVec2::new(0.0, -3.0);
    world.forces.rotation_damping = 0.1;
    world.forces.thrust = 1.5;
    for body in world.bodies.iter_mut().filter(|body| !body.is_fixed()).take(2) {
        let top = body.shape.vertices().iter().map(|v| v.y).fold(0.0, f64::max);
        body.thrusters = thrusters(DVec2::new(0.0, 0.6 * top));
    }
    world.bodies.extend(walls(view));
    world
}

/// Four thick walls.
fn walls([low, high]: [DVec2; 2]) -> [Body; 4] {
    let (size, middle, thick) = (high - low, (low + high) / 2.0, 4.0);
    let flat = || Polygon::rectangle(size.x + 2.0 * thick, thick);
    let tall = || Polygon::rectangle(thick, size.y + 2.0 * thick);
    [
        Body::fixed("floor", flat()).at(middle.x, low.y - thick / 2.0, 0.0),
        Body::fixed("ceiling", flat()).at(middle.x, high.y + thick / 2.0, 0.0),
        Body::fixed("left wall", tall()).at(low.x - thick / 2.0, middle.y, 0.0),
        Body::fixed("right wall", tall()).at(high.x + thick / 2.0, middle.y, 0.0),
    ]
}

/// Six nozzles: at `point` and at its mirror image through the centre, pushing along -x, x, y and -y, -x, x.
fn thrusters(point: DVec2) -> Vec<Thruster> {
    let push = |point, direction, strength| Thruster { point, direction, strength };
    vec![
        push(point, DVec2::NEG_X, 0.4),
        push(point, DVec2::X, 0.4),
        push(point, DVec2::Y, 1.0),
        push(-point, DVec2::NEG_Y, 1.0),
        push(-point, DVec2::NEG_X, 0.4),
        push(-point, DVec2::X, 0.4),
    ]
}

/// Gap at which blocks rest on each other.
pub(super) fn gap() -> f64 {
    Settings::default().target_gap
}

fn name(number: usize) -> String {
    format!("block {number}")
}

pub(super) fn block(number: usize, width: f64, height: f64) -> Body {
    Body::new(&name(number), Polygon::rectangle(width, height), 1.0)
}

/// A quadrilateral with random corners near a circle, none farther than 0.98 from its centre of mass.
fn random_block(number: usize, random: &mut Pcg64Mcg) -> Body {
    let mut unit = || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    let corner = |k: usize| {
        let angle = FRAC_PI_2 * (k as f64 + 0.7 * unit());
        DVec2::new(libm::cos(angle), libm::sin(angle))
    };
    let corners: Vec<DVec2> = (0..4).map(corner).collect();
    let in_order = "corners in order around a circle make a polygon";
    let shape = Polygon::centred(corners).expect(in_order);
    let scale = 0.98 / shape.radius();
    let shape = Polygon::centred(shape.vertices().iter().map(|v| scale * *v).collect()).expect(in_order);
    Body::new(&name(number), shape, 1.0)
}

/// Two blocks at rest. One block lies on the floor, the other stands on it. Four forces carry them.
pub fn two_blocks(_: Options) -> World {
    let floor = ROOM[0].y;
    let low = block(1, 3.0, 1.0).at(-1.0, floor + gap() + 0.5, 0.0);
    let high = block(2, 1.0, 3.0).at(-0.5, floor + 2.0 * gap() + 2.5, 0.0);
    room(ROOM, vec![low, high])
}

/// Blocks in a box. One to six blocks fall, push and bounce between four walls. Fire the thrusters, pull with the
/// mouse.
pub fn blocks(options: Options) -> World {
    let mut random = Pcg64Mcg::seed_from_u64(options.seed);
    let mut blocks = vec![
        random_block(1, &mut random).at(-3.4, 0.0, 0.0).moving(0.3858, -0.3608, -0.3956),
        block(2, 1.0, 3.0).at(-1.8, 0.0, 0.0).moving(0.26993, -0.01696, -0.30647),
        random_block(3, &mut random).at(2.0, -0.113, 0.0).moving(-0.29445, -0.11189, -0.23464),
        block(4, 1.0, 3.0).at(1.36, 2.5, -FRAC_PI_4).moving(-0.45535, -0.37665, 0.36526),
        block(5, 1.0, 3.0).at(-2.0, 2.5, FRAC_PI_2 + 0.1),
        random_block(6, &mut random).at(0.0, 0.0, 0.0),
    ];
    blocks.truncate(options.count.clamp(1, 6));
    room(ROOM, blocks)
}

/// One block on a floor. Two equal forces carry the block. Pull it sideways and see the load shift.
pub fn one_block(_: Options) -> World {
    room(ROOM, vec![block(1, 2.0, 1.0).at(-0.7, ROOM[0].y + gap() + 0.5, 0.0)])
}

/// Leaning ladder. No friction holds it: it slides, and leaves the wall before it reaches the floor.
pub fn ladder(_: Options) -> World {
    let (length, width, tilt) = (4.0, 0.1, FRAC_PI_3);
    let (sin, cos) = (libm::sin(tilt), libm::cos(tilt));
    // the lower left corner touches the floor, the upper left one the wall
    let centre = HALL[0] + gap() + DVec2::new(length * cos + width * sin, length * sin + width * cos) / 2.0;
    room(HALL, vec![block(1, length, width).at(centre.x, centre.y, -tilt)])
}

/// Block on a wedge. The block slides down, the wedge gives way; the floor feels less than both weights.
pub fn wedge(_: Options) -> World {
    let corners = [(0.0, 0.0), (4.0, 0.0), (0.0, 2.0)].map(|(x, y)| DVec2::new(x, y)).to_vec();
    let shape = Polygon::centred(corners).expect("a triangle");
    let corner = shape.vertices()[0];
    let mut wedge = Body::new("wedge", shape, 2.0).at(-3.0 - corner.x, gap() - corner.y, 0.0);
    wedge.restitution = 0.5;
    let normal = DVec2::new(1.0, 2.0).normalize();
    let top = DVec2::new(-2.0, gap() + 1.5) + (gap() + 0.3) * normal;
    room(HALL, vec![block(1, 0.8, 0.6).at(top.x, top.y, -libm::atan2(1.0, 2.0)), wedge])
}

/// Stack. Each block carries all above it. Try more blocks.
pub fn stack(options: Options) -> World {
    let height = 0.5;
    let place = |k: usize| {
        let y = gap() + height / 2.0 + k as f64 * (height + gap());
        block(k + 1, if k.is_multiple_of(2) { 1.0 } else { 0.8 }, height).at(0.0, y, 0.0)
    };
    let count = options.count.max(1);
    let top = (count as f64 + 2.0) * (height + gap());
    room([HALL[0], HALL[1].max(DVec2::new(0.0, top))], (0..count).map(place).collect())
}

/// Pyramid. More contacts than the motion can tell apart: the forces are not unique, the rest is.
pub fn pyramid(options: Options) -> World {
    let (width, height, pitch) = (0.8, 0.4, 0.9);
    let count = options.count.max(1);
    let base = (1..).find(|n| n * (n + 1) / 2 >= count).unwrap_or(1);
    let spots = (0..base).flat_map(|row| (0..base - row).map(move |k| (row, k)));
    let place = |(number, (row, k)): (usize, (usize, usize))| {
        let x = pitch * (k as f64 + (row as f64 - (base - 1) as f64) / 2.0);
        block(number + 1, width, height).at(x, gap() + height / 2.0 + row as f64 * (height + gap()), 0.0)
    };
    let half = 0.5 * pitch * (base as f64 + 2.0);
    let view = [HALL[0].min(DVec2::new(-half, 0.0)), HALL[1].max(DVec2::new(half, (base + 2) as f64 * height))];
    room(view, spots.take(count).enumerate().map(place).collect())
}

/// Block in a slot. The slot is narrower than the block with its gaps; no force could open both sides.
pub fn slot(_: Options) -> World {
    let slack = 0.008;
    let post = |name: &str, side: f64| {
        Body::fixed(name, Polygon::rectangle(1.0, 3.0)).at(side * (1.0 + slack / 2.0), 1.5, 0.0)
    };
    room(HALL, vec![block(1, 1.0, 1.0).at(0.0, 0.5 + gap(), 0.0), post("left post", -1.0), post("right post", 1.0)])
}

/// See-saw. A plank on an edge, balanced by two blocks. Push one down.
pub fn see_saw(_: Options) -> World {
    let corners = [(-0.5, 0.0), (0.5, 0.0), (0.0, 1.0)].map(|(x, y)| DVec2::new(x, y)).to_vec();
    let pivot = Body::fixed("pivot", Polygon::new(corners).expect("a triangle"));
    let plank = 1.0 + gap() + 0.1;
    let top = plank + 0.1 + gap();
    let mut big = block(1, 0.8, 0.8).at(-1.0, top + 0.4, 0.0);
    (big.mass, big.inertia) = (2.0 * big.mass, 2.0 * big.inertia);
    let small = block(2, 0.6, 0.6).at(2.0, top + 0.3, 0.0);
    let mut board = block(3, 5.0, 0.2).at(0.0, plank, 0.0);
    board.name = "plank".into();
    room(HALL, vec![big, small, board, pivot])
}

/// Hexagon under a block. A hexagon stands on one side with a block on top. Roll it over.
pub fn hexagon(_: Options) -> World {
    let corner = |k: usize| DVec2::new(libm::cos(FRAC_PI_3 * k as f64), libm::sin(FRAC_PI_3 * k as f64));
    let shape = Polygon::new((0..6).map(corner).collect()).expect("a hexagon");
    let (half, low) = (libm::sin(FRAC_PI_3), gap());
    let hexagon = Body::new("hexagon", shape, 1.0).at(0.0, low + half, 0.0);
    room(HALL, vec![hexagon, block(2, 1.6, 0.6).at(0.0, low + 2.0 * half + gap() + 0.3, 0.0)])
}

/// Row of blocks. The first of a row of touching blocks is hit. Compare the three impact methods.
pub fn row(options: Options) -> World {
    let place = |k: usize| block(k + 1, 0.8, 0.8).at(-1.0 + k as f64 * (0.8 + gap()), 0.4 + gap(), 0.0);
    let mut blocks: Vec<Body> = (0..options.count.clamp(2, 6)).map(place).collect();
    blocks[0].state.position.x -= 1.5;
    blocks[0].state.velocity.x = 2.0;
    let mut world = room(HALL, blocks);
    world.settings.restitution = 1.0;
    world
}

/// A heavy block among light ones. Six blocks, the first a hundred thousand times heavier than the others.
pub fn heavy_block(options: Options) -> World {
    let mut world = blocks(options);
    let first = &mut world.bodies[0];
    (first.mass, first.inertia) = (1e5 * first.mass, 1e5 * first.inertia);
    world
}

/// All blocks heavy. Six blocks of a million units of mass each: only the unit has changed, the motion must not.
pub fn heavy_blocks(options: Options) -> World {
    let mut world = blocks(options);
    for body in world.bodies.iter_mut().filter(|body| !body.is_fixed()) {
        (body.mass, body.inertia) = (1e6 * body.mass, 1e6 * body.inertia);
    }
    world
}

/// Blocks that overlap. Two blocks start inside each other. They are set apart gently, without gaining speed.
pub fn overlap(_: Options) -> World {
    let low = block(1, 2.0, 1.0).at(-0.3, 0.5 + gap(), 0.0);
    room(HALL, vec![low, block(2, 2.0, 1.0).at(0.3, 1.2, 0.1), block(3, 0.4, 3.0).at(3.0, 1.4, 0.0)])
}

/// Coarse time steps. Six blocks in steps of a tenth of a unit of time: they come to rest all the same.
pub fn coarse(options: Options) -> World {
    let mut world = blocks(options);
    world.settings.time_step = 0.1;
    world
}
