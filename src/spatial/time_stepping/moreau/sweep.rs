//! Nonsmooth Gauss-Seidel on the velocities of the bodies: no matrix is made.
//!
//! Jourdan, Alart, Jean, *A Gauss-Seidel like algorithm to solve frictional contact problems*, 1998: each contact is
//! solved exactly while the others are held, island by island, to and fro, as often as it takes. Departures: contacts that
//! hardly change are left out of some sweeps, and where what rests takes long, Anderson's acceleration combines the sweeps.
use super::anderson::{Anderson, Entry};
use super::contacts::Contacts;
use crate::complementarity::nonlinear::{Iterate, Outcome};
use crate::linalg::islands::Islands;
use crate::spatial::body::Body;
use crate::spatial::equations::Twist;

/// What the sweeps are measured by, m/s.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// What external forces do to a velocity in the step.
    pub speed: f64,
    /// The largest velocity.
    pub fastest: f64,
    /// What moves the smallest body by its size in the step.
    pub size: f64,
}

/// The finest changes that are worth a sweep, as parts of the two speeds.
const FINEST: [f64; 2] = [1e-9, 1e-12];
/// After so many visits of contacts the sweeps of an island begin to be content with more, which grows as the fourth
/// power of the work.
const WORK: f64 = 2e3;
/// Content with this part of the speed at last where nothing moves, and where something does. The last sweep of
/// a wall changes a thousandth of what its slow modes still lack, so that walls of hundreds of bricks would creep at 1e-5;
/// since each step begins where the last one ended, this much costs hardly more sweeps.
const COARSEST: [f64; 2] = [3e-7, 1e-2];
/// Where that is not reached, they end when both parts of an effort are spent: what rests gets all that it may need, what
/// moves what a step is worth.
const EFFORTS: [Effort; 2] = [Effort { across: 25.0, work: 60.0 }, Effort { across: 5.0, work: 15.0 }];
/// What balls that rest are worth. Where they are not solved soon, the sweeps go around in a circle for long; since a step
/// begins where the last one ended, a few sweeps in each settle a pile as well as many in one.
const BALLS: Effort = Effort { across: 1.5, work: 1.0 };
/// What is faster than this part of what weight gives in a step moves.
const STIRS: f64 = 0.1;
/// A call of the sweeps may do so many whatever was spent before.
pub const FEW_SWEEPS: usize = 8;
/// What moves is content with this part of its largest velocity, which after ten sweeps grows as the square of their
/// number, up to the second part, or the third one of what is more than weight gives in the step.
const MOVING: [f64; 3] = [1e-3, 1e-2, 0.1];
/// But not with more than moves it by this part of its size.
const CLOSE: f64 = 5e-3;
/// Sweeps are combined after so many plain ones.
const PLAIN: usize = 8;
/// A contact that changes by less than this part of what is allowed is left out of so many sweeps.
const STILL: f64 = 0.1;
const LEFT_OUT: u8 = 4;
/// Impulses of the last step are made smaller if they should be under this part of what they are.
const FADES: f64 = 0.8;

/// How much an island is worth.
struct Effort {
    /// Sweeps, times the cube root of the number of contacts, which is about what lies on a way across the island.
    across: f64,
    /// Visits of contacts, times [`WORK`].
    work: f64,
}

/// The sweeps' storage.
#[derive(Clone, Debug, Default)]
pub struct Sweeps {
    islands: Islands,
    anderson: Anderson,
    /// Out of how many sweeps each contact will yet be left.
    left_out: Vec<u8>,
    /// Impulses before a sweep, after it, and their weights.
    entries: [Vec<Entry>; 3],
}

/// The velocities of all bodies, and how long they may be swept.
pub struct Velocities<'a> {
    /// With the impulses of the contacts.
    pub now: &'a mut [Twist],
    /// Without.
    pub free: &'a [Twist],
    /// Sweeps that there were already in this step, and how many there may be in all.
    pub sweeps: [usize; 2],
}

impl Sweeps {
    /// Sweeps until what changes is small or the effort is spent; not solved if only their number ended them. At the end the
    /// velocities, which have the impulses already, obey the laws but for the residual, the largest change of the velocity
    /// of a contact in the last sweep of its island, m/s; iterations are all those of the island that took most.
    pub fn solve(
        &mut self,
        contacts: &mut Contacts,
        mut velocities: Velocities,
        (bodies, goal): (&[Body], Goal),
        watch: &mut dyn FnMut(&Iterate),
    ) -> Outcome {
        let mut islands = std::mem::take(&mut self.islands);
        islands.find(bodies.len(), contacts.len(), |k| contacts.bodies(k), &|body| bodies[body].is_free());
        self.left_out.clear();
        self.left_out.resize(contacts.len(), 0);
        let mut outcome = Outcome { solved: true, iterations: velocities.sweeps[0], residual: 0.0 };
        for island in islands.iter() {
            if velocities.sweeps[0] == 0 {
                fade(contacts, island, velocities.free, velocities.now);
            }
            let squares =
                island.iter().flat_map(|&k| contacts.bodies(k)).map(|b| bodies[b].state.velocity.length_squared());
            let moves = squares.fold(0.0, f64::max).sqrt();
            let done = self.relax((contacts, island), &mut velocities, (goal, moves), watch);
            outcome.solved &= done.solved;
            outcome.iterations = outcome.iterations.max(done.iterations);
            outcome.residual = outcome.residual.max(done.residual);
        }
        self.islands = islands;
        outcome
    }

    /// Sweeps over the contacts of an island, whose fastest body `moves` so fast at the beginning.
    fn relax(
        &mut self,
        (contacts, island): (&mut Contacts, &[usize]),
        velocities: &mut Velocities,
        (goal, moves): (Goal, f64),
        watch: &mut dyn FnMut(&Iterate),
    ) -> Outcome {
        let finest = FINEST[0] * goal.speed + FINEST[1] * goal.fastest;
        let stirs = usize::from(moves > STIRS * goal.speed);
        let coarsest = COARSEST[stirs] * goal.speed.max(1e-3 * goal.fastest);
        let (twists, [before, most]) = (&mut *velocities.now, velocities.sweeps);
        let mut outcome = Outcome { solved: true, iterations: before, residual: 0.0 };
        let (mut content, mut all, mut visits) = (0.0, true, 0);
        let balls = island.iter().all(|&k| contacts.is_ball(k));
        let Effort { across, work: most_work } = *if stirs == 0 && balls { &BALLS } else { &EFFORTS[stirs] };
        let fewest = (across * libm::cbrt(island.len() as f64)) as usize;
        self.anderson.clear();
        loop {
            let hard = outcome.iterations >= PLAIN;
            if hard {
                note(&mut self.entries[0], island, |k| contacts.entry(k));
            }
            let back = !outcome.iterations.is_multiple_of(2);
            let still = if hard { 0.0 } else { STILL * STILL * content * content };
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
            if hard || !back {
                island.iter().for_each(&mut visit);
            }
            if hard || back {
                island.iter().rev().for_each(&mut visit);
            }
            outcome.iterations += 1 + usize::from(hard);
            outcome.residual = worst.sqrt();
            watch(&Iterate { f: &[], distances: &[], residual: outcome.residual });
            let work = visits as f64 / WORK;
            content = (finest * work * work * work * work).min(coarsest).max(finest);
            if work > 1.0 {
                let tens = 0.1 * outcome.iterations as f64;
                let part = MOVING[0] * (1.0 + tens * tens);
                let allowed = (part.min(MOVING[1]) * moves).max(part.min(MOVING[2]) * (moves - goal.speed));
                content = content.max(allowed.min(CLOSE * goal.size));
            }
            let reached = outcome.residual <= content;
            let whole = work + (before * island.len()) as f64 / WORK;
            let spent = whole > most_work && outcome.iterations > fewest.max(before + FEW_SWEEPS);
            if reached && (all || hard) || spent || !outcome.residual.is_finite() {
                return outcome;
            }
            if outcome.iterations >= most {
                outcome.solved = false;
                return outcome;
            }
            // at the end, once more over all
            all = reached || outcome.iterations >= PLAIN;
            if hard {
                self.combine((contacts, island), twists);
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

/// Makes the impulses of an island smaller where they came from an impact: by the factor in 0 to 1 with which they come
/// nearest to û = 0, by the energy of what is left.
fn fade(contacts: &mut Contacts, island: &[usize], free: &[Twist], twists: &mut [Twist]) {
    let sum = |twists: &[Twist]| island.iter().map(|&k| contacts.work(k, twists)).sum::<f64>();
    let (at_first, now) = (sum(free), sum(twists));
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
