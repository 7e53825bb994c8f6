//! The scenes, one table for page, tests and benches.
mod builders;

use super::world::World;
use builders::{
    blocks, coarse, heavy_block, heavy_blocks, hexagon, ladder, one_block, overlap, pyramid, row, see_saw, slot, stack,
    two_blocks, wedge,
};

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
}

/// All planar scenes. The first is the page's first picture.
pub const SCENES: &[Scene] = &[
    Scene {
        name: "two-blocks",
        title: "Two blocks at rest",
        about: "One block lies on the floor, the other stands on it. Four forces carry them.",
        build: two_blocks,
    },
    Scene {
        name: "blocks",
        title: "Blocks in a box",
        about: "One to six blocks fall, push and bounce between four walls. Fire the thrusters, pull with the mouse.",
        build: blocks,
    },
    Scene {
        name: "one-block",
        title: "One block on a floor",
        about: "Two equal forces carry the block. Pull it sideways and see the load shift.",
        build: one_block,
    },
    Scene {
        name: "ladder",
        title: "Leaning ladder",
        about: "No friction holds it: it slides, and leaves the wall before it reaches the floor.",
        build: ladder,
    },
    Scene {
        name: "wedge",
        title: "Block on a wedge",
        about: "The block slides down, the wedge gives way; the floor feels less than both weights.",
        build: wedge,
    },
    Scene { name: "stack", title: "Stack", about: "Each block carries all above it. Try more blocks.", build: stack },
    Scene {
        name: "pyramid",
        title: "Pyramid",
        about: "More contacts than the motion can tell apart: the forces are not unique, the rest is.",
        build: pyramid,
    },
    Scene {
        name: "slot",
        title: "Block in a slot",
        about: "The slot is narrower than the block with its gaps; no force could open both sides.",
        build: slot,
    },
    Scene {
        name: "see-saw",
        title: "See-saw",
        about: "A plank on an edge, balanced by two blocks. Push one down.",
        build: see_saw,
    },
    Scene {
        name: "hexagon",
        title: "Hexagon under a block",
        about: "A hexagon stands on one side with a block on top. Roll it over.",
        build: hexagon,
    },
    Scene {
        name: "row",
        title: "Row of blocks",
        about: "The first of a row of touching blocks is hit. Compare the three impact methods.",
        build: row,
    },
    Scene {
        name: "heavy-block",
        title: "A heavy block among light ones",
        about: "Six blocks, the first a hundred thousand times heavier than the others.",
        build: heavy_block,
    },
    Scene {
        name: "heavy-blocks",
        title: "All blocks heavy",
        about: "Six blocks of a million units of mass each: only the unit has changed, the motion must not.",
        build: heavy_blocks,
    },
    Scene {
        name: "overlap",
        title: "Blocks that overlap",
        about: "Two blocks start inside each other. They are set apart gently, without gaining speed.",
        build: overlap,
    },
    Scene {
        name: "coarse",
        title: "Coarse time steps",
        about: "Six blocks in steps of a tenth of a unit of time: they come to rest all the same.",
        build: coarse,
    },
];

/// The scene of that name.
pub fn scene(name: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| scene.name == name)
}
