//! A hierarchical grid, its cells found by hashing.
//!
//! Mirtich, *Efficient algorithms for two-phase collision detection*, 1997; the form is that of Ericson, *Real-time
//! collision detection*, section 7.2. A box lies in the one cell that holds its middle, of the level whose cells are at
//! least as large as the box. Only boxes that leave their cell are moved from step to step.
use crate::spatial::shape::Aabb;
use glam::DVec3;

/// Levels run from cells of 2⁻³² m to cells of 2³¹ m.
const LEVELS: usize = 64;
const SMALLEST: i32 = -32;
/// Cells have coordinates up to this.
const FARTHEST: f64 = (1i64 << 40) as f64;
const NONE: usize = usize::MAX;

/// A cell of one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    level: usize,
    at: [i64; 3],
}

/// The table of cells, and where each box is.
#[derive(Clone, Debug, Default)]
pub(super) struct HashGrid {
    /// First box of each bucket.
    heads: Vec<usize>,
    /// Next box in the bucket of each box.
    next: Vec<usize>,
    /// None for boxes that fit in no cell.
    cells: Vec<Option<Cell>>,
    /// Number of boxes in each level.
    filled: Vec<usize>,
    pairs: Vec<[usize; 2]>,
    pub comparisons: usize,
}

impl Cell {
    /// The cell of a box, if it fits in one.
    fn of(bounds: &Aabb) -> Option<Self> {
        let extent = (bounds.high - bounds.low).max_element();
        if !(extent.is_finite() && extent >= 0.0) {
            return None;
        }
        // extent ≤ 2^exponent
        let exponent = libm::frexp(extent).1.max(SMALLEST);
        let level = (exponent - SMALLEST) as usize;
        let at = (bounds.centre() / size(level)).floor();
        (level < LEVELS && at.abs().max_element() < FARTHEST)
            .then(|| Self { level, at: at.to_array().map(|x| x as i64) })
    }

    /// Place in a table of 2^k buckets.
    fn bucket(&self, count: usize) -> usize {
        const PRIMES: [u64; 4] =
            [0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x27D4_EB2F_1656_67C5];
        let [x, y, z] = self.at.map(|x| x as u64);
        let mixed = [x, y, z, self.level as u64].into_iter().zip(PRIMES);
        let hash = mixed.fold(0u64, |hash, (x, prime)| hash.rotate_left(17) ^ x.wrapping_mul(prime));
        (hash.wrapping_mul(PRIMES[0]) >> 40) as usize & (count - 1)
    }
}

/// Side of the cells of a level, m.
fn size(level: usize) -> f64 {
    libm::ldexp(1.0, level as i32 + SMALLEST)
}

impl HashGrid {
    pub fn pairs(&mut self, boxes: &[Aabb]) -> &[[usize; 2]] {
        self.place(boxes);
        self.pairs.clear();
        self.comparisons = 0;
        for i in 0..boxes.len() {
            match self.cells[i] {
                Some(cell) => self.visit(boxes, i, cell),
                None => self.compare_all(boxes, i),
            }
        }
        crate::sort::sort(&mut self.pairs);
        &self.pairs
    }

    /// Brings each box into its cell.
    fn place(&mut self, boxes: &[Aabb]) {
        if self.cells.len() != boxes.len() {
            self.heads = vec![NONE; (2 * boxes.len()).next_power_of_two()];
            self.next = vec![NONE; boxes.len()];
            self.cells = vec![None; boxes.len()];
            self.filled = vec![0; LEVELS];
        }
        for (i, bounds) in boxes.iter().enumerate() {
            let (old, new) = (self.cells[i], Cell::of(bounds));
            if old == new {
                continue;
            }
            if let Some(cell) = old {
                self.unlink(i, cell);
            }
            if let Some(cell) = new {
                let count = self.heads.len();
                let head = &mut self.heads[cell.bucket(count)];
                self.next[i] = std::mem::replace(head, i);
                self.filled[cell.level] += 1;
            }
            self.cells[i] = new;
        }
    }

    fn unlink(&mut self, i: usize, cell: Cell) {
        let bucket = cell.bucket(self.heads.len());
        if self.heads[bucket] == i {
            self.heads[bucket] = self.next[i];
        } else {
            let mut at = self.heads[bucket];
            while self.next[at] != i {
                at = self.next[at];
            }
            self.next[at] = self.next[i];
        }
        self.filled[cell.level] -= 1;
    }

    /// Compares a box with those of its own level, before it in number, and of all coarser ones.
    fn visit(&mut self, boxes: &[Aabb], i: usize, own: Cell) {
        for level in own.level..LEVELS {
            if self.filled[level] == 0 {
                continue;
            }
            let size = size(level);
            // boxes here reach half a cell from their middles, and a little for rounding
            let reach = DVec3::splat(0.5 * size * (1.0 + 1e-9));
            let low = ((boxes[i].low - reach) / size).floor().to_array().map(|x| x as i64);
            let high = ((boxes[i].high + reach) / size).floor().to_array().map(|x| x as i64);
            for z in low[2]..=high[2] {
                for y in low[1]..=high[1] {
                    for x in low[0]..=high[0] {
                        self.compare(boxes, i, own.level, Cell { level, at: [x, y, z] });
                    }
                }
            }
        }
    }

    /// Compares a box with those in a cell.
    fn compare(&mut self, boxes: &[Aabb], i: usize, own: usize, cell: Cell) {
        let mut at = self.heads[cell.bucket(self.heads.len())];
        while at != NONE {
            let other = at;
            at = self.next[at];
            if self.cells[other] != Some(cell) || (cell.level == own && other >= i) {
                continue;
            }
            self.comparisons += 1;
            if boxes[i].overlaps(&boxes[other]) {
                self.pairs.push([i.min(other), i.max(other)]);
            }
        }
    }

    /// Compares a box that fits in no cell with all others.
    fn compare_all(&mut self, boxes: &[Aabb], i: usize) {
        for other in (0..boxes.len()).filter(|&k| k != i && (k < i || self.cells[k].is_some())) {
            self.comparisons += 1;
            if boxes[i].overlaps(&boxes[other]) {
                self.pairs.push([i.min(other), i.max(other)]);
            }
        }
    }
}
