//! Impacts of smooth bodies: when they come, and what they do, apart from the steps between them.
//!
//! The point at which a smooth body will touch runs over it while it turns. So a step ends where the next impact is, by the
//! motion without contacts along which the gap is bracketed, and the impact acts there at once, with the arms and normals that
//! the bodies have then: by Moreau's law it adds no energy. The rest of the step goes on from there. What touches
//! already, and whose body turns far in a step, goes through it in parts.
use super::contact::General;
use super::demand::Demand;
use super::recall::{add_mean, sort};
use super::site::Site;
use super::sweep::{Goal, Velocities};
use super::{Moreau, Stage};
use crate::spatial::body::{Body, BodyId};
use crate::spatial::contact::Contact;
use crate::spatial::dynamics::rotation::{Spin, turn};
use crate::spatial::equations::Twist;
use crate::spatial::law::{self, ImpactLaw};
use crate::spatial::narrow_phase::motion::Motion;
use crate::spatial::narrow_phase::sinking::Way;
use crate::spatial::pose::Pose;
use crate::spatial::shape::Shape;
use crate::spatial::shape::smooth::Form;
use crate::spatial::world::{Report, Settings};
use glam::{DQuat, DVec3};

/// Most parts of a step; the last one takes what is left, if nothing sinks in it.
const MOST_PARTS: usize = 48;
/// A part is tried with shorter spans so often at most, each no shorter than this part of the one before.
const MOST_TRIES: usize = 8;
const SHORTEST_TRY: f64 = 1e-3;
/// The shortest of them, as a part of the step, but for the way to the first impact.
const SHORTEST: f64 = 1.0 / 64.0;
/// Gaps up to this part of the size touch.
const TOUCHES: f64 = 4e-5;
/// A step ends with a gap of this part of the size before an impact.
const LANDS: f64 = 1e-6;
/// What closes more slowly than this part of what external forces do in a step is left to the step.
const SLOW: f64 = 0.05;
/// In a part a body that touches turns by this angle at most, rad.
const TURNS: f64 = 0.05;
/// Places along the way at which a gap is looked at, and halvings between two.
const LOOKS: usize = 8;
const HALVINGS: usize = 40;

/// Whether a body meets this one where it is curved, or stands on it by places of a flat.
fn meets_curved(body: &Body, other: &Body) -> bool {
    let Shape::Smooth(smooth) = &body.shape else { return false };
    let has_faces = |smooth: &Form| matches!(smooth, Form::Cylinder { .. } | Form::Extruded { .. });
    match &other.shape {
        Shape::HalfSpace { .. } | Shape::SphereCavity { .. } => true,
        Shape::Sphere { .. } => smooth.is_whole(),
        Shape::Smooth(other) => !has_faces(smooth.form()) && !has_faces(other.form()),
        Shape::Mesh(_) | Shape::Lathe(_) => false,
    }
}

/// Whether impacts of these two are taken out of the steps.
pub fn are_curved(bodies: &[Body], [a, b]: [BodyId; 2]) -> bool {
    meets_curved(&bodies[a], &bodies[b]) || meets_curved(&bodies[b], &bodies[a])
}

impl Moreau {
    /// Carries the bodies on by one time step.
    pub fn step(&mut self, stage: &mut Stage) {
        let (whole, size) = (stage.settings.time_step, stage.report.size);
        let (mut left, mut all) = (whole, *stage.report);
        self.means.clear();
        (self.rebounds_at_once, self.before) = (false, whole);
        for part in 1.. {
            *stage.report = Report { size, ..Report::default() };
            let last = part == MOST_PARTS;
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
            let Report { outcome, candidates, repeats, .. } = *stage.report;
            all.outcome.solved &= outcome.solved;
            all.outcome.iterations += outcome.iterations;
            all.outcome.residual = all.outcome.residual.max(outcome.residual);
            (all.answered, all.candidates) = (stage.report.answered, all.candidates.max(candidates));
            (all.repeats, all.parts) = (all.repeats + repeats, part);
            if done {
                break;
            }
        }
        // what is left is lost for all bodies, so that none goes into another
        all.outcome.solved &= left <= 1e-9 * whole;
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
        let any = part.bodies.iter().any(|body| body.is_free() && matches!(body.shape, Shape::Smooth(_)));
        let mut span = left;
        if any {
            if self.rebound(&mut part, whole) {
                self.note_rebounds(part.bodies, whole);
                self.begin(&part);
            }
            span = if last { left } else { self.until_impact(&part, [left, whole]) };
        }
        self.began.clear();
        self.began.extend(part.bodies.iter().map(|body| body.state));
        for tries in 0.. {
            settings.time_step = span;
            let mut part = stage.with(&settings);
            if span < left {
                self.begin(&part);
                let bodies = &*part.bodies;
                self.search.leave_out(|site| are_curved(bodies, site.pair()) && site.gap > TOUCHES * site.size);
            }
            self.find(&mut part);
            match self.sinks(&part).filter(|_| tries < MOST_TRIES) {
                Some(fraction) => span *= fraction.max(SHORTEST_TRY),
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

    /// The fraction of the step, or part of one, after which bodies overlap too much or meet unforeseen.
    fn sinks(&mut self, stage: &Stage) -> Option<f64> {
        let h = stage.settings.time_step;
        let Self { free, twists, with, rules, ways, search, .. } = self;
        ways.clear();
        ways.extend(stage.bodies.iter().enumerate().map(|(k, body)| {
            let start = body.state.pose;
            let rests = body.is_fixed() || free.asleep[k];
            let end = if rests { start } else { free.carried(k, body, [&twists[k], &with[k]], rules[k], h).pose };
            Way::of(Motion::new(start, end), body.shape.radius())
        }));
        search.first_sunk(stage.bodies, ways)
    }

    /// Lets what touches and closes fast rebound at once, with all that touches it; whether there is any.
    fn rebound(&mut self, stage: &mut Stage, whole: f64) -> bool {
        let Self { free, search, contacts, sweeps, twists, with, hit, .. } = self;
        let bodies = &mut *stage.bodies;
        let usual = stage.settings.law();
        if stage.settings.impact_law == ImpactLaw::Serial {
            return false;
        }
        twists.clear();
        twists.extend(bodies.iter().map(|b| Twist { linear: b.state.velocity, angular: b.state.omega }));
        let touches = |site: &&Site| site.is_joint() || site.gap <= TOUCHES * site.size;
        let slow = SLOW * free.pull * whole;
        hit.clear();
        hit.resize(bodies.len(), false);
        let closing = search.sites().iter().filter(touches).filter(|site| !site.is_joint());
        let mut fast = closing.filter(|s| are_curved(bodies, s.pair()) && s.rate(twists) < -slow).peekable();
        if fast.peek().is_none() {
            return false;
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
        contacts.clear();
        for site in search.sites().iter().filter(touches) {
            let pair = [site.a, site.b];
            if !pair.into_iter().any(|body| hit[body] && bodies[body].is_free()) {
                continue;
            }
            let inertia = pair.map(|body| &free.inertia[body]);
            let law = law::between(usual, stage.laws, bodies, pair);
            let rate = site.rate(twists).min(0.0);
            let bias = if site.is_joint() { DVec3::ZERO } else { law.restitution * rate * site.normal };
            let demand = Demand { bias, friction: law.friction, cone: law.cone };
            let contact = General::new(pair, site.arms, site.normal, inertia, demand, DVec3::ZERO);
            contacts.add_general(if site.is_joint() { contact.joint() } else { contact });
        }
        with.clone_from(twists);
        let Settings { tolerance, sweeps: most, effort, .. } = *stage.settings;
        let goal = Goal { speed: slow, tolerance, sweeps: most, effort };
        let velocities = Velocities { now: twists, free: with, inertia: &free.inertia, sweeps: [0, usize::MAX] };
        sweeps.solve(contacts, velocities, (bodies, goal), &mut stage.report.answered, stage.watch);
        for (body, twist) in bodies.iter_mut().zip(twists).filter(|(body, _)| body.is_free()) {
            (body.state.velocity, body.state.omega) = (twist.linear, twist.angular);
        }
        true
    }

    /// Adds the impulses of a rebound to the means over the step.
    fn note_rebounds(&mut self, bodies: &[Body], whole: f64) {
        self.rebounds_at_once = true;
        let touches = |site: &&Site| site.is_joint() || site.gap <= TOUCHES * site.size;
        let moves = |site: &&Site| [site.a, site.b].into_iter().any(|body| self.hit[body] && bodies[body].is_free());
        let hits = self.search.sites().iter().filter(touches).filter(moves);
        for (k, site) in hits.enumerate() {
            let (normal, side) = self.contacts.impulse(k);
            let Site { a, b, key, point, normal: n, gap, .. } = *site;
            let (force, friction) = (normal / whole, side / whole);
            add_mean(&mut self.means, Contact { a, b, point, normal: n, gap, force, friction, key });
        }
    }

    /// How long until a smooth body hits something, at most `left`; less if one that touches turns fast.
    fn until_impact(&self, stage: &Stage, [left, whole]: [f64; 2]) -> f64 {
        let bodies = &*stage.bodies;
        let mut span = left;
        let slow = SLOW * self.free.pull * whole;
        for (i, body) in bodies.iter().enumerate().filter(|(_, body)| body.is_free()) {
            let touching = |site: &Site| site.gap <= TOUCHES * site.size && (site.a == i || site.b == i);
            let held = self.search.sites().iter().any(|site| !site.is_joint() && touching(site));
            let way = Flight { body, pull: if held { DVec3::ZERO } else { self.free.pull_on(i, body, left) } };
            if held && matches!(body.shape, Shape::Smooth(_)) {
                span = span.min((TURNS / body.state.omega.length_squared().sqrt()).max(SHORTEST * whole));
            }
            for other in bodies.iter().filter(|other| other.is_fixed() && meets_curved(body, other)) {
                let Shape::HalfSpace { normal } = other.shape else { continue };
                let lift = |time: f64| height(&body.shape, &way.at(time), normal, &other.state.pose);
                span = first(&lift, (span, slow, body.shape.radius(), SHORTEST * whole));
            }
        }
        for c in self.search.candidates().iter().filter(|c| are_curved(bodies, [c.a, c.b])) {
            if [c.a, c.b].into_iter().any(|body| matches!(bodies[body].shape, Shape::HalfSpace { .. })) {
                continue;
            }
            let ways = [c.a, c.b].map(|k| {
                let body = &bodies[k];
                Flight { body, pull: if body.is_free() { self.free.pull_on(k, body, left) } else { DVec3::ZERO } }
            });
            let size = bodies[c.a].shape.radius().min(bodies[c.b].shape.radius());
            let apart = |time: f64| c.gap.measure(&ways[0].at(time), &ways[1].at(time)).gap;
            span = first(&apart, (span, slow, size, SHORTEST * whole));
        }
        span
    }
}

/// The time at which a gap that is apart is nearly closed, or one that touches goes in fast, if that is within the span.
fn first(gap: &dyn Fn(f64) -> f64, (span, slow, size, shortest): (f64, f64, f64, f64)) -> f64 {
    let level = if gap(0.0) > TOUCHES * size { LANDS * size } else { -TOUCHES * size };
    let part = span / LOOKS as f64;
    for k in 0..LOOKS {
        let [mut low, mut high] = [k, k + 1].map(|k| k as f64 * part);
        if gap(high) >= level {
            continue;
        }
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            if gap(middle) >= level { low = middle } else { high = middle }
        }
        let moment = 1e-3 * part;
        let fast = (gap(high + moment) - gap(high)) / moment < -slow;
        if fast || level > 0.0 {
            return if level > 0.0 { low.max(1e-6 * span) } else { low.max(shortest).min(span) };
        }
    }
    span
}

/// How high a body in a pose is over a half-space.
fn height(shape: &Shape, pose: &Pose, normal: DVec3, ground: &Pose) -> f64 {
    let upright = DQuat::from_rotation_arc(ground.turn(normal), DVec3::Z);
    let position = upright * (pose.position - ground.position);
    shape.bounds(&Pose { position, rotation: upright * pose.rotation }).low.z
}

/// The motion of a body with its velocities and this acceleration.
struct Flight<'a> {
    body: &'a Body,
    pull: DVec3,
}

impl Flight<'_> {
    fn at(&self, time: f64) -> Pose {
        let state = &self.body.state;
        let position = state.pose.position + time * (state.velocity + 0.5 * time * self.pull);
        if state.omega == DVec3::ZERO || !self.body.is_free() {
            return Pose { position, ..state.pose };
        }
        Pose { position, rotation: turn(self.body.inertia, Spin { ..state.spin() }, time).rotation }
    }
}
