//! Impacts contact after contact, before the step: each is answered alone, the fastest first, until none closes.
use super::Stage;
use super::demand::Demand;
use super::site::Site;
use crate::spatial::equations::{Inertia, Twist};
use crate::spatial::law::{self, Law};
use glam::DVec3;

/// Most impacts for each contact.
const MOST: usize = 1000;
/// Slower than this part of the fastest, contacts are left to the step.
const SLOW: f64 = 1e-9;

/// Answers the impacts of a step at the velocities with which the bodies come.
///
/// `single` gives the impulse on the first body of a contact by itself for these demands and velocities.
pub fn run(
    stage: &mut Stage,
    (sites, inertia, free): (&[Site], &[Inertia], &mut [Twist]),
    single: impl Fn(&Site, Demand, &[Twist]) -> DVec3,
) {
    let (h, usual) = (stage.settings.time_step, stage.settings.law());
    let mut twists: Vec<Twist> = stage.bodies.iter().map(|body| twist(&body.state)).collect();
    let start = twists.clone();
    let fastest = start.iter().map(|twist| twist.linear.length_squared()).fold(0.0, f64::max).sqrt();
    for _ in 0..MOST * sites.len() {
        let closing = sites.iter().filter(|site| !site.is_joint()).map(|site| (site.rate(&twists), site));
        let hits = closing.filter(|(rate, site)| *rate < -SLOW * fastest && site.gap + h * rate <= 0.0);
        let Some((rate, site)) = hits.min_by(|x, y| x.0.total_cmp(&y.0)) else { break };
        let Law { friction, restitution, cone, .. } = law::between(usual, stage.laws, stage.bodies, [site.a, site.b]);
        let demand = Demand { bias: restitution * rate * site.normal, friction, cone };
        let impulse = single(site, demand, &twists);
        for (body, push) in [(site.a, impulse), (site.b, -impulse)] {
            let wrench = Twist { linear: push, angular: (site.point - inertia[body].centre).cross(push) };
            let gained = inertia[body].response(&wrench);
            twists[body].add(1.0, &gained);
        }
    }
    for (i, body) in stage.bodies.iter_mut().enumerate().filter(|(_, body)| body.is_free()) {
        (body.state.velocity, body.state.omega) = (twists[i].linear, twists[i].angular);
        free[i].add(1.0, &twists[i]);
        free[i].add(-1.0, &start[i]);
    }
}

fn twist(state: &crate::spatial::body::State) -> Twist {
    Twist { linear: state.velocity, angular: state.omega }
}
