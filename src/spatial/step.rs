//! One time step: candidates, the scheme, and what it missed.
//!
//! A step in which a polyhedron would move or turn far while it may touch something is cut into equal parts, and so is
//! one that a scheme cannot solve: over a shorter time the gaps are more nearly linear. One by accelerations that ends deep in
//! something, or in which contacts add energy, is left to impulses, as is one that would begin deep in something.
use super::approach::approach;
use super::body::{Body, State};
use super::broad_phase::{Culling, Looks};
use super::candidates::{Finder, Look};
use super::contact::{Candidate, Contact};
use super::energy::{Balance, lifts};
use super::equations::Twist;
use super::forces::Forces;
use super::joint;
use super::law::{Law, PairLaw, between, some_roll, some_rub};
use super::length;
use super::shape::Shape;
use super::smooth::tracks::{Counts, Tracks};
use super::time_stepping::instant::{BAND, Instant};
use super::time_stepping::problem::Problem;
use super::time_stepping::{Row, SCHEMES, Scheme, Setup, scheme};
use super::world::{Cause, Report};
use crate::complementarity::chosen::Chosen;
use crate::complementarity::nonlinear::{Iterate, Outcome};
use glam::DVec3;

/// A step is repeated at most so often for the sake of contacts that it did not expect.
const MOST_REPEATS: usize = 8;
/// Residual of a solved step, as a part of the size of the bodies.
const TOLERANCE: f64 = 1e-12;
/// Bodies nearer than this part of their size are shown as touching.
const TOUCH: f64 = 1e-7;
/// Parts nearer than this part of the bodies' size are looked at even if they do not move; so are parts that overlap by
/// less than the second at the beginning, and by the first at the end of a step.
const SLACK: [f64; 2] = [1e-3, 1e-2];
/// Features that miss each other by less than this part of the size count as aligned.
const GRAZE: f64 = 1e-7;
/// A polyhedron moves at most this part of its radius, and turns at most by this angle, rad, in a part of a step.
const STRIDE: f64 = 0.25;
/// Most parts for the sake of one body.
const MOST_PARTS: f64 = 16.0;
/// Parts that a step brings together although they did not face each other at its beginning, their gap being under this
/// part of the size of the bodies, make it a step to be halved: pushed out at once they would gain energy.
const SLIP: f64 = 1e-4;
/// A step that cannot be solved is halved, and its halves, at most so often.
const MOST_HALVINGS: usize = 3;

/// What a step works on.
pub struct Stage<'a> {
    /// The bodies, whose states are carried on.
    pub bodies: &'a mut [Body],
    /// External forces.
    pub forces: &'a Forces,
    /// Name of the scheme.
    pub scheme: &'static str,
    /// Of pairs of bodies without a law of their own.
    pub law: Law,
    /// Laws of single pairs of bodies.
    pub laws: &'a [PairLaw],
    /// Contacts of the step before, then those of this step.
    pub contacts: &'a mut Vec<Contact>,
    /// What is told of the step; its size is known.
    pub report: &'a mut Report,
    /// Who looks on.
    pub watch: &'a mut dyn FnMut(&Iterate),
}

/// Where a step began, from where it may be taken anew; nothing of it outlasts the step.
#[derive(Debug, Default)]
pub struct Before {
    states: Vec<State>,
    contacts: Vec<Contact>,
}

impl Before {
    /// Keeps what is so now.
    pub fn keep(&mut self, bodies: &[Body], contacts: &Vec<Contact>) {
        self.states.clear();
        self.states.extend(bodies.iter().map(|body| body.state));
        self.contacts.clone_from(contacts);
    }

    /// Gives back what was kept.
    pub fn restore(&self, bodies: &mut [Body], contacts: &mut Vec<Contact>) {
        bodies.iter_mut().zip(&self.states).for_each(|(body, state)| body.state = *state);
        contacts.clone_from(&self.contacts);
    }
}

/// All that a step works with; its storage is kept from one step to the next, its content is not.
#[derive(Debug, Default)]
pub struct Workspace {
    before: Before,
    /// What contact forces have added to the energy since the step began, and external ones would have alone, J.
    added: [f64; 2],
    states: Vec<State>,
    ahead: Vec<State>,
    problem: Problem,
    finder: Finder,
    scheme: Chosen<dyn Scheme>,
    forces: Vec<f64>,
    found: Vec<Candidate>,
    instant: Instant,
}

impl Workspace {
    /// Chooses how pairs of bodies are found.
    pub fn cull_by(&mut self, culling: Culling) {
        self.finder.broad_phase.choose(culling);
    }

    /// What the looks of the last step cost.
    pub fn looks(&self) -> Looks {
        self.finder.broad_phase.looks
    }

    /// From now on nearest points of smooth bodies are carried from step to step, beginning with these, or not at all.
    pub fn follow(&mut self, tracks: Option<Tracks>) {
        self.finder.smooth.tracks = tracks.map(|tracks| Tracks { counts: Counts::default(), ..tracks });
    }

    /// Gives back what was carried.
    pub fn followed(&mut self) -> Tracks {
        self.finder.smooth.tracks.take().unwrap_or_default()
    }

    /// Carries the bodies on by `span` seconds, or tells why the scheme had better not: then all is as it was.
    pub fn step(&mut self, stage: &mut Stage, span: f64) -> Result<(), Cause> {
        let row = row(stage.scheme);
        if self.overlaps(stage) {
            return Err(Cause::Overlap);
        }
        self.before.keep(stage.bodies, stage.contacts);
        self.added = [0.0; 2];
        self.run(stage, span, 0);
        // where accelerations alone are held nobody looks at where the step ends
        let cause = if !row.keeps_gaps && self.overlaps(stage) {
            Cause::Overlap
        } else if self.gains(stage) {
            Cause::Gain
        } else if self.problem.rubs() && row.keeps_gaps && !stage.report.outcome.solved {
            Cause::Jam
        } else {
            return Ok(());
        };
        self.before.restore(stage.bodies, stage.contacts);
        Err(cause)
    }

    /// Whether bodies are deeper in each other than a step of the scheme undoes.
    fn overlaps(&mut self, stage: &Stage) -> bool {
        self.finder.overlaps(stage.bodies, &stage.forces.joints, row(stage.scheme).separates)
    }

    /// Whether contacts have added energy.
    fn gains(&self, stage: &Stage) -> bool {
        let [added, given] = self.added;
        if added <= 0.0 {
            return false;
        }
        let free = stage.bodies.iter().filter(|body| body.is_free());
        let lift: f64 = free.map(|body| lifts(body, length(stage.forces.gravity))).sum();
        added > row(stage.scheme).gain * (Balance::of(stage.bodies, stage.forces).kinetic() + lift + given)
    }

    fn run(&mut self, stage: &mut Stage, span: f64, halvings: usize) {
        let size = stage.report.size;
        let setup = Setup { bodies: stage.bodies, forces: stage.forces, h: span, tolerance: TOLERANCE * size };
        let [apart, overlap] = SLACK.map(|part| part * size);
        let look = Look { apart, overlap, sunk: false, graze: GRAZE * size, span };
        self.gather(&setup, look);
        let keeps_gaps = row(stage.scheme).keeps_gaps;
        let parts = if halvings == 0 { self.strides(&setup, keeps_gaps) } else { 1 };
        if parts > 1 {
            (0..parts).for_each(|_| self.run(stage, span / parts as f64, 1));
            return;
        }
        if keeps_gaps {
            self.instant.foresee(&setup, &mut self.problem);
        }
        // a step that is not solved anyway is not worth more of them
        let halve = keeps_gaps && halvings < MOST_HALVINGS && stage.report.outcome.solved;
        let outcome = self.attempt(stage, look, halve);
        if halve && !outcome.solved {
            (0..2).for_each(|_| self.run(stage, 0.5 * span, halvings + 1));
            return;
        }
        self.commit(stage, outcome, span);
    }

    /// Tries a step that has begun. Where it had better be halved, and may be, it does not count as solved.
    fn attempt(&mut self, stage: &mut Stage, look: Look, halve: bool) -> Outcome {
        let (row, report) = (row(stage.scheme), &mut *stage.report);
        let tolerance = TOLERANCE * report.size;
        let setup = Setup { bodies: stage.bodies, forces: stage.forces, h: look.span, tolerance };
        let mut repeats = 0;
        loop {
            let rubs = row.keeps_gaps && some_rub(&stage.law, stage.laws);
            self.recall(&setup, stage.contacts, rubs, repeats > 0);
            let Problem { candidates, rolls, mu, .. } = &mut self.problem;
            let some = some_roll(&stage.law, stage.laws);
            let law = |c: &Candidate| between(stage.law, stage.laws, setup.bodies, [c.a, c.b]);
            rolls.clear();
            rolls.extend(candidates.iter().map(|candidate| some && law(candidate).rolls));
            mu.clear();
            if rubs {
                mu.extend(candidates.iter().map(|candidate| law(candidate).friction));
            }
            let row = if rubs { &SCHEMES[0] } else { row };
            let scheme = self.scheme.of(row.name, row.new.unwrap_or(usual));
            let outcome = scheme.advance(&setup, &mut self.problem, &mut self.forces, stage.watch);
            report.outcome.iterations += outcome.iterations;
            report.linear.add(scheme.answered());
            if !row.keeps_gaps || repeats >= MOST_REPEATS {
                return outcome;
            }
            let behind = Look { apart: 0.0, overlap: SLACK[0] * report.size, sunk: true, ..look };
            match self.missed(&setup, behind, SLIP * report.size) {
                None => return outcome,
                Some(gap) if gap < -SLIP * report.size && halve => return Outcome { solved: false, ..outcome },
                Some(_) => (repeats, report.repeats) = (repeats + 1, report.repeats + 1),
            }
        }
    }

    /// Takes over the end of a step.
    fn commit(&mut self, stage: &mut Stage, outcome: Outcome, span: f64) {
        let report = &mut *stage.report;
        report.parts += 1;
        report.candidates = report.candidates.max(self.problem.candidates.len());
        report.outcome.residual = report.outcome.residual.max(outcome.residual);
        let Row { keeps_gaps, gain, .. } = row(stage.scheme);
        if gain.is_finite() {
            let Self { problem, forces, .. } = self;
            let added = if *keeps_gaps {
                problem.added(stage.bodies, forces)
            } else {
                problem.grown(stage.bodies, stage.forces)
            };
            self.added.iter_mut().zip(added).for_each(|(sum, added)| *sum += added);
        }
        // contacts that pull close their gaps, too, but do not obey the law
        report.outcome.solved &= outcome.solved && outcome.residual <= TOLERANCE * report.size;
        self.show(TOUCH * report.size, stage.contacts);
        if let Some(tracks) = &mut self.finder.smooth.tracks {
            tracks.carry(&self.problem.candidates, [&self.problem.start, &self.problem.end], span);
        }
        for (body, state) in stage.bodies.iter_mut().zip(&self.problem.end).filter(|(body, _)| !body.is_fixed()) {
            body.state = *state;
        }
    }

    /// Into how many parts a step must be cut lest a polyhedron that may touch something moves too far at once, or a rule for
    /// accelerations diverges where an external torque spins a body up.
    fn strides(&self, setup: &Setup, keeps_gaps: bool) -> usize {
        let problem = &self.problem;
        let strides = setup.bodies.iter().enumerate().map(|(k, body)| {
            let Twist { linear, angular } = problem.kicked(k);
            let is_solid = matches!(body.shape, Shape::Mesh(_) | Shape::Lathe(_) | Shape::Smooth(_));
            if is_solid && problem.near().binary_search(&k).is_ok() {
                (length(linear) / body.shape.radius()).max(length(angular))
            } else if !keeps_gaps && problem.kick(k).angular != DVec3::ZERO {
                length(angular)
            } else {
                0.0
            }
        });
        let most = strides.fold(0.0, f64::max) * setup.h / STRIDE;
        libm::ceil(most.min(MOST_PARTS)) as usize
    }

    /// Forces and accelerations at the bodies' own states.
    pub fn instant(&mut self, setup: &Setup, size: f64) -> (&Instant, Vec<Contact>) {
        let look = Look { apart: BAND, overlap: SLACK[1] * size, sunk: false, graze: GRAZE * size, span: 0.0 };
        self.gather(setup, look);
        self.instant.at_start(setup, &mut self.problem, 0.0);
        let (instant, problem) = (&self.instant, &self.problem);
        let contact = |(&k, force): (&usize, &f64)| {
            let c = &problem.candidates[k];
            let measure = c.gap.measure(&problem.start[c.a].pose, &problem.start[c.b].pose);
            Contact::of(c, &measure, *force)
        };
        (instant, instant.contacts.iter().zip(&instant.solution.f).map(contact).collect())
    }

    /// Begins a step: external forces act, and the parts are looked for that may touch.
    fn gather(&mut self, setup: &Setup, look: Look) {
        self.states.clear();
        self.states.extend(setup.bodies.iter().map(|body| body.state));
        self.problem.begin(setup, &self.states);
        self.ahead.clone_from(&self.states);
        for (body, ahead) in self.ahead.iter_mut().enumerate() {
            let kicked = self.problem.kicked(body);
            (ahead.velocity, ahead.omega) = (kicked.linear, kicked.angular);
        }
        let joints = self.problem.joints;
        self.finder.find(setup.bodies, &self.ahead, look, &mut self.problem.candidates);
        joint::leave_out_joined(&setup.forces.joints, joints, &mut self.problem.candidates);
        self.problem.prepare(setup.bodies);
        self.problem.friction.clear();
        self.forces.clear();
    }

    /// Each candidate starts from the force that it had in the last step, or in the try before, and from its friction where
    /// contacts rub.
    fn recall(&mut self, setup: &Setup, contacts: &[Contact], rubs: bool, again: bool) {
        let tried = self.forces.len();
        for c in &self.problem.candidates[tried..] {
            let same = |contact: &&Contact| (contact.a, contact.b, contact.key) == (c.a, c.b, c.key);
            let known = contacts.iter().find(same);
            self.forces.push(known.map_or(0.0, |contact| contact.force));
            if rubs {
                self.problem.friction.push(known.map_or(DVec3::ZERO, |contact| contact.friction));
            }
        }
        if again {
            self.problem.prepare(setup.bodies);
        }
    }

    /// Adds the parts that overlap at the end and were not looked at, and those that jumped through each other. If there
    /// are any, the least gap that they had at the beginning.
    fn missed(&mut self, setup: &Setup, look: Look, slip: f64) -> Option<f64> {
        let (mut jumped, mut deepest) = (false, 0.0_f64);
        let Problem { candidates, start, end, measures, .. } = &mut self.problem;
        for (candidate, _) in candidates.iter_mut().zip(measures).filter(|(_, measure)| measure.gap > 0.0) {
            let poses = |states: &[State]| [states[candidate.a].pose, states[candidate.b].pose];
            let ([p, q], [r, s]) = (poses(start), poses(end));
            if let Some(gap) = candidate.gap.jumped([&p, &q], [&r, &s]) {
                (candidate.gap, jumped) = (gap, true);
            }
        }
        self.found.clear();
        self.finder.find(setup.bodies, &self.problem.end, look, &mut self.found);
        joint::leave_out_joined(&setup.forces.joints, 0, &mut self.found);
        let before = self.problem.candidates.len();
        let Problem { candidates, start, end, .. } = &mut self.problem;
        for candidate in &self.found {
            let known = |c: &Candidate| candidates[..before].iter().any(|k| (k.a, k.b, k.key) == (c.a, c.b, c.key));
            let gap = |c: &Candidate, at: &[State]| c.gap.measure(&at[c.a].pose, &at[c.b].pose).gap;
            if gap(candidate, end) >= -setup.tolerance || known(candidate) {
                continue;
            }
            let at_first = gap(candidate, start);
            let poses = |at: &[State]| [at[candidate.a].pose, at[candidate.b].pose];
            let ([p, q], [r, s]) = (poses(start), poses(end));
            if let Some(gap) = candidate.gap.jumped([&p, &q], [&r, &s]) {
                candidates.push(Candidate { gap, ..*candidate });
                continue;
            }
            let instead = if at_first < -slip { approach(candidate, setup.bodies, start) } else { None };
            match instead.filter(|instead| !known(instead)) {
                Some(instead) => candidates.push(instead),
                None => {
                    deepest = deepest.min(at_first);
                    candidates.push(*candidate);
                }
            }
        }
        let any = jumped || self.problem.candidates.len() > before;
        any.then_some(deepest)
    }

    /// The contacts at the end: what carried force or touches.
    fn show(&self, touch: f64, contacts: &mut Vec<Contact>) {
        contacts.clear();
        let all = self.problem.candidates.iter().zip(&self.problem.measures).zip(&self.forces).enumerate();
        let shown = all.filter(|(_, ((_, measure), force))| **force != 0.0 || measure.gap <= touch);
        contacts.extend(shown.map(|(k, ((candidate, measure), force))| Contact {
            friction: self.problem.friction.get(k).copied().unwrap_or_default(),
            ..Contact::of(candidate, measure, *force)
        }));
    }
}

/// The scheme of that name, or else the first of the table.
fn row(name: &str) -> &'static Row {
    scheme(name).unwrap_or(&SCHEMES[0])
}

/// The first scheme of the table.
fn usual() -> Box<dyn Scheme> {
    SCHEMES[0].new.expect("it has forces")()
}
