//! Overlaps are taken out of the positions: the smallest shift, measured by the masses, that opens all gaps, by sweeps to
//! and fro that are combined, since a pile that lands has to be shifted through all its layers.
use super::anderson::{Anderson, Entry};
use super::contacts::Contacts;
use super::site::Site;
use crate::spatial::equations::{Inertia, Twist};

/// Overlaps up to this part of the smaller body stay.
pub const SLOP: f64 = 2e-5;
/// Most sweeps to and fro; what is left is taken out in the next steps. After so many, what is left may grow as the third
/// power of their number.
const SWEEPS: usize = 60;
const PATIENT: f64 = 16.0;
/// Contacts to an entry.
const PACK: usize = 4;
/// Overlaps grow smaller by this part of the smaller body in a step at most: what is pushed farther meets what was not
/// looked at. Deeper ones do so in equal parts, so that the last step leaves nothing.
const MOST: f64 = 0.05;

/// What is asked of a contact.
#[derive(Clone, Copy, Debug)]
struct Row {
    bodies: [usize; 2],
    /// The least rate of its gap, m/s, and the slop as one.
    least: f64,
    slop: f64,
}

/// How a sweep goes.
#[derive(Clone, Copy, Debug)]
struct Sweep {
    /// Over all contacts, or those whose bodies were moved.
    all: bool,
    /// From the last contact to the first.
    back: bool,
    /// Parts of the slop that are left to the next steps.
    content: f64,
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
    /// Velocities that were given, those after a sweep there and after the next one back, and what the impulses of both alone do
    /// to velocities.
    given: Vec<Twist>,
    ends: [Vec<Twist>; 2],
    growth: Vec<Twist>,
}

impl Projection {
    /// Changes the velocities with which the bodies move so that no gap is closed at the end, if any would be. Whether there
    /// is such a motion, as far as is known.
    pub fn run(&mut self, contacts: &Contacts, sites: &[Site], h: f64, (inertia, with): Moving) -> bool {
        self.rows.clear();
        self.impulses.clear();
        self.given.clear();
        let mut any = false;
        for (site, k) in sites.iter().zip(0..) {
            let size = site.size;
            let least = if site.is_joint() { f64::NEG_INFINITY } else { 0.0 };
            let depth = -site.gap - SLOP * size;
            let least = least + depth / libm::ceil(depth / (MOST * size)).max(1.0) / h;
            any |= contacts.rate(k, with) < least;
            self.rows.push(Row { bodies: site.bodies(), least, slop: SLOP * size / h });
        }
        if !any {
            return true;
        }
        self.given.extend_from_slice(with);
        let packs = sites.len().div_ceil(PACK);
        for entries in [&mut self.impulses, &mut self.weights] {
            entries.clear();
            entries.resize(packs, Entry::default());
        }
        (0..sites.len()).for_each(|k| self.weights[k / PACK][k % PACK] = contacts.weights(k)[0]);
        self.moved.clear();
        self.moved.resize(with.len(), false);
        self.anderson.clear();
        for sweep in 0..SWEEPS {
            self.began.clone_from(&self.impulses);
            let part = sweep as f64 / PATIENT;
            let content = (part * part * part).max(0.5);
            let there = self.sweep(contacts, with, Sweep { all: sweep == 0, back: false, content });
            let back = self.sweep(contacts, with, Sweep { all: false, back: true, content });
            if !(there || back) {
                return true;
            }
            let Self { impulses, began, now, weights, anderson, .. } = self;
            now.clone_from(impulses);
            if anderson.next(began, now, weights) {
                for k in 0..sites.len() {
                    let (held, next) = (&mut impulses[k / PACK][k % PACK], now[k / PACK][k % PACK].max(0.0));
                    contacts.press(k, next - *held, with);
                    *held = next;
                }
            }
        }
        self.has_way((contacts, sites), (inertia, with))
    }

    /// Whether it was for this contact, too, that bodies moved otherwise.
    pub fn lifts(&self, k: usize) -> bool {
        self.impulses.get(k / PACK).is_some_and(|entry| entry[k % PACK] > 0.0)
    }

    /// By how much a body moves otherwise for their sake, where it moves with these velocities now.
    pub fn moves(&self, k: usize, with: &[Twist]) -> Twist {
        self.given.get(k).map_or_else(Twist::default, |given| {
            let Twist { linear, angular } = with[k];
            Twist { linear: linear - given.linear, angular: angular - given.angular }
        })
    }

    /// Opens the gaps one after the other. Whether one was closed by more than is left to the next steps.
    fn sweep(&mut self, contacts: &Contacts, with: &mut [Twist], Sweep { all, back, content }: Sweep) -> bool {
        let Self { rows, impulses, moved, .. } = self;
        let mut worst = false;
        for place in 0..rows.len() {
            let k = if back { rows.len() - 1 - place } else { place };
            let Row { bodies: [a, b], least, slop } = rows[k];
            if !(all || moved[a] || moved[b]) {
                continue;
            }
            let (rate, held) = (contacts.rate(k, with), &mut impulses[k / PACK][k % PACK]);
            if rate < least || *held > 0.0 {
                worst |= rate < least - content * slop;
                (moved[a], moved[b]) = (true, true);
                *held = contacts.open(k, least + 0.25 * slop, *held, with);
            }
        }
        worst
    }

    /// Whether a motion that opens all gaps may be near. Where there is none, the impulses of sweeps alone grow without end,
    /// by some g ≥ 0 that hardly moves anything (lemma of Farkas): what opens the gaps, J v ≥ b, is away from the v found by at
    /// least g·(b − J v) / |Jᵀ g|, in the norm of the masses. Farther away than bodies would be that all move as far as is asked
    /// of all contacts together, it is none. Then sweeps to and fro end at other places, and bodies go half way between.
    fn has_way(&mut self, (contacts, sites): (&Contacts, &[Site]), (inertia, with): Moving) -> bool {
        let count = self.rows.len();
        let [mut there, mut back] = std::mem::take(&mut self.ends);
        back.clone_from(&self.given);
        self.impulses.fill(Entry::default());
        for _ in 0..SWEEPS {
            self.began.clone_from(&self.impulses);
            self.sweep(contacts, &mut back, Sweep { all: true, back: false, content: 0.0 });
            there.clone_from(&back);
            self.sweep(contacts, &mut back, Sweep { all: true, back: true, content: 0.0 });
        }
        let Self { rows, impulses, began, moved, growth, .. } = self;
        growth.clear();
        growth.resize(with.len(), Twist::default());
        let (mut lack, mut square, mut asked) = (0.0, 0.0, 0.0);
        let grown = |k: usize| (impulses[k / PACK][k % PACK] - began[k / PACK][k % PACK]).max(0.0);
        (0..count).for_each(|k| contacts.press(k, grown(k), growth));
        for (k, (row, site)) in rows.iter().zip(sites).enumerate().filter(|(k, _)| grown(*k) > 0.0) {
            lack += grown(k) * (row.least - site.rate(&back));
            square += grown(k) * site.rate(growth);
            asked += row.least.max(0.0);
        }
        let free = inertia.iter().zip(&*moved).filter(|(inertia, moved)| **moved && inertia.mass > 0.0);
        let mass: f64 = free.map(|(inertia, _)| inertia.mass.recip()).sum();
        let has = lack <= 0.0 || lack * lack <= square * mass * asked * asked;
        if !has {
            for (twist, (one, two)) in with.iter_mut().zip(there.iter().zip(&back)) {
                twist.linear = 0.5 * (one.linear + two.linear);
                twist.angular = 0.5 * (one.angular + two.angular);
            }
        }
        self.ends = [there, back];
        has
    }
}

/// Bodies and the velocities with which they move.
type Moving<'a> = (&'a [Inertia], &'a mut [Twist]);
