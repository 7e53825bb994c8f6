//! A time step of the first scheme with friction: from one event to the next.
//!
//! Events are impacts, and instants at which a contact that slides comes to rest along its edge. In between each contact
//! that slides keeps its direction, and one at rest sticks as long as its cone allows.
use super::cones::{Cones, REST};
use super::impact::FrictionImpacts;
use super::{Mode, Scheme, Setup};
use crate::planar::body::State;
use crate::planar::collide;
use crate::planar::contact::Contact;
use crate::planar::step::{CROWD, Report, SHORTEST, Workspace, most_events};
use crate::planar::world::Notice;

/// Where accelerations have no solution, this part of a time step goes by velocities.
const SHOCK: f64 = 1.0 / 256.0;
/// Rates that are left to rows at rest, m/s: in an hour less than 1e-9 m.
const SETTLED: f64 = 1e-13;
/// An event is found to this part of the time step.
const INSTANT: f64 = 1e-10;
/// Guesses at the time of an event: each third halves the bracket.
const GUESSES: usize = 90;

/// What steps with friction need beside the others; storage is kept.
#[derive(Clone, Debug, Default)]
pub struct Strides {
    pub(in crate::planar) impacts: FrictionImpacts,
    pub(super) cones: Cones,
    pub(super) start: Vec<State>,
    pub(super) contacts: Vec<Contact>,
    /// Velocities along the tangents, against the sense in which each slides, at both ends of the bracket.
    early: Vec<f64>,
    late: Vec<f64>,
    found: Vec<f64>,
}

impl Workspace {
    /// One time step from `time` on, on `states`.
    pub(in crate::planar) fn step_with_friction(&mut self, setup: Setup, time: f64, report: &mut Report) {
        let h = setup.settings.time_step;
        self.separate(setup, report);
        let (mut done, mut events, most) = (0.0, 0, most_events(setup));
        while done < h {
            let (rest, now) = (h - done, time + done);
            let by_velocities = setup.settings.scheme == Scheme::Velocity || events >= most;
            let longest = self.longest_span(setup).min(rest);
            let span = if by_velocities {
                self.stride(setup, longest, events < CROWD, now, report)[0]
            } else {
                self.stretch(setup, longest, now, report)
            };
            events += usize::from(!by_velocities && span < longest);
            done = if span >= rest { h } else { done + span };
        }
        let found = [&mut self.dynamics.friction, &mut self.strides.cones, &mut self.strides.impacts.part];
        let left = found.into_iter().map(|cones| std::mem::take(&mut cones.handed_over)).sum();
        if left > 0 {
            report.notices.push(Notice::HandedOver(left));
        }
        if events >= CROWD {
            report.notices.push(Notice::Crowded);
        }
    }

    /// Impacts, then motion up to the next event or by `longest`. The time that passed.
    fn stretch(&mut self, setup: Setup, longest: f64, time: f64, report: &mut Report) -> f64 {
        self.dynamics.lost = false;
        self.look(setup);
        self.collide(setup, time, report);
        self.choose_resting(setup);
        self.settle_with_friction(setup);
        if self.dynamics.friction.solved {
            self.strides.start.clone_from(&self.states);
            let span = self.slide(setup, longest);
            if !self.dynamics.lost {
                return span;
            }
            self.states.clone_from(&self.strides.start);
        }
        let span = longest.min(SHOCK * setup.settings.time_step);
        let [span, impulse] = self.stride(setup, span, true, time, report);
        match report.notices.iter_mut().find(|notice| matches!(notice, Notice::Shock(_))) {
            Some(Notice::Shock(most)) => *most = most.max(impulse),
            _ => report.notices.push(Notice::Shock(impulse)),
        }
        span
    }

    /// Computes the forces, after bringing to rest the gaps that stay closed and the tangents that stick.
    fn settle_with_friction(&mut self, setup: Setup) {
        self.dynamics.begin(setup, &self.states);
        self.dynamics.evaluate(setup, &self.states);
        let (friction, cones) = (&self.dynamics.friction, &mut self.strides.cones);
        if friction.solved && !friction.is_empty() {
            cones.copy(friction);
            for (mode, opens) in cones.modes.iter_mut().zip(self.dynamics.opening()) {
                *mode = if opens { Mode::Open } else { *mode };
            }
            let n = cones.len();
            let mut b = std::mem::take(&mut cones.b);
            b.clear();
            b.extend(cones.velocities(&self.states));
            let held = |i: usize| match cones.modes[i] {
                Mode::Open => 0.0,
                Mode::Stick => b[i].abs().max(b[n + i].abs()),
                _ => b[i].abs(),
            };
            let fastest = (0..n).map(held).fold(0.0, f64::max);
            cones.b = b;
            if fastest > SETTLED {
                cones.hold();
                cones.push(&mut self.states);
                cones.f.clone_from(&self.dynamics.friction.f);
                self.dynamics.begin(setup, &self.states);
                self.dynamics.friction.guess(cones);
                self.dynamics.evaluate(setup, &self.states);
            }
        }
        self.dynamics.friction.keep_slipping();
    }

    /// Carries the states on by `longest`, to the first new touch, or until a contact that slides has come to rest.
    fn slide(&mut self, setup: Setup, longest: f64) -> f64 {
        let h = setup.settings.time_step;
        let (mut early, mut asked) = (0.0, longest);
        self.strides.early.clear();
        let mut span = self.advance(setup, asked);
        let mut late = span;
        for guess in 1..=GUESSES {
            let turned = self.note_turned(setup);
            if (!turned && (guess == 1 || span < asked || self.is_at_rest())) || self.dynamics.lost {
                break;
            }
            if turned {
                late = span;
            } else {
                early = span;
            }
            if late - early <= INSTANT * h || asked <= SHORTEST * h {
                break;
            }
            let middle = 0.5 * (early + late);
            asked = if guess % 3 == 0 { middle } else { self.first_rest(early, late) }.max(SHORTEST * h).min(late);
            self.states.clone_from(&self.strides.start);
            self.dynamics.evaluate(setup, &self.states);
            span = self.advance(setup, asked);
        }
        span
    }

    /// Whether some contact that slides and carries has turned round at the present states. Notes all their velocities, as
    /// the late or the early ones.
    fn note_turned(&mut self, setup: Setup) -> bool {
        let Self { dynamics, strides, states, .. } = self;
        let Strides { cones, contacts, early, late, found, .. } = strides;
        dynamics.place(states);
        contacts.clone_from(&dynamics.contacts);
        contacts.iter_mut().for_each(|contact| collide::refresh(contact, setup.bodies, |body| dynamics.frames[body]));
        cones.fill(setup, contacts, states);
        let friction = &dynamics.friction;
        // one that has opened by now may have turned before, and friction then would have driven it on
        let ahead = |(i, (v, &sign)): (usize, (f64, &i8))| {
            let counts = sign != 0 && friction.carried[i] && friction.friction[i] > 0.0;
            if counts { f64::from(sign) * v } else { f64::INFINITY }
        };
        found.clear();
        found.extend(cones.velocities(states).skip(cones.len()).zip(&friction.sliding).enumerate().map(ahead));
        let turned = found.iter().any(|v| *v < -REST);
        std::mem::swap(found, if turned { late } else { early });
        turned
    }

    /// Whether a contact that turns round within the bracket is at rest at its early end.
    fn is_at_rest(&self) -> bool {
        let Strides { early, late, .. } = &self.strides;
        early.iter().zip(late).any(|(early, late)| *late < -REST && *early <= REST)
    }

    /// When the first of the contacts that turn round comes to rest, by the straight line between the ends of the bracket.
    fn first_rest(&self, early: f64, late: f64) -> f64 {
        let Strides { early: before, late: after, .. } = &self.strides;
        let rest = |(i, after): (usize, &f64)| {
            let before = before.get(i).copied().unwrap_or(f64::INFINITY);
            let part = if before.is_finite() { before.max(0.0) / (before.max(0.0) - after) } else { 0.5 };
            early + part * (late - early)
        };
        after.iter().enumerate().filter(|(_, after)| **after < -REST).map(rest).fold(late, f64::min)
    }
}
