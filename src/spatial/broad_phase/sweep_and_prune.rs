//! Sweep and prune: the ends of all boxes, sorted along each axis.
//!
//! Cohen, Lin, Manocha, Ponamgi, *I-COLLIDE*, 1995: from step to step the lists stay nearly sorted, so that insertion
//! sort takes little more than one pass, and two boxes begin or cease to overlap along an axis exactly when an end of one
//! passes an end of the other.
use crate::sort::by_heap;
use crate::spatial::shape::Aabb;

/// Exchanges per end after which sorting anew is cheaper.
const TOO_MANY: usize = 32;

/// The low or the high end of a box along one axis.
#[derive(Clone, Copy, Debug)]
struct End {
    at: f64,
    /// At equal places low ends come first: boxes that touch overlap.
    high: bool,
    body: usize,
}

impl End {
    fn before(&self, other: &End) -> bool {
        self.at < other.at || self.at == other.at && !self.high && other.high
    }
}

/// The sorted lists, and the pairs that overlap.
#[derive(Clone, Debug, Default)]
pub(super) struct SweepAndPrune {
    ends: [Vec<End>; 3],
    pairs: Vec<[usize; 2]>,
    /// Pairs that begin to overlap, and all with these.
    begun: Vec<[usize; 2]>,
    merged: Vec<[usize; 2]>,
    /// Bodies whose boxes a sweep is in.
    open: Vec<usize>,
    pub comparisons: usize,
}

impl SweepAndPrune {
    pub fn pairs(&mut self, boxes: &[Aabb]) -> &[[usize; 2]] {
        self.comparisons = 0;
        self.begun.clear();
        let sorted = self.ends[0].len() == 2 * boxes.len() && (0..3).all(|axis| self.resort(boxes, axis));
        if sorted {
            self.merge(boxes)
        } else {
            self.rebuild(boxes)
        }
        &self.pairs
    }

    /// Moves the ends of one axis and sorts them by insertion; false if that takes too many exchanges.
    fn resort(&mut self, boxes: &[Aabb], axis: usize) -> bool {
        let ends = &mut self.ends[axis];
        let limit = TOO_MANY * ends.len();
        let mut exchanges = 0;
        for k in 0..ends.len() {
            let end = End { at: place(boxes, axis, &ends[k]), ..ends[k] };
            let mut at = k;
            while at > 0 && end.before(&ends[at - 1]) {
                let other = ends[at - 1];
                let (x, y) = (end.body, other.body);
                // a low end that comes to lie before a high one
                if !end.high && other.high && x != y {
                    self.comparisons += 1;
                    if boxes[x].overlaps(&boxes[y]) {
                        self.begun.push([x.min(y), x.max(y)]);
                    }
                }
                ends[at] = other;
                at -= 1;
                exchanges += 1;
            }
            ends[at] = end;
            if exchanges > limit {
                return false;
            }
        }
        self.comparisons += ends.len() + exchanges;
        true
    }

    /// Leaves out the pairs that overlap no longer, and takes up the new ones among them.
    fn merge(&mut self, boxes: &[Aabb]) {
        self.comparisons += self.pairs.len();
        crate::sort::sort_and_dedup(&mut self.begun);
        self.merged.clear();
        let overlap = |pair: &&[usize; 2]| boxes[pair[0]].overlaps(&boxes[pair[1]]);
        let mut old = self.pairs.iter().filter(overlap).peekable();
        for pair in &self.begun {
            while let Some(kept) = old.next_if(|kept| *kept < pair) {
                self.merged.push(*kept);
            }
            self.merged.push(*pair);
        }
        self.merged.extend(old);
        std::mem::swap(&mut self.pairs, &mut self.merged);
    }

    /// Sorts all ends, and sweeps along the first axis.
    fn rebuild(&mut self, boxes: &[Aabb]) {
        for (axis, ends) in self.ends.iter_mut().enumerate() {
            ends.clear();
            for body in 0..boxes.len() {
                for high in [false, true] {
                    let mut end = End { at: 0.0, high, body };
                    end.at = place(boxes, axis, &end);
                    ends.push(end);
                }
            }
            let name = |end: &End| (end.high, end.body);
            by_heap(ends, &|x, y| x.at.total_cmp(&y.at).then(name(x).cmp(&name(y))).is_lt());
        }
        self.pairs.clear();
        let open = &mut self.open;
        open.clear();
        for end in &self.ends[0] {
            if end.high {
                open.retain(|body| *body != end.body);
                continue;
            }
            self.comparisons += open.len();
            for &other in open.iter().filter(|other| boxes[**other].overlaps(&boxes[end.body])) {
                self.pairs.push([other.min(end.body), other.max(end.body)]);
            }
            open.push(end.body);
        }
        crate::sort::sort(&mut self.pairs);
    }
}

/// Where an end is, so that all can be put in order: zero without a sign, and what is no number far out.
fn place(boxes: &[Aabb], axis: usize, end: &End) -> f64 {
    let bounds = &boxes[end.body];
    let at = (if end.high { bounds.high } else { bounds.low })[axis] + 0.0;
    if at.is_nan() { f64::INFINITY } else { at }
}
