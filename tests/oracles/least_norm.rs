//! The least-norm forces among all that solve a contact problem, by an independent method.
use contact_forces::complementarity::Solution;
use contact_forces::linalg::Matrix;

/// Weight of the equations against the norm, for a matrix of largest entry 1.
const WEIGHT: f64 = 3000.0;
/// Rounds of the multipliers; each takes off a factor of about WEIGHT².
const ROUNDS: usize = 12;

/// The least-norm f with A f = A f*, f ≥ 0 and fᵢ = 0 where aᵢ > 0.
///
/// The method of multipliers, each round a problem of nonnegative least squares: (w (A f − A f* − u), f), then
/// u += A f* − A f.
pub fn least_norm(a: &Matrix, solution: &Solution) -> Vec<f64> {
    let n = solution.f.len();
    let largest = solution.f.iter().fold(1.0, |most: f64, f| most.max(*f));
    let usable: Vec<usize> = (0..n).filter(|&i| solution.a[i] <= 1e-7 * largest).collect();
    let scale = (0..n).flat_map(|i| a.row(i)).fold(0.0, |most: f64, x| most.max(x.abs()));
    let scale = if scale > 0.0 { scale.recip() } else { 1.0 };
    let times = |f: &[f64]| {
        let mut product = vec![0.0; n];
        a.multiply(f, &mut product);
        product.iter().map(|x| scale * x).collect::<Vec<f64>>()
    };
    let column = |j: usize| -> Vec<f64> {
        let unit = (0..n).map(|i| if i == j { 1.0 } else { 0.0 });
        (0..n).map(|i| WEIGHT * scale * a[(i, j)]).chain(unit).collect()
    };
    let columns: Vec<Vec<f64>> = usable.iter().map(|&j| column(j)).collect();
    let (target, mut shifted, mut f) = (times(&solution.f), times(&solution.f), vec![0.0; n]);
    for _ in 0..ROUNDS {
        let right: Vec<f64> = shifted.iter().map(|t| WEIGHT * t).chain(vec![0.0; n]).collect();
        f.fill(0.0);
        for (&j, x) in usable.iter().zip(nonnegative_least_squares(&columns, &right, 1e-8 * largest)) {
            f[j] = x;
        }
        shifted.iter_mut().zip(target.iter().zip(times(&f))).for_each(|(s, (t, now))| *s += t - now);
    }
    f
}

/// Lawson and Hanson, *Solving Least Squares Problems* (1974), chapter 23, up to a gradient that small.
fn nonnegative_least_squares(columns: &[Vec<f64>], right: &[f64], flat: f64) -> Vec<f64> {
    let mut x = vec![0.0; columns.len()];
    let mut passive: Vec<usize> = Vec::new();
    for _ in 0..10 * columns.len() + 10 {
        let residual = residual(columns, &x, right);
        let candidates = (0..columns.len()).filter(|j| !passive.contains(j)).map(|j| (dot(&columns[j], &residual), j));
        let steepest = candidates.max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, j)) = steepest.filter(|(slope, _)| *slope > flat) else { break };
        passive.push(j);
        settle(columns, right, &mut x, &mut passive);
    }
    x
}

/// Moves x to the least-squares point of the passive columns, dropping those that would turn negative.
fn settle(columns: &[Vec<f64>], right: &[f64], x: &mut [f64], passive: &mut Vec<usize>) {
    loop {
        let wish = least_squares(&passive.iter().map(|&j| columns[j].clone()).collect::<Vec<_>>(), right);
        let steps = passive.iter().zip(&wish).filter(|(_, w)| **w <= 0.0).map(|(&j, w)| x[j] / (x[j] - w));
        let step = steps.fold(1.0, f64::min);
        for (&j, w) in passive.iter().zip(&wish) {
            x[j] += step * (w - x[j]);
        }
        if wish.iter().all(|w| *w > 0.0) {
            return;
        }
        passive.retain(|&j| x[j] > 1e-15);
        (0..x.len()).filter(|j| !passive.contains(j)).for_each(|j| x[j] = 0.0);
    }
}

fn residual(columns: &[Vec<f64>], x: &[f64], right: &[f64]) -> Vec<f64> {
    let mut residual = right.to_vec();
    for (column, x) in columns.iter().zip(x) {
        residual.iter_mut().zip(column).for_each(|(r, c)| *r -= x * c);
    }
    residual
}

/// Least squares by Householder reflections.
fn least_squares(columns: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let (mut q, mut r) = (columns.to_vec(), right.to_vec());
    let n = q.len();
    for k in 0..n {
        let length = dot(&q[k][k..], &q[k][k..]).sqrt();
        let mut v = q[k][k..].to_vec();
        v[0] += if v[0] < 0.0 { -length } else { length };
        let square = dot(&v, &v);
        for column in q[k..].iter_mut().chain(std::iter::once(&mut r)) {
            let factor = 2.0 * dot(&v, &column[k..]) / square;
            column[k..].iter_mut().zip(&v).for_each(|(c, v)| *c -= factor * v);
        }
    }
    let mut x = vec![0.0; n];
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| q[j][k] * x[j]).sum();
        x[k] = (r[k] - known) / q[k][k];
    }
    x
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}
