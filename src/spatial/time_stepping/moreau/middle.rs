//! Bodies half way through a step: where the contacts of smooth bodies act.
//!
//! The point at which a smooth body touches runs over it, and so its lever arm changes while the body turns. Impulses that
//! act where it touches at the beginning of a step do work on it there, of the order of the step, so that it gains or
//! loses energy steadily. Here they act where the bodies are half way, at poses that are foretold from the forces of the
//! step before. With E the turn of the first half, ω̃ = E ω and ω̃' = E⁻¹ ω' the angular velocities at both ends as seen
//! half way, and their mean ω̂,
//!
//! ```text
//! I (ω̃' − ω̃) = −h ω̂ × I ω̂ + Σ p × r      work = Σ r · (mean velocity at the contact)
//! ```
//!
//! and the body moves with the mean velocities, in which the gap stays what it is to second order. The laws hold for the
//! velocities at the end: u' is that of ω̃' half way, and how much it changes from there on, as from the beginning.
use super::site::Site;
use crate::spatial::body::{Body, BodyId};
use crate::spatial::contact::Contact;
use crate::spatial::equations::{Inertia, Twist};
use crate::spatial::gap::{Gap, Measure};
use crate::spatial::length;
use crate::spatial::pose::Pose;
use crate::spatial::shape::Shape;
use glam::{DQuat, DVec3};

/// What accelerates a body more than this many times as much as external forces and its own turning do is an impact.
const IMPACT: f64 = 2.0;

/// How a body moves to the middle of the step.
#[derive(Clone, Copy, Debug)]
struct Middle {
    /// Its velocities meanwhile, as far as can be foretold.
    mean: Twist,
    pose: Pose,
}

/// The middles of all bodies; empty where there is no smooth one.
#[derive(Clone, Debug, Default)]
pub struct Middles {
    all: Vec<Middle>,
    /// What the contacts of the step before would add to the velocities until then.
    pushes: Vec<Twist>,
}

/// A gap half way.
pub struct Halfway {
    /// Where it is there.
    pub normal: DVec3,
    /// From the centres of both bodies to the point, m.
    pub arms: [DVec3; 2],
    /// By how much the relative velocity of the bodies there changes from the middle to the end while they go on, m/s.
    pub change: DVec3,
}

/// Whether contacts of a body act half way.
pub fn bends(body: &Body) -> bool {
    body.is_free() && matches!(body.shape, Shape::Smooth(_))
}

/// Whether a force on a smooth body is that of an impact, where external forces accelerate by `pull`: its velocities jump.
pub fn is_impact(body: &Body, force: DVec3, pull: f64) -> bool {
    let (state, radius) = (&body.state, body.shape.radius());
    let turning = state.velocity.length_squared() / radius + state.omega.length_squared() * radius;
    bends(body) && length(force) > IMPACT * body.mass * (pull + turning)
}

/// Cayley's map: the turn by 2 atan |half|.
pub fn turned(half: DVec3) -> DQuat {
    DQuat::from_xyzw(half.x, half.y, half.z, 1.0).normalize()
}

/// The turn of the first half of a step with a mean angular velocity.
pub fn half_turn(omega: DVec3, h: f64) -> DQuat {
    let DQuat { x, y, z, w } = turned(0.5 * h * omega);
    DQuat::from_xyzw(x, y, z, w + 1.0).normalize()
}

impl Middles {
    /// Foretells the middles, and brings the velocities without contacts, and the inertia, of smooth bodies there.
    /// `gained` is what external torques add to angular velocities.
    pub fn find(
        &mut self,
        bodies: &[Body],
        contacts: &[Contact],
        (twists, inertia, gained): (&mut [Twist], &mut [Inertia], &[DVec3]),
        (pull, h): (f64, f64),
    ) {
        self.all.clear();
        if !bodies.iter().any(bends) {
            return;
        }
        self.pushes.clear();
        self.pushes.resize(bodies.len(), Twist::default());
        for contact in contacts {
            let force = contact.force * contact.normal + contact.friction;
            for (body, force) in [(contact.a, force), (contact.b, -force)] {
                // that of an impact foretells nothing
                if bends(&bodies[body]) && !is_impact(&bodies[body], force, pull) {
                    let arm = contact.point - inertia[body].centre;
                    let wrench = Twist { linear: force, angular: arm.cross(force) };
                    self.pushes[body].add(0.5 * h, &inertia[body].response(&wrench));
                }
            }
        }
        for (k, body) in bodies.iter().enumerate() {
            let Middle { mean, pose } = Middle::of(body, &twists[k], &self.pushes[k], h);
            if bends(body) {
                let turning = body.inverse_inertia_at(pose.rotation);
                let gyroscopic = mean.angular.cross(body.inertia_at(pose.rotation) * mean.angular);
                inertia[k] = Inertia { centre: pose.position, turning, ..inertia[k] };
                let start = half_turn(mean.angular, h) * body.state.omega;
                twists[k].angular = start + gained[k] - h * (turning * gyroscopic);
            }
            self.all.push(Middle { mean, pose });
        }
    }

    /// Where the point of a contact of a smooth body is at the end if it runs on as it did to where it is half way.
    pub fn runs_to(&self, site: &Site, bodies: &[Body]) -> Option<DVec3> {
        let bent = [site.a, site.b].into_iter().any(|id| bends(&bodies[id]));
        bent.then(|| 2.0 * (self.all[site.a].pose.position + site.arms[0]) - site.point)
    }

    /// The angular velocity of a body at the beginning of the step, as it is seen half way.
    pub fn start(&self, k: usize, body: &Body, h: f64) -> DVec3 {
        if bends(body) { half_turn(self.all[k].mean.angular, h) * body.state.omega } else { body.state.omega }
    }

    /// A body at the end of the step, where `twist` are its velocities as they are seen half way.
    pub fn end(&self, k: usize, twist: &Twist, h: f64) -> DVec3 {
        half_turn(self.all[k].mean.angular, h) * twist.angular
    }

    /// A gap of two bodies half way, where it is this now; none if neither of them is smooth.
    pub fn halfway(&self, ids: [BodyId; 2], gap: &Gap, now: &Measure, bodies: &[Body]) -> Option<Halfway> {
        if !ids.into_iter().any(|id| bends(&bodies[id])) {
            return None;
        }
        let middles = ids.map(|id| &self.all[id]);
        let there = gap.measure(&middles[0].pose, &middles[1].pose);
        let arms = [0, 1].map(|k| there.point - middles[k].pose.position);
        let meet = |ends: [DVec3; 2], centre: [DVec3; 2]| {
            let [u, v] = [0, 1].map(|k| middles[k].mean.linear + middles[k].mean.angular.cross(ends[k] - centre[k]));
            u - v
        };
        let (before, n) = (meet(now.ends, ids.map(|id| bodies[id].state.pose.position)), there.normal);
        let after = meet(there.ends, middles.map(|middle| middle.pose.position));
        let across = (after - before) - n.dot(after - before) * n;
        let change = (n.dot(after) - now.normal.dot(before)) * n + across;
        Some(Halfway { normal: n, arms, change })
    }
}

impl Middle {
    /// Of a body with these velocities without contacts, to which contacts add this until then.
    fn of(body: &Body, free: &Twist, pushed: &Twist, h: f64) -> Self {
        let state = &body.state;
        let mut mean = Twist { linear: state.velocity, angular: state.omega };
        if bends(body) {
            mean = Twist { linear: 0.5 * (mean.linear + free.linear), angular: 0.5 * (mean.angular + free.angular) };
            mean.add(1.0, pushed);
        }
        let rotation = (half_turn(mean.angular, h) * state.pose.rotation).normalize();
        Self { mean, pose: Pose { position: state.pose.position + 0.5 * h * mean.linear, rotation } }
    }
}
