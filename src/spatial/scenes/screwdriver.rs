//! A screwdriver that finds its way into a crosshead screw in its block (the scenario of Hotz et al., *Calculation of
//! contact forces*, and of Lennerz et al., *A framework for collision detection and response*). Nothing is pinned: driver
//! and screw may tilt and lift.
//!
//! The recess is that of ISO 4757, type H, number 2, a hundred times as large: wings whose outer edges lean at 26°30' and
//! whose flanks taper by β = 5°45', over a flat point that falls by 28°. The hole of the block is that of ISO 273 for M4.
use super::Options;
use super::simple::{GRAVITY, Random};
use crate::spatial::body::Body;
use crate::spatial::bvh::VolumeKind;
use crate::spatial::forces::{Aim, Anchor, Push, Spring};
use crate::spatial::shape::{Mesh, Shape, Solid};
use crate::spatial::world::World;
use glam::{DQuat, DVec2, DVec3};
use std::sync::Arc;

/// Diameter of the wings where the point begins (g of the standard), m.
const ROOT: f64 = 0.229;
/// Thickness of the wings there (e), m.
const WING: f64 = 0.0815;
/// Diameter of the wings at the top of the screw (m of the screw's own standard), m.
const MOUTH: f64 = 0.49;
/// Part of the thickness by which the corners between the wings are cut off.
const CUT: f64 = 0.2;
/// By how much the driver's wings are thinner than those of the recess on each side, where nothing else is asked for, m: the
/// thickness e of the standard may be 0.79 to 0.84 mm, and recess and driver may use all of that.
pub const PLAY: f64 = 0.0025;
/// Most of it that is offered: the driver would lose a fifth of its wings.
pub const MOST_PLAY: f64 = 0.01;
/// Most tilt of the driver at the start, rad.
const MOST_TILT: f64 = 0.15;
/// Width of the bevels of screw head and handle, m.
const BEVEL: f64 = 0.04;
/// Height of the screw's head, m, and of the block below it; half the block's width; radius of its hole (4.5 mm for M4).
const HEAD: f64 = 0.28;
const BLOCK: [f64; 2] = [0.7, 0.8];
const HOLE: f64 = 0.225;
/// Sides of the hole.
const SIDES: usize = 24;
/// Radii of the screw's head and shaft, of the driver's shank and handle, m.
const RADII: [f64; 4] = [0.4, 0.2, 0.3, 0.42];

/// Tangents of the angles of wings, flanks and point.
fn slopes() -> [f64; 3] {
    [26.5_f64, 5.75, 28.0].map(|degrees| libm::tan(degrees.to_radians()))
}

/// How far the driver goes in: the depth of the recess, m.
pub fn depth() -> f64 {
    let [wing, _, point] = slopes();
    0.5 * (MOUTH - ROOT) / wing + 0.5 * ROOT * point
}

/// A closed surface made of rings of points, each with as many corners, one inside or over the other.
#[derive(Default)]
struct Rings {
    vertices: Vec<DVec3>,
    faces: Vec<Vec<usize>>,
}

/// Corners of a ring.
const CORNERS: usize = 16;

impl Rings {
    /// Adds a ring; returns its first corner.
    fn ring(&mut self, points: [DVec3; CORNERS]) -> usize {
        self.vertices.extend(points);
        self.vertices.len() - CORNERS
    }

    /// Faces between two rings, the first of which is below or outside, seen from outside.
    fn join(&mut self, first: usize, second: usize) {
        let next = |k: usize| (k + 1) % CORNERS;
        self.faces.extend((0..CORNERS).map(|k| vec![first + k, first + next(k), second + next(k), second + k]));
    }

    /// Faces from a ring to a point over it or within it.
    fn close(&mut self, ring: usize, point: DVec3) {
        self.vertices.push(point);
        let apex = self.vertices.len() - 1;
        self.faces.extend((0..CORNERS).map(|k| vec![ring + k, ring + (k + 1) % CORNERS, apex]));
    }

    /// Turns all faces over.
    fn turned_over(mut self) -> Self {
        self.faces.iter_mut().for_each(|face| face.reverse());
        self
    }

    /// The solid with its centre of mass at the origin, and where that was.
    fn solid(self) -> (Shape, DVec3) {
        let build = |vertices: Vec<DVec3>| Mesh::new(vertices, &self.faces).expect("rings close");
        let centre = build(self.vertices.clone()).mass_properties(1.0).centre;
        let mesh = build(self.vertices.iter().map(|v| *v - centre).collect());
        (Shape::Mesh(Arc::new(Solid::new(mesh, VolumeKind::default()))), centre)
    }
}

/// Four wings: out to `radius`, of half the thickness `half`.
fn cross(radius: f64, half: f64, z: f64) -> [DVec3; CORNERS] {
    let inner = half * (1.0 + 2.0 * CUT);
    let quarter = [(radius, -half), (radius, half), (inner, half), (half, inner)];
    std::array::from_fn(|k| {
        let (x, y) = quarter[k % 4];
        match k / 4 {
            0 => DVec3::new(x, y, z),
            1 => DVec3::new(-y, x, z),
            2 => DVec3::new(-x, -y, z),
            _ => DVec3::new(y, -x, z),
        }
    })
}

/// A circle whose corners lie in the directions of those of a cross.
fn circle(radius: f64, z: f64) -> [DVec3; CORNERS] {
    cross(0.5 * MOUTH, 0.5 * WING, z).map(|p| (radius / libm::hypot(p.x, p.y) * p.truncate()).extend(z))
}

/// The cross at a height over the place where the point begins, with wings thinner by `play` on each side.
fn wings(height: f64, play: f64, z: f64) -> [DVec3; CORNERS] {
    let [wing, flank, _] = slopes();
    cross(0.5 * ROOT + height * wing, 0.5 * WING + height * flank - play, z)
}

/// The screw, its head's top at z = 0.
fn screw() -> (Shape, DVec3) {
    let [wing, _, point] = slopes();
    let height = 0.5 * (MOUTH - ROOT) / wing;
    let [head, shaft, ..] = RADII;
    let mut rings = Rings::default();
    let end = rings.ring(circle(0.5 * shaft, -1.3));
    let bottom = rings.ring(circle(shaft, -1.2));
    let neck = rings.ring(circle(shaft, -HEAD));
    let under = rings.ring(circle(head, -HEAD));
    let edge = rings.ring(circle(head, -BEVEL));
    let top = rings.ring(circle(head - BEVEL, 0.0));
    let mouth = rings.ring(wings(height, 0.0, 0.0));
    let root = rings.ring(wings(0.0, 0.0, -height));
    let all = [end, bottom, neck, under, edge, top, mouth, root];
    all.windows(2).for_each(|pair| rings.join(pair[0], pair[1]));
    rings.close(root, DVec3::new(0.0, 0.0, -height - 0.5 * ROOT * point));
    rings.faces.push((0..CORNERS).rev().map(|k| end + k).collect());
    rings.solid()
}

/// The driver, its tip at z = 0; its point is shorter than that of the recess by a tenth.
fn driver(play: f64) -> (Shape, DVec3) {
    let [wing, _, point] = slopes();
    let [.., shank, handle] = RADII;
    let low = 0.5 * ROOT * point;
    let height = (shank - 0.5 * ROOT) / wing;
    let mut rings = Rings::default();
    let root = rings.ring(wings(0.0, play, low));
    let end = rings.ring(wings(height, play, low + height));
    let shoulder = rings.ring(circle(shank + 0.03, low + height));
    let neck = rings.ring(circle(shank + 0.03, 1.4));
    let grip = rings.ring(circle(handle, 1.5));
    let edge = rings.ring(circle(handle, 2.4 - BEVEL));
    let top = rings.ring(circle(handle - BEVEL, 2.4));
    let all = [root, end, shoulder, neck, grip, edge, top];
    all.windows(2).for_each(|pair| rings.join(pair[0], pair[1]));
    let mut tip = Rings { vertices: rings.vertices, faces: Vec::new() };
    tip.close(root, 0.1 * low * DVec3::Z);
    let tip = tip.turned_over();
    rings.vertices = tip.vertices;
    rings.faces.extend(tip.faces);
    rings.faces.push((0..CORNERS).map(|k| top + k).collect());
    rings.solid()
}

/// The block with its hole, the plane on which the screw's head lies at z = 0.
fn block() -> Shape {
    let [height, half] = BLOCK;
    let square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| half * DVec2::new(x, y));
    // the middles of its sides lie on the radius
    let corner = HOLE / libm::cos(std::f64::consts::PI / SIDES as f64);
    let angle = |k: usize| std::f64::consts::TAU * k as f64 / SIDES as f64;
    let hole = (0..SIDES).map(|k| corner * DVec2::new(libm::cos(angle(k)), libm::sin(angle(k)))).collect();
    let mesh = Mesh::plate(&square, &[hole], 0.5 * height).expect("a hole in a square");
    Shape::Mesh(Arc::new(Solid::new(mesh, VolumeKind::default())))
}

/// The driver over the screw, off its axis, turned and tilted by chance. A hand holds it by a weak spring and aims it
/// softly, presses and twists; the screw turns in the hole of its block, damped.
pub fn screwdriver(options: Options) -> World {
    let mut random = Random::new(options.seed);
    let play = options.play.unwrap_or(PLAY);
    let ((screw, screw_centre), (driver, driver_centre)) = (screw(), driver(play));
    let screw = Body::new("screw", screw, 2.0).at(screw_centre, DQuat::IDENTITY);
    let block = Body::fixed("block", block()).at(-(HEAD + 0.5 * BLOCK[0]) * DVec3::Z, DQuat::IDENTITY);
    let angle = std::f64::consts::TAU * random.unit();
    let aside = 0.1 * random.unit() * DVec3::new(libm::cos(angle), libm::sin(angle), 0.0);
    let turned = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2 * random.unit());
    let (way, tilt) = (std::f64::consts::TAU * random.unit(), MOST_TILT * random.unit());
    let tilted = DQuat::from_axis_angle(DVec3::new(libm::cos(way), libm::sin(way), 0.0), tilt);
    let start = aside + tilted * driver_centre + 0.05 * DVec3::Z;
    let driver = Body::new("driver", driver, 1.0).at(start, tilted * turned);
    let weight = driver.mass * GRAVITY;
    let mut world = World::new(vec![driver, screw, block]);
    world.forces.gravity = GRAVITY;
    // the hand carries the driver and presses with 6 N
    let press = Push { body: 0, point: DVec3::ZERO, force: -6.0 * DVec3::Z - weight, torque: -2.0 * DVec3::Z };
    world.forces.pushes.push(press);
    let hold = Spring {
        body: 0,
        attach: DVec3::ZERO,
        anchor: Anchor::World(aside + driver_centre),
        stiffness: 2.0,
        rest_length: 0.0,
        damping: 0.0,
    };
    world.forces.springs.push(hold);
    // the press, 1.5 m over the tip, would turn it over with 9 N m/rad
    world.forces.aims.push(Aim { body: 0, axis: DVec3::Z, direction: DVec3::Z, stiffness: 20.0, damping: 2.0 });
    (world.forces.damping, world.forces.rotation_damping) = (4.0, 0.3);
    world.settings.time_step = 1.0 / 60.0;
    world
}
