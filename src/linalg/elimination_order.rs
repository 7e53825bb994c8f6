//! In which sequence to eliminate the unknowns of sparse equations, and where entries appear by it.
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A sequence found by the rule of least degree, with the pattern of the factors in it.
///
/// The unknown with the fewest neighbours goes first; its neighbours then are neighbours of each other. Such cliques are
/// kept as one element each, and degrees are bounded from above rather than counted (Amestoy, Davis, Duff, *An approximate
/// minimum degree ordering algorithm*, SIAM J. Matrix Anal. Appl. 17, 1996). Storage is kept.
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
}

#[derive(Clone, Debug, Default)]
struct Graph {
    /// Neighbours of each unknown that no element covers.
    neighbours: Vec<Vec<usize>>,
    /// Elements that each unknown belongs to, named by the unknown whose elimination made them.
    elements: Vec<Vec<usize>>,
    /// Unknowns of each element.
    members: Vec<Vec<usize>>,
    /// Part of each element outside the newest, and for which newest that was computed.
    outside: Vec<(usize, usize)>,
    degree: Vec<usize>,
    /// Unknowns still there.
    open: Vec<bool>,
    marked: Vec<usize>,
    queue: BinaryHeap<Reverse<(usize, usize)>>,
}

impl EliminationOrder {
    /// Orders the unknowns `set` of `n`; `links(i, list)` adds the neighbours of `i`, in both directions.
    pub fn compute(&mut self, n: usize, set: &[usize], links: impl Fn(usize, &mut Vec<usize>)) {
        self.graph.begin(n, set, links);
        self.sequence.clear();
        self.place.clear();
        self.place.resize(n, usize::MAX);
        while let Some(pivot) = self.graph.next() {
            self.place[pivot] = self.sequence.len();
            self.sequence.push(pivot);
            self.graph.eliminate(pivot);
        }
        self.read_pattern();
    }

    /// The members of each element are the pattern of its row.
    fn read_pattern(&mut self) {
        let count = self.sequence.len();
        self.start.clear();
        self.columns.clear();
        for pivot in &self.sequence {
            self.start.push(self.columns.len());
            let from = self.columns.len();
            self.columns.extend(self.graph.members[*pivot].iter().map(|&j| self.place[j]));
            self.columns[from..].sort_unstable();
        }
        self.start.push(self.columns.len());
        self.lower_start.clear();
        self.lower_start.resize(count + 2, 0);
        self.columns.iter().for_each(|&j| self.lower_start[j + 2] += 1);
        (0..count).for_each(|j| self.lower_start[j + 2] += self.lower_start[j + 1]);
        self.rows.clear();
        self.rows.resize(self.columns.len(), 0);
        for i in 0..count {
            for &j in &self.columns[self.start[i]..self.start[i + 1]] {
                self.rows[self.lower_start[j + 1]] = i;
                self.lower_start[j + 1] += 1;
            }
        }
    }
}

impl Graph {
    fn begin(&mut self, n: usize, set: &[usize], links: impl Fn(usize, &mut Vec<usize>)) {
        for lists in [&mut self.neighbours, &mut self.elements, &mut self.members] {
            lists.iter_mut().for_each(Vec::clear);
            lists.resize(n, Vec::new());
        }
        self.open.clear();
        self.open.resize(n, false);
        set.iter().for_each(|&i| self.open[i] = true);
        self.marked.clear();
        self.marked.resize(n, usize::MAX);
        self.outside.clear();
        self.outside.resize(n, (0, usize::MAX));
        self.degree.clear();
        self.degree.resize(n, 0);
        self.queue.clear();
        for &i in set {
            let (open, list) = (&self.open, &mut self.neighbours[i]);
            links(i, list);
            list.retain(|&j| j != i && open[j]);
            list.sort_unstable();
            list.dedup();
            self.degree[i] = list.len();
            self.queue.push(Reverse((list.len(), i)));
        }
    }

    fn next(&mut self) -> Option<usize> {
        loop {
            let Reverse((degree, i)) = self.queue.pop()?;
            if self.open[i] && self.degree[i] == degree {
                return Some(i);
            }
        }
    }

    /// Turns an unknown into an element.
    fn eliminate(&mut self, pivot: usize) {
        self.open[pivot] = false;
        let mut members = std::mem::take(&mut self.members[pivot]);
        let (open, marked) = (&self.open, &mut self.marked);
        let mut take = |list: &[usize]| {
            for &j in list {
                if open[j] && marked[j] != pivot {
                    marked[j] = pivot;
                    members.push(j);
                }
            }
        };
        take(&self.neighbours[pivot]);
        for &e in &self.elements[pivot] {
            take(&self.members[e]);
            // absorbed: whatever it links, the new element links
            self.outside[e] = (0, pivot);
        }
        for &i in &members {
            for &e in &self.elements[i] {
                if self.outside[e].1 != pivot {
                    let size = self.members[e].iter().filter(|&&j| self.open[j]).count();
                    self.outside[e] = (size, pivot);
                }
                self.outside[e].0 = self.outside[e].0.saturating_sub(1);
            }
        }
        for &i in &members {
            self.update(pivot, i, members.len());
        }
        self.members[pivot] = members;
    }

    /// Lists and degree of a member of the newest element.
    fn update(&mut self, pivot: usize, i: usize, size: usize) {
        let (open, marked, outside) = (&self.open, &self.marked, &self.outside);
        self.neighbours[i].retain(|&j| open[j] && marked[j] != pivot);
        self.elements[i].retain(|&e| outside[e].0 > 0);
        let beyond: usize = self.elements[i].iter().map(|&e| outside[e].0).sum();
        self.elements[i].push(pivot);
        self.degree[i] = self.neighbours[i].len() + beyond + size - 1;
        self.queue.push(Reverse((self.degree[i], i)));
    }
}
