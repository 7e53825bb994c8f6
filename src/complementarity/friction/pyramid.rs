//! Lemke's method, with a pyramid in place of the cone.
//!
//! Tangential forces are `Σ βₖ dₖ` with directions `dₖ` evenly around the normal and `βₖ ≥ 0`, and with `λ`, about the
//! sliding velocity, Coulomb's law becomes linear: `0 ≤ dₖ·u_T + λ ⊥ βₖ ≥ 0` and `0 ≤ μ r_N − Σ βₖ ⊥ λ ≥ 0` (Stewart,
//! Trinkle, Int. J. Numer. Methods Engrg. 39, 1996; Anitescu, Potra, Nonlinear Dynam. 14, 1997: for a semidefinite `W` the
//! method solves it). In the plane two directions are exact. In space the law is that of a pyramid whose edges lie on the
//! cone: friction points along the nearest edge, up to `π/facets` off the motion, and the residual, which is that of the
//! round cone, says so; the status then is `Stalled`. Each island of contacts is a dense problem; one of more than 1500 rows
//! is begun at a crash basis, which need not lead to a solution (module `islands`). An iteration is a pivot. Unlike other
//! methods it allocates for each problem.
use super::super::cone::ConeProblem;
use super::super::islands::SparseLcp;
use super::super::{Limits, METHODS, Status, method};
use super::referee::Referee;
use super::{ConeLimits, ConeSolution, ConeSolver};
use crate::linalg::Sparse;

/// Residual of the linear problem, relative to its largest `b`.
const TOLERANCE: f64 = 1e-11;

/// The method with its number of facets.
pub struct Pyramid {
    facets: usize,
}

impl Pyramid {
    /// For contacts in space; those in the plane have two facets anyway.
    pub fn new(facets: usize) -> Self {
        Self { facets }
    }

    /// Solves for the pyramid in so many pivots at most (0: as many as it takes), from the best point if that is of use, and
    /// leaves in `r` where it ended. That is not judged yet. Each island of contacts may take that many.
    pub fn pivot(&self, referee: &mut Referee, (most, warm): (usize, bool), r: &mut Vec<f64>) -> Status {
        let problem = referee.problem;
        let layout = Layout::new(problem, self.directions(problem.dim));
        let lemke = method("lemke").unwrap_or(&METHODS[0]);
        let limits = Limits { tolerance: TOLERANCE, steps: most, warm, ..Limits::default() };
        let found = layout.linear(problem).solve_from(&referee.solution.r, lemke, &limits);
        referee.solution.work.iterations += found.steps;
        *r = layout.forces(problem, &found.f);
        found.status
    }

    /// The directions of a contact, each with a zero in front.
    fn directions(&self, dim: usize) -> Vec<[f64; 3]> {
        match dim {
            1 => Vec::new(),
            2 => vec![[0.0, 1.0, 0.0], [0.0, -1.0, 0.0]],
            _ => {
                let angle = |k: usize| std::f64::consts::TAU * k as f64 / self.facets as f64;
                (0..self.facets).map(|k| [0.0, libm::cos(angle(k)), libm::sin(angle(k))]).collect()
            }
        }
    }
}

impl ConeSolver for Pyramid {
    fn solve(
        &mut self,
        problem: &ConeProblem,
        limits: &ConeLimits,
        solution: &mut ConeSolution,
        watch: &mut dyn FnMut(&[f64]),
    ) {
        let mut referee = Referee::begin(problem, (limits, usize::MAX), solution, watch);
        if referee.is_over() {
            return referee.end(Status::Solved);
        }
        let mut r = Vec::new();
        // without friction the unknowns are the forces
        let warm = limits.warm && problem.dim == 1;
        let status = self.pivot(&mut referee, (limits.iterations, warm), &mut r);
        // a solution for the pyramid is the answer, be its residual for the cone larger than that of no force at all
        let is_answer = status == Status::Solved;
        let look = if is_answer { Referee::take } else { Referee::see };
        look(&mut referee, &r);
        referee.show(&r);
        referee.end(if is_answer { Status::Stalled } else { status });
    }
}

/// Which unknowns belong to which contact: `r_N`, then with friction each `βₖ` and `λ`.
struct Layout {
    directions: Vec<[f64; 3]>,
    /// First unknown of each contact; one more than there are contacts.
    first: Vec<usize>,
    /// `1/ρ`: forces are measured in `ρ` times velocities, so that `W` is about one.
    unit: f64,
}

impl Layout {
    fn new(problem: &ConeProblem, directions: Vec<[f64; 3]>) -> Self {
        let mut first = vec![0];
        for (i, mu) in problem.mu.iter().enumerate() {
            let own = if *mu > 0.0 && !directions.is_empty() { directions.len() + 2 } else { 1 };
            first.push(first[i] + own);
        }
        Self { directions, first, unit: problem.yardstick().rho }
    }

    /// Generators of the forces of a contact, each with its unknown: the normal, then the directions.
    fn generators(&self, i: usize) -> impl Iterator<Item = (usize, [f64; 3])> + '_ {
        let (first, end) = (self.first[i], self.first[i + 1]);
        let tangents = if end > first + 1 { &self.directions[..] } else { &[] };
        std::iter::once([1.0, 0.0, 0.0]).chain(tangents.iter().copied()).enumerate().map(move |(k, d)| (first + k, d))
    }

    fn linear(&self, problem: &ConeProblem) -> SparseLcp {
        let (d, n) = (problem.dim, self.first[problem.contacts()]);
        let (mut entries, mut b) = (Vec::new(), vec![0.0; n]);
        for (i, mu) in problem.mu.iter().enumerate() {
            for (row, out) in self.generators(i) {
                b[row] = (0..d).map(|k| out[k] * problem.q[d * i + k]).sum();
                for p in problem.row_ptr[i]..problem.row_ptr[i + 1] {
                    let block = &problem.blocks[p * d * d..][..d * d];
                    let pulled: [f64; 3] =
                        std::array::from_fn(
                            |l| if l < d { (0..d).map(|k| out[k] * block[d * k + l]).sum() } else { 0.0 },
                        );
                    for (column, into) in self.generators(problem.col_idx[p]) {
                        let entry: f64 = pulled.iter().zip(&into).map(|(w, r)| w * r).sum();
                        entries.push((row, column, self.unit * entry));
                    }
                }
            }
            let (normal, lambda) = (self.first[i], self.first[i + 1] - 1);
            if lambda > normal {
                entries.push((lambda, normal, *mu));
                entries.extend((normal + 1..lambda).flat_map(|beta| [(beta, lambda, 1.0), (lambda, beta, -1.0)]));
            }
        }
        SparseLcp { a: Sparse::from_entries(n, entries), b }
    }

    fn forces(&self, problem: &ConeProblem, z: &[f64]) -> Vec<f64> {
        let d = problem.dim;
        let mut r = vec![0.0; problem.q.len()];
        for i in 0..problem.contacts() {
            for (unknown, generator) in self.generators(i) {
                (0..d).for_each(|k| r[d * i + k] += self.unit * z[unknown] * generator[k]);
            }
        }
        r
    }
}
