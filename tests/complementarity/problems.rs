//! Published test problems, those in `tests/data/problems` and in the folders of `CONTACT_FORCES_PROBLEMS`: every file by
//! every method, judged by its residual.
use crate::support::Report;
use crate::support::data::{data_folders, json_files, named_value, text};
use contact_forces::complementarity::cone::ConeProblem;
use contact_forces::complementarity::friction::{ConeLimits, ConeSolution, cone_method};
use contact_forces::complementarity::{Lcp, Limits, METHODS, Status};
use contact_forces::linalg::vector::{dot, norm};
use contact_forces::session::answer::Request;
use contact_forces::session::problem_file::{Problem, read};
use serde_json::Value;
use std::path::PathBuf;

/// Largest relative residual that counts as a solution.
const TOLERANCE: f64 = 1e-10;

#[test]
fn published_problems() {
    every_file(|report, id, problem, reference| match problem {
        Problem::Lcp(lcp) | Problem::Contacts(lcp) => linear(report, id, (problem, lcp), reference),
        Problem::Friction(cone) => {
            friction(report, id, cone, reference);
            sweeps(report, id, cone, reference);
            round_cones(report, id, cone, reference);
        }
    });
}

#[test]
fn published_problems_without_friction() {
    every_file(|report, id, problem, reference| {
        if let Problem::Friction(cone) = problem {
            frictionless(report, id, cone, reference);
        }
    });
}

#[test]
fn published_problems_without_friction_as_cones() {
    every_file(|report, id, problem, _| {
        if let Problem::Friction(cone) = problem {
            frictionless_cones(report, id, cone);
        }
    });
}

#[test]
fn published_problems_with_more_and_less_friction() {
    every_file(|report, id, problem, _| {
        if let Problem::Friction(cone) = problem {
            other_frictions(report, id, cone);
        }
    });
}

fn every_file(judge: fn(&mut Report, &str, &Problem, &Value)) {
    let mut report = Report::default();
    for folder in data_folders("CONTACT_FORCES_PROBLEMS", "problems") {
        let kinds = ["lcp", "friction2d", "friction3d"].map(|kind| folder.join(kind));
        let kinds: Vec<PathBuf> = kinds.into_iter().filter(|folder| folder.is_dir()).collect();
        assert!(!kinds.is_empty(), "{} holds no problems", folder.display());
        for (id, file) in kinds.iter().flat_map(|kind| json_files(kind)) {
            let problem = read(&text(&file)).unwrap_or_else(|error| panic!("{id}: {error}"));
            judge(&mut report, &id, &problem, &named_value(&folder.join("reference"), &id));
        }
    }
    report.finish(46);
}

/// `|z − max(0, z − w)| / |q|`, or "ray" where the reference knows that there is no solution; as `solve` answers.
fn linear(report: &mut Report, id: &str, (problem, lcp): (&Problem, &Lcp), reference: &Value) {
    for method in METHODS {
        let request = Request { solver: Some(method.name.into()), ..Request::default() };
        let found = request.answer(problem).expect("a method that takes it");
        let status = found["status"].as_str().expect("a word");
        let id = format!("{id} {}", method.name);
        if reference["feasible"] == "infeasible" {
            report.words(&id, "status", status, Status::Ray.name());
            continue;
        }
        let id = if found["solved_by"] == "lemke" { format!("{id} (by lemke)") } else { id };
        let z = found[if matches!(problem, Problem::Lcp(_)) { "z" } else { "f" }].as_array().expect("a list");
        let z: Vec<f64> = z.iter().map(|z| z.as_f64().expect("a number")).collect();
        let mut w = Vec::new();
        lcp.evaluate(&z, &mut w);
        let map: Vec<f64> = z.iter().zip(&w).map(|(z, w)| z - (z - w).max(0.0)).collect();
        report.line(&id, "residual_rel_q", norm(&map) / norm(&lcp.b), 0.0, TOLERANCE);
        report.words(&id, "status", status, Status::Solved.name());
    }
}

/// The normal components alone. `|a|` and the energy are unique for a symmetric `A`; where the published one is not
/// symmetric the reference says how far its own answers lie apart.
fn frictionless(report: &mut Report, id: &str, cone: &ConeProblem, reference: &Value) {
    let problem = cone.frictionless();
    let known = &reference["frictionless"];
    for method in METHODS {
        let solution = problem.solve(method, &Limits::default());
        let by = if solution.handed_over { " (by lemke)" } else { "" };
        let id = format!("{id} {}{by}", method.name);
        report.line(&id, "residual_rel", problem.relative_residual(&solution.f), 0.0, TOLERANCE);
        report.words(&id, "status", solution.status.name(), Status::Solved.name());
        let spread = known["spread_a"].as_f64().unwrap_or(0.0);
        let a = solution.a;
        let mut compare = |name: &str, computed: f64, size: f64| {
            if let Some(expected) = known[name].as_f64() {
                report.line(&id, name, computed, expected, (1e-9 + 10.0 * spread) * size);
            }
        };
        compare("norm_a", norm(&a), norm(&a).max(norm(&problem.b)));
        let work = dot(&problem.b, &solution.f);
        compare("energy", 0.5 * (dot(&a, &solution.f) + work), work.abs());
    }
}

/// Gauss-Seidel reaches a solution by both residuals within 1.2 times the sweeps in which the reference's reached one by
/// the first, which it counted in tens beyond 20; measured 0.4 to 1.2.
fn sweeps(report: &mut Report, id: &str, cone: &ConeProblem, reference: &Value) {
    let Some(known) = reference["gauss_seidel"]["first_iteration_below"]["1e-08"].as_f64() else { return };
    let solution = solve_cones(report, id, cone, "nsgs");
    report.at_most(&format!("{id} nsgs"), "sweeps", solution.work.iterations as f64, (1.2 * known).ceil());
}

/// The default solves every problem with friction, and so do both Newton methods where a factorization is not too dear; the
/// methods of first order solve those that the reference's Gauss-Seidel solves in a thousand sweeps.
fn round_cones(report: &mut Report, id: &str, cone: &ConeProblem, reference: &Value) {
    solve_cones(report, id, cone, "auto");
    let huge = cone.contacts() > 1000;
    let easy = reference["gauss_seidel"]["first_iteration_below"]["1e-08"].as_f64().is_some_and(|sweeps| sweeps <= 1e3);
    for (name, takes) in [("alart-curnier", !huge), ("path", !huge), ("pgs", easy), ("cpg", easy)] {
        if takes {
            solve_cones(report, id, cone, name);
        }
    }
    if easy {
        let solution = solve(cone, "interior-point");
        report.at_most(&format!("{id} interior-point"), "worst residual", solution.residuals.worst(), 1e-7);
    }
}

/// Without friction Newton's methods and Lemke's solve all of them.
fn frictionless_cones(report: &mut Report, id: &str, cone: &ConeProblem) {
    let normal = cone.normal_part();
    let names = if cone.contacts() > 1000 { &["auto"][..] } else { &["auto", "alart-curnier", "path", "lemke-4"][..] };
    for name in names {
        solve_cones(report, &format!("{id} frictionless"), &normal, name);
    }
}

/// The default, which is made for these problems, solves others as well: the same contacts with more and less friction.
fn other_frictions(report: &mut Report, id: &str, cone: &ConeProblem) {
    for factor in [0.3, 0.6, 0.9, 1.1, 1.6, 2.5].into_iter().filter(|_| cone.contacts() <= 1000) {
        let mut other = cone.clone();
        other.mu.iter_mut().for_each(|mu| *mu *= factor);
        solve_cones(report, &format!("{id} with friction times {factor}"), &other, "auto");
    }
}

/// Solves by a method and judges both residuals.
fn solve_cones(report: &mut Report, id: &str, cone: &ConeProblem, name: &str) -> ConeSolution {
    let solution = solve(cone, name);
    let id = format!("{id} {name}");
    report.at_most(&id, "residual_rel", cone.residual_relative(&solution.r), 1e-8);
    report.at_most(&id, "residual_scaled", cone.residual_scaled(&solution.r), 1e-8);
    report.words(&id, "status", solution.status.name(), Status::Solved.name());
    solution
}

fn solve(cone: &ConeProblem, name: &str) -> ConeSolution {
    let mut solution = ConeSolution::default();
    let method = cone_method(name).expect("a row of the table");
    (method.new)().solve(cone, &ConeLimits::default(), &mut solution, &mut |_| ());
    solution
}

/// Our residuals at the reference answer with friction are as small as the reference says.
fn friction(report: &mut Report, id: &str, cone: &ConeProblem, reference: &Value) {
    let Some(list) = reference["r"].as_array() else { return };
    let r: Vec<f64> = list.iter().filter_map(Value::as_f64).collect();
    let known = |name: &str| reference[name].as_f64().map_or(1e-9, |known| 2.0 * known + 1e-15);
    report.line(id, "reference rel", cone.residual_relative(&r), 0.0, known("residual_rel"));
    report.line(id, "reference scaled", cone.residual_scaled(&r), 0.0, known("residual_scaled"));
}
