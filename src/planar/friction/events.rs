//! A time step of the first scheme with friction: from one event to the next.
//!
//! Events are impacts, and instants at which a contact that slides comes to rest along its edge. In between each contact
//! that slides keeps its direction, and one at rest sticks as long as its cone allows.
use super::cones::Cones;
use super::impact::FrictionImpacts;
use super::{Mode, Scheme, Setup};
use crate::planar::body::State;
use crate::planar::collide;
use crate::planar::contact::Contact;
use crate::planar::equations::Correction;
use crate::planar::step::{CROWD, Report, Workspace, most_events};
use crate::planar::world::Notice;

/// Where accelerations have no solution, this part of a time step goes by velocities; twice as much each time that they have
/// none again in the same step.
const SHOCK: f64 = 1.0 / 256.0;

/// What steps with friction need beside the others; storage is kept.
#[derive(Clone, Debug, Default)]
pub struct Strides {
    pub(in crate::planar) impacts: FrictionImpacts,
    pub(super) cones: Cones,
    /// States at the start of a step, and of a part of it.
    pub(super) whole: Vec<State>,
    pub(super) start: Vec<State>,
    pub(super) contacts: Vec<Contact>,
}

impl Workspace {
    /// One time step from `time` on, on `states`.
    pub(in crate::planar) fn step_with_friction(&mut self, setup: Setup, time: f64, report: &mut Report) {
        let h = setup.settings.time_step;
        let mut moved = self.separate(setup, report);
        // a step depends on its start alone
        self.dynamics.friction.forget_contacts();
        let (mut done, mut events, most) = (0.0, 0, most_events(setup));
        self.strides.whole.clone_from(&self.states);
        let told = [report.impacts.len(), report.notices.len()];
        let mut shock = SHOCK * h;
        while done < h {
            let (rest, now) = (h - done, time + done);
            let by_velocities = setup.settings.scheme == Scheme::Velocity;
            if !by_velocities && events >= most {
                // the whole step: what a crowd leaves of gaps would be set right again and again between impacts, and lift it
                self.states.clone_from(&self.strides.whole);
                report.impacts.truncate(told[0]);
                report.notices.truncate(told[1]);
                let times = [time, h, self.longest_span(setup)];
                self.crowd.run(setup, times, &mut self.states, &mut report.impacts);
                break;
            }
            let longest = self.longest_span(setup).min(rest);
            let span = if by_velocities {
                self.stride(setup, longest, now, report);
                longest
            } else {
                if moved {
                    self.look(setup);
                }
                self.stretch(setup, [longest, now], &mut shock, report)
            };
            moved = true;
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

    /// Impacts of the contacts found, then motion up to the next event or by `longest`; by `shock` at most where
    /// accelerations have no solution. The time that passed.
    fn stretch(&mut self, setup: Setup, [longest, time]: [f64; 2], shock: &mut f64, report: &mut Report) -> f64 {
        self.dynamics.lost = false;
        self.collide(setup, time, report);
        self.choose_resting(setup);
        self.settle_with_friction(setup);
        if self.dynamics.friction.solved {
            self.strides.start.clone_from(&self.states);
            let span = self.advance(setup, longest);
            if !self.dynamics.lost {
                return span;
            }
            self.states.clone_from(&self.strides.start);
        }
        let span = longest.min(*shock);
        *shock *= 2.0;
        let impulse = self.stride(setup, span, time, report);
        match report.notices.iter_mut().find(|notice| matches!(notice, Notice::Shock(_))) {
            Some(Notice::Shock(most)) => *most = most.max(impulse),
            _ => report.notices.push(Notice::Shock(impulse)),
        }
        span
    }

    /// Computes the forces, after bringing the gaps that stay closed to their targets and to rest, and the tangents
    /// that stick to rest. Left to accelerations, what is off would ask more of contacts that stick than bodies can do.
    fn settle_with_friction(&mut self, setup: Setup) {
        self.strides.cones.copy(&self.dynamics.friction);
        self.dynamics.begin(setup, &self.states);
        self.dynamics.friction.guess(&self.strides.cones);
        self.dynamics.evaluate(setup, &self.states);
        let correction = Correction::of(setup.settings);
        let (friction, cones) = (&self.dynamics.friction, &mut self.strides.cones);
        if friction.solved && !friction.is_empty() {
            cones.copy(friction);
            for (mode, opens) in cones.modes.iter_mut().zip(self.dynamics.opening()) {
                *mode = if opens { Mode::Open } else { *mode };
            }
            cones.b.clear();
            cones.b.extend(self.dynamics.contacts.iter().map(|contact| correction.off(contact)));
            cones.b.resize(2 * cones.len(), 0.0);
            let shifted = cones.bring_to_zero() && cones.shift(setup.bodies, Correction::DRIFT, &mut self.states);
            cones.note_velocities(&self.states);
            let stopped = cones.bring_to_zero();
            if stopped {
                cones.push(&mut self.states);
            }
            if shifted || stopped {
                cones.copy(&self.dynamics.friction);
                self.dynamics.begin(setup, &self.states);
                self.dynamics.friction.guess(cones);
                self.dynamics.evaluate(setup, &self.states);
            }
            if shifted {
                for contact in &mut self.near {
                    collide::refresh(contact, setup.bodies, |body| self.dynamics.frames[body]);
                }
            }
        }
        self.dynamics.friction.keep_slipping();
    }
}
