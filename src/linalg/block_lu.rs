//! Gaussian elimination of a sparse matrix of small blocks.
use super::elimination_order::EliminationOrder;

/// A small square matrix.
pub type Block<const D: usize> = [[f64; D]; D];

/// `S = L U` of a sparse matrix of `D × D` blocks with a symmetric pattern, the blocks of the diagonal as pivots. Storage is
/// kept.
#[derive(Clone, Debug)]
pub struct BlockLu<const D: usize> {
    order: EliminationOrder,
    /// Blocks of `U` above the diagonal, row by row of the order.
    upper: Vec<Block<D>>,
    /// Blocks of `L` under the diagonal, row by row.
    lower: Vec<Block<D>>,
    /// Inverse blocks of the diagonal of `U`.
    pivots: Vec<Block<D>>,
    row: Vec<Block<D>>,
}

/// A row as it is filled.
pub struct Row<'a, const D: usize> {
    place: &'a [usize],
    entries: &'a mut [Block<D>],
}

impl<const D: usize> Row<'_, D> {
    /// Adds a block in column `j`; one outside the set is left out.
    pub fn add(&mut self, j: usize, block: &Block<D>) {
        if let Some(entry) = self.place.get(j).and_then(|&k| self.entries.get_mut(k)) {
            entry.as_flattened_mut().iter_mut().zip(block.as_flattened()).for_each(|(x, b)| *x += b);
        }
    }
}

impl<const D: usize> Default for BlockLu<D> {
    fn default() -> Self {
        let order = EliminationOrder::default();
        Self { order, upper: Vec::new(), lower: Vec::new(), pivots: Vec::new(), row: Vec::new() }
    }
}

impl<const D: usize> BlockLu<D> {
    /// Chooses the sequence for the unknowns `set` of `n`; see [`EliminationOrder::compute`].
    pub fn analyze(&mut self, n: usize, set: &[usize], links: impl Fn(usize, &mut Vec<usize>)) {
        self.order.compute(n, set, links);
    }

    /// Number of products of blocks in a factorization.
    pub fn products(&self) -> usize {
        self.order.start.windows(2).map(|row| (row[1] - row[0]) * (row[1] - row[0] + 1)).sum()
    }

    /// Factors the matrix whose row `i` `fill(i, row)` adds to an empty row. False if a pivot is singular.
    pub fn factor(&mut self, fill: impl Fn(usize, &mut Row<D>)) -> bool {
        let zero = [[0.0; D]; D];
        let order = &self.order;
        let count = order.sequence.len();
        self.row.clear();
        self.row.resize(count, zero);
        self.upper.clear();
        self.lower.clear();
        self.pivots.clear();
        for (i, &name) in order.sequence.iter().enumerate() {
            let row = &mut self.row[..];
            fill(name, &mut Row { place: &order.place, entries: row });
            for &k in &order.rows[order.lower_start[i]..order.lower_start[i + 1]] {
                let factor = product(&std::mem::replace(&mut row[k], zero), &self.pivots[k]);
                let range = order.start[k]..order.start[k + 1];
                for (&j, u) in order.columns[range.clone()].iter().zip(&self.upper[range]) {
                    subtract_product(&mut row[j], &factor, u);
                }
                self.lower.push(factor);
            }
            let columns = &order.columns[order.start[i]..order.start[i + 1]];
            self.upper.extend(columns.iter().map(|&j| std::mem::replace(&mut row[j], zero)));
            let Some(pivot) = inverse(std::mem::replace(&mut row[i], zero)) else { return false };
            self.pivots.push(pivot);
        }
        true
    }

    /// Solves `S x = y` in place; entries outside the set are left alone.
    pub fn solve(&self, x: &mut [[f64; D]]) {
        let order = &self.order;
        for (i, &name) in order.sequence.iter().enumerate() {
            let range = order.lower_start[i]..order.lower_start[i + 1];
            let mut y = x[name];
            for (&k, l) in order.rows[range.clone()].iter().zip(&self.lower[range]) {
                subtract(&mut y, l, &x[order.sequence[k]]);
            }
            x[name] = y;
        }
        for (i, &name) in order.sequence.iter().enumerate().rev() {
            let range = order.start[i]..order.start[i + 1];
            let mut y = x[name];
            for (&j, u) in order.columns[range.clone()].iter().zip(&self.upper[range]) {
                subtract(&mut y, u, &x[order.sequence[j]]);
            }
            x[name] = self.pivots[i].map(|row| row.iter().zip(&y).map(|(p, y)| p * y).sum());
        }
    }
}

/// `y -= A x`.
fn subtract<const D: usize>(y: &mut [f64; D], a: &Block<D>, x: &[f64; D]) {
    for (y, row) in y.iter_mut().zip(a) {
        for (a, x) in row.iter().zip(x) {
            *y -= a * x;
        }
    }
}

/// `A B`.
pub fn product<const D: usize>(a: &Block<D>, b: &Block<D>) -> Block<D> {
    let mut c = [[0.0; D]; D];
    for i in 0..D {
        for k in 0..D {
            for j in 0..D {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c
}

/// `C -= A B`.
fn subtract_product<const D: usize>(c: &mut Block<D>, a: &Block<D>, b: &Block<D>) {
    for i in 0..D {
        for k in 0..D {
            for j in 0..D {
                c[i][j] -= a[i][k] * b[k][j];
            }
        }
    }
}

/// The inverse, by Gauss and Jordan with row pivoting; none of a singular block.
pub fn inverse<const D: usize>(mut a: Block<D>) -> Option<Block<D>> {
    let mut b = [[0.0; D]; D];
    (0..D).for_each(|i| b[i][i] = 1.0);
    for k in 0..D {
        let pivot_row = (k..D).fold(k, |best, i| if a[i][k].abs() > a[best][k].abs() { i } else { best });
        a.swap(k, pivot_row);
        b.swap(k, pivot_row);
        let pivot = a[k][k];
        if pivot == 0.0 || !pivot.is_finite() {
            return None;
        }
        a[k].iter_mut().chain(&mut b[k]).for_each(|x| *x /= pivot);
        for i in (0..D).filter(|&i| i != k) {
            let factor = a[i][k];
            for j in 0..D {
                (a[i][j], b[i][j]) = (a[i][j] - factor * a[k][j], b[i][j] - factor * b[k][j]);
            }
        }
    }
    Some(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    /// Neighbours of place `i` in a grid.
    fn neighbours(side: usize, i: usize) -> Vec<usize> {
        let (x, y) = (i % side, i / side);
        let near = [
            (x > 0, i.wrapping_sub(1)),
            (x + 1 < side, i + 1),
            (y > 0, i.wrapping_sub(side)),
            (y + 1 < side, i + side),
        ];
        near.into_iter().filter_map(|(inside, j)| inside.then_some(j)).collect()
    }

    /// `S (S⁻¹ y) = y` on a part of a grid with random blocks, and by far fewer products than a full matrix would take.
    #[test]
    fn solves_what_it_factored() {
        let (side, mut random) = (20, Pcg64::seed_from_u64(1));
        let n = side * side;
        let set: Vec<usize> = (0..n).filter(|i| i % 7 != 3).collect();
        let inside = |j: &usize| j % 7 != 3;
        let mut block = || [(); 3].map(|()| [(); 3].map(|()| random.next_u32() as f64 / 2f64.powi(32)));
        let mut rows: Vec<Vec<(usize, Block<3>)>> = Vec::new();
        for i in 0..n {
            let mut row: Vec<_> = neighbours(side, i).into_iter().filter(inside).map(|j| (j, block())).collect();
            let mut own = block();
            (0..3).for_each(|k| own[k][k] += 8.0);
            row.push((i, own));
            rows.push(row);
        }
        let mut lu = BlockLu::<3>::default();
        lu.analyze(n, &set, |i, list| list.extend(neighbours(side, i)));
        assert!(lu.products() < 8000, "{} products, 17 millions for a full matrix", lu.products());
        assert!(lu.factor(|i, row| rows[i].iter().for_each(|(j, block)| row.add(*j, block))));
        let mut x = vec![[1.0, -2.0, 3.0]; n];
        lu.solve(&mut x);
        for &i in &set {
            let mut y = [1.0, -2.0, 3.0];
            rows[i].iter().for_each(|(j, block)| subtract(&mut y, block, &x[*j]));
            let worst = y.iter().fold(0.0_f64, |most, y| most.max(y.abs()));
            assert!(worst < 1e-13, "row {i}: S (S⁻¹ y) differs from y by {worst:e}, expected below 1e-13");
        }
        assert_eq!(x[3], [1.0, -2.0, 3.0], "what is outside is left alone");
    }

    /// A singular pivot is refused.
    #[test]
    fn singular_pivots_are_seen() {
        let mut lu = BlockLu::<2>::default();
        lu.analyze(1, &[0], |_, _| ());
        assert!(!lu.factor(|_, row| row.add(0, &[[1.0, 2.0], [2.0, 4.0]])));
    }
}
