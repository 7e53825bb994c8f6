//! Overlaps are taken out of the positions: the smallest shift, measured by the masses, that opens all gaps.
use super::contacts::Contacts;
use super::site::Site;
use crate::spatial::equations::Twist;

/// Overlaps up to this part of the smaller body stay.
pub const SLOP: f64 = 2e-5;
/// Most sweeps; what is left is taken out in the next steps. After thirty, what is left may grow as the third power of
/// their number.
const SWEEPS: usize = 120;
/// Overlaps grow smaller by this part of the smaller body in a step at most: what is pushed farther meets what was not
/// looked at.
const MOST: f64 = 0.05;

/// Storage of the projection.
#[derive(Clone, Debug, Default)]
pub struct Projection {
    /// For each contact, the least rate of its gap, m/s, and the slop as one.
    least: Vec<[f64; 2]>,
    /// For each contact, its impulse, N s.
    impulses: Vec<f64>,
    /// Bodies that were moved; only their contacts are looked at again.
    moved: Vec<bool>,
}

impl Projection {
    /// Changes the velocities with which the bodies move so that no gap is closed at the end, if any would be.
    pub fn run(&mut self, contacts: &Contacts, sites: &[Site], with: &mut [Twist], h: f64) {
        self.least.clear();
        let mut any = false;
        for (site, k) in sites.iter().zip(0..) {
            let size = site.size;
            let least = if site.is_joint() { f64::NEG_INFINITY } else { 0.0 };
            let least = least + (-site.gap - SLOP * size).min(MOST * size) / h;
            any |= contacts.rate(k, with) < least;
            self.least.push([least, SLOP * size / h]);
        }
        if !any {
            return;
        }
        self.impulses.clear();
        self.impulses.resize(sites.len(), 0.0);
        self.moved.clear();
        self.moved.resize(with.len(), false);
        for sweep in 0..SWEEPS {
            let (mut worst, thirties) = (false, sweep as f64 / 30.0);
            let content = (thirties * thirties * thirties).max(0.5);
            let mut visit = |k: usize| {
                let [least, slop] = self.least[k];
                let Site { a, b, .. } = sites[k];
                if sweep > 0 && !(self.moved[a] || self.moved[b]) {
                    return;
                }
                let rate = contacts.rate(k, with);
                if rate < least || self.impulses[k] > 0.0 {
                    worst |= rate < least - content * slop;
                    (self.moved[a], self.moved[b]) = (true, true);
                    self.impulses[k] = contacts.open(k, least + 0.25 * slop, self.impulses[k], with);
                }
            };
            if sweep % 2 == 0 {
                (0..sites.len()).for_each(&mut visit);
            } else {
                (0..sites.len()).rev().for_each(&mut visit);
            }
            if !worst {
                break;
            }
        }
    }
}
