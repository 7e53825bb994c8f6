//! A basis for very large symmetric problems, by exchanging many contacts at a time.
use super::islands::SparseLcp;
use super::{Limits, Solution, Status};
use crate::linalg::skyline::{Skyline, narrow_sequence};
use crate::linalg::vector::max_abs;

/// Block principal pivoting (Júdice and Pires, *Computers & Operations Research* 21, 1994): all contacts on the wrong
/// side change sides at once, and one by one (Murty's rule, which ends) when their number stops to fall. `A_CC` is
/// factored within its envelope. Where it is singular, the proximal term `μ S (f − fₖ)` makes it regular, with `S` the
/// diagonal of `A`; the solutions `fₖ` tend to one of the problem itself.
pub struct Crash<'a> {
    problem: &'a SparseLcp,
    /// Rows of the island, in a sequence that keeps envelopes small.
    sequence: Vec<usize>,
    /// Scaled `b`, by row of the whole problem.
    b: Vec<f64>,
    island: &'a [usize],
    clamped: Vec<bool>,
    factor: Skyline,
    steps: usize,
}

impl<'a> Crash<'a> {
    /// For the rows `island` of the problem, where `b` stands for its own.
    pub fn new(problem: &'a SparseLcp, island: &'a [usize], b: &[f64]) -> Self {
        let n = problem.b.len();
        let mut full = vec![0.0; n];
        island.iter().zip(b).for_each(|(&i, &b)| full[i] = b);
        let sequence = narrow_sequence(&problem.a, &island[..1]);
        Self { problem, sequence, b: full, island, clamped: vec![false; n], factor: Skyline::default(), steps: 0 }
    }

    /// Finds C and its forces.
    pub fn solve(&mut self, limits: &Limits, solution: &mut Solution) {
        let n = self.b.len();
        let mut f = vec![0.0; n];
        let mut best = (self.residual(&f), f.clone());
        self.clamped = self.sweeps(30).iter().map(|&f| f > 0.0).collect();
        for mu in [0.0, 1e-8, 1e-8, 1e-8, 1e-8, 1e-8, 1e-8] {
            f = self.exchange(mu, &f);
            let residual = self.residual(&f);
            if residual < best.0 {
                best = (residual, f.clone());
            }
            if best.0 <= 1e-2 * limits.tolerance {
                break;
            }
        }
        let f = best.1;
        solution.f = self.island.iter().map(|&i| f[i]).collect();
        solution.a = self.evaluate(&f);
        solution.residual = best.0;
        solution.steps = self.steps;
        solution.handed_over = false;
        solution.status = if best.0 <= limits.tolerance { Status::Solved } else { Status::Stalled };
    }

    /// Projected Gauss-Seidel from zero, which tells most contacts that carry from those that open.
    fn sweeps(&self, count: usize) -> Vec<f64> {
        let mut f = vec![0.0; self.b.len()];
        for _ in 0..count {
            for &i in &self.sequence {
                let a: f64 = self.b[i] + self.problem.a.row(i).map(|(j, x)| x * f[j]).sum::<f64>();
                let diagonal = self.problem.a.get(i, i);
                f[i] = if diagonal > 0.0 { (f[i] - a / diagonal).max(0.0) } else { 0.0 };
            }
        }
        f
    }

    /// `A f + b` on the island.
    fn evaluate(&self, f: &[f64]) -> Vec<f64> {
        let row = |&i: &usize| self.b[i] + self.problem.a.row(i).map(|(j, x)| x * f[j]).sum::<f64>();
        self.island.iter().map(row).collect()
    }

    fn residual(&self, f: &[f64]) -> f64 {
        let a = self.evaluate(f);
        a.iter().zip(self.island).map(|(a, &i)| a.min(f[i]).abs()).fold(0.0, f64::max)
    }

    /// Block principal pivoting on `A + μ S`, `b − μ S near`.
    fn exchange(&mut self, mu: f64, near: &[f64]) -> Vec<f64> {
        let (mut fewest, mut patience) = (usize::MAX, 5);
        let mut f = near.to_vec();
        for _ in 0..500 {
            let Some(solved) = self.forces(mu, near) else { return f };
            f = solved;
            let wrong = self.wrong_side(mu, near, &f);
            self.steps += 1;
            if wrong.is_empty() {
                break;
            }
            if wrong.len() < fewest {
                (fewest, patience) = (wrong.len(), 5);
            } else if patience > 0 {
                patience -= 1;
            }
            let exchanged = if patience > 0 { &wrong[..] } else { &wrong[wrong.len() - 1..] };
            exchanged.iter().for_each(|&i| self.clamped[i] = !self.clamped[i]);
        }
        f.iter_mut().for_each(|f| *f = f.max(0.0));
        f
    }

    /// Forces with zero acceleration on C, refined; `None` if the factor does not exist.
    fn forces(&mut self, mu: f64, near: &[f64]) -> Option<Vec<f64>> {
        let a = &self.problem.a;
        let set: Vec<usize> = self.sequence.iter().copied().filter(|&i| self.clamped[i]).collect();
        let mut factor = std::mem::take(&mut self.factor);
        let definite = factor.factor(a, &set, |i| mu * a.get(i, i));
        let mut f = vec![0.0; self.b.len()];
        for _ in 0..3 {
            let acceleration = |&i: &usize| {
                let proximal = mu * a.get(i, i) * (f[i] - near[i]);
                self.b[i] + proximal + a.row(i).map(|(j, x)| x * f[j]).sum::<f64>()
            };
            let mut change: Vec<f64> = set.iter().map(acceleration).collect();
            factor.solve(&mut change);
            set.iter().zip(&change).for_each(|(&i, x)| f[i] -= x);
        }
        self.factor = factor;
        definite.then_some(f)
    }

    /// Contacts of C that pull and others that are pressed in, beyond rounding.
    fn wrong_side(&self, mu: f64, near: &[f64], f: &[f64]) -> Vec<usize> {
        let a = &self.problem.a;
        let least = -1e-14 * max_abs(f);
        let pressed = |i: usize| {
            let (sum, size) = a
                .row(i)
                .fold((self.b[i], self.b[i].abs()), |(sum, size), (j, x)| (sum + x * f[j], size + (x * f[j]).abs()));
            sum - mu * a.get(i, i) * near[i] < -8.0 * f64::EPSILON * size
        };
        let wrong = |&i: &usize| if self.clamped[i] { f[i] < least } else { pressed(i) };
        self.sequence.iter().copied().filter(wrong).collect()
    }
}
