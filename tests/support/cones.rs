//! Random problems of contacts with friction, with a solution.
use super::Random;
use contact_forces::complementarity::cone::{ConeProblem, tangential};
use contact_forces::linalg::Matrix;

/// What a random problem is like.
#[derive(Clone, Debug)]
pub struct Shape {
    pub seed: u64,
    /// Components of a contact.
    pub dim: usize,
    pub contacts: usize,
    /// Bodies with six motions each; the more contacts on one, the more dependent.
    pub bodies: usize,
    pub mu: f64,
    /// Added to the diagonal of `W`; with it all contacts are independent.
    pub soft: f64,
}

/// A problem and a solution of it.
pub struct Known {
    pub problem: ConeProblem,
    pub u: Vec<f64>,
}

impl Known {
    /// `W` of random contacts between random bodies, and `q = u − W r` of contacts that are open, stick or slide at random.
    pub fn new(shape: &Shape) -> Self {
        let Shape { dim: d, contacts, .. } = *shape;
        let mut random = Random::new(shape.seed);
        let rows: Vec<Vec<f64>> = (0..contacts).flat_map(|_| contact_rows(shape, &mut random)).collect();
        let product = |i: usize, j: usize| rows[i].iter().zip(&rows[j]).map(|(x, y)| x * y).sum::<f64>();
        let soft = |i: usize, j: usize| if i == j { shape.soft } else { 0.0 };
        let w = Matrix::from_fn(d * contacts, d * contacts, |i, j| product(i, j) + soft(i, j));
        let (mut r, mut u) = (Vec::new(), Vec::new());
        for _ in 0..contacts {
            contact(shape, &mut random, &mut r, &mut u);
        }
        let mut q = vec![0.0; d * contacts];
        w.multiply(&r, &mut q);
        let q = u.iter().zip(&q).map(|(u, pushed)| u - pushed).collect();
        Self { problem: ConeProblem::from_dense(d, &w, q, vec![shape.mu; contacts]), u }
    }
}

/// The rows of a contact between two bodies, of which the first is not the ground.
fn contact_rows(shape: &Shape, random: &mut Random) -> Vec<Vec<f64>> {
    let (first, second) = (random.index(shape.bodies), random.index(shape.bodies + 1));
    let row = |random: &mut Random| {
        let mut row = vec![0.0; 6 * (shape.bodies + 1)];
        for body in [first, second] {
            row[6 * body..6 * body + 6].iter_mut().for_each(|x| *x = random.range(-1.0, 1.0));
        }
        row.truncate(6 * shape.bodies);
        row
    };
    (0..shape.dim).map(|_| row(random)).collect()
}

/// Force and velocity of a contact that is open, sticks or slides.
fn contact(shape: &Shape, random: &mut Random, r: &mut Vec<f64>, u: &mut Vec<f64>) {
    let tangent: Vec<f64> = (1..shape.dim).map(|_| random.range(-1.0, 1.0)).collect();
    let length = tangential(&[&[0.0], &tangent[..]].concat()).max(1e-3);
    let normal = random.range(0.1, 2.0);
    let zero = || tangent.iter().map(|_| 0.0);
    match random.index(3) {
        0 => {
            r.extend(std::iter::once(0.0).chain(zero()));
            u.extend(std::iter::once(normal).chain(tangent.iter().copied()));
        }
        1 => {
            let friction = 0.9 * random.range(0.0, 1.0) * shape.mu * normal / length;
            r.extend(std::iter::once(normal).chain(tangent.iter().map(|t| friction * t)));
            u.extend(std::iter::once(0.0).chain(zero()));
        }
        _ => {
            r.extend(std::iter::once(normal).chain(tangent.iter().map(|t| -shape.mu * normal * t / length)));
            u.extend(std::iter::once(0.0).chain(tangent.iter().copied()));
        }
    }
}

/// The same contacts in another sequence: the one at place `k` was at `order[k]`.
pub fn permuted(problem: &ConeProblem, order: &[usize]) -> ConeProblem {
    let (d, mut other) = (problem.dim, ConeProblem { dim: problem.dim, row_ptr: vec![0], ..ConeProblem::default() });
    for &i in order {
        for p in problem.row_ptr[i]..problem.row_ptr[i + 1] {
            let place = order.iter().position(|&j| j == problem.col_idx[p]);
            other.col_idx.push(place.expect("each contact is in the sequence"));
            other.blocks.extend(&problem.blocks[p * d * d..][..d * d]);
        }
        other.row_ptr.push(other.col_idx.len());
        other.q.extend(&problem.q[d * i..][..d]);
        other.mu.push(problem.mu[i]);
    }
    other
}

/// The same contacts with tangents turned, at each by another angle. Three components.
pub fn turned(problem: &ConeProblem, angles: &[f64]) -> ConeProblem {
    let mut other = problem.clone();
    let turn = |angle: f64, x: &mut [f64], stride: usize| {
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        (x[stride], x[2 * stride]) = (cos * x[stride] - sin * x[2 * stride], sin * x[stride] + cos * x[2 * stride]);
    };
    for (i, &angle) in angles.iter().enumerate() {
        turn(angle, &mut other.q[3 * i..3 * i + 3], 1);
        for p in problem.row_ptr[i]..problem.row_ptr[i + 1] {
            let block = &mut other.blocks[9 * p..9 * p + 9];
            (0..3).for_each(|column| turn(angle, &mut block[column..], 3));
            (0..3).for_each(|row| turn(angles[problem.col_idx[p]], &mut block[3 * row..], 1));
        }
    }
    other
}

/// Largest difference of any entry.
pub fn apart(x: &[f64], y: &[f64]) -> f64 {
    assert_eq!(x.len(), y.len(), "vectors to compare");
    x.iter().zip(y).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
}
