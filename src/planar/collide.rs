//! Which contacts there are: sweep along x, then vertices against outlines.
//!
//! Bodies touch when their distance is some target gap, so a body acts as its outline with a rounded rim of that
//! width: over an edge the distance is that of vertex and edge, around a corner that of two vertices.
use super::body::{Body, BodyId, Frame};
use super::contact::{Contact, Feature};
use super::length;
use super::polygon::{Polygon, segments_cross};
use glam::DVec2;

/// Along an edge a vertex may stand out by this much, m, and is still over the edge: two corners exactly above each
/// other count as a vertex over an edge, not as two vertices.
const OVERHANG: f64 = 1e-9;
/// Sine of the angle by which a corner's own edges may dip under the edge it stands on. It tells the edge that a
/// corner stands on from the one around the other body's corner.
const DIP: f64 = 0.1;

/// Finds contacts; its storage is kept from one call to the next.
#[derive(Clone, Debug, Default)]
pub struct Collider {
    outlines: Vec<Outline>,
    order: Vec<BodyId>,
}

/// A body's outline in the world.
#[derive(Clone, Debug, Default)]
struct Outline {
    vertices: Vec<DVec2>,
    normals: Vec<DVec2>,
    low: DVec2,
    high: DVec2,
}

impl Collider {
    /// All contacts with a gap under `reach`, m, in a fixed order of bodies; `found` is cleared first.
    pub fn find(&mut self, bodies: &[Body], frames: &[Frame], reach: f64, found: &mut Vec<Contact>) {
        found.clear();
        self.outlines.resize_with(bodies.len(), Outline::default);
        for ((outline, body), frame) in self.outlines.iter_mut().zip(bodies).zip(frames) {
            outline.set(&body.shape, frame);
        }
        self.order.clear();
        self.order.extend(0..bodies.len());
        let outlines = &self.outlines;
        self.order.sort_unstable_by(|&i, &j| outlines[i].low.x.total_cmp(&outlines[j].low.x).then(i.cmp(&j)));
        for (k, &i) in self.order.iter().enumerate() {
            for &j in &self.order[k + 1..] {
                if self.outlines[j].low.x > self.outlines[i].high.x + reach {
                    break;
                }
                let fixed = bodies[i].is_fixed() && bodies[j].is_fixed();
                if !fixed && self.outlines[i].near(&self.outlines[j], reach) {
                    let side = |id: BodyId| Side { id, shape: &bodies[id].shape, outline: &self.outlines[id] };
                    Pair { a: side(i.min(j)), b: side(i.max(j)), reach }.find(found);
                }
            }
        }
        found.sort_unstable_by_key(Contact::key);
    }
}

/// The same contact at another state: point, normal and gap of the same features.
pub fn refresh(contact: &mut Contact, bodies: &[Body], frame: impl Fn(BodyId) -> Frame) {
    let vertex = |body: BodyId, k: usize| frame(body).place(bodies[body].shape.vertices()[k]);
    match contact.feature {
        Feature::VertexEdge(v, e) => {
            contact.point = vertex(contact.a, v);
            contact.normal = frame(contact.b).turn(bodies[contact.b].shape.normals()[e]);
            contact.gap = contact.normal.dot(contact.point - vertex(contact.b, e));
        }
        Feature::VertexVertex(v, w) => {
            contact.point = vertex(contact.a, v);
            let off = contact.point - vertex(contact.b, w);
            contact.gap = length(off);
            contact.normal = off.try_normalize().unwrap_or(contact.normal);
        }
    }
}

impl Outline {
    fn set(&mut self, shape: &Polygon, frame: &Frame) {
        self.vertices.clear();
        self.vertices.extend(shape.vertices().iter().map(|v| frame.place(*v)));
        self.normals.clear();
        self.normals.extend(shape.normals().iter().map(|n| frame.turn(*n)));
        self.low = self.vertices.iter().fold(DVec2::INFINITY, |m, v| m.min(*v));
        self.high = self.vertices.iter().fold(DVec2::NEG_INFINITY, |m, v| m.max(*v));
    }

    fn near(&self, other: &Outline, reach: f64) -> bool {
        (self.low - reach).cmple(other.high).all() && (other.low - reach).cmple(self.high).all()
    }
}

/// One body of a pair.
#[derive(Clone, Copy)]
struct Side<'a> {
    id: BodyId,
    shape: &'a Polygon,
    outline: &'a Outline,
}

impl Side<'_> {
    fn next(&self, k: usize) -> usize {
        if k + 1 == self.shape.len() { 0 } else { k + 1 }
    }

    fn previous(&self, k: usize) -> usize {
        if k == 0 { self.shape.len() - 1 } else { k - 1 }
    }

    /// Whether corner `v` can stand on something with this normal: its own edges do not dip under it.
    fn can_stand(&self, v: usize, normal: DVec2) -> bool {
        let before = self.previous(v);
        let (corner, lengths) = (self.outline.vertices[v], self.shape.lengths());
        let dips = |other: usize, length: f64| normal.dot(self.outline.vertices[other] - corner) < -DIP * length;
        !dips(before, lengths[before]) && !dips(self.next(v), lengths[v])
    }

    /// How far a point is along edge `k`, and how far out of it.
    fn edge_coordinates(&self, p: DVec2, k: usize) -> (f64, f64) {
        let (off, normal) = (p - self.outline.vertices[k], self.outline.normals[k]);
        (off.dot(normal.perp()), off.dot(normal))
    }

    fn over_edge(&self, along: f64, k: usize) -> bool {
        along >= -OVERHANG && along <= self.shape.lengths()[k] + OVERHANG
    }

    /// Whether the point is in the sector around vertex `k` in which that vertex is the nearest point.
    fn in_sector(&self, p: DVec2, k: usize) -> bool {
        let before = self.previous(k);
        !self.shape.is_reflex(k)
            && self.edge_coordinates(p, k).0 < -OVERHANG
            && self.edge_coordinates(p, before).0 > self.shape.lengths()[before] + OVERHANG
    }

    /// Whether the point lies inside.
    fn contains(&self, p: DVec2) -> bool {
        let o = self.outline;
        if !(o.low.cmple(p).all() && p.cmple(o.high).all()) {
            return false;
        }
        if self.shape.is_convex() {
            return (0..self.shape.len()).all(|k| self.edge_coordinates(p, k).1 < 0.0);
        }
        super::polygon::contains(&o.vertices, p)
    }
}

/// Two bodies that are near each other.
struct Pair<'a> {
    a: Side<'a>,
    b: Side<'a>,
    reach: f64,
}

impl Pair<'_> {
    fn find(&self, found: &mut Vec<Contact>) {
        let start = found.len();
        self.vertices_of(self.a, self.b, start, found);
        self.vertices_of(self.b, self.a, start, found);
        self.vertex_pairs(found);
        if found[start..].iter().all(|c| c.gap >= 0.0) && self.cross() {
            found.push(self.deepest());
        }
    }

    /// Vertices of `p` at edges of `q`.
    fn vertices_of(&self, p: Side, q: Side, start: usize, found: &mut Vec<Contact>) {
        let (low, high) = (q.outline.low - self.reach, q.outline.high + self.reach);
        for v in (0..p.shape.len()).filter(|&v| !p.shape.is_reflex(v)) {
            let point = p.outline.vertices[v];
            if !(low.cmple(point).all() && point.cmple(high).all()) {
                continue;
            }
            let mut outside = false;
            for e in 0..q.shape.len() {
                let (along, gap) = q.edge_coordinates(point, e);
                let at_edge = gap >= -OVERHANG && gap < self.reach && q.over_edge(along, e);
                if at_edge && p.can_stand(v, q.outline.normals[e]) {
                    add(found, start, vertex_edge(p, v, q, e));
                    outside = true;
                }
            }
            if !outside && q.contains(point) {
                add(found, start, nearest_edge(p, v, q));
            }
        }
    }

    /// Corners near corners.
    fn vertex_pairs(&self, found: &mut Vec<Contact>) {
        let (a, b) = (self.a, self.b);
        for v in 0..a.shape.len() {
            let point = a.outline.vertices[v];
            for w in 0..b.shape.len() {
                let off = point - b.outline.vertices[w];
                let gap = length(off);
                if gap < self.reach && b.in_sector(point, w) && a.in_sector(b.outline.vertices[w], v) {
                    let normal = off / gap;
                    found.push(Contact { a: a.id, b: b.id, point, normal, gap, feature: Feature::VertexVertex(v, w) });
                }
            }
        }
    }

    /// Whether the outlines cross, though no corner may lie inside the other body.
    fn cross(&self) -> bool {
        if self.separated() {
            return false;
        }
        let edge = |s: Side, k: usize| (s.outline.vertices[k], s.outline.vertices[s.next(k)]);
        let n = self.b.shape.len();
        (0..self.a.shape.len() * n).any(|k| segments_cross(edge(self.a, k / n), edge(self.b, k % n)))
    }

    /// Whether the line of some edge has the two bodies on its two sides.
    fn separated(&self) -> bool {
        let parts = |p: Side, q: Side| (0..q.shape.len()).any(|e| lowest(p, q, e).1 >= -OVERHANG);
        parts(self.a, self.b) || parts(self.b, self.a)
    }

    /// For outlines that cross: the edge and the corner along whose normal the bodies are parted soonest.
    fn deepest(&self) -> Contact {
        let (mut best, mut contact) = (f64::NEG_INFINITY, None);
        for (p, q) in [(self.a, self.b), (self.b, self.a)] {
            for e in 0..q.shape.len() {
                let (v, depth) = lowest(p, q, e);
                if depth > best {
                    (best, contact) = (depth, Some(vertex_edge(p, v, q, e)));
                }
            }
        }
        contact.expect("a polygon has edges")
    }
}

/// The vertex of `p` that is farthest behind edge `e` of `q`, and its distance out of the edge.
fn lowest(p: Side, q: Side, e: usize) -> (usize, f64) {
    let depth = |v: usize| (v, q.edge_coordinates(p.outline.vertices[v], e).1);
    (0..p.shape.len()).map(depth).min_by(|x, y| x.1.total_cmp(&y.1)).expect("a polygon has vertices")
}

fn vertex_edge(p: Side, v: usize, q: Side, e: usize) -> Contact {
    let (point, normal) = (p.outline.vertices[v], q.outline.normals[e]);
    let gap = q.edge_coordinates(point, e).1;
    Contact { a: p.id, b: q.id, point, normal, gap, feature: Feature::VertexEdge(v, e) }
}

/// For a corner inside the other body: the edge through which it is soonest outside, one it can stand on if any.
fn nearest_edge(p: Side, v: usize, q: Side) -> Contact {
    let point = p.outline.vertices[v];
    let rank = |e: usize| {
        let (along, out) = q.edge_coordinates(point, e);
        let fits = out < 0.0 && q.over_edge(along, e);
        (fits && p.can_stand(v, q.outline.normals[e]), fits, out)
    };
    let better = |x: &usize, y: &usize| {
        let (x, y) = (rank(*x), rank(*y));
        (x.0, x.1).cmp(&(y.0, y.1)).then(x.2.total_cmp(&y.2))
    };
    let e = (0..q.shape.len()).max_by(better).expect("a polygon has edges");
    vertex_edge(p, v, q, e)
}

/// Adds a contact, unless the pair has it already from the other side: two corners exactly above each other.
fn add(found: &mut Vec<Contact>, start: usize, contact: Contact) {
    let same = |other: &Contact| {
        other.a == contact.b
            && other.normal.dot(contact.normal) < -0.999_999
            && (other.point - contact.point).length_squared() <= (contact.gap.abs() + OVERHANG).powi(2) * (1.0 + 1e-6)
    };
    if !found[start..].iter().any(same) {
        found.push(contact);
    }
}
