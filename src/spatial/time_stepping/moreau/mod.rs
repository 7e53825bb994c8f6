//! Moreau and Jean's time stepping: impacts, Coulomb friction with the round cone, no forces but impulses.
//!
//! Moreau, *Numerical aspects of the sweeping process*, 1999; Jean, *The non-smooth contact dynamics method*, 1999; as in
//! Renouf, Acary, Dumont, *Real-time simulations in 3D multibody mechanical systems with impact, contact and friction*.
//! With v at the beginning of a step, v' at its end, and the impulses r of the contacts,
//!
//! ```text
//! M (v' - v) = h f_ext + Jᵀ r      û = J v' + e J v      û_N + μ |û_T| and r in dual cones, at right angles
//! ```
//!
//! and the positions move by h (θ v' + (1 − θ) v). Here θ is 1/2 for a body whose velocity is smooth in the step, so that
//! what slides or rolls does so to second order, and 1 for one whose velocity jumps. A contact that is still open by δ
//! and does not rebound may close by as much: δ/h is added to its û_N. Contacts of smooth bodies, whose points run over
//! them, act half way through the step. What was not expected to touch, but what bodies would be pushed into, joins the
//! contacts while the step is solved: distances of convex bodies that do not turn are at least what their linear gaps say,
//! so that nothing has to be found in time for bodies not to overlap. Overlaps, which rounding, curvature and unfinished
//! sweeps leave, are taken out of the positions alone, which adds nothing to the velocities. What energy all that adds is
//! taken out of the motion of the bodies at the end. A body whose velocity is as small as what sweeps leave rests,
//! without any.
mod anderson;
mod ball;
mod contact;
mod contacts;
mod demand;
mod energy;
mod events;
mod flat;
mod flight;
mod free;
mod look;
mod member;
mod middle;
pub mod named;
mod newton;
mod project;
mod recall;
mod serial;
mod site;
mod sleep;
mod sweep;

use super::super::body::{Body, State};
use super::super::broad_phase::{Culling, Looks};
use super::super::contact::Contact;
use super::super::equations::Twist;
use super::super::forces::Forces;
use super::super::law::{self, ImpactLaw, PairLaw};
use super::super::length;
use super::super::narrow_phase::sinking::Way;
use super::super::shape::Shape;
use super::super::world::{Report, Settings};
use super::Watch;
use crate::complementarity::cone::ConeProblem;
use crate::complementarity::nonlinear::Outcome;
use crate::linalg::islands::Islands;
use ball::{Ball, turns_alike};
use contact::General;
use contacts::Contacts;
use demand::Demand;
use flat::Mover;
use free::{Free, Rule, moving};
use glam::DVec3;
use middle::is_impact;
use named::Named;
use project::{Projection, SLOP};
use recall::{held, recalled};
use serial::Serial;
use site::{Search, Site};
use sleep::{Sleep, speed};
use sweep::{FEW_SWEEPS, Goal, Sweeps, Velocities};

/// A contact that closes faster, or is further open, than this part of what external forces do in a step lands: the
/// velocities of its bodies jump.
const LANDS: f64 = 1e-3;
/// So do those of a body whose velocity changes by more than this many times as much.
const JUMPS: f64 = 2.0;
/// A body that contacts touch and that is slower than this part of what external forces give it in a step rests: what
/// is left is what unfinished sweeps left. Carried on, it would make the impulses that stopped it wrong by as much in the
/// next step, and sweeps would never end.
const RESTS: f64 = 1e-5;
/// A step is solved anew so often at most for the sake of bodies that others push into what nobody expected.
const MOST_REPEATS: usize = 30;
/// Nor is it once its sweeps may have visited contacts so often: what bodies then go into cuts the step.
const MOST_VISITS: usize = 2_000_000;

/// What a step works on.
pub struct Stage<'a> {
    /// The bodies, whose states are carried on.
    pub bodies: &'a mut [Body],
    /// External forces.
    pub forces: &'a Forces,
    /// Time step, and the usual law of contacts.
    pub settings: &'a Settings,
    /// Laws of single pairs.
    pub laws: &'a [PairLaw],
    /// Contacts of the step before, in the order of pairs, then those of this step.
    pub contacts: &'a mut Vec<Contact>,
    /// What is told of the step; its size is known.
    pub report: &'a mut Report,
    /// Who looks on.
    pub watch: &'a mut Watch<'a>,
}

impl Stage<'_> {
    /// The same with other settings.
    fn with<'b>(&'b mut self, settings: &'b Settings) -> Stage<'b> {
        let Self { bodies, forces, laws, contacts, report, watch, .. } = self;
        Stage { bodies, forces, settings, laws, contacts, report, watch }
    }
}

/// The scheme with its working storage. What a step gives does not depend on what it holds.
#[derive(Debug, Default)]
pub struct Moreau {
    free: Free,
    search: Search,
    contacts: Contacts,
    sweeps: Sweeps,
    /// Velocities during the sweeps, then at the end.
    twists: Vec<Twist>,
    /// Velocities with which the bodies move.
    with: Vec<Twist>,
    rules: Vec<Rule>,
    /// For each contact, when in the step it rebounds, s.
    rebounds: Vec<Option<f64>>,
    /// For each contact, the impulse of the step before, N s.
    recalled: Vec<DVec3>,
    projection: Projection,
    serial: Serial,
    movers: Vec<Mover>,
    /// Bodies that an impact concerns.
    hit: Vec<bool>,
    /// Which bodies something touches as a part of the step begins.
    held: Vec<bool>,
    /// What contacts did over all parts of a step, as means, and whether some rebounded between two parts.
    means: Vec<Contact>,
    rebounds_at_once: bool,
    /// States at the beginning of a part of the step, and where the bodies would go in it.
    began: Vec<State>,
    ways: Vec<Way>,
    /// How long the part before this one was, s: the forces that are recalled acted for so long.
    before: f64,
    /// How much was done in the parts of this step.
    work: usize,
    /// How the impacts between them were solved.
    impacts: Outcome,
    sleep: Sleep,
    named: Named,
    /// What contacts bind together, the bodies of one island, and which those are.
    bound: Islands,
    listed: Vec<usize>,
    is_listed: Vec<bool>,
}

impl Moreau {
    /// Chooses how pairs of bodies are found.
    pub fn cull_by(&mut self, culling: Culling) {
        self.search.cull_by(culling);
    }

    /// What the looks of the last step cost.
    pub fn looks(&self) -> Looks {
        self.search.looks()
    }

    /// Takes up a step or a part of one: velocities without contacts, and what may touch.
    fn begin(&mut self, stage: &Stage) {
        self.free.kick(stage.bodies, stage.forces, stage.settings.time_step);
        self.look(stage);
    }

    /// Finds the velocities at the end of a step, or of a part of one, that has begun, and those with which bodies move.
    fn find(&mut self, stage: &mut Stage) {
        let h = stage.settings.time_step;
        if stage.settings.impact_law == ImpactLaw::Serial {
            let meets = |site: &Site, rate: f64| site.gap + h * rate <= 0.0;
            self.serial.run(stage, self.search.sites(), &mut self.free, &meets);
        }
        self.foretell(stage, 0);
        self.gather(stage, 0);
        self.movers.clear();
        self.twists.clone_from(&self.free.twists);
        let Settings { tolerance, sweeps: most_sweeps, effort, .. } = *stage.settings;
        let speed = self.free.pull * h;
        let smallest = self.search.sites().iter().map(|site| site.size).fold(f64::INFINITY, f64::min);
        let shows = SLOP * smallest / h;
        let (mut from, mut most) = (0, FEW_SWEEPS);
        loop {
            (from..self.contacts.len()).for_each(|k| self.contacts.start(k, &mut self.twists));
            let sweeps = [stage.report.outcome.iterations, most];
            let goal = Goal { speed, tolerance, sweeps: most_sweeps, effort, spent: self.work, shows };
            stage.report.outcome = self.solve(stage, goal, sweeps);
            self.choose_rules(stage.bodies, h);
            self.end_flights(h);
            let ends = stage.report.outcome.solved || most == usize::MAX;
            if ends {
                let moving = (&self.free.inertia[..], &mut self.with[..]);
                let sites = self.search.sites();
                let has_way = self.projection.run(&self.contacts, sites, h, moving);
                let depths = || sites.iter().filter(|site| !site.is_joint()).map(|site| -site.gap);
                stage.report.no_way = (!has_way).then(|| depths().fold(0.0, f64::max));
            }
            from = self.search.sites().len();
            let moving = (&self.free, &*self.with);
            let visits = from * stage.report.outcome.iterations;
            let repeats = stage.report.repeats < MOST_REPEATS && visits < MOST_VISITS;
            let more = repeats && self.search.add_unexpected(stage.bodies, moving, stage.forces, h);
            let placed = repeats && !more && stage.report.outcome.solved && self.add_places(stage);
            if more || placed {
                stage.report.repeats += 1;
                most = stage.report.outcome.iterations + FEW_SWEEPS;
                self.foretell(stage, from);
                self.gather(stage, from);
                if placed {
                    self.twists.clone_from(&self.free.twists);
                    from = 0;
                }
            } else if ends {
                break;
            } else {
                most = usize::MAX;
            }
        }
        let outcome = &mut stage.report.outcome;
        outcome.residual *= h;
        (stage.report.candidates, stage.report.parts) = (from, 1);
    }

    /// Carries the bodies on.
    fn finish(&mut self, stage: &mut Stage) {
        let h = stage.settings.time_step;
        self.settle(stage);
        self.show(stage, h);
        self.carry(stage.bodies, h);
        self.take_back(stage.bodies, h);
    }

    /// Finds the impulses, by the sweeps of this module or by a method of the tables.
    fn solve(&mut self, stage: &mut Stage, goal: Goal, sweeps: [usize; 2]) -> Outcome {
        if let Some(name) = stage.settings.solver
            && !self.search.sites().iter().any(Site::is_joint)
        {
            self.twists.clone_from(&self.free.twists);
            return self.named.solve(name, &mut self.contacts, &self.free.inertia, &mut self.twists);
        }
        let Free { twists: free, inertia, .. } = &self.free;
        let velocities = Velocities { now: &mut self.twists, free, inertia, sweeps };
        let answered = &mut stage.report.answered;
        self.sweeps.solve(&mut self.contacts, velocities, (stage.bodies, goal), answered, stage.watch)
    }

    /// The contacts of the step that is about to be taken, as a problem for the methods of the table: impulses r, N s, and
    /// the velocities û = W r + q, m/s, that the laws ask for.
    pub fn problem(&mut self, stage: &mut Stage) -> &ConeProblem {
        let h = stage.settings.time_step;
        self.free.kick(stage.bodies, stage.forces, h);
        self.search.run(stage.bodies, &self.free, stage.forces, h);
        self.before = h;
        self.foretell(stage, 0);
        self.gather(stage, 0);
        self.named.assemble(&self.contacts, &self.free.inertia, &self.free.twists)
    }

    /// The two bodies of each of its contacts.
    pub fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        (0..self.contacts.len()).map(|k| self.contacts.lines(k).bodies)
    }

    /// Brings sites from a number on, laws, and the impulses of the last step together.
    fn gather(&mut self, stage: &Stage, from: usize) {
        let (bodies, settings, h) = (&*stage.bodies, stage.settings, stage.settings.time_step);
        let usual = settings.law();
        let acted = h.min(self.before);
        let mut last = 0;
        if from == 0 {
            self.contacts.clear();
            self.rebounds.clear();
            self.recalled.clear();
        }
        for site in &self.search.sites()[from..] {
            let pair = site.bodies();
            let inertia = pair.map(|body| &self.free.inertia[body]);
            if site.is_joint() {
                let demand = Demand { bias: site.gap / h * site.normal + site.change, ..Demand::default() };
                let impulse = acted * held(stage.contacts, site) * site.normal;
                let row = General::new(pair, site.arms, site.normal, inertia, demand, impulse);
                self.contacts.add_general(row.joint());
                self.rebounds.push(None);
                self.recalled.push(impulse);
                continue;
            }
            let force = recalled(stage.contacts, &mut last, site);
            let impulse = acted * force;
            let law = law::between(usual, stage.laws, bodies, pair);
            let (demand, rebound) = demand::of(site, law, bodies, &self.free, h);
            self.rebounds.push(rebound);
            self.recalled.push(h * force);
            match radii(site, bodies, &self.free) {
                Some(arms) => self.contacts.add_ball(Ball::new(pair, site.normal, arms, inertia, demand, impulse)),
                None => {
                    self.contacts.add_general(General::new(pair, site.arms, site.normal, inertia, demand, impulse));
                }
            }
        }
    }

    /// Moves the bodies and gives them their velocities at the end: none to those that sleep, and stay, or rest.
    fn carry(&self, bodies: &mut [Body], h: f64) {
        for (i, body) in bodies.iter_mut().enumerate().filter(|(_, body)| !body.is_fixed()) {
            let (end, asleep) = (self.twists[i], self.free.asleep[i]);
            let pulled = self.free.twists[i].linear - body.state.velocity;
            let rests = self.rules[i] != Rule::Flight && speed(body, &end) < RESTS * length(pulled);
            if !asleep {
                body.state = self.free.carried(i, body, [&end, &self.with[i]], self.rules[i], h);
            }
            if asleep || rests {
                (body.state.velocity, body.state.omega) = (DVec3::ZERO, DVec3::ZERO);
            }
        }
    }

    /// θ for each body, and the velocities that it moves with.
    fn choose_rules(&mut self, bodies: &[Body], h: f64) {
        let Self { free, search, contacts, twists, with, rules, rebounds, recalled, .. } = self;
        let unit = free.pull * h;
        rules.clear();
        rules.resize(bodies.len(), Rule::Flight);
        for (site, k) in search.sites().iter().zip(0..) {
            let (normal, side) = contacts.impulse(k);
            if normal == 0.0 && side == DVec3::ZERO {
                continue;
            }
            let now = site.velocity_now(bodies);
            let before = site.normal.dot(now);
            let pair = site.bodies();
            let bends = pair.into_iter().any(|body| free.middles.bend(body));
            let impulse = normal * site.normal + side;
            // of what friction stops within the step, contacts would do work by the mean velocities
            let gains = || 0.5 * impulse.dot(now + site.velocity(twists)) > LANDS * unit * length(impulse);
            let lands = if bends {
                let more = (impulse - recalled[k]) / h;
                pair.into_iter().any(|body| is_impact(&bodies[body], more, free.pull))
            } else {
                // what leaves is brought back within the step, and lands as well
                before.abs().max(site.gap / h) > LANDS * unit || gains()
            } && !site.is_joint();
            let rule = match rebounds[k] {
                _ if !lands => Rule::Mean,
                Some(time) if time > 0.0 => Rule::Rebound(time),
                _ => Rule::End,
            };
            pair.iter().for_each(|&body| rules[body] = rules[body].and(rule));
        }
        with.clear();
        for (k, ((body, twist), rule)) in bodies.iter().zip(twists).zip(rules).enumerate() {
            let radius = body.shape.radius();
            let turned = if radius.is_finite() { radius * (twist.angular - body.state.omega) } else { DVec3::ZERO };
            let change = (twist.linear - body.state.velocity).length_squared().max(turned.length_squared());
            if *rule == Rule::Mean && !free.middles.bend(k) && change > JUMPS * JUMPS * unit * unit {
                *rule = Rule::End;
            }
            with.push(moving([&free.start(k, body, h), twist, &free.twists[k]], *rule, h));
        }
    }

    /// What flies is in something by its mean velocity that it leaves by that of the end: it moves with that, since to lift it
    /// from there would add energy. Smooth bodies fly by the exact rule alone.
    fn end_flights(&mut self, h: f64) {
        let Self { free, search, twists, with, rules, .. } = self;
        for site in search.sites().iter().filter(|site| !site.is_joint()) {
            if site.closes(with, h) && !site.closes(twists, h) {
                for body in site.pair() {
                    if rules[body] == Rule::Flight && !free.middles.bend(body) {
                        (rules[body], with[body]) = (Rule::End, twists[body]);
                    }
                }
            }
        }
    }
}

/// The radii of a contact of balls, if the simple form holds: it must have the ball first.
fn radii(site: &Site, bodies: &[Body], free: &Free) -> Option<[f64; 2]> {
    let radius = |body: usize| match bodies[body].shape {
        Shape::Sphere { radius } if bodies[body].is_free() && turns_alike(&free.inertia[body].turning) => Some(radius),
        _ => None,
    };
    let other = if bodies[site.b].is_fixed() { Some(0.0) } else { radius(site.b) };
    Some([radius(site.a)?, other?])
}
