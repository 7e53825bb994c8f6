//! Contact forces and accelerations at one instant: a = A f + b, a ≥ 0 ⊥ f ≥ 0 (Baraff 1994).
use super::Setup;
use super::problem::Problem;
use crate::complementarity::dantzig::Dantzig;
use crate::complementarity::{Lcp, Limits, Solution, Solver};
use crate::scratch::Scratch;
use crate::spatial::body::State;
use crate::spatial::contact::Candidate;
use crate::spatial::equations::{Inertia, Row, Twist, free_accelerations};
use crate::spatial::forces::Place;
use crate::spatial::gap::Measure;

/// A contact acts from this gap on, m.
pub const BAND: f64 = 1e-6;

/// Whether a candidate acts at the beginning of a step: it touches, or its gap closes within `reach` seconds, and it
/// does not open faster than the external forces can close it again.
///
/// Joints act always.
pub fn touching(setup: &Setup, problem: &Problem, candidate: usize, reach: f64) -> bool {
    if candidate < problem.joints {
        return true;
    }
    let (c, row) = (&problem.candidates[candidate], &problem.rows[candidate]);
    let states = [&problem.start[c.a], &problem.start[c.b]];
    let gap = c.gap.measure(&states[0].pose, &states[1].pose).gap;
    let [rate, _] = c.gap.rates(states[0], states[1]);
    // what pressed and overlaps drifts: nothing takes it apart before the gap opens
    let drifts = reach == f64::INFINITY && gap < -BAND;
    let leaves = !drifts && rate > BAND / setup.h && rate > -2.0 * row.apply(|body| problem.kick(body));
    !leaves && (gap <= BAND || reach == f64::INFINITY || gap + reach * rate <= 0.0)
}

/// Contacts, contact forces and accelerations at one state, with the storage for them.
#[derive(Clone, Debug, Default)]
pub struct Instant {
    /// For each contact, which candidate it is.
    pub contacts: Vec<usize>,
    /// A and b.
    pub lcp: Lcp,
    /// f and a.
    pub solution: Solution,
    /// Accelerations of the bodies, contact forces included.
    pub accelerations: Vec<Twist>,
    /// How unit forces at the contacts act.
    pub rows: Vec<Row>,
    /// Gaps, normals and points of the contacts.
    pub measures: Vec<Measure>,
    /// τ, s, with which gaps are led back to zero, d'' ≥ −2 d'/τ − d/τ² (Baumgarte 1972); none where that is left as it was
    /// when this was last told.
    pub back: Option<f64>,
    /// 2 d'/τ + d/τ² of each contact, m/s²; empty if gaps are not led back.
    corrections: Vec<f64>,
    pub(super) inertia: Vec<Inertia>,
    start: Vec<State>,
    solver: Scratch<Dantzig>,
}

impl Instant {
    /// Chooses the contacts for a step after one with these forces of the candidates: those that touch, or would before
    /// the step ends.
    pub fn choose(&mut self, setup: &Setup, problem: &Problem, forces: &[f64]) {
        self.contacts.clear();
        for (k, force) in forces.iter().enumerate() {
            let reach = if *force > 0.0 { f64::INFINITY } else { setup.h };
            if touching(setup, problem, k, reach) {
                self.contacts.push(k);
            }
        }
    }

    /// Starts from these forces of the candidates when the contacts are solved next, or from none of candidates beyond them.
    pub fn guess(&mut self, forces: &[f64]) {
        self.solution.f.clear();
        self.solution.f.extend(self.contacts.iter().map(|&k| forces.get(k).copied().unwrap_or_default()));
    }

    /// Forces and accelerations at these states, with the contacts chosen before; those found last are the guess.
    pub fn evaluate(&mut self, setup: &Setup, problem: &Problem, states: &[State]) {
        let place = Place { bodies: setup.bodies, states, fastest: setup.h.recip() };
        free_accelerations(setup.forces, place, &mut self.inertia, &mut self.accelerations);
        self.fill(problem, states);
        self.solver.solve(&self.lcp, &Limits { warm: true, ..Limits::default() }, &mut self.solution, &mut |_| ());
        for (row, f) in self.rows.iter().zip(&self.solution.f) {
            row.push(*f, &mut self.accelerations);
        }
    }

    /// Acceleration of a gap with all forces.
    pub(super) fn acceleration(&self, c: &Candidate, states: &[State]) -> f64 {
        let (a, b) = (&states[c.a], &states[c.b]);
        let measure = c.gap.measure(&a.pose, &b.pose);
        let [_, from_velocities] = c.gap.rates(a, b);
        let row = Row::new([c.a, c.b], measure.normal, measure.ends, &self.inertia);
        row.apply(|body| self.accelerations[body]) + from_velocities
    }

    /// A, and b from the accelerations without contact forces.
    fn fill(&mut self, problem: &Problem, states: &[State]) {
        self.begin(problem);
        if self.back.is_some() {
            self.corrections.clear();
        }
        for &k in &self.contacts {
            let candidate = &problem.candidates[k];
            let (a, b) = (&states[candidate.a], &states[candidate.b]);
            let measure = candidate.gap.measure(&a.pose, &b.pose);
            let row = Row::new([candidate.a, candidate.b], measure.normal, measure.ends, &self.inertia);
            let [rate, from_velocities] = candidate.gap.rates(a, b);
            if let Some(tau) = self.back {
                self.corrections.push((2.0 * rate * tau + measure.gap) / (tau * tau));
            }
            let correction = self.corrections.get(self.rows.len()).copied().unwrap_or_default();
            self.lcp.b.push(row.apply(|body| self.accelerations[body]) + from_velocities + correction);
            self.rows.push(row);
            self.measures.push(measure);
        }
        self.delassus();
    }

    fn begin(&mut self, problem: &Problem) {
        self.rows.clear();
        self.measures.clear();
        self.lcp.b.clear();
        self.lcp.bilateral.clear();
        self.lcp.bilateral.extend(self.contacts.iter().map(|&k| k < problem.joints));
    }

    fn delassus(&mut self) {
        let n = self.rows.len();
        self.lcp.a.reset(n, n);
        for i in 0..n {
            for j in 0..=i {
                let entry = self.rows[i].coupling(&self.rows[j]);
                (self.lcp.a[(i, j)], self.lcp.a[(j, i)]) = (entry, entry);
            }
        }
    }

    /// Takes the approach from contacts that had no force in the last step, without rebound: an impulse at least as
    /// great as needed, 0 ≤ λ ⊥ d' ≥ 0, where the approach of contacts that had is left as it is, and the rates of
    /// joints do not change. Contacts that had force and open, since others were stopped beside them, are held: their force would
    /// do work. What moves along the rows of tangents is stopped altogether. Returns what is wrong with that at
    /// most, m/s.
    pub fn stop(&mut self, problem: &Problem, forces: &[f64], tangents: &[Row], states: &mut [State]) -> f64 {
        self.inertia.clone_from(&problem.inertia);
        self.begin(problem);
        for (i, &k) in self.contacts.iter().enumerate() {
            let candidate = &problem.candidates[k];
            let (a, b) = (&states[candidate.a], &states[candidate.b]);
            let measure = candidate.gap.measure(&a.pose, &b.pose);
            let [rate, _] = candidate.gap.rates(a, b);
            let (joint, pressed) = (k < problem.joints, forces.get(k).is_some_and(|f| *f > 0.0));
            self.lcp.bilateral[i] = joint || pressed && rate > BAND / problem.h();
            self.lcp.b.push(match joint {
                true => 0.0,
                false if pressed => rate.max(0.0),
                false => rate,
            });
            self.rows.push(Row::new([candidate.a, candidate.b], measure.normal, measure.ends, &self.inertia));
        }
        for row in tangents {
            self.lcp.b.push(row.apply(|body| Twist::of(&states[body])));
            self.lcp.bilateral.push(true);
            self.rows.push(*row);
        }
        let stands = |(rate, bilateral): (&f64, &bool)| *rate == 0.0 || *rate > 0.0 && !bilateral;
        if tangents.is_empty() && self.lcp.b.iter().zip(&self.lcp.bilateral).all(stands) {
            return 0.0;
        }
        self.delassus();
        self.solver.solve(&self.lcp, &Limits::default(), &mut self.solution, &mut |_| ());
        for (row, impulse) in self.rows.iter().zip(&self.solution.f) {
            for (&body, response) in row.bodies.iter().zip(&row.response) {
                states[body].velocity += *impulse * response.linear;
                states[body].omega += *impulse * response.angular;
            }
        }
        self.missed()
    }

    /// What is wrong with the forces found last, as an acceleration, m/s².
    pub fn missed(&self) -> f64 {
        self.lcp.acceleration_residual(&self.solution.a, &self.solution.f)
    }
}

impl Instant {
    /// The accelerations of the bodies when the contact forces, N, are these.
    pub fn accelerations_under(&self, f: &[f64]) -> Vec<Twist> {
        let mut accelerations = self.accelerations.clone();
        for ((row, f), own) in self.rows.iter().zip(f).zip(&self.solution.f) {
            row.push(f - own, &mut accelerations);
        }
        accelerations
    }

    /// Forces and accelerations at the beginning of a step, of all candidates that touch or would within `reach` seconds.
    pub fn at_start(&mut self, setup: &Setup, problem: &mut Problem, reach: f64) {
        self.contacts.clear();
        self.contacts.extend((0..problem.candidates.len()).filter(|&k| touching(setup, problem, k, reach)));
        self.solution.f.clear();
        let mut start = std::mem::take(&mut self.start);
        start.clone_from(&problem.start);
        self.evaluate_flats(setup, problem, &start, reach);
        self.start = start;
    }
}
