//! All scenes that the spatial mode shows: its own, and those of the plane seen in space.
use super::scene_file::PlanarScene;
use crate::planar::scenes::{Options as PlanarOptions, scene as planar_scene};
use crate::spatial::scenes::SCENES as OWN;
pub use crate::spatial::scenes::{Options, Scene};
use crate::spatial::world::World;

const ALL: [Scene; OWN.len() + SEEN_IN_SPACE.len()] = {
    let mut all = [OWN[0]; OWN.len() + SEEN_IN_SPACE.len()];
    let mut k = 0;
    while k < all.len() {
        all[k] = if k < OWN.len() { OWN[k] } else { SEEN_IN_SPACE[k - OWN.len()] };
        k += 1;
    }
    all
};

/// All scenes, the mode's own first.
pub const SCENES: &[Scene] = &ALL;

/// The scene of that name.
pub fn scene(name: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| scene.name == name)
}

/// A scene of the plane, by its name there, with its bodies drawn out.
fn extruded(name: &str, Options { count, seed }: Options) -> World {
    let world = (planar_scene(name).expect("a planar scene").build)(PlanarOptions { count, seed });
    let scene = PlanarScene { world, ..PlanarScene::default() }.extruded();
    scene.and_then(|scene| scene.world()).expect("a scene of the table is sound")
}

/// The rows of the scenes of the plane: name there, title, what to try and to see.
macro_rules! seen_in_space {
    ($($name:literal, $title:literal, $about:literal;)*) => {
        &[$(Scene {
            name: concat!($name, "-3d"),
            title: concat!($title, ", in space"),
            about: $about,
            build: |options| extruded($name, options),
        }),*]
    };
}

const SEEN_IN_SPACE: &[Scene] = seen_in_space! {
    "two-blocks", "Two blocks at rest",
    "The first scene of the plane with a third dimension: four corners carry each block where two did, one more than \
     needed, so that the forces are not unique. Pull a block by a corner and see it turn out of the plane.";
    "blocks", "Blocks in a box",
    "One to six blocks fall between four walls, and nothing holds them in front and behind. Choose how many, pull one \
     towards you, and see that those which stay in the plane move as they do there.";
    "one-block", "One block on a floor",
    "Four equal forces carry the block. Pull it sideways, then towards you, and see to which corners the load goes.";
    "ladder", "Leaning ladder",
    "No friction holds it: it slides, and leaves the wall before it reaches the floor. See the forces at the wall fall \
     to zero, and pull one end towards you on the way.";
    "wedge", "Block on a wedge",
    "The block slides down, the wedge gives way. In space the block may also turn about the normal of the slope: pull \
     it by a corner and see it come down askew.";
    "stack", "Stack",
    "Each block carries all above it on four corners. Choose how many, pull one out of the middle and see the others \
     come down.";
    "pyramid", "Pyramid",
    "Blocks over gaps: many more contacts than the motion can tell apart. Pull a block out below and see what falls, \
     and what does not.";
    "slot", "Block in a slot",
    "The slot is hardly wider than the block. Push the block along it and see that it goes, then turn it and see which \
     corners the posts press on.";
    "see-saw", "See-saw",
    "A plank on an edge, balanced by two blocks. Push one down; then push it towards you, and see the plank stay level \
     across, for the edge carries it at two ends.";
    "hexagon", "Hexagon under a block",
    "A hexagonal prism stands on one side with a block on top. Roll it over, and see the block come down on its edges.";
    "row", "Row of blocks",
    "The first of a row of blocks hits the others. Impacts have no rebound here: see how far all of them go on together, \
     and compare with the plane.";
    "heavy-block", "A heavy block among light ones",
    "Six blocks, the first a hundred thousand times heavier than the others. See that nothing sinks into it, nor it into \
     the floor, and read the number of iterations.";
    "heavy-blocks", "All blocks heavy",
    "Six blocks of a million units of mass each: only the unit has changed, the motion must not. Compare with the blocks \
     in a box.";
    "overlap", "Blocks that overlap",
    "Two blocks start inside each other. Forces at the level of distances part them within one step, which throws them \
     apart; in the plane they are set apart gently. Step by single steps and see it.";
    "coarse", "Coarse time steps",
    "Six blocks in steps of a tenth of a second: no gap is passed all the same, and they come to rest. Make the steps \
     shorter and see how the way changes.";
    "balance", "Balancing wedges",
    "Each wedge stands on its lower edge, which carries at its two ends. The balance is not stable: wait, or touch one, \
     and see which way it falls.";
    "beam", "Beam on three posts",
    "Three edges with two ends each carry the beam where three corners would do. Pull the beam towards you and see which \
     ends let go first.";
    "overhang", "Block over the edge",
    "Its centre of mass is beyond its support: it tips over an edge. Pull it by a corner of its far end and hold it.";
    "drop", "Dropped block",
    "It falls flat on the floor, four corners at once, and stays: impacts have no rebound here. Turn it a little in its \
     fall and see the corners land one after another.";
    "turning", "Block on a turning plank",
    "Nothing has weight here: the contacts push only because the plank turns under the block. See the force on each \
     corner change as the block slides.";
};
