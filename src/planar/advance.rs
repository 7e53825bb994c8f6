//! One time step: from impact to impact, and never through one.
use super::body::State;
use super::collide::{self, Collider};
use super::contact::Contact;
use super::dynamics::{Dynamics, Setup};
use super::equations;
use super::forces::{Anchor, Spring};
use super::impulse::{Impact, Impacts, Rebound};
use super::integrate::Stepper;
use super::separate::Separation;
use super::world::{Notice, Settings};
use crate::complementarity::Status;
use glam::DVec2;

/// A contact acts while its gap is within this of the target, m.
pub const BAND: f64 = 1e-6;
/// A touch is found to this accuracy, m.
const TOUCH: f64 = 1e-8;
/// A new contact may have come this much nearer than the target when it is found, m.
const DEPTH: f64 = 1e-9;
/// A contact that carries force may drift this much under the target within a step before it counts as an impact, m.
const DRIFT: f64 = 1e-5;
/// No part of a step is shorter than this part of the time step, so that each step ends; the second number holds
/// once impacts crowd.
const SHORTEST: [f64; 2] = [1e-5, 1e-2];
/// Once impacts crowd, contacts may come this much nearer between two looks, m.
const CROWD_DEPTH: f64 = 1e-5;
/// No part of a step is shorter than this part of the time step for the sake of fast bodies and stiff springs.
const SMOOTHEST: f64 = 1.0 / 2000.0;
/// A part of a step in which a contact begins or ends to carry force is halved down to this part of the time step.
const KINK: f64 = 1.0 / 16.0;
/// A body moves at most this part of the smallest body's radius before impacts are looked for.
const STRIDE: f64 = 0.25;
/// A rebound with a flight shorter than this part of the time step is not followed; the contact rests.
const FLIGHT: f64 = 0.02;
/// Nor is one after which all further rebounds together are shorter than this part of the time step.
const FLIGHTS: f64 = 0.5;
/// After so many impacts in one step the others come without rebound.
const CROWD: usize = 100;

/// What a step reports.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The impacts.
    pub impacts: Vec<Impact>,
    /// What to tell.
    pub notices: Vec<Notice>,
}

/// Carries the bodies through a time step; all its storage is kept from one step to the next.
#[derive(Clone, Debug, Default)]
pub struct Advance {
    /// States of the bodies.
    pub states: Vec<State>,
    /// The problem of the contact forces, as last solved.
    pub dynamics: Dynamics,
    collider: Collider,
    stepper: Stepper,
    impacts: Impacts,
    separation: Separation,
    near: Vec<Contact>,
    rebounds: Vec<Rebound>,
    found: Vec<Contact>,
    start: Vec<State>,
    late: Vec<State>,
    trial: Vec<State>,
    hits: Vec<Contact>,
    /// How much nearer than it may be a new contact may come before it is found, m.
    slack: f64,
}

impl Advance {
    /// One time step from `time` on, on `states`.
    pub fn step(&mut self, setup: Setup, time: f64, report: &mut Report) {
        let h = setup.settings.time_step;
        self.separate(setup, report);
        let (mut done, mut events) = (0.0, 0);
        while done < h {
            self.look(setup);
            let crowded = events >= CROWD;
            self.slack = if crowded { CROWD_DEPTH } else { DEPTH };
            if self.collide(setup, !crowded, time + done, report) {
                events += 1;
                if events == CROWD {
                    report.notices.push(Notice::Crowded);
                }
            }
            self.choose_resting(setup);
            self.settle(setup);
            let span = self.span(setup).min(h - done);
            let shortest = (SHORTEST[usize::from(crowded)] * h).min(span);
            let reached = self.advance(setup, span, shortest);
            self.check_solution(report);
            done = if reached >= h - done { h } else { done + reached };
        }
    }

    /// The contacts that may carry force at the present states, and their forces.
    pub fn instant(&mut self, setup: Setup) {
        self.look(setup);
        self.choose_resting(setup);
        self.dynamics.begin(setup, &self.states);
        self.dynamics.evaluate(setup, &self.states, false);
    }

    /// Finds the contacts near enough to act, with the approach below which each does not rebound.
    pub fn look(&mut self, setup: Setup) {
        self.dynamics.place(&self.states);
        let reach = setup.settings.target_gap + BAND;
        self.collider.find(setup.bodies, &self.dynamics.frames, reach, &mut self.near);
        let Dynamics { frames, accelerations, .. } = &mut self.dynamics;
        equations::free_accelerations(setup, &self.states, frames, accelerations);
        let (h, free, states) = (setup.settings.time_step, &self.dynamics.accelerations, &self.states);
        let pull = |body: usize, point: DVec2| {
            (free[body].linear + free[body].angular * (point - states[body].position).perp()).length()
        };
        self.rebounds.clear();
        self.rebounds.extend(self.near.iter().map(|contact| {
            let bodies = [&setup.bodies[contact.a], &setup.bodies[contact.b]];
            let restitution = bodies.iter().map(|b| b.restitution).fold(setup.settings.restitution, f64::min);
            // a flight lasts 2 e v/pull, and all that follow together 1/(1 − e) of it
            let pull = 0.5 * (pull(contact.a, contact.point) + pull(contact.b, contact.point));
            let flight = FLIGHT.max(FLIGHTS * (1.0 - restitution)) / restitution.max(1e-3);
            let rest = BAND / h;
            Rebound { restitution, capture: flight * h * pull, rest, hop: rest.max(0.5 * FLIGHT * h * pull) }
        }));
    }

    /// Impulses at the contacts that approach. Whether there were any.
    pub fn collide(&mut self, setup: Setup, elastic: bool, time: f64, report: &mut Report) -> bool {
        if !elastic {
            self.rebounds.iter_mut().for_each(|rebound| rebound.restitution = 0.0);
        }
        let problem = (&self.near[..], &self.rebounds[..]);
        if !self.impacts.resolve(&mut self.dynamics, setup, problem, &mut self.states) {
            return false;
        }
        let hit = self.near.iter().zip(&self.impacts.impulses).filter(|(_, impulse)| **impulse > 0.0);
        report.impacts.extend(hit.map(|(&contact, &impulse)| Impact { time, contact, impulse }));
        true
    }

    /// Bodies nearer than they should be are moved apart a little.
    fn separate(&mut self, setup: Setup, report: &mut Report) {
        self.look(setup);
        if self.separation.apply(&mut self.dynamics, setup, &self.near, &mut self.states) {
            let depth = self.near.iter().map(|contact| -contact.gap).fold(0.0, f64::max);
            if depth > BAND {
                report.notices.push(Notice::Overlap(depth));
            }
        }
    }

    /// Of the near contacts, those that do not part carry force.
    fn choose_resting(&mut self, setup: Setup) {
        let Settings { target_gap, time_step, .. } = *setup.settings;
        let resting = |(contact, rebound): (&Contact, &Rebound)| {
            // one under its target is on its way back to it, at this speed at most
            let back = (target_gap - contact.gap).max(0.0) / time_step;
            let parts = contact.normal_velocity(&self.states) > rebound.hop + back;
            (!parts).then_some(*contact)
        };
        self.dynamics.contacts.clear();
        self.dynamics.contacts.extend(self.near.iter().zip(&self.rebounds).filter_map(resting));
    }

    /// Brings the contacts that stay closed to rest.
    fn settle(&mut self, setup: Setup) {
        self.dynamics.begin(setup, &self.states);
        self.dynamics.evaluate(setup, &self.states, false);
        let noise = 1e-6 * self.dynamics.lcp.b.iter().fold(1.0, |m: f64, b| m.max(b.abs()));
        let contacts = self.dynamics.contacts.iter().zip(&self.dynamics.solution.a);
        self.found.clear();
        self.found.extend(contacts.filter(|(_, a)| **a <= noise).map(|(contact, _)| *contact));
        self.impacts.settle(&mut self.dynamics, setup, &self.found, &mut self.states);
    }

    /// The longest part of a step in which no body outruns the search for impacts and no spring its integrator.
    fn span(&self, setup: Setup) -> f64 {
        let h = setup.settings.time_step;
        let moving = || setup.bodies.iter().zip(&self.states).filter(|(body, _)| !body.is_fixed());
        let radius = moving().map(|(body, _)| body.shape.radius()).fold(f64::INFINITY, f64::min);
        let speed =
            moving().map(|(body, s)| s.velocity.length() + s.omega.abs() * body.shape.radius()).fold(0.0, f64::max);
        let stiff = setup.forces.springs.iter().chain(&setup.forces.hand).map(|spring| stiffness(spring, setup));
        let damped = moving().map(|(body, _)| setup.forces.damping * damping_per_kg(body, setup));
        let fastest = stiff.map(f64::sqrt).chain(damped).fold(speed / (STRIDE * radius), f64::max);
        if fastest * h <= 1.0 { h } else { fastest.recip().max(SMOOTHEST * h) }
    }

    /// Integrates up to `span`, or up to the first new touch. The time that passed.
    fn advance(&mut self, setup: Setup, mut span: f64, shortest: f64) -> f64 {
        self.start.clone_from(&self.states);
        let mut through = self.passes_through(setup, span);
        while self.stepper.switched() && span > KINK * setup.settings.time_step {
            span *= 0.5;
            through = self.passes_through(setup, span);
        }
        let time = if through { self.search(setup, span, shortest) } else { span };
        std::mem::swap(&mut self.states, &mut self.trial);
        time
    }

    /// The time of the first touch before `late`, when something has passed through. Leaves the states of that time
    /// in `trial`.
    fn search(&mut self, setup: Setup, mut late: f64, shortest: f64) -> f64 {
        let (mut early, accuracy) = (0.0, 1e-13 * late);
        std::mem::swap(&mut self.late, &mut self.trial);
        for round in 1.. {
            // every third guess halves the bracket, in case the guesses creep
            let guess = if round % 3 == 0 { 0.5 * (early + late) } else { self.first_hit(setup, early, late) };
            let time = guess.max(shortest);
            let through = self.passes_through(setup, time);
            if (through && time <= shortest) || late - early <= accuracy || (!through && self.touches(setup)) {
                return time;
            }
            if through {
                late = time;
                std::mem::swap(&mut self.late, &mut self.trial);
            } else {
                early = time;
                std::mem::swap(&mut self.states, &mut self.trial);
            }
        }
        late
    }

    /// Integrates from the start over `time` into `trial`. Whether some contact is then nearer than it may be; if so
    /// these contacts are kept in `hits`.
    fn passes_through(&mut self, setup: Setup, time: f64) -> bool {
        self.stepper.integrate(&mut self.dynamics, setup, time, &self.start, &mut self.trial);
        self.dynamics.place(&self.trial);
        let reach = setup.settings.target_gap - self.slack;
        self.collider.find(setup.bodies, &self.dynamics.frames, reach, &mut self.found);
        let mut found = std::mem::take(&mut self.found);
        found.retain(|contact| contact.gap < self.limit(setup, contact));
        let through = !found.is_empty();
        if through {
            std::mem::swap(&mut self.hits, &mut found);
        }
        self.found = found;
        through
    }

    /// The gap under which a contact counts as passed through. One that was near at the start may not come nearer; so
    /// may none of a pair that overlapped, whose features change as it is set apart.
    fn limit(&self, setup: Setup, contact: &Contact) -> f64 {
        let target = setup.settings.target_gap;
        if let Some(known) = self.near.iter().find(|near| near.key() == contact.key()) {
            let resting = self.dynamics.contacts.iter().any(|resting| resting.key() == contact.key());
            return known.gap.min(target) - if resting { DRIFT } else { self.slack };
        }
        let pair = |c: &Contact| (c.a.min(c.b), c.a.max(c.b));
        let same = self.near.iter().filter(|near| pair(near) == pair(contact));
        let least = same.map(|near| near.gap).fold(target, f64::min);
        if least < target - DRIFT { least - DRIFT } else { target - self.slack }
    }

    /// Whether one of the hits is just being reached at the trial states.
    fn touches(&self, setup: Setup) -> bool {
        self.hits.iter().any(|hit| {
            let (gap, rate) = gap_and_rate(*hit, setup, &self.trial);
            rate < 0.0 && gap <= self.limit(setup, hit) + self.slack + TOUCH
        })
    }

    /// An estimate of the first time between `early` and `late` at which one of the hits is reached: the cubic through
    /// gaps and rates at both ends.
    fn first_hit(&self, setup: Setup, early: f64, late: f64) -> f64 {
        let span = late - early;
        let hit = |hit: &Contact| {
            let limit = self.limit(setup, hit);
            let (g0, r0) = gap_and_rate(*hit, setup, &self.states);
            let (g1, r1) = gap_and_rate(*hit, setup, &self.late);
            if g0 < limit {
                return 0.5 * (early + late); // it came in past the end of this edge, through another feature
            }
            // one that starts at the limit may not rise over the usual level
            let level = if g0 > limit + self.slack + 0.25 * TOUCH {
                limit + self.slack + 0.25 * TOUCH
            } else {
                0.5 * (g0 + limit)
            };
            let cubic = |x: f64| {
                let y = 1.0 - x;
                y * y * (g0 * (1.0 + 2.0 * x) + x * span * r0) + x * x * (g1 * (3.0 - 2.0 * x) - y * span * r1)
            };
            let (mut above, mut below) = (0.0, 1.0);
            for _ in 0..50 {
                let middle = 0.5 * (above + below);
                *(if cubic(middle) > level { &mut above } else { &mut below }) = middle;
            }
            early + below * span
        };
        self.hits.iter().map(hit).fold(late, f64::min)
    }

    /// Tells of contact forces that do not exist.
    fn check_solution(&self, report: &mut Report) {
        let solution = &self.dynamics.solution;
        let scale = self.dynamics.lcp.b.iter().fold(1.0_f64, |m, b| m.max(b.abs()));
        let told = report.notices.iter().any(|notice| matches!(notice, Notice::NoSolution(_)));
        if solution.status != Status::Solved && solution.residual > 1e-9 * scale && !told {
            report.notices.push(Notice::NoSolution(solution.residual));
        }
    }
}

/// Gap and its rate for the features of a contact at other states.
fn gap_and_rate(mut contact: Contact, setup: Setup, states: &[State]) -> (f64, f64) {
    collide::refresh(&mut contact, setup.bodies, |body| states[body].frame());
    (contact.gap, contact.normal_velocity(states))
}

/// Square of the greatest frequency that a spring can give its bodies, 1/s².
fn stiffness(spring: &Spring, setup: Setup) -> f64 {
    let end = |body: usize, arm: DVec2| {
        setup.bodies[body].inverse_mass() + arm.length_squared() * setup.bodies[body].inverse_inertia()
    };
    let far = if let Anchor::Body(body, point) = spring.anchor { end(body, point) } else { 0.0 };
    spring.stiffness.abs() * (end(spring.body, spring.attach) + far)
}

fn damping_per_kg(body: &super::body::Body, setup: Setup) -> f64 {
    body.inverse_mass().max(setup.forces.rotation_damping * body.inverse_inertia())
}
