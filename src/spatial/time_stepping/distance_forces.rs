//! Contact forces from the distances after the step: two ways to solve 0 ≤ f ⊥ δ(σ(f)) ≥ 0 by Newton's method.
//!
//! Hotz et al., *Calculation of contact forces*, section 2: the bilateral way and the one of Fischer's function. The
//! third way of the paper is in module `fixpoint`.
use super::problem::{FOLLOWED, Problem};
use super::{Scheme, Setup, Watch};
use crate::complementarity::fischer_burmeister::FischerBurmeister;
use crate::complementarity::lemke::Lemke;
use crate::complementarity::nonlinear::{Iterate, Ncp, Outcome, Tolerance};
use crate::complementarity::{Lcp, Limits, Solution, Solver};
use crate::linalg::vector::dot;
use crate::linalg::{Damped, Matrix};

/// Most iterations of a method in one step.
pub(super) const MOST: usize = 40;

/// Solves a step by a method that takes the normals as they are: those of the beginning, as in the paper; where forces along them
/// would add energy, as on bodies that tip, anew along those at the end, as long as that brings the end nearer to where it was
/// before.
fn along_normals(
    setup: &Setup,
    problem: &mut Problem,
    forces: &mut [f64],
    method: &mut dyn FnMut(&mut Problem, &mut [f64]) -> Outcome,
) -> Outcome {
    let (mut outcome, mut change) = (method(problem, forces), f64::INFINITY);
    while outcome.solved
        && change > FOLLOWED * setup.tolerance
        && outcome.iterations < MOST
        && problem.added(setup.bodies, forces)[0] > 0.0
    {
        problem.turn_normals(true);
        let again = method(problem, forces);
        outcome = Outcome { iterations: outcome.iterations + again.iterations, ..again };
        let last = std::mem::replace(&mut change, problem.moved());
        if change >= last {
            break;
        }
    }
    outcome
}

/// δ = 0 for all contacts that touch, by the method of Newton and Raphson.
///
/// A contact is taken up when its parts would overlap without it, and held, also by pulling. One that pulled is let go
/// in the next step. That is the naive way: for a moment bodies stick. The scheme has done its part when no gap is closed and
/// none of those held is open; the residual tells of forces that pull, and where it does the step counts as unsolved. Where not
/// all can be held, or what pulls would set bodies in motion, [`Fischer`] takes the step.
#[derive(Default)]
pub struct Bilateral {
    held: Vec<usize>,
    jacobian: Matrix,
    block: Matrix,
    gaps: Vec<f64>,
    change: Vec<f64>,
    damped: Damped,
    otherwise: Fischer,
}

impl Scheme for Bilateral {
    fn advance(&mut self, setup: &Setup, problem: &mut Problem, forces: &mut Vec<f64>, watch: &mut Watch) -> Outcome {
        let held = along_normals(setup, problem, forces, &mut |problem, f| self.hold(setup, problem, f, watch));
        let pulls = forces[problem.joints..].iter().any(|f| *f < 0.0);
        if held.solved && !(pulls && problem.work(forces) > 0.0) {
            return held;
        }
        let other = self.otherwise.advance(setup, problem, forces, watch);
        Outcome { iterations: held.iterations + other.iterations, ..other }
    }
}

impl Bilateral {
    /// Holds contacts until none overlaps. Solved if all of those can be held.
    fn hold(&mut self, setup: &Setup, problem: &mut Problem, forces: &mut [f64], watch: &mut Watch) -> Outcome {
        let mut problem = problem.with(setup.bodies);
        self.held.clear();
        let joints = problem.bilateral();
        self.held.extend((0..forces.len()).filter(|&k| k < joints || forces[k] > 0.0));
        problem.clamp(forces);
        problem.go_to(forces);
        let mut outcome = Outcome::default();
        while outcome.iterations < MOST {
            outcome.solved = self.close(&mut problem, setup.tolerance, forces, &mut outcome.iterations);
            outcome.residual = problem.residual(forces);
            watch(&Iterate { f: forces, distances: problem.distances(), residual: outcome.residual });
            let closed = outcome.solved;
            if !(if closed { self.take_up(&problem, setup.tolerance) } else { self.let_go(&mut problem, forces) }) {
                break;
            }
        }
        outcome
    }

    /// Holds what overlaps. Whether there is any that was not held.
    fn take_up(&mut self, problem: &dyn Ncp, tolerance: f64) -> bool {
        let before = self.held.len();
        for (k, gap) in problem.distances().iter().enumerate() {
            if *gap < -tolerance && !self.held.contains(&k) {
                self.held.push(k);
            }
        }
        self.held.len() > before
    }

    /// Lets go at once of contacts that pull, where not all can be held. Whether there are any.
    fn let_go(&mut self, problem: &mut dyn Ncp, forces: &mut [f64]) -> bool {
        let before = self.held.len();
        self.held.retain(|&k| k < problem.bilateral() || forces[k] >= 0.0);
        problem.clamp(forces);
        problem.go_to(forces);
        self.held.len() < before
    }

    /// Brings the gaps of all held contacts to zero. Whether that is possible.
    fn close(&mut self, problem: &mut dyn Ncp, tolerance: f64, forces: &mut [f64], iterations: &mut usize) -> bool {
        let mut before = f64::INFINITY;
        loop {
            self.gaps.clear();
            self.gaps.extend(self.held.iter().map(|&k| problem.distances()[k]));
            let worst = self.gaps.iter().fold(0.0, |m: f64, gap| m.max(gap.abs()));
            if worst <= 0.1 * tolerance || (worst <= tolerance && worst >= before) {
                return true;
            }
            if worst > 0.5 * before || *iterations >= MOST {
                return false;
            }
            before = worst;
            *iterations += 1;
            if !self.improve(problem, forces) {
                forces.fill(0.0);
                problem.go_to(forces);
                return false;
            }
        }
    }

    /// One step of Newton's method. Whether it ends at a place: gaps that contradict each other may lead beyond all bounds.
    fn improve(&mut self, problem: &mut dyn Ncp, forces: &mut [f64]) -> bool {
        problem.jacobian(&mut self.jacobian);
        let n = self.held.len();
        self.block.reset(n, n);
        for (i, &k) in self.held.iter().enumerate() {
            for (j, &l) in self.held.iter().enumerate() {
                self.block[(i, j)] = self.jacobian[(k, l)] / problem.scale()[l];
            }
        }
        self.damped.solve(&self.block, &self.gaps, 1e-14, &mut self.change);
        for (&k, change) in self.held.iter().zip(&self.change) {
            forces[k] -= change / problem.scale()[k];
        }
        problem.go_to(forces);
        forces.iter().chain(problem.distances()).all(|x| x.is_finite())
    }
}

/// φ(f, δ) = 0 for Fischer's function, by Newton's method with a line search, from the last step's forces.
///
/// Where the line search ends in a local minimum, which the merit function may have, the method goes on from a few
/// solutions of the problem's linearization, itself a complementarity problem (Josephy, *Newton's method for generalized
/// equations*, 1979).
#[derive(Default)]
pub struct Fischer {
    method: FischerBurmeister,
    lemke: Lemke,
    lcp: Lcp,
    solution: Solution,
    jacobian: Matrix,
}

/// How often Fischer's scheme leaves a local minimum, and by how many linearizations.
const ESCAPES: [usize; 2] = [3, 4];

impl Scheme for Fischer {
    fn advance(&mut self, setup: &Setup, problem: &mut Problem, forces: &mut Vec<f64>, watch: &mut Watch) -> Outcome {
        along_normals(setup, problem, forces, &mut |problem, f| self.solve(setup, problem, f, watch))
    }
}

impl Fischer {
    /// Solves for the normals at hand.
    fn solve(&mut self, setup: &Setup, problem: &mut Problem, forces: &mut [f64], watch: &mut Watch) -> Outcome {
        let tolerance = Tolerance { residual: setup.tolerance, iterations: MOST };
        let mut problem = problem.with(setup.bodies);
        let mut outcome = self.method.solve(&mut problem, tolerance, forces, watch);
        for _ in 0..ESCAPES[0] {
            if outcome.solved {
                break;
            }
            (0..ESCAPES[1]).for_each(|_| self.linearize(&mut problem, setup.h, forces));
            let again = self.method.solve(&mut problem, tolerance, forces, watch);
            outcome = Outcome { iterations: outcome.iterations + ESCAPES[1] + again.iterations, ..again };
        }
        if outcome.solved {
            // Newton's method leaves at parts that are apart forces as small as the residual, of either sign
            for (k, force) in forces.iter_mut().enumerate().skip(problem.bilateral()) {
                if problem.distances()[k] > problem.scale()[k] * *force || *force < 0.0 {
                    *force = 0.0;
                }
            }
            problem.go_to(forces);
        }
        Outcome { residual: problem.residual(forces), ..outcome }
    }

    /// The forces of the problem linearized at the forces at hand; divided by h² as in the fixpoint scheme.
    fn linearize(&mut self, problem: &mut dyn Ncp, h: f64, forces: &mut [f64]) {
        problem.jacobian(&mut self.jacobian);
        let n = forces.len();
        self.lcp.a.reset(n, n);
        self.lcp.b.clear();
        self.lcp.bilateral.clear();
        self.lcp.bilateral.extend((0..n).map(|i| i < problem.bilateral()));
        for i in 0..n {
            let row = self.jacobian.row(i);
            self.lcp.a.row_mut(i).iter_mut().zip(row).for_each(|(a, j)| *a = j / (h * h));
            self.lcp.b.push((problem.distances()[i] - dot(row, forces)) / (h * h));
        }
        self.lemke.solve(&self.lcp, &Limits::default(), &mut self.solution, &mut |_| ());
        forces.copy_from_slice(&self.solution.f);
        problem.clamp(forces);
        problem.go_to(forces);
    }
}
