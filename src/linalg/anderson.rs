//! Anderson's acceleration of an iteration: its last steps are combined so that the next change would be least.
//!
//! Anderson, *Iterative procedures for nonlinear integral equations*, 1965; Walker and Ni, *Anderson acceleration for
//! fixed-point iterations*, 2011. Where the iteration changes more after a combination than before, all is forgotten. Where
//! combinations do not make the changes less any more, which kinks of the iteration may bring about far from its end, it goes
//! on without them for as long as they were of no use, and they are given more time after that.
use super::vector::{add_scaled, dot};

/// Iterations that are combined, and one more.
const DEPTH: usize = 10;
/// Part of the diagonal that is added to the normal equations.
const REGULAR: f64 = 1e-12;
/// Changes may grow by this factor.
const GROWTH: f64 = 2.0;
/// Iterations in which combinations have to halve the change, at first.
const PATIENCE: usize = 50;

/// The last iterations: where each ended and how much it changed. Begins with `clear`.
#[derive(Clone, Debug, Default)]
pub struct Anderson {
    reached: Vec<f64>,
    /// The change by the last iteration, weighted, and by the one before it.
    change: Vec<f64>,
    before: Vec<f64>,
    /// Differences of where they ended and of the changes from one to the next, a ring.
    steps: Vec<[Vec<f64>; 2]>,
    count: usize,
    /// Square of the last change, and the least of them.
    size: f64,
    least: f64,
    /// Iterations since it was halved, how many there may be, and how many to come are not combined.
    idle: usize,
    patience: usize,
    rest: usize,
    growth: f64,
    /// Scalar products of the differences of changes, and the factor `L` of theirs, with the inverse of `D` on its diagonal.
    gram: [[f64; DEPTH]; DEPTH],
    factor: [[f64; DEPTH]; DEPTH],
    /// How much of each step is taken back.
    shares: [f64; DEPTH],
}

impl Anderson {
    /// Begins another iteration, in which combinations are given so many times the time after each rest.
    pub fn clear(&mut self, growth: f64) {
        (self.idle, self.patience, self.rest, self.growth) = (0, PATIENCE, 0, growth);
        self.rescale();
    }

    /// Forgets the iterations, since changes are measured otherwise from now on.
    pub fn rescale(&mut self) {
        self.least = f64::INFINITY;
        self.forget();
    }

    fn forget(&mut self) {
        self.count = 0;
        self.reached.clear();
    }

    /// Whether a change of this square, the next, is one that may be combined.
    fn is_time(&mut self, size: f64) -> bool {
        self.idle += 1;
        if size < 0.25 * self.least {
            (self.least, self.idle) = (size, 0);
        }
        if self.rest > 0 {
            (self.rest, self.idle) = (self.rest - 1, 0);
        } else if self.idle == self.patience {
            (self.rest, self.idle, self.patience) = (self.patience, 0, (self.growth * self.patience as f64) as usize);
            self.forget();
        }
        self.rest == 0
    }

    /// Takes an iteration, from `began` to `now`, whose changes count by these weights, and writes into `now` where to begin
    /// the next. False if that is where it ended.
    pub fn next(&mut self, began: &[f64], now: &mut [f64], weights: &[f64]) -> bool {
        std::mem::swap(&mut self.change, &mut self.before);
        self.change.clear();
        self.change.extend(now.iter().zip(began).zip(weights).map(|((now, began), weight)| (now - began) * weight));
        let size = dot(&self.change, &self.change);
        if !self.is_time(size) {
            return false;
        }
        let grows = size.is_nan() || size > GROWTH * GROWTH * self.size;
        self.size = size;
        if self.reached.len() != now.len() || grows {
            self.forget();
            self.reached.extend_from_slice(now);
            return false;
        }
        if self.steps.is_empty() {
            self.steps.resize_with(DEPTH, Default::default);
        }
        let slot = self.count % DEPTH;
        self.count += 1;
        let held = self.count.min(DEPTH);
        let [reached, changes] = &mut self.steps[slot];
        for (list, (new, old)) in [(reached, (&*now, &self.reached)), (changes, (&self.change[..], &self.before))] {
            list.clear();
            list.extend(new.iter().zip(old).map(|(new, old)| new - old));
        }
        self.reached.copy_from_slice(now);
        for k in 0..held {
            let product = dot(&self.steps[slot][1], &self.steps[k][1]);
            (self.gram[slot][k], self.gram[k][slot]) = (product, product);
            self.shares[k] = dot(&self.steps[k][1], &self.change);
        }
        if !self.solve(held) {
            self.count = 0;
            return false;
        }
        self.shares.iter().zip(&self.steps).take(held).for_each(|(share, [step, _])| add_scaled(now, -share, step));
        true
    }

    /// The first `n` normal equations, a little regular, by `L D Lᵀ`: turns their right side into the shares. False if they
    /// have no solution.
    fn solve(&mut self, n: usize) -> bool {
        let (l, x) = (&mut self.factor, &mut self.shares[..n]);
        for i in 0..n {
            // the row of L D, then that of L
            let mut row = self.gram[i];
            for j in 0..i {
                row[j] -= (0..j).map(|k| row[k] * l[j][k]).sum::<f64>();
            }
            let mut pivot = row[i] * (1.0 + REGULAR);
            for j in 0..i {
                l[i][j] = row[j] * l[j][j];
                pivot -= l[i][j] * row[j];
            }
            if pivot.is_nan() || pivot <= 0.0 {
                return false;
            }
            l[i][i] = 1.0 / pivot;
            x[i] -= (0..i).map(|k| l[i][k] * x[k]).sum::<f64>();
        }
        for i in (0..n).rev() {
            x[i] = x[i] * l[i][i] - (i + 1..n).map(|k| l[k][i] * x[k]).sum::<f64>();
        }
        x.iter().all(|x| x.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An iteration that goes down by 0.1 % a time along six directions, each at its own pace, ends in a few.
    #[test]
    fn a_slow_linear_iteration_ends_soon() {
        let rates: [f64; 6] = std::array::from_fn(|k| 0.999 - 0.15 * k as f64);
        let (mut x, mut anderson) = ([1.0; 6], Anderson::default());
        anderson.clear(2.0);
        for _ in 0..12 {
            let began = x;
            (0..6).for_each(|k| x[k] *= rates[k]);
            anderson.next(&began, &mut x, &[1.0; 6]);
        }
        let size = dot(&x, &x).sqrt();
        assert!(size < 1e-6, "{size:e} after 12 iterations; without combinations 0.99");
    }
}
