//! A contact in space, term by term: what its gap, its two rates and its entry of b are made of.
use super::body::{Body, BodyId, State};
use super::equations::{Inertia, Twist, gyroscopic};
use super::time_stepping::instant::Instant;
use glam::DVec3;

/// The terms of d and d', and of `d'' = a = (A f)ᵢ + b`, `b = b_F + b_ω + b_n`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Anatomy {
    /// d, m.
    pub gap: f64,
    /// d' = n·(p₁' − p₂'), m/s.
    pub rate: f64,
    /// d'', contact forces included, m/s².
    pub accel: f64,
    /// b_F, m/s²: from all forces but those of contacts, and from the free rotation of the bodies.
    pub forces: f64,
    /// Part of b_F that is from the free rotation alone, m/s².
    pub gyroscopic: f64,
    /// b_ω, m/s²: from the points' circling, n·(ω₁ × (ω₁ × r₁) − ω₂ × (ω₂ × r₂)).
    pub spin: f64,
    /// b_n, m/s²: from the turning of the normal, and from the points' wandering over round bodies.
    pub turn: f64,
}

impl Instant {
    /// The contact of these two bodies that is nearest to a point of the world.
    pub fn nearest(&self, bodies: [BodyId; 2], point: DVec3) -> Option<usize> {
        let [a, b] = bodies;
        let off = |k: &usize| self.measures[*k].point.distance_squared(point);
        let same = |k: &usize| [[a, b], [b, a]].contains(&self.rows[*k].bodies);
        (0..self.rows.len()).filter(same).min_by(|k, l| off(k).total_cmp(&off(l)))
    }

    /// The terms of contact `k` of the bodies for which the instant was found.
    pub fn anatomy(&self, bodies: &[Body], k: usize) -> Anatomy {
        let (row, measure, accel) = (&self.rows[k], &self.measures[k], self.solution.a[k]);
        let circling = |side: usize| {
            let State { pose, omega, .. } = bodies[row.bodies[side]].state;
            omega.cross(omega.cross(measure.ends[side] - pose.position))
        };
        let moving = |id: BodyId| Twist::of(&bodies[id].state);
        let velocities = accel - row.apply(|id| self.accelerations[id]);
        let own = |id: BodyId| {
            let (body, state) = (&bodies[id], &bodies[id].state);
            Twist {
                linear: DVec3::ZERO,
                angular: gyroscopic(body, state, &Inertia::of(body, state)).unwrap_or_default(),
            }
        };
        let spin = measure.normal.dot(circling(0) - circling(1));
        let (gap, rate) = (measure.gap, row.apply(moving));
        let (forces, turn) = (self.lcp.b[k] - velocities, velocities - spin);
        Anatomy { gap, rate, accel, forces, gyroscopic: row.apply(own), spin, turn }
    }
}
