//! A basis for large symmetric problems, by exchanging many contacts at a time.
use super::islands::SparseLcp;
use super::{Limits, Solution, Status};
use crate::linalg::block_lu::BlockLu;
use crate::linalg::vector::{max_abs, norm};

/// Block principal pivoting (Júdice and Pires, *Computers & Operations Research* 21, 1994): all contacts on the wrong
/// side change sides at once, and one by one (Murty's rule, which ends) when their number stops to fall. Before, the same
/// exchanges are Newton steps for `min(f, a)` (Hintermüller, Ito, Kunisch, SIAM J. Optim. 13, 2002), cut where that would
/// grow, with a Gauss-Seidel sweep after each that was, and proximal ones far from the end. `A_CC` is factored as a sparse
/// matrix. Where it is singular, the proximal term `μ S (f − fₖ)` makes it regular, with `S` the
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

/// Exchanges for which the number of contacts on the wrong side need not fall.
const PATIENCE: usize = 5;
/// Sweeps at first, and Newton steps at most.
const SWEEPS: usize = 30;
const STEPS: usize = 40;
/// Part of the decrease that a Newton step promises and must achieve, and how far it may be cut.
const ARMIJO: f64 = 1e-4;
const SHORTEST: f64 = 1e-3;
/// Least and largest `μ` of these steps, and what it is of the merit relative to the forces.
const DAMPING: [f64; 2] = [1e-12, 1e-2];
const SHARE: f64 = 1e-2;
/// Merits that the line search remembers.
const MEMORY: usize = 10;

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
        self.sweep(&mut f, SWEEPS);
        self.descend(&mut f);
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
    fn sweep(&mut self, f: &mut [f64], count: usize) {
        for _ in 0..count {
            for &i in self.island {
                let a: f64 = self.b[i] + self.problem.a.row(i).map(|(j, x)| x * f[j]).sum::<f64>();
                let diagonal = self.problem.a.get(i, i);
                f[i] = if diagonal > 0.0 { (f[i] - a / diagonal).max(0.0) } else { 0.0 };
            }
        }
        self.clamped.iter_mut().zip(f).for_each(|(clamped, f)| *clamped = *f > 0.0);
    }

    /// Newton steps from `f`, which leave C.
    fn descend(&mut self, f: &mut Vec<f64>) {
        let mut merits = vec![self.merit(f, &self.evaluate(f))];
        for _ in 0..STEPS {
            let damping = SHARE * merits.last().unwrap_or(&0.0) / norm(f).max(f64::MIN_POSITIVE);
            let Some(target) = self.forces(damping.clamp(DAMPING[0], DAMPING[1]), f) else { return };
            self.steps += 1;
            let recent = merits.iter().rev().take(MEMORY).fold(0.0_f64, |most, merit| most.max(*merit));
            let mut length = 1.0;
            let mut trial = target.clone();
            let mut a = self.evaluate(&trial);
            while self.merit(&trial, &a) > (1.0 - ARMIJO * length) * recent && length > SHORTEST {
                length *= 0.5;
                trial
                    .iter_mut()
                    .zip(f.iter().zip(&target))
                    .for_each(|(x, (from, to))| *x = from + length * (to - from));
                a = self.evaluate(&trial);
            }
            *f = trial;
            if length < 1.0 {
                self.sweep(f, 1);
                a = self.evaluate(f);
            }
            merits.push(self.merit(f, &a));
            let before = self.clamped.clone();
            for (&i, a) in self.island.iter().zip(&a) {
                self.clamped[i] = f[i] * self.problem.a.get(i, i) > *a;
            }
            if before == self.clamped && damping <= DAMPING[0] {
                return;
            }
        }
    }

    /// Euclidean norm of `min(fᵢ, aᵢ / Aᵢᵢ)`, where `a` is what `f` makes of the island.
    fn merit(&self, f: &[f64], a: &[f64]) -> f64 {
        let entry = |(a, &i): (&f64, &usize)| f[i].min(a / self.problem.a.get(i, i).max(f64::MIN_POSITIVE));
        let squares = a.iter().zip(self.island).map(entry).map(|x| x * x);
        squares.sum::<f64>().sqrt()
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
        let (mut fewest, mut patience) = (usize::MAX, PATIENCE);
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
            } else {
                patience = patience.saturating_sub(1);
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
        let definite = factor.factor(true, |i, row| {
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
