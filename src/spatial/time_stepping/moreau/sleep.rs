//! Islands at rest sleep: they are neither solved nor moved until something disturbs them.
//!
//! A body sleeps while its velocities are zero to the last bit, which those of a body that moves are not, and the forces of
//! the last step solve this one, too: together with the loads they leave it where it is, and Coulomb's law allows them; nor
//! is it in another body. So sleep has no memory of its own, and a saved scene goes on as the original does. A load or a
//! law that changes wakes, and so does what runs into it; with a body wakes all that leans on it or that it leans on. An
//! island falls asleep when all its bodies were slow at both ends of a step and hardly changed their velocities. To what is
//! pushed into it unforeseen a sleeper is a wall for the rest of that step. Smooth bodies, and those that joints hold, stay
//! awake.
use super::Moreau;
use super::Stage;
use super::free::Free;
use super::project::SLOP;
use super::site::{Search, Site};
use crate::linalg::islands::Islands;
use crate::spatial::body::Body;
use crate::spatial::contact::Contact;
use crate::spatial::equations::{Inertia, Twist};
use crate::spatial::shape::Shape;
use crate::spatial::{law, length};
use glam::DMat3;

/// Slow is less than this part of what external forces do to a velocity in a step.
const SLOW: f64 = 1e-3;
/// A change of less than this part of it is none; what sleeps may be out of balance by twice as much.
const CALM: f64 = 1e-4;
/// Friction may be larger than the law allows by this part.
const ROUNDING: f64 = 1e-6;

/// Bodies that are in each other by more than this part of the smaller one do not sleep: they have yet to be taken apart,
/// which leaves up to half a slop more.
const DEEP: f64 = 2.0 * SLOP;

/// Storage of the sleepers.
#[derive(Clone, Debug, Default)]
pub struct Sleep {
    /// Velocities without contacts and inertia of all bodies, were they awake.
    loaded: Vec<Twist>,
    inertia: Vec<Inertia>,
    /// What loads and the forces of the last step add to the velocities of the sleepers.
    sums: Vec<Twist>,
    /// Bodies that may fall asleep.
    calm: Vec<bool>,
    /// Bodies that something runs into.
    woken: Vec<usize>,
    islands: Islands,
}

fn may_sleep(body: &Body) -> bool {
    body.is_free() && !matches!(body.shape, Shape::Smooth(_))
}

/// Whether a body that forces do not move stays where it is.
fn still(body: &Body) -> bool {
    body.is_fixed() || Twist::of(&body.state) == Twist::default()
}

/// The larger one of the velocity of a body and that of its rim, m/s.
pub fn speed(body: &Body, twist: &Twist) -> f64 {
    let radius = body.shape.radius();
    let rim = if radius.is_finite() { radius } else { 0.0 };
    length(twist.linear).max(rim * length(twist.angular))
}

impl Moreau {
    /// Finds the sleepers, and the contacts of all others.
    pub(super) fn look(&mut self, stage: &Stage) {
        let h = stage.settings.time_step;
        self.sleep.begin(stage, &mut self.free, h);
        loop {
            self.search.run(stage.bodies, &self.free, stage.forces, h);
            if !self.sleep.disturbed(&self.search, stage, &mut self.free) {
                break;
            }
        }
    }

    /// Lets islands fall asleep: their bodies stay where they were at the beginning of the step. Of the contacts of the step
    /// before, those of the sleepers stay.
    pub(super) fn settle(&mut self, stage: &mut Stage) {
        let Self { free, search, contacts, sleep, twists, with, .. } = self;
        let rests = |body: usize| free.asleep[body] || !stage.bodies[body].is_free();
        stage.contacts.retain(|c| (free.asleep[c.a] || free.asleep[c.b]) && rests(c.a) && rests(c.b));
        if !stage.settings.sleep {
            return;
        }
        let (bodies, sites, h) = (&*stage.bodies, search.sites(), stage.settings.time_step);
        let unit = free.pull * h;
        let (Sleep { calm, islands, .. }, Free { asleep, twists: loaded, .. }) = (sleep, free);
        calm.clear();
        calm.extend(bodies.iter().zip(&*twists).map(|(body, end)| {
            let (start, mut change) = (Twist::of(&body.state), *end);
            change.add(-1.0, &start);
            let slow = speed(body, &start).max(speed(body, end)) < SLOW * unit;
            if body.is_free() { may_sleep(body) && slow && speed(body, &change) < CALM * unit } else { still(body) }
        }));
        let links = |k: usize| contacts.impulse(k).0 != 0.0 || meets(&sites[k], loaded, h);
        let pair = |k: usize| if links(k) { sites[k].pair() } else { [sites[k].a; 2] };
        islands.find(bodies.len(), sites.len(), &pair, &|body| bodies[body].is_free());
        let stirs = |site: &Site| site.is_joint() || site.gap < -DEEP * site.size;
        for island in islands.iter() {
            if island.iter().any(|&k| stirs(&sites[k]) || pair(k).into_iter().any(|body| !calm[body])) {
                continue;
            }
            for body in island.iter().flat_map(|&k| pair(k)).filter(|&body| bodies[body].is_free()) {
                (twists[body], with[body]) = (Twist::default(), Twist::default());
                asleep[body] = true;
            }
        }
    }
}

impl Sleep {
    /// Finds the bodies that still sleep, as far as loads and laws tell.
    fn begin(&mut self, stage: &Stage, free: &mut Free, h: f64) {
        if !stage.settings.sleep {
            return;
        }
        let bodies = &*stage.bodies;
        for (asleep, body) in free.asleep.iter_mut().zip(bodies) {
            *asleep = may_sleep(body) && Twist::of(&body.state) == Twist::default();
        }
        for joint in &stage.forces.joints {
            joint.bodies.iter().for_each(|&body| free.asleep[body] = false);
        }
        self.loaded.clone_from(&free.twists);
        self.inertia.clone_from(&free.inertia);
        self.sums.clone_from(&free.twists);
        let usual = stage.settings.law();
        for c in stage.contacts.iter() {
            let pair = [c.a, c.b];
            if !pair.iter().any(|&body| free.asleep[body]) {
                continue;
            }
            let most = law::between(usual, stage.laws, bodies, pair).friction * c.force;
            let size = Shape::smaller_radius([c.a, c.b].map(|body| &bodies[body].shape));
            let obeys = length(c.friction) <= (1.0 + ROUNDING) * most && c.gap >= -DEEP * size;
            let force = c.force * c.normal + c.friction;
            for (body, push) in [(c.a, force), (c.b, -force)] {
                let inertia = &free.inertia[body];
                let wrench = Twist { linear: push, angular: (c.point - inertia.centre).cross(push) };
                self.sums[body].add(h, &inertia.response(&wrench));
                free.asleep[body] &= obeys;
            }
        }
        let most = 2.0 * CALM * free.pull * h;
        for (k, body) in bodies.iter().enumerate() {
            free.asleep[k] = free.asleep[k] && speed(body, &self.sums[k]) < most;
        }
        spread(stage.contacts, bodies, &mut free.asleep);
        self.hold(free);
    }

    /// Takes loads and mass from those who sleep, and gives them back to the others.
    fn hold(&self, free: &mut Free) {
        for (k, &asleep) in free.asleep.iter().enumerate() {
            (free.twists[k], free.inertia[k]) = (self.loaded[k], self.inertia[k]);
            if asleep {
                free.twists[k] = Twist::default();
                (free.inertia[k].mass, free.inertia[k].turning) = (0.0, DMat3::ZERO);
            }
        }
    }

    /// Wakes what something runs into; whether there is any.
    fn disturbed(&mut self, search: &Search, stage: &Stage, free: &mut Free) -> bool {
        let (bodies, h) = (&*stage.bodies, stage.settings.time_step);
        self.woken.clear();
        for site in search.all() {
            for [one, other] in [site.bodies(), [site.b, site.a]] {
                let moves = if bodies[other].is_free() { !free.asleep[other] } else { !still(&bodies[other]) };
                if free.asleep[one] && moves && meets(site, &free.twists, h) {
                    self.woken.push(one);
                }
            }
        }
        self.woken.iter().for_each(|&body| free.asleep[body] = false);
        if !self.woken.is_empty() {
            spread(stage.contacts, bodies, &mut free.asleep);
            self.hold(free);
        }
        !self.woken.is_empty()
    }
}

/// Whether two bodies run into each other with these velocities without contacts.
fn meets(site: &Site, loaded: &[Twist], h: f64) -> bool {
    site.gap + h * site.rate(loaded) < 0.0
}

/// Wakes all that hangs together with a body that is awake.
fn spread(contacts: &[Contact], bodies: &[Body], asleep: &mut [bool]) {
    let mut any = true;
    let mut wake = |c: &Contact| {
        let wakes = c.force != 0.0 && bodies[c.a].is_free() && bodies[c.b].is_free() && asleep[c.a] != asleep[c.b];
        if wakes {
            (asleep[c.a], asleep[c.b]) = (false, false);
        }
        wakes
    };
    while any {
        any = contacts.iter().fold(false, |any, c| wake(c) | any);
        any = contacts.iter().rev().fold(false, |any, c| wake(c) | any) || any;
    }
}
