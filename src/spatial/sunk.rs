//! What keeps two polyhedra apart that overlap deeply, up to one wholly inside the other.
//!
//! Pairs of features that face each other tell the way out of a shallow overlap. Of a deep one they do not: corners may lie
//! behind the far side, and where bodies hardly overlap, sharp edges that pass beside each other seem to lie deep in
//! each other. Two convex bodies leave each other along the direction of the least overlap, where only what is
//! nearly as good, and does not lead the other way, is kept of the features. Of other bodies features count only where they lie
//! in the other body; what lies deep there without such a feature leaves by the shortest way. Where they are deeper in each
//! other than features tell, they leave along the normal of a face along which their convex hulls overlap least.
use super::candidates::{candidate_of, key, mesh};
use super::contact::{Candidate, Key, Part};
use super::gap::Gap;
use super::narrow_phase::depth::DeepPlace;
use super::narrow_phase::distance::Closest;
use super::narrow_phase::separation::{Separation, Separator, along, along_over};
use super::narrow_phase::sinking::Sinking;
use super::shape::Mesh;
use super::shape::mesh::Feature;
use super::smooth::Side;
use glam::DVec3;

/// Overlaps deeper than this part of the smallest extent of the thinner body are deep.
const DEEP: f64 = 2.5e-3;
/// A way out is nearly as good as the best if it is longer by this part of it at most.
const WORSE: f64 = 0.25;
/// What is deeper than this part of the overlap is pushed.
const FOREMOST: f64 = 0.5;

/// Finds contacts of deep overlaps; storage is reused.
#[derive(Clone, Debug, Default)]
pub struct Sunk {
    separator: Separator,
    sinking: Sinking,
    found: Vec<[Feature; 2]>,
}

impl Sunk {
    /// Replaces the candidates of two bodies from a number on, if these overlap deeply: where both are convex, or by more than is
    /// `understood`, m. If one is not convex, leaves out before those that are not where the other body is, and adds after
    /// what lies deeper than they tell.
    pub fn amend(&mut self, sides: [Side; 2], understood: f64, from: usize, out: &mut Vec<Candidate>) {
        let [Some(p), Some(q)] = sides.map(|side| side.shape.solid()) else { return };
        let deep = DEEP * p.thickness.min(q.thickness);
        if !(p.mesh.is_convex() && q.mesh.is_convex()) {
            keep(from, out, &mut |c| gap(sides, c) >= -deep || is_inside(&mut self.sinking, sides, c));
            let places = self.sinking.places(FOREMOST, [p, q], sides.map(|side| side.state.pose));
            let depth = places.iter().map(|place| place.depth).fold(0.0, f64::max);
            if depth > understood {
                let meshes = [&p.mesh, &q.mesh];
                out.truncate(from);
                over_hull(sides, meshes, hulls(sides, meshes), out);
            } else if depth > deep && lowest(sides, &out[from..]) > -FOREMOST * depth {
                places.iter().for_each(|place| add_new(shortest_way(sides, place), from, out));
            }
            return;
        }
        if lowest(sides, &out[from..]) >= -deep && out[from..].iter().any(|c| shadow(sides, c).0 > -deep) {
            return;
        }
        let (a, b) = ((&p.mesh, &sides[0].state.pose), (&q.mesh, &sides[1].state.pose));
        let mut best = self.separator.faces(a, b);
        if best.gap <= -deep {
            best = self.separator.edges(a, b, best);
        }
        if best.gap > -deep {
            keep(from, out, &mut |c| gap(sides, c) >= -deep);
        } else {
            keep(from, out, &mut |c| {
                let (shadow, normal) = shadow(sides, c);
                shadow >= (1.0 + WORSE) * best.gap && normal.dot(best.normal) >= 0.0
            });
            self.found.clear();
            self.foremost([a.0, b.0], best);
            self.add(sides, from, out);
        }
    }

    /// How deep two bodies overlap, m, as far as is known; no more than zero where they do not.
    pub fn depth(&mut self, sides: [Side; 2]) -> f64 {
        let (shapes, poses) = (sides.map(|side| side.shape), sides.map(|side| side.state.pose));
        if are_near(sides) { self.sinking.overlap(shapes, poses) } else { 0.0 }
    }

    /// What of the polyhedra that two bodies are, or that stand for them, is closest to each other, if it is within reach.
    pub fn closest(&mut self, sides: [Side; 2], apart: f64) -> Option<Closest> {
        let [Some(p), Some(q)] = sides.map(|side| side.shape.solid()) else { return None };
        self.sinking.closest([p, q], sides.map(|side| side.state.pose), apart)
    }

    /// Whether two bodies overlap by more than this, m.
    pub fn is_deeper(&mut self, sides: [Side; 2], than: f64) -> bool {
        let (shapes, poses) = (sides.map(|side| side.shape), sides.map(|side| side.state.pose));
        are_near(sides) && self.sinking.is_deeper(shapes, poses, than)
    }

    /// What is foremost along the best direction.
    fn foremost(&mut self, [p, q]: [&Mesh; 2], best: Separation) {
        let [points, back] = [0, 1].map(|k| self.separator.vertices(k));
        let (found, depth) = (&mut self.found, FOREMOST * best.gap);
        let under = |mesh: &Mesh, f: usize, point: &DVec3| {
            let face = &mesh.faces()[f];
            face.normal.dot(*point) - face.offset <= depth
        };
        match best.features {
            [Feature::Vertex(_), Feature::Face(f)] => found.extend(
                (0..points.len())
                    .filter(|&v| under(q, f, &points[v]) && !p.vertex_edges(v).is_empty())
                    .map(|v| [Feature::Vertex(v), Feature::Face(f)]),
            ),
            [Feature::Face(f), Feature::Vertex(_)] => found.extend(
                (0..back.len())
                    .filter(|&v| under(p, f, &back[v]) && !q.vertex_edges(v).is_empty())
                    .map(|v| [Feature::Face(f), Feature::Vertex(v)]),
            ),
            features => found.push(features),
        }
    }

    /// Adds candidates of what was found that are not there yet.
    fn add(&mut self, sides: [Side; 2], from: usize, out: &mut Vec<Candidate>) {
        crate::sort::sort_and_dedup(&mut self.found);
        for features in &self.found {
            if let Some(c) = candidate_of(sides.map(|s| s.id), sides.map(|s| s.shape), *features) {
                add_new(c, from, out);
            }
        }
    }
}

/// Whether the boxes around two bodies overlap.
fn are_near(sides: [Side; 2]) -> bool {
    let [a, b] = sides.map(|side| side.shape.bounds(&side.state.pose));
    a.overlaps(&b)
}

/// The face along whose normal, or against it, the convex hulls of two bodies overlap least, with the number of the side that
/// has it, and by how much, m. Whatever else is between them, that way they come apart.
fn hulls(sides: [Side; 2], meshes: [&Mesh; 2]) -> (usize, usize, f64) {
    let [a, b] = [0, 1].map(|k| (meshes[k], &sides[k].state.pose));
    let (mut best, mut foremost) = ((0, 0, f64::NEG_INFINITY), [0; 2]);
    for (k, sign) in [(0, -1.0), (1, 1.0)] {
        for (f, face) in meshes[k].faces().iter().enumerate() {
            let normal = sign * sides[k].state.pose.turn(face.normal);
            if let Some(gap) = along_over(best.2, normal, [a, b], &mut foremost) {
                best = (k, f, gap);
            }
        }
    }
    best
}

/// What of the other body is foremost over such a face, or over the plane beside it that the body does not reach beyond.
fn over_hull(sides: [Side; 2], meshes: [&Mesh; 2], (k, f, gap): (usize, usize, f64), out: &mut Vec<Candidate>) {
    let ([side, other], [mesh, points]) = ([sides[k], sides[1 - k]], [meshes[k], meshes[1 - k]]);
    let normal = mesh.faces()[f].normal;
    let offset = mesh.vertices().iter().map(|v| normal.dot(*v)).fold(f64::NEG_INFINITY, f64::max);
    let pose = side.state.pose.relative(&other.state.pose);
    for (v, p) in points.vertices().iter().enumerate().filter(|(v, _)| !points.vertex_edges(*v).is_empty()) {
        if normal.dot(pose.place(*p)) - offset <= FOREMOST * gap {
            let key = Key { first: Part::Vertex(v), second: Part::Face(f) };
            out.push(Candidate {
                a: other.id,
                b: side.id,
                key,
                gap: Gap::Plane { p: *p, normal, offset, radius: 0.0 },
            });
        }
    }
}

/// What keeps a place of one body from going deeper into the other.
fn shortest_way(sides: [Side; 2], place: &DeepPlace) -> Candidate {
    let DeepPlace { depth, owner, feature, point, foot } = *place;
    let (first, second) = (&sides[owner], &sides[1 - owner]);
    let normal = (foot.point - point) / depth;
    let p = first.state.pose.relative(&second.state.pose).place(point);
    let [own, other] = [mesh(first.shape), mesh(second.shape)];
    let face = other.map_or(feature, |other| Feature::Face(other.triangles()[foot.triangle].face));
    let gap = Gap::Plane { p, normal, offset: normal.dot(foot.point), radius: 0.0 };
    Candidate { a: first.id, b: second.id, key: key([own, other], [feature, face]), gap }
}

/// The two bodies of a candidate in its order.
fn ordered<'a>(sides: [Side<'a>; 2], c: &Candidate) -> [Side<'a>; 2] {
    if sides[0].id == c.a { sides } else { [sides[1], sides[0]] }
}

/// The gap of a candidate, m.
fn gap(sides: [Side; 2], c: &Candidate) -> f64 {
    let [a, b] = ordered(sides, c);
    c.gap.measure(&a.state.pose, &b.state.pose).gap
}

/// The lowest gap of some candidates, m; at most zero.
fn lowest(sides: [Side; 2], candidates: &[Candidate]) -> f64 {
    candidates.iter().map(|c| gap(sides, c)).fold(0.0, f64::min)
}

/// Whether what overlaps is where the other body is.
fn is_inside(sinking: &mut Sinking, sides: [Side; 2], c: &Candidate) -> bool {
    let [a, b] = ordered(sides, c);
    let (Some(p), Some(q)) = (a.shape.solid(), b.shape.solid()) else { return true };
    let ends = c.gap.measure(&a.state.pose, &b.state.pose).ends;
    let mut lies = |end: DVec3, side: Side, solid| sinking.is_inside(solid, side.state.pose.point_to_body(end));
    lies(ends[0], b, q) && (!matches!(c.gap, Gap::Lines { .. }) || lies(ends[1], a, p))
}

/// How far two bodies are apart along the normal of a candidate, m, and that normal, out of the second body into the first.
fn shadow(sides: [Side; 2], c: &Candidate) -> (f64, DVec3) {
    let [a, b] = ordered(sides, c);
    let normal = c.gap.measure(&a.state.pose, &b.state.pose).normal;
    let out = if c.a == sides[0].id { normal } else { -normal };
    let (Some(p), Some(q)) = (mesh(a.shape), mesh(b.shape)) else { return (f64::INFINITY, out) };
    (along(normal, (p, &a.state.pose), (q, &b.state.pose)), out)
}

/// Adds a candidate that is not there yet, from a number on.
fn add_new(c: Candidate, from: usize, out: &mut Vec<Candidate>) {
    if !out[from..].iter().any(|known| (known.a, known.key) == (c.a, c.key)) {
        out.push(c);
    }
}

/// Keeps candidates from a number on.
fn keep(from: usize, out: &mut Vec<Candidate>, holds: &mut dyn FnMut(&Candidate) -> bool) {
    let mut at = 0;
    out.retain(|c| {
        at += 1;
        at <= from || holds(c)
    });
}
