//! The Fischer-Burmeister function makes a complementarity problem a system of equations.
//!
//! φ(a, b) = √(a² + b²) − a − b is zero exactly for a ≥ 0, b ≥ 0, ab = 0 (Fischer, *A special Newton-type optimization
//! method*, 1992). Newton's method with an element of the generalized Jacobian and a line search on ½|Φ|² solves Φ = 0
//! (De Luca, Facchinei and Kanzow, *A semismooth equation approach to the solution of nonlinear complementarity
//! problems*, 1996). Departure: the direction is that of Levenberg and Marquardt, since with more contacts than the
//! motion can tell apart the Jacobian is singular at every solution. For a bilateral row Φ is −δ.
use super::nonlinear::{Iterate, Ncp, Outcome, Tolerance};
use crate::linalg::{Damped, Matrix};

/// Step of the line search that must not be undercut: then there is no progress in the arithmetic at hand.
const SHORTEST: f64 = 1e-9;
/// Part of the descent that the slope promises and a step must achieve.
const ARMIJO: f64 = 1e-4;

/// The method, with its working storage.
#[derive(Clone, Debug, Default)]
pub struct FischerBurmeister {
    /// Φ at the point at hand.
    phi: Vec<f64>,
    /// An element of the generalized Jacobian of Φ with respect to `scale·f`.
    slope: Matrix,
    direction: Vec<f64>,
    gradient: Vec<f64>,
    trial: Vec<f64>,
    damped: Damped,
}

/// φ without the cancellation of its terms.
pub fn fischer(a: f64, b: f64) -> f64 {
    let length = libm::hypot(a, b);
    if a + b > 0.0 { -2.0 * a * b / (length + a + b) } else { length - a - b }
}

impl FischerBurmeister {
    /// Solves the problem from the `f` given, and leaves the problem at the `f` found.
    pub fn solve(
        &mut self,
        problem: &mut dyn Ncp,
        tolerance: Tolerance,
        f: &mut [f64],
        watch: &mut dyn FnMut(&Iterate),
    ) -> Outcome {
        problem.clamp(f);
        problem.go_to(f);
        self.measure(problem, f);
        let mut outcome = Outcome::default();
        loop {
            outcome.residual = problem.residual(f);
            outcome.solved = outcome.residual <= tolerance.residual;
            if outcome.iterations > 0 {
                watch(&Iterate { f, distances: problem.distances(), residual: outcome.residual });
            }
            if outcome.solved || outcome.iterations >= tolerance.iterations {
                return outcome;
            }
            self.linearize(problem, f);
            outcome.iterations += 1;
            if !self.search(problem, f) {
                problem.go_to(f);
                outcome.residual = problem.residual(f);
                return outcome;
            }
        }
    }

    /// Φ at `f`, to which the problem has gone.
    fn measure(&mut self, problem: &dyn Ncp, f: &[f64]) {
        self.phi.clear();
        let (scale, distances, bilateral) = (problem.scale(), problem.distances(), problem.bilateral());
        let phi = |k: usize| if k < bilateral { -distances[k] } else { fischer(scale[k] * f[k], distances[k]) };
        self.phi.extend((0..f.len()).map(phi));
    }

    fn merit(&self) -> f64 {
        0.5 * self.phi.iter().map(|phi| phi * phi).sum::<f64>()
    }

    /// The direction of descent at the point at hand.
    fn linearize(&mut self, problem: &mut dyn Ncp, f: &[f64]) {
        problem.jacobian(&mut self.slope);
        let (scale, distances, bilateral) = (problem.scale(), problem.distances(), problem.bilateral());
        for k in 0..f.len() {
            let (x, d) = (scale[k] * f[k], distances[k]);
            let length = libm::hypot(x, d);
            // at the kink any point of the arc is an element; the middle one treats both alike
            let half = std::f64::consts::FRAC_1_SQRT_2;
            let (cos, sin) = match length {
                _ if k < bilateral => (1.0, 0.0),
                0.0 => (half, half),
                _ => (x / length, d / length),
            };
            let row = self.slope.row_mut(k);
            row.iter_mut().zip(scale).for_each(|(entry, s)| *entry *= (sin - 1.0) / s);
            row[k] += cos - 1.0;
        }
        let size = self.phi.iter().fold(0.0_f64, |m, phi| m.max(phi.abs()));
        let damping = (size * size).clamp(1e-14, 1e-6);
        self.damped.solve(&self.slope, &self.phi, damping, &mut self.direction);
        self.damped.gradient(&self.slope, &self.phi, &mut self.gradient);
    }

    /// Goes along the direction, halving the step until the descent is enough. False if it never is.
    fn search(&mut self, problem: &mut dyn Ncp, f: &mut [f64]) -> bool {
        let before = self.merit();
        let descent: f64 = self.gradient.iter().zip(&self.direction).map(|(g, d)| g * d).sum();
        let mut step = 1.0;
        while step >= SHORTEST {
            self.trial.clear();
            let moves = f.iter().zip(&self.direction).zip(problem.scale());
            self.trial.extend(moves.map(|((f, d), s)| f - step * d / s));
            problem.go_to(&self.trial);
            let trial = std::mem::take(&mut self.trial);
            self.measure(problem, &trial);
            self.trial = trial;
            if self.merit() <= before - ARMIJO * step * descent {
                f.copy_from_slice(&self.trial);
                return true;
            }
            step *= 0.5;
        }
        problem.go_to(f);
        self.measure(problem, f);
        false
    }
}
