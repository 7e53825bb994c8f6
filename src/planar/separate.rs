//! Sets bodies apart that are nearer than they should be: by moving them, not by pushing.
//!
//! A force would turn the overlap into speed. Moving the bodies a little in each step, by the least sum of
//! mass · distance², adds no energy of motion. It is the same complementarity problem once more, with displacements for
//! accelerations: A λ + (gap − wanted) ≥ 0, λ ≥ 0. In a slot too tight for its block it has no solution; the least
//! violation then sets the block in the middle. Nor has it one where a body is so deep in another that its corners stand
//! on opposite sides of that: the two then part in the direction of the edge out of which they are soonest.
use super::body::{Body, State};
use super::collide::Collider;
use super::contact::Contact;
use super::dynamics::Asked;
use super::dynamics::{Dynamics, Setup};
use super::equations::{Correction, Rows, Twist};
use super::length;
use super::world::Settings;
use crate::complementarity::{Solution, Status};

/// Speed at which bodies are set apart, in radii of the smaller body per second.
const SPEED: f64 = 0.5;
/// Those that are deep in each other go faster, at this part of the depth per second: even a body within one that is ten times
/// its size is outside in 2 s.
const RATE: f64 = 3.0;

/// A way out is no longer than so many times the overlap.
const LONGEST: f64 = 2.0;

/// The storage, kept from one step to the next.
#[derive(Clone, Debug, Default)]
pub struct Separation {
    close: Vec<Contact>,
    ways: Vec<Contact>,
    shifts: Vec<Twist>,
    rows: Rows,
    b: Vec<f64>,
    solution: Solution,
}

impl Separation {
    /// Moves the bodies of the contacts that are too near, for one time step; the collider has just found them. Whether any
    /// moved.
    pub fn apply(
        &mut self,
        dynamics: &mut Dynamics,
        setup: Setup,
        (collider, near): (&Collider, &[Contact]),
        states: &mut [State],
    ) -> bool {
        let target = setup.settings.target_gap;
        let too_near = |contact: &&Contact| contact.gap < target - Correction::DRIFT;
        if !near.iter().any(|contact| too_near(&contact)) {
            return false;
        }
        self.close.clear();
        self.close.extend(near.iter());
        self.solve(dynamics, setup, states);
        if self.solution.status != Status::Solved && self.choose_ways(collider, setup.bodies) {
            self.solve(dynamics, setup, states);
        }
        self.shift(setup.bodies.len(), states);
        true
    }

    /// Whether no motion sets all of them apart that [`Self::apply`] was last asked for.
    pub fn is_without_way(&self) -> bool {
        self.solution.status == Status::Ray
    }

    /// Moves the bodies, none farther than by all that is asked together: what is held between two edges that are nearly
    /// parallel would fly along them.
    fn shift(&mut self, bodies: usize, states: &mut [State]) {
        self.shifts.clear();
        self.shifts.resize(bodies, Twist::default());
        self.rows.push(&self.solution.f, &mut self.shifts);
        let asked: f64 = self.b.iter().map(|b| (-b).max(0.0)).sum();
        let farthest = self.shifts.iter().map(|shift| length(shift.linear)).fold(0.0, f64::max);
        let part = if farthest > asked { asked / farthest } else { 1.0 };
        for (state, shift) in states.iter_mut().zip(&self.shifts) {
            state.position += part * shift.linear;
            state.angle += part * shift.angular;
        }
    }

    fn solve(&mut self, dynamics: &mut Dynamics, setup: Setup, states: &[State]) {
        let Settings { target_gap, time_step, .. } = *setup.settings;
        self.rows.fill(&self.close, setup.bodies, states);
        self.b.clear();
        self.b.extend(self.close.iter().map(|contact| {
            let short = target_gap - contact.gap;
            let speed = (SPEED * smaller_radius(contact, setup.bodies)).max(RATE * short);
            if short > Correction::DRIFT { -short.min(time_step * speed) } else { -short }
        }));
        let asked = Asked { rows: &self.rows, b: &self.b, warm: false };
        dynamics.solve_rows(setup.settings, asked, &mut self.solution);
    }

    /// Where contacts of two bodies in each other are opposed, leaves those that lead along their shortest way out. Whether
    /// there were any.
    fn choose_ways(&mut self, collider: &Collider, bodies: &[Body]) -> bool {
        let Self { close, ways, .. } = self;
        ways.clear();
        for contact in &*close {
            let opposed = close.iter().any(|other| facing(contact, other).is_some_and(|cosine| cosine < 0.0));
            if opposed && !ways.iter().any(|way| facing(way, contact).is_some()) {
                let way = collider.way_out(bodies, contact);
                // out of a slot in one body that is too tight there is none
                ways.extend(way.filter(|way| way.gap > LONGEST * contact.gap));
            }
        }
        let agrees = |contact: &Contact, way: &Contact| {
            facing(way, contact).is_none_or(|cosine| cosine > 0.0 && way.key() != contact.key())
        };
        close.retain(|contact| ways.iter().all(|way| agrees(contact, way)));
        close.extend_from_slice(ways);
        !ways.is_empty()
    }
}

/// Cosine between the directions in which two contacts of the same two bodies push; none if the bodies are not the same.
fn facing(one: &Contact, other: &Contact) -> Option<f64> {
    let cosine = one.normal.dot(other.normal);
    match (one.a, one.b) {
        pair if pair == (other.a, other.b) => Some(cosine),
        pair if pair == (other.b, other.a) => Some(-cosine),
        _ => None,
    }
}

fn smaller_radius(contact: &Contact, bodies: &[Body]) -> f64 {
    let radius = |body: usize| if bodies[body].is_fixed() { f64::INFINITY } else { bodies[body].shape.radius() };
    radius(contact.a).min(radius(contact.b))
}
