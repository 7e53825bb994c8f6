//! Impacts contact after contact, before the step: each is answered alone, the fastest first, until none closes.
use super::Stage;
use super::contact::General;
use super::demand::Demand;
use super::events::{GENTLE, RESTITUTIONS, ROUNDING};
use super::free::Free;
use super::site::Site;
use crate::spatial::body::BodyId;
use crate::spatial::equations::{Inertia, Twist};
use crate::spatial::law::{self, Law};
use crate::spatial::length;
use glam::DVec3;

/// Most impacts for each contact.
const MOST: usize = 1000;
/// Slower than this part of the fastest, contacts are left to the step.
const SLOW: f64 = 1e-9;

/// Storage of the impacts.
#[derive(Clone, Debug, Default)]
pub struct Serial {
    /// Velocities, and those at the beginning.
    twists: Vec<Twist>,
    start: Vec<Twist>,
    /// For each contact, the rate of its gap, m/s.
    rates: Vec<f64>,
}

impl Serial {
    /// Answers the impacts of those contacts that meet, at the velocities with which the bodies come and at this rate of theirs.
    /// What closes so slowly that weight takes a rebound back within the step does not rebound: it would only be lifted.
    pub fn run(&mut self, stage: &mut Stage, sites: &[Site], free: &mut Free, meets: &dyn Fn(&Site, f64) -> bool) {
        let usual = stage.settings.law();
        let Self { twists, start, rates } = self;
        start.clear();
        start.extend(stage.bodies.iter().map(|body| Twist::of(&body.state)));
        twists.clone_from(start);
        let slow = GENTLE * free.pull * stage.settings.time_step;
        let fastest = start.iter().map(|twist| twist.linear.length_squared()).fold(0.0, f64::max).sqrt();
        rates.clear();
        let rate_of = |site: &Site, twists: &[Twist]| if site.is_joint() { f64::INFINITY } else { site.rate(twists) };
        rates.extend(sites.iter().map(|site| rate_of(site, twists)));
        for _ in 0..MOST * sites.len() {
            let closing = rates.iter().copied().zip(sites).filter(|(rate, _)| *rate < -SLOW * fastest);
            let hits = closing.filter(|(rate, site)| meets(site, *rate));
            let Some((rate, site)) = hits.min_by(|x, y| x.0.total_cmp(&y.0)) else { break };
            let Law { friction, restitution, cone, .. } = law::between(usual, stage.laws, stage.bodies, site.bodies());
            let restitution = if rate < -slow { restitution } else { 0.0 };
            let mut impulse = DVec3::ZERO;
            for part in RESTITUTIONS {
                let demand = Demand { bias: part * restitution * rate * site.normal, friction, cone };
                let work;
                (impulse, work) = alone(site, demand, &free.inertia, twists);
                if work <= ROUNDING * rate.abs() * length(impulse) {
                    break;
                }
            }
            for (body, push) in [(site.a, impulse), (site.b, -impulse)] {
                let inertia = &free.inertia[body];
                let wrench = Twist { linear: push, angular: (site.point - inertia.centre).cross(push) };
                twists[body].add(1.0, &inertia.response(&wrench));
            }
            let bodies = &*stage.bodies;
            let hit = |body: BodyId| bodies[body].is_free() && (body == site.a || body == site.b);
            for (rate, site) in rates.iter_mut().zip(sites).filter(|(_, site)| hit(site.a) || hit(site.b)) {
                *rate = rate_of(site, twists);
            }
        }
        for (i, body) in stage.bodies.iter_mut().enumerate() {
            if free.asleep[i] || !body.is_free() {
                continue;
            }
            (body.state.velocity, body.state.omega) = (twists[i].linear, twists[i].angular);
            free.fall(i, body, stage.settings.time_step);
        }
    }
}

/// The impulse on the first body that answers one contact by itself, and the energy that it adds, J.
fn alone(site: &Site, demand: Demand, inertia: &[Inertia], twists: &[Twist]) -> (DVec3, f64) {
    let pair = site.bodies();
    let (answers, mut twists) = (pair.map(|body| &inertia[body]), pair.map(|body| twists[body]));
    let velocity = |twists: &[Twist; 2]| {
        let [p, q] = [0, 1].map(|k| twists[k].linear + twists[k].angular.cross(site.arms[k]));
        p - q
    };
    let before = velocity(&twists);
    let mut contact = General::new([0, 1], site.arms, site.normal, answers, demand, DVec3::ZERO);
    contact.visit(&mut twists);
    let (normal, side) = contact.impulse();
    let impulse = normal * site.normal + side;
    (impulse, 0.5 * impulse.dot(before + velocity(&twists)))
}
