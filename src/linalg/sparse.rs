//! A sparse square matrix.

/// `n × n`, the entries of each row together. No entry is stored twice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sparse {
    /// Where each row starts in the two vectors below; one more than there are rows.
    start: Vec<usize>,
    column: Vec<usize>,
    value: Vec<f64>,
}

impl Sparse {
    /// From entries `(row, column, value)` in any order; those of the same place are added.
    ///
    /// # Panics
    /// If an entry lies outside.
    pub fn from_entries(n: usize, entries: Vec<(usize, usize, f64)>) -> Self {
        assert!(entries.iter().all(|&(i, j, _)| i < n && j < n), "entries of a sparse matrix must lie within it");
        let mut order: Vec<[usize; 3]> = entries.iter().enumerate().map(|(k, &(i, j, _))| [i, j, k]).collect();
        crate::sort::sort(&mut order);
        let (mut start, mut column, mut value) = (vec![0; n + 1], Vec::new(), Vec::new());
        for (place, &[i, j, k]) in order.iter().enumerate() {
            match value.last_mut() {
                Some(sum) if order[place - 1][..2] == [i, j] => *sum += entries[k].2,
                _ => {
                    start[i + 1] += 1;
                    column.push(j);
                    value.push(entries[k].2);
                }
            }
        }
        (0..n).for_each(|i| start[i + 1] += start[i]);
        Self { start, column, value }
    }

    /// Takes the entries of a dense matrix that are not zero, into storage that is kept.
    pub fn take(&mut self, n: usize, entry: impl Fn(usize, usize) -> f64) {
        self.start.clear();
        self.column.clear();
        self.value.clear();
        self.start.push(0);
        for i in 0..n {
            for (j, x) in (0..n).map(|j| (j, entry(i, j))).filter(|(_, x)| *x != 0.0) {
                self.column.push(j);
                self.value.push(x);
            }
            self.start.push(self.column.len());
        }
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.start.len().saturating_sub(1)
    }

    /// Columns and values of row `i`.
    pub fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.start[i]..self.start[i + 1];
        self.column[range.clone()].iter().copied().zip(self.value[range].iter().copied())
    }

    /// Entry `(i, j)`; zero if none is stored.
    pub fn get(&self, i: usize, j: usize) -> f64 {
        let range = self.start[i]..self.start[i + 1];
        self.column[range.clone()].binary_search(&j).map_or(0.0, |k| self.value[range.start + k])
    }

    /// `y = A x`.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        for (i, y) in y.iter_mut().enumerate() {
            *y = self.row(i).map(|(j, a)| a * x[j]).sum();
        }
    }

    /// The sets of rows that entries other than zero connect, each in rising order.
    pub fn components(&self) -> Vec<Vec<usize>> {
        let mut root: Vec<usize> = (0..self.size()).collect();
        for i in 0..self.size() {
            for (j, _) in self.row(i).filter(|&(_, a)| a != 0.0) {
                let (x, y) = (find(&mut root, i), find(&mut root, j));
                root[x.max(y)] = x.min(y);
            }
        }
        let mut place = vec![usize::MAX; self.size()];
        let mut components: Vec<Vec<usize>> = Vec::new();
        for i in 0..self.size() {
            // The root of a set is its least member, which comes first.
            let r = find(&mut root, i);
            if r == i {
                place[i] = components.len();
                components.push(Vec::new());
            }
            components[place[r]].push(i);
        }
        components
    }
}

fn find(root: &mut [usize], mut i: usize) -> usize {
    while root[i] != i {
        root[i] = root[root[i]];
        i = root[i];
    }
    i
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entries of one place add up, and the product is that of the full matrix.
    #[test]
    fn entries_add_up() {
        let a = Sparse::from_entries(3, vec![(2, 0, 5.0), (0, 1, 1.0), (0, 1, 2.0), (1, 1, -1.0)]);
        let mut y = [0.0; 3];
        a.multiply(&[1.0, 10.0, 100.0], &mut y);
        assert_eq!((y, a.get(0, 1), a.get(1, 0)), ([30.0, -10.0, 5.0], 3.0, 0.0));
    }

    /// Rows belong together exactly if a chain of entries other than zero links them.
    #[test]
    fn components_are_the_islands() {
        let a = Sparse::from_entries(6, vec![(5, 1, 1.0), (1, 3, 1.0), (2, 4, 1.0), (0, 1, 0.0)]);
        assert_eq!(a.components(), [vec![0], vec![1, 3, 5], vec![2, 4]]);
    }
}
