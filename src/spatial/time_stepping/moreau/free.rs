//! Motion without contacts: velocities after external forces, and how bodies move with the velocities of both ends.
use super::middle::{Middles, turned};
use super::site::Site;
use crate::spatial::body::{Body, Motion, State, Turning};
use crate::spatial::dynamics::rotation::{Midpoint, Spin, turn};
use crate::spatial::equations::{Inertia, Twist, external_accelerations};
use crate::spatial::forces::{Forces, Place};
use crate::spatial::{length, unit};
use glam::{DMat3, DQuat, DVec3};

/// The velocities that bodies would have at the end of the step.
#[derive(Clone, Debug, Default)]
pub struct Free {
    /// v_free for each body.
    pub twists: Vec<Twist>,
    /// How bodies answer to impulses, at the beginning of the step; smooth ones half way.
    pub inertia: Vec<Inertia>,
    /// Largest acceleration by external forces, m/s².
    pub pull: f64,
    /// Where bodies are half way.
    pub middles: Middles,
    /// Bodies that sleep: they have no velocity, nor do loads give them any.
    pub asleep: Vec<bool>,
    /// Whether bodies rebound within the step, else between steps.
    pub at_once: bool,
    /// Whether a step begins, not a later part of it: what touches then rebounds as Moreau has it.
    pub begins: bool,
    /// Accelerations by external forces.
    pulled: Vec<Twist>,
    states: Vec<State>,
}

/// Whether the body's moments of inertia are all the same, bit for bit: such a body feels no gyroscopic torque.
fn isotropic(body: &Body) -> bool {
    let i = body.inertia;
    i == DMat3::from_diagonal(DVec3::splat(i.x_axis.x))
}

fn inertia(body: &Body) -> Inertia {
    if body.is_free() && body.turning == Turning::Free && isotropic(body) {
        let turning = DMat3::from_diagonal(DVec3::splat(body.inertia.x_axis.x.recip()));
        return Inertia { centre: body.state.pose.position, mass: body.inverse_mass(), turning };
    }
    Inertia::of(body, &body.state)
}

impl Free {
    /// M v_free = M v + h f_ext; the gyroscopic part of f_ext by the midpoint rule of [`Midpoint`].
    pub fn kick(&mut self, bodies: &[Body], forces: &Forces, h: f64) {
        self.asleep.clear();
        self.asleep.resize(bodies.len(), false);
        self.states.clear();
        self.states.extend(bodies.iter().map(|body| body.state));
        self.inertia.clear();
        self.inertia.extend(bodies.iter().map(inertia));
        self.twists.clear();
        self.twists.resize(bodies.len(), Twist::default());
        let place = Place { bodies, states: &self.states, fastest: h.recip() };
        external_accelerations(forces, place, &self.inertia, &mut self.twists);
        self.pull = self.twists.iter().map(|twist| twist.linear.length_squared()).fold(0.0, f64::max).sqrt();
        self.pulled.clone_from(&self.twists);
        bodies.iter().enumerate().for_each(|(k, body)| self.fall(k, body, h));
    }

    /// The velocities that a body would have at the end of the step by the accelerations at its beginning.
    pub fn fall(&mut self, k: usize, body: &Body, h: f64) {
        let State { pose, velocity, mut omega } = body.state;
        if body.is_free() && body.turning == Turning::Free && omega != DVec3::ZERO && !isotropic(body) {
            let spin = Spin { rotation: pose.rotation, omega };
            omega = Midpoint::of(body.inertia, spin, h).end(spin, h).omega;
        }
        let Twist { linear, angular } = self.pulled[k];
        self.twists[k] = Twist { linear: velocity + h * linear, angular: omega + h * angular };
    }

    /// Brings smooth bodies half way, as the forces of the step before foretell.
    pub fn foretell(&mut self, bodies: &[Body], known: impl Iterator<Item = (Site, DVec3)>, h: f64) {
        let Self { twists, inertia, pull, middles, pulled, .. } = self;
        middles.begin(bodies);
        known.for_each(|(site, force)| middles.push(&site, force, bodies, (inertia, *pull), h));
        middles.find(bodies, twists, inertia, pulled, h);
    }
}

/// What the velocities with which a body moves are made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// No contact touched it: free flight.
    Flight,
    /// θ = 1/2: the mean of both ends, of order 2 where velocities are smooth.
    Mean,
    /// Those before and after a rebound at this time in the step, s.
    Rebound(f64),
    /// θ = 1: those of the end, where they jump.
    End,
}

impl Rule {
    /// What holds where two contacts ask for these.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::End, _) | (_, Self::End) => Self::End,
            (Self::Rebound(one), Self::Rebound(two)) => Self::Rebound(one.min(two)),
            (Self::Rebound(time), _) | (_, Self::Rebound(time)) => Self::Rebound(time),
            (Self::Mean, _) | (_, Self::Mean) => Self::Mean,
            _ => Self::Flight,
        }
    }
}

/// The velocities with which a body moves from the beginning to the end: it has the first of three at the beginning, the
/// second at the end; the third it would have without contacts.
pub fn moving([start, end, free]: [&Twist; 3], rule: Rule, h: f64) -> Twist {
    let mean = |x: DVec3, y: DVec3| 0.5 * (x + y);
    match rule {
        Rule::End => *end,
        Rule::Rebound(time) => {
            let (part, pull) = (time / h, (free.linear - start.linear) / h);
            let (before, after) = (start.linear + 0.5 * time * pull, end.linear - 0.5 * (h - time) * pull);
            let turning = part * start.angular + (1.0 - part) * end.angular;
            Twist { linear: part * before + (1.0 - part) * after, angular: turning }
        }
        _ => Twist { linear: mean(start.linear, end.linear), angular: mean(start.angular, end.angular) },
    }
}

impl Free {
    /// Acceleration of a body without contacts in a step of this length.
    pub fn pull_on(&self, k: usize, body: &Body, h: f64) -> DVec3 {
        (self.twists[k].linear - body.state.velocity) / h
    }

    /// What external forces accelerate a body by.
    pub fn pulled(&self, k: usize) -> &Twist {
        &self.pulled[k]
    }

    /// The velocities of a body at the beginning of the step.
    pub fn start(&self, k: usize, body: &Body, h: f64) -> Twist {
        Twist { linear: body.state.velocity, angular: self.middles.start(k, body, h) }
    }

    /// The end of a step of a body: `twist` there, moved with the velocities `with`.
    pub fn carried(&self, k: usize, body: &Body, [twist, with]: [&Twist; 2], rule: Rule, h: f64) -> State {
        let mut end = body.state;
        end.pose.position += h * with.linear;
        if body.motion == Motion::Driven {
            end.pose.rotation = unit(DQuat::from_scaled_axis(h * end.omega) * end.pose.rotation);
            return end;
        }
        (end.velocity, end.omega) = (twist.linear, twist.angular);
        if rule == Rule::Flight && body.turning == Turning::Free && !isotropic(body) {
            // what external torques add comes at the beginning
            let spin = Spin { omega: body.state.omega + h * self.pulled[k].angular, ..body.state.spin() };
            let Spin { rotation, omega } = turn(body.inertia, spin, h);
            (end.pose.rotation, end.omega) = (rotation, omega);
            return end;
        }
        if self.middles.bend(k) {
            end.pose.rotation = unit(turned(0.5 * h * with.angular) * end.pose.rotation);
            end.omega = self.middles.end(k, twist, &end.pose);
            return end;
        }
        if with.angular != DVec3::ZERO && body.turning != Turning::Locked {
            end.pose.rotation = unit(rotation(h * with.angular) * end.pose.rotation);
            if body.is_free() && body.turning == Turning::Free && !isotropic(body) {
                end.omega = self.slowed(k, body, &end, h);
            }
        }
        end
    }

    /// The angular velocity at the end of a step in which contacts touched the body, made slower if it has more energy in
    /// its attitude there than at the beginning and what impulses did, which they did in the attitude of the beginning.
    fn slowed(&self, k: usize, body: &Body, end: &State, h: f64) -> DVec3 {
        let energy = |inertia: &DMat3, omega: DVec3| omega.dot(*inertia * omega);
        let first = body.inertia_at(body.state.pose.rotation);
        let begun = energy(&first, body.state.omega + h * self.pulled[k].angular);
        let done = energy(&first, end.omega) - energy(&first, self.twists[k].angular);
        let (most, now) = ((begun + done).max(0.0), energy(&body.inertia_at(end.pose.rotation), end.omega));
        if now > most { (most / now).sqrt() * end.omega } else { end.omega }
    }
}

/// A turn by a vector, for all angles of a time step.
fn rotation(by: DVec3) -> DQuat {
    let angle = length(by);
    if angle < 1e-3 {
        // the same to rounding, without sine and cosine
        let (half, square) = (0.5 * by, 0.25 * angle * angle);
        let (sinc, cos) = (1.0 - square / 6.0 + square * square / 120.0, 1.0 - square / 2.0 + square * square / 24.0);
        return DQuat::from_xyzw(sinc * half.x, sinc * half.y, sinc * half.z, cos);
    }
    DQuat::from_scaled_axis(by)
}
