//! `solve`: applies a method of the table to a problem file and prints what it found as JSON.
use super::InputError;
use anyhow::Context;
use clap::Args;
use contact_forces::complementarity::METHODS;
use contact_forces::complementarity::friction::CONE_METHODS;
use contact_forces::session::answer::Request;
use contact_forces::session::problem_file::read;
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
    /// given; else it is relative to the largest entry of b, and 1e-10 unless given.
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

impl Solve {
    /// Reads, solves, prints.
    pub fn run(self) -> anyhow::Result<()> {
        let Some(path) = self.problem.as_ref().filter(|_| !self.list) else {
            return Ok(std::io::stdout().write_all(list().as_bytes())?);
        };
        let input = |text: String| anyhow::Error::new(InputError(text));
        let text = std::fs::read(path).map_err(|error| input(format!("{}: {error}", path.display())))?;
        let problem = read(&text).map_err(|error| input(format!("{}: {error}", path.display())))?;
        let start = Instant::now();
        let mut answer = self.request().answer(&problem).map_err(input)?;
        answer["seconds"] = start.elapsed().as_secs_f64().into();
        serde_json::to_writer(std::io::stdout().lock(), &answer).context("cannot write the solution")?;
        println!();
        Ok(())
    }

    fn request(self) -> Request {
        let iterations = self.max_iterations.map(|most| most as usize);
        let Self { solver, tolerance, frictionless, .. } = self;
        Request { solver, tolerance, iterations, frictionless }
    }
}

/// A line for each method: name, what it takes, what it does.
fn list() -> String {
    let line = |name: &str, takes: &str, about: &str| format!("{name:<24} {takes:<28} {about}\n");
    let pivoting = METHODS.iter().map(|row| line(row.name, "lcp, frictionless", row.about));
    let cones = CONE_METHODS.iter().map(|row| line(row.name, "friction, frictionless, lcp", row.about));
    pivoting.chain(cones).collect()
}
