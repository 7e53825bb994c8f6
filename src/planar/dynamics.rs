//! From states to accelerations: external forces, the equation a = A f + b of the given contacts, its solution.
use super::body::{Body, Frame, State};
use super::collide;
use super::contact::Contact;
use super::equations::{self, Correction, Rows, Twist};
use super::forces::Forces;
use super::friction::{Cones, Mode};
use super::proportioning::Proportioning;
use super::world::Settings;
use crate::complementarity::chosen::Chosen;
use crate::complementarity::{Lcp, Limits, METHODS, Solution, Solver, Status, Step, method};
use crate::linalg::islands::Islands;
use crate::linalg::vector::max_abs;
use crate::scratch::Scratch;

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
    /// b; A only after [`Self::evaluate_whole`], for a step solves island by island.
    pub lcp: Lcp,
    /// f and a.
    pub solution: Solution,
    /// Accelerations of the bodies, first without, then with contact forces.
    pub accelerations: Vec<Twist>,
    /// Both rows of each contact, their forces and modes, where there is friction.
    pub friction: Cones,
    /// Whether some state since this was last cleared has no forces that obey the law of friction; none are sought from
    /// then on.
    pub lost: bool,
    corrections: Vec<f64>,
    solver: Chosen<dyn Solver>,
    by_islands: Scratch<ByIslands>,
}

/// The islands of a problem, and the problem of one of them with its solution.
#[derive(Debug, Default)]
struct ByIslands {
    islands: Islands,
    moving: Vec<bool>,
    part: Lcp,
    part_solution: Solution,
}

/// What forces or impulses along some rows should bring about: 0 ≤ f ⊥ A f + b ≥ 0.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The rows, whose A it is.
    pub rows: &'a Rows,
    /// b.
    pub b: &'a [f64],
    /// Whether the solution holds a good guess.
    pub warm: bool,
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
        if setup.has_friction() {
            self.friction.begin(setup, &self.contacts, states);
        }
    }

    /// Accelerations at these states with the contacts at hand, from the last solution as a guess.
    pub fn evaluate(&mut self, setup: Setup, states: &[State]) {
        self.set(setup, states);
        if setup.has_friction() {
            if !self.lost {
                self.rub(setup, states);
            }
            return;
        }
        self.lcp.a.reset(0, 0);
        let (rows, b, mut solution) =
            (std::mem::take(&mut self.rows), std::mem::take(&mut self.lcp.b), std::mem::take(&mut self.solution));
        let asked = Asked { rows: &rows, b: &b, warm: true };
        self.solve_rows(setup.settings, asked, &mut solution);
        (self.rows, self.lcp.b, self.solution) = (rows, b, solution);
        self.rows.push(&self.solution.f, &mut self.accelerations);
    }

    /// The same as one problem, from nothing; for a crowd by what finds its impulses, where that is exact.
    pub fn evaluate_whole(&mut self, setup: Setup, states: &[State], crowd: Option<&mut Proportioning>) {
        self.set(setup, states);
        self.rows.delassus(&mut self.lcp.a);
        if setup.has_friction() {
            return self.rub(setup, states);
        }
        let Self { rows, lcp, solution, solver, .. } = self;
        let limits = Limits { order: setup.settings.order, ..Limits::default() };
        let found = crowd.is_some_and(|crowd| {
            solution.f.clear();
            solution.f.resize(lcp.len(), 0.0);
            // once more without the softness of the first
            (0..2).for_each(|_| crowd.solve(rows, &lcp.b, limits.tolerance * max_abs(&lcp.b), &mut solution.f));
            solution.judge_forces(lcp, &limits)
        });
        if !found {
            chosen(solver, setup.settings.solver).solve(lcp, &limits, solution, &mut |_| ());
        }
        self.rows.push(&self.solution.f, &mut self.accelerations);
    }

    /// Forces with friction, once the rest is set.
    fn rub(&mut self, setup: Setup, states: &[State]) {
        let Self { friction, contacts, accelerations, lcp, solution, .. } = self;
        let n = contacts.len();
        friction.rows.fill_with_tangents(contacts, setup.bodies, states);
        friction.b.clone_from(&lcp.b);
        let tangents = contacts.iter().zip(&friction.rows.rows[n..]);
        friction
            .b
            .extend(tangents.map(|(contact, row)| row.apply(|k| accelerations[k]) + contact.tangential_terms(states)));
        friction.solve();
        friction.note_carried();
        friction.rows.push(&friction.f, accelerations);
        self.lost |= !friction.solved;
        solution.f.clear();
        solution.f.extend_from_slice(&friction.f[..n]);
        solution.a.clear();
        solution.a.extend_from_slice(&friction.a[..n]);
        solution.status = if friction.solved { Status::Solved } else { Status::Ray };
        (solution.residual, solution.steps, solution.handed_over) = (0.0, 0, false);
    }

    /// Contacts, rows, b and the accelerations without contact forces at these states.
    fn set(&mut self, setup: Setup, states: &[State]) {
        self.place(states);
        for contact in &mut self.contacts {
            collide::refresh(contact, setup.bodies, |body| self.frames[body]);
        }
        equations::free_accelerations(setup, states, &self.frames, &mut self.accelerations);
        self.rows.fill(&self.contacts, setup.bodies, states);
        self.lcp.b.clear();
        let terms = self.contacts.iter().zip(&self.rows.rows).zip(&self.corrections);
        self.lcp.b.extend(terms.map(|((contact, row), correction)| {
            row.apply(|body| self.accelerations[body]) + contact.velocity_terms(states) + correction
        }));
    }

    /// Solves island by island: contacts that no chain of bodies that can move links do not feel each other.
    pub fn solve_rows(&mut self, settings: &Settings, asked: Asked, solution: &mut Solution) {
        let Self { by_islands, solver, .. } = self;
        let ByIslands { islands, moving, part, part_solution } = &mut **by_islands;
        let (rows, n) = (&asked.rows.rows[..], asked.b.len());
        asked.rows.find_islands(n, moving, islands);
        solution.f.resize(n, 0.0);
        solution.a.clear();
        solution.a.resize(n, 0.0);
        (solution.residual, solution.status, solution.steps, solution.handed_over) = (0.0, Status::Solved, 0, false);
        let limits = Limits { order: settings.order, warm: asked.warm, ..Limits::default() };
        for island in islands.iter() {
            part.a.reset(island.len(), island.len());
            for (i, &k) in island.iter().enumerate() {
                for (j, &l) in island.iter().enumerate().take(i + 1) {
                    let entry = rows[k].coupling(&rows[l]);
                    (part.a[(i, j)], part.a[(j, i)]) = (entry, entry);
                }
            }
            part.b.clear();
            part.b.extend(island.iter().map(|&k| asked.b[k]));
            part_solution.f.clear();
            part_solution.f.extend(island.iter().map(|&k| solution.f[k]));
            chosen(solver, settings.solver).solve(part, &limits, part_solution, &mut |_| ());
            solution.take_part(island, part_solution);
        }
    }

    /// For each contact, how fast it still slides in its sense at these states, m/s: under −[`REST`](super::friction::REST)
    /// it has turned round. Infinite where it does not slide, or has not carried since the contacts were taken up.
    pub fn slide_on(&self, setup: Setup, states: &[State], speeds: &mut Vec<f64>) {
        speeds.clear();
        if !setup.has_friction() {
            return;
        }
        let friction = &self.friction;
        speeds.extend(self.contacts.iter().enumerate().map(|(i, contact)| {
            // one that has opened by now may have turned before, and friction then would have driven it on
            if friction.sliding[i] == 0 || friction.friction[i] == 0.0 || !friction.carried[i] {
                return f64::INFINITY;
            }
            let mut there = *contact;
            collide::refresh(&mut there, setup.bodies, |body| states[body].frame());
            f64::from(friction.sliding[i]) * (there.tangential_velocity(states) + friction.running[i])
        }));
    }

    /// For each contact, whether its gap accelerates open: over the noise of the solution.
    pub fn opening(&self) -> impl Iterator<Item = bool> {
        let noise = 1e-6 * self.lcp.b.iter().fold(1.0, |m: f64, b| m.max(b.abs()));
        self.solution.a.iter().map(move |a| *a > noise)
    }

    /// For each contact, whether friction holds it.
    pub fn sticking(&self) -> impl Iterator<Item = bool> {
        self.friction.modes.iter().map(|mode| *mode == Mode::Stick)
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
