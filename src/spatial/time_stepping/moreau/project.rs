//! Overlaps are taken out of the positions: the smallest shift, measured by the masses, that opens all gaps, by sweeps to
//! and fro that are combined, since a pile that lands has to be shifted through all its layers.
use super::anderson::{Anderson, Entry};
use super::contacts::Contacts;
use super::site::Site;
use crate::spatial::equations::Twist;

/// Overlaps up to this part of the smaller body stay.
pub const SLOP: f64 = 2e-5;
/// Most sweeps to and fro; what is left is taken out in the next steps. After so many, what is left may grow as the third
/// power of their number.
const SWEEPS: usize = 60;
const PATIENT: f64 = 16.0;
/// Contacts to an entry.
const PACK: usize = 4;
/// Overlaps grow smaller by this part of the smaller body in a step at most: what is pushed farther meets what was not
/// looked at.
const MOST: f64 = 0.05;

/// What is asked of a contact.
#[derive(Clone, Copy, Debug)]
struct Row {
    bodies: [usize; 2],
    /// The least rate of its gap, m/s, and the slop as one.
    least: f64,
    slop: f64,
}

/// Storage of the projection.
#[derive(Clone, Debug, Default)]
pub struct Projection {
    rows: Vec<Row>,
    /// For each contact, its impulse, N s, four to an entry.
    impulses: Vec<Entry>,
    /// These before a sweep, after it, and their weights.
    began: Vec<Entry>,
    now: Vec<Entry>,
    weights: Vec<Entry>,
    anderson: Anderson,
    /// Bodies that were moved; only their contacts are looked at again.
    moved: Vec<bool>,
}

impl Projection {
    /// Changes the velocities with which the bodies move so that no gap is closed at the end, if any would be.
    pub fn run(&mut self, contacts: &Contacts, sites: &[Site], with: &mut [Twist], h: f64) {
        self.rows.clear();
        let mut any = false;
        for (site, k) in sites.iter().zip(0..) {
            let size = site.size;
            let least = if site.is_joint() { f64::NEG_INFINITY } else { 0.0 };
            let least = least + (-site.gap - SLOP * size).min(MOST * size) / h;
            any |= contacts.rate(k, with) < least;
            self.rows.push(Row { bodies: [site.a, site.b], least, slop: SLOP * size / h });
        }
        if !any {
            return;
        }
        let Self { rows, impulses, began, now, weights, moved, anderson } = self;
        let packs = sites.len().div_ceil(PACK);
        [&mut *impulses, &mut *weights].into_iter().for_each(|entries| {
            entries.clear();
            entries.resize(packs, Entry::default());
        });
        (0..sites.len()).for_each(|k| weights[k / PACK][k % PACK] = contacts.weights(k)[0]);
        moved.clear();
        moved.resize(with.len(), false);
        anderson.clear();
        for sweep in 0..SWEEPS {
            began.clone_from(impulses);
            let (mut worst, part) = (false, sweep as f64 / PATIENT);
            let content = (part * part * part).max(0.5);
            let mut visit = |k: usize| {
                let Row { bodies: [a, b], least, slop } = rows[k];
                if sweep > 0 && !(moved[a] || moved[b]) {
                    return;
                }
                let (rate, held) = (contacts.rate(k, with), &mut impulses[k / PACK][k % PACK]);
                if rate < least || *held > 0.0 {
                    worst |= rate < least - content * slop;
                    (moved[a], moved[b]) = (true, true);
                    *held = contacts.open(k, least + 0.25 * slop, *held, with);
                }
            };
            (0..sites.len()).for_each(&mut visit);
            (0..sites.len()).rev().for_each(&mut visit);
            if !worst {
                break;
            }
            now.clone_from(impulses);
            if anderson.next(began, now, weights) {
                for k in 0..sites.len() {
                    let (held, next) = (&mut impulses[k / PACK][k % PACK], now[k / PACK][k % PACK].max(0.0));
                    contacts.press(k, next - *held, with);
                    *held = next;
                }
            }
        }
    }
}
