//! A scene carried through time, with a log of all steps.
use super::instant::pair;
use contact_forces::planar::body::{BodyId, State};
use contact_forces::planar::impulse::Impact;
use contact_forces::planar::world::World;
use std::collections::BTreeMap;

/// What is known at the end of a step.
pub struct Frame {
    pub time: f64,
    pub states: Vec<State>,
    /// Total contact force of each two bodies, N; only where the run records forces.
    pub forces: BTreeMap<(BodyId, BodyId), f64>,
    /// J.
    pub energy: f64,
    pub least_gap: f64,
}

/// A run and its log.
pub struct Run {
    pub world: World,
    pub frames: Vec<Frame>,
    pub impacts: Vec<Impact>,
    step: f64,
    with_forces: bool,
}

impl Run {
    pub fn new(world: World, step: f64, with_forces: bool) -> Self {
        let mut run = Self { world, frames: Vec::new(), impacts: Vec::new(), step, with_forces };
        run.record();
        run
    }

    fn record(&mut self) {
        let mut forces = BTreeMap::new();
        if self.with_forces {
            let instant = self.world.instant();
            for (contact, f) in instant.contacts.iter().zip(&instant.solution.f) {
                *forces.entry(pair(contact.a, contact.b)).or_insert(0.0) += f;
            }
        }
        let (time, states) = (self.world.time, self.world.states());
        let (energy, least_gap) = (self.world.balance().total(), self.world.least_gap());
        self.frames.push(Frame { time, states, forces, energy, least_gap });
    }

    /// Goes on to a time in equal steps, none longer than the run's.
    pub fn advance(&mut self, time: f64) {
        let span = time - self.world.time;
        let count = (span / self.step - 1e-6).ceil().max(0.0) as usize;
        for _ in 0..count {
            self.world.settings.time_step = span / count as f64;
            self.world.step();
            self.impacts.extend(&self.world.report.impacts);
            self.record();
        }
    }

    /// The frame at a time that was a goal of `advance`.
    pub fn at(&self, time: f64) -> &Frame {
        let nearest = |a: &&Frame, b: &&Frame| (a.time - time).abs().total_cmp(&(b.time - time).abs());
        self.frames.iter().min_by(nearest).expect("a run has a first frame")
    }

    /// The last frame.
    pub fn end(&self) -> &Frame {
        self.frames.last().expect("a run has a first frame")
    }

    /// The impacts by time: those of one instant together.
    pub fn impact_events(&self) -> Vec<Vec<Impact>> {
        let mut events: Vec<Vec<Impact>> = Vec::new();
        for impact in self.impacts.iter().filter(|impact| impact.impulse > 1e-9) {
            match events.last_mut() {
                Some(event) if (event[0].time - impact.time).abs() < 1e-9 => event.push(*impact),
                _ => events.push(vec![*impact]),
            }
        }
        events
    }
}
