//! From states to accelerations: external forces, the equation a = A f + b of the given contacts, its solution.
use super::body::{Body, Frame, State};
use super::collide;
use super::contact::Contact;
use super::equations::{self, Correction, Rows, Twist};
use super::forces::Forces;
use super::world::Settings;
use crate::complementarity::chosen::Chosen;
use crate::complementarity::{Lcp, Limits, METHODS, Solution, Solver, Step, method};

/// What does not change while states are tried: bodies, forces and settings.
#[derive(Clone, Copy)]
pub struct Setup<'a> {
    /// The bodies; their own states are not read.
    pub bodies: &'a [Body],
    /// External forces.
    pub forces: &'a Forces,
    /// Method, order, target gap, time step.
    pub settings: &'a Settings,
}

/// The problem of the contact forces at one state, with its solution and the storage for both.
#[derive(Clone, Debug, Default)]
pub struct Dynamics {
    /// Bodies' frames at the state.
    pub frames: Vec<Frame>,
    /// The contacts, at the state.
    pub contacts: Vec<Contact>,
    /// J and J M⁻¹.
    pub rows: Rows,
    /// A and b.
    pub lcp: Lcp,
    /// f and a.
    pub solution: Solution,
    /// Accelerations of the bodies, first without, then with contact forces.
    pub accelerations: Vec<Twist>,
    corrections: Vec<f64>,
    solver: Chosen<dyn Solver>,
}

impl Dynamics {
    /// Takes up the contacts to act from these states on, with the correction that their gaps need now.
    pub fn begin(&mut self, setup: Setup, states: &[State]) {
        let correction = Correction::of(setup.settings);
        self.place(states);
        self.corrections.clear();
        for contact in &mut self.contacts {
            collide::refresh(contact, setup.bodies, |body| self.frames[body]);
            self.corrections.push(correction.term(contact, contact.normal_velocity(states)));
        }
    }

    /// Accelerations at these states with the contacts at hand. `warm`: the last solution is a good guess.
    pub fn evaluate(&mut self, setup: Setup, states: &[State], warm: bool) {
        self.place(states);
        for contact in &mut self.contacts {
            collide::refresh(contact, setup.bodies, |body| self.frames[body]);
        }
        equations::free_accelerations(setup, states, &self.frames, &mut self.accelerations);
        self.rows.fill(&self.contacts, setup.bodies, states);
        equations::fill(&mut self.lcp, &self.rows, &self.contacts, &self.accelerations, states);
        for (b, correction) in self.lcp.b.iter_mut().zip(&self.corrections) {
            *b += correction;
        }
        let limits = Limits { order: setup.settings.order, warm, ..Limits::default() };
        chosen(&mut self.solver, setup.settings.solver).solve(&self.lcp, &limits, &mut self.solution, &mut |_| ());
        self.rows.push(&self.solution.f, &mut self.accelerations);
    }

    /// For each contact, whether its gap accelerates open: over the noise of the solution.
    pub fn opening(&self) -> impl Iterator<Item = bool> {
        let noise = 1e-6 * self.lcp.b.iter().fold(1.0, |m: f64, b| m.max(b.abs()));
        self.solution.a.iter().map(move |a| *a > noise)
    }

    /// Computes the bodies' frames at these states.
    pub fn place(&mut self, states: &[State]) {
        self.frames.clear();
        self.frames.extend(states.iter().map(State::frame));
    }

    /// Solves any problem by the chosen method, and shows its steps.
    pub fn solve(&mut self, settings: &Settings, lcp: &Lcp, solution: &mut Solution, watch: &mut dyn FnMut(&Step)) {
        let limits = Limits { order: settings.order, ..Limits::default() };
        chosen(&mut self.solver, settings.solver).solve(lcp, &limits, solution, watch);
    }
}

/// The method of that name, or else the first one.
fn chosen<'a>(solver: &'a mut Chosen<dyn Solver>, name: &'static str) -> &'a mut dyn Solver {
    solver.of(name, || (method(name).unwrap_or(&METHODS[0]).new)())
}
