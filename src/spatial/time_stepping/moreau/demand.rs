//! What the law of a contact asks of the velocities at the end of the step, and when in the step an impact comes.
use super::events::{GENTLE, are_apart, are_curved};
use super::free::Free;
use super::site::Site;
use crate::spatial::body::Body;
use crate::spatial::law::{Cone, Law};
use glam::DVec3;

/// A contact that hits more slowly than this many times what external forces do in a step does not get back its
/// tangential velocity: it rests or slides.
const SLOW: f64 = 2.0;
/// Gaps up to this part of the size touch at the beginning of the step.
pub const TOUCHES: f64 = 1e-9;

/// û = u' + `bias` obeys Signorini's and Coulomb's laws.
#[derive(Clone, Copy, Debug, Default)]
pub struct Demand {
    /// World frame, m/s.
    pub bias: DVec3,
    /// μ.
    pub friction: f64,
    /// What bounds friction.
    pub cone: Cone,
}

/// A demand, and the time from the beginning of the step to a rebound, s; none if there is no rebound.
pub type Asked = (Demand, Option<f64>);

/// What a contact asks for: to rebound if it hits in this step, else to close by its gap at most.
///
/// What touches as a step begins rebounds as Moreau has it, with u at the beginning. Later, bodies whose meeting is foreseen
/// rebound between parts of the step, and not at all once it has no more of them; others do so with the velocity that they
/// have when they hit, and fall for the rest.
pub fn of(site: &Site, law: Law, bodies: &[Body], free: &Free, h: f64) -> Asked {
    let Law { friction, cone, .. } = law;
    let change = change(site, bodies, free, h);
    let closes = (Demand { bias: site.gap.max(0.0) / h * site.normal + change, friction, cone }, None);
    if law.restitution == 0.0 && law.tangential == 0.0 || are_curved(bodies, site.bodies()) {
        return closes;
    }
    let velocity = |body: usize| bodies[body].state.velocity_at(site.point);
    let pushed = |body: usize| free.twists[body].linear - bodies[body].state.velocity;
    let u = velocity(site.a) - velocity(site.b);
    let (before, pull) = (site.normal.dot(u), site.normal.dot(pushed(site.a) - pushed(site.b)) / h);
    let touches = site.gap <= TOUCHES * site.size;
    let begins = touches && free.begins && before < -GENTLE * free.pull * h;
    if !begins && are_apart(bodies, site.bodies(), law) {
        return closes;
    }
    let Some(time) = (if touches { Some(0.0) } else { arrival(site.gap, before, pull) }) else { return closes };
    if before >= 0.0 || time > h {
        return closes;
    }
    let fast = before < -SLOW * free.pull * h;
    let across = if fast { law.tangential * (u - before * site.normal) } else { DVec3::ZERO };
    let falls = if begins { 0.0 } else { pull * (h - time) };
    let along = law.restitution * (before + pull * time) - falls;
    if along > 0.0 {
        return closes;
    }
    (Demand { bias: along * site.normal + across + site.change, friction, cone }, Some(time))
}

/// What the running of the point adds to the relative velocity. Where it was foretold wrongly it must not push the bodies
/// apart: by no more than they came together, for then the impulse would do work, and what weight gives in the step.
fn change(site: &Site, bodies: &[Body], free: &Free, h: f64) -> DVec3 {
    let (n, unit) = (site.normal, free.pull * h);
    let along = n.dot(site.change);
    if along >= -unit {
        return site.change;
    }
    let velocity = |body: usize, arm: DVec3| {
        let start = free.start(body, &bodies[body], h);
        start.linear + start.angular.cross(arm)
    };
    let before = n.dot(velocity(site.a, site.arms[0]) - velocity(site.b, site.arms[1]));
    site.change + (along.max(before.min(0.0) - unit) - along) * n
}

/// When a gap that closes with this velocity and acceleration is zero, s.
fn arrival(gap: f64, velocity: f64, acceleration: f64) -> Option<f64> {
    let square = velocity * velocity - 2.0 * acceleration * gap;
    (velocity < 0.0 && square >= 0.0).then(|| 2.0 * gap / (square.sqrt() - velocity))
}
