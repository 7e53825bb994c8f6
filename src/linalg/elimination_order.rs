//! In which sequence to eliminate the unknowns of sparse equations, and where entries appear by it.
use super::quotient_graph::{END, Graph};

/// A sequence found by the rule of least degree (module `quotient_graph`), with the pattern of the factors in it.
///
/// Storage is kept, and so is the sequence for the same unknowns with the same links.
#[derive(Clone, Debug, Default)]
pub struct EliminationOrder {
    /// The unknowns in sequence.
    pub sequence: Vec<usize>,
    /// Place of each unknown in the sequence; `usize::MAX` for one that does not take part.
    pub place: Vec<usize>,
    /// Where the row of each place starts in `columns`.
    pub start: Vec<usize>,
    /// For each place the later places that it is linked to, rising.
    pub columns: Vec<usize>,
    /// The same by column: where each place starts in `rows`, and the earlier places that it is linked to, rising.
    pub lower_start: Vec<usize>,
    pub rows: Vec<usize>,
    graph: Graph,
    /// The unknowns and links of the last time: each unknown with the number of its neighbours, and these.
    known: Vec<usize>,
    asked: Vec<usize>,
}

impl EliminationOrder {
    /// Orders the unknowns `set` of `n`; `links(i, list)` adds the neighbours of `i`, in both directions.
    pub fn compute(&mut self, n: usize, set: &[usize], links: impl Fn(usize, &mut Vec<usize>)) {
        self.asked.clear();
        for &i in set {
            let from = self.asked.len();
            self.asked.extend([i, 0]);
            links(i, &mut self.asked);
            self.asked[from + 1] = self.asked.len() - from - 2;
        }
        if self.place.len() == n && self.asked == self.known {
            return;
        }
        std::mem::swap(&mut self.asked, &mut self.known);
        self.graph.begin(n, &self.known);
        for list in [&mut self.sequence, &mut self.start, &mut self.columns] {
            list.clear();
        }
        while let Some(pivot) = self.graph.next() {
            self.graph.eliminate(pivot);
            let mut name = pivot;
            while name != END {
                self.sequence.push(name);
                self.start.push(self.columns.len());
                let rest = self.graph.chain(self.graph.alike[name]);
                let members = self.graph.members[pivot].iter().flat_map(|&i| self.graph.chain(i));
                self.columns.extend(rest.chain(members));
                name = self.graph.alike[name];
            }
        }
        self.start.push(self.columns.len());
        self.place.clear();
        self.place.resize(n, usize::MAX);
        self.sequence.iter().enumerate().for_each(|(k, &i)| self.place[i] = k);
        self.columns.iter_mut().for_each(|j| *j = self.place[*j]);
        // turned twice, the entries of each row rise
        transpose(&self.start, &self.columns, &mut self.lower_start, &mut self.rows);
        transpose(&self.lower_start, &self.rows, &mut self.start, &mut self.columns);
    }
}

/// The pattern of a square matrix column by column, rows rising, from that row by row.
fn transpose(start: &[usize], columns: &[usize], turned_start: &mut Vec<usize>, turned: &mut Vec<usize>) {
    let n = start.len() - 1;
    turned_start.clear();
    turned_start.resize(n + 2, 0);
    columns.iter().for_each(|&j| turned_start[j + 2] += 1);
    (0..n).for_each(|j| turned_start[j + 2] += turned_start[j + 1]);
    turned.clear();
    turned.resize(columns.len(), 0);
    for i in 0..n {
        for &j in &columns[start[i]..start[i + 1]] {
            turned[turned_start[j + 1]] = i;
            turned_start[j + 1] += 1;
        }
    }
    turned_start.pop();
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    /// The pattern is that of elimination, entry by entry, on graphs of cliques like those of contacts between bodies.
    #[test]
    fn entries_appear_where_they_are_expected() {
        let mut random = Pcg64::seed_from_u64(1);
        for bodies in [3, 8, 20, 40] {
            let n = 3 * bodies;
            let pairs: Vec<[usize; 2]> = (0..n).map(|_| [0; 2].map(|_| random.next_u32() as usize % bodies)).collect();
            let touch = |i: usize, j: usize| pairs[i].iter().any(|body| pairs[j].contains(body));
            let set: Vec<usize> = (0..n).filter(|i| i % 5 != 2).collect();
            let mut order = EliminationOrder::default();
            order.compute(n, &set, |i, list| list.extend((0..n).filter(|&j| touch(i, j))));
            let mut sorted = order.sequence.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, set, "each unknown has one place");
            let m = set.len();
            let mut filled: Vec<Vec<bool>> =
                order.sequence.iter().map(|&i| order.sequence.iter().map(|&j| touch(i, j)).collect()).collect();
            for k in 0..m {
                let later: Vec<usize> = (k + 1..m).filter(|&j| filled[k][j]).collect();
                later.iter().for_each(|&i| later.iter().for_each(|&j| filled[i][j] = true));
                let told = &order.columns[order.start[k]..order.start[k + 1]];
                assert!(later.iter().all(|j| told.binary_search(j).is_ok()), "row {k}: {told:?}, expected {later:?}");
                assert_eq!(told.len(), later.len(), "row {k} of {m}: no more than appear");
            }
            for (k, range) in order.lower_start.windows(2).enumerate() {
                let expected: Vec<usize> = (0..k).filter(|&i| filled[i][k]).collect();
                assert_eq!(order.rows[range[0]..range[1]], expected);
            }
        }
    }
}
