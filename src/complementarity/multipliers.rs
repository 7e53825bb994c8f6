//! The method of multipliers with Newton's steps, for contacts that are more than the motion can tell apart.
//!
//! Impulses need not be unique for the method (Rockafellar, *Augmented Lagrangians and applications of the proximal point
//! algorithm*, 1976): for impulses λ found so far and contacts that yield with ε, a part of what each does to itself, it looks
//! for the velocities at which the law gives r = P(λ − u/ε) for just those impulses that lead to them; then it takes r for λ and
//! goes on with a smaller ε. Newton's steps have equations in the motions of the bodies, which are regular where ε is not too
//! small, and point to where what is wrong with r falls.

/// Most and least ε. It begins with what is wrong as a part of the speeds at hand, falls by the third where the velocities for
/// an ε are found, and rises so where they are not. The least is for contacts as near to each other as 3e-5 of their arms.
const YIELDS: [f64; 2] = [1e-1, 1e-9];
const FALLS: f64 = 0.3;
/// Which part of what was wrong Newton's steps for the same λ leave: more exact ones are for a λ that is soon left.
const LEAVES: f64 = 0.9;
/// The shortest part of a step.
pub const SHORTEST: f64 = 1.0 / 64.0;

/// Contacts whose law is looked for.
pub trait Softened {
    /// How wrong the impulses are that the velocities at hand have, m/s.
    fn violation(&self) -> f64;

    /// Keeps the impulses at hand as the best.
    fn note_best(&mut self);

    /// Keeps the point at hand, before λ is used.
    fn keep(&mut self);

    /// Goes back to the point kept.
    fn go_back(&mut self);

    /// Takes r of the velocities at hand and its derivative; how far r is from the impulses that they have, m/s.
    fn hold(&mut self, yields: f64) -> f64;

    /// Finds a step; false if there is none.
    fn solve(&mut self, yields: f64) -> bool;

    /// How much of the step to go, nothing of use under [`SHORTEST`]: so much that what is wrong with r falls.
    fn search(&mut self, yields: f64) -> f64;

    /// Goes a part of the step.
    fn go(&mut self, part: f64);

    /// Takes r for λ.
    fn accept(&mut self);
}

/// When a run ends.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// What may be wrong with a contact, m/s.
    pub tolerance: f64,
    /// What velocities at hand are like, m/s.
    pub speed: f64,
    /// Most steps.
    pub steps: usize,
}

/// Steps until what is wrong is below the tolerance, or so often. The number of steps, and the least that was wrong.
pub fn run(contacts: &mut impl Softened, limits: Limits) -> (usize, f64) {
    let (mut steps, mut least) = (0, f64::INFINITY);
    let (mut yields, mut held) = (YIELDS[0], true);
    loop {
        let worst = contacts.violation();
        if worst < least {
            least = worst;
            contacts.note_best();
        }
        if worst <= limits.tolerance || steps >= limits.steps {
            break;
        }
        // what failed is tried again with more than what is wrong asks for
        let asked = if held { yields.min(worst / limits.speed) } else { yields };
        yields = asked.clamp(YIELDS[1], YIELDS[0]);
        contacts.keep();
        held = descend(contacts, yields, LEAVES * worst, limits, &mut steps);
        if held {
            yields *= FALLS;
        } else if yields < YIELDS[0] {
            yields /= FALLS;
            contacts.go_back();
        } else {
            break;
        }
        steps += 1;
    }
    (steps, least)
}

/// Finds the velocities for the impulses known so far, and with them better impulses, where what is wrong with these falls
/// under a velocity or what is wrong with the contacts under the tolerance; false if that takes too long.
fn descend(contacts: &mut impl Softened, yields: f64, leave: f64, limits: Limits, steps: &mut usize) -> bool {
    while contacts.hold(yields) > leave && contacts.violation() > limits.tolerance {
        if *steps >= limits.steps || !contacts.solve(yields) {
            return false;
        }
        *steps += 1;
        let length = contacts.search(yields);
        contacts.go(length);
        if length < SHORTEST {
            // rounding, which ε magnifies, or a step that leads nowhere
            if contacts.violation() > leave {
                return false;
            }
            break;
        }
    }
    contacts.accept();
    true
}
