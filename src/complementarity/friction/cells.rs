//! The function of Alart and Curnier with the directions of sliding held: linear in cells, and continuous across them.
//!
//! With `y = r − ρ u` and the direction `t` of `y_T` at the point where it is made, a contact is open (`y_N ≤ 0`), sticks
//! (`|y_t| ≤ μ y_N`) or slides (`±y_t > μ y_N`); across `t` its forces answer as they do at that point, by the part
//! `β = min(1, μ y_N/|y_T|)`. In the plane, and without friction, this is the function itself.
use super::super::cone::tangential;
use super::alart_curnier::{Branch, Linearized};
use crate::linalg::block::Block;

/// What a contact does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State {
    Open,
    Stick,
    /// Slides by `y_t` of this sign.
    Slide(f64),
}

/// One contact.
#[derive(Clone, Copy, Debug)]
pub struct Cell<const D: usize> {
    mu: f64,
    rho: [f64; 2],
    /// `t`, its normal component 0.
    along: [f64; D],
    /// `β`
    across: f64,
    /// The cell at hand.
    pub state: State,
}

impl<const D: usize> Cell<D> {
    /// Around force `r` and velocity `u`, with `ρ` for the normal and the tangents.
    pub fn new(r: &[f64; D], u: &[f64; D], rho: [f64; 2], mu: f64) -> Self {
        let mut along: [f64; D] = std::array::from_fn(|k| if k == 0 { 0.0 } else { r[k] - rho[1] * u[k] });
        let (normal, length) = (r[0] - rho[0] * u[0], tangential(&along));
        if length > 0.0 {
            along[1..].iter_mut().for_each(|t| *t /= length);
        } else if let Some(t) = along.get_mut(1) {
            *t = 1.0;
        }
        let rim = mu * normal.max(0.0);
        let across = if length <= rim { 1.0 } else { rim / length };
        let state = match () {
            () if normal <= 0.0 => State::Open,
            () if length <= rim => State::Stick,
            () => State::Slide(1.0),
        };
        Self { mu, rho, along, across: if normal <= 0.0 { 0.0 } else { across }, state }
    }

    /// Derivatives in the cell at hand, with `value` as the value of the function.
    pub fn linearized(&self, value: &[f64; D]) -> Linearized<D> {
        let Self { mu, rho: [normal, tangent], along, across, state } = *self;
        let zero = [[0.0; D]; D];
        let (mut force, mut velocity): (Block<D>, Block<D>) = (zero, zero);
        for k in 1..D {
            for l in 1..D {
                let along = along[k] * along[l];
                let beside = if k == l { 1.0 - along } else { -along };
                let sticks = if state == State::Stick { along } else { 0.0 };
                force[k][l] = along - sticks + (1.0 - across) * beside;
                velocity[k][l] = tangent * (sticks + across * beside);
            }
            if let State::Slide(sign) = state {
                (force[k][0], velocity[k][0]) = (-sign * mu * along[k], sign * mu * along[k] * normal);
            }
        }
        match state {
            State::Open => force[0][0] = 1.0,
            _ => velocity[0][0] = normal,
        }
        // the branch says which entries need not be looked at
        let branch = match state {
            State::Open if across == 0.0 || D < 3 => Branch::Open,
            State::Stick if across == 1.0 || D < 3 => Branch::Stick,
            _ => Branch::Slide,
        };
        Linearized { branch, value: *value, force, velocity }
    }

    /// Distances from the borders, positive within the cell; linear in `(r, u)`. Some cells have one border only.
    pub fn borders(&self, r: &[f64; D], u: &[f64; D]) -> [Option<f64>; 2] {
        let normal = r[0] - self.rho[0] * u[0];
        let along: f64 = (1..D).map(|k| self.along[k] * (r[k] - self.rho[1] * u[k])).sum();
        let rim = self.mu * normal;
        match self.state {
            State::Open => [Some(-normal), None],
            State::Stick if D == 1 => [Some(normal), None],
            State::Stick => [Some(rim - along), Some(rim + along)],
            State::Slide(sign) => [Some(normal), Some(sign * along - rim)],
        }
    }

    /// Goes to the cell beyond a border, at `(r, u)` on it, and returns which border of that it is.
    pub fn cross(&mut self, border: usize, r: &[f64; D], u: &[f64; D]) -> usize {
        let along: f64 = (1..D).map(|k| self.along[k] * (r[k] - self.rho[1] * u[k])).sum();
        let back;
        (self.state, back) = match (self.state, border) {
            (State::Open, _) if D == 1 => (State::Stick, 0),
            (State::Open, _) => (State::Slide(if along < 0.0 { -1.0 } else { 1.0 }), 0),
            (State::Stick, _) if D == 1 => (State::Open, 0),
            (State::Stick, 0) => (State::Slide(1.0), 1),
            (State::Stick, _) => (State::Slide(-1.0), 1),
            (State::Slide(_), 0) => (State::Open, 0),
            (State::Slide(sign), _) => (State::Stick, usize::from(sign < 0.0)),
        };
        back
    }
}
