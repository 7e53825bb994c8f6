//! What `solve` answers, on the command line and to those who embed the engine.
use crate::support::Random;
use crate::support::data::{json_files, text};
use contact_forces::session::answer::Request;
use contact_forces::session::problem_file::read;
use serde_json::{Value, json};
use std::path::Path;

fn answer(problem: &[u8], solver: Option<&str>) -> Value {
    let request = Request { solver: solver.map(String::from), ..Request::default() };
    request.answer(&read(problem).expect("a problem")).expect("a method that takes it")
}

fn linear(rows: &[Vec<f64>], q: &[f64], solver: &str) -> Value {
    answer(json!({ "kind": "lcp", "n": q.len(), "M": rows, "q": q }).to_string().as_bytes(), Some(solver))
}

/// In whatever unit q is given: the same digits, by pivots.
#[test]
fn units_of_q_change_nothing() {
    for solver in ["dantzig", "lemke"] {
        for power in (-300..=300).step_by(20) {
            let unit = 2f64.powi(power);
            let found = linear(&[vec![2.0, 1.0], vec![1.0, 2.0]], &[-unit, -1.5 * unit], solver);
            let z = |k: usize| found["z"][k].as_f64().unwrap() / unit;
            assert_eq!(found["status"], "solved", "{solver}, 2^{power}");
            assert!(
                (z(0) - 1.0 / 6.0).abs() < 1e-15 && (z(1) - 2.0 / 3.0).abs() < 1e-15,
                "{solver}, 2^{power}: {found}"
            );
        }
    }
}

/// A ray is told where there is no solution, and where there is one it is not: two players, each of whom loses whatever he
/// does, have an equilibrium (Nash), though Lemke's method ends on a ray. No method panics over their singular blocks.
#[test]
fn only_what_has_no_solution_ends_on_a_ray() {
    let pressed = linear(&[vec![1.0, -2.0], vec![-2.0, 1.0]], &[-1.0, -1.0], "dantzig");
    assert_eq!(pressed["status"], "ray");
    let mut random = Random::new(1);
    for moves in [1, 2, 3, 5, 8, 13, 20] {
        let loss: Vec<Vec<f64>> =
            (0..2 * moves).map(|_| (0..moves).map(|_| random.range(0.1, 1.0)).collect()).collect();
        let none = vec![0.0; moves];
        let row = |(k, loss): (usize, &Vec<f64>)| {
            if k < moves { [&none[..], loss].concat() } else { [loss, &none[..]].concat() }
        };
        let rows: Vec<Vec<f64>> = loss.iter().enumerate().map(row).collect();
        for solver in ["dantzig", "lemke", "auto", "admm", "path", "alart-curnier"] {
            let found = linear(&rows, &vec![-1.0; 2 * moves], solver);
            assert_ne!(found["status"], "ray", "{solver}, {moves} moves");
        }
    }
}

/// Murty's problem, at which Lemke's method takes 2ⁿ pivots with ones as its covering vector: others end it soon.
#[test]
fn problems_with_long_ways_are_solved() {
    for n in [4, 12, 20, 40] {
        let row = |i: usize| (0..n).map(|j| [0.0, 1.0, 2.0][1 + usize::from(j < i) - usize::from(j > i)]).collect();
        let found = linear(&(0..n).map(row).collect::<Vec<_>>(), &vec![-1.0; n], "lemke");
        assert_eq!(found["status"], "solved", "{n}: {found}");
    }
}

/// Random piles, whose contacts depend on each other, at which pivots used to take all that the default may.
#[test]
fn heaps_are_solved_by_the_default() {
    for (name, file) in json_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/heaps")) {
        let found = answer(&text(&file), None);
        let residuals = ["residual_rel", "residual_scaled"].map(|name| found[name].as_f64().unwrap());
        assert!(found["status"] == "solved" && residuals.iter().all(|x| *x <= 1e-8), "{name}: {residuals:?}");
    }
}
