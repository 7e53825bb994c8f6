//! What the article prints about the scene: the numbers of its formulas, at the present instant.
use super::report::rows;
use super::stage::Stage;
use crate::spatial::contact::Contact;
use crate::spatial::equations::Twist;
use crate::web::report;
use glam::DVec3;

impl Stage {
    /// The selected contact term by term: gap, its two rates, b_F, b_ω, b_n, and the gyroscopic part
    /// of b_F. Empty if the bodies do not touch there.
    pub fn contact_terms(&mut self) -> Vec<f64> {
        let instant = self.instant();
        let chosen = self.contacts.get(self.selected().unwrap_or(0));
        let Some(k) = chosen.and_then(|contact| instant.nearest([contact.a, contact.b], contact.point)) else {
            return Vec::new();
        };
        let one = instant.anatomy(&self.world.bodies, k);
        vec![one.gap, one.rate, one.accel, one.forces, one.spin, one.turn, one.gyroscopic]
    }

    /// A row by row, b, f and a.
    pub fn equation(&mut self) -> Vec<f64> {
        let instant = self.instant();
        report::equation(&instant.lcp, &instant.solution)
    }

    /// The terms of an entry of A, four numbers for each body that both contacts share: which, sign, linear, angular.
    pub fn entry_terms(&self, i: usize, j: usize) -> Vec<f64> {
        let rows = rows(self);
        let (Some(one), Some(other)) = (rows.get(i), rows.get(j)) else { return Vec::new() };
        let mut list = Vec::new();
        for [k, l] in one.shared(other) {
            let (part, response) = (&one.jacobian[k], &other.response[l]);
            if *response != Twist::default() {
                let sign = if k == l { 1.0 } else { -1.0 };
                let [linear, angular] = [part.linear.dot(response.linear), part.angular.dot(response.angular)];
                list.extend([one.bodies[k] as f64, sign, sign * linear, sign * angular]);
            }
        }
        list
    }

    /// With how much force, N, fixed bodies push against the weight at the contacts that are shown, and the weight, N.
    pub fn carried(&self) -> [f64; 2] {
        let gravity = self.world.forces.gravity;
        let up = (-gravity).try_normalize().unwrap_or(DVec3::Z);
        let bodies = &self.world.bodies;
        let push = |c: &Contact| {
            let along = (c.force * c.normal + c.friction).dot(up);
            let [a, b] = [c.a, c.b].map(|id| f64::from(u8::from(bodies[id].is_fixed())));
            (b - a) * along
        };
        let mass: f64 = bodies.iter().filter(|body| !body.is_fixed()).map(|body| body.mass).sum();
        [self.contacts.iter().map(push).sum(), mass * gravity.length()]
    }
}
