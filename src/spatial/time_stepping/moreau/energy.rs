//! Contacts add no energy: what they have added in a step is taken out of the motion of the bodies that they bind together.
//!
//! Impulses act with the arms of the beginning while bodies turn, what jumps is lifted by the velocities of the end, and
//! overlaps are taken out against gravity: each may add a little. Velocities that all grow smaller by the same factor obey
//! the laws of contacts as before. Where smooth bodies are among them, whose contacts act half way, they gain and lose in turn, so
//! that more is left to them. Joints do so, too, and are not so treated; nor is what hangs together with a driven body, which may
//! add energy, or what was put into something: its way out is long. Where to lift a small overlap takes more than the energy of
//! motion, it is lifted slowly.
use super::Moreau;
use crate::spatial::allowed::Allowed;
use crate::spatial::body::{Body, Motion, State};
use crate::spatial::energy::{ADDS, lifts, work};
use crate::spatial::equations::{Twist, kinetic_energy};
use glam::DVec3;

/// The part where smooth bodies are among them: half of what a step may show, so that what rolls keeps what it has.
const BENT_ADDS: f64 = 5e-5;
/// Overlaps up to this part of what is allowed may be lifted slowly, which at rest is no more than 0.1 % of the thickness.
const SLOWLY: f64 = 0.08;

impl Moreau {
    /// Takes back what contacts have added in a step that has ended.
    pub(super) fn take_back(&mut self, bodies: &mut [Body], h: f64) {
        let Self { free, search, contacts, projection, began, bound, listed, is_listed, twists, with, rules, .. } =
            self;
        let (sites, allowed) = (search.sites(), Allowed::among(bodies));
        let binds = |k: usize| contacts.impulse(k).0 != 0.0 || projection.lifts(k);
        let pair = |k: usize| if binds(k) { sites[k].pair() } else { [sites[k].a; 2] };
        bound.find(bodies.len(), sites.len(), &pair, &|body| bodies[body].is_free());
        is_listed.clear();
        is_listed.resize(bodies.len(), false);
        for island in bound.iter() {
            listed.clear();
            let (mut is_other, mut may_wait, mut floats, mut adds) = (false, true, true, ADDS);
            for site in island.iter().filter(|&&k| binds(k)).map(|&k| &sites[k]) {
                let pair = site.pair();
                let allowed = allowed.of(pair.map(|body| &bodies[body].shape));
                is_other |= site.is_joint() || site.gap < -allowed;
                may_wait &= site.gap >= -SLOWLY * allowed;
                for k in pair {
                    let (body, listed_before) = (&bodies[k], std::mem::replace(&mut is_listed[k], true));
                    is_other |= body.motion == Motion::Driven;
                    if free.middles.bend(k) {
                        // they might sink by more in each step
                        (adds, may_wait) = (BENT_ADDS, false);
                    }
                    floats &= body.is_free();
                    if body.is_free() && !free.asleep[k] && !listed_before {
                        listed.push(k);
                    }
                }
            }
            if is_other {
                continue;
            }
            let (mut momentum, mut mass, mut added, mut kinetic, mut lift) = (DVec3::ZERO, 0.0, 0.0, 0.0, 0.0);
            for &k in &*listed {
                let (body, before) = (&bodies[k], &began[k]);
                let energy = |state: &State| kinetic_energy(body, state.pose.rotation, &Twist::of(state));
                let now = energy(&body.state);
                added += now - energy(before) - work(body, [before, &body.state], free.pulled(k), h);
                kinetic += now;
                lift += lifts(body, free.pull);
                (momentum, mass) = (momentum + body.mass * body.state.velocity, mass + body.mass);
            }
            let most = adds * (kinetic + lift);
            // what nothing holds keeps its momentum
            let common = if floats { momentum / mass } else { DVec3::ZERO };
            let moves = kinetic - 0.5 * mass * common.length_squared();
            let weighs = |&k: &usize| -h * bodies[k].mass * free.pulled(k).linear.dot(projection.moves(k, with).linear);
            let lifted = if may_wait && added > moves + most { listed.iter().map(weighs).sum() } else { 0.0 };
            let excess = (added - moves - most).min(lifted);
            if excess > 0.0 {
                for &k in &*listed {
                    let mut slower = with[k];
                    slower.add(-excess / lifted, &projection.moves(k, with));
                    let state = std::mem::replace(&mut bodies[k].state, began[k]);
                    let pose = free.carried(k, &bodies[k], [&twists[k], &slower], rules[k], h).pose;
                    bodies[k].state = State { pose, ..state };
                }
                added -= excess;
            }
            if added <= most {
                continue;
            }
            let part = (1.0 - added / moves).max(0.0).sqrt();
            for &k in &*listed {
                let state = &mut bodies[k].state;
                state.velocity = common + part * (state.velocity - common);
                state.omega *= part;
            }
        }
    }
}
