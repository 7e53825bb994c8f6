//! A method of the tables applied to a problem that was read, and what it found as JSON.
use super::problem_file::Problem;
use crate::complementarity::cone::ConeProblem;
use crate::complementarity::friction::{CONE_METHODS, ConeLimits, ConeMethod, ConeSolution, cone_method};
use crate::complementarity::infeasible::ray_is_proof;
use crate::complementarity::{Lcp, Limits, METHODS, Method, Solution, Status, method};
use crate::linalg::vector::{max_abs, norm};
use serde_json::{Map, Value, json};

/// How a problem is to be solved; what is not given is left to the method.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The method, by its name in the tables; without it the first one that takes the problem.
    pub solver: Option<String>,
    /// Residual at which the problem counts as solved, in (0, 1). With friction both relative residuals must reach it, 1e-8
    /// unless given; else it is relative to the largest entry of b, and 1e-10 unless given.
    pub tolerance: Option<f64>,
    /// Largest number of iterations, or of pivots for each island of contacts; without it the method ends by itself.
    pub iterations: Option<usize>,
    /// Whether only the normal components of a friction problem are solved.
    pub frictionless: bool,
}

/// A method of either table.
#[derive(Clone, Copy)]
enum Chosen {
    Pivoting(&'static Method),
    Cone(&'static ConeMethod),
}

impl Request {
    /// Forces, residuals, how it ended; or what of the request cannot be.
    pub fn answer(&self, problem: &Problem) -> Result<Value, String> {
        if let Some(tolerance) = self.tolerance.filter(|x| !(*x > 0.0 && *x < 1.0)) {
            return Err(format!("tolerance {tolerance}: expected a number above 0 and below 1"));
        }
        let with_friction = matches!(problem, Problem::Friction(_)) && !self.frictionless;
        Ok(match (problem, self.choose(with_friction)?) {
            (Problem::Friction(cone), Chosen::Cone(method)) if self.frictionless => {
                self.cone(&cone.normal_part(), method, "f")
            }
            (Problem::Friction(cone), Chosen::Cone(method)) => self.cone(cone, method, "r"),
            (Problem::Friction(cone), Chosen::Pivoting(method)) => self.frictionless(cone, method),
            (Problem::Lcp(lcp), Chosen::Pivoting(method)) => self.solve(lcp, method, "z"),
            (Problem::Contacts(lcp), Chosen::Pivoting(method)) => self.solve(lcp, method, "f"),
            (Problem::Lcp(lcp), Chosen::Cone(method)) => self.cone(&normal_problem(lcp)?, method, "z"),
            (Problem::Contacts(lcp), Chosen::Cone(method)) => self.cone(&normal_problem(lcp)?, method, "f"),
        })
    }

    /// The method asked for, or the default for problems with or without friction.
    fn choose(&self, with_friction: bool) -> Result<Chosen, String> {
        let Some(name) = &self.solver else {
            return Ok(if with_friction { Chosen::Cone(&CONE_METHODS[0]) } else { Chosen::Pivoting(&METHODS[0]) });
        };
        match (method(name), cone_method(name)) {
            (Some(_), None) if with_friction => Err(format!(
                "{name} takes no friction: choose one of {}, or leave friction out (--frictionless)",
                names(CONE_METHODS.iter().map(|row| row.name))
            )),
            (Some(method), _) => Ok(Chosen::Pivoting(method)),
            (None, Some(method)) => Ok(Chosen::Cone(method)),
            (None, None) => {
                let all = METHODS.iter().map(|row| row.name).chain(CONE_METHODS.iter().map(|row| row.name));
                Err(format!("no solver is called {name:?}; there are {}", names(all)))
            }
        }
    }

    /// A problem of cones whose solution is called `name`.
    fn cone(&self, problem: &ConeProblem, method: &ConeMethod, name: &str) -> Value {
        let tolerance = self.tolerance.unwrap_or(ConeLimits::default().tolerance);
        let limits = ConeLimits { tolerance, iterations: self.iterations.unwrap_or(0), warm: false };
        let mut solution = ConeSolution::default();
        (method.new)().solve(problem, &limits, &mut solution, &mut |_| ());
        let residuals = solution.residuals;
        json!({
            "solver": method.name,
            "status": solution.status.name(),
            name: solution.r,
            "residual": residuals.natural,
            "residual_rel": residuals.relative,
            "residual_scaled": residuals.scaled,
            "iterations": solution.work.iterations,
        })
    }

    fn limits(&self) -> Limits {
        let tolerance = self.tolerance.unwrap_or(Limits::default().tolerance);
        Limits { tolerance, steps: self.iterations.unwrap_or(0), ..Limits::default() }
    }

    /// A dense problem whose solution is called `name`.
    ///
    /// The methods compare with an acceleration of 1 where `b` is smaller: here `b` has no unit, and is its own measure. A power
    /// of two rounds nothing.
    fn solve(&self, lcp: &Lcp, method: &Method, name: &str) -> Value {
        let unit = libm::ldexp(1.0, libm::frexp(max_abs(&lcp.b)).1 - 1);
        let mut scaled = lcp.clone();
        scaled.b.iter_mut().for_each(|b| *b /= unit);
        let mut solution = Solution::default();
        (method.new)().solve(&scaled, &self.limits(), &mut solution, &mut |_| ());
        if solution.status == Status::Ray && !ray_is_proof(&scaled) {
            solution.status = Status::Stalled;
        }
        let numbers = solution.f.iter_mut().chain(&mut solution.a).chain([&mut solution.residual]);
        numbers.for_each(|x| *x *= unit);
        let mut answer = report(&solution, name);
        if name == "z" {
            let map: Vec<f64> = solution.f.iter().zip(&solution.a).map(|(z, w)| z - (z - w).max(0.0)).collect();
            let size = norm(&lcp.b);
            let relative = if size > 0.0 { norm(&map) / size } else { norm(&map) };
            answer.insert("residual_rel_q".into(), json!(relative));
        }
        Value::Object(answer)
    }

    fn frictionless(&self, cone: &ConeProblem, method: &Method) -> Value {
        let problem = cone.frictionless();
        let solution = problem.solve(method, &self.limits());
        let mut answer = report(&solution, "f");
        answer.insert("residual_rel".into(), json!(problem.relative_residual(&solution.f)));
        Value::Object(answer)
    }
}

/// The same for methods whose forces have more components elsewhere.
fn normal_problem(lcp: &Lcp) -> Result<ConeProblem, String> {
    match (0..lcp.len()).find(|row| lcp.is_bilateral(*row)) {
        Some(row) => Err(format!("field `joint[{row}]`: expected false for this method, found true")),
        None => Ok(ConeProblem::from_dense(1, &lcp.a, lcp.b.clone(), vec![0.0; lcp.len()])),
    }
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// What all answers have in common.
fn report(solution: &Solution, name: &str) -> Map<String, Value> {
    let mut answer = Map::new();
    answer.insert("status".into(), json!(solution.status.name()));
    answer.insert(name.into(), json!(solution.f));
    answer.insert("residual".into(), json!(solution.residual));
    answer.insert("iterations".into(), json!(solution.steps));
    if solution.handed_over {
        answer.insert("solved_by".into(), json!("lemke"));
    }
    answer
}
