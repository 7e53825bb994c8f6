//! The scenes, one table for page, tests and benches.
mod builders;
mod lessons;
mod rough;

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

/// A row of the table. Titles for a visitor are among the words of the page.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    /// Name in links and on the command line.
    pub name: &'static str,
    /// Builds it.
    pub build: fn(Options) -> World,
}

/// Scenes without friction. The first is the page's first picture; those of the article come last.
pub const SMOOTH: &[Scene] = &[
    Scene { name: "two-blocks", build: two_blocks },
    Scene { name: "blocks", build: blocks },
    Scene { name: "one-block", build: one_block },
    Scene { name: "ladder", build: ladder },
    Scene { name: "wedge", build: wedge },
    Scene { name: "stack", build: stack },
    Scene { name: "pyramid", build: pyramid },
    Scene { name: "slot", build: slot },
    Scene { name: "see-saw", build: see_saw },
    Scene { name: "hexagon", build: hexagon },
    Scene { name: "row", build: row },
    Scene { name: "heavy-block", build: heavy_block },
    Scene { name: "heavy-blocks", build: heavy_blocks },
    Scene { name: "overlap", build: overlap },
    Scene { name: "coarse", build: coarse },
    Scene { name: "balance", build: lessons::balance },
    Scene { name: "beam", build: lessons::beam },
    Scene { name: "overhang", build: lessons::overhang },
    Scene { name: "drop", build: lessons::drop },
    Scene { name: "turning", build: lessons::turning },
];

/// Scenes with friction.
const ROUGH: &[Scene] = &[
    Scene { name: "incline", build: rough::incline },
    Scene { name: "tipping", build: rough::tipping },
    Scene { name: "rough-ladder", build: rough::rough_ladder },
    Scene { name: "self-locking", build: rough::self_locking },
    Scene { name: "conveyor", build: rough::conveyor },
    Scene { name: "cards", build: rough::cards },
    Scene { name: "planar-arch", build: rough::planar_arch },
    Scene { name: "painleve", build: rough::painleve },
];

const ALL: [Scene; SMOOTH.len() + ROUGH.len()] = joined(SMOOTH, ROUGH);

/// Two tables as one of `N` rows.
pub(crate) const fn joined<T: Copy, const N: usize>(first: &[T], second: &[T]) -> [T; N] {
    assert!(N == first.len() + second.len());
    let mut all = [first[0]; N];
    let mut k = 1;
    while k < N {
        all[k] = if k < first.len() { first[k] } else { second[k - first.len()] };
        k += 1;
    }
    all
}

/// All planar scenes.
pub const SCENES: &[Scene] = &ALL;

/// The scene of that name.
pub fn scene(name: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|scene| scene.name == name)
}
