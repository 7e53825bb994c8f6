//! A step's contacts as one problem W r + q, for the methods of the tables.
use super::contacts::{Contacts, Lines, Slot, of_slot};
use crate::complementarity::chosen::Chosen;
use crate::complementarity::cone::ConeProblem;
use crate::complementarity::friction::{CONE_METHODS, ConeLimits, ConeSolution, ConeSolver, cone_method};
use crate::complementarity::nonlinear::Outcome;
use crate::complementarity::{Limits, Method, Status, method};
use crate::spatial::equations::{Inertia, Twist};

/// Residual at which a method may stop, as a part of the velocities without contacts.
const TOLERANCE: f64 = 1e-8;

/// The problem of a step, with the chosen method and its storage.
#[derive(Clone, Debug, Default)]
pub struct Named {
    problem: ConeProblem,
    solution: ConeSolution,
    chosen: Chosen<dyn ConeSolver>,
    /// Contacts of each body.
    touching: Vec<Vec<usize>>,
}

impl Named {
    /// W, q and μ for velocities without contact impulses.
    pub fn assemble(&mut self, contacts: &Contacts, inertia: &[Inertia], twists: &[Twist]) -> &ConeProblem {
        self.touching.iter_mut().for_each(Vec::clear);
        self.touching.resize_with(inertia.len(), Vec::new);
        let moves = |body: usize| inertia[body].mass > 0.0;
        for k in 0..contacts.len() {
            let Lines { bodies, .. } = contacts.lines(k);
            bodies.into_iter().filter(|&body| moves(body)).for_each(|body| self.touching[body].push(k));
        }
        let problem = &mut self.problem;
        problem.dim = 3;
        problem.row_ptr.clear();
        problem.col_idx.clear();
        problem.blocks.clear();
        problem.q.clear();
        problem.mu.clear();
        problem.row_ptr.push(0);
        let mut near = Vec::new();
        for i in 0..contacts.len() {
            let own = contacts.lines(i);
            near.clear();
            own.bodies.into_iter().for_each(|body| near.extend_from_slice(&self.touching[body]));
            crate::sort::sort_and_dedup(&mut near);
            for &j in &near {
                problem.col_idx.push(j);
                problem.blocks.extend(block(&own, &contacts.lines(j), inertia).as_flattened());
            }
            problem.row_ptr.push(problem.col_idx.len());
            problem.q.extend(contacts.asked(i, twists));
            problem.mu.push(contacts.friction(i));
        }
        problem
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
        if let Some(method) = method(name).filter(|_| smooth) {
            return self.pivot(method, contacts, twists);
        }
        let plain = smooth.then(|| self.problem.normal_part());
        let problem = plain.as_ref().unwrap_or(&self.problem);
        let dim = problem.dim;
        self.solution.r.clear();
        self.solution.r.extend((0..contacts.len()).flat_map(|k| contacts.parts(k).into_iter().take(dim)));
        let limits = ConeLimits { tolerance: TOLERANCE, warm: true, ..ConeLimits::default() };
        let usual = &CONE_METHODS[0];
        let chosen = self.chosen.of(name, || (cone_method(name).unwrap_or(usual).new)());
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
