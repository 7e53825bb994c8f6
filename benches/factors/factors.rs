//! Time and accuracy of the factorizations behind the Newton steps, beside those of `faer`: dense, and sparse for the
//! matrices that fall apart into small blocks.
//!
//! The matrices are elements of the generalized Jacobian of Fischer's function for random contact problems, a quarter of
//! whose contacts repeats another: nearly singular, as they are for piles of bodies.
#[path = "../../tests/support/mod.rs"]
mod support;

use contact_forces::linalg::{Damped, Lu, Matrix};
use faer::Mat;
use faer::linalg::solvers::Solve;
use faer::sparse::{SparseColMat, Triplet};
use std::hint::black_box;
use std::time::{Duration, Instant};
use support::{Contacts, Load, Random};

/// Contacts of a bolt, a screwdriver and larger scenes.
const SIZES: [usize; 6] = [6, 12, 48, 96, 200, 400];
/// Levenberg's and Marquardt's μ.
const DAMPING: f64 = 1e-10;
/// Each is repeated for so long.
const PATIENCE: Duration = Duration::from_millis(300);

fn main() {
    println!("{:>5} {:>7}  {:<30} {:>11} {:>9}", "n", "filled", "method", "time", "error");
    for n in SIZES {
        let (h, r) = (slope(n), right_hand_side(n));
        let filled = (0..n).map(|i| h.row(i).iter().filter(|x| **x != 0.0).count()).sum::<usize>();
        let filled = filled as f64 / (n * n) as f64;
        for (name, solve) in METHODS {
            let mut prepared = solve(&h);
            let (mut runs, begin) = (0, Instant::now());
            let mut d = Vec::new();
            while begin.elapsed() < PATIENCE {
                d = prepared(black_box(&r));
                runs += 1;
            }
            let time = begin.elapsed().as_secs_f64() / f64::from(runs);
            println!("{n:>5} {filled:>7.3}  {name:<30} {:>8.2} µs {:>9.1e}", 1e6 * time, gradient(&h, &r, &d));
        }
    }
}

/// An element of the generalized Jacobian at a random point.
fn slope(n: usize) -> Matrix {
    let bodies = n.div_ceil(2).max(2);
    let shape = Contacts { seed: 1, count: n, bodies, decades: 0.5, repeated: 4, bilateral: 0, load: Load::Solvable };
    let a = shape.problem().a;
    let mut random = Random::new(2);
    let angles: Vec<f64> = (0..n).map(|_| random.range(0.0, std::f64::consts::FRAC_PI_2)).collect();
    Matrix::from_fn(n, n, |i, j| (angles[i].sin() - 1.0) * a[(i, j)] + if i == j { angles[i].cos() - 1.0 } else { 0.0 })
}

fn right_hand_side(n: usize) -> Vec<f64> {
    let mut random = Random::new(3);
    (0..n).map(|_| random.range(-1.0, 1.0)).collect()
}

/// |Hᵀ(H d − r) + μ d|, which is zero at the damped solution; of the largest entry of Hᵀr.
fn gradient(h: &Matrix, r: &[f64], d: &[f64]) -> f64 {
    let n = r.len();
    let mut rest = vec![0.0; n];
    h.multiply(d, &mut rest);
    rest.iter_mut().zip(r).for_each(|(x, r)| *x -= r);
    let (mut most, mut size) = (0.0_f64, 0.0_f64);
    for j in 0..n {
        let column = |v: &[f64]| (0..n).map(|i| h[(i, j)] * v[i]).sum::<f64>();
        most = most.max((column(&rest) + DAMPING * d[j]).abs());
        size = size.max(column(r).abs());
    }
    most / size
}

type Prepared<'a> = Box<dyn FnMut(&[f64]) -> Vec<f64> + 'a>;

type Method = (&'static str, fn(&Matrix) -> Prepared);

/// Factorizations with what follows to solve `H d = r`; each call factors anew.
const METHODS: [Method; 5] = [
    ("damped Cholesky, ours", |h| {
        let (mut damped, mut d) = (Damped::default(), Vec::new());
        Box::new(move |r| {
            damped.solve(h, r, DAMPING, &mut d);
            d.clone()
        })
    }),
    ("damped Cholesky, faer", |h| {
        let h = dense(h);
        let n = h.nrows();
        Box::new(move |r| {
            let normal = h.transpose() * &h + faer::Scale(DAMPING) * Mat::<f64>::identity(n, n);
            let right = h.transpose() * column(r);
            normal.llt(faer::Side::Lower).map_or(Vec::new(), |factor| entries(&factor.solve(right)))
        })
    }),
    ("LU, ours", |h| {
        let (mut lu, mut d, n) = (Lu::default(), Vec::new(), h.rows());
        Box::new(move |r| {
            if lu.factor(n, |i, j| h[(i, j)]) {
                lu.solve(r, &mut d);
            }
            d.clone()
        })
    }),
    ("LU, faer", |h| {
        let h = dense(h);
        Box::new(move |r| entries(&h.partial_piv_lu().solve(column(r))))
    }),
    ("sparse LU, faer", |h| {
        let n = h.rows();
        let all = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
        let filled: Vec<_> = all.filter(|&at| h[at] != 0.0).map(|(i, j)| Triplet::new(i, j, h[(i, j)])).collect();
        let h = SparseColMat::<usize, f64>::try_new_from_triplets(n, n, &filled).expect("indices in range");
        Box::new(move |r| h.sp_lu().map_or(Vec::new(), |factor| entries(&factor.solve(column(r)))))
    }),
];

fn dense(h: &Matrix) -> Mat<f64> {
    Mat::from_fn(h.rows(), h.cols(), |i, j| h[(i, j)])
}

fn column(r: &[f64]) -> Mat<f64> {
    Mat::from_fn(r.len(), 1, |i, _| r[i])
}

fn entries(x: &Mat<f64>) -> Vec<f64> {
    (0..x.nrows()).map(|i| x[(i, 0)]).collect()
}
