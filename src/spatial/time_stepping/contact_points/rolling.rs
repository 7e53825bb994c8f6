//! Rolling at a given angular velocity: what Montana's equations were made for.
use super::{STAGES, Tracked, turn};
use crate::spatial::body::State;
use crate::spatial::narrow_phase::extremal::search::Search;
use crate::spatial::narrow_phase::extremal::{Extremal, Lost, Rates};
use glam::{DQuat, DVec3};

/// Carries the first body of a pair on by `h`: it turns at `omega`, as a function of the time since the beginning of the
/// step, and rolls on the second body, which rests. Order 4.
pub fn roll(
    tracked: &mut Tracked,
    states: &mut [State],
    h: f64,
    omega: impl Fn(f64) -> DVec3,
    search: &mut Search,
) -> Result<Extremal, Lost> {
    let body = tracked.bodies[0];
    let (start, from) = (states[body], *tracked);
    let (mut velocity, mut rate) = (DVec3::ZERO, DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0));
    let mut coordinates = [[0.0; 2]; 2];
    let mut last: Option<(DVec3, DQuat, Rates)> = None;
    for (part, weight) in STAGES {
        let mut at = from;
        states[body] = start;
        if let Some((v, q, rates)) = &last {
            states[body].pose.position += part * h * *v;
            states[body].pose.rotation = (start.pose.rotation + *q * (part * h)).normalize();
            at = from.moved(rates.coordinates, part * h);
        }
        release(&at, states, omega(part * h));
        let (_, rates) = at.rates(states).ok_or(Lost::Singular)?;
        let state = states[body];
        let stage = (state.velocity, turn(state.pose.rotation, state.omega), rates);
        velocity += weight * stage.0;
        rate += stage.1 * weight;
        for (sum, own) in coordinates.iter_mut().flatten().zip(stage.2.coordinates.as_flattened()) {
            *sum += weight * own;
        }
        last = Some(stage);
    }
    states[body] = start;
    states[body].pose.position += h * velocity;
    states[body].pose.rotation = (start.pose.rotation + rate * h).normalize();
    *tracked = from.moved(coordinates, h);
    let extremal = tracked.correct(states, search)?;
    release(tracked, states, omega(h));
    Ok(extremal)
}

/// Gives the first body the angular velocity, and the velocity with which it does not slip.
fn release(tracked: &Tracked, states: &mut [State], omega: DVec3) {
    let [a, b] = tracked.bodies;
    let point = tracked.extremal(states).points()[0];
    states[a].omega = omega;
    states[a].velocity = states[b].velocity_at(point) - omega.cross(point - states[a].pose.position);
}
