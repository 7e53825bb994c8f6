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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Number of objects.
    pub count: usize,
    /// Seed of random places.
    pub seed: u64,
    /// Room between parts that fit into each other, on each side, m; none for what is usual in the scene.
    pub play: Option<f64>,
}

impl Default for Options {
    fn default() -> Self {
        Self { count: USUAL, seed: 0, play: None }
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

const fn row(name: &'static str, title: &'static str, build: fn(Options) -> World) -> Scene {
    Scene { name, title, count: USUAL, build }
}

impl Scene {
    const fn of(self, count: usize) -> Self {
        Self { count, ..self }
    }
}

/// The scenes that the mode has of its own.
pub const SCENES: &[Scene] = &[
    row("balls", "Balls in a bowl", simple::balls),
    row("bolt", "Bolt and countersunk hole", bolt::bolt),
    row("bolt-aside", "Bolt beside its hole", bolt::bolt_aside),
    row("polygonal-bolt", "Bolt and hole with 16 sides", bolt::polygonal_bolt),
    row("screwdriver", "Screwdriver and crosshead screw", screwdriver::screwdriver),
    row("bowl", "One ball in a bowl: drift", simple::bowl),
    row("spinning-box", "A box that turns over in flight", simple::spinning_box),
    row("pendulum", "A pendulum and its reaction force", crank::pendulum),
    row("crank", "Crank, rod and piston", crank::crank),
    row("ellipsoid", "An ellipsoid on a plane", smooth::ellipsoid_on_plane),
    row("ellipsoid-bowl", "An ellipsoid in a bowl", smooth::ellipsoid_in_bowl),
    row("rolling-ellipsoid", "An ellipsoid that rolls", smooth::rolling_ellipsoid),
    row("rolling-bowl", "An ellipsoid that rolls in a bowl", smooth::ellipsoid_rolling_in_bowl),
    row("rolling-off", "Rolling off a dome", smooth::rolling_off),
    row("torus", "A ring that rolls", smooth::torus),
    row("disc", "A disc on its edge", smooth::disc_on_edge),
    row("cylinders", "Crossing cylinders", smooth::crossing_cylinders),
    row("half-disc", "A half-disc pressed beside its middle", smooth::half_disc),
    row("top", "A top like the tippe top", smooth::top),
    row("spinning-top", "A spinning top", simple::spinning_top),
    row("slope", "Boxes on a slope", simple::slope),
    row("packing", "Balls in a box", packing::packing).of(80),
    row("arch", "A free-standing arch", masonry::arch).of(21),
    row("wall", "A dry wall", masonry::wall).of(12),
    row("heavy-top", "A heavy box on light ones", masonry::stack).of(10),
    row("bridge", "A bridge with piers, overloaded", masonry::bridge).of(11),
    row("dominoes", "Dominoes", impacts::dominoes),
    row("cradle", "Newton's cradle in a bowl", impacts::cradle),
    row("driven", "One force, four friction cones", impacts::driven),
];

/// The scene of that name.
pub fn scene(name: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| scene.name == name)
}
