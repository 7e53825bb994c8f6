//! Alternating directions: by turns the equations without the law, and the law without the equations.
//!
//! The sliding velocities in `s = μ |u_T| e_N` held, the law is that of the convex problem to minimize
//! `½ r·W r + (q + s)·r` over the cones. Its minimization is split into `r = (W + ρE)⁻¹ (ρ (z − ξ) − q − s)`, the projection
//! `z = P(r + ξ)` and `ξ += r − z`; at the end `r = z` and `ρ ξ = −(u + s)`, which gives the next `s` (Acary, Brémond, Huber,
//! *On solving contact problems with Coulomb friction: formulations and numerical comparisons*, 2018). One factor serves
//! all iterations, but for changes of ρ where one of the two residuals stays behind. All that an iteration leaves to the next
//! is `z + ξ`; Anderson's acceleration combines the last ones (module `anderson`). Soon done where many forces carry what moves
//! little, such as towers; slow otherwise. An iteration is one solution of the equations.
use super::super::Status;
use super::super::cone::{ConeProblem, project, tangential};
use super::any_dimension::{AnyDimension, Method};
use super::referee::Referee;
use crate::linalg::anderson::Anderson;
use crate::linalg::block_lu::BlockLu;

/// Alternating directions for contacts of every dimension.
pub type Admm = AnyDimension<Splitting<1>, Splitting<2>, Splitting<3>>;

/// ρ of the start, over the mean diagonal entry of `W`.
const START: f64 = 0.1;
/// Overrelaxation (Eckstein, Bertsekas 1992).
const OVER: f64 = 1.6;
/// After each rest combinations are given so many times the time: measured on pyramids of balls with friction.
const PATIENT: f64 = 2.0;
/// Quotient of the residuals beyond which ρ changes, and how seldom that may be.
const BALANCE: f64 = 10.0;
const EVERY: usize = 10;

/// The method for contacts of one dimension.
#[derive(Clone, Debug)]
pub struct Splitting<const D: usize> {
    lu: BlockLu<D>,
    rho: f64,
    r: Vec<[f64; D]>,
    z: Vec<[f64; D]>,
    xi: Vec<[f64; D]>,
    /// `z + ξ` before and after an iteration, and the weights of its changes.
    began: Vec<[f64; D]>,
    ended: Vec<[f64; D]>,
    weights: Vec<f64>,
    anderson: Anderson,
    u: Vec<f64>,
    set: Vec<usize>,
    /// The equations are factored.
    factored: bool,
}

impl<const D: usize> Default for Splitting<D> {
    fn default() -> Self {
        Self {
            lu: BlockLu::default(),
            rho: 1.0,
            r: Vec::new(),
            z: Vec::new(),
            xi: Vec::new(),
            began: Vec::new(),
            ended: Vec::new(),
            weights: Vec::new(),
            anderson: Anderson::default(),
            u: Vec::new(),
            set: Vec::new(),
            factored: false,
        }
    }
}

impl<const D: usize> Method<D> for Splitting<D> {
    const MOST: usize = 5000;

    fn solve(&mut self, referee: &mut Referee, r: &mut [f64]) -> Status {
        self.analyze(referee.problem);
        if !self.begin(referee, r) {
            return Status::Stalled;
        }
        self.run(referee, usize::MAX);
        Status::OutOfSteps
    }
}

impl<const D: usize> Splitting<D> {
    /// Finds a sequence for the contacts of a new problem. Returns the number of products of blocks in a factorization.
    pub fn analyze(&mut self, problem: &ConeProblem) -> usize {
        self.set.clear();
        self.set.extend(0..problem.contacts());
        let links = |i: usize, list: &mut Vec<usize>| {
            list.extend(&problem.col_idx[problem.row_ptr[i]..problem.row_ptr[i + 1]]);
        };
        self.lu.analyze(problem.contacts(), &self.set, links);
        self.lu.products()
    }

    /// Starts from `r`. False if the equations are singular.
    pub fn begin(&mut self, referee: &mut Referee, r: &[f64]) -> bool {
        let problem = referee.problem;
        self.rho = START / referee.yardstick.rho;
        self.z.clear();
        self.z.extend_from_slice(r.as_chunks::<D>().0);
        self.r.clone_from(&self.z);
        self.weights.clear();
        self.weights.resize(r.len(), 1.0);
        self.anderson.clear(PATIENT);
        let rho = self.rho;
        problem.velocities_into(r, &mut self.u);
        self.xi.clear();
        self.xi.extend(self.u.as_chunks::<D>().0.iter().zip(&problem.mu).map(|(u, mu)| {
            let mut xi = u.map(|u| -u / rho);
            xi[0] -= mu * tangential(u) / rho;
            xi
        }));
        self.factor(referee)
    }

    fn factor(&mut self, referee: &mut Referee) -> bool {
        let (problem, rho) = (referee.problem, self.rho);
        referee.solution.work.factorizations += 1;
        self.factored = self.lu.factor(true, |i, row| {
            row.add(i, &std::array::from_fn(|k| std::array::from_fn(|l| if k == l { rho } else { 0.0 })));
            problem.row(i).for_each(|(j, block)| row.add(j, block));
        });
        self.factored
    }

    /// Iterates until the referee ends it, the equations are singular, or so many are done. Returns the last residual.
    pub fn run(&mut self, referee: &mut Referee, most: usize) -> f64 {
        let (mut since, mut reached) = (0, f64::INFINITY);
        for _ in 0..most {
            if referee.is_over() || !self.factored {
                break;
            }
            let balance = self.iterate(referee);
            let residuals = referee.see(self.z.as_flattened());
            reached = residuals.worst();
            referee.solution.work.iterations += 1;
            referee.show(self.z.as_flattened());
            since += 1;
            if since >= EVERY && !(balance > 1.0 / BALANCE && balance < BALANCE) && balance.is_finite() {
                let factor = balance.sqrt().clamp(1.0 / BALANCE, BALANCE);
                self.rho *= factor;
                self.xi.iter_mut().flatten().for_each(|x| *x /= factor);
                self.anderson.rescale();
                since = 0;
                self.factor(referee);
            }
        }
        reached
    }

    /// One iteration. Returns the quotient of the two residuals: `r − z` over `z`, and the change of `ρ z` over `ρ ξ` or `q`.
    fn iterate(&mut self, referee: &Referee) -> f64 {
        let (problem, rho) = (referee.problem, self.rho);
        let q = problem.q.as_chunks::<D>().0;
        let points = self.r.iter_mut().zip(&self.z).zip(&self.xi);
        for (((r, z), xi), (q, mu)) in points.zip(q.iter().zip(&problem.mu)) {
            *r = std::array::from_fn(|k| rho * (z[k] - xi[k]) - q[k]);
            r[0] -= mu * rho * tangential(xi);
        }
        self.lu.solve(&mut self.r);
        let [mut apart, mut moved, mut force, mut dual] = [0.0; 4];
        self.began.clear();
        self.ended.clear();
        for (((r, z), xi), mu) in self.r.iter().zip(&mut self.z).zip(&mut self.xi).zip(&problem.mu) {
            let old = *z;
            let ahead: [f64; D] = std::array::from_fn(|k| OVER * r[k] + (1.0 - OVER) * old[k] + xi[k]);
            self.began.push(std::array::from_fn(|k| old[k] + xi[k]));
            self.ended.push(ahead);
            (*z, *xi) = parted(&ahead, *mu);
            for k in 0..D {
                apart += (r[k] - z[k]) * (r[k] - z[k]);
                moved += (z[k] - old[k]) * (z[k] - old[k]);
                force += z[k] * z[k];
                dual += xi[k] * xi[k];
            }
        }
        if self.anderson.next(self.began.as_flattened(), self.ended.as_flattened_mut(), &self.weights) {
            for (((z, xi), ahead), mu) in self.z.iter_mut().zip(&mut self.xi).zip(&self.ended).zip(&problem.mu) {
                (*z, *xi) = parted(ahead, *mu);
            }
        }
        let dual = dual.sqrt().max(referee.yardstick.size / rho);
        (apart / (moved * force)).sqrt() * dual
    }
}

/// `z` and `ξ` of their sum.
fn parted<const D: usize>(sum: &[f64; D], mu: f64) -> ([f64; D], [f64; D]) {
    let mut z = *sum;
    project(&mut z, mu);
    (z, std::array::from_fn(|k| sum[k] - z[k]))
}
