//! A basis for large symmetric problems, by exchanging many contacts at a time.
use super::islands::SparseLcp;
use super::{Limits, Solution, Status};
use crate::linalg::block_lu::BlockLu;
use crate::linalg::vector::max_abs;

/// Block principal pivoting (Júdice and Pires, *Computers & Operations Research* 21, 1994): all contacts on the wrong
/// side change sides at once. When their number stops to fall, Gauss-Seidel sweeps tell again which contacts carry, and in
/// the end contacts change sides one by one (Murty's rule, which ends). `A_CC` is factored as a sparse matrix. Where it is singular, the proximal term `μ S (f − fₖ)` makes it regular, with `S` the
/// diagonal of `A`; the solutions `fₖ` tend to one of the problem itself.
pub struct Crash<'a> {
    problem: &'a SparseLcp,
    /// Scaled `b`, by row of the whole problem.
    b: Vec<f64>,
    island: &'a [usize],
    clamped: Vec<bool>,
    /// Contacts of which the factor knows the places of entries.
    known: Vec<bool>,
    factor: BlockLu<1>,
    steps: usize,
}

/// Exchanges for which the number of contacts on the wrong side need not fall, how often sweeps come between, and how many.
const PATIENCE: usize = 5;
const AGAIN: usize = 4;
const SWEEPS: usize = 30;

impl<'a> Crash<'a> {
    /// For the rows `island` of the problem, where `b` stands for its own.
    pub fn new(problem: &'a SparseLcp, island: &'a [usize], b: &[f64]) -> Self {
        let n = problem.b.len();
        let mut full = vec![0.0; n];
        island.iter().zip(b).for_each(|(&i, &b)| full[i] = b);
        let (clamped, known) = (vec![false; n], vec![false; n]);
        Self { problem, b: full, island, clamped, known, factor: BlockLu::default(), steps: 0 }
    }

    /// Finds C and its forces; sweeps begin at a guess of these, if there is one, else at zero.
    pub fn solve(&mut self, guess: &[f64], limits: &Limits, solution: &mut Solution) {
        let n = self.b.len();
        let mut f = vec![0.0; n];
        let mut best = (self.residual(&f), f.clone());
        self.island.iter().zip(guess).for_each(|(&i, &guess)| f[i] = guess.max(0.0));
        self.sweep(&mut f);
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

    /// Projected Gauss-Seidel, which tells most contacts that carry, the new C, from those that open.
    fn sweep(&mut self, f: &mut [f64]) {
        for _ in 0..SWEEPS {
            for &i in self.island {
                let a: f64 = self.b[i] + self.problem.a.row(i).map(|(j, x)| x * f[j]).sum::<f64>();
                let diagonal = self.problem.a.get(i, i);
                f[i] = if diagonal > 0.0 { (f[i] - a / diagonal).max(0.0) } else { 0.0 };
            }
        }
        self.clamped.iter_mut().zip(f).for_each(|(clamped, f)| *clamped = *f > 0.0);
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
        let (mut fewest, mut patience, mut again) = (usize::MAX, PATIENCE, AGAIN);
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
                (fewest, patience) = (wrong.len(), PATIENCE);
            } else if patience > 0 {
                patience -= 1;
            } else if again > 0 {
                f.iter_mut().for_each(|f| *f = f.max(0.0));
                self.sweep(&mut f);
                (fewest, patience, again) = (usize::MAX, PATIENCE, again - 1);
                continue;
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
        let Self { factor, clamped, known, island, b, .. } = self;
        if island.iter().any(|&i| clamped[i] && !known[i]) {
            known.iter_mut().zip(&*clamped).for_each(|(known, clamped)| *known |= clamped);
            let set: Vec<usize> = island.iter().copied().filter(|&i| known[i]).collect();
            factor.analyze(b.len(), &set, |i, list| list.extend(a.row(i).map(|(j, _)| j)));
        }
        let definite = factor.factor(|i, row| {
            if !clamped[i] {
                return row.add(i, &[[1.0]]);
            }
            a.row(i).filter(|(j, _)| clamped[*j]).for_each(|(j, x)| row.add(j, &[[x]]));
            row.add(i, &[[mu * a.get(i, i)]]);
        }) && factor.is_positive();
        if !definite {
            return None;
        }
        let (mut f, mut change) = (vec![0.0; b.len()], vec![[0.0]; b.len()]);
        for _ in 0..3 {
            for &i in island.iter().filter(|&&i| clamped[i]) {
                let proximal = mu * a.get(i, i) * (f[i] - near[i]);
                change[i] = [b[i] + proximal + a.row(i).map(|(j, x)| x * f[j]).sum::<f64>()];
            }
            factor.solve(&mut change);
            f.iter_mut().zip(&change).for_each(|(f, [x])| *f -= x);
        }
        Some(f)
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
        self.island.iter().copied().filter(wrong).collect()
    }
}
