//! What is left of sparse equations while unknowns are eliminated.
//!
//! The unknown with the fewest neighbours goes first; its neighbours then are neighbours of each other. Such cliques are
//! kept as one element each, degrees are bounded from above rather than counted, and unknowns that have become alike go
//! on as one (Amestoy, Davis, Duff, *An approximate minimum degree ordering algorithm*, SIAM J. Matrix Anal. Appl. 17,
//! 1996).

/// None, in a list.
pub const END: usize = usize::MAX;

/// The unknowns that are left. One stands for all those that are like it.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Neighbours of each unknown that no element covers, rising.
    neighbours: Vec<Vec<usize>>,
    /// Elements that each unknown belongs to, named by the unknown whose elimination made them.
    elements: Vec<Vec<usize>>,
    /// Unknowns of each element, and how many they stand for.
    pub members: Vec<Vec<usize>>,
    size: Vec<usize>,
    /// Part of each element outside the newest, and for which newest that was computed.
    outside: Vec<(usize, usize)>,
    /// How many unknowns each stands for; 0 for those that are not there any more.
    weight: Vec<usize>,
    /// The unknowns that each stands for, a chain, and where it ends.
    pub alike: Vec<usize>,
    last: Vec<usize>,
    degree: Vec<usize>,
    marked: Vec<usize>,
    /// Chains of unknowns of the same degree, and below which degree there are none.
    first: Vec<usize>,
    next: Vec<usize>,
    previous: Vec<usize>,
    least: usize,
    left: usize,
    /// Members of the newest element, by a number that is the same for those that are alike.
    hashes: Vec<(usize, usize)>,
}

impl Graph {
    /// Begins with the unknowns and links of a list: each unknown with the number of its neighbours, and these.
    pub fn begin(&mut self, n: usize, known: &[usize]) {
        for lists in [&mut self.neighbours, &mut self.elements, &mut self.members] {
            lists.iter_mut().for_each(Vec::clear);
            lists.resize(n.max(lists.len()), Vec::new()); // lists keep their storage where there were more
        }
        for (list, value) in [
            (&mut self.weight, 0),
            (&mut self.size, 0),
            (&mut self.degree, 0),
            (&mut self.marked, END),
            (&mut self.first, END),
            (&mut self.next, END),
            (&mut self.previous, END),
            (&mut self.alike, END),
        ] {
            list.clear();
            list.resize(n, value);
        }
        self.last.clear();
        self.last.extend(0..n);
        self.outside.clear();
        self.outside.resize(n, (0, END));
        (self.least, self.left) = (0, 0);
        let mut rest = known;
        while let [i, count, links @ ..] = rest {
            let (own, after) = links.split_at(*count);
            self.neighbours[*i].extend_from_slice(own);
            self.weight[*i] = 1;
            self.left += 1;
            rest = after;
        }
        for (i, list) in self.neighbours[..n].iter_mut().enumerate() {
            list.retain(|&j| j != i && self.weight[j] > 0);
            crate::sort::sort_and_dedup(list);
            self.degree[i] = list.len();
        }
        // last first, so that of the same degree the first goes first
        for i in (0..n).rev() {
            if self.weight[i] > 0 {
                self.file(i);
            }
        }
    }

    /// The unknowns that one stands for, from itself on.
    pub fn chain(&self, from: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors((from != END).then_some(from), |&i| Some(self.alike[i]).filter(|&next| next != END))
    }

    /// Puts an unknown among those of its degree.
    fn file(&mut self, i: usize) {
        let degree = self.degree[i];
        let next = std::mem::replace(&mut self.first[degree], i);
        (self.next[i], self.previous[i]) = (next, END);
        if next != END {
            self.previous[next] = i;
        }
        self.least = self.least.min(degree);
    }

    /// Takes it out again.
    fn unfile(&mut self, i: usize) {
        let (next, previous) = (self.next[i], self.previous[i]);
        if next != END {
            self.previous[next] = previous;
        }
        *(if previous == END { &mut self.first[self.degree[i]] } else { &mut self.next[previous] }) = next;
    }

    /// Takes out the unknown of least degree.
    pub fn next(&mut self) -> Option<usize> {
        while *self.first.get(self.least)? == END {
            self.least += 1;
        }
        let pivot = self.first[self.least];
        self.unfile(pivot);
        Some(pivot)
    }

    /// Turns an unknown, and those that have no other neighbours than it has, into an element.
    pub fn eliminate(&mut self, pivot: usize) {
        let mut members = std::mem::take(&mut self.members[pivot]);
        self.left -= std::mem::take(&mut self.weight[pivot]);
        let (weight, marked) = (&self.weight, &mut self.marked);
        let mut take = |list: &[usize]| {
            for &j in list {
                if weight[j] > 0 && marked[j] != pivot {
                    marked[j] = pivot;
                    members.push(j);
                }
            }
        };
        take(&self.neighbours[pivot]);
        for &e in &self.elements[pivot] {
            take(&self.members[e]);
        }
        for &i in &members {
            for &e in &self.elements[i] {
                if self.outside[e].1 != pivot {
                    self.outside[e] = (self.size[e], pivot);
                }
                self.outside[e].0 -= self.weight[i];
            }
        }
        // absorbed: whatever they link, the new element links
        self.elements[pivot].iter().for_each(|&e| self.outside[e] = (0, pivot));
        let mut size: usize = members.iter().map(|&i| self.weight[i]).sum();
        members.retain(|&i| {
            self.unfile(i);
            let linked = self.is_linked(pivot, i);
            if !linked {
                let gone = self.join(pivot, i);
                self.left -= gone;
                size -= gone;
            }
            linked
        });
        self.hashes.clear();
        for &i in &members {
            self.update(pivot, i, size);
        }
        self.unite();
        members.retain(|&i| self.weight[i] > 0);
        members.iter().for_each(|&i| self.file(i));
        self.size[pivot] = size;
        self.members[pivot] = members;
    }

    /// Brings the lists of a member of the newest element up to date. False if it has no other neighbours.
    fn is_linked(&mut self, pivot: usize, i: usize) -> bool {
        let (weight, marked, outside) = (&self.weight, &self.marked, &self.outside);
        self.neighbours[i].retain(|&j| weight[j] > 0 && marked[j] != pivot);
        self.elements[i].retain(|&e| outside[e].0 > 0);
        !self.neighbours[i].is_empty() || !self.elements[i].is_empty()
    }

    /// Lets one stand for another, and for all that that stands for. Returns how many they are.
    fn join(&mut self, one: usize, other: usize) -> usize {
        self.alike[self.last[one]] = other;
        self.last[one] = self.last[other];
        std::mem::take(&mut self.weight[other])
    }

    /// The degree of a member of the newest element of this size.
    fn update(&mut self, pivot: usize, i: usize, size: usize) {
        let around = size - self.weight[i];
        let beside: usize = self.neighbours[i].iter().map(|&j| self.weight[j]).sum();
        let beyond: usize = self.elements[i].iter().map(|&e| self.outside[e].0).sum();
        self.degree[i] = (beside + beyond + around).min(self.degree[i] + around).min(self.left - self.weight[i]);
        self.elements[i].push(pivot);
        let sum: usize = self.neighbours[i].iter().chain(&self.elements[i]).sum();
        self.hashes.push((sum, i));
    }

    /// Lets members of the newest element with the same neighbours go on as one.
    fn unite(&mut self) {
        let mut hashes = std::mem::take(&mut self.hashes);
        crate::sort::sort(&mut hashes);
        for group in hashes.chunk_by(|one, other| one.0 == other.0) {
            for (k, &(_, one)) in group.iter().enumerate() {
                for &(_, other) in &group[k + 1..] {
                    let same = |lists: &[Vec<usize>]| lists[one] == lists[other];
                    let there = self.weight[one] > 0 && self.weight[other] > 0;
                    if there && same(&self.elements) && same(&self.neighbours) {
                        let gained = self.join(one, other);
                        self.weight[one] += gained;
                        self.degree[one] -= gained;
                    }
                }
            }
        }
        self.hashes = hashes;
    }
}
