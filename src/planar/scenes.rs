//! The scenes, one table for page, tests and benches.
use super::body::{Body, Thruster};
use super::polygon::Polygon;
use super::world::World;
use glam::DVec2;

/// What a scene may be asked for; each takes what concerns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Number of objects.
    pub count: usize,
    /// Seed of random shapes.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { count: 6, seed: 0 }
    }
}

/// A row of the table.
pub struct Scene {
    /// Name in links and on the command line.
    pub name: &'static str,
    /// Title for a reader.
    pub title: &'static str,
    /// One or two sentences: what it is, what to try.
    pub about: &'static str,
    /// Builds it.
    pub build: fn(Options) -> World,
    /// Lower left and upper right corner of what should be seen, m.
    pub view: [DVec2; 2],
}

/// All planar scenes. The first is the page's first picture.
pub const SCENES: &[Scene] = &[
    Scene {
        name: "two-blocks",
        title: "Two blocks at rest",
        about: "Two blocks rest on the floor, one leaning its weight on the other.",
        build: two_blocks,
        view: ROOM,
    },
    Scene {
        name: "blocks",
        title: "Blocks in a box",
        about: "One to six blocks fall, push and bounce between four walls.",
        build: two_blocks,
        view: ROOM,
    },
];

/// The room of the classic scene.
const ROOM: [DVec2; 2] = [DVec2::new(-4.5, -3.6), DVec2::new(3.1, 4.0)];

/// The scene of that name.
pub fn scene(name: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| scene.name == name)
}

/// Four thick walls around a room.
fn walls(room: [DVec2; 2]) -> Vec<Body> {
    let [low, high] = room;
    let (size, middle, thick) = (high - low, (low + high) / 2.0, 4.0);
    let flat = || Polygon::rectangle(size.x + 2.0 * thick, thick);
    let tall = || Polygon::rectangle(thick, size.y + 2.0 * thick);
    vec![
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

fn two_blocks(_: Options) -> World {
    let mut world = World::default();
    world.forces.gravity = DVec2::new(0.0, -3.0);
    world.forces.rotation_damping = 0.1;
    world.forces.thrust = 1.5;
    let gap = world.settings.target_gap;
    let block = |name: &str, w: f64, h: f64, point| {
        let mut body = Body::new(name, Polygon::rectangle(w, h), 1.0);
        body.thrusters = thrusters(point);
        body
    };
    world.bodies = vec![
        block("block 1", 3.0, 1.0, DVec2::new(0.1, 0.5)).at(-1.0, -3.6 + 0.5 + gap, 0.0),
        block("block 2", 1.0, 3.0, DVec2::new(0.0, 0.9)).at(-0.5, -3.6 + 2.5 + 2.0 * gap, 0.0),
    ];
    world.bodies.extend(walls(ROOM));
    world
}
