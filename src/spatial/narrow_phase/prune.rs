//! Contacts that say nothing new, or that another one resolves.
use super::contact_point::{self, ContactPoint};
use super::features::View;
use crate::spatial::shape::mesh::Feature;

/// Cosine of the angle between normals that count as one.
const SAME: f64 = 0.999_999;
/// A contact may be resolved by another that overlaps less than this part as deep.
const SHALLOWER: f64 = 0.5;

/// Which kind of pair is kept where several are at one place.
fn rank(point: &ContactPoint) -> usize {
    match point.features {
        [Feature::Vertex(_), Feature::Face(_)] => 0,
        [Feature::Face(_), Feature::Vertex(_)] => 1,
        [Feature::Edge(_), Feature::Edge(_)] => 2,
        [Feature::Vertex(_), Feature::Vertex(_)] => 4,
        _ => 3,
    }
}

/// Removes repeated contacts, in the frame of the view, and sorts the others by their features.
///
/// Aligned bodies have several pairs of features at one place: a corner exactly over a corner is over the face there,
/// and two pairs of edges cross. One is kept, always of the same kind.
///
/// A corner that dips under two faces beside a convex edge is out of the body as soon as it is over the nearer one. So
/// an overlap is left out if moving the first body out of a shallower one nearby makes its features miss each other.
pub(super) fn prune(view: &View, points: &mut Vec<ContactPoint>, dropped: &mut Vec<bool>) {
    let same_place = 2.0 * view.reach.graze;
    let nearby = 4.0 * view.reach.overlap;
    contact_point::sort_by(points, |point| point.points[0].x);
    dropped.clear();
    dropped.resize(points.len(), false);
    for i in 0..points.len() {
        for j in i + 1..points.len() {
            let (x, y) = (&points[i], &points[j]);
            if y.points[0].x - x.points[0].x > same_place.max(nearby) {
                break;
            }
            let distance = x.points[0].distance(y.points[0]);
            if distance <= same_place && x.normal.dot(y.normal) > SAME {
                let worse = if (rank(y), y.features) < (rank(x), x.features) { i } else { j };
                dropped[worse] = true;
            } else if distance <= nearby {
                dropped[i] |= resolves(view, y, x);
                dropped[j] |= resolves(view, x, y);
            }
        }
    }
    let mut at = 0;
    points.retain(|_| {
        at += 1;
        !dropped[at - 1]
    });
    contact_point::sort_by(points, |_| 0.0);
}

/// Whether, once the bodies are moved apart at one contact, the features of the other miss each other.
fn resolves(view: &View, one: &ContactPoint, other: &ContactPoint) -> bool {
    let graze = view.reach.graze;
    if other.gap >= -graze || one.gap < SHALLOWER * other.gap {
        return false;
    }
    let out = view.moved(one.normal * (2.0 * graze - one.gap.min(0.0)));
    out.measure(other.features).is_none_or(|moved| moved.gap < -graze && !out.faces(&moved))
}
