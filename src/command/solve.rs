//! `solve`: applies a method of the table to a problem file and prints what it found as JSON.
use super::InputError;
use anyhow::Context;
use clap::Args;
use contact_forces::complementarity::cone::ConeProblem;
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
    /// The method, by its name in the list.
    #[arg(long, value_name = "NAME", default_value = METHODS[0].name)]
    solver: String,
    /// Residual at which the problem counts as solved, relative to the largest entry of b or to 1.
    #[arg(long, value_name = "X", default_value_t = Limits::default().tolerance)]
    tolerance: f64,
    /// Largest number of pivots, for each island of contacts; without it the method ends by itself.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_iterations: Option<u32>,
    /// Leave friction out: only the normal components of a friction problem are solved.
    #[arg(long)]
    frictionless: bool,
    /// List the methods.
    #[arg(long)]
    list: bool,
}

impl Solve {
    /// Reads, solves, prints.
    pub fn run(self) -> anyhow::Result<()> {
        let Some(path) = self.problem.as_ref().filter(|_| !self.list) else {
            let lines: String = METHODS.iter().map(|row| format!("{:<10} {}\n", row.name, row.about)).collect();
            return Ok(std::io::stdout().write_all(lines.as_bytes())?);
        };
        let input = |text: String| anyhow::Error::new(InputError(text));
        let names = || METHODS.iter().map(|row| row.name).collect::<Vec<_>>().join(", ");
        let method = method(&self.solver)
            .ok_or_else(|| input(format!("no solver is called {:?}; there are {}", self.solver, names())))?;
        if !(self.tolerance > 0.0 && self.tolerance < 1.0) {
            return Err(input(format!("--tolerance {}: expected a number above 0 and below 1", self.tolerance)));
        }
        let text = std::fs::read(path).map_err(|error| input(format!("{}: {error}", path.display())))?;
        let problem = read(&text).map_err(|error| input(format!("{}: {error}", path.display())))?;
        let answer = match &problem {
            Problem::Friction(cone) if self.frictionless => self.frictionless(cone, method),
            Problem::Friction(_) => {
                let reason = "the solvers at hand take friction problems only in their frictionless form";
                return Err(input(format!("{}: {reason}: add --frictionless", path.display())));
            }
            Problem::Lcp(lcp) => self.solve(lcp, method, "z"),
            Problem::Contacts(lcp) => self.solve(lcp, method, "f"),
        };
        serde_json::to_writer(std::io::stdout().lock(), &answer).context("cannot write the solution")?;
        println!();
        Ok(())
    }

    fn limits(&self) -> Limits {
        let steps = self.max_iterations.map_or(0, |most| most as usize);
        Limits { tolerance: self.tolerance, steps, ..Limits::default() }
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
