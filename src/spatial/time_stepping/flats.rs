//! What flats need at one instant: the places of their boundaries that carry force, found while forces are computed.
use super::Setup;
use super::instant::{Instant, touching};
use super::problem::Problem;
use crate::spatial::body::State;
use crate::spatial::contact::Candidate;
use crate::spatial::smooth::stand::Standing;
use glam::DVec2;

/// A place penetrates if its gap accelerates by less than minus this part of the accelerations at hand. Where a body tips
/// over a curved boundary, two places come ever nearer to each other around the one at which it does, and what they miss
/// by falls as the square of their distance: this ends where a search for the one between them is sure to find it.
const PENETRATES: f64 = 1e-11;
/// Most rounds of adding places.
const MOST_ROUNDS: usize = 60;
/// Most trials of a secant method, which doubles the digits in two or three.
const MOST_TRIALS: usize = 12;
/// Angle between the boundary's normal and the way in which the gap's acceleration falls that is rounding, rad.
const LEVEL: f64 = 1e-12;

impl Instant {
    /// Forces and accelerations at the beginning of a step, where flats get the places they need: those that would penetrate
    /// most, and that [`touching`] has for contacts within `reach`, join the candidates until none does. Of these, those that
    /// carry force stay.
    pub fn evaluate_flats(&mut self, setup: &Setup, problem: &mut Problem, states: &[State], reach: f64) {
        let before = problem.candidates.len();
        for _ in 0..MOST_ROUNDS {
            self.evaluate(setup, problem, states);
            if !self.add_places(setup, problem, states, reach) {
                break;
            }
        }
        if problem.candidates.len() > before {
            self.drop_idle(problem, before);
            problem.prepare(setup.bodies);
            self.evaluate(setup, problem, states);
            self.merge(setup, problem, states, before);
        }
    }

    /// Adds to the candidates of a step that has begun the places of flats that carry force at its beginning.
    pub fn foresee(&mut self, setup: &Setup, problem: &mut Problem) {
        if (0..problem.candidates.len()).any(|k| flat(setup, problem, k).is_some()) {
            self.at_start(setup, problem, setup.h);
        }
    }

    /// Adds the place of each flat that penetrates most; whether there is any.
    fn add_places(&mut self, setup: &Setup, problem: &mut Problem, states: &[State], reach: f64) -> bool {
        let scale = self.lcp.b.iter().fold(0.0_f64, |most, b| most.max(b.abs()));
        let count = self.contacts.len();
        for i in 0..count {
            let Some(standing) = flat(setup, problem, self.contacts[i]) else { continue };
            let is_same = |&k: &usize| flat(setup, problem, k).is_some_and(|other| other.is(&standing));
            if self.contacts[..i].iter().any(is_same) {
                continue;
            }
            let lowest = standing.least(|c| self.acceleration(c, states));
            if self.acceleration(&lowest, states) >= -PENETRATES * scale {
                continue;
            }
            let which = |c: &Candidate| (c.a, c.b, c.key, c.gap.over_plane());
            let known = problem.candidates.iter().position(|c| which(c) == which(&lowest));
            let number = known.unwrap_or_else(|| {
                problem.add(lowest, setup.bodies);
                problem.candidates.len() - 1
            });
            if !self.contacts.contains(&number) && touching(setup, problem, number, reach) {
                self.contacts.push(number);
                self.solution.f.push(0.0);
            }
        }
        self.contacts.len() > count
    }

    /// Leaves only those of the candidates from a number on that carry force.
    fn drop_idle(&mut self, problem: &mut Problem, from: usize) {
        let (contacts, candidates) = (std::mem::take(&mut self.contacts), &mut problem.candidates);
        let added = candidates.split_off(from);
        let forces = std::mem::take(&mut self.solution.f);
        for (k, f) in contacts.into_iter().zip(forces).filter(|(k, f)| *k < from || *f > 0.0) {
            if k >= from {
                candidates.push(added[k - from]);
            }
            self.contacts.push(if k < from { k } else { candidates.len() - 1 });
            self.solution.f.push(f);
        }
    }

    /// Where the force of a flat is at a place that was added from a number on, alone or with another one near it: the one
    /// place there at which the gap's acceleration is least, if there is one.
    fn merge(&mut self, setup: &Setup, problem: &mut Problem, states: &[State], from: usize) {
        for number in from..problem.candidates.len() {
            let Some(standing) = flat(setup, problem, number) else { continue };
            let is_own = |&k: &usize| flat(setup, problem, k).is_some_and(|other| other.is(&standing));
            let pairs = self.contacts.iter().zip(&self.solution.f);
            let mut loaded = pairs.filter(|(k, f)| **f > 0.0 && is_own(k)).map(|(k, _)| *k);
            let [Some(k), l, None] = [(); 3].map(|()| loaded.next()) else { continue };
            let ends = [k, l.unwrap_or(k)].map(|k| &problem.candidates[k]);
            let least = standing.least(|c| self.acceleration(c, states));
            let known = least.gap.over_plane() == problem.candidates[number].gap.over_plane();
            if known || (k != number && l != Some(number)) || !standing.is_near(ends) {
                continue;
            }
            let (contacts, candidate) = (self.contacts.clone(), problem.candidates[number]);
            self.contacts.retain(|&k| k == number || !is_own(&k));
            if !self.level(setup, problem, states, (&standing, number)) {
                (self.contacts, problem.candidates[number]) = (contacts, candidate);
                problem.prepare(setup.bodies);
                self.evaluate(setup, problem, states);
            }
        }
    }

    /// Moves the one place of a flat until the gap's acceleration falls nowhere from it, by the secant method. Whether that is
    /// possible: not at a corner, nor on a straight edge.
    fn level(
        &mut self,
        setup: &Setup,
        problem: &mut Problem,
        states: &[State],
        (standing, number): (&Standing, usize),
    ) -> bool {
        let falls = |me: &Self| standing.falls(|c| me.acceleration(c, states));
        let way = falls(self);
        let (mut angle, mut before) = (libm::atan2(way.y, way.x), None::<[f64; 2]>);
        for _ in 0..MOST_TRIALS {
            let (sin, cos) = libm::sincos(angle);
            let out = DVec2::new(cos, sin);
            problem.candidates[number] = standing.farthest(out);
            problem.prepare(setup.bodies);
            self.evaluate(setup, problem, states);
            let way = falls(self);
            let off = libm::atan2(out.perp_dot(way), out.dot(way));
            let next = before.map_or(angle + off, |[a, o]| angle - off * (angle - a) / (off - o));
            if off.abs() <= LEVEL || next == angle {
                return true;
            }
            if !next.is_finite() {
                return false;
            }
            (angle, before) = (next, Some([angle, off]));
        }
        false
    }
}

/// The flat of which a candidate is a place.
fn flat<'a>(setup: &Setup<'a>, problem: &Problem, candidate: usize) -> Option<Standing<'a>> {
    let c = &problem.candidates[candidate];
    Standing::of(setup.bodies, [c.a, c.b], c.key)
}
