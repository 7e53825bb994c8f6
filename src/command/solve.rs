//! `solve`: applies a method of the table to a problem file and prints what it found as JSON.
use super::InputError;
use anyhow::Context;
use clap::Args;
use contact_forces::complementarity::cone::ConeProblem;
use contact_forces::complementarity::friction::{CONE_METHODS, ConeLimits, ConeMethod, ConeSolution, cone_method};
use contact_forces::complementarity::{Lcp, Limits, METHODS, Method, Solution, method};
use contact_forces::linalg::vector::norm;
use contact_forces::session::problem_file::{Problem, read};
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Solves a complementarity problem from a file and prints the solution with its residuals as JSON.
#[derive(Args, Clone, Debug)]
pub struct Solve {
    /// The problem: JSON of kind lcp, friction2d or friction3d, or with the fields A and b.
    #[arg(required_unless_present = "list")]
    problem: Option<PathBuf>,
    /// The method, by its name in the list; without it the first one that takes the problem.
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
    /// Residual at which the problem counts as solved. With friction both relative residuals must reach it, 1e-8 unless
    /// given; else it is relative to the largest entry of b or to 1, and 1e-10 unless given.
    #[arg(long, value_name = "X")]
    tolerance: Option<f64>,
    /// Largest number of iterations, or of pivots for each island of contacts; without it the method ends by itself.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_iterations: Option<u32>,
    /// Leave friction out: only the normal components of a friction problem are solved.
    #[arg(long)]
    frictionless: bool,
    /// List the methods, and what they take.
    #[arg(long)]
    list: bool,
}

/// A method of either table.
#[derive(Clone, Copy)]
enum Chosen {
    Pivoting(&'static Method),
    Cone(&'static ConeMethod),
}

impl Solve {
    /// Reads, solves, prints.
    pub fn run(self) -> anyhow::Result<()> {
        let Some(path) = self.problem.as_ref().filter(|_| !self.list) else {
            return Ok(std::io::stdout().write_all(list().as_bytes())?);
        };
        let input = |text: String| anyhow::Error::new(InputError(text));
        if let Some(tolerance) = self.tolerance.filter(|x| !(*x > 0.0 && *x < 1.0)) {
            return Err(input(format!("--tolerance {tolerance}: expected a number above 0 and below 1")));
        }
        let text = std::fs::read(path).map_err(|error| input(format!("{}: {error}", path.display())))?;
        let problem = read(&text).map_err(|error| input(format!("{}: {error}", path.display())))?;
        let with_friction = matches!(problem, Problem::Friction(_)) && !self.frictionless;
        let chosen = self.choose(with_friction).map_err(input)?;
        let answer = match (&problem, chosen) {
            (Problem::Friction(cone), Chosen::Cone(method)) if self.frictionless => {
                self.cone(&cone.normal_part(), method, "f")
            }
            (Problem::Friction(cone), Chosen::Cone(method)) => self.cone(cone, method, "r"),
            (Problem::Friction(cone), Chosen::Pivoting(method)) => self.frictionless(cone, method),
            (Problem::Lcp(lcp), Chosen::Pivoting(method)) => self.solve(lcp, method, "z"),
            (Problem::Contacts(lcp), Chosen::Pivoting(method)) => self.solve(lcp, method, "f"),
            (Problem::Lcp(lcp), Chosen::Cone(method)) => self.cone(&normal_problem(lcp).map_err(input)?, method, "z"),
            (Problem::Contacts(lcp), Chosen::Cone(method)) => {
                self.cone(&normal_problem(lcp).map_err(input)?, method, "f")
            }
        };
        serde_json::to_writer(std::io::stdout().lock(), &answer).context("cannot write the solution")?;
        println!();
        Ok(())
    }

    /// The method asked for, or the default for problems with or without friction.
    fn choose(&self, with_friction: bool) -> Result<Chosen, String> {
        let Some(name) = &self.solver else {
            return Ok(if with_friction { Chosen::Cone(&CONE_METHODS[0]) } else { Chosen::Pivoting(&METHODS[0]) });
        };
        match (method(name), cone_method(name)) {
            (Some(_), None) if with_friction => Err(format!(
                "{name} takes no friction: add --frictionless, or choose one of {}",
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
        let start = Instant::now();
        let iterations = self.max_iterations.map_or(0, |most| most as usize);
        let tolerance = self.tolerance.unwrap_or(ConeLimits::default().tolerance);
        let limits = ConeLimits { tolerance, iterations, warm: false };
        let mut solution = ConeSolution::default();
        (method.new)().solve(problem, &limits, &mut solution, &mut |_| ());
        let seconds = start.elapsed().as_secs_f64();
        let residuals = solution.residuals;
        json!({
            "solver": method.name,
            "status": solution.status.name(),
            name: solution.r,
            "residual": residuals.natural,
            "residual_rel": residuals.relative,
            "residual_scaled": residuals.scaled,
            "iterations": solution.work.iterations,
            "seconds": seconds,
        })
    }

    fn limits(&self) -> Limits {
        let steps = self.max_iterations.map_or(0, |most| most as usize);
        let tolerance = self.tolerance.unwrap_or(Limits::default().tolerance);
        Limits { tolerance, steps, ..Limits::default() }
    }

    /// A dense problem whose solution is called `name`.
    fn solve(&self, lcp: &Lcp, method: &Method, name: &str) -> Value {
        let start = Instant::now();
        let mut solution = Solution::default();
        (method.new)().solve(lcp, &self.limits(), &mut solution, &mut |_| ());
        let mut answer = report(&solution, start, name);
        if name == "z" {
            let map: Vec<f64> = solution.f.iter().zip(&solution.a).map(|(z, w)| z - (z - w).max(0.0)).collect();
            let size = norm(&lcp.b);
            let relative = if size > 0.0 { norm(&map) / size } else { norm(&map) };
            answer.insert("residual_rel_q".into(), json!(relative));
        }
        Value::Object(answer)
    }

    fn frictionless(&self, cone: &ConeProblem, method: &Method) -> Value {
        let start = Instant::now();
        let problem = cone.frictionless();
        let solution = problem.solve(method, &self.limits());
        let mut answer = report(&solution, start, "f");
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

/// A line for each method: name, what it takes, what it does.
fn list() -> String {
    let line = |name: &str, takes: &str, about: &str| format!("{name:<24} {takes:<28} {about}\n");
    let pivoting = METHODS.iter().map(|row| line(row.name, "lcp, frictionless", row.about));
    let cones = CONE_METHODS.iter().map(|row| line(row.name, "friction, frictionless, lcp", row.about));
    pivoting.chain(cones).collect()
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// What all answers have in common.
fn report(solution: &Solution, start: Instant, name: &str) -> Map<String, Value> {
    let mut answer = Map::new();
    answer.insert("status".into(), json!(solution.status.name()));
    answer.insert(name.into(), json!(solution.f));
    answer.insert("residual".into(), json!(solution.residual));
    answer.insert("iterations".into(), json!(solution.steps));
    answer.insert("seconds".into(), json!(start.elapsed().as_secs_f64()));
    if solution.handed_over {
        answer.insert("solved_by".into(), json!("lemke"));
    }
    answer
}
