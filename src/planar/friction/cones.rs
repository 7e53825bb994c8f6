//! The rows of contacts with friction, and their forces or impulses, island by island.
use super::law::Problem;
use super::{FrictionSolver, Mode, Setup};
use crate::complementarity::Step;
use crate::linalg::islands::Islands;
use crate::planar::body::{Body, BodyId, State};
use crate::planar::contact::{Contact, Feature};
use crate::planar::equations::{Rows, Twist, bodies};
use crate::planar::length;
use crate::scratch::Scratch;

/// A contact that moves along its edge slower than this, m/s, is at rest if friction can hold it: it would come to rest
/// within 1e-11 m on a floor of any use. No state remembers which contacts stick, so the speed must tell.
pub const REST: f64 = 1e-5;

/// What is left to rows at rest, m or m/s: in an hour less than 1e-9 m.
const SETTLED: f64 = 1e-13;

/// Contacts with a cone each, normals first, then tangents; storage is kept.
#[derive(Clone, Debug, Default)]
pub struct Cones {
    /// J and J M⁻¹.
    pub rows: Rows,
    /// What tells each contact from all others.
    keys: Vec<(BodyId, BodyId, Feature)>,
    /// μ of each contact.
    pub friction: Vec<f64>,
    /// How fast the surfaces run along each tangent beside their bodies' motion, m/s: it adds to the velocity there.
    pub running: Vec<f64>,
    /// Sign of the velocity along each tangent that friction is against; 0 at rest.
    pub sliding: Vec<i8>,
    /// What the rows have without forces.
    pub b: Vec<f64>,
    /// Forces, or impulses.
    pub f: Vec<f64>,
    /// What the rows have with them.
    pub a: Vec<f64>,
    /// What each contact does.
    pub modes: Vec<Mode>,
    /// Whether the forces obey the law.
    pub solved: bool,
    /// How they are found.
    pub solver: FrictionSolver,
    /// How many problems that left to other methods since this was last cleared.
    pub handed_over: usize,
    /// Whether each contact has carried at any state since these were taken up.
    pub carried: Vec<bool>,
    islands: Islands,
    moving: Vec<bool>,
    /// A problem for each island, so that each keeps its storage.
    parts: Scratch<Vec<Problem>>,
    least: Vec<f64>,
    shifts: Vec<Twist>,
}

impl Cones {
    /// Number of contacts.
    pub fn len(&self) -> usize {
        self.friction.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.friction.is_empty()
    }

    /// Takes up contacts at these states.
    pub fn fill(&mut self, setup: Setup, contacts: &[Contact], states: &[State]) {
        self.take_up(setup, contacts);
        self.rows.fill_with_tangents(contacts, setup.bodies, states);
    }

    /// Takes up contacts without their rows.
    fn take_up(&mut self, setup: Setup, contacts: &[Contact]) {
        self.solver = setup.settings.friction_solver;
        self.keys.clear();
        self.keys.extend(contacts.iter().map(Contact::key));
        self.friction.clear();
        self.friction.extend(contacts.iter().map(|contact| setup.friction_at(contact)));
        self.running.clear();
        self.running.extend(contacts.iter().map(|contact| setup.surface_speed(contact)));
    }

    /// Takes over some contacts of others.
    pub fn choose(&mut self, all: &Cones, chosen: &[usize]) {
        let n = all.len();
        self.rows.rows.clear();
        self.rows.rows.extend(both(chosen, n).map(|r| all.rows.rows[r]));
        self.solver = all.solver;
        self.friction.clear();
        self.friction.extend(chosen.iter().map(|&i| all.friction[i]));
        self.running.clear();
        self.running.extend(chosen.iter().map(|&i| all.running[i]));
    }

    /// Velocities along the rows, m/s: rates of the gaps, then of the surfaces past each other.
    pub fn velocities<'a>(&'a self, states: &'a [State]) -> impl Iterator<Item = f64> + 'a {
        let n = self.len();
        let twist = |body: usize| Twist { linear: states[body].velocity, angular: states[body].omega };
        let running = move |r: usize| if r < n { 0.0 } else { self.running[r - n] };
        self.rows.rows.iter().enumerate().map(move |(r, row)| row.apply(twist) + running(r))
    }

    /// All contacts count as at rest: what follows is asked of the velocities, which friction can bring to rest.
    fn rest_all(&mut self) {
        self.sliding.clear();
        self.sliding.resize(self.len(), 0);
        self.forget();
    }

    /// Takes up contacts to act from these states on, without their rows: those that move along their edges slide, the
    /// others are at rest.
    pub fn begin(&mut self, setup: Setup, contacts: &[Contact], states: &[State]) {
        self.take_up(setup, contacts);
        let sign = |v: f64| if v.abs() <= REST { 0 } else { v.signum() as i8 };
        let speeds = contacts.iter().zip(&self.running).map(|(c, running)| c.tangential_velocity(states) + running);
        self.sliding.clear();
        self.sliding.extend(speeds.map(sign));
        self.forget();
        self.carried.clear();
        self.carried.resize(self.len(), false);
    }

    /// Remembers which contacts carry now.
    pub fn note_carried(&mut self) {
        self.carried.iter_mut().zip(&self.f).for_each(|(carried, f)| *carried |= *f > 0.0);
    }

    /// Takes over the contacts of others and what they do, in its own storage.
    pub fn copy(&mut self, others: &Cones) {
        self.rows.rows.clone_from(&others.rows.rows);
        self.keys.clone_from(&others.keys);
        self.friction.clone_from(&others.friction);
        self.running.clone_from(&others.running);
        self.sliding.clone_from(&others.sliding);
        self.modes.clone_from(&others.modes);
        self.f.clone_from(&others.f);
    }

    /// Knows nothing of the past.
    pub fn forget_contacts(&mut self) {
        self.keys.clear();
    }

    /// Takes as a guess the forces that others have at the same contacts, and what these do there if they slide alike.
    pub fn guess(&mut self, others: &Cones) {
        let (n, m, mut next) = (self.len(), others.keys.len(), 0);
        for i in 0..n {
            // mostly in the same order
            let Some(k) = (next..m).chain(0..next).find(|&k| others.keys[k] == self.keys[i]) else { continue };
            next = k + 1;
            (self.f[i], self.f[n + i]) = (others.f[k], others.f[m + k]);
            if self.sliding[i] == others.sliding[k] || others.modes[k] == Mode::Open {
                self.modes[i] = others.modes[k];
            }
        }
    }

    /// Those that begin to slip slide from now on.
    pub fn keep_slipping(&mut self) {
        for (sign, mode) in self.sliding.iter_mut().zip(&mut self.modes) {
            if let Mode::Slip(slip) = *mode {
                (*sign, *mode) = (slip, Mode::Slide(slip));
            }
        }
    }

    fn forget(&mut self) {
        self.f.clear();
        self.f.resize(2 * self.len(), 0.0);
        self.modes.clear();
        let guess = self.sliding.iter().zip(&self.friction);
        self.modes.extend(guess.map(|(&sign, &friction)| Mode::closed(sign, friction)));
    }

    /// Forces that obey the law, from the forces and modes at hand as a guess.
    pub fn solve(&mut self) {
        let (solver, mut left) = (self.solver, 0);
        self.by_islands(|part| {
            let solved = part.solve(solver);
            left += usize::from(part.handed_over);
            solved
        });
        self.handed_over += left;
    }

    /// Shows Baraff's drives for all contacts as one problem. Whether they end at forces that obey the law.
    pub fn show_drives(&self, watch: &mut dyn FnMut(&Step)) -> bool {
        let mut whole = Problem::default();
        let all: Vec<usize> = (0..self.len()).collect();
        self.load(&all, &mut whole);
        whole.show_drives(watch)
    }

    /// Forces and accelerations that Baraff's drives end at when they take the contacts in this order, all as one problem;
    /// none if these do not obey the law.
    pub fn drive_in_order(&self, order: &[usize]) -> Option<[Vec<f64>; 2]> {
        let mut whole = Problem::default();
        self.load(order, &mut whole);
        if !whole.drive_by_index() {
            return None;
        }
        let mut found = [vec![0.0; self.b.len()], vec![0.0; self.b.len()]];
        for (i, r) in both(order, self.len()).enumerate() {
            (found[0][r], found[1][r]) = (whole.f[i], whole.a[i]);
        }
        Some(found)
    }

    /// A f + b of all rows.
    pub fn evaluate(&self, f: &[f64], a: &mut Vec<f64>) {
        self.rows.evaluate(f, &self.b, &mut vec![Twist::default(); bodies(&self.rows.rows)], a);
    }

    /// Impulses that obey the law for the velocities `b`; without friction if rounding leaves none.
    pub fn stop(&mut self) {
        self.rest_all();
        self.solve();
        if !self.solved {
            self.friction.fill(0.0);
            self.rest_all();
            self.solve();
        }
    }

    /// Adds what the impulses do to the velocities.
    pub fn push(&self, states: &mut [State]) {
        self.rows.spread(&self.f, |body, twist| {
            states[body].velocity += twist.linear;
            states[body].omega += twist.angular;
        });
    }

    /// b from the velocities.
    pub fn note_velocities(&mut self, states: &[State]) {
        let mut b = std::mem::take(&mut self.b);
        b.clear();
        b.extend(self.velocities(states));
        self.b = b;
    }

    /// Impulses that take b off closed contacts, and off the tangents of those that stick, if any of it is over
    /// rounding. Whether some was.
    pub fn bring_to_zero(&mut self) -> bool {
        let n = self.len();
        let held = |i: usize| match self.modes[i] {
            Mode::Open => 0.0,
            Mode::Stick => self.b[i].abs().max(self.b[n + i].abs()),
            _ => self.b[i].abs(),
        };
        let off = (0..n).map(held).fold(0.0, f64::max) > SETTLED;
        if off {
            self.by_islands(|part| {
                part.hold();
                true
            });
        }
        off
    }

    /// Adds what the impulses do to the places, if that moves no point of a body by more than `most`, m: rows that
    /// nearly contradict each other may ask for far more than is to be gained. Whether it did.
    pub fn shift(&mut self, bodies: &[Body], most: f64, states: &mut [State]) -> bool {
        let shifts = &mut self.shifts;
        shifts.clear();
        shifts.resize(bodies.len(), Twist::default());
        self.rows.push(&self.f, shifts);
        let reach = |(shift, body): (&Twist, &Body)| length(shift.linear) + shift.angular.abs() * body.shape.radius();
        let small = shifts.iter().zip(bodies).map(reach).all(|reach| reach <= most);
        if small {
            for (state, shift) in states.iter_mut().zip(shifts) {
                state.position += shift.linear;
                state.angle += shift.angular;
            }
        }
        small
    }

    /// The law for forces along the normals that are at least as large as these.
    pub fn solve_over(&mut self, least: &[f64]) {
        self.rest_all();
        let mut own = std::mem::take(&mut self.least);
        self.by_islands_with(|part, island| {
            own.clear();
            own.extend(island.iter().map(|&i| least[i]));
            part.solve_over(&own)
        });
        self.least = own;
    }

    /// Impulses at these rows of contacts that obey the law for velocities `b` but for a velocity, from some as a guess.
    pub fn solve_nearly(
        &mut self,
        setup: Setup,
        contacts: &[Contact],
        (rows, b, tolerance): (&Rows, &[f64], f64),
        f: &mut [f64],
    ) {
        self.take_up(setup, contacts);
        self.rows.rows.clone_from(&rows.rows);
        self.b.clear();
        self.b.extend_from_slice(b);
        self.rest_all();
        self.f.copy_from_slice(f);
        self.by_islands(|part| part.solve_nearly(tolerance));
        f.copy_from_slice(&self.f);
    }

    fn by_islands(&mut self, mut solve: impl FnMut(&mut Problem) -> bool) {
        self.by_islands_with(|part, _| solve(part));
    }

    fn by_islands_with(&mut self, mut solve: impl FnMut(&mut Problem, &[usize]) -> bool) {
        let n = self.len();
        self.rows.find_islands(n, &mut self.moving, &mut self.islands);
        self.solved = true;
        self.a.clear();
        self.a.resize(2 * n, 0.0);
        let (islands, mut parts) = (std::mem::take(&mut self.islands), std::mem::take(&mut self.parts));
        let count = parts.len().max(islands.iter().count());
        parts.resize_with(count, Problem::default);
        for (island, part) in islands.iter().zip(parts.iter_mut()) {
            self.load(island, part);
            self.solved &= solve(part, island);
            for (i, r) in both(island, n).enumerate() {
                (self.f[r], self.a[r]) = (part.f[i], part.a[i]);
            }
            for (&i, mode) in island.iter().zip(&part.modes) {
                self.modes[i] = *mode;
            }
        }
        (self.islands, self.parts) = (islands, parts);
    }

    /// The problem of an island.
    fn load(&self, island: &[usize], part: &mut Problem) {
        let n = self.len();
        part.friction.clear();
        part.friction.extend(island.iter().map(|&i| self.friction[i]));
        part.sliding.clear();
        part.sliding.extend(island.iter().map(|&i| self.sliding[i]));
        part.modes.clear();
        part.modes.extend(island.iter().map(|&i| self.modes[i]));
        part.b.clear();
        part.b.extend(both(island, n).map(|r| self.b[r]));
        part.f.clear();
        part.f.extend(both(island, n).map(|r| self.f[r]));
        part.rows.rows.clear();
        part.rows.rows.extend(both(island, n).map(|r| self.rows.rows[r]));
    }
}

/// The rows of some of n contacts.
fn both(chosen: &[usize], n: usize) -> impl Iterator<Item = usize> {
    chosen.iter().copied().chain(chosen.iter().map(move |i| n + i))
}
