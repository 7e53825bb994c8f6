//! Which contacts there are: sweep along x, then vertices against outlines.
//!
//! Bodies touch when their distance is some target gap, so a body acts as its outline with a rounded rim of that
//! width: over an edge the distance is that of vertex and edge, around a corner that of two vertices.
use super::body::{Body, BodyId, Frame};
use super::contact::{Contact, Feature};
use super::length;
use super::polygon::Polygon;
use crate::sort::by_insertion;
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
        self.sort();
        for (k, &i) in self.order.iter().enumerate() {
            for &j in &self.order[k + 1..] {
                if self.outlines[j].low.x > self.outlines[i].high.x + reach {
                    break;
                }
                let fixed = bodies[i].is_fixed() && bodies[j].is_fixed();
                if !fixed && self.outlines[i].near(&self.outlines[j], reach) {
                    self.pair(bodies, [i, j], reach).find(found);
                }
            }
        }
        found.sort_unstable_by_key(Contact::key);
    }

    /// Where the two bodies of a contact, as last looked at, would be apart soonest in the direction of an edge of one.
    pub fn way_out(&self, bodies: &[Body], contact: &Contact) -> Option<Contact> {
        let Pair { a, b, .. } = self.pair(bodies, [contact.a, contact.b], 0.0);
        let ways = [(a, b), (b, a)].into_iter().flat_map(|(p, q)| (0..q.shape.len()).map(move |e| way(p, q, e)));
        ways.max_by(|x, y| x.0.total_cmp(&y.0)).map(|(_, contact)| contact)
    }

    fn pair<'a>(&'a self, bodies: &'a [Body], [i, j]: [BodyId; 2], reach: f64) -> Pair<'a> {
        let side = |id: BodyId| Side { id, shape: &bodies[id].shape, outline: &self.outlines[id] };
        Pair { a: side(i.min(j)), b: side(i.max(j)), reach }
    }

    /// Brings the bodies in the order of their left ends, from that of the last time, which is nearly it.
    fn sort(&mut self) {
        let Self { outlines, order } = self;
        if order.len() != outlines.len() {
            order.clear();
            order.extend(0..outlines.len());
        }
        let is_after = |i: BodyId, j: BodyId| outlines[i].low.x.total_cmp(&outlines[j].low.x).then(i.cmp(&j)).is_gt();
        by_insertion(order, is_after);
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

    /// Whether the point is in the sector behind notch `k` in which that is the nearest point: a corner that has gone past
    /// it is held by both edges there.
    fn behind_notch(&self, p: DVec2, k: usize) -> bool {
        let before = self.previous(k);
        self.shape.is_reflex(k)
            && self.edge_coordinates(p, k).0 < 0.0
            && self.edge_coordinates(p, before).0 > self.shape.lengths()[before]
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
        let deepest = self.deepest();
        let depth = deepest.map_or(0.0, |(depth, _)| depth);
        self.vertices_of((self.a, self.b), depth, start, found);
        self.vertices_of((self.b, self.a), depth, start, found);
        self.vertex_pairs(found);
        // what no corner inside the other body accounts for: edges that cross, or a corner that is deep along its edge
        if let Some((depth, contact)) = deepest
            && found[start..].iter().all(|c| c.gap > -0.5 * depth)
        {
            found.push(contact);
        }
    }

    /// Vertices of `p` at edges of `q`, where the two are `depth` deep in each other.
    fn vertices_of(&self, (p, q): (Side, Side), depth: f64, start: usize, found: &mut Vec<Contact>) {
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
            if !outside && depth > 0.0 && q.contains(point) {
                self.exits((p, v), q, depth, |contact| add(found, start, contact));
            }
        }
    }

    /// For a corner `v` of `p` inside `q`, where the two are `depth` deep in each other: the edges through which it is
    /// soonest outside, and on which it can stand, if there is any such. An edge much farther than the two are deep is on
    /// the other side. At a corner of `q` both edges count, else contacts there would jump from one to the other.
    fn exits(&self, (p, v): (Side, usize), q: Side, depth: f64, mut show: impl FnMut(Contact)) {
        let point = p.outline.vertices[v];
        let rank = |e: usize| {
            let (along, out) = q.edge_coordinates(point, e);
            let behind = q.over_edge(along, e) || q.behind_notch(point, e) || q.behind_notch(point, q.next(e));
            (behind && out < 0.0 && out >= -2.0 * depth).then(|| (p.can_stand(v, q.outline.normals[e]), out))
        };
        let better = |x: &(bool, f64), y: &(bool, f64)| x.0.cmp(&y.0).then(x.1.total_cmp(&y.1));
        let Some((stands, out)) = (0..q.shape.len()).filter_map(rank).max_by(better) else { return };
        let as_near = |e: &usize| rank(*e).is_some_and(|(also, far)| also == stands && far >= 2.0 * out);
        (0..q.shape.len()).filter(as_near).for_each(|e| show(vertex_edge(p, v, q, e)));
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

    /// How deep the two overlap, if they do: that of the two convex pieces which are deepest in each other, with the edge
    /// and the corner along whose normal these are parted soonest.
    fn deepest(&self) -> Option<(f64, Contact)> {
        let (a, b) = (self.a, self.b);
        let mut deepest: Option<(f64, Contact)> = None;
        for piece in a.shape.pieces() {
            for other in b.shape.pieces() {
                let least = deepest.map_or(OVERHANG, |(depth, _)| depth);
                let Some((one, exit)) = parted(a, piece, b, other, least) else { continue };
                let Some((two, back)) = parted(b, other, a, piece, least) else { continue };
                let exit = match (exit, back) {
                    (Some(x), Some(y)) => Some(if y.gap > x.gap { y } else { x }),
                    (x, y) => x.or(y),
                };
                // inner pieces may have no edge that is one of the bodies'; then others tell
                if let Some(contact) = exit {
                    deepest = Some((one.min(two), contact));
                }
            }
        }
        deepest
    }
}

/// How deep a convex piece of `p` is behind all edges of one of `q`, if deeper than `least`; with the edge of `q` itself,
/// not of a cut, behind which it is least.
fn parted(p: Side, piece: &[usize], q: Side, other: &[usize], least: f64) -> Option<(f64, Option<Contact>)> {
    let (mut most, mut exit) = (f64::NEG_INFINITY, None::<(f64, usize, usize)>);
    for (k, &start) in other.iter().enumerate() {
        let end = if k + 1 == other.len() { other[0] } else { other[k + 1] };
        let is_edge = q.next(start) == end;
        let from = q.outline.vertices[start];
        let normal = if is_edge {
            q.outline.normals[start]
        } else {
            let side = q.outline.vertices[end] - from;
            -side.perp() / length(side)
        };
        let behind = |v: usize| normal.dot(p.outline.vertices[v] - from);
        let (lowest, out) =
            piece.iter().map(|&v| (v, behind(v))).fold((0, f64::INFINITY), |x, y| if y.1 < x.1 { y } else { x });
        if out >= -least {
            return None;
        }
        most = most.max(out);
        if is_edge && exit.is_none_or(|(best, _, _)| out > best) {
            exit = Some((out, lowest, start));
        }
    }
    Some((-most, exit.map(|(_, v, e)| vertex_edge(p, v, q, e))))
}

/// How far `p` is out of `q` in the direction of edge `e`, with the corner that is least so: negative where they overlap.
fn way(p: Side, q: Side, e: usize) -> (f64, Contact) {
    let along = |v: &DVec2| q.outline.normals[e].dot(*v);
    let corners = p.outline.vertices.iter().map(along).enumerate();
    let (v, low) = corners.fold((0, f64::INFINITY), |least, next| if next.1 < least.1 { next } else { least });
    let high = q.outline.vertices.iter().map(along).fold(f64::NEG_INFINITY, f64::max);
    (low - high, vertex_edge(p, v, q, e))
}

fn vertex_edge(p: Side, v: usize, q: Side, e: usize) -> Contact {
    let (point, normal) = (p.outline.vertices[v], q.outline.normals[e]);
    let gap = q.edge_coordinates(point, e).1;
    Contact { a: p.id, b: q.id, point, normal, gap, feature: Feature::VertexEdge(v, e) }
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
