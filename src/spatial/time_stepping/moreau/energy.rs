//! Contacts add no energy: what they have added in a step is taken out of the motion of the bodies that they bind together.
//!
//! Impulses act with the arms of the beginning while bodies turn, what jumps is lifted by the velocities of the end, and
//! overlaps are taken out against gravity: each may add a little. Velocities that all grow smaller by the same factor obey
//! the laws of contacts as before. Where smooth bodies are among them, whose contacts act half way, they gain and lose in turn, so
//! that more is left to them. Joints do so, too, and are not so treated; nor is what hangs together with a driven body, which may
//! add energy, or what was put into something: its way out is long.
use super::Moreau;
use crate::spatial::allowed::Allowed;
use crate::spatial::body::{Body, Motion, State};
use crate::spatial::energy::{ADDS, lifts, work};
use crate::spatial::equations::{Twist, kinetic_energy};
use glam::DVec3;

/// The part where smooth bodies are among them: half of what a step may show, so that what rolls keeps what it has.
const BENT_ADDS: f64 = 5e-5;

impl Moreau {
    /// Takes back what contacts have added in a step that has ended.
    pub(super) fn take_back(&mut self, bodies: &mut [Body], h: f64) {
        let Self { free, search, contacts, projection, began, bound, listed, is_listed, .. } = self;
        let (sites, allowed) = (search.sites(), Allowed::among(bodies));
        let binds = |k: usize| contacts.impulse(k).0 != 0.0 || projection.lifts(k);
        let pair = |k: usize| if binds(k) { sites[k].pair() } else { [sites[k].a; 2] };
        bound.find(bodies.len(), sites.len(), &pair, &|body| bodies[body].is_free());
        is_listed.clear();
        is_listed.resize(bodies.len(), false);
        for island in bound.iter() {
            listed.clear();
            let (mut is_other, mut floats, mut adds) = (false, true, ADDS);
            for site in island.iter().filter(|&&k| binds(k)).map(|&k| &sites[k]) {
                let pair = site.pair();
                is_other |= site.is_joint() || site.gap < -allowed.of(pair.map(|body| &bodies[body].shape));
                for k in pair {
                    let (body, listed_before) = (&bodies[k], std::mem::replace(&mut is_listed[k], true));
                    is_other |= body.motion == Motion::Driven;
                    if free.middles.bend(k) {
                        adds = BENT_ADDS;
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
            if added <= adds * (kinetic + lift) {
                continue;
            }
            // what nothing holds keeps its momentum
            let common = if floats { momentum / mass } else { DVec3::ZERO };
            let moves = kinetic - 0.5 * mass * common.length_squared();
            let part = (1.0 - added / moves).max(0.0).sqrt();
            for &k in &*listed {
                let state = &mut bodies[k].state;
                state.velocity = common + part * (state.velocity - common);
                state.omega *= part;
            }
        }
    }
}
