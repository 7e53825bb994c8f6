//! Nonsmooth Gauss-Seidel on the velocities of the bodies, and what takes over where it is slow.
//!
//! Jourdan, Alart, Jean, *A Gauss-Seidel like algorithm to solve frictional contact problems*, 1998: each contact is
//! solved exactly while the others are held, island by island, to and fro. Departures: contacts that hardly change are
//! left out of some sweeps; after a few sweeps [`Newton`] goes on where its equations are not dearer than what an island
//! is worth, else Anderson's acceleration combines the sweeps.
use super::anderson::{Anderson, Entry};
use super::contacts::Contacts;
use super::newton::Newton;
use crate::complementarity::multipliers::Limits;
use crate::complementarity::nonlinear::{Iterate, Outcome};
use crate::linalg::islands::Islands;
use crate::spatial::body::Body;
use crate::spatial::equations::{Inertia, Twist};
use crate::spatial::length;
use crate::spatial::world::Answered;
use glam::DVec3;

/// When the solution of a step is good enough, and when it ends without.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// What external forces do to a velocity in the step, m/s.
    pub speed: f64,
    /// Residual, as a part of this speed or of a hundredth of the fastest of the island, whichever is larger.
    pub tolerance: f64,
    /// Sweeps, and visits of contacts in sweeps, after both of which it ends.
    pub sweeps: usize,
    pub effort: usize,
    /// What was spent already on the step, in visits.
    pub spent: usize,
    /// What brings bodies so near to each other that it shows, m/s: while more than that is wrong, sweeps go on until they have
    /// gone [`ACROSS`] the island.
    pub shows: f64,
}

/// A call of the sweeps may do so many whatever was spent before; after so many others take over.
pub const FEW_SWEEPS: usize = 8;
/// Sweeps for each contact on a way across an island, of which there are about the cube root of all: what lands at one side is
/// felt at the other and back. With a number that does not grow with the island piles of 2,000 balls overlap fifty times as much.
const ACROSS: f64 = 5.0;
/// Steps that Newton's method takes at least where it is tried.
const STEPS: usize = 10;
/// Most steps in all where an island rests: few are needed, and what so many do not find they never do.
const MOST_STEPS: usize = 300;
/// An island rests if nothing is faster than this part of what external forces give in a step. There Newton's method may cost
/// so many times the effort of the sweeps: its contacts stay what they are, and what it finds lasts. Where something moves,
/// it goes on where there are at most so many contacts: for more it costs more than a step may.
const STIRS: f64 = 0.1;
const NEWTON: usize = 150;
const MOVING: usize = 200;
/// Up to so much of the whole step it may take over where something moves.
const MOST_NEWTON: usize = 200_000;
/// The part of the fastest velocity of an island that counts as much as what external forces do to one in a step.
const PART: f64 = 1e-2;
/// The part of the tolerance that it aims at, since a sweep after it shows what is left.
const AIM: f64 = 0.3;
/// A contact that changes by less than this part of what is allowed is left out of so many sweeps.
const STILL: f64 = 0.1;
const LEFT_OUT: u8 = 4;
/// Impulses of the last step are made smaller if they should be under this part of what they are.
const FADES: f64 = 0.8;

/// The sweeps' storage.
#[derive(Clone, Debug, Default)]
pub struct Sweeps {
    islands: Islands,
    anderson: Anderson,
    newton: Newton,
    /// Out of how many sweeps each contact will yet be left.
    left_out: Vec<u8>,
    /// Impulses before a sweep, after it, and their weights.
    entries: [Vec<Entry>; 3],
    /// Impulses where sweeps changed least, or Newton's method ended with less wrong.
    best: Vec<Entry>,
    /// Visits of contacts so far, with what Newton's method cost.
    pub work: usize,
}

/// The velocities of all bodies, and how long they may be swept.
pub struct Velocities<'a> {
    /// With the impulses of the contacts.
    pub now: &'a mut [Twist],
    /// Without.
    pub free: &'a [Twist],
    /// How bodies answer to impulses.
    pub inertia: &'a [Inertia],
    /// Sweeps that there were already in this step, and how many there may be in all.
    pub sweeps: [usize; 2],
}

/// The contacts that hang together, and what they are solved to.
struct Island<'a> {
    contacts: &'a mut Contacts,
    members: &'a [usize],
    /// What velocities are like at the beginning, m/s.
    speed: f64,
    /// Whether it rests.
    rests: bool,
    /// What Newton's method may cost, in visits of contacts.
    by_newton: usize,
    goal: Goal,
}

impl Sweeps {
    /// Solves island after island. At the end the velocities, which have the impulses already, obey the laws but for the
    /// residual, the largest natural map of a contact as a velocity, m/s; iterations are all those of the island that took
    /// most, sweeps and steps together.
    pub fn solve(
        &mut self,
        contacts: &mut Contacts,
        mut velocities: Velocities,
        (bodies, goal): (&[Body], Goal),
        answered: &mut Answered,
        watch: &mut dyn FnMut(&Iterate),
    ) -> Outcome {
        let mut islands = std::mem::take(&mut self.islands);
        islands.find(bodies.len(), contacts.len(), &|k| contacts.bodies(k), &|body| bodies[body].is_free());
        self.left_out.clear();
        self.left_out.resize(contacts.len(), 0);
        *answered = Answered::default();
        let mut outcome = Outcome { solved: true, iterations: velocities.sweeps[0], residual: 0.0 };
        let spent = goal.spent + self.work;
        for members in islands.iter() {
            if velocities.sweeps[0] == 0 {
                fade(contacts, members, velocities.free, velocities.now);
            }
            let squares =
                members.iter().flat_map(|&k| contacts.bodies(k)).map(|b| bodies[b].state.velocity.length_squared());
            let moves = squares.fold(0.0, f64::max).sqrt();
            let rests = moves <= STIRS * goal.speed;
            let by_newton = match rests {
                true => (NEWTON * goal.effort).saturating_sub(spent),
                false if members.len() <= MOVING => MOST_NEWTON.saturating_sub(spent),
                false => 0,
            };
            let island = Island { contacts, members, speed: goal.speed.max(PART * moves), rests, by_newton, goal };
            let done = self.relax(island, &mut velocities, answered, watch);
            self.work += (done.iterations - velocities.sweeps[0]) * members.len();
            outcome.solved &= done.solved;
            outcome.iterations = outcome.iterations.max(done.iterations);
            outcome.residual = outcome.residual.max(done.residual);
        }
        self.islands = islands;
        outcome
    }

    /// Solves an island.
    fn relax(
        &mut self,
        island: Island,
        velocities: &mut Velocities,
        answered: &mut Answered,
        watch: &mut dyn FnMut(&Iterate),
    ) -> Outcome {
        let Island { contacts, members, speed, rests, by_newton, goal } = island;
        let tolerance = goal.tolerance * speed;
        let (twists, [before, most]) = (&mut *velocities.now, velocities.sweeps);
        let mut outcome = Outcome { solved: true, iterations: before, residual: 0.0 };
        let (mut all, mut combines, mut spent, mut since) = (true, false, 0, 0);
        let (mut count, mut visits, mut best) = (before, before * members.len(), f64::INFINITY);
        let few = goal.sweeps.max(before + FEW_SWEEPS);
        let many = few.max((ACROSS * libm::pow(members.len() as f64, 1.0 / 3.0)) as usize);
        let balls = members.iter().all(|&k| contacts.is_ball(k));
        self.anderson.clear();
        loop {
            if combines {
                note(&mut self.entries[0], members, |k| contacts.entry(k));
            }
            let still = if combines { 0.0 } else { STILL * STILL * tolerance * tolerance };
            let mut worst = 0.0_f64;
            let left_out = &mut self.left_out;
            let mut visit = |&k: &usize| {
                if left_out[k] > 0 && !all {
                    left_out[k] -= 1;
                    return;
                }
                visits += 1;
                let change = contacts.visit(k, twists);
                left_out[k] = if change < still { LEFT_OUT } else { 0 };
                worst = worst.max(change);
            };
            let back = !count.is_multiple_of(2);
            if combines || !back {
                members.iter().for_each(&mut visit);
            }
            if combines || back {
                members.iter().rev().for_each(&mut visit);
            }
            let sweeps = 1 + usize::from(combines);
            (count, since) = (count + sweeps, since + sweeps);
            outcome.iterations += sweeps;
            outcome.residual = worst.sqrt();
            watch(&Iterate { f: &[], distances: &[], residual: outcome.residual });
            let reached = outcome.residual <= tolerance;
            let enough = if outcome.residual > goal.shows { many } else { few };
            let ends = count >= enough && visits >= goal.effort || !outcome.residual.is_finite();
            if combines && worst < best {
                best = worst;
                note(&mut self.best, members, |k| contacts.entry(k));
            }
            if reached && all || ends {
                let wrong = |contacts: &Contacts, twists: &[Twist]| {
                    members.iter().map(|&k| contacts.defect(k, twists)).fold(0.0, f64::max)
                };
                outcome.residual = wrong(contacts, twists);
                if ends && outcome.residual > tolerance {
                    if best < worst {
                        members.iter().zip(&self.best).for_each(|(&k, entry)| contacts.set(k, entry, twists));
                    }
                    outcome.residual = wrong(contacts, twists);
                    // impulses of contacts that contradict each other may grow beyond all bounds
                    let without = wrong_without(contacts, members, velocities.free);
                    if outcome.residual > without {
                        drop_impulses(contacts, members, velocities.free, twists);
                        outcome.residual = wrong(contacts, twists);
                    }
                }
                outcome.solved = outcome.residual <= tolerance;
                if outcome.solved || ends {
                    answered.add(outcome.solved, spent > 0);
                    self.work += spent;
                    return outcome;
                }
            }
            if count >= most {
                outcome.solved = false;
                return outcome;
            }
            all = reached || combines;
            if combines {
                self.combine((contacts, members), twists);
            } else if since >= FEW_SWEEPS {
                // in piles of balls, whose sweeps are cheap, the equations fill up and are dear
                let round = by_newton > 0 && !balls && members.iter().all(|&k| contacts.is_round(k));
                let cost =
                    if round { self.newton.begin(contacts, members, velocities.inertia, twists) } else { usize::MAX };
                let most = by_newton.min(cost.saturating_mul(MOST_STEPS));
                let steps = most.saturating_sub(spent) / cost.max(1);
                (all, combines) = (true, steps < STEPS);
                if !combines {
                    let limits = Limits { tolerance: AIM * tolerance, speed, steps };
                    let (steps, wrong) = self.newton.run(contacts, members, twists, (rests, limits));
                    if wrong * wrong < best {
                        best = wrong * wrong;
                        note(&mut self.best, members, |k| contacts.entry(k));
                    }
                    (spent, since) = (spent + steps.max(1) * cost, 0);
                    outcome.iterations += steps;
                }
            }
        }
    }

    /// Goes from where the last sweeps led to where they would lead best together.
    fn combine(&mut self, (contacts, island): (&mut Contacts, &[usize]), twists: &mut [Twist]) {
        let [began, now, weights] = &mut self.entries;
        note(now, island, |k| contacts.entry(k));
        note(weights, island, |k| contacts.weights(k));
        if self.anderson.next(began, now, weights) {
            island.iter().zip(now).for_each(|(&k, entry)| contacts.set(k, entry, twists));
        }
    }
}

/// Notes numbers of the contacts of an island.
fn note(entries: &mut Vec<Entry>, island: &[usize], of: impl Fn(usize) -> Entry) {
    entries.clear();
    entries.extend(island.iter().map(|&k| of(k)));
}

/// How wrong the contacts of an island are without any impulse: the largest rate that one of them forbids, m/s.
fn wrong_without(contacts: &Contacts, island: &[usize], free: &[Twist]) -> f64 {
    let forbidden = |&k: &usize| {
        let asked = DVec3::from(contacts.asked(k, free));
        if contacts.is_joint(k) || asked.x < 0.0 { length(asked) } else { 0.0 }
    };
    island.iter().map(forbidden).fold(0.0, f64::max)
}

/// Takes the impulses of an island away.
fn drop_impulses(contacts: &mut Contacts, island: &[usize], free: &[Twist], twists: &mut [Twist]) {
    for &k in island {
        contacts.set(k, &Entry::default(), twists);
        contacts.bodies(k).into_iter().for_each(|body| twists[body] = free[body]);
    }
}

/// Makes the impulses of an island smaller where they came from an impact: by the factor in 0 to 1 with which they come
/// nearest to û = 0, by the energy of what is left.
fn fade(contacts: &mut Contacts, island: &[usize], free: &[Twist], twists: &mut [Twist]) {
    let works = island.iter().map(|&k| [contacts.work(k, free), contacts.work(k, twists)]);
    let [at_first, now] = works.fold([0.0; 2], |[first, now], [x, y]| [first + x, now + y]);
    let part = (-at_first / (now - at_first)).max(0.0);
    if part.is_nan() || part > FADES {
        return;
    }
    for &k in island {
        contacts.scale(k, part);
        contacts.bodies(k).into_iter().for_each(|body| twists[body] = free[body]);
    }
    island.iter().for_each(|&k| contacts.start(k, twists));
}
