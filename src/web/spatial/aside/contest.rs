//! Two or more methods on the contacts of one step: what each comes to, and how fast.
use crate::complementarity::cone::{ConeProblem, tangential};
use crate::complementarity::friction::{CONE_METHODS, ConeLimits, ConeSolution, cone_method};
use crate::complementarity::{Limits, METHODS, method};
use crate::spatial::body::BodyId;
use crate::spatial::world::World;
use crate::web::laboratory::race::Race;

/// Relative residual at which a method may stop, and most iterations of one that comes nearer step by step.
const TOLERANCE: f64 = 1e-10;
const MOST: usize = 1000;

/// What a contact does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It carries nothing.
    Open,
    /// It carries, and friction holds it.
    Stick,
    /// It carries, and friction is as large as it can be.
    Slide,
    /// It carries, and there is no friction.
    Smooth,
}

/// The contacts of a step from a state.
#[derive(Clone, Debug)]
pub struct Contest {
    problem: ConeProblem,
    /// The two bodies of each contact.
    pub pairs: Vec<[BodyId; 2]>,
    /// Time step, s: impulses over it are forces.
    pub time_step: f64,
}

/// What a method came to.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its way there: impulses, N s, and relative residuals.
    pub race: Race,
    /// Velocities û, m/s, in the order of the impulses.
    pub velocities: Vec<f64>,
    /// What each contact does.
    pub states: Vec<State>,
}

impl Contest {
    /// Without friction the contacts have their normal components alone.
    pub fn of(world: &mut World) -> Self {
        let problem = world.contact_problem();
        let smooth = problem.mu.iter().all(|mu| *mu == 0.0);
        let problem = if smooth { problem.normal_part() } else { problem.clone() };
        Self { problem, pairs: world.problem_pairs().collect(), time_step: world.settings.time_step }
    }

    /// Components of a contact: 3, or 1 without friction.
    pub fn dim(&self) -> usize {
        self.problem.dim
    }

    /// Coefficient of friction of each contact.
    pub fn friction(&self) -> &[f64] {
        &self.problem.mu
    }

    /// The methods that take the problem.
    pub fn methods(&self) -> Vec<&'static str> {
        let pivoting = METHODS.iter().map(|method| method.name).filter(|_| self.dim() == 1);
        CONE_METHODS.iter().map(|method| method.name).chain(pivoting).collect()
    }

    /// Lets a method run, and again for the time until `budget` has passed on `clock`.
    pub fn run(&self, name: &str, clock: impl FnMut() -> f64, budget: f64) -> Answer {
        let (problem, yardstick) = (&self.problem, self.problem.yardstick());
        let judge = |r: &[f64]| problem.judge(&yardstick, r, &mut Vec::new()).worst();
        let race = Race::of(&mut |show| self.solve(name, show), &judge, problem.q.len(), (clock, budget));
        let velocities = problem.velocities(&race.f);
        let states = self.states(&race.f, &velocities, yardstick.rho);
        Answer { race, velocities, states }
    }

    fn solve(&self, name: &str, show: &mut dyn FnMut(&[f64])) {
        if let Some(cones) = cone_method(name) {
            // pivots are not counted among the iterations that come nearer
            let iterations = if name.starts_with("lemke") { 0 } else { MOST };
            let limits = ConeLimits { tolerance: TOLERANCE, iterations, warm: false };
            let (mut solution, mut last) = (ConeSolution::default(), Vec::new());
            (cones.new)().solve(&self.problem, &limits, &mut solution, &mut |r| {
                last.clear();
                last.extend_from_slice(r);
                show(r);
            });
            if last != solution.r {
                show(&solution.r);
            }
        } else if let Some(pivoting) = method(name) {
            show(&self.problem.frictionless().solve(pivoting, &Limits::default()).f);
        }
    }

    /// What each contact does, by where `r − ρ û` lies.
    fn states(&self, r: &[f64], u: &[f64], rho: f64) -> Vec<State> {
        let d = self.dim();
        let size = r.iter().chain(u).fold(0.0f64, |size, x| size.max(x.abs()));
        let state = |(k, mu): (usize, &f64)| {
            let y: Vec<f64> = (d * k..d * k + d).map(|k| r[k] - rho * u[k]).collect();
            match tangential(&y) {
                _ if y[0] <= 1e-9 * size => State::Open,
                _ if *mu == 0.0 => State::Smooth,
                along if along <= mu * y[0] => State::Stick,
                _ => State::Slide,
            }
        };
        self.problem.mu.iter().enumerate().map(state).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SpatialLink;
    use crate::web::spatial::aside::Replica;

    fn contest(query: &str, steps: usize) -> Contest {
        let mut world = SpatialLink::parse(query, "").0.start();
        (0..steps).for_each(|_| world.step());
        Contest::of(&mut world)
    }

    fn answer(contest: &Contest, name: &str) -> Answer {
        let mut ticks = 0.0;
        let clock = || {
            ticks += 1.0;
            ticks
        };
        contest.run(name, clock, 1.0)
    }

    /// Balls in a box, with friction and without: all methods for the round cone come to a solution, and their way
    /// begins without forces.
    #[test]
    fn every_method_comes_to_a_solution() {
        for (query, steps) in [("?scene=packing&n=12", 60), ("?scene=balls&n=4&scheme=moreau", 300)] {
            let contest = contest(query, steps);
            let n = contest.pairs.len();
            assert!(n > 3, "{query}: {n} contacts");
            for name in contest.methods() {
                let Answer { race, velocities, states } = answer(&contest, name);
                assert_eq!((race.f.len(), velocities.len(), states.len()), (contest.dim() * n, contest.dim() * n, n));
                assert_eq!((race.times.len(), race.times[0]), (race.residuals.len(), 0.0));
                assert!(race.residuals[0] > 0.01, "{query}, {name}: it has to be solved");
                let last = race.residuals[race.residuals.len() - 1];
                let exact = !name.starts_with("lemke-") || contest.dim() == 1;
                let bound = match name {
                    "nsgs" | "cpg" | "pgs" | "admm" | "interior-point" => 1e-3, // they may still be on their way
                    _ if exact => 1e-8,
                    _ => 0.8, // a pyramid is not the cone
                };
                assert!(last <= bound, "{query}, {name}: {last:e}");
            }
        }
    }

    /// Paths may lead around in a circle; then the method goes on with another ρ.
    #[test]
    fn paths_come_to_an_end() {
        for (count, steps) in [(12, 60), (12, 81), (20, 63), (20, 66), (20, 72), (20, 78)] {
            let contest = contest(&format!("?scene=packing&n={count}"), steps);
            let Answer { race, .. } = answer(&contest, "path");
            let last = race.residuals[race.residuals.len() - 1];
            assert!(last <= 1e-8, "{count} balls after {steps} steps: {last:e}");
        }
    }

    /// A ball that lies sticks, balls that are pushed slide; without friction neither is said.
    #[test]
    fn what_a_contact_does_is_told() {
        for (query, expected) in [
            ("?scene=packing&n=1", State::Stick),
            ("?scene=driven", State::Slide),
            ("?scene=balls&n=1&scheme=moreau", State::Smooth),
        ] {
            let mut world = SpatialLink::parse(query, "").0.start();
            (0..200).for_each(|_| world.step());
            let contest = Contest::of(&mut world);
            let states = answer(&contest, "nsgs").states;
            let carrying: Vec<State> = states.into_iter().filter(|state| *state != State::Open).collect();
            assert!(!carrying.is_empty() && carrying.iter().all(|state| *state == expected), "{query}: {carrying:?}");
        }
    }

    /// A copy is the scene itself, bit for bit.
    #[test]
    fn a_copy_has_the_same_problem() {
        let link = SpatialLink::parse("?scene=packing&n=20&g=3", "").0;
        let mut world = link.start();
        (0..70).for_each(|_| world.step());
        let states: Vec<f64> = world
            .bodies
            .iter()
            .filter(|body| !body.is_fixed())
            .flat_map(|body| {
                let s = body.state;
                let (p, q) = (s.pose.position.to_array(), s.pose.rotation.to_array());
                p.into_iter().chain(q).chain(s.velocity.to_array()).chain(s.omega.to_array())
            })
            .collect();
        let mut copy = Replica::of(&link, &states).world;
        let (one, other) = (Contest::of(&mut world), Contest::of(&mut copy));
        assert!(one.pairs.len() > 20 && one.pairs == other.pairs);
        assert_eq!((one.problem.q, one.problem.blocks), (other.problem.q, other.problem.blocks));
    }
}
