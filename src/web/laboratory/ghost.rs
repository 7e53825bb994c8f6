//! An entry of A as a picture: a unit force at contact j alone, and how it moves gap i.
//!
//! `a_ij` is the acceleration of gap i by a force of 1 N at contact j (Baraff, *Fast contact force computation for
//! nonpenetrating rigid bodies*, SIGGRAPH 1994, section 4.1).
use crate::planar::body::{Body, BodyId, State};
use crate::planar::dynamics::Dynamics;
use crate::planar::equations::Twist;
use glam::DVec2;

/// How far the picture lets the fastest point of a body move, m.
const REACH: f64 = 0.8;

/// Bodies from rest under a unit force at one contact, with nothing else acting.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    /// Number of the contact whose gap is looked at.
    pub gap: usize,
    /// Number of the contact that pushes with 1 N.
    pub force: usize,
    /// `a_ij`, 1/kg.
    pub entry: f64,
    /// The bodies that the force moves, with their accelerations, m/s² and rad/s².
    pub motions: Vec<(BodyId, Twist)>,
}

impl Ghost {
    /// For the entry in row `gap` and column `force` of an instant; none if there are no such contacts.
    pub fn of(instant: &Dynamics, gap: usize, force: usize) -> Option<Self> {
        let row = instant.rows.rows.get(force).filter(|_| gap < instant.rows.rows.len())?;
        let motions = row.bodies.iter().copied().zip(row.response).filter(|(_, twist)| *twist != Twist::default());
        Some(Self { gap, force, entry: instant.lcp.a[(gap, force)], motions: motions.collect() })
    }

    /// Acceleration of a body's point, m/s².
    pub fn acceleration_at(&self, body: BodyId, arm: DVec2) -> DVec2 {
        let motion = self.motions.iter().find(|(id, _)| *id == body).map(|(_, twist)| *twist).unwrap_or_default();
        motion.linear + motion.angular * arm.perp()
    }

    /// Acceleration of the gap that is looked at, from the motion of the two points that bound it, m/s².
    pub fn gap_acceleration(&self, instant: &Dynamics, bodies: &[Body]) -> f64 {
        let contact = &instant.contacts[self.gap];
        let [on_a, on_b] = [(contact.a, contact.point), (contact.b, contact.point_on_b())]
            .map(|(body, point)| self.acceleration_at(body, point - bodies[body].state.position));
        contact.normal.dot(on_a - on_b)
    }

    /// Half the square of the time that the full picture takes, s²: what is drawn of an acceleration.
    pub fn span(&self, bodies: &[Body]) -> f64 {
        let fastest = |(id, twist): &(BodyId, Twist)| {
            (twist.linear.dot(twist.linear)).sqrt() + twist.angular.abs() * bodies[*id].shape.radius()
        };
        let fastest = self.motions.iter().map(fastest).fold(0.0, f64::max);
        if fastest > 0.0 { REACH / fastest } else { 0.0 }
    }

    /// Where the moved bodies are after a share of the full picture's time, 0 to 1.
    pub fn states(&self, bodies: &[Body], share: f64) -> Vec<(BodyId, State)> {
        let span = self.span(bodies) * share * share;
        let moved = |&(id, twist): &(BodyId, Twist)| {
            let state = bodies[id].state;
            let (position, angle) = (state.position + span * twist.linear, state.angle + span * twist.angular);
            (id, State { position, angle, ..state })
        };
        self.motions.iter().map(moved).collect()
    }
}
