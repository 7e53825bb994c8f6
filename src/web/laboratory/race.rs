//! Two methods on the same problem: how far each is from a solution after every iteration, and when.
use crate::complementarity::fischer_burmeister::FischerBurmeister;
use crate::complementarity::gauss_seidel::sweep;
use crate::complementarity::nonlinear::{Ncp, Tolerance};
use crate::complementarity::{Lcp, Limits, Order, Solution, method};
use crate::linalg::Matrix;
use crate::linalg::vector::max_abs;

/// The methods that can be compared: those of the table of the solvers, and two that come nearer step by step.
pub const CONTENDERS: [&str; 4] = ["dantzig", "lemke", "gauss-seidel", "newton"];

/// How often the times are taken; the best counts.
const BATCHES: usize = 3;
/// A change of the forces up to this part of them is rounding.
const CLOSING: f64 = 1e-9;
/// Most iterations of a method that comes nearer step by step.
const MOST: usize = 1000;

/// A method that shows where it is after every iteration.
type Method<'a> = &'a mut dyn FnMut(&mut dyn FnMut(&[f64]));

/// The way of a method to its forces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Race {
    /// The forces at the end, N.
    pub f: Vec<f64>,
    /// The residual without forces and after every iteration, m/s².
    pub residuals: Vec<f64>,
    /// Mean time from the start to the same, in units of the clock.
    pub times: Vec<f64>,
}

impl Race {
    /// Lets a method run, and again for the time until `budget` has passed on `clock`.
    pub fn run(name: &str, lcp: &Lcp, order: Order, clock: impl FnMut() -> f64, budget: f64) -> Self {
        Self::of(&mut |show| iterate(name, lcp, order, show), &|f| residual(lcp, f), lcp.len(), (clock, budget))
    }

    /// The same for any method for `n` unknowns, which begins at zero and shows where it is after every iteration, and
    /// any judge.
    pub fn of(
        method: Method,
        judge: &dyn Fn(&[f64]) -> f64,
        n: usize,
        (mut clock, budget): (impl FnMut() -> f64, f64),
    ) -> Self {
        let mut race = Self { f: vec![0.0; n], residuals: vec![judge(&vec![0.0; n])], times: vec![] };
        method(&mut |f| {
            race.residuals.push(judge(f));
            race.f.clear();
            race.f.extend_from_slice(f);
        });
        let (begin, mut measured) = (clock(), Vec::new());
        while measured.len() < BATCHES && (measured.is_empty() || clock() - begin < budget) {
            measured.push(race.batch(method, &mut clock, budget / BATCHES as f64));
        }
        // the others tell what else the machine was doing
        let best = measured.into_iter().min_by(|x, y| x[x.len() - 1].total_cmp(&y[y.len() - 1])).unwrap_or_default();
        race.times = best;
        race
    }

    /// Mean times of many runs: one run is too short for the clocks of browsers.
    fn batch(&self, method: Method, clock: &mut impl FnMut() -> f64, budget: f64) -> Vec<f64> {
        let mut times = vec![0.0; self.residuals.len()];
        let (begin, mut rounds) = (clock(), 0.0);
        loop {
            let (start, mut k) = (clock(), 0);
            method(&mut |_| {
                k += 1;
                times[k] += clock() - start;
            });
            rounds += 1.0;
            if clock() - begin >= budget {
                break;
            }
        }
        let mut latest = 0.0f64;
        for time in &mut times {
            latest = latest.max(*time / rounds); // coarse clocks err by more than a short step takes
            *time = latest;
        }
        times
    }
}

/// The judge of all methods at these forces.
fn residual(lcp: &Lcp, f: &[f64]) -> f64 {
    let mut a = Vec::new();
    lcp.evaluate(f, &mut a);
    lcp.natural_residual(&a, f)
}

/// Runs a method from zero forces and shows those after every iteration.
fn iterate(name: &str, lcp: &Lcp, order: Order, show: &mut dyn FnMut(&[f64])) {
    let limits = Limits { order, ..Limits::default() };
    let small = limits.tolerance * max_abs(&lcp.b).max(1.0);
    match name {
        "gauss-seidel" => {
            let mut f = vec![0.0; lcp.len()];
            for _ in 0..MOST {
                let change = sweep(lcp, &mut f);
                show(&f);
                if change <= small {
                    break;
                }
            }
        }
        "newton" => {
            let mut f = vec![0.0; lcp.len()];
            let tolerance = Tolerance { residual: small, iterations: MOST };
            FischerBurmeister::default().solve(&mut Linear::new(lcp), tolerance, &mut f, &mut |point| show(point.f));
        }
        _ => {
            let Some(method) = method(name) else { return };
            // what only closes the way is no iteration, unless it had to mend the forces
            let mut last = vec![0.0; lcp.len()];
            (method.new)().solve(lcp, &limits, &mut Solution::default(), &mut |step| {
                let change = last.iter().zip(step.f).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
                if step.length != 0.0 || change > CLOSING * max_abs(step.f).max(1.0) {
                    show(step.f);
                }
                last.copy_from_slice(step.f);
            });
        }
    }
}

/// A linear problem for the method for nonlinear ones.
struct Linear<'a> {
    lcp: &'a Lcp,
    scale: Vec<f64>,
    accelerations: Vec<f64>,
}

impl<'a> Linear<'a> {
    fn new(lcp: &'a Lcp) -> Self {
        let diagonal = |i: usize| Some(lcp.a[(i, i)]).filter(|x| *x > 0.0).unwrap_or(1.0);
        Self { lcp, scale: (0..lcp.len()).map(diagonal).collect(), accelerations: Vec::new() }
    }
}

impl Ncp for Linear<'_> {
    fn len(&self) -> usize {
        self.lcp.len()
    }

    fn scale(&self) -> &[f64] {
        &self.scale
    }

    fn go_to(&mut self, f: &[f64]) {
        self.lcp.evaluate(f, &mut self.accelerations);
    }

    fn distances(&self) -> &[f64] {
        &self.accelerations
    }

    fn jacobian(&mut self, jacobian: &mut Matrix) {
        jacobian.clone_from(&self.lcp.a);
    }
}
