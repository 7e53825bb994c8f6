//! A step's contacts as one problem W r + q, for the methods of the tables.
use super::contacts::{Contacts, Lines, Slot, of_slot};
use crate::complementarity::chosen::Chosen;
use crate::complementarity::cone::{ConeProblem, Yardstick};
use crate::complementarity::friction::{CONE_METHODS, ConeLimits, ConeSolution, ConeSolver, cone_method};
use crate::complementarity::nonlinear::Outcome;
use crate::complementarity::{Limits, Method, Status, method};
use crate::linalg::vector::norm;
use crate::spatial::equations::{Inertia, Twist};

/// Residual at which a method may stop, as a part of the velocities without contacts.
const TOLERANCE: f64 = 1e-8;

/// How far contacts of an island yield at least: several of a face are more than the motion can tell apart, and steps along
/// what it does not tell are made of rounding. Of 129 islands of a falling heap 200 steps solve 105 with nothing, 108 with 1e-9,
/// 115 with this, 100 with 1e-5.
const YIELDS: f64 = 1e-7;

/// The problem of a step, with the chosen method and its storage.
#[derive(Clone, Debug, Default)]
pub struct Named {
    problem: ConeProblem,
    solution: ConeSolution,
    chosen: Chosen<dyn ConeSolver>,
    /// Contacts of each body, those of one contact, and all.
    touching: Vec<Vec<usize>>,
    near: Vec<usize>,
    all: Vec<usize>,
}

impl Named {
    /// W, q and μ of all contacts for velocities without contact impulses.
    pub fn assemble(&mut self, contacts: &Contacts, inertia: &[Inertia], twists: &[Twist]) -> &ConeProblem {
        let mut all = std::mem::take(&mut self.all);
        all.clear();
        all.extend(0..contacts.len());
        self.assemble_these((contacts, &all), inertia, twists);
        self.all = all;
        &self.problem
    }

    /// The same of some contacts, in their sequence.
    fn assemble_these(&mut self, (contacts, members): (&Contacts, &[usize]), inertia: &[Inertia], twists: &[Twist]) {
        let Self { problem, touching, near, .. } = self;
        touching.resize_with(inertia.len(), Vec::new);
        let moving = |k: usize| contacts.bodies(k).into_iter().filter(|&body| inertia[body].mass > 0.0);
        members.iter().flat_map(|&k| moving(k)).for_each(|body| touching[body].clear());
        for (i, &k) in members.iter().enumerate() {
            moving(k).for_each(|body| touching[body].push(i));
        }
        problem.dim = 3;
        problem.row_ptr.clear();
        problem.col_idx.clear();
        problem.blocks.clear();
        problem.q.clear();
        problem.mu.clear();
        problem.row_ptr.push(0);
        for &k in members {
            let own = contacts.lines(k);
            near.clear();
            moving(k).for_each(|body| near.extend_from_slice(&touching[body]));
            near.sort_unstable();
            near.dedup();
            for &j in &*near {
                problem.col_idx.push(j);
                problem.blocks.extend(block(&own, &contacts.lines(members[j]), inertia).as_flattened());
            }
            problem.row_ptr.push(problem.col_idx.len());
            problem.q.extend(contacts.asked(k, twists));
            problem.mu.push(contacts.friction(k));
        }
    }

    /// Goes on from the impulses of some contacts by the method of that name, until none is wrong by more than the tolerance,
    /// m/s, as far as norms over all of them tell, or for so many iterations. Returns how many there were.
    pub fn go_on(
        &mut self,
        name: &'static str,
        (contacts, members): (&mut Contacts, &[usize]),
        (twists, free, inertia): (&mut [Twist], &[Twist], &[Inertia]),
        (tolerance, iterations): (f64, usize),
    ) -> usize {
        self.assemble_these((contacts, members), inertia, free);
        let r = &mut self.solution.r;
        r.clear();
        r.extend(members.iter().flat_map(|&k| contacts.parts(k)));
        let Yardstick { rho, size } = self.problem.yardstick();
        let most = size.max(norm(&self.solution.r) / rho);
        let limits = ConeLimits { tolerance: tolerance / most, iterations, warm: true, yields: YIELDS };
        let chosen = self.chosen.of(name, || (cone_method(name).unwrap_or(&CONE_METHODS[0]).new)());
        chosen.solve(&self.problem, &limits, &mut self.solution, &mut |_| ());
        for (&k, r) in members.iter().zip(self.solution.r.as_chunks::<3>().0) {
            let held = contacts.parts(k);
            contacts.change(k, std::array::from_fn(|i| r[i] - held[i]), twists);
        }
        self.solution.work.iterations
    }

    /// Solves the contacts of a step by the method of that name; the impulses are those of the contacts at first and then
    /// those found.
    pub fn solve(
        &mut self,
        name: &'static str,
        contacts: &mut Contacts,
        inertia: &[Inertia],
        twists: &mut [Twist],
    ) -> Outcome {
        self.assemble(contacts, inertia, twists);
        let smooth = self.problem.mu.iter().all(|mu| *mu == 0.0);
        if let Some(method) = method(name) {
            return self.pivot(method, contacts, twists);
        }
        let plain = smooth.then(|| self.problem.normal_part());
        let problem = plain.as_ref().unwrap_or(&self.problem);
        let dim = problem.dim;
        self.solution.r.clear();
        self.solution.r.extend((0..contacts.len()).flat_map(|k| contacts.parts(k).into_iter().take(dim)));
        let limits = ConeLimits { tolerance: TOLERANCE, warm: true, ..ConeLimits::default() };
        let chosen = self.chosen.of(name, || (cone_method(name).unwrap_or(&CONE_METHODS[0]).new)());
        chosen.solve(problem, &limits, &mut self.solution, &mut |_| ());
        for (k, r) in self.solution.r.chunks(dim).enumerate() {
            contacts.put(k, std::array::from_fn(|i| r.get(i).copied().unwrap_or(0.0)));
        }
        contacts.start_all(twists);
        Outcome {
            solved: self.solution.status == Status::Solved,
            iterations: self.solution.work.iterations,
            residual: self.solution.residuals.relative * problem.yardstick().size,
        }
    }

    /// Without friction, by a pivoting method.
    fn pivot(&mut self, method: &Method, contacts: &mut Contacts, twists: &mut [Twist]) -> Outcome {
        let guess: Vec<f64> = (0..contacts.len()).map(|k| contacts.parts(k)[0]).collect();
        let limits = Limits { warm: true, ..Limits::default() };
        let found = self.problem.frictionless().solve_from(&guess, method, &limits);
        found.f.iter().enumerate().for_each(|(k, f)| contacts.put(k, [*f, 0.0, 0.0]));
        contacts.start_all(twists);
        Outcome { solved: found.status == Status::Solved, iterations: found.steps, residual: found.residual }
    }
}

impl Contacts {
    /// Gives a contact an impulse along its lines that the velocities do not have yet.
    pub fn put(&mut self, k: usize, parts: [f64; 3]) {
        of_slot!(mut self, k, contact => contact.put(parts));
    }

    /// Adds all impulses to the velocities.
    fn start_all(&self, twists: &mut [Twist]) {
        (0..self.len()).for_each(|k| self.start(k, twists));
    }
}

/// What a unit impulse at the second contact does at the first, direction by direction.
fn block(one: &Lines, other: &Lines, inertia: &[Inertia]) -> [[f64; 3]; 3] {
    let mut block = [[0.0; 3]; 3];
    for (k, l) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let body = one.bodies[k];
        if body != other.bodies[l] || inertia[body].mass == 0.0 {
            continue;
        }
        let mass = if k == l { inertia[body].mass } else { -inertia[body].mass };
        let turns = other.arms[l].map(|arm| inertia[body].turning * arm);
        for (i, row) in block.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry += mass * one.frame[i].dot(other.frame[j]) + one.arms[k][i].dot(turns[j]);
            }
        }
    }
    block
}
