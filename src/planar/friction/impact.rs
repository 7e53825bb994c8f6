//! Impacts with friction: impulses within the cones.
//!
//! The impulses of a group of contacts at one instant obey the law of the forces, with velocities after the impact for
//! accelerations: they bring what they can to rest along the edges. Newton's restitution asks v⁺ + e v⁻ ≥ 0 of the gaps.
//! Poisson's and the energetic one have two phases, as in Glocker and Pfeiffer, *Multiple impacts with friction in rigid
//! multibody systems*, Nonlinear Dynamics 7 (1995): in the first the gaps come to rest by p; in the second the normal
//! impulses are at least e p. With Newton's and Poisson's the energy may grow where friction turns the motion round in
//! between (Kane 1984; Stronge, *Rigid body collisions with friction*, Proc. R. Soc. A 431, 1990). The energetic law
//! takes that part of p for which the work of the second phase is e² of that of the first.
use super::cones::Cones;
use super::{Restitution, Setup};
use crate::planar::body::State;
use crate::planar::contact::Contact;
use crate::planar::equations::Twist;
use crate::planar::impulse::{Groups, Rebound, fastest};

/// The works of the energetic law agree to this part.
const WORK: f64 = 1e-12;
/// Most shares that are tried.
const SHARES: usize = 120;

/// Resolves impacts; its storage is kept from one instant to the next.
#[derive(Clone, Debug, Default)]
pub struct FrictionImpacts {
    /// Impulses, N s: along all normals, then along all tangents.
    pub impulses: Vec<f64>,
    all: Cones,
    /// Velocities along the rows before, and by now.
    before: Vec<f64>,
    rates: Vec<f64>,
    jumps: Vec<Twist>,
    groups: Groups,
    pub(super) part: Cones,
    /// e of the group's contacts.
    restitution: Vec<f64>,
    /// Of the first phase: velocities before, impulses, velocities after.
    start: Vec<f64>,
    first: Vec<f64>,
    between: Vec<f64>,
    least: Vec<f64>,
}

impl FrictionImpacts {
    /// Changes the velocities so that no contact approaches; each has a rebound. Whether anything happened.
    pub fn resolve(&mut self, setup: Setup, contacts: &[Contact], rebounds: &[Rebound], states: &mut [State]) -> bool {
        let n = contacts.len();
        self.impulses.clear();
        self.impulses.resize(2 * n, 0.0);
        self.all.fill(setup, contacts, states);
        self.rates.clear();
        self.rates.extend(self.all.velocities(states));
        if fastest(&self.rates, rebounds).is_none() {
            return false;
        }
        self.before.clone_from(&self.rates);
        self.jumps.clear();
        self.jumps.resize(states.len(), Twist::default());
        self.groups.begin(setup, contacts);
        while self.groups.next(setup, contacts, &self.rates, rebounds) && self.solve_group(setup, rebounds) {}
        for (state, jump) in states.iter_mut().zip(&self.jumps) {
            state.velocity += jump.linear;
            state.omega += jump.angular;
        }
        true
    }

    /// Solves the law for the group; whether it changed anything.
    fn solve_group(&mut self, setup: Setup, rebounds: &[Rebound]) -> bool {
        let (n, elastic) = (self.all.len(), self.groups.elastic);
        self.part.choose(&self.all, &self.groups.chosen);
        let rates = &self.rates;
        self.start.clear();
        self.start.extend(self.groups.chosen.iter().chain(&self.groups.chosen).map(|&i| rates[i]));
        let m = self.groups.chosen.len();
        for (k, &i) in self.groups.chosen.iter().enumerate() {
            self.start[m + k] = rates[n + i];
        }
        let rebounds_at = |i: usize| elastic && rates[i] < -rebounds[i].capture;
        self.restitution.clear();
        self.restitution
            .extend(self.groups.chosen.iter().map(|&i| if rebounds_at(i) { rebounds[i].restitution } else { 0.0 }));
        if setup.settings.restitution_law == Restitution::Newton {
            self.newton();
        } else {
            self.two_phases(setup.settings.restitution_law == Restitution::Energy);
        }
        for (k, &i) in self.groups.chosen.iter().enumerate() {
            self.impulses[i] += self.part.f[k];
            self.impulses[n + i] += self.part.f[m + k];
        }
        self.part.rows.push(&self.part.f, &mut self.jumps);
        let jumps = &self.jumps;
        for ((rate, before), row) in self.rates.iter_mut().zip(&self.before).zip(&self.all.rows.rows) {
            *rate = before + row.apply(|body| jumps[body]);
        }
        self.part.f[..m].iter().any(|&impulse| impulse > 0.0)
    }

    fn newton(&mut self) {
        let Self { part, start, restitution, .. } = self;
        let asked = |(k, v): (usize, &f64)| (1.0 + restitution.get(k).filter(|_| *v < 0.0).unwrap_or(&0.0)) * v;
        part.b.clear();
        part.b.extend(start.iter().enumerate().map(asked));
        part.stop();
    }

    fn two_phases(&mut self, energetic: bool) {
        self.part.b.clone_from(&self.start);
        self.part.stop();
        self.first.clone_from(&self.part.f);
        self.between.clone_from(&self.part.a);
        if self.restitution.iter().all(|e| *e == 0.0) {
            return;
        }
        let m = self.groups.chosen.len();
        let taken = |k: usize| self.restitution[k] * self.restitution[k] * -self.first_work(k);
        let asked: f64 = (0..m).map(taken).sum();
        let small = WORK * asked.abs();
        let mut share = if energetic { self.find_share(asked, small) } else { 1.0 };
        if !energetic {
            self.expand(1.0);
        }
        // what friction does between the phases may still feed energy in
        while energetic && self.gain() > small && share > 1e-3 {
            share *= 0.5;
            self.expand(share);
        }
        for (f, first) in self.part.f.iter_mut().zip(&self.first) {
            *f += first;
        }
    }

    /// The share of e p for which the second phase does the work asked, with that phase. The work grows with the share:
    /// with its square while all contacts keep their modes and those that stick were at rest; so the next guess is by
    /// the power law through the last two.
    fn find_share(&mut self, asked: f64, small: f64) -> f64 {
        let (mut low, mut high, mut power) = (0.0, f64::INFINITY, 2.0);
        let mut share = 1.0;
        let mut work = self.expand(share);
        for round in 1.. {
            if (work - asked).abs() <= small {
                return share;
            }
            *(if work > asked { &mut high } else { &mut low }) = share;
            if high - low <= WORK * high || round > SHARES {
                break;
            }
            let guess = share * libm::pow(asked / work, 1.0 / power);
            // every third guess halves the bracket, in case the guesses creep
            let fits = guess > low && guess < high && (round % 3 != 0 || high == f64::INFINITY);
            let next = if fits { guess } else { 0.5 * (low + high.min(4.0 * low.max(share))) };
            let (last, before) = (share, work);
            share = next;
            work = self.expand(share);
            let through = libm::log(work / before) / libm::log(share / last);
            power = if through.is_finite() && through > 0.5 { through } else { 2.0 };
        }
        self.expand(low);
        low
    }

    /// Work of the normal impulse of the first phase at contact `k`, J: negative.
    fn first_work(&self, k: usize) -> f64 {
        0.5 * self.first[k] * (self.start[k] + self.between[k])
    }

    /// The second phase with this share of e p. The work of the normal impulses in it, J.
    fn expand(&mut self, share: f64) -> f64 {
        let Self { part, between, first, restitution, least, .. } = self;
        least.clear();
        least.extend(restitution.iter().zip(first.iter()).map(|(e, p)| share * e * p));
        part.b.clone_from(between);
        part.solve_over(least);
        (0..least.len()).map(|k| 0.5 * part.f[k] * (between[k] + part.a[k])).sum()
    }

    /// Energy that both phases feed in, J.
    fn gain(&self) -> f64 {
        let work = |k: usize| {
            0.5 * self.first[k] * (self.start[k] + self.between[k])
                + 0.5 * self.part.f[k] * (self.between[k] + self.part.a[k])
        };
        (0..self.start.len()).map(work).sum()
    }
}
