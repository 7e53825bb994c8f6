//! The contacts that a step shows, which are what the next one starts from.
use super::Moreau;
use super::Stage;
use super::project::SLOP;
use super::site::Site;
use crate::sort::by_heap;
use crate::spatial::body::Body;
use crate::spatial::contact::{Contact, Part};
use glam::DVec3;

/// Contacts whose gaps are under this part of the size are shown though they carry nothing. A gap that is far below zero
/// there is no overlap but that of parts which no longer face each other.
const TOUCH: f64 = 1e-6;

impl Moreau {
    /// Velocity of the place of a contact: with the vertex or the body that moves, or with the middle of two balls.
    fn drift(&self, site: &Site, bodies: &[Body]) -> DVec3 {
        let velocity = |body: usize, part: Part| {
            let (twist, b) = (&self.with[body], &bodies[body]);
            let rides = matches!(part, Part::Vertex(_));
            let arm = if rides { site.point - b.state.pose.position } else { DVec3::ZERO };
            (!b.is_fixed()).then(|| twist.linear + twist.angular.cross(arm))
        };
        match (velocity(site.a, site.key.first), velocity(site.b, site.key.second)) {
            (Some(one), Some(other)) => 0.5 * (one + other),
            (one, other) => one.or(other).unwrap_or_default(),
        }
    }

    /// Adds the contacts of this step, all in the order of pairs.
    pub(super) fn show(&self, stage: &mut Stage, h: f64) {
        let touch = TOUCH * stage.report.size;
        let others = !stage.contacts.is_empty();
        for (site, k) in self.search.sites().iter().zip(0..) {
            let (normal, side) = self.contacts.impulse(k);
            let gap = site.gap + h * self.contacts.rate(k, &self.with);
            let touches = gap <= touch && gap >= -SLOP * site.size;
            if normal > 0.0 || touches || site.is_joint() {
                let Site { a, b, key, normal: n, .. } = *site;
                let runs = self.free.middles.runs_to(site);
                let point = runs.unwrap_or_else(|| site.point + h * self.drift(site, stage.bodies));
                let (force, friction) = (normal / h, side / h);
                stage.contacts.push(Contact { a, b, point, normal: n, gap, force, friction, key });
            }
        }
        if stage.report.repeats > 0 || others {
            sort(stage.contacts);
        }
    }
}

/// Adds what a contact did in a part of a step to the means over the whole step.
pub fn add_mean(means: &mut Vec<Contact>, part: Contact) {
    let name = |c: &Contact| (c.a, c.b, c.key);
    match means.iter_mut().find(|mean| name(mean) == name(&part)) {
        Some(mean) => {
            let sum = mean.force * mean.normal + mean.friction + part.force * part.normal + part.friction;
            let force = sum.dot(part.normal);
            *mean = Contact { force, friction: sum - force * part.normal, ..part };
        }
        None => means.push(part),
    }
}

/// In the order of pairs, rows of joints last.
pub fn sort(contacts: &mut [Contact]) {
    by_heap(contacts, &is_before);
}

fn is_before(one: &Contact, other: &Contact) -> bool {
    let [one, other] = [one, other].map(|c| (joint(c), order(c), c.key, c.a));
    one < other
}

/// The bodies of a contact, the lower number first.
fn order(contact: &Contact) -> [usize; 2] {
    [contact.a.min(contact.b), contact.a.max(contact.b)]
}

/// Whether a contact is a row of a joint.
fn joint(contact: &Contact) -> bool {
    matches!(contact.key.first, Part::Joint(_))
}

/// The force that a site carried in the last step, on its first body, N. `last` runs through the contacts, which are in
/// the order of pairs as the sites are.
pub fn recalled(contacts: &[Contact], last: &mut usize, site: &Site) -> DVec3 {
    let pair = site.pair();
    while *last < contacts.len() && !joint(&contacts[*last]) && order(&contacts[*last]) < pair {
        *last += 1;
    }
    let of_pair = contacts[*last..].iter().take_while(|c| order(c) == pair);
    let mut same = of_pair.filter(|c| (c.a, c.b, c.key) == (site.a, site.b, site.key));
    // along the normal of now
    same.next().map_or(DVec3::ZERO, |c| {
        let turned = c.friction - c.friction.dot(site.normal) * site.normal;
        c.force * site.normal + turned
    })
}

/// The force that a row of a joint carried in the last step, N; rows of joints come last.
pub fn held(contacts: &[Contact], site: &Site) -> f64 {
    let mut rows = contacts.iter().rev().take_while(|c| joint(c));
    rows.find(|c| c.key == site.key).map_or(0.0, |c| c.force)
}
