//! An entry of A as a picture in space: a unit force at contact j alone, and how it moves gap i.
//!
//! `a_ij` is the acceleration of gap i by a force of 1 N along the normal of contact j, whatever the other forces are
//! (Baraff, *Fast contact force computation for nonpenetrating rigid bodies*, SIGGRAPH 1994, section 4.1).
use super::arrows::Arrow;
use super::report::rows;
use super::stage::Stage;
use crate::spatial::body::{Body, BodyId};
use crate::spatial::equations::Twist;
use crate::spatial::pose::Pose;
use crate::web::notation::{Kind, entry, label, numbered};
use glam::{DQuat, DVec3};

/// How far the picture lets the fastest point of a body move, in radii of the largest body that moves.
const REACH: f64 = 0.8;
/// Length of the arrow of the unit force, in the same radii.
const LENGTH: f64 = 0.5;

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
    /// Half the square of the time that the full picture takes, s²: what is drawn of an acceleration.
    pub span: f64,
    /// Radius of the largest body that moves, m.
    radius: f64,
}

impl Ghost {
    /// For the entry in row `gap` and column `force` of the contacts that the stage shows; none if they are not there.
    pub fn of(stage: &Stage, gap: usize, force: usize) -> Option<Self> {
        let rows = rows(stage);
        let (row, push) = (rows.get(gap)?, rows.get(force)?);
        let (mut motions, mut fastest, mut largest) = (Vec::new(), 0.0_f64, 0.0_f64);
        for (id, twist) in push.bodies.into_iter().zip(push.response) {
            if twist != Twist::default() {
                let (radius, size) = (stage.world.bodies[id].shape.radius(), |v: DVec3| v.length_squared().sqrt());
                fastest = fastest.max(size(twist.linear) + size(twist.angular) * radius);
                largest = largest.max(radius);
                motions.push((id, twist));
            }
        }
        let span = if fastest > 0.0 { REACH * largest / fastest } else { 0.0 };
        Some(Self { gap, force, entry: row.coupling(push), motions, span, radius: largest })
    }

    /// Acceleration of the gap that is looked at, from the motion of the two points that bound it, m/s².
    pub fn gap_acceleration(&self, stage: &Stage) -> f64 {
        let contact = &stage.contacts[self.gap];
        let mut sum = 0.0;
        for (id, motion) in &self.motions {
            let arm = contact.point - stage.world.bodies[*id].state.pose.position;
            let along = contact.normal.dot(motion.linear + motion.angular.cross(arm));
            sum += f64::from(u8::from(*id == contact.a)) * along - f64::from(u8::from(*id == contact.b)) * along;
        }
        sum
    }

    /// Where a moved body is after a share of the full picture's time, 0 to 1.
    pub fn pose(&self, bodies: &[Body], (id, twist): &(BodyId, Twist), share: f64) -> Pose {
        let (Pose { position, rotation }, span) = (bodies[*id].state.pose, self.span * share * share);
        let turned = DQuat::from_scaled_axis(span * twist.angular) * rotation;
        Pose { position: position + span * twist.linear, rotation: turned.normalize() }
    }

    /// The unit force on each body that it moves, and what becomes of the gap.
    pub fn arrows(&self, stage: &Stage, share: f64, comma: bool) -> Vec<Arrow> {
        let [gap, force] = [self.gap, self.force].map(|k| &stage.contacts[k]);
        let (way, mut label) = (LENGTH * self.radius * force.normal, label(&numbered("f", self.force + 1), 1.0, comma));
        let mut list = Vec::new();
        for (id, _) in &self.motions {
            let head = force.point + if *id == force.a { way } else { -way };
            // one of the two says it
            list.push(Arrow { kind: Kind::Contact(self.force), tail: force.point, head, label, key: *id as u64 });
            label = String::new();
        }
        // beside the other arrow where both are at one contact
        let aside = if self.gap == self.force { 0.3 * way.any_orthogonal_vector() } else { DVec3::ZERO };
        let tail = gap.point + aside;
        let head = tail + self.span * share * share * self.entry * gap.normal;
        let label = entry([self.gap, self.force], self.entry, comma);
        list.push(Arrow { kind: Kind::Outcome, tail, head, label, key: u64::MAX });
        list
    }
}
