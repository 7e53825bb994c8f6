//! Distance of two posed meshes by branch and bound over their trees.
//!
//! Lennerz, Schömer, Warken, *A framework for collision detection and response*, section 2.4. The distance of two
//! volumes bounds that of the triangles in them from below; a pair of nodes whose bound is no better than the best
//! distance so far is left out. Greedy descent goes on with the nearer pair of children; best-first descent always with
//! the nearest pair of all, so that the bound of what is left only grows and the search may be stopped at any time.
use super::containment::{contained, some_part};
use super::point::PointSearch;
use super::triangle::{self, Near};
use crate::spatial::bvh::Relation;
use crate::spatial::shape::Posed;
use crate::spatial::shape::mesh::Feature;
use glam::DVec3;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// In which order pairs of nodes are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Descent {
    /// Depth first, the nearer child first.
    #[default]
    Greedy,
    /// The nearest pair of all first.
    BestFirst,
}

/// The closest places of two bodies `a` and `b`. World frame, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Of the two solids; zero if they have a point in common, and if one lies inside the other.
    pub distance: f64,
    /// Whether the surfaces cut each other, or one body lies inside the other.
    pub intersecting: bool,
    /// A point on each surface with the smallest distance of the surfaces.
    pub points: [DVec3; 2],
    /// What of each body is there.
    pub features: [Feature; 2],
    /// The triangles there.
    pub triangles: [usize; 2],
}

/// What a search has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pairs of bounding volumes compared.
    pub volumes: usize,
    /// Pairs of triangles compared.
    pub pairs: usize,
}

/// A pair of nodes still to be looked at; those with the smallest bound are the greatest.
#[derive(Clone, Copy, Debug)]
struct Entry {
    bound: f64,
    nodes: [usize; 2],
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entry {}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then_with(|| other.nodes.cmp(&self.nodes))
    }
}

/// A search for the closest points; its storage is kept from one search to the next.
#[derive(Clone, Debug, Default)]
pub struct DistanceSearch {
    descent: Descent,
    relation: Relation,
    stack: Vec<Entry>,
    queue: BinaryHeap<Entry>,
    points: PointSearch,
    /// Only what is nearer is looked for, m.
    limit: f64,
    /// The best pair so far, in the frame of the first body.
    best: Option<(Near, [usize; 2])>,
    /// What the search has cost so far.
    pub counts: Counts,
}

impl DistanceSearch {
    /// A search in the given order.
    pub fn new(descent: Descent) -> Self {
        Self { descent, ..Self::default() }
    }

    /// The closest points of two bodies.
    pub fn closest(&mut self, a: Posed, b: Posed) -> Closest {
        self.begin(a, b, None);
        self.advance(a, b, &mut |_| true);
        self.finish(a, b)
    }

    /// Whether two solids have a point in common. Only volumes that overlap are looked into.
    pub fn meet(&mut self, a: Posed, b: Posed) -> bool {
        self.are_within(a, b, (f64::MIN_POSITIVE, None))
    }

    /// The closest points of two bodies where their surfaces are nearer to each other than this, m, or one body is inside the
    /// other. With a hint as [`Self::begin`] has it.
    pub fn within(&mut self, a: Posed, b: Posed, (limit, hint): (f64, Option<[usize; 2]>)) -> Option<Closest> {
        let near = self.are_within(a, b, (limit, hint));
        near.then(|| if self.best.is_some() { self.finish(a, b) } else { self.closest(a, b) })
    }

    /// Whether surfaces are nearer to each other than a limit, or one body is inside the other.
    fn are_within(&mut self, a: Posed, b: Posed, (limit, hint): (f64, Option<[usize; 2]>)) -> bool {
        self.start(a, b, (limit, hint));
        self.advance(a, b, &mut |_| true);
        self.best.is_some() || some_part((a, b), &self.relation, &mut self.points)
    }

    /// Starts anew; `hint`, two triangles that may be close, such as those of the last step, saves work.
    pub fn begin(&mut self, a: Posed, b: Posed, hint: Option<[usize; 2]>) {
        self.start(a, b, (f64::INFINITY, hint));
    }

    fn start(&mut self, a: Posed, b: Posed, (limit, hint): (f64, Option<[usize; 2]>)) {
        self.limit = limit;
        self.relation.set((&a.solid.tree, &a.pose), (&b.solid.tree, &b.pose));
        (self.counts, self.best) = (Counts::default(), None);
        self.stack.clear();
        self.queue.clear();
        if let Some(triangles) = hint {
            self.compare(a, b, triangles);
        }
        let root = self.bounded(a, b, [0, 0], 0.0);
        self.push(root);
    }

    /// Goes on until done or until `go_on`, asked before each pair of triangles, says no. Returns whether it is done.
    pub fn advance(&mut self, a: Posed, b: Posed, go_on: &mut dyn FnMut(&Counts) -> bool) -> bool {
        while let Some(entry) = self.next() {
            if entry.bound >= self.upper_bound() {
                if self.descent == Descent::BestFirst {
                    self.queue.clear();
                }
                continue;
            }
            match self.children(a, b, entry.nodes) {
                Some(pairs) => self.descend(a, b, pairs, entry.bound),
                None if go_on(&self.counts) => self.compare_leaves(a, b, entry.nodes),
                None => {
                    self.push(entry);
                    return false;
                }
            }
        }
        true
    }

    /// No distance of the surfaces is under this, m. While the search goes on best first, it only grows.
    pub fn lower_bound(&self) -> f64 {
        let open = self.stack.iter().chain(self.queue.peek()).map(|entry| entry.bound);
        open.fold(self.upper_bound(), f64::min)
    }

    /// The smallest distance of the surfaces found so far, m; infinite, or all that is asked for, if none was.
    pub fn upper_bound(&self) -> f64 {
        self.best.map_or(self.limit, |(near, _)| near.distance)
    }

    /// What has been found so far: the closest points once the search is done, else the closest of those looked at. Only a
    /// search that is done can tell that one body is inside the other: other points have no inward direction to trust.
    pub fn finish(&mut self, a: Posed, b: Posed) -> Closest {
        if self.best.is_none() {
            self.compare(a, b, [0, 0]);
        }
        let Some((near, triangles)) = self.best else { unreachable!("two triangles were just compared") };
        let feature = |body: Posed, k: usize| near.places[k].feature(&body.solid.mesh, triangles[k]);
        let features = [feature(a, 0), feature(b, 1)];
        let done = self.stack.is_empty() && self.queue.is_empty();
        let inside =
            near.distance == 0.0 || done && contained((a, b), &self.relation, &near, features, &mut self.points);
        Closest {
            distance: if inside { 0.0 } else { near.distance },
            intersecting: inside,
            points: near.points.map(|p| a.pose.place(p)),
            features,
            triangles,
        }
    }

    fn next(&mut self) -> Option<Entry> {
        match self.descent {
            Descent::Greedy => self.stack.pop(),
            Descent::BestFirst => self.queue.pop(),
        }
    }

    fn push(&mut self, entry: Entry) {
        match self.descent {
            Descent::Greedy => self.stack.push(entry),
            Descent::BestFirst => self.queue.push(entry),
        }
    }

    /// The pair with the larger node replaced by its children; none for two leaves.
    fn children(&self, a: Posed, b: Posed, [i, j]: [usize; 2]) -> Option<[[usize; 2]; 2]> {
        let (s, t) = (&a.solid.tree, &b.solid.tree);
        let larger = s.nodes()[i].size >= t.nodes()[j].size;
        let of_a = || s.children(i).map(|c| c.map(|i| [i, j]));
        let of_b = || t.children(j).map(|c| c.map(|j| [i, j]));
        if larger { of_a().or_else(of_b) } else { of_b().or_else(of_a) }
    }

    fn descend(&mut self, a: Posed, b: Posed, pairs: [[usize; 2]; 2], least: f64) {
        let [mut near, mut far] = pairs.map(|nodes| self.bounded(a, b, nodes, least));
        if far.bound < near.bound {
            (near, far) = (far, near);
        }
        for entry in [far, near] {
            if entry.bound < self.upper_bound() {
                self.push(entry);
            }
        }
    }

    /// A pair with its bound; what bounds its parents from below bounds it, too.
    fn bounded(&mut self, a: Posed, b: Posed, nodes: [usize; 2], least: f64) -> Entry {
        self.counts.volumes += 1;
        let [i, j] = nodes;
        Entry { bound: a.solid.tree.distance_bound(i, &b.solid.tree, j, &self.relation).max(least), nodes }
    }

    fn compare_leaves(&mut self, a: Posed, b: Posed, [i, j]: [usize; 2]) {
        for &s in a.solid.tree.items(i) {
            for &t in b.solid.tree.items(j) {
                self.compare(a, b, [s, t]);
            }
        }
    }

    fn compare(&mut self, a: Posed, b: Posed, triangles: [usize; 2]) {
        self.counts.pairs += 1;
        let [s, t] = triangles;
        let corners_b = b.solid.mesh.corners(t).map(|p| self.relation.place(p));
        if let Some(near) = triangle::distance_under(a.solid.mesh.corners(s), corners_b, self.upper_bound()) {
            self.best = Some((near, triangles));
        }
    }
}
