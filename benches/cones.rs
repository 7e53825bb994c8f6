//! Time and accuracy of the methods for contacts with friction, side by side: on piles made here, and on the published
//! problems where they are at hand, with the times that are given there for Siconos.
//!
//! `cargo bench --bench cones [WORD]` takes the problems whose name has the word in it.
#[path = "../tests/support/mod.rs"]
mod support;

use contact_forces::complementarity::Status;
use contact_forces::complementarity::cone::ConeProblem;
use contact_forces::complementarity::friction::{CONE_METHODS, ConeLimits, ConeMethod, ConeSolution};
use contact_forces::session::problem_file::{Problem, read};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use support::data::{data_folders, json_files, named_value, text};
use support::heaps::Heap;

/// The best of so many runs counts, of fewer where one takes long.
const RUNS: usize = 9;
const LONG: Duration = Duration::from_millis(200);
/// Runs that take less than this all together are repeated.
const SHORT: Duration = Duration::from_millis(2);
/// Methods of first order are stopped here: what they have not reached by then the residual shows.
const STEPS: usize = 3000;

fn main() {
    let word = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let mut problems = piles();
    let folders = data_folders("CONTACT_FORCES_PROBLEMS", "problems");
    problems.extend(folders.iter().flat_map(|folder| published(folder)));
    let known = manifest(&folders[0]);
    println!(
        "{:<34} {:>5} {:<14} {:>7} {:>8} {:>8} {:>11} {:>9}",
        "problem", "n", "method", "steps", "rel", "scaled", "time", "per step"
    );
    for (name, problem) in problems.iter().filter(|(name, _)| name.contains(&word)) {
        for method in CONE_METHODS.iter().filter(|method| is_worth_it(method, problem)) {
            compare(name, problem, method, &known);
        }
    }
}

/// Whether the method is not waited for in vain, where many contacts hang together.
fn is_worth_it(method: &ConeMethod, problem: &ConeProblem) -> bool {
    let most = match method.name {
        name if name.starts_with("lemke") => 100,
        "interior-point" => 400,
        "path" => 600,
        "alart-curnier" => 1000,
        _ => usize::MAX,
    };
    problem.contacts() <= most
}

/// Walls and pyramids that stand, and a wall that slides.
fn piles() -> Vec<(String, ConeProblem)> {
    let wall = |rows, columns, sideways| Heap::wall(rows, columns).problem(0.6, sideways);
    let balls = |side| Heap::balls(side).problem(0.4, 0.0);
    vec![
        ("wall 3x3".into(), wall(3, 3, 0.0)),
        ("wall 10x10".into(), wall(10, 10, 0.0)),
        ("wall 20x20".into(), wall(20, 20, 0.0)),
        ("wall 10x10 sliding".into(), wall(10, 10, 0.7)),
        ("balls 4".into(), balls(4)),
        ("balls 6".into(), balls(6)),
    ]
}

fn published(folder: &Path) -> Vec<(String, ConeProblem)> {
    let files = ["friction2d", "friction3d"].into_iter().flat_map(|kind| json_files(&folder.join(kind)));
    let problem = |(name, path): (String, PathBuf)| match read(&text(&path)) {
        Ok(Problem::Friction(problem)) => Some((name, problem)),
        _ => None,
    };
    files.filter_map(problem).collect()
}

/// The times of others, by the name of the problem.
fn manifest(folder: &Path) -> Value {
    let value = named_value(folder, "manifest");
    let entries = value["problems"].as_array().into_iter().flatten();
    entries.filter_map(|entry| Some((entry["name"].as_str()?.to_string(), entry["comparison"].clone()))).collect()
}

/// A line for one method and one problem.
fn compare(name: &str, problem: &ConeProblem, method: &ConeMethod, known: &Value) {
    let iterations = if ["nsgs", "pgs", "cpg", "admm"].contains(&method.name) { STEPS } else { 0 };
    let (best, solution) = timed(problem, method, iterations);
    let steps = solution.work.iterations;
    let (rel, scaled) = (solution.residuals.relative, solution.residuals.scaled);
    let per_step = best / (steps.max(1) as u32);
    let solved = (solution.status == Status::Solved).then_some(best);
    let more = if method.name == "nsgs" { further(problem, method, steps) } else { None };
    println!(
        "{name:<34.34} {:>5} {:<14} {steps:>7} {rel:>8.0e} {scaled:>8.0e} {best:>11.1?} {per_step:>9.1?}{}",
        problem.contacts(),
        method.name,
        beside(&known[name], method.name, solved, (per_step, more))
    );
}

/// The best time and the outcome of so many iterations at most, 0 for the method's own limit.
fn timed(problem: &ConeProblem, method: &ConeMethod, iterations: usize) -> (Duration, ConeSolution) {
    let (mut solver, mut solution) = ((method.new)(), ConeSolution::default());
    let (mut best, mut all, mut runs) = (Duration::MAX, Duration::ZERO, 0);
    let limits = ConeLimits { iterations, ..ConeLimits::default() };
    while runs < RUNS || all < SHORT {
        let start = Instant::now();
        solver.solve(problem, &limits, &mut solution, &mut |_| ());
        let time = start.elapsed();
        (best, all, runs) = (best.min(time), all + time, runs + 1);
        if best > LONG {
            break;
        }
    }
    (best, solution)
}

/// What a sweep more takes: all sweeps but the last less the first alone, so that setting up and judging cancel.
fn further(problem: &ConeProblem, method: &ConeMethod, steps: usize) -> Option<Duration> {
    let between = steps.checked_sub(2).filter(|between| *between > 1)?;
    let [first, most] = [1, steps - 1].map(|steps| timed(problem, method, steps).0);
    Some(most.saturating_sub(first) / between as u32)
}

/// What Siconos takes: the default beside the fastest method of its family, Gauss-Seidel beside its own, in all and per
/// sweep. Where few sweeps suffice, most of what we take is to set the problem up, and a sweep more takes less. Only times
/// of solutions are compared in all.
fn beside(known: &Value, method: &str, time: Option<Duration>, sweep_takes: (Duration, Option<Duration>)) -> String {
    let entries = || known.as_object().into_iter().flatten().filter(|(_, entry)| entry["reached"] == true);
    let time_of = |entry: &Value| Some(Duration::from_secs_f64(1e-3 * entry["ms"].as_f64()?));
    let exact = || entries().filter(|(name, _)| name.ends_with("@1e-08"));
    let share = |ours: Duration, theirs: Duration| ours.as_secs_f64() / theirs.as_secs_f64();
    let whole = |theirs: Option<Duration>| {
        let times = time.zip(theirs);
        times.map_or_else(String::new, |(ours, theirs)| {
            format!("  Siconos {theirs:.1?}, we take {:.2} of it", share(ours, theirs))
        })
    };
    let sweep = |entry: &Value| {
        let theirs = time_of(entry)?.div_f64(entry["iterations"].as_f64().filter(|sweeps| *sweeps > 0.0)?);
        let (mean, more) = sweep_takes;
        let more = more.map_or_else(String::new, |more| format!(", {:.2} for a sweep more", share(more, theirs)));
        Some(format!("  per sweep {theirs:.1?}, we take {:.2} of it{more}", share(mean, theirs)))
    };
    match method {
        "auto" => whole(exact().filter_map(|(_, entry)| time_of(entry)).min()),
        "nsgs" => {
            // a run to the lower accuracy tells the time of a sweep as well, but not that of a solution
            let counted = ["NSGS@1e-08", "NSGS@1e-05"].iter().map(|name| &known[*name]).find_map(sweep);
            whole(exact().find(|(name, _)| name.starts_with("NSGS")).and_then(|(_, entry)| time_of(entry)))
                + &counted.unwrap_or_default()
        }
        _ => String::new(),
    }
}
