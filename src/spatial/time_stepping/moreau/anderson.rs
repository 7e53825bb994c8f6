//! Anderson's acceleration of the sweeps: the last few are combined so that the next change would be least.
//!
//! Anderson, *Iterative procedures for nonlinear integral equations*, 1965; Walker and Ni, *Anderson acceleration for
//! fixed-point iterations*, 2011. Changes are measured by the energy that they mean, W_ii Δr_i². Where the sweeps change
//! more after a combination than before, it is forgotten.

/// Sweeps that are combined, and one more.
const DEPTH: usize = 5;
/// Part of the diagonal that is added to the normal equations.
const REGULAR: f64 = 1e-12;
/// Changes may grow by this factor.
const GROWTH: f64 = 4.0;

/// Numbers of a contact: impulses, and the roots of their weights.
pub type Entry = [f64; 4];

/// The last sweeps: where each began and how much it changed.
#[derive(Clone, Debug, Default)]
pub struct Anderson {
    /// Impulses after the last sweep, and the change by it, weighted.
    reached: Vec<Entry>,
    change: Vec<Entry>,
    /// Differences of these from sweep to sweep, a ring.
    steps: Vec<[Vec<Entry>; 2]>,
    count: usize,
    size: f64,
    /// Scalar products of the differences of changes.
    gram: [[f64; DEPTH]; DEPTH],
}

/// Adds the products of the numbers, without a loop of four.
#[inline(always)]
fn add(to: &mut Entry, x: &Entry, y: &Entry) {
    to[0] += x[0] * y[0];
    to[1] += x[1] * y[1];
    to[2] += x[2] * y[2];
    to[3] += x[3] * y[3];
}

#[inline(always)]
fn difference(x: &Entry, y: &Entry) -> Entry {
    [x[0] - y[0], x[1] - y[1], x[2] - y[2], x[3] - y[3]]
}

fn dot(x: &[Entry], y: &[Entry]) -> f64 {
    let mut sum = [0.0; 4];
    for (x, y) in x.iter().zip(y) {
        add(&mut sum, x, y);
    }
    sum[0] + sum[1] + sum[2] + sum[3]
}

impl Anderson {
    /// Begins anew.
    pub fn clear(&mut self) {
        (self.count, self.size) = (0, f64::INFINITY);
        self.reached.clear();
    }

    /// Takes a sweep, from impulses `began` to `now` with these weights, and writes into `now` where to begin the next.
    /// False if that is where the sweep ended.
    pub fn next(&mut self, began: &[Entry], now: &mut [Entry], weights: &[Entry]) -> bool {
        let change = |k: usize| {
            let (mut change, by) = (Entry::default(), difference(&now[k], &began[k]));
            add(&mut change, &by, &weights[k]);
            change
        };
        let n = now.len();
        let first = self.reached.len() != n;
        if first {
            self.reached.clear();
            self.reached.extend_from_slice(now);
            self.change.clear();
            self.change.extend((0..n).map(change));
            self.size = dot(&self.change, &self.change);
            return false;
        }
        if self.steps.is_empty() {
            self.steps.resize_with(DEPTH, Default::default);
        }
        let slot = self.count % DEPTH;
        let [reached, changes] = &mut self.steps[slot];
        reached.clear();
        reached.extend(now.iter().zip(&self.reached).map(|(now, old)| difference(now, old)));
        self.reached.copy_from_slice(now);
        changes.clear();
        changes.extend((0..n).map(change));
        for (held, new) in self.change.iter_mut().zip(changes) {
            (*held, *new) = (*new, difference(new, held));
        }
        let (before, size) = (self.size, dot(&self.change, &self.change));
        self.size = size;
        if size.is_nan() || size > GROWTH * GROWTH * before {
            self.count = 0;
            return false;
        }
        self.count += 1;
        let held = self.count.min(DEPTH);
        for k in 0..held {
            let product = dot(&self.steps[slot][1], &self.steps[k][1]);
            (self.gram[slot][k], self.gram[k][slot]) = (product, product);
        }
        let right: [f64; DEPTH] =
            std::array::from_fn(|k| if k < held { dot(&self.steps[k][1], &self.change) } else { 0.0 });
        let Some(weights) = solve(&self.gram, &right, held) else {
            self.count = 0;
            return false;
        };
        for (k, weight) in weights.into_iter().enumerate().take(held).filter(|(_, weight)| *weight != 0.0) {
            for (now, step) in now.iter_mut().zip(&self.steps[k][0]) {
                add(now, &[-weight; 4], step);
            }
        }
        true
    }
}

/// The normal equations, a little regular, by Cholesky's method.
fn solve(gram: &[[f64; DEPTH]; DEPTH], right: &[f64; DEPTH], n: usize) -> Option<[f64; DEPTH]> {
    let mut l = [[0.0; DEPTH]; DEPTH];
    let trace: f64 = (0..n).map(|k| gram[k][k]).sum();
    for i in 0..n {
        for j in 0..=i {
            let own = if i == j { gram[i][j] + REGULAR * trace } else { gram[i][j] };
            let sum = own - (0..j).map(|k| l[i][k] * l[j][k]).sum::<f64>();
            if i == j && (sum.is_nan() || sum <= 0.0) {
                return None;
            }
            l[i][j] = if i == j { sum.sqrt() } else { sum / l[j][j] };
        }
    }
    let mut x = *right;
    for i in 0..n {
        x[i] = (x[i] - (0..i).map(|k| l[i][k] * x[k]).sum::<f64>()) / l[i][i];
    }
    for i in (0..n).rev() {
        x[i] = (x[i] - (i + 1..n).map(|k| l[k][i] * x[k]).sum::<f64>()) / l[i][i];
    }
    x.iter().all(|x| x.is_finite()).then_some(x)
}
