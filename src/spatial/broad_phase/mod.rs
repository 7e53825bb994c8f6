//! Which bodies can touch at all: pairs of overlapping boxes.
//!
//! Lennerz, Schömer, Warken, *A framework for collision detection and response*, section 2.1. Both methods take boxes at
//! one instant or around a whole step alike, keep what they know from one call to the next, and find exactly the pairs
//! that a look at all pairs would.
mod hash_grid;
mod sweep_and_prune;

use super::shape::Aabb;
use hash_grid::HashGrid;
use sweep_and_prune::SweepAndPrune;

/// A method of culling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Culling {
    /// Sorted coordinates.
    #[default]
    SweepAndPrune,
    /// Cells of a hierarchical grid.
    HashGrid,
}

impl Culling {
    /// All of them, in the order in which a list shows them.
    pub const ALL: [Self; 2] = [Self::SweepAndPrune, Self::HashGrid];

    /// Its name in files, tables and lists.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SweepAndPrune => "sweep-and-prune",
            Self::HashGrid => "hash-grid",
        }
    }
}

/// What the looks for what may touch cost in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looks {
    /// Comparisons of two boxes, or of two coordinates while sorting.
    pub comparisons: usize,
    /// Pairs of bodies whose boxes overlap and of which forces move one.
    pub pairs: usize,
    /// Those whose parts were searched.
    pub searched: usize,
    /// Those whose parts are known from the last search, since they lie to each other as they did then.
    pub kept: usize,
}

/// Finds the pairs of boxes that overlap.
#[derive(Clone, Debug)]
pub struct BroadPhase {
    method: Method,
    /// What was counted since a method was chosen, by those who call it.
    pub looks: Looks,
}

#[derive(Clone, Debug)]
enum Method {
    Sweep(SweepAndPrune),
    Grid(HashGrid),
}

impl Default for BroadPhase {
    fn default() -> Self {
        Self::new(Culling::default())
    }
}

impl BroadPhase {
    /// By the given method.
    pub fn new(culling: Culling) -> Self {
        let method = match culling {
            Culling::SweepAndPrune => Method::Sweep(SweepAndPrune::default()),
            Culling::HashGrid => Method::Grid(HashGrid::default()),
        };
        Self { method, looks: Looks::default() }
    }

    /// Goes on with the given method, which begins anew if it is another, and counts from now on.
    pub fn choose(&mut self, culling: Culling) {
        self.looks = Looks::default();
        if self.culling() != culling {
            *self = Self::new(culling);
        }
    }

    /// Which method it is.
    pub fn culling(&self) -> Culling {
        match self.method {
            Method::Sweep(_) => Culling::SweepAndPrune,
            Method::Grid(_) => Culling::HashGrid,
        }
    }

    /// All pairs of boxes with a point in common, as numbers `[i, j]` with `i < j`, sorted. Box `k` should belong to the
    /// same body at every call; sides may be infinite.
    pub fn pairs(&mut self, boxes: &[Aabb]) -> &[[usize; 2]] {
        match &mut self.method {
            Method::Sweep(sweep) => sweep.pairs(boxes),
            Method::Grid(grid) => grid.pairs(boxes),
        }
    }

    /// Counts the last call, which found so many pairs: whose parts were searched, and whose were known.
    #[inline(never)] // bytes that every visitor waits for
    pub fn count(&mut self, pairs: usize, searched: usize, kept: usize) {
        self.looks.comparisons += self.comparisons();
        self.looks.pairs += pairs;
        self.looks.searched += searched;
        self.looks.kept += kept;
    }

    /// Number of comparisons of two boxes, or of two coordinates while sorting, in the last call.
    pub fn comparisons(&self) -> usize {
        match &self.method {
            Method::Sweep(sweep) => sweep.comparisons,
            Method::Grid(grid) => grid.comparisons,
        }
    }
}
