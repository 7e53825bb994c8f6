//! Impacts contact after contact, before the step: each is answered alone, the fastest first, until none closes.
use super::Stage;
use super::contact::General;
use super::demand::Demand;
use super::free::Free;
use super::site::Site;
use crate::spatial::body::State;
use crate::spatial::equations::{Inertia, Twist};
use crate::spatial::law::{self, Law};
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
}

impl Serial {
    /// Answers the impacts of a step at the velocities with which the bodies come.
    pub fn run(&mut self, stage: &mut Stage, sites: &[Site], free: &mut Free) {
        let (h, usual) = (stage.settings.time_step, stage.settings.law());
        let Self { twists, start } = self;
        start.clear();
        start.extend(stage.bodies.iter().map(|body| twist(&body.state)));
        twists.clone_from(start);
        let fastest = start.iter().map(|twist| twist.linear.length_squared()).fold(0.0, f64::max).sqrt();
        for _ in 0..MOST * sites.len() {
            let closing = sites.iter().filter(|site| !site.is_joint()).map(|site| (site.rate(twists), site));
            let hits = closing.filter(|(rate, site)| *rate < -SLOW * fastest && site.gap + h * rate <= 0.0);
            let Some((rate, site)) = hits.min_by(|x, y| x.0.total_cmp(&y.0)) else { break };
            let Law { friction, restitution, cone, .. } =
                law::between(usual, stage.laws, stage.bodies, [site.a, site.b]);
            let demand = Demand { bias: restitution * rate * site.normal, friction, cone };
            let impulse = alone(site, demand, &free.inertia, twists);
            for (body, push) in [(site.a, impulse), (site.b, -impulse)] {
                let inertia = &free.inertia[body];
                let wrench = Twist { linear: push, angular: (site.point - inertia.centre).cross(push) };
                twists[body].add(1.0, &inertia.response(&wrench));
            }
        }
        for (i, body) in stage.bodies.iter_mut().enumerate().filter(|(_, body)| body.is_free()) {
            (body.state.velocity, body.state.omega) = (twists[i].linear, twists[i].angular);
            free.twists[i].add(1.0, &twists[i]);
            free.twists[i].add(-1.0, &start[i]);
        }
    }
}

fn twist(state: &State) -> Twist {
    Twist { linear: state.velocity, angular: state.omega }
}

/// The impulse on the first body that answers one contact by itself.
fn alone(site: &Site, demand: Demand, inertia: &[Inertia], twists: &[Twist]) -> DVec3 {
    let pair = [site.a, site.b];
    let (answers, mut twists) = (pair.map(|body| &inertia[body]), pair.map(|body| twists[body]));
    let mut contact = General::new([0, 1], site.arms, site.normal, answers, demand, DVec3::ZERO);
    contact.visit(&mut twists);
    let (normal, side) = contact.impulse();
    normal * site.normal + side
}
