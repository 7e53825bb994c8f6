//! What keeps two polyhedra apart that overlap deeply, up to one wholly inside the other.
//!
//! Pairs of features that face each other tell the way out of a shallow overlap. Of a deep one they do not: corners may lie
//! behind the far side. Two convex bodies leave each other along the direction of the least overlap, where only what is
//! nearly as good is kept of the features. Of other bodies, each corner inside leaves by the nearest face, and an edge
//! that pierces a face over the nearest border of that face.
use super::candidates::{candidate_of, mesh};
use super::contact::Candidate;
use super::narrow_phase::separation::{Separation, Separator, along, is_quick};
use super::shape::Mesh;
use super::shape::mesh::Feature;
use super::smooth::Side;

/// Overlaps deeper than this part of the smallest extent of the thinner body are deep.
const DEEP: f64 = 2.5e-3;
/// A way out is nearly as good as the best if it is longer by this part of it at most.
const WORSE: f64 = 0.25;
/// Corners that are deeper than this part of the overlap are pushed.
const FOREMOST: f64 = 0.5;

/// Finds contacts of deep overlaps; storage is reused.
#[derive(Clone, Debug, Default)]
pub struct Sunk {
    separator: Separator,
    found: Vec<[Feature; 2]>,
}

impl Sunk {
    /// Replaces the candidates of two convex bodies from a number on, if these overlap deeply.
    pub fn amend(&mut self, sides: [Side; 2], from: usize, out: &mut Vec<Candidate>) {
        let [Some(p), Some(q)] = sides.map(|side| side.shape.solid()) else { return };
        let deep = DEEP * p.thickness.min(q.thickness);
        let known = p.mesh.is_convex() && q.mesh.is_convex() && is_quick(&p.mesh, &q.mesh);
        if !known || out[from..].iter().any(|c| shadow(sides, c) > -deep) {
            return;
        }
        let (a, b) = ((&p.mesh, &sides[0].state.pose), (&q.mesh, &sides[1].state.pose));
        let mut best = self.separator.faces(a, b);
        if best.gap <= -deep {
            best = self.separator.edges(a, b, best);
        }
        if best.gap <= -deep {
            keep(from, out, |c| shadow(sides, c) >= (1.0 + WORSE) * best.gap);
            self.found.clear();
            self.foremost([a.0, b.0], best);
            self.add(sides, from, out);
        }
    }

    /// What is foremost along the best direction.
    fn foremost(&mut self, [p, q]: [&Mesh; 2], best: Separation) {
        let [points, back] = [0, 1].map(|k| self.separator.vertices(k));
        let (found, depth) = (&mut self.found, FOREMOST * best.gap);
        let under = |mesh: &Mesh, f: usize, point: &glam::DVec3| {
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
        self.found.sort_unstable();
        self.found.dedup();
        for features in &self.found {
            let new = candidate_of(sides.map(|s| s.id), sides.map(|s| s.shape), *features);
            let new = new.filter(|c| !out[from..].iter().any(|known| (known.a, known.key) == (c.a, c.key)));
            out.extend(new);
        }
    }
}

/// How far two bodies are apart along the normal of a candidate, m.
fn shadow(sides: [Side; 2], c: &Candidate) -> f64 {
    let [a, b] = if sides[0].id == c.a { sides } else { [sides[1], sides[0]] };
    let normal = c.gap.measure(&a.state.pose, &b.state.pose).normal;
    let (Some(p), Some(q)) = (mesh(a.shape), mesh(b.shape)) else { return f64::INFINITY };
    along(normal, (p, &a.state.pose), (q, &b.state.pose))
}

/// Keeps candidates from a number on.
fn keep(from: usize, out: &mut Vec<Candidate>, holds: impl Fn(&Candidate) -> bool) {
    let mut at = 0;
    out.retain(|c| {
        at += 1;
        at <= from || holds(c)
    });
}
