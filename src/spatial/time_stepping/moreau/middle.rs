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
use super::recall::recalled;
use super::site::Site;
use super::{Moreau, Stage};
use crate::spatial::body::Body;
use crate::spatial::equations::{Inertia, Twist};
use crate::spatial::gap::Gap;
use crate::spatial::pose::Pose;
use crate::spatial::shape::Shape;
use crate::spatial::{length, unit};
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
    /// Which bodies are smooth, and held by no joint: a joint keeps points that do not run, and takes what is foretold wrongly
    /// for a motion of its own.
    bent: Vec<bool>,
    /// What the contacts of the step before would add to the velocities until then.
    pushes: Vec<Twist>,
}

/// Whether contacts of a body act half way.
fn bends(body: &Body) -> bool {
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
    unit(DQuat::from_xyzw(half.x, half.y, half.z, 1.0))
}

/// The turn of the first half of a step with a mean angular velocity.
pub fn half_turn(omega: DVec3, h: f64) -> DQuat {
    let DQuat { x, y, z, w } = turned(0.5 * h * omega);
    unit(DQuat::from_xyzw(x, y, z, w + 1.0))
}

impl Moreau {
    /// Puts smooth bodies half way, as the forces of the last step foretell, and their contacts from a number on.
    pub fn foretell(&mut self, stage: &Stage, from: usize) {
        let Self { free, search, .. } = self;
        let Stage { bodies, contacts, .. } = stage;
        if from == 0 && free.middles.choose(bodies, search.sites()) {
            let mut last = 0;
            let touching = search.sites().iter().filter(|site| !site.is_joint());
            let known = touching.map(|site| (*site, recalled(contacts, &mut last, site)));
            free.foretell(bodies, known, stage.settings.time_step);
        }
        if free.middles.any() {
            search.halfway(from, bodies, &free.middles);
        }
    }
}

impl Middles {
    /// Finds the bodies whose contacts act half way, and tells whether there are any.
    pub fn choose(&mut self, bodies: &[Body], sites: &[Site]) -> bool {
        self.bent.clear();
        self.bent.extend(bodies.iter().map(bends));
        sites.iter().filter(|site| site.is_joint()).for_each(|site| {
            (self.bent[site.a], self.bent[site.b]) = (false, false);
        });
        self.any()
    }

    /// Whether there is one.
    pub fn any(&self) -> bool {
        self.bent.contains(&true)
    }

    /// Whether the contacts of a body act half way.
    pub fn bend(&self, k: usize) -> bool {
        self.bent[k]
    }

    /// Begins without forces.
    pub fn begin(&mut self, bodies: &[Body]) {
        self.all.clear();
        self.pushes.clear();
        self.pushes.resize(bodies.len(), Twist::default());
    }

    /// Counts in what a contact of the step before adds to the velocities until half way. That of an impact foretells nothing.
    pub fn push(&mut self, site: &Site, force: DVec3, bodies: &[Body], free: (&[Inertia], f64), h: f64) {
        let (inertia, pull) = free;
        for (body, force) in [(site.a, force), (site.b, -force)] {
            if self.bent[body] && !is_impact(&bodies[body], force, pull) {
                let arm = site.point - inertia[body].centre;
                let wrench = Twist { linear: force, angular: arm.cross(force) };
                self.pushes[body].add(0.5 * h, &inertia[body].response(&wrench));
            }
        }
    }

    /// Foretells the middles, and brings the velocities without contacts, and the inertia, of smooth bodies there.
    /// `pulled` are accelerations by external forces.
    pub fn find(&mut self, bodies: &[Body], twists: &mut [Twist], inertia: &mut [Inertia], pulled: &[Twist], h: f64) {
        for (k, body) in bodies.iter().enumerate() {
            let pushed = self.bent[k].then_some(&self.pushes[k]);
            let Middle { mean, pose } = Middle::of(body, &twists[k], pushed, h);
            if self.bent[k] {
                let turning = body.inverse_inertia_at(pose.rotation);
                let gyroscopic = mean.angular.cross(body.inertia_at(pose.rotation) * mean.angular);
                inertia[k] = Inertia { centre: pose.position, turning, ..inertia[k] };
                let start = half_turn(mean.angular, h) * body.state.omega;
                twists[k].angular = start + h * pulled[k].angular - h * (turning * gyroscopic);
            }
            self.all.push(Middle { mean, pose });
        }
    }

    /// Where the point of a contact of a smooth body is at the end if it runs on as it did to where it is half way.
    pub fn runs_to(&self, site: &Site) -> Option<DVec3> {
        let bent = self.bent[site.a] || self.bent[site.b];
        bent.then(|| 2.0 * (self.all[site.a].pose.position + site.arms[0]) - site.point)
    }

    /// The angular velocity of a body at the beginning of the step, as it is seen half way.
    pub fn start(&self, k: usize, body: &Body, h: f64) -> DVec3 {
        if self.bent[k] { half_turn(self.all[k].mean.angular, h) * body.state.omega } else { body.state.omega }
    }

    /// The angular velocity of a body in its pose at the end of the step, where `twist` has the one seen half way: the same in
    /// the body's axes, so that its energy is, too.
    pub fn end(&self, k: usize, twist: &Twist, end: &Pose) -> DVec3 {
        end.rotation * (self.all[k].pose.rotation.conjugate() * twist.angular)
    }

    /// Puts the contact of a candidate half way.
    pub fn put(&self, site: &mut Site, gap: &Gap, bodies: &[Body]) {
        let middles = site.bodies().map(|id| &self.all[id]);
        let poses = site.bodies().map(|id| &bodies[id].state.pose);
        let (now, there) = (gap.measure(poses[0], poses[1]), gap.measure(&middles[0].pose, &middles[1].pose));
        let meet = |ends: [DVec3; 2], poses: [&Pose; 2]| {
            let velocity = |k: usize| {
                let Twist { linear, angular } = middles[k].mean;
                linear + angular.cross(ends[k] - poses[k].position)
            };
            velocity(0) - velocity(1)
        };
        let (before, after) = (meet(now.ends, poses), meet(there.ends, middles.map(|middle| &middle.pose)));
        let (n, change) = (there.normal, after - before);
        site.normal = n;
        site.arms = middles.map(|middle| there.point - middle.pose.position);
        site.change = change + (n.dot(before) - now.normal.dot(before)) * n;
    }
}

impl Middle {
    /// Of a body with these velocities without contacts, to which contacts add this until then.
    fn of(body: &Body, free: &Twist, pushed: Option<&Twist>, h: f64) -> Self {
        let state = &body.state;
        let mut mean = Twist::of(state);
        if let Some(pushed) = pushed {
            mean = Twist { linear: 0.5 * (mean.linear + free.linear), angular: 0.5 * (mean.angular + free.angular) };
            mean.add(1.0, pushed);
        }
        let rotation = unit(half_turn(mean.angular, h) * state.pose.rotation);
        Self { mean, pose: Pose { position: state.pose.position + 0.5 * h * mean.linear, rotation } }
    }
}
