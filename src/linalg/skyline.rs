//! Cholesky's factor of a sparse matrix within its envelope.
use super::Sparse;
use super::vector::{add_scaled, dot};

/// `S = L Lᵀ` of a principal submatrix `S` of a sparse symmetric matrix. Of each row of `L` the entries from the first
/// that is not zero to the diagonal are stored: outside this envelope none appears (George and Liu, *Computer Solution
/// of Large Sparse Positive Definite Systems*, chapter 4).
#[derive(Clone, Debug, Default)]
pub struct Skyline {
    /// First column of each row.
    first: Vec<usize>,
    /// Where the diagonal of each row is stored.
    diagonal: Vec<usize>,
    entries: Vec<f64>,
}

impl Skyline {
    /// Factors the rows and columns `set` of `a`, in this sequence, with `shift(i)` added to the diagonal of row `i` of
    /// `a`. False if that is not positive definite.
    pub fn factor(&mut self, a: &Sparse, set: &[usize], shift: impl Fn(usize) -> f64) -> bool {
        let mut place = vec![usize::MAX; a.size()];
        set.iter().enumerate().for_each(|(k, &i)| place[i] = k);
        self.first.clear();
        self.diagonal.clear();
        self.entries.clear();
        for (k, &i) in set.iter().enumerate() {
            let inside = || a.row(i).map(|(j, x)| (place[j], x)).filter(|&(l, _)| l <= k);
            let first = inside().map(|(l, _)| l).min().unwrap_or(k).min(k);
            let start = self.entries.len();
            self.entries.resize(start + k - first + 1, 0.0);
            inside().for_each(|(l, x)| self.entries[start + l - first] = x);
            self.first.push(first);
            self.diagonal.push(start + k - first);
            self.entries[start + k - first] += shift(i);
            if !self.eliminate(k) {
                return false;
            }
        }
        true
    }

    /// Turns row `k` of `S` into that of `L`.
    fn eliminate(&mut self, k: usize) -> bool {
        let first = self.first[k];
        let start = self.diagonal[k] - (k - first);
        let (above, row) = self.entries.split_at_mut(start);
        for l in first..k {
            let from = first.max(self.first[l]);
            let other = &above[self.diagonal[l] - (l - from)..=self.diagonal[l]];
            let (front, rest) = row.split_at_mut(l - first);
            rest[0] = (rest[0] - dot(&other[..l - from], &front[from - first..])) / other[l - from];
        }
        let (front, last) = row.split_at_mut(k - first);
        let pivot = last[0] - dot(front, front);
        last[0] = pivot.sqrt();
        pivot > 0.0
    }

    fn row(&self, k: usize) -> &[f64] {
        &self.entries[self.diagonal[k] - (k - self.first[k])..self.diagonal[k]]
    }

    /// Solves `S y = x` in place.
    pub fn solve(&self, x: &mut [f64]) {
        for k in 0..self.first.len() {
            x[k] = (x[k] - dot(self.row(k), &x[self.first[k]..k])) / self.entries[self.diagonal[k]];
        }
        for k in (0..self.first.len()).rev() {
            x[k] /= self.entries[self.diagonal[k]];
            let xk = x[k];
            add_scaled(&mut x[self.first[k]..k], -xk, self.row(k));
        }
    }
}

/// A sequence of all rows that are linked to those of `set`, in which neighbours stand close, so that envelopes are small: breadth first from a
/// row at the rim, neighbours of few neighbours first, reversed (Cuthill and McKee; George).
pub fn narrow_sequence(a: &Sparse, set: &[usize]) -> Vec<usize> {
    let mut sequence = Vec::new();
    let mut seen = vec![false; a.size()];
    for &start in set {
        if !seen[start] {
            let rim = breadth_first(a, start, &seen).pop().unwrap_or(start);
            let found = breadth_first(a, rim, &seen);
            found.iter().for_each(|&i| seen[i] = true);
            sequence.extend(found);
        }
    }
    sequence.reverse();
    sequence
}

/// The rows not yet seen that are reached from `start`, the most distant last.
fn breadth_first(a: &Sparse, start: usize, seen: &[bool]) -> Vec<usize> {
    let degree = |i: usize| a.row(i).count();
    let mut reached = seen.to_vec();
    reached[start] = true;
    let (mut queue, mut next) = (vec![start], 0);
    while next < queue.len() {
        let mut neighbours: Vec<usize> =
            a.row(queue[next]).filter(|&(j, x)| x != 0.0 && !reached[j]).map(|(j, _)| j).collect();
        neighbours.sort_by_key(|&j| (degree(j), j));
        neighbours.iter().for_each(|&j| reached[j] = true);
        queue.append(&mut neighbours);
        next += 1;
    }
    queue
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The five-point matrix of a grid, with 0.1 added to the diagonal.
    fn grid(side: usize) -> Sparse {
        let mut entries = Vec::new();
        for i in 0..side * side {
            entries.push((i, i, 4.1));
            for (inside, j) in [(i % side + 1 < side, i + 1), (i + side < side * side, i + side)] {
                if inside {
                    entries.extend([(i, j, -1.0), (j, i, -1.0)]);
                }
            }
        }
        Sparse::from_entries(side * side, entries)
    }

    /// `S (S⁻¹ x) = x` on a part of the rows, and the narrow sequence holds each row once.
    #[test]
    fn solves_a_principal_submatrix() {
        let a = grid(12);
        let mut sequence = narrow_sequence(&a, &(0..144).collect::<Vec<_>>());
        let set: Vec<usize> = sequence.iter().copied().filter(|i| i % 5 != 0).collect();
        let mut factor = Skyline::default();
        assert!(factor.factor(&a, &set, |_| 0.0));
        let mut x = vec![1.0; set.len()];
        factor.solve(&mut x);
        let mut full = vec![0.0; 144];
        set.iter().zip(&x).for_each(|(&i, &x)| full[i] = x);
        let mut back = vec![0.0; 144];
        a.multiply(&full, &mut back);
        let worst = set.iter().map(|&i| (back[i] - 1.0).abs()).fold(0.0, f64::max);
        assert!(worst < 1e-13, "largest error of S (S⁻¹ 1) = 1: {worst:e}, expected below 1e-13");
        sequence.sort_unstable();
        assert!(sequence.into_iter().eq(0..144));
    }

    /// A matrix that is not positive definite is refused.
    #[test]
    fn indefinite_matrices_are_seen() {
        assert!(!Skyline::default().factor(&grid(3), &(0..9).collect::<Vec<_>>(), |_| -3.0));
    }
}
