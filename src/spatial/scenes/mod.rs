//! The scenes of the spatial mode, one table for page, command, tests and benches.
pub mod bolt;
mod simple;

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
pub struct Scene {
    /// Name in links and on the command line.
    pub name: &'static str,
    /// Title for a reader.
    pub title: &'static str,
    /// One paragraph: what to try and what to see.
    pub about: &'static str,
    /// Builds it.
    pub build: fn(Options) -> World,
}

/// All spatial scenes.
pub const SCENES: &[Scene] = &[
    Scene {
        name: "balls",
        title: "Balls in a bowl",
        about: "Balls fall into a bowl without friction and come to rest against each other. Choose how many, pull one \
                out and let it go, and see which forces carry the others.",
        build: simple::balls,
    },
    Scene {
        name: "bolt",
        title: "Bolt and countersunk hole",
        about: "A hand presses the bolt down. Its tip meets the countersink beside the middle, and without friction the \
                slope carries it sideways until it drops in: it finds the hole by itself. Choose another seed for \
                another start, pull the bolt aside, and see which way the contact force points.",
        build: bolt::bolt,
    },
    Scene {
        name: "polygonal-bolt",
        title: "Bolt and hole with 16 sides",
        about: "The same with plane sides, as a mesh has them. In the hole many contacts carry force at once, and the \
                bolt may move a little farther towards a corner than towards a side.",
        build: bolt::polygonal_bolt,
    },
    Scene {
        name: "bowl",
        title: "One ball in a bowl: drift",
        about: "The ball swings to and fro and should stay on the bowl. With forces found from accelerations its gap \
                drifts from step to step; with forces found from the distance after the step it does not. Compare the \
                schemes, and make the time step longer.",
        build: simple::bowl,
    },
    Scene {
        name: "spinning-box",
        title: "A box that turns over in flight",
        about: "Nothing acts on the box. Spun about its middle axis it turns over, again and again, though its energy \
                and its angular momentum never change. Spin it about another axis and it does not.",
        build: simple::spinning_box,
    },
];

/// The scene of that name.
pub fn scene(name: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| scene.name == name)
}
