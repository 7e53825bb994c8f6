//! When in a step bodies meet, and what impacts do, apart from the motion between them.
//!
//! A step is cut where a pair would meet that nothing holds apart: of polyhedra by conservative advancement, of smooth bodies by
//! the motion without contacts along which the gap is bracketed. There contacts are looked for anew. What rebounds does so
//! there, at once, with the arms and normals that the bodies have then: by Moreau's law it adds no energy. The rest of the
//! step goes on from there, and what hits later in it is left out until then. Smooth bodies that touch and turn far in a step
//! go through it in parts. A step of many parts or contacts ends as it comes: then impacts act within it.
use super::ball::Ball;
use super::contact::General;
use super::demand::{self, Demand};
use super::recall::{add_mean, sort};
use super::site::Site;
use super::sweep::{Goal, Velocities};
use super::{Moreau, Stage, radii};
use crate::complementarity::nonlinear::Outcome;
use crate::spatial::body::{Body, BodyId};
use crate::spatial::contact::Contact;
use crate::spatial::equations::{Twist, kinetic_energy};
use crate::spatial::law::{self, ImpactLaw, Law};
use crate::spatial::length;
use crate::spatial::narrow_phase::motion::Motion;
use crate::spatial::narrow_phase::sinking::Way;
use crate::spatial::profile::are_parallel;
use crate::spatial::shape::Shape;
use crate::spatial::shape::smooth::Form;
use crate::spatial::world::{Report, Settings};
use glam::DVec3;

/// Most parts of a step; the last one takes what is left, if nothing sinks in it.
const MOST_PARTS: usize = 48;
/// Once sweeps visited contacts so often in the parts of a step, the rest of it is taken at once, as it comes: some 10 ms where
/// bodies rebound, else 50. To find contacts counts as so many sweeps, to compare boxes on the way of polyhedra as a visit.
const MOST_WORK: [usize; 2] = [100_000, 500_000];
const SEARCH: usize = 10;
/// Restitution adds energy where friction turns bodies (Kane, Levinson, *Dynamics: theory and applications*, 1985) and
/// where some of many contacts open: then impacts are taken with these parts of it in turn; with none, energy only falls.
pub const RESTITUTIONS: [f64; 4] = [1.0, 0.5, 0.25, 0.0];
/// Energy may seem to grow by this part, since impacts are solved to a tolerance.
pub const ROUNDING: f64 = 1e-9;
/// A part is tried with shorter spans so often at most, each no shorter than this part of the one before.
const MOST_TRIES: usize = 8;
const SHORTEST_TRY: f64 = 1e-3;
/// The shortest of them, as a part of the step, but for the way to the first impact.
pub(super) const SHORTEST: f64 = 1.0 / 64.0;
/// Gaps up to this part of the size touch.
pub const TOUCHES: f64 = 4e-5;
/// What closes more slowly than this part of what external forces do in a step is left to the step.
pub const GENTLE: f64 = 0.05;
/// Whether a body meets this one where it is curved, or stands on it by places of a flat.
pub(super) fn meets_curved(body: &Body, other: &Body) -> bool {
    let Shape::Smooth(smooth) = &body.shape else { return false };
    let has_faces = |smooth: &Form| matches!(smooth, Form::Cylinder { .. } | Form::Extruded { .. });
    match &other.shape {
        Shape::HalfSpace { .. } | Shape::SphereCavity { .. } => true,
        Shape::Sphere { .. } => smooth.is_whole(),
        Shape::Smooth(other) => !has_faces(smooth.form()) && !has_faces(other.form()),
        Shape::Mesh(_) | Shape::Lathe(_) => smooth.is_round(),
    }
}

/// Whether impacts of these two are taken out of the steps.
pub fn are_curved(bodies: &[Body], [a, b]: [BodyId; 2]) -> bool {
    meets_curved(&bodies[a], &bodies[b]) || meets_curved(&bodies[b], &bodies[a])
}

/// Whether impacts of these two are taken out of the steps: smooth bodies where they are curved, and others that rebound and
/// whose meeting is found in time.
pub fn are_apart(bodies: &[Body], pair: [BodyId; 2], law: Law) -> bool {
    are_curved(bodies, pair) || (law.restitution != 0.0 || law.tangential != 0.0) && is_foreseen(bodies, pair)
}

/// Whether it is found when these two would sink into each other.
#[inline(never)]
pub fn is_foreseen(bodies: &[Body], pair: [BodyId; 2]) -> bool {
    let [p, q] = pair.map(|body| &bodies[body]);
    match [&p.shape, &q.shape] {
        shapes if Shape::meet_by_surfaces(shapes) => false,
        [Shape::Lathe(_), Shape::Lathe(_)] => !are_parallel(&p.state.pose, &q.state.pose),
        [Shape::SphereCavity { .. }, other] | [other, Shape::SphereCavity { .. }] => {
            matches!(other, Shape::Sphere { .. })
        }
        _ => true,
    }
}

impl Moreau {
    /// Carries the bodies on by one time step.
    pub fn step(&mut self, stage: &mut Stage) {
        let (whole, size) = (stage.settings.time_step, stage.report.size);
        let (mut left, mut all) = (whole, *stage.report);
        (self.work, self.sweeps.work) = (0, 0);
        self.impacts = Outcome { solved: true, ..Outcome::default() };
        self.means.clear();
        (self.rebounds_at_once, self.before) = (false, whole);
        let rebounds = |law: Law| law.restitution != 0.0 || law.tangential != 0.0;
        self.search.rebounds = rebounds(stage.settings.law()) || stage.laws.iter().any(|pair| rebounds(pair.law));
        for part in 1.. {
            *stage.report = Report { size, ..Report::default() };
            let last = part == MOST_PARTS || self.work > MOST_WORK[usize::from(!self.search.rebounds)];
            let span = self.part_until_impact(stage, [left, whole], last);
            self.before = span;
            left = if span < left { left - span } else { 0.0 };
            let done = last || left <= 1e-9 * whole;
            if part > 1 || !done || self.rebounds_at_once {
                for c in stage.contacts.iter() {
                    let share = span / whole;
                    add_mean(&mut self.means, Contact { force: share * c.force, friction: share * c.friction, ..*c });
                }
            }
            let Report { outcome, candidates, repeats, no_way, .. } = *stage.report;
            all.outcome.solved &= outcome.solved;
            all.outcome.iterations += outcome.iterations;
            all.outcome.residual = all.outcome.residual.max(outcome.residual);
            (all.answered, all.candidates) = (stage.report.answered, all.candidates.max(candidates));
            all.no_way = no_way;
            (all.repeats, all.parts) = (all.repeats + repeats, part);
            if done {
                break;
            }
        }
        self.search.inside = false;
        if self.search.rebounds {
            self.rebound_at_end(stage);
        }
        all.outcome.solved &= self.impacts.solved;
        all.outcome.residual = all.outcome.residual.max(self.impacts.residual);
        if left > 1e-9 * whole {
            // lost for all bodies, so that none goes into another: the fastest is not where it would be
            let fastest = stage.bodies.iter().map(|body| length(body.state.velocity)).fold(0.0, f64::max);
            all.outcome.solved = false;
            all.outcome.residual = all.outcome.residual.max(left * fastest);
        }
        if all.parts > 1 || self.rebounds_at_once {
            sort(&mut self.means);
            stage.contacts.clone_from(&self.means);
        }
        *stage.report = all;
    }

    /// Goes on to the next impact, or to the end of what is left of the whole step; returns how far.
    fn part_until_impact(&mut self, stage: &mut Stage, [left, whole]: [f64; 2], last: bool) -> f64 {
        let mut settings = Settings { time_step: left, ..stage.settings.clone() };
        let mut part = stage.with(&settings);
        self.begin(&part);
        self.search.inside = true;
        (self.free.at_once, self.free.begins) = (last, left == whole);
        let usual = part.settings.law();
        let mut span = left;
        if self.rebound(&mut part, whole) {
            self.begin(&part);
        }
        self.held.clear();
        self.held.resize(part.bodies.len(), false);
        for site in self.search.sites().iter().filter(|site| !site.is_joint() && site.gap <= TOUCHES * site.size) {
            (self.held[site.a], self.held[site.b]) = (true, true);
        }
        if part.bodies.iter().any(|body| body.is_free() && matches!(body.shape, Shape::Smooth(_))) {
            span = if last { left } else { self.until_impact(&part, [left, whole]) };
        }
        self.began.clear();
        self.began.extend(part.bodies.iter().map(|body| body.state));
        for tries in 0.. {
            settings.time_step = span;
            let mut part = stage.with(&settings);
            if tries > 0 || span < left {
                self.begin(&part);
            }
            let (bodies, laws, held, rebounds) = (&*part.bodies, part.laws, &self.held, self.search.rebounds);
            let ends = &self.free.twists;
            // what nothing holds meets nothing until then: its flight tells
            let flies = |site: &Site| site.pair().into_iter().all(|body| !bodies[body].is_free() || !held[body]);
            let parts_at = GENTLE * self.free.pull * whole;
            self.search.leave_out(|site| {
                let (apart, curved) = (site.gap > TOUCHES * site.size, are_curved(bodies, site.pair()));
                if last || site.is_joint() || curved && !(apart && (span < left || flies(site))) {
                    return false;
                }
                // what weight takes back until then would sink
                let parts = || {
                    let rate = site.rate_now(bodies);
                    rebounds && rate > parts_at && rate + site.rate(ends) >= 0.0
                };
                (apart || parts()) && are_apart(bodies, site.pair(), law::between(usual, laws, bodies, site.bodies()))
            });
            self.find(&mut part);
            self.work += part.report.candidates * SEARCH + std::mem::take(&mut self.sweeps.work);
            match self.sinks(&part).filter(|_| tries < MOST_TRIES) {
                // where shorter spans bring the meeting forward as well, much shorter ones
                Some(fraction) => span *= fraction.max(SHORTEST_TRY) / f64::from(1_u32 << tries.saturating_sub(2)),
                None => {
                    self.finish(&mut part);
                    break;
                }
            }
            part.bodies.iter_mut().zip(&self.began).for_each(|(body, state)| body.state = *state);
            *stage.report = Report { size: stage.report.size, ..Report::default() };
        }
        span
    }

    /// What met at the very end of a step rebounds there, so that the next one begins with what it left.
    fn rebound_at_end(&mut self, stage: &mut Stage) {
        self.begin(stage);
        self.free.begins = false;
        self.rebound(stage, stage.settings.time_step);
    }

    /// The fraction of the step, or part of one, after which bodies overlap too much or meet unforeseen.
    fn sinks(&mut self, stage: &Stage) -> Option<f64> {
        let h = stage.settings.time_step;
        let Self { free, twists, with, rules, ways, search, .. } = self;
        if !search.watches() {
            return None;
        }
        ways.clear();
        ways.extend(stage.bodies.iter().enumerate().map(|(k, body)| {
            let start = body.state.pose;
            let rests = body.is_fixed() || free.asleep[k];
            let end = if rests { start } else { free.carried(k, body, [&twists[k], &with[k]], rules[k], h).pose };
            let radius = if matches!(body.shape, Shape::Sphere { .. }) { 0.0 } else { body.shape.radius() };
            Way::of(Motion::new(start, end), radius)
        }));
        let (first, cost) = search.first_sunk(stage.bodies, ways, !free.at_once);
        self.work += cost;
        first
    }

    /// Lets what touches and closes fast rebound at once, with all that touches it; whether there is any.
    fn rebound(&mut self, stage: &mut Stage, whole: f64) -> bool {
        let Self { free, search, twists, with, hit, serial: one_by_one, .. } = self;
        let bodies = &*stage.bodies;
        let usual = stage.settings.law();
        let serial = stage.settings.impact_law == ImpactLaw::Serial;
        twists.clear();
        twists.extend(bodies.iter().map(|body| Twist::of(&body.state)));
        let touches = |site: &&Site| site.is_joint() || site.gap <= TOUCHES * site.size;
        let slow = GENTLE * free.pull * whole;
        hit.clear();
        hit.resize(bodies.len(), false);
        let closing = search.sites().iter().filter(touches).filter(|site| !site.is_joint());
        let law = |site: &Site| law::between(usual, stage.laws, bodies, site.bodies());
        // what touches as a step begins rebounds in it, as Moreau has it
        let begins = |site: &Site| {
            free.begins && !serial && site.gap <= demand::TOUCHES * site.size && !are_curved(bodies, site.pair())
        };
        let rebounds =
            |site: &Site| site.rate(twists) < -slow && are_apart(bodies, site.pair(), law(site)) && !begins(site);
        let mut fast = closing.filter(|site| rebounds(site)).peekable();
        if fast.peek().is_none() {
            return false;
        }
        if serial {
            let touches = |site: &Site, _| site.gap <= TOUCHES * site.size;
            one_by_one.run(stage, search.sites(), free, &touches);
            return true;
        }
        fast.for_each(|site| (hit[site.a], hit[site.b]) = (true, true));
        let mut grows = true;
        while std::mem::take(&mut grows) {
            for site in search.sites().iter().filter(touches) {
                let [a, b] = site.pair();
                let joins = (hit[a] && bodies[a].is_free()) || (hit[b] && bodies[b].is_free());
                grows |= joins && !(hit[a] && hit[b]);
                (hit[a], hit[b]) = (hit[a] || joins, hit[b] || joins);
            }
        }
        with.clone_from(twists);
        let mut outcome = Outcome::default();
        for part in RESTITUTIONS {
            self.twists.clone_from(&self.with);
            outcome = self.answer(stage, slow, part);
            let most = (1.0 + ROUNDING) * energy(stage.bodies, &self.with);
            if energy(stage.bodies, &self.twists) <= most {
                break;
            }
        }
        for (body, twist) in stage.bodies.iter_mut().zip(&self.twists).filter(|(body, _)| body.is_free()) {
            (body.state.velocity, body.state.omega) = (twist.linear, twist.angular);
        }
        self.impacts.solved &= outcome.solved;
        self.impacts.residual = self.impacts.residual.max(outcome.residual * whole);
        self.note_rebounds(stage.bodies, whole);
        true
    }

    /// The velocities after impacts of the bodies that are hit, with this part of the restitution.
    fn answer(&mut self, stage: &mut Stage, slow: f64, part: f64) -> Outcome {
        let Self { free, search, contacts, with, hit, .. } = self;
        let bodies = &*stage.bodies;
        contacts.clear();
        for site in search.sites().iter().filter(|site| site.is_joint() || site.gap <= TOUCHES * site.size) {
            let pair = site.bodies();
            if !pair.into_iter().any(|body| hit[body] && bodies[body].is_free()) {
                continue;
            }
            let inertia = pair.map(|body| &free.inertia[body]);
            let Law { friction, restitution, tangential, cone, .. } =
                law::between(stage.settings.law(), stage.laws, bodies, pair);
            let (u, n) = (site.velocity(with), site.normal);
            let along = n.dot(u);
            let across = if along < -slow { tangential * (u - along * n) } else { DVec3::ZERO };
            let bias = if site.is_joint() { DVec3::ZERO } else { restitution * along.min(0.0) * n + across };
            let demand = Demand { bias: part * bias, friction, cone };
            if let Some(arms) = radii(site, bodies, free).filter(|_| !site.is_joint()) {
                contacts.add_ball(Ball::new(pair, n, arms, inertia, demand, DVec3::ZERO));
                continue;
            }
            let contact = General::new(pair, site.arms, n, inertia, demand, DVec3::ZERO);
            contacts.add_general(if site.is_joint() { contact.joint() } else { contact });
        }
        let Settings { tolerance, sweeps: most, effort, .. } = *stage.settings;
        let Self { free, contacts, sweeps, twists, with, work, .. } = self;
        let goal = Goal { speed: slow, tolerance, sweeps: most, effort, spent: *work, shows: f64::INFINITY };
        let velocities = Velocities { now: twists, free: with, inertia: &free.inertia, sweeps: [0, usize::MAX] };
        sweeps.solve(contacts, velocities, (bodies, goal), &mut stage.report.answered, stage.watch)
    }

    /// Adds the impulses of a rebound to the means over the step.
    fn note_rebounds(&mut self, bodies: &[Body], whole: f64) {
        self.rebounds_at_once = true;
        let touches = |site: &&Site| site.is_joint() || site.gap <= TOUCHES * site.size;
        let moves = |site: &&Site| site.bodies().into_iter().any(|body| self.hit[body] && bodies[body].is_free());
        let hits = self.search.sites().iter().filter(touches).filter(moves);
        for (k, site) in hits.enumerate() {
            let (normal, side) = self.contacts.impulse(k);
            let Site { a, b, key, point, normal: n, gap, .. } = *site;
            let (force, friction) = (normal / whole, side / whole);
            add_mean(&mut self.means, Contact { a, b, point, normal: n, gap, force, friction, key });
        }
    }
}

/// The energy of motion of all bodies that move freely, J.
fn energy(bodies: &[Body], twists: &[Twist]) -> f64 {
    let free = bodies.iter().zip(twists).filter(|(body, _)| body.is_free());
    free.map(|(body, twist)| kinetic_energy(body, body.state.pose.rotation, twist)).sum()
}
