//! The scheme of the world that carries contact points along with the bodies.
use super::Tracked;
use super::dynamics::{ContactPoints, Law, tangents};
use crate::complementarity::nonlinear::Outcome;
use crate::spatial::body::State;
use crate::spatial::contact::Candidate;
use crate::spatial::equations::Row;
use crate::spatial::gap::Gap;
use crate::spatial::smooth::gap::round;
use crate::spatial::time_stepping::instant::{BAND, Instant};
use crate::spatial::time_stepping::problem::Problem;
use crate::spatial::time_stepping::{Scheme, Setup, Watch};
use glam::DVec3;

/// Forces at the level of accelerations, with the points of smooth contacts among the unknowns of the motion: their
/// coordinates are integrated with the bodies, by the classical method of Runge and Kutta, and corrected by Newton's
/// method at the end. Contacts of other kinds have their points by formula.
///
/// A pair whose relative curvature is singular, or gets so within the step, is searched anew at each stage instead.
///
/// Where two bodies roll on each other by law, an impulse at the beginning of a step takes their slip, as friction without
/// bound does, and through the step the contact holds its points together in all directions, as long as its normal pushes.
/// One that would pull, at whichever stage, is let go from the beginning of the step, which is taken anew: it slides, and
/// may part. Contacts of flats and edges, and those of ambiguous points, slide always.
#[derive(Default)]
pub struct AtContactPoints {
    points: ContactPoints,
    instant: Instant,
    start: Vec<State>,
    /// Candidates of the smooth contacts, then those of all others, in the order of the rows.
    order: Vec<usize>,
    /// Candidates whose contacts roll in this step.
    rolling: Vec<usize>,
    /// For forces across the normals of these.
    tangents: Vec<Row>,
    /// Of each candidate, in the step before.
    before: Vec<f64>,
}

impl Scheme for AtContactPoints {
    fn advance(&mut self, setup: &Setup, problem: &mut Problem, forces: &mut Vec<f64>, _: &mut Watch) -> Outcome {
        self.before.clone_from(forces);
        self.instant.choose(setup, problem, forces);
        self.rolling.clear();
        let points = |k: &usize| tracked(&problem.candidates[*k], true, &problem.start);
        let rolls = |k: &usize| problem.rolls[*k] && points(k).is_some_and(|p| p.rates(&problem.start).is_some());
        self.rolling.extend(self.instant.contacts.iter().copied().filter(rolls));
        loop {
            let held = self.rolling.len();
            let stopped = self.attempt(setup, problem, forces);
            if self.rolling.len() == held {
                self.tell(problem, forces);
                problem.measure();
                return setup.accelerated(stopped, self.points.missed);
            }
            self.instant.choose(setup, problem, &self.before);
        }
    }
}

impl AtContactPoints {
    /// Tries the step. Contacts that cannot roll through it do not count as rolling any more. Returns what is wrong with the
    /// impulses at most, m/s.
    fn attempt(&mut self, setup: &Setup, problem: &mut Problem, forces: &mut Vec<f64>) -> f64 {
        self.start.clone_from(&problem.start);
        let stopped = self.stop(setup, problem);
        self.instant.guess(&self.before);
        self.instant.evaluate_flats(setup, problem, &self.start, setup.h);
        forces.clear();
        forces.resize(problem.candidates.len(), 0.0);
        for (&k, f) in self.instant.contacts.iter().zip(&self.instant.solution.f) {
            forces[k] = *f;
        }
        self.take(problem, forces, true);
        problem.end.clone_from(&self.start);
        if self.points.advance(setup, &mut problem.end).is_err() {
            self.rolling.clear();
            self.take(problem, forces, false);
            problem.end.clone_from(&self.start);
            // without points to be lost no step fails
            let _ = self.points.advance(setup, &mut problem.end);
        }
        let Self { points, order, rolling, .. } = self;
        for ((contact, least), k) in points.contacts.iter().zip(&points.least).zip(&*order) {
            if contact.law == Law::Rolls && *least <= 0.0 {
                rolling.retain(|held| held != k);
            }
        }
        stopped
    }

    /// Takes the approach from contacts that did not act in the last step, without rebound, and the slip from those that
    /// roll; the rates of joints do not change. Those that part then do not act.
    fn stop(&mut self, setup: &Setup, problem: &Problem) -> f64 {
        let Self { instant, start, rolling, tangents: rows, before, .. } = self;
        rows.clear();
        for tracked in rolling.iter().filter_map(|&k| tracked(&problem.candidates[k], true, start)) {
            let extremal = tracked.extremal(start);
            let row = |tangent: DVec3| Row::new(tracked.bodies, tangent, extremal.points(), &problem.inertia);
            rows.extend(tangents(&extremal).map(row));
        }
        let stopped = instant.stop(problem, before, rows, start);
        if !rolling.is_empty() {
            // what opens fast enough to be out of reach at the end does not act: its force would do work
            let mut rates = instant.solution.a.iter();
            instant.contacts.retain(|&k| rates.next().is_none_or(|a| *a <= BAND / setup.h) || k < problem.joints);
            rolling.retain(|k| instant.contacts.contains(k));
        }
        stopped
    }

    /// Takes over the contacts that act, with the forces to start from; of smooth pairs the points are followed where that
    /// is wanted and possible.
    fn take(&mut self, problem: &Problem, forces: &[f64], following: bool) {
        let Self { points, instant, start, order, rolling, .. } = self;
        points.contacts.clear();
        points.others.clear();
        order.clear();
        for &k in instant.contacts.iter().filter(|_| following) {
            let rolls = rolling.contains(&k);
            let tracked = tracked(&problem.candidates[k], rolls, start);
            if let Some(tracked) = tracked.filter(|tracked| tracked.rates(start).is_some()) {
                points.add(tracked, if rolls { Law::Rolls } else { Law::Slides });
                order.push(k);
            }
        }
        let followed = order.len();
        for &k in &instant.contacts {
            if !order[..followed].contains(&k) {
                points.others.push(problem.candidates[k]);
                order.push(k);
            }
        }
        let guess = &mut points.rows.solution.f;
        guess.clear();
        for (i, &k) in order.iter().enumerate() {
            guess.push(forces[k]);
            if points.contacts.get(i).is_some_and(|contact| contact.law == Law::Rolls) {
                guess.extend([0.0; 2]);
            }
        }
    }

    /// Takes over the forces, of contacts that roll the mean ones, and the points of smooth contacts.
    fn tell(&self, problem: &mut Problem, forces: &mut [f64]) {
        forces.fill(0.0);
        problem.friction.resize(forces.len(), DVec3::ZERO);
        let (points, f) = (&self.points, &self.points.rows.solution.f);
        for (i, &k) in self.order.iter().enumerate() {
            let Some(contact) = points.contacts.get(i) else {
                forces[k] = f[f.len() + i - self.order.len()];
                continue;
            };
            forces[k] = f[points.rows_of(i).start];
            if contact.law == Law::Rolls {
                let normal = contact.tracked.extremal(&problem.end).normal;
                forces[k] = points.mean[i].dot(normal);
                problem.friction[k] = points.mean[i] - forces[k] * normal;
            }
            if let Gap::Smooth(gap) = &mut problem.candidates[k].gap {
                gap.at = contact.tracked.at;
            }
        }
    }
}

/// The points of a contact of smooth features, or of one of a ball that rolls.
fn tracked(candidate: &Candidate, rolls: bool, states: &[State]) -> Option<Tracked> {
    let bodies = [candidate.a, candidate.b];
    let poses = bodies.map(|body| &states[body].pose);
    let smooth = match candidate.gap {
        Gap::Smooth(smooth) => smooth,
        gap => round(&gap, poses).filter(|_| rolls)?,
    };
    Some(Tracked { bodies, pair: smooth.pair, at: smooth.extremal(poses).at })
}
