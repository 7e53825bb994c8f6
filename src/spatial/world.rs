//! A world of bodies, and its step.
use super::body::{Body, State};
use super::candidates::Finder;
use super::contact::{Candidate, Contact};
use super::energy::Balance;
use super::forces::Forces;
use super::time_stepping::instant::{BAND, Instant};
use super::time_stepping::problem::Problem;
use super::time_stepping::{SCHEMES, Scheme, Setup, scheme};
use crate::complementarity::nonlinear::Outcome;
use std::fmt;

/// A step is repeated at most so often for the sake of contacts that it did not expect.
const MOST_REPEATS: usize = 8;
/// Residual of a solved step, as a part of the size of the bodies.
const TOLERANCE: f64 = 1e-12;
/// Bodies nearer than this part of their size are shown as touching.
const TOUCH: f64 = 1e-7;
/// Bodies nearer than this part of their size are looked at even if they do not move.
const SLACK: f64 = 1e-3;

/// What a visitor can set beside bodies and forces.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// h, s.
    pub time_step: f64,
    /// Name of the scheme, of the table [`SCHEMES`].
    pub scheme: &'static str,
    /// Coefficient of friction of all contacts; the schemes of this table know none.
    pub friction: f64,
    /// Elasticity of the world, 0 to 1; the schemes of this table take impacts without rebound.
    pub restitution: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { time_step: 1.0 / 60.0, scheme: SCHEMES[0].name, friction: 0.0, restitution: 0.0 }
    }
}

/// What the last step tells.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Iterations of the scheme, all repeats together, and the residual: the largest |min(f, δ)|, m, with the force
    /// as the distance that it moves its bodies apart in the step.
    pub outcome: Outcome,
    /// Pairs of parts that were looked at.
    pub candidates: usize,
    /// How often the step was repeated with contacts that it did not expect.
    pub repeats: usize,
    /// The size that residuals are compared with, m: that of the largest body that forces move.
    pub size: f64,
}

/// Bodies, forces and settings, and what the last step saw.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// The bodies with their states; fixed ones among them.
    pub bodies: Vec<Body>,
    /// Gravity, damping, thrusters, springs.
    pub forces: Forces,
    /// The rest.
    pub settings: Settings,
    /// s.
    pub time: f64,
    /// Where the last step ended: what touches, with the forces during the step. The next step starts from them.
    pub contacts: Vec<Contact>,
    /// How the last step went.
    pub report: Report,
    workspace: Workspace,
}

#[derive(Clone, Debug, Default)]
struct Workspace {
    states: Vec<State>,
    ahead: Vec<State>,
    problem: Problem,
    finder: Finder,
    scheme: Chosen,
    forces: Vec<f64>,
    found: Vec<Candidate>,
    instant: Instant,
}

impl World {
    /// These bodies, without forces.
    pub fn new(bodies: Vec<Body>) -> Self {
        Self { bodies, ..Self::default() }
    }

    /// Carries the world on by one time step. Always ends, whatever the state.
    pub fn step(&mut self) {
        let Self { bodies, forces, settings, contacts, report, workspace, .. } = self;
        let size = size(bodies);
        *report = Report { size, ..Report::default() };
        let setup = Setup { bodies, forces, h: settings.time_step, tolerance: TOLERANCE * size };
        workspace.gather(&setup, SLACK * size, setup.h);
        loop {
            workspace.recall(&setup, contacts);
            let outcome =
                workspace.scheme.advance(settings.scheme, &setup, &mut workspace.problem, &mut workspace.forces);
            report.outcome = Outcome { iterations: report.outcome.iterations + outcome.iterations, ..outcome };
            let keeps = scheme(settings.scheme).is_none_or(|row| row.keeps_gaps);
            if !keeps || report.repeats >= MOST_REPEATS || !workspace.missed(&setup) {
                break;
            }
            report.repeats += 1;
        }
        report.candidates = workspace.problem.candidates.len();
        workspace.show(TOUCH * size, contacts);
        for (body, state) in bodies.iter_mut().zip(&workspace.problem.end).filter(|(body, _)| !body.is_fixed()) {
            body.state = *state;
        }
        self.time += self.settings.time_step;
    }

    /// Contact forces and accelerations at the present state, whatever the scheme, and the contacts with these forces.
    pub fn instant(&mut self) -> (&Instant, Vec<Contact>) {
        let Self { bodies, forces, settings, workspace, .. } = self;
        let setup = Setup { bodies, forces, h: settings.time_step, tolerance: 0.0 };
        workspace.gather(&setup, BAND, 0.0);
        workspace.instant.at_start(&setup, &workspace.problem);
        let (instant, problem) = (&workspace.instant, &workspace.problem);
        let contact = |(&k, force): (&usize, &f64)| {
            let c = &problem.candidates[k];
            let measure = c.gap.measure(&problem.start[c.a].pose, &problem.start[c.b].pose);
            Contact::of(c, &measure, *force)
        };
        (instant, instant.contacts.iter().zip(&instant.solution.f).map(contact).collect())
    }

    /// Energy and momenta at the present state.
    pub fn balance(&self) -> Balance {
        Balance::of(&self.bodies, &self.forces)
    }

    /// The states of all bodies.
    pub fn states(&self) -> Vec<State> {
        self.bodies.iter().map(|b| b.state).collect()
    }

    /// A number that differs when any bit of any state or contact force differs (FNV-1a over the bits).
    pub fn digest(&self) -> u64 {
        let numbers = |b: &Body| {
            let State { pose, velocity, omega } = b.state;
            let (p, q) = (pose.position.to_array(), pose.rotation.to_array());
            let (v, w) = (velocity.to_array(), omega.to_array());
            p.into_iter().chain(q).chain(v).chain(w)
        };
        let all = self.bodies.iter().flat_map(numbers).chain(self.contacts.iter().map(|contact| contact.force));
        let bytes = all.flat_map(|x| x.to_bits().to_le_bytes());
        bytes.fold(0xcbf29ce484222325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100000001b3))
    }
}

/// Radius of the largest body that forces move, m; 1 if there is none.
fn size(bodies: &[Body]) -> f64 {
    let free = bodies.iter().filter(|body| body.is_free()).map(|body| body.shape.radius());
    let largest = free.filter(|radius| radius.is_finite()).fold(0.0, f64::max);
    if largest > 0.0 { largest } else { 1.0 }
}

impl Workspace {
    /// Begins a step: external forces act, and the parts are looked for that may touch in `span` seconds or are nearer
    /// than `slack`, m.
    fn gather(&mut self, setup: &Setup, slack: f64, span: f64) {
        self.states.clear();
        self.states.extend(setup.bodies.iter().map(|body| body.state));
        self.problem.begin(setup, &self.states);
        self.ahead.clone_from(&self.states);
        for (body, ahead) in self.ahead.iter_mut().enumerate() {
            let kicked = self.problem.kicked(body);
            (ahead.velocity, ahead.omega) = (kicked.linear, kicked.angular);
        }
        self.finder.reach(setup.bodies, &self.ahead, span);
        self.finder.find(setup.bodies, &self.states, slack, &mut self.problem.candidates);
        self.problem.prepare(setup.bodies);
        self.forces.clear();
    }

    /// Each candidate starts from the force that it had in the last step, or in the try before.
    fn recall(&mut self, setup: &Setup, contacts: &[Contact]) {
        let tried = self.forces.len();
        let new = &self.problem.candidates[tried..];
        self.forces.extend(new.iter().map(|c| {
            let same = |contact: &&Contact| (contact.a, contact.b, contact.key) == (c.a, c.b, c.key);
            contacts.iter().find(same).map_or(0.0, |contact| contact.force)
        }));
        if tried > 0 {
            self.problem.prepare(setup.bodies);
        }
    }

    /// Adds the parts that overlap at the end and were not looked at, and those that jumped through each other. Whether
    /// there are any.
    fn missed(&mut self, setup: &Setup) -> bool {
        let mut jumped = false;
        let Problem { candidates, start, end, measures, .. } = &mut self.problem;
        for (candidate, _) in candidates.iter_mut().zip(measures).filter(|(_, measure)| measure.gap > 0.0) {
            let poses = |states: &[State]| [states[candidate.a].pose, states[candidate.b].pose];
            let ([p, q], [r, s]) = (poses(start), poses(end));
            if let Some(gap) = candidate.gap.jumped([&p, &q], [&r, &s]) {
                (candidate.gap, jumped) = (gap, true);
            }
        }
        self.finder.reach(setup.bodies, &self.problem.end, 0.0);
        self.found.clear();
        self.finder.find(setup.bodies, &self.problem.end, 0.0, &mut self.found);
        let before = self.problem.candidates.len();
        for candidate in &self.found {
            let known = |c: &Candidate| (c.a, c.b, c.key) == (candidate.a, candidate.b, candidate.key);
            let end = &self.problem.end;
            let gap = candidate.gap.measure(&end[candidate.a].pose, &end[candidate.b].pose).gap;
            if gap < -setup.tolerance && !self.problem.candidates[..before].iter().any(known) {
                self.problem.candidates.push(*candidate);
            }
        }
        jumped || self.problem.candidates.len() > before
    }

    /// The contacts at the end: what carried force or touches.
    fn show(&self, touch: f64, contacts: &mut Vec<Contact>) {
        contacts.clear();
        let all = self.problem.candidates.iter().zip(&self.problem.measures).zip(&self.forces);
        let shown = all.filter(|((_, measure), force)| **force != 0.0 || measure.gap <= touch);
        contacts.extend(shown.map(|((candidate, measure), force)| Contact::of(candidate, measure, *force)));
    }
}

/// The chosen scheme with its storage. A copy starts with storage of its own: it holds nothing that a result depends on.
#[derive(Default)]
struct Chosen(Option<(&'static str, Box<dyn Scheme>)>);

impl Chosen {
    fn advance(&mut self, name: &'static str, setup: &Setup, problem: &mut Problem, forces: &mut [f64]) -> Outcome {
        if self.0.as_ref().is_none_or(|(held, _)| *held != name) {
            self.0 = Some((name, (scheme(name).unwrap_or(&SCHEMES[0]).new)()));
        }
        let Some((_, scheme)) = &mut self.0 else { return Outcome::default() };
        scheme.advance(setup, problem, forces)
    }
}

impl Clone for Chosen {
    fn clone(&self) -> Self {
        Self(None)
    }
}

impl fmt::Debug for Chosen {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{:?}", self.0.as_ref().map(|(name, _)| name))
    }
}
