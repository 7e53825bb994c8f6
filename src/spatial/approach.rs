//! What keeps parts apart that a step brought together although they did not face each other at its beginning.
//!
//! A corner that slides over an edge and down beside it is over the face there only at the end; at the beginning its
//! signed gap to that face was negative. Pushed out to the face's side at once it would gain speed. Instead it stays
//! beyond the plane through the place that was nearest to it, at right angles to the way there: for a convex edge a
//! plane that touches it.
use super::body::{Body, State};
use super::candidates::mesh;
use super::contact::{Candidate, Key, Part};
use super::gap::Gap;
use super::length;
use super::narrow_phase::point::foot;
use super::narrow_phase::segment;
use glam::DVec3;

/// The candidate that takes the place of one whose parts did not face each other at the beginning; none if they touched
/// there, or if they are of other kinds: a ball keeps away from edges as well.
pub fn approach(candidate: &Candidate, bodies: &[Body], start: &[State]) -> Option<Candidate> {
    let Candidate { a, b, key, gap } = *candidate;
    let (poses, other) = ([start[a].pose, start[b].pose], mesh(&bodies[b].shape)?);
    let local = |p: DVec3| poses[1].point_to_body(poses[0].place(p));
    let (p, from, to) = match (gap, key.second) {
        (Gap::Plane { p, radius: 0.0, .. }, Part::Face(f)) => {
            let from = local(p);
            let feet = other.faces()[f].triangles.iter().map(|&t| foot(other.corners(t), from).0);
            let nearest = feet.min_by(|q, r| q.distance_squared(from).total_cmp(&r.distance_squared(from)))?;
            (p, from, nearest)
        }
        (Gap::Lines { .. }, Part::Edge(g)) => {
            let Part::Edge(e) = key.first else { return None };
            let ends = mesh(&bodies[a].shape)?.edge_ends(e);
            let ([p0, p1], [q0, q1]) = (ends.map(local), other.edge_ends(g));
            let (s, t) = segment::closest(p0, p1 - p0, q0, q1 - q0);
            (ends[0] + s * (ends[1] - ends[0]), p0 + s * (p1 - p0), q0 + t * (q1 - q0))
        }
        _ => return None,
    };
    let apart = length(from - to);
    if apart == 0.0 {
        return None;
    }
    let normal = (from - to) / apart;
    let gap = Gap::Plane { p, normal, offset: normal.dot(to), radius: 0.0 };
    Some(Candidate { a, b, key: Key { second: Part::Whole, ..key }, gap })
}
