//! The scenes that the spatial mode has of its own, one table.
pub mod bolt;
mod crank;
pub mod impacts;
pub mod masonry;
pub mod packing;
pub mod screwdriver;
mod simple;
mod smooth;

use super::world::World;

/// What a scene may be asked for; each takes what concerns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Number of objects.
    pub count: usize,
    /// Seed of random places.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { count: USUAL, seed: 0 }
    }
}

/// Number of objects of most scenes.
pub const USUAL: usize = 6;

/// A row of the table.
#[derive(Clone, Copy)]
pub struct Scene {
    /// Name in links and on the command line.
    pub name: &'static str,
    /// Title for a reader.
    pub title: &'static str,
    /// Number of objects where none is asked for.
    pub count: usize,
    /// Builds it.
    pub build: fn(Options) -> World,
}

/// The scenes that the mode has of its own.
pub const SCENES: &[Scene] = &[
    Scene { name: "balls", title: "Balls in a bowl", count: USUAL, build: simple::balls },
    Scene { name: "bolt", title: "Bolt and countersunk hole", count: USUAL, build: bolt::bolt },
    Scene { name: "bolt-aside", title: "Bolt beside its hole", count: USUAL, build: bolt::bolt_aside },
    Scene { name: "polygonal-bolt", title: "Bolt and hole with 16 sides", count: USUAL, build: bolt::polygonal_bolt },
    Scene {
        name: "screwdriver",
        title: "Screwdriver and crosshead screw",
        count: USUAL,
        build: screwdriver::screwdriver,
    },
    Scene { name: "bowl", title: "One ball in a bowl: drift", count: USUAL, build: simple::bowl },
    Scene { name: "spinning-box", title: "A box that turns over in flight", count: USUAL, build: simple::spinning_box },
    Scene { name: "crank", title: "Crank, rod and piston", count: USUAL, build: crank::crank },
    Scene { name: "ellipsoid", title: "An ellipsoid on a plane", count: USUAL, build: smooth::ellipsoid_on_plane },
    Scene { name: "ellipsoid-bowl", title: "An ellipsoid in a bowl", count: USUAL, build: smooth::ellipsoid_in_bowl },
    Scene {
        name: "rolling-ellipsoid",
        title: "An ellipsoid that rolls",
        count: USUAL,
        build: smooth::rolling_ellipsoid,
    },
    Scene {
        name: "rolling-bowl",
        title: "An ellipsoid that rolls in a bowl",
        count: USUAL,
        build: smooth::ellipsoid_rolling_in_bowl,
    },
    Scene { name: "torus", title: "A ring that rolls", count: USUAL, build: smooth::torus },
    Scene { name: "disc", title: "A disc on its edge", count: USUAL, build: smooth::disc_on_edge },
    Scene { name: "cylinders", title: "Crossing cylinders", count: USUAL, build: smooth::crossing_cylinders },
    Scene { name: "half-disc", title: "A half-disc pressed beside its middle", count: USUAL, build: smooth::half_disc },
    Scene { name: "top", title: "A top like the tippe top", count: USUAL, build: smooth::top },
    Scene { name: "spinning-top", title: "A spinning top", count: USUAL, build: simple::spinning_top },
    Scene { name: "slope", title: "Boxes on a slope", count: USUAL, build: simple::slope },
    Scene { name: "packing", title: "Balls in a box", count: 80, build: packing::packing },
    Scene { name: "arch", title: "A free-standing arch", count: 21, build: masonry::arch },
    Scene { name: "wall", title: "A dry wall", count: 12, build: masonry::wall },
    Scene { name: "heavy-top", title: "A heavy box on light ones", count: 10, build: masonry::stack },
    Scene { name: "bridge", title: "A bridge with piers, overloaded", count: 11, build: masonry::bridge },
    Scene { name: "dominoes", title: "Dominoes", count: USUAL, build: impacts::dominoes },
    Scene { name: "cradle", title: "Newton's cradle in a bowl", count: USUAL, build: impacts::cradle },
    Scene { name: "driven", title: "One force, four friction cones", count: USUAL, build: impacts::driven },
];

/// The scene of that name.
pub fn scene(name: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| scene.name == name)
}
