//! Impacts: impulses at the contacts that approach each other.
//!
//! At one instant positions stay and velocities jump: v⁺ = v⁻ + A j with the A of the contact forces. The law
//! v⁺ + e v⁻ ≥ 0, j ≥ 0, j·(v⁺ + e v⁻) = 0 is the same complementarity problem with b = (1 + e) v⁻, taken for all
//! contacts at once or group by group until none approaches. With one e in a group the energy changes by
//! −½ (1 − e)/(1 + e) j·A j, so it never grows.
use super::body::State;
use super::contact::Contact;
use super::dynamics::{Asked, Dynamics, Setup};
use super::equations::{Rows, Twist};
use super::length;
use super::reduced::{Reduced, SOFTNESS};
use super::step::BAND;
use crate::complementarity::Solution;
use crate::linalg::islands::Islands;
use crate::linalg::vector::max_abs;

/// How several impacts at one instant are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImpactLaw {
    /// Contact after contact, the fastest first.
    Serial,
    /// All at once: v⁺ + e v⁻ ≥ 0, j ≥ 0, j·(v⁺ + e v⁻) = 0.
    Simultaneous,
    /// Pair of bodies after pair of bodies, the contacts of one pair at once.
    #[default]
    Hybrid,
}

impl ImpactLaw {
    /// All, in the order a reader should meet them.
    pub const ALL: [ImpactLaw; 3] = [Self::Serial, Self::Simultaneous, Self::Hybrid];

    /// The word used in files, links and on the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Serial => "serial",
            Self::Simultaneous => "simultaneous",
            Self::Hybrid => "hybrid",
        }
    }

    /// The law of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|law| law.name() == name)
    }
}

/// An impulse that was applied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// When, s of the world's time.
    pub time: f64,
    /// Where.
    pub contact: Contact,
    /// Along the contact's normal, N s.
    pub impulse: f64,
}

/// A rebound with a flight shorter than this part of the time step is not followed; the contact rests.
const FLIGHT: f64 = 0.02;
/// Nor is one after which all further rebounds together are shorter than this part of the time step.
const FLIGHTS: f64 = 0.5;

/// How the contacts at hand rebound.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rebound {
    /// e, 0 to 1.
    pub restitution: f64,
    /// A contact that approaches slower than this does not rebound, m/s: its flight would be too short to follow.
    pub capture: f64,
    /// A contact that approaches slower than this counts as at rest, m/s.
    pub rest: f64,
    /// So does one that parts slower than this, m/s, if a force holds it closed: its hop would be too short to follow.
    pub hop: f64,
}

impl Rebound {
    /// How a contact rebounds between bodies that without contacts have these accelerations.
    pub fn of(setup: Setup, contact: &Contact, states: &[State], free: impl Fn(usize) -> Twist) -> Self {
        let (h, restitution) =
            (setup.settings.time_step, contact.restitution(setup.bodies, setup.settings.restitution));
        let pull = |body: usize| {
            let Twist { linear, angular } = free(body);
            length(linear + angular * (contact.point - states[body].position).perp())
        };
        // a flight lasts 2 e v/pull, and all that follow together 1/(1 − e) of it
        let pull = 0.5 * (pull(contact.a) + pull(contact.b));
        let flight = FLIGHT.max(FLIGHTS * (1.0 - restitution)) / restitution.max(1e-3);
        let rest = BAND / h;
        Self { restitution, capture: flight * h * pull, rest, hop: rest.max(0.5 * FLIGHT * h * pull) }
    }
}

/// A rate that is left to a gap at rest, m/s.
const SETTLED: f64 = 1e-10;

/// Resolves impacts; its storage is kept from one instant to the next.
#[derive(Clone, Debug, Default)]
pub struct Impacts {
    /// J and J M⁻¹ of the contacts.
    pub rows: Rows,
    /// Rate of each gap, m/s.
    pub rates: Vec<f64>,
    /// Impulse at each contact, N s.
    pub impulses: Vec<f64>,
    /// Rates before, and what the impulses have added to the bodies' velocities since.
    before: Vec<f64>,
    jumps: Vec<Twist>,
    groups: Groups,
    group_rows: Rows,
    b: Vec<f64>,
    solution: Solution,
    reduced: Reduced,
}

impl Impacts {
    /// Changes the velocities so that no contact approaches. `rebounds` has one entry for each contact. Whether
    /// anything happened.
    pub fn resolve(
        &mut self,
        dynamics: &mut Dynamics,
        setup: Setup,
        (contacts, rebounds): (&[Contact], &[Rebound]),
        states: &mut [State],
    ) -> bool {
        self.impulses.clear();
        self.impulses.resize(contacts.len(), 0.0);
        self.rates.clear();
        self.rates.extend(contacts.iter().map(|contact| contact.normal_velocity(states)));
        if fastest(&self.rates, rebounds).is_none() {
            return false;
        }
        self.rows.fill(contacts, setup.bodies, states);
        self.before.clone_from(&self.rates);
        self.jumps.clear();
        self.jumps.resize(states.len(), Twist::default());
        self.groups.begin(setup, contacts);
        while self.groups.next(setup, contacts, &self.rates, rebounds) {
            self.group_rows.rows.clear();
            self.group_rows.rows.extend(self.groups.chosen.iter().map(|&i| self.rows.rows[i]));
            if !self.solve_group(dynamics, setup, rebounds) {
                break;
            }
        }
        push(&self.rows, &self.impulses, states);
        true
    }

    /// Takes away what little rate the gaps of contacts at rest have, in both directions: else the forces there would
    /// do work. Contacts may depend on each other, nearly or wholly; so they are softened, and what is left is taken away again
    /// while half of it goes. That only takes energy. Whether there was anything to take.
    pub fn settle(&mut self, setup: Setup, contacts: &[Contact], states: &mut [State]) -> bool {
        let Self { rows, rates, before, reduced, solution, jumps, .. } = self;
        before.clear();
        before.extend(contacts.iter().map(|contact| contact.normal_velocity(states)));
        let mut left = max_abs(before);
        if left <= SETTLED {
            return false;
        }
        rows.fill(contacts, setup.bodies, states);
        reduced.prepare(&rows.rows, contacts.len());
        if !reduced.factor(&rows.rows, SOFTNESS, &|_| Some(0.0)) {
            return false;
        }
        solution.f.clear();
        solution.f.resize(contacts.len(), 0.0);
        jumps.clear();
        jumps.resize(states.len(), Twist::default());
        rates.clone_from(before);
        loop {
            reduced.correct(&rows.rows, rates, &mut solution.f);
            rows.evaluate(&solution.f, before, jumps, rates);
            let now = max_abs(rates);
            if now == 0.0 || now > 0.5 * left {
                break;
            }
            left = now;
        }
        push(rows, &solution.f, states);
        true
    }

    /// Solves the law for the group; whether it changed anything.
    fn solve_group(&mut self, dynamics: &mut Dynamics, setup: Setup, rebounds: &[Rebound]) -> bool {
        let elastic = self.groups.elastic;
        let captured = |i: usize, rate: f64| !elastic || rate.abs() <= rebounds[i].capture;
        self.solve(dynamics, setup, |i, rate| if captured(i, rate) { 0.0 } else { rebounds[i].restitution });
        if self.energy_change() > 1e-12 * self.energy_scale() {
            // different e in one group may feed energy in; one e for all does not
            let least = self.groups.chosen.iter().map(|&i| rebounds[i].restitution).fold(1.0, f64::min);
            self.solve(dynamics, setup, |_, _| if elastic { least } else { 0.0 });
        }
        for (&i, &impulse) in self.groups.chosen.iter().zip(&self.solution.f) {
            self.impulses[i] += impulse;
        }
        self.group_rows.push(&self.solution.f, &mut self.jumps);
        let jumps = &self.jumps;
        for ((rate, before), row) in self.rates.iter_mut().zip(&self.before).zip(&self.rows.rows) {
            *rate = before + row.apply(|body| jumps[body]);
        }
        self.solution.f.iter().any(|&impulse| impulse > 0.0)
    }

    /// The problem of the group, A and b = (1 + e) v⁻ with e given for the number and rate of each contact.
    fn solve(&mut self, dynamics: &mut Dynamics, setup: Setup, restitution: impl Fn(usize, f64) -> f64) {
        let Self { b, groups, group_rows, rates, solution, .. } = self;
        b.clear();
        b.extend(groups.chosen.iter().map(|&i| (1.0 + restitution(i, rates[i])) * rates[i]));
        dynamics.solve_rows(setup.settings, Asked { rows: group_rows, b, warm: false }, solution);
    }

    /// ½ j·(v⁺ + v⁻) = j·v⁻ + ½ j·A j, J.
    fn energy_change(&self) -> f64 {
        let step =
            |(row, (&i, &j)): (usize, (&usize, &f64))| j * (self.rates[i] + 0.5 * (self.solution.a[row] - self.b[row]));
        self.groups.chosen.iter().zip(&self.solution.f).enumerate().map(step).sum()
    }

    fn energy_scale(&self) -> f64 {
        self.groups.chosen.iter().zip(&self.solution.f).map(|(&i, &j)| (j * self.rates[i]).abs()).sum()
    }
}

/// The contact that approaches fastest, if one does.
pub(super) fn fastest(rates: &[f64], rebounds: &[Rebound]) -> Option<usize> {
    let approaching = (0..rebounds.len()).filter(|&i| rates[i] < -rebounds[i].rest);
    approaching.min_by(|&i, &j| rates[i].total_cmp(&rates[j]).then(i.cmp(&j)))
}

/// Goes through the contacts of one instant group by group, the fastest first; its storage is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    islands: Islands,
    passes: usize,
    /// The contacts to treat now.
    pub chosen: Vec<usize>,
    /// Whether they may rebound.
    pub elastic: bool,
}

impl Groups {
    /// Passes after which nothing rebounds any more and all contacts of an island are treated at once: so many, and so
    /// many for each contact.
    const ELASTIC: [usize; 2] = [50, 20];
    /// Passes that follow these at most: rounding may let contacts approach for ever.
    const LAST: usize = 10;

    /// Begins with contacts of one instant.
    pub fn begin(&mut self, setup: Setup, contacts: &[Contact]) {
        let pair = |k: usize| [contacts[k].a, contacts[k].b];
        self.islands.find(setup.bodies.len(), contacts.len(), &pair, &|body| !setup.bodies[body].is_fixed());
        self.passes = 0;
    }

    /// Chooses the group of the contact that approaches fastest. Whether there is one, and passes are left.
    pub fn next(&mut self, setup: Setup, contacts: &[Contact], rates: &[f64], rebounds: &[Rebound]) -> bool {
        let elastic = Self::ELASTIC[0] + Self::ELASTIC[1] * contacts.len();
        let Some(worst) = fastest(rates, rebounds).filter(|_| self.passes <= elastic + Self::LAST) else {
            return false;
        };
        self.passes += 1;
        self.elastic = self.passes <= elastic;
        let law = if self.elastic { setup.settings.impact_law } else { ImpactLaw::Simultaneous };
        let pair = |i: usize| (contacts[i].a.min(contacts[i].b), contacts[i].a.max(contacts[i].b));
        let island = self.islands.iter().find(|island| island.contains(&worst)).unwrap_or(&[]);
        self.chosen.clear();
        self.chosen.extend(island.iter().copied().filter(|&i| match law {
            ImpactLaw::Serial => i == worst,
            ImpactLaw::Hybrid => pair(i) == pair(worst),
            ImpactLaw::Simultaneous => true,
        }));
        true
    }
}

/// Adds M⁻¹ Jᵀ j to the velocities.
fn push(rows: &Rows, impulses: &[f64], states: &mut [State]) {
    rows.spread(impulses, |body, twist| {
        states[body].velocity += twist.linear;
        states[body].omega += twist.angular;
    });
}
