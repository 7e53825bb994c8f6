//! How far a body that is carried by hand may go: it stops at what it meets, and slides along it.
use super::body::{Body, BodyId};
use glam::DVec2;

/// A carried body is looked at each time that it has gone so far, m: less than any body is thick.
const STRIDE: f64 = 0.04;
/// Strides at most; a hand that is farther away takes longer ones.
const MOST: f64 = 400.0;
/// Halvings of a stride that goes too far.
const HALVINGS: usize = 12;
/// Rounding, m, by which a body that slides along another may come nearer.
const ROUNDING: f64 = 1e-9;

/// Where a body is nearest to the others.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Nearest {
    /// Distance, m; negative where it overlaps one of them.
    distance: f64,
    /// Direction of the edge that it is nearest to.
    along: DVec2,
}

/// Moves a body by `shift`, world frame, m, as far as it stays `gap` away from all others or gets no nearer to them than
/// it was; one that overlaps another already may go anywhere. What is left of the way leads along what it met.
pub fn carry(bodies: &mut [Body], id: BodyId, shift: DVec2, gap: f64) {
    let strides = (shift.length() / STRIDE).ceil().clamp(1.0, MOST);
    let stride = shift / strides;
    for _ in 0..strides as usize {
        let gone = advance(bodies, id, stride, gap);
        if gone < 1.0 {
            let along = nearest(bodies, id).along;
            advance(bodies, id, (1.0 - gone) * stride.dot(along) * along, gap);
        }
    }
}

/// Turns a body about its centre, unless that brings it too near to another.
pub fn turn(bodies: &mut [Body], id: BodyId, angle: f64, gap: f64) -> bool {
    let least = nearest(bodies, id).distance.min(gap) - ROUNDING;
    bodies[id].state.angle += angle;
    let clear = nearest(bodies, id).distance >= least;
    if !clear {
        bodies[id].state.angle -= angle;
    }
    clear
}

/// Moves a body as far along a stride as it may go; returns which part of it.
fn advance(bodies: &mut [Body], id: BodyId, stride: DVec2, gap: f64) -> f64 {
    let (start, least) = (bodies[id].state.position, nearest(bodies, id).distance.min(gap) - ROUNDING);
    let mut clear = |part: f64| {
        bodies[id].state.position = start + part * stride;
        nearest(bodies, id).distance >= least
    };
    if clear(1.0) {
        return 1.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        *(if clear(middle) { &mut low } else { &mut high }) = middle;
    }
    clear(low);
    low
}

/// Where a body is nearest to all others.
fn nearest(bodies: &[Body], id: BodyId) -> Nearest {
    let far = Nearest { distance: f64::INFINITY, along: DVec2::X };
    let own = corners(&bodies[id]);
    let others = bodies.iter().enumerate().filter(|(other, _)| *other != id);
    others.fold(far, |least, (_, other)| {
        let apart = bodies[id].state.position.distance(other.state.position);
        if apart - bodies[id].shape.radius() - other.shape.radius() > least.distance {
            return least;
        }
        let found = between(&own, &corners(other));
        if found.distance < least.distance { found } else { least }
    })
}

fn corners(body: &Body) -> Vec<DVec2> {
    let frame = body.state.frame();
    body.shape.vertices().iter().map(|v| frame.place(*v)).collect()
}

fn edges(corners: &[DVec2]) -> impl Iterator<Item = (DVec2, DVec2)> {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// Where two outlines are nearest to each other.
fn between(one: &[DVec2], other: &[DVec2]) -> Nearest {
    let cross = edges(one).any(|edge| edges(other).any(|with| crosses(edge, with)));
    let inside = super::polygon::contains(other, one[0]) || super::polygon::contains(one, other[0]);
    let mut least = Nearest { distance: f64::INFINITY, along: DVec2::X };
    for (corners, outline) in [(one, other), (other, one)] {
        for (from, to) in edges(outline) {
            let (along, length) = ((to - from).normalize_or_zero(), from.distance(to));
            for corner in corners {
                let distance = corner.distance(from + (*corner - from).dot(along).clamp(0.0, length) * along);
                if distance < least.distance {
                    least = Nearest { distance, along };
                }
            }
        }
    }
    if cross || inside { Nearest { distance: -1.0, ..least } } else { least }
}

/// Whether two edges have a point in common that is an end of neither.
fn crosses((a, b): (DVec2, DVec2), (c, d): (DVec2, DVec2)) -> bool {
    let side = |from: DVec2, to: DVec2, p: DVec2| (to - from).perp_dot(p - from);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planar::scenes::{Options, SCENES};

    /// From wherever a body is in any scene it is dragged hard in all directions.
    #[test]
    fn a_carried_body_stops_at_what_it_meets() {
        for scene in SCENES.iter().filter(|scene| scene.name != "overlap") {
            let world = (scene.build)(Options::default());
            let moving = (0..world.bodies.len()).filter(|id| !world.bodies[*id].is_fixed());
            for (id, way) in moving.flat_map(|id| (0..8).map(move |k| (id, DVec2::from_angle(0.1 + 0.785 * k as f64))))
            {
                let mut bodies = world.bodies.clone();
                let gap = world.settings.target_gap;
                let before = nearest(&bodies, id).distance.min(gap);
                carry(&mut bodies, id, 30.0 * way, gap);
                let after = nearest(&bodies, id).distance;
                assert!(after >= before - 1e-6, "{}: body {id} along {way} comes as near as {after}", scene.name);
            }
        }
    }

    #[test]
    fn a_body_slides_along_what_it_met() {
        let mut bodies = (SCENES[0].build)(Options::default()).bodies;
        let before = bodies[1].state.position;
        carry(&mut bodies, 1, DVec2::new(0.5, -2.0), 0.005);
        let by = bodies[1].state.position - before;
        assert!((by.x - 0.5).abs() < 1e-6 && by.y.abs() < 1e-3, "{by}");
    }

    #[test]
    fn a_body_turns_only_where_it_has_room() {
        let mut bodies = (SCENES[0].build)(Options::default()).bodies;
        assert!(!turn(&mut bodies, 1, 0.3, 0.005));
        assert_eq!(bodies[1].state.angle, 0.0);
        bodies[1].state.position.y += 0.4;
        assert!(turn(&mut bodies, 1, 0.3, 0.005));
    }

    #[test]
    fn a_body_inside_another_can_be_taken_out() {
        let mut bodies = (SCENES[0].build)(Options::default()).bodies;
        bodies[1].state.position.y -= 0.3;
        let before = bodies[1].state.position;
        carry(&mut bodies, 1, DVec2::Y, 0.005);
        assert!(bodies[1].state.position.distance(before + DVec2::Y) < 1e-9);
    }
}
