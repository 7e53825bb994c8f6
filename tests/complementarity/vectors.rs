//! Contact problems recorded from another engine: our residuals, and its accelerations where the laws fix them.
use crate::support::data::{data_folders, json_files, text};
use crate::support::{self, Report};
use contact_forces::complementarity::{Lcp, Limits, METHODS, Solution};
use contact_forces::session::problem_file::{Problem, read};
use serde_json::Value;
use std::path::Path;

/// Every file with `A` and `b`, at top level or in a list `lcp`, is solved by every method.
#[test]
fn recorded_contact_problems() {
    let mut report = Report::default();
    for (id, file) in data_folders("CONTACT_FORCES_VECTORS", "vectors").iter().flat_map(|folder| json_files(folder)) {
        for (k, (problem, expected)) in problems(&file, &id).into_iter().enumerate() {
            METHODS.iter().for_each(|method| {
                let mut solution = Solution::default();
                (method.new)().solve(&problem, &Limits::default(), &mut solution, &mut |_| ());
                judge(&mut report, &format!("{id}[{k}] {}", method.name), &problem, &expected, &solution);
            });
        }
    }
    report.finish(2 * 11);
}

/// What the file says about the answer.
struct Expected {
    /// Bound on the residual: the tolerance of the recording, or ours for what it could not solve.
    residual: f64,
    a: Vec<f64>,
    solvable: bool,
}

fn problems(file: &Path, id: &str) -> Vec<(Lcp, Expected)> {
    let text = text(file);
    let value: Value = serde_json::from_slice(&text).unwrap_or_else(|error| panic!("{id}: {error}"));
    let numbers = |value: &Value| value.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    if value.get("A").is_some() {
        let Problem::Contacts(lcp) = read(&text).unwrap_or_else(|error| panic!("{id}: {error}")) else {
            panic!("{id}: not a contact problem");
        };
        let tolerance = &value["tolerance"];
        let residual = tolerance["accel"].as_f64().unwrap_or(1e-9 * support::largest(&lcp.b));
        let a = numbers(&value["expected"]["a"]);
        return vec![(lcp, Expected { residual, a, solvable: true })];
    }
    let list = value.get("lcp").and_then(Value::as_array).into_iter().flatten();
    list.map(|item| {
        let text = serde_json::to_vec(item).expect("a value read is a value to write");
        let Ok(Problem::Contacts(lcp)) = read(&text) else { panic!("{id}: a list of problems with A and b") };
        let residual = 1e-9 * support::largest(&lcp.b);
        let expected = Expected { residual, a: numbers(&item["a"]), solvable: item["peer_error"].is_null() };
        (lcp, expected)
    })
    .collect()
}

fn judge(report: &mut Report, id: &str, problem: &Lcp, expected: &Expected, solution: &Solution) {
    if expected.solvable {
        report.line(id, "residual", solution.residual, 0.0, expected.residual);
        let pairs = solution.a.iter().zip(&expected.a);
        let worst = pairs.map(|(ours, theirs)| (ours - theirs).abs()).fold(0.0, f64::max);
        report.line(id, "a", worst, 0.0, expected.residual.max(1e-8 * support::largest(&problem.b)));
    } else {
        // The slot: both gaps are told to open. The least violation shares the demand evenly and needs small forces.
        let forces = solution.f.iter().fold(0.0, |largest: f64, f| largest.max(f.abs()));
        report.line(id, "largest force", forces, 0.0, 100.0 * support::largest(&problem.b));
        let zero = problem.natural_residual(&problem.b, &vec![0.0; problem.len()]);
        report.line(id, "violation", solution.residual, 0.0, zero);
    }
}
