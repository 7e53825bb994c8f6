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
        Self { count: 6, seed: 0 }
    }
}

/// A row of the table.
#[derive(Clone, Copy)]
pub struct Scene {
    /// Name in links and on the command line.
    pub name: &'static str,
    /// Title for a reader.
    pub title: &'static str,
    /// Builds it.
    pub build: fn(Options) -> World,
}

/// The scenes that the mode has of its own.
pub const SCENES: &[Scene] = &[
    Scene { name: "balls", title: "Balls in a bowl", build: simple::balls },
    Scene { name: "bolt", title: "Bolt and countersunk hole", build: bolt::bolt },
    Scene { name: "bolt-aside", title: "Bolt beside its hole", build: bolt::bolt_aside },
    Scene { name: "polygonal-bolt", title: "Bolt and hole with 16 sides", build: bolt::polygonal_bolt },
    Scene { name: "screwdriver", title: "Screwdriver and crosshead screw", build: screwdriver::screwdriver },
    Scene { name: "bowl", title: "One ball in a bowl: drift", build: simple::bowl },
    Scene { name: "spinning-box", title: "A box that turns over in flight", build: simple::spinning_box },
    Scene { name: "crank", title: "Crank, rod and piston", build: crank::crank },
    Scene { name: "ellipsoid", title: "An ellipsoid on a plane", build: smooth::ellipsoid_on_plane },
    Scene { name: "ellipsoid-bowl", title: "An ellipsoid in a bowl", build: smooth::ellipsoid_in_bowl },
    Scene { name: "rolling-ellipsoid", title: "An ellipsoid that rolls", build: smooth::rolling_ellipsoid },
    Scene {
        name: "rolling-bowl",
        title: "An ellipsoid that rolls in a bowl",
        build: smooth::ellipsoid_rolling_in_bowl,
    },
    Scene { name: "torus", title: "A ring that rolls", build: smooth::torus },
    Scene { name: "disc", title: "A disc on its edge", build: smooth::disc_on_edge },
    Scene { name: "cylinders", title: "Crossing cylinders", build: smooth::crossing_cylinders },
    Scene { name: "half-disc", title: "A half-disc pressed beside its middle", build: smooth::half_disc },
    Scene { name: "top", title: "A top like the tippe top", build: smooth::top },
    Scene { name: "spinning-top", title: "A spinning top", build: simple::spinning_top },
    Scene { name: "slope", title: "Boxes on a slope", build: simple::slope },
    Scene { name: "packing", title: "Balls in a box", build: packing::packing },
    Scene { name: "arch", title: "A free-standing arch", build: masonry::arch },
    Scene { name: "wall", title: "A dry wall", build: masonry::wall },
    Scene { name: "heavy-top", title: "A heavy box on light ones", build: masonry::stack },
    Scene { name: "bridge", title: "A bridge with piers, overloaded", build: masonry::bridge },
    Scene { name: "dominoes", title: "Dominoes", build: impacts::dominoes },
    Scene { name: "cradle", title: "Newton's cradle in a bowl", build: impacts::cradle },
    Scene { name: "driven", title: "One force, four friction cones", build: impacts::driven },
];

/// The scene of that name.
pub fn scene(name: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| scene.name == name)
}
