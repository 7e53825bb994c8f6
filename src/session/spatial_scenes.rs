//! All scenes that the spatial mode shows: its own, and those of the plane seen in space.
mod extrude;

use crate::planar::scenes::{Options as PlanarOptions, SMOOTH, joined};
pub use crate::spatial::scenes::{Options, Scene};
use crate::spatial::scenes::{SCENES as OWN, USUAL};
use crate::spatial::world::World;
use extrude::extruded;

const ALL: [Scene; OWN.len() + SEEN_IN_SPACE.len()] = joined(OWN, SEEN_IN_SPACE);

/// All scenes, the mode's own first.
pub const SCENES: &[Scene] = &ALL;

/// The scene of that name.
pub fn scene(name: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| scene.name == name)
}

/// A scene of the plane, by its name there, with its bodies drawn out.
fn in_space(name: &str, Options { count, seed, .. }: Options) -> World {
    let row = SMOOTH.iter().find(|row| row.name == name).expect("a planar scene");
    let planar = (row.build)(PlanarOptions { count, seed });
    extruded(&planar).expect("polygons of the table are sound")
}

/// The rows of the scenes of the plane: name there, title.
macro_rules! seen_in_space {
    ($($name:literal, $title:literal;)*) => {
        &[$(Scene {
            name: concat!($name, "-3d"),
            title: concat!($title, ", in space"),
            count: USUAL,
            build: |options| in_space($name, options),
        }),*]
    };
}

const SEEN_IN_SPACE: &[Scene] = seen_in_space! {
    "two-blocks", "Two blocks at rest";
    "blocks", "Blocks in a box";
    "one-block", "One block on a floor";
    "ladder", "Leaning ladder";
    "wedge", "Block on a wedge";
    "stack", "Stack";
    "pyramid", "Pyramid";
    "slot", "Block in a slot";
    "see-saw", "See-saw";
    "hexagon", "Hexagon under a block";
    "row", "Row of blocks";
    "heavy-block", "A heavy block among light ones";
    "heavy-blocks", "All blocks heavy";
    "overlap", "Blocks that overlap";
    "coarse", "Coarse time steps";
    "balance", "Balancing wedges";
    "beam", "Beam on three posts";
    "overhang", "Block over the edge";
    "drop", "Dropped block";
    "turning", "Block on a turning plank";
};
