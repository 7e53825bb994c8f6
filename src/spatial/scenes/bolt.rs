//! A bolt with a conical tip over a countersunk hole (the scenario of Hotz et al., *Calculation of contact forces*).
use super::Options;
use super::simple::Random;
use crate::spatial::body::{Body, Turning};
use crate::spatial::bvh::VolumeKind;
use crate::spatial::forces::{Aim, Anchor, Push, Spring};
use crate::spatial::shape::{Lathe, Mesh, MeshError, Shape, Solid};
use crate::spatial::world::World;
use glam::{DQuat, DVec2, DVec3};
use std::sync::Arc;

/// Sizes of bolt and hole, m and kg. The plate's top is at z = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizes {
    /// Of the hole.
    pub hole: f64,
    /// Of the countersink at the top.
    pub top: f64,
    /// Of the countersink.
    pub depth: f64,
    /// Of the bolt's shaft.
    pub shaft: f64,
    /// Of the flat end of its tip.
    pub flat: f64,
    /// Of its tip.
    pub cone: f64,
    /// Of the bolt.
    pub mass: f64,
}

impl Default for Sizes {
    fn default() -> Self {
        Self { hole: 0.5, top: 0.9, depth: 0.3, shaft: 0.45, flat: 0.1, cone: 0.5, mass: 0.2 }
    }
}

/// How round things are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// As they are.
    Exact,
    /// With so many plane sides; their corners lie on the radius.
    Sides(usize),
}

/// Thickness of the plate, its outer radius, length of the shaft, radius and height of the head, m.
const PLATE: [f64; 2] = [0.8, 2.0];
const SHAFT: f64 = 1.6;
const HEAD: [f64; 2] = [0.75, 0.3];
/// Most tilt of a bolt at the start, rad, and what tells its random numbers from those of its place.
const MOST_TILT: f64 = 0.35;
const TILTS: u64 = 1 << 32;

impl Sizes {
    /// The bolt's profile, its tip at z = 0; the head is wider than the hole.
    pub fn bolt(&self) -> Vec<DVec2> {
        let [head, height] = [HEAD[0].max(1.2 * self.hole), HEAD[1]];
        let (neck, top) = (self.cone + SHAFT, self.cone + SHAFT + height);
        let corners = [(0.0, 0.0), (self.flat, 0.0), (self.shaft, self.cone), (self.shaft, neck), (head, neck)];
        corners.into_iter().chain([(head, top), (0.0, top)]).map(|(r, z)| DVec2::new(r, z)).collect()
    }

    /// The plate's profile.
    pub fn plate(&self) -> Vec<DVec2> {
        let [thickness, outer] = [PLATE[0].max(1.5 * self.depth), PLATE[1].max(1.5 * self.top)];
        let corners = [(self.hole, -thickness), (outer, -thickness), (outer, 0.0), (self.top, 0.0)];
        corners.into_iter().chain([(self.hole, -self.depth)]).map(|(r, z)| DVec2::new(r, z)).collect()
    }

    /// Bolt and plate. The bolt's axis stays upright unless that is changed; the origin of its frame is its centre of mass.
    ///
    /// # Errors
    /// Sizes that make no solid.
    pub fn bodies(&self, round: Round) -> Result<[Body; 2], MeshError> {
        let centred = self.bolt().iter().map(|p| *p - DVec2::new(0.0, self.centre())).collect();
        let mut bolt = Body::new("bolt", round.turn(centred)?, self.mass);
        bolt.turning = Turning::Locked;
        Ok([bolt, Body::fixed("plate", round.turn(self.plate())?)])
    }

    /// Height of the bolt's centre of mass over its tip, m.
    pub fn centre(&self) -> f64 {
        Lathe::moments(&self.bolt(), 1.0).centre.z
    }
}

impl Round {
    /// A profile turned about z.
    fn turn(self, profile: Vec<DVec2>) -> Result<Shape, MeshError> {
        Ok(match self {
            Self::Exact => Shape::Lathe(Arc::new(Lathe::new(profile)?)),
            Self::Sides(n) => Shape::Mesh(Arc::new(Solid::new(Mesh::lathe(n, &profile)?, VolumeKind::default()))),
        })
    }
}

/// The bolt with its tip at `tip`, pressed down by `force`, N, without gravity.
pub fn world(sizes: Sizes, round: Round, tip: DVec3, force: f64) -> Result<World, MeshError> {
    let [bolt, plate] = sizes.bodies(round)?;
    let mut world = World::new(vec![bolt.at(tip + sizes.centre() * DVec3::Z, DQuat::IDENTITY), plate]);
    let down = Push { body: 0, point: DVec3::ZERO, force: -force * DVec3::Z, torque: DVec3::ZERO };
    world.forces.pushes.push(down);
    Ok(world)
}

/// A bolt over a hole, off its middle by a random part of the countersink. The hand that presses it holds it there by a
/// weak spring.
fn scene(options: Options, round: Round) -> World {
    let (sizes, mut random) = (Sizes::default(), Random::new(options.seed));
    let angle = std::f64::consts::TAU * random.unit();
    let aside = if options.seed == 0 { 0.7 } else { 0.75 * sizes.top * random.unit() };
    let tip = DVec3::new(aside * libm::cos(angle), aside * libm::sin(angle), 0.1);
    let mut world = world(sizes, round, tip, 5.0).expect("sizes of a bolt");
    // the hand would rather stay where it is
    world.forces.springs.push(Spring {
        body: 0,
        attach: DVec3::ZERO,
        anchor: Anchor::World(world.bodies[0].state.pose.position),
        stiffness: 0.5,
        rest_length: 0.0,
        damping: 0.0,
    });
    world.settings.time_step = 1.0 / 240.0;
    world.forces.damping = 0.2;
    world
}

pub fn bolt(options: Options) -> World {
    scene(options, Round::Exact)
}

/// The bolt stands on the plate, outside the countersink: pressing alone does not lead it in.
pub fn bolt_aside(options: Options) -> World {
    let angle = std::f64::consts::TAU * (0.6 + Random::new(options.seed).unit());
    let tip = DVec3::new(1.4 * libm::cos(angle), 1.4 * libm::sin(angle), 0.0);
    let mut world = world(Sizes::default(), Round::Exact, tip, 5.0).expect("sizes of a bolt");
    world.settings.time_step = 1.0 / 240.0;
    world.forces.damping = 0.4;
    world
}

/// The bolt with all its six freedoms, tilted by chance. The hand aims its axis down as softly as a wrist does: the force
/// that presses it, 1.4 m over the tip, would turn it over with 7 N m/rad.
pub fn polygonal_bolt(options: Options) -> World {
    let mut world = scene(options, Round::Sides(16));
    let mut random = Random::new(options.seed.wrapping_add(TILTS));
    let (angle, tilt) = (std::f64::consts::TAU * random.unit(), MOST_TILT * random.unit());
    let turned = DQuat::from_axis_angle(DVec3::new(libm::cos(angle), libm::sin(angle), 0.0), tilt);
    let centre = Sizes::default().centre() * DVec3::Z;
    let bolt = &mut world.bodies[0];
    bolt.turning = Turning::Free;
    // its lowest place stays over the plate, for the shaft's end is at most so far beside the tip
    let lift = libm::sin(tilt) * Sizes::default().shaft;
    bolt.state.pose.position += turned * centre - centre + lift * DVec3::Z;
    bolt.state.pose.rotation = turned;
    let wrist = Aim { body: 0, axis: DVec3::Z, direction: DVec3::Z, stiffness: 15.0, damping: 1.0 };
    world.forces.aims.push(wrist);
    world
}
