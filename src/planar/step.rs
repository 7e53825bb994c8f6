//! One time step: from impact to impact, and never through one.
use super::advance::{Advance, Stretch};
use super::body::{Body, State};
use super::collide::Collider;
use super::contact::Contact;
use super::crowd::Crowd;
use super::dynamics::{Dynamics, Setup};
use super::equations;
use super::friction::Strides;
use super::impulse::{Impact, Impacts, Rebound};
use super::length;
use super::separate::Separation;
use super::world::{Notice, Settings};
use crate::complementarity::Status;

/// A contact acts while its gap is within this of the target, m.
pub const BAND: f64 = 1e-6;
/// No part of a step is shorter than this part of the time step, so that each step ends.
pub(super) const SHORTEST: f64 = 1e-5;
/// After so many impacts in one step of few bodies all that is left of it is taken at once, as a crowd.
pub(super) const CROWD: usize = 100;
/// So many bodies are few. The work of following one impact grows like the cube of their number, for all contact forces
/// follow from it, and impacts grow in number beside; so the number of those that are followed one by one shrinks like the
/// fourth power. With the third, heaps of 20 squares take three times as long.
const FEW: usize = 6;
/// A body moves at most this part of the smallest body's radius before impacts are looked for.
const STRIDE: f64 = 0.25;

/// What a step reports.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The impacts.
    pub impacts: Vec<Impact>,
    /// What to tell.
    pub notices: Vec<Notice>,
}

/// All that a step works with; its storage is kept from one step to the next, its content is not.
#[derive(Debug, Default)]
pub struct Workspace {
    /// States of the bodies.
    pub states: Vec<State>,
    /// The problem of the contact forces, as last solved.
    pub dynamics: Dynamics,
    pub(super) collider: Collider,
    impacts: Impacts,
    /// What steps with friction need beside.
    pub(super) strides: Strides,
    separation: Separation,
    advance: Advance,
    pub(super) near: Vec<Contact>,
    pub(super) rebounds: Vec<Rebound>,
    closed: Vec<Contact>,
    pub(super) crowd: Crowd,
}

impl Workspace {
    /// One time step from `time` on, on `states`.
    pub fn step(&mut self, setup: Setup, time: f64, report: &mut Report) {
        if setup.has_friction() {
            return self.step_with_friction(setup, time, report);
        }
        let h = setup.settings.time_step;
        let mut moved = self.separate(setup, report);
        let (mut done, mut events, most) = (0.0, 0, most_events(setup));
        while done < h && events < most {
            if moved {
                self.look(setup);
            }
            moved = true;
            let hit = self.collide(setup, time + done, report);
            self.choose_resting(setup);
            self.settle(setup);
            let longest = self.longest_span(setup).min(h - done);
            let span = self.advance(setup, longest);
            self.check_solution(report);
            events += usize::from(hit || span < longest);
            done = if span >= h - done { h } else { done + span };
        }
        if done < h {
            let times = [time + done, h - done, self.longest_span(setup)];
            self.crowd.run(setup, times, &mut self.states, &mut report.impacts);
        }
        if events >= CROWD {
            report.notices.push(Notice::Crowded);
        }
    }

    /// The contacts that may carry force at the present states, and their forces.
    pub fn instant(&mut self, setup: Setup) {
        self.look(setup);
        self.choose_resting(setup);
        self.dynamics.begin(setup, &self.states);
        let crowd = (most_events(setup) == 0).then(|| self.crowd.solver());
        self.dynamics.evaluate_whole(setup, &self.states, crowd);
    }

    /// Finds the contacts near enough to act, with the approach below which each does not rebound.
    pub fn look(&mut self, setup: Setup) {
        self.look_within(setup, setup.settings.target_gap + BAND);
    }

    /// The same for gaps under `reach`, m.
    pub(super) fn look_within(&mut self, setup: Setup, reach: f64) {
        self.dynamics.place(&self.states);
        self.collider.find(setup.bodies, &self.dynamics.frames, reach, &mut self.near);
        let Dynamics { frames, accelerations, .. } = &mut self.dynamics;
        equations::free_accelerations(setup, &self.states, frames, accelerations);
        let pull = |body: usize| self.dynamics.accelerations[body];
        self.rebounds.clear();
        self.rebounds.extend(self.near.iter().map(|contact| Rebound::of(setup, contact, &self.states, pull)));
    }

    /// Impulses at the contacts that approach. Whether there were any.
    pub fn collide(&mut self, setup: Setup, time: f64, report: &mut Report) -> bool {
        let problem = (&self.near[..], &self.rebounds[..]);
        let (hit, impulses) = if setup.has_friction() {
            let impacts = &mut self.strides.impacts;
            (impacts.resolve(setup, problem.0, problem.1, &mut self.states), &impacts.impulses)
        } else {
            (self.impacts.resolve(&mut self.dynamics, setup, problem, &mut self.states), &self.impacts.impulses)
        };
        if !hit {
            return false;
        }
        let hit = self.near.iter().zip(impulses).filter(|(_, impulse)| **impulse > 0.0);
        report.impacts.extend(hit.map(|(&contact, &impulse)| Impact { time, contact, impulse }));
        true
    }

    /// Bodies nearer than they should be are moved apart a little. Whether any were; if not, the look at the contacts
    /// still holds.
    pub(super) fn separate(&mut self, setup: Setup, report: &mut Report) -> bool {
        self.look(setup);
        let moved = self.separation.apply(&mut self.dynamics, setup, (&self.collider, &self.near), &mut self.states);
        if moved {
            let depth = self.near.iter().map(|contact| -contact.gap).fold(0.0, f64::max);
            if depth > BAND {
                let held = self.separation.is_without_way();
                report.notices.push(if held { Notice::NoWay(depth) } else { Notice::Overlap(depth) });
            }
        }
        moved
    }

    /// Of the near contacts, those that do not part carry force.
    pub(super) fn choose_resting(&mut self, setup: Setup) {
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

    /// Computes the contact forces, after bringing the contacts that stay closed to rest.
    fn settle(&mut self, setup: Setup) {
        // in most piles every contact carries; and a guess from the last step would make steps depend on the past
        self.dynamics.solution.f.clear();
        self.dynamics.solution.f.resize(self.dynamics.contacts.len(), 1.0);
        self.dynamics.begin(setup, &self.states);
        self.dynamics.evaluate(setup, &self.states);
        self.closed.clear();
        let contacts = self.dynamics.contacts.iter().zip(self.dynamics.opening());
        self.closed.extend(contacts.filter(|(_, opening)| !opening).map(|(contact, _)| *contact));
        if self.impacts.settle(setup, &self.closed, &mut self.states) {
            self.dynamics.begin(setup, &self.states);
            self.dynamics.evaluate(setup, &self.states);
        }
    }

    /// Carries the states on by `longest`, or up to the first new touch. The time that passed.
    pub(super) fn advance(&mut self, setup: Setup, longest: f64) -> f64 {
        let shortest = (SHORTEST * setup.settings.time_step).min(longest);
        let stretch = Stretch { setup, near: &self.near, longest, shortest };
        self.advance.run(stretch, &mut self.dynamics, &mut self.states)
    }

    /// The longest part of a step in which no body outruns the search for impacts and no spring its integrator.
    pub(super) fn longest_span(&self, setup: Setup) -> f64 {
        let h = setup.settings.time_step;
        let moving = || setup.bodies.iter().zip(&self.states).filter(|(body, _)| !body.is_fixed());
        let radius = moving().map(|(body, _)| body.shape.radius()).fold(f64::INFINITY, f64::min);
        let stiff =
            setup.forces.springs.iter().chain(&setup.forces.hand).map(|spring| spring.rate_squared(setup.bodies));
        let damped = moving().map(|(body, _)| setup.forces.damping * damping_per_kg(body, setup));
        let fastest = stiff.map(f64::sqrt).chain(damped).fold(self.speed(setup) / (STRIDE * radius), f64::max);
        if fastest * h <= 1.0 { h } else { fastest.min(setup.settings.fastest_rate()).recip() }
    }

    /// A bound on the speed of any point of any body, m/s.
    pub(super) fn speed(&self, setup: Setup) -> f64 {
        let bodies = setup.bodies.iter().zip(&self.states).filter(|(body, _)| !body.is_fixed());
        bodies.map(|(body, s)| length(s.velocity) + s.omega.abs() * body.shape.radius()).fold(0.0, f64::max)
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

/// How many impacts of one step are followed one by one.
pub(super) fn most_events(setup: Setup) -> usize {
    let moving = setup.bodies.iter().filter(|body| !body.is_fixed()).count().max(FEW);
    CROWD * FEW.pow(4) / moving.pow(4)
}

fn damping_per_kg(body: &Body, setup: Setup) -> f64 {
    body.inverse_mass().max(setup.forces.rotation_damping * body.inverse_inertia())
}
