//! When smooth bodies meet that nothing holds apart: the gap is bracketed along the motion without contacts.
use super::events::{GENTLE, SHORTEST, TOUCHES, are_curved, meets_curved};
use super::{Moreau, Stage};
use crate::spatial::body::Body;
use crate::spatial::dynamics::rotation::{Spin, turn};
use crate::spatial::length;
use crate::spatial::narrow_phase::roots::bracketed;
use crate::spatial::pose::Pose;
use crate::spatial::shape::Shape;
use glam::DVec3;

/// A step ends with a gap of this part of the size before an impact.
const LANDS: f64 = 1e-6;
/// In a part a body that touches turns by this angle at most, rad.
const TURNS: f64 = 0.05;
/// Places along the way at which a gap is looked at.
const LOOKS: usize = 8;

impl Moreau {
    /// How long until a smooth body hits something, at most `left`; less if one that touches turns fast.
    pub(super) fn until_impact(&self, stage: &Stage, [left, whole]: [f64; 2]) -> f64 {
        let bodies = &*stage.bodies;
        let mut span = left;
        let slow = GENTLE * self.free.pull * whole;
        for (i, body) in bodies.iter().enumerate().filter(|(_, body)| body.is_free()) {
            let way = Flight { body, pull: if self.held[i] { DVec3::ZERO } else { self.free.pull_on(i, body, left) } };
            if self.held[i] && matches!(body.shape, Shape::Smooth(_)) {
                span = span.min((TURNS / body.state.omega.length_squared().sqrt()).max(SHORTEST * whole));
            }
            for other in bodies.iter().filter(|other| other.is_fixed() && meets_curved(body, other)) {
                let Shape::HalfSpace { normal } = other.shape else { continue };
                let mut lift = |time: f64| body.shape.height(&way.at(time), normal, &other.state.pose);
                span = first(&mut lift, way.farthest(span), (span, slow, body.shape.radius(), SHORTEST * whole));
            }
        }
        for c in self.search.candidates().iter().filter(|c| are_curved(bodies, [c.a, c.b])) {
            if [c.a, c.b].into_iter().any(|body| matches!(bodies[body].shape, Shape::HalfSpace { .. })) {
                continue;
            }
            let ways = [c.a, c.b].map(|k| {
                let body = &bodies[k];
                Flight { body, pull: if body.is_free() { self.free.pull_on(k, body, left) } else { DVec3::ZERO } }
            });
            let size = Shape::smaller_radius([c.a, c.b].map(|body| &bodies[body].shape));
            let mut gap = c.gap;
            let mut apart = |time: f64| gap.follow(&ways[0].at(time), &ways[1].at(time));
            let most = ways[0].farthest(span) + ways[1].farthest(span);
            span = first(&mut apart, most, (span, slow, size, SHORTEST * whole));
        }
        span
    }
}

/// The time at which a gap that is apart is nearly closed, or one that touches goes in fast, if that is within the span, in
/// which it closes by so much at `most`, m.
fn first(gap: &mut dyn FnMut(f64) -> f64, most: f64, (span, slow, size, shortest): (f64, f64, f64, f64)) -> f64 {
    let mut before = gap(0.0);
    let level = if before > TOUCHES * size { LANDS * size } else { -TOUCHES * size };
    if before - most > level {
        return span;
    }
    let part = span / LOOKS as f64;
    for k in 0..LOOKS {
        let [low, high] = [k, k + 1].map(|k| k as f64 * part);
        let after = gap(high);
        if after < level {
            let at = if before < level { low } else { bracketed(&mut |time| gap(time) - level, low, high) };
            if level > 0.0 {
                return at.max(1e-6 * span);
            }
            let moment = 1e-3 * part;
            if (gap(at + moment) - gap(at)) / moment < -slow {
                return at.max(shortest).min(span);
            }
        }
        before = after;
    }
    span
}

/// The motion of a body with its velocities and this acceleration.
struct Flight<'a> {
    body: &'a Body,
    pull: DVec3,
}

impl Flight<'_> {
    /// Bounds how far a point of the body goes until then, m: what turns freely keeps its angular momentum.
    fn farthest(&self, time: f64) -> f64 {
        let Body { state, shape, .. } = self.body;
        if !self.body.is_free() {
            return time * length(state.velocity);
        }
        let rotation = state.pose.rotation;
        let momentum = self.body.inertia_at(rotation) * state.omega;
        let inverse = self.body.inverse_inertia_at(rotation);
        let norm =
            [inverse.x_axis, inverse.y_axis, inverse.z_axis].map(DVec3::length_squared).iter().sum::<f64>().sqrt();
        let turning = length(momentum) * norm * shape.radius();
        time * (length(state.velocity) + 0.5 * time * length(self.pull) + turning)
    }

    fn at(&self, time: f64) -> Pose {
        let state = &self.body.state;
        let position = state.pose.position + time * (state.velocity + 0.5 * time * self.pull);
        if state.omega == DVec3::ZERO || !self.body.is_free() {
            return Pose { position, ..state.pose };
        }
        Pose { position, rotation: turn(self.body.inertia, Spin { ..state.spin() }, time).rotation }
    }
}
