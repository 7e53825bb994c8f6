//! Gaussian elimination of a sparse matrix of small blocks.
use super::block::{Block, inverse, product};
use super::elimination_order::EliminationOrder;
use super::vector::add_scaled;
use std::array::from_fn;

/// `S = L U` of a sparse matrix of `D × D` blocks with a symmetric pattern, the blocks of the diagonal as pivots. Rows that
/// follow each other with the same pattern are subtracted together. Storage is kept.
#[derive(Clone, Debug)]
pub struct BlockLu<const D: usize> {
    order: EliminationOrder,
    /// Where the rows end that follow each other, from each place on, with the same pattern.
    end: Vec<usize>,
    /// `U` right of the diagonal blocks: for each place its `D` rows of numbers, one after the other.
    upper: Vec<f64>,
    /// Blocks of `L` under the diagonal, row by row.
    lower: Vec<Block<D>>,
    /// Inverse blocks of the diagonal of `U`.
    pivots: Vec<Block<D>>,
    /// The `D` rows of numbers that are worked on, and what is to be subtracted from them.
    rows: [Vec<f64>; D],
    sums: [Vec<f64>; D],
    /// The solution in the sequence of elimination.
    solution: Vec<[f64; D]>,
}

/// A row as it is filled.
pub struct Row<'a, const D: usize> {
    place: &'a [usize],
    /// The first place of the row that is looked at.
    from: usize,
    rows: &'a mut [Vec<f64>; D],
}

impl<const D: usize> Row<'_, D> {
    /// Adds a block in column `j`; one outside the set is left out, and of a symmetric matrix what is under the diagonal.
    pub fn add(&mut self, j: usize, block: &Block<D>) {
        let inside = |place: &&usize| **place != usize::MAX && **place >= self.from;
        let Some(&place) = self.place.get(j).filter(inside) else { return };
        for (row, block) in self.rows.iter_mut().zip(block) {
            row[D * place..][..D].iter_mut().zip(block).for_each(|(x, b)| *x += b);
        }
    }
}

impl<const D: usize> Default for BlockLu<D> {
    fn default() -> Self {
        Self {
            order: EliminationOrder::default(),
            end: Vec::new(),
            upper: Vec::new(),
            lower: Vec::new(),
            pivots: Vec::new(),
            rows: [const { Vec::new() }; D],
            sums: [const { Vec::new() }; D],
            solution: Vec::new(),
        }
    }
}

impl<const D: usize> BlockLu<D> {
    /// Chooses the sequence for the unknowns `set` of `n`; see [`EliminationOrder::compute`].
    pub fn analyze(&mut self, n: usize, set: &[usize], links: impl Fn(usize, &mut Vec<usize>)) {
        let Self { order, end, .. } = self;
        order.compute(n, set, links);
        end.clear();
        end.extend(1..=order.sequence.len());
        for i in (1..order.sequence.len()).rev() {
            let [before, own] = [i - 1, i].map(|i| &order.columns[order.start[i]..order.start[i + 1]]);
            if before.len() == own.len() + 1 && before[0] == i {
                end[i - 1] = end[i];
            }
        }
    }

    /// Number of products of blocks in a factorization.
    pub fn products(&self) -> usize {
        self.order.start.windows(2).map(|row| (row[1] - row[0]) * (row[1] - row[0] + 1)).sum()
    }

    /// Factors the matrix whose row `i` `fill(i, row)` adds to an empty row. False if a pivot is singular. A symmetric matrix takes
    /// half of the products: blocks of `L` are those of `U` turned over.
    pub fn factor(&mut self, symmetric: bool, fill: impl Fn(usize, &mut Row<D>)) -> bool {
        let count = self.order.sequence.len();
        self.rows.iter_mut().for_each(|row| {
            row.clear();
            row.resize(D * count, 0.0);
        });
        self.upper.clear();
        self.lower.clear();
        self.pivots.clear();
        for i in 0..count {
            let from = if symmetric { i } else { 0 };
            fill(self.order.sequence[i], &mut Row { place: &self.order.place, from, rows: &mut self.rows });
            let mut next = self.order.lower_start[i];
            while next < self.order.lower_start[i + 1] {
                let first = self.order.rows[next];
                let last = self.end[first].min(i);
                next += last - first;
                self.subtract(i, first, last, symmetric);
            }
            let pivot = take_block(&mut self.rows, i);
            let columns = &self.order.columns[self.order.start[i]..self.order.start[i + 1]];
            for row in &mut self.rows {
                columns.iter().for_each(|&j| self.upper.extend_from_slice(&take::<D>(row, j)));
            }
            let Some(pivot) = inverse(pivot) else { return false };
            self.pivots.push(pivot);
        }
        true
    }

    /// Eliminates from row `i`, which is at hand, the columns of some places that follow each other with the same pattern.
    fn subtract(&mut self, i: usize, first: usize, last: usize, symmetric: bool) {
        let Self { order, upper, lower, pivots, rows, sums, .. } = self;
        let shared = &order.columns[order.start[last - 1]..order.start[last]];
        // a symmetric matrix is worked on from the diagonal on
        let own = if symmetric { shared.partition_point(|&j| j < i) } else { 0 };
        let from = lower.len();
        let row = |place: usize, k: usize| {
            let size = D * (order.start[place + 1] - order.start[place]);
            &upper[D * D * order.start[place] + k * size..][..size]
        };
        for place in first..last {
            if symmetric {
                let at = D * (last - 1 - place + own);
                let above: Block<D> = from_fn(|k| from_fn(|j| row(place, j)[at + k]));
                lower.push(product(&above, &pivots[place]));
                continue;
            }
            let factor = product(&take_block(rows, place), &pivots[place]);
            let inside = D * (last - 1 - place);
            for (target, factor) in rows.iter_mut().zip(&factor) {
                let target = &mut target[D * (place + 1)..][..inside];
                (0..D).for_each(|k| add_scaled(target, -factor[k], &row(place, k)[..inside]));
            }
            lower.push(factor);
        }
        let shared = &shared[own..];
        let tail = |place: usize, k: usize| {
            let row = row(place, k);
            &row[row.len() - D * shared.len()..]
        };
        let factors = &lower[from..];
        if let [factor] = factors {
            // nothing to gather
            let tails = from_fn(|k| tail(first, k).as_chunks::<D>().0);
            return scatter(rows, factor, shared, tails);
        }
        for (target, (sums, a)) in rows.iter_mut().zip(sums.iter_mut().zip(0..)) {
            sums.clear();
            sums.resize(D * shared.len(), 0.0);
            let total = D * factors.len();
            let term = |n: usize| (factors[n / D][a][n % D], tail(first + n / D, n % D));
            (0..total / 4).for_each(|n| add_four(sums, [0, 1, 2, 3].map(|k| term(4 * n + k))));
            for (s, row) in (total - total % 4..total).map(term) {
                add_scaled(sums, s, row);
            }
            for (&j, sum) in shared.iter().zip(sums.as_chunks::<D>().0) {
                target[D * j..][..D].iter_mut().zip(sum).for_each(|(x, sum)| *x -= sum);
            }
        }
    }

    /// Whether all pivots are positive: for blocks of one number, whether a symmetric matrix is positive definite.
    pub fn is_positive(&self) -> bool {
        self.pivots.iter().all(|pivot| (0..D).all(|k| pivot[k][k] > 0.0))
    }

    /// Solves `S x = y` in place; entries outside the set are left alone.
    pub fn solve(&mut self, x: &mut [[f64; D]]) {
        let Self { order, upper, lower, pivots, solution, .. } = self;
        solution.clear();
        solution.extend(order.sequence.iter().map(|&name| x[name]));
        for i in 0..solution.len() {
            let range = order.lower_start[i]..order.lower_start[i + 1];
            let (places, blocks) = (&order.rows[range.clone()], &lower[range]);
            // sums that do not wait for each other
            let mut sums = [[0.0; D]; 4];
            let fours = places.as_chunks::<4>().0.iter().zip(blocks.as_chunks::<4>().0);
            fours.for_each(|(places, blocks)| {
                for (sum, (&k, l)) in sums.iter_mut().zip(places.iter().zip(blocks)) {
                    add_product(sum, l, &solution[k]);
                }
            });
            let rest = places.as_chunks::<4>().1.iter().zip(blocks.as_chunks::<4>().1);
            rest.for_each(|(&k, l)| add_product(&mut sums[0], l, &solution[k]));
            let y = &mut solution[i];
            (0..D).for_each(|k| y[k] -= (sums[0][k] + sums[1][k]) + (sums[2][k] + sums[3][k]));
        }
        for i in (0..solution.len()).rev() {
            let columns = &order.columns[order.start[i]..order.start[i + 1]];
            let mut y = solution[i];
            for (k, y) in y.iter_mut().enumerate() {
                let row = &upper[D * (D * order.start[i] + k * columns.len())..][..D * columns.len()];
                let row = row.as_chunks::<D>().0;
                let mut sums = [0.0; 4];
                let fours = columns.as_chunks::<4>().0.iter().zip(row.as_chunks::<4>().0);
                fours.for_each(|(places, row)| {
                    for (sum, (&j, u)) in sums.iter_mut().zip(places.iter().zip(row)) {
                        *sum += u.iter().zip(&solution[j]).map(|(u, x)| u * x).sum::<f64>();
                    }
                });
                let rest = columns.as_chunks::<4>().1.iter().zip(row.as_chunks::<4>().1);
                rest.for_each(|(&j, u)| sums[0] += u.iter().zip(&solution[j]).map(|(u, x)| u * x).sum::<f64>());
                *y -= (sums[0] + sums[1]) + (sums[2] + sums[3]);
            }
            solution[i] = pivots[i].map(|row| row.iter().zip(&y).map(|(p, y)| p * y).sum());
        }
        order.sequence.iter().zip(solution).for_each(|(&name, y)| x[name] = *y);
    }
}

/// Subtracts the product of a block with `D` rows of numbers at some places.
fn scatter<const D: usize>(rows: &mut [Vec<f64>; D], a: &Block<D>, places: &[usize], b: [&[[f64; D]]; D]) {
    for (n, &j) in places.iter().enumerate() {
        for (target, a) in rows.iter_mut().zip(a) {
            let target = &mut target[D * j..][..D];
            for m in 0..D {
                let mut sum = 0.0;
                for k in 0..D {
                    sum += a[k] * b[k][n][m];
                }
                target[m] -= sum;
            }
        }
    }
}

/// Takes the numbers of a column out of a row.
fn take<const D: usize>(row: &mut [f64], place: usize) -> [f64; D] {
    let entries = &mut row[D * place..][..D];
    from_fn(|k| std::mem::take(&mut entries[k]))
}

fn take_block<const D: usize>(rows: &mut [Vec<f64>; D], place: usize) -> Block<D> {
    from_fn(|k| take(&mut rows[k], place))
}

/// `y += s x` for four `s` and `x` at a time.
fn add_four(y: &mut [f64], terms: [(f64, &[f64]); 4]) {
    let n = y.len();
    let [(s0, x0), (s1, x1), (s2, x2), (s3, x3)] = terms.map(|(s, x)| (s, &x[..n]));
    for k in 0..n {
        y[k] += (s0 * x0[k] + s1 * x1[k]) + (s2 * x2[k] + s3 * x3[k]);
    }
}

/// `y += A x`.
fn add_product<const D: usize>(y: &mut [f64; D], a: &Block<D>, x: &[f64; D]) {
    for (y, row) in y.iter_mut().zip(a) {
        for (a, x) in row.iter().zip(x) {
            *y += a * x;
        }
    }
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

    /// `S (S⁻¹ y) = y` on a part of a grid with random blocks, symmetric or not, and by far fewer products than a full matrix
    /// would take.
    #[test]
    fn solves_what_it_factored() {
        let (side, mut random) = (20, Pcg64::seed_from_u64(1));
        let n = side * side;
        let set: Vec<usize> = (0..n).filter(|i| i % 7 != 3).collect();
        let mut block = || [(); 3].map(|()| [(); 3].map(|()| random.next_u32() as f64 / 2f64.powi(32)));
        let mut lu = BlockLu::<3>::default();
        lu.analyze(n, &set, |i, list| list.extend(neighbours(side, i)));
        assert!(lu.products() < 8000, "{} products, 17 millions for a full matrix", lu.products());
        for symmetric in [false, true] {
            let mut rows: Vec<Vec<(usize, Block<3>)>> = vec![Vec::new(); n];
            for i in 0..n {
                for j in neighbours(side, i).into_iter().filter(|j| j % 7 != 3) {
                    let across = match rows[j].iter().find(|(other, _)| symmetric && *other == i) {
                        Some((_, block)) => from_fn(|k| from_fn(|l| block[l][k])),
                        None => block(),
                    };
                    rows[i].push((j, across));
                }
                let any = block();
                let own = from_fn(|k| from_fn(|l| if symmetric && l < k { any[l][k] } else { any[k][l] }));
                rows[i].extend([(i, own), (i, from_fn(|k| from_fn(|l| if k == l { 8.0 } else { 0.0 })))]);
            }
            let fill = |i: usize, row: &mut Row<3>| rows[i].iter().for_each(|(j, block)| row.add(*j, block));
            assert!(lu.factor(symmetric, fill));
            let mut x = vec![[1.0, -2.0, 3.0]; n];
            lu.solve(&mut x);
            for &i in &set {
                let mut y = [-1.0, 2.0, -3.0];
                rows[i].iter().for_each(|(j, block)| add_product(&mut y, block, &x[*j]));
                let worst = y.iter().fold(0.0_f64, |most, y| most.max(y.abs()));
                assert!(worst < 1e-13, "row {i}: S (S⁻¹ y) differs from y by {worst:e}, expected below 1e-13");
            }
            assert_eq!(x[3], [1.0, -2.0, 3.0], "what is outside is left alone");
        }
    }

    /// A singular pivot is refused.
    #[test]
    fn singular_pivots_are_seen() {
        let mut lu = BlockLu::<2>::default();
        lu.analyze(1, &[0], |_, _| ());
        assert!(!lu.factor(false, |_, row| row.add(0, &[[1.0, 2.0], [2.0, 4.0]])));
    }
}
