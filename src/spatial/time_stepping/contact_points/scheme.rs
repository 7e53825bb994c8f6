//! The scheme of the world that carries contact points along with the bodies.
use super::Tracked;
use super::dynamics::{ContactPoints, Law};
use crate::complementarity::nonlinear::Outcome;
use crate::spatial::body::State;
use crate::spatial::gap::Gap;
use crate::spatial::time_stepping::instant::Instant;
use crate::spatial::time_stepping::problem::Problem;
use crate::spatial::time_stepping::{Scheme, Setup, Watch};

/// Forces at the level of accelerations, with the points of smooth contacts among the unknowns of the motion: their
/// coordinates are integrated with the bodies, by the classical method of Runge and Kutta, and corrected by Newton's
/// method at the end. Contacts of other kinds have their points by formula.
///
/// A pair whose relative curvature is singular, or gets so within the step, is searched anew at each stage instead.
#[derive(Default)]
pub struct AtContactPoints {
    points: ContactPoints,
    instant: Instant,
    start: Vec<State>,
    /// Candidates of the smooth contacts, then those of all others, in the order of the rows.
    order: Vec<usize>,
}

impl Scheme for AtContactPoints {
    fn advance(&mut self, setup: &Setup, problem: &mut Problem, forces: &mut Vec<f64>, _: &mut Watch) -> Outcome {
        self.instant.choose(setup, problem, forces);
        self.start.clone_from(&problem.start);
        let stopped = self.instant.stop(problem, |k| forces[k] > 0.0, &mut self.start);
        self.instant.guess(|k| forces[k]);
        self.instant.evaluate_flats(setup, problem, &self.start, setup.h);
        forces.clear();
        forces.resize(problem.candidates.len(), 0.0);
        for (&k, f) in self.instant.contacts.iter().zip(&self.instant.solution.f) {
            forces[k] = *f;
        }
        self.take(problem, forces, true);
        problem.end.clone_from(&self.start);
        if self.points.advance(setup, &mut problem.end).is_err() {
            self.take(problem, forces, false);
            problem.end.clone_from(&self.start);
            // without points to be lost no step fails
            let _ = self.points.advance(setup, &mut problem.end);
        }
        for (&k, contact) in self.order.iter().zip(&self.points.contacts) {
            if let Gap::Smooth(gap) = &mut problem.candidates[k].gap {
                gap.at = contact.tracked.at;
            }
        }
        forces.fill(0.0);
        for (&k, f) in self.order.iter().zip(&self.points.rows.solution.f) {
            forces[k] = *f;
        }
        problem.measure();
        setup.accelerated(stopped, self.points.missed)
    }
}

impl AtContactPoints {
    /// Takes over the contacts that act, with the forces to start from; of smooth pairs the points are followed where that
    /// is wanted and possible.
    fn take(&mut self, problem: &Problem, forces: &[f64], following: bool) {
        let Self { points, instant, start, order } = self;
        points.contacts.clear();
        points.others.clear();
        order.clear();
        for &k in &instant.contacts {
            let candidate = &problem.candidates[k];
            let Gap::Smooth(smooth) = candidate.gap else { continue };
            let bodies = [candidate.a, candidate.b];
            let at = smooth.extremal(bodies.map(|body| &start[body].pose)).at;
            let tracked = Tracked { bodies, pair: smooth.pair, at };
            if following && tracked.rates(start).is_some() {
                points.add(tracked, Law::Slides);
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
        points.rows.guess(order.iter().map(|&k| forces[k]));
    }
}
