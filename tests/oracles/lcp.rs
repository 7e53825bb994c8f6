//! Complementarity problems given as A and b: every method, in every order of treatment.
use super::case::{Case, Quantity};
use super::least_norm;
use super::verdict::Answer;
use contact_forces::complementarity::{Lcp, Limits, METHODS, Order, Solution};
use contact_forces::linalg::Matrix;
use serde_json::{Value, json};

/// Orders in which methods treat the contacts.
const ORDERS: [Order; 5] = [Order::WorstFirst, Order::Index, Order::Random(1), Order::Random(2), Order::Random(3)];

/// Answers for a case of kind `lcp`.
pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    let Some(lcp) = problem(case) else { return Answer::Unknown };
    match quantity.name.as_str() {
        "f" if quantity.tolerance == 0.0 => Answer::LeftOut,
        "a" => every_way(&lcp, |solution| json!(solution.a)),
        "f" => every_way(&lcp, |solution| json!(solution.f)),
        "f_min_norm" => every_way(&lcp, |solution| json!(least_norm::least_norm(&lcp.a, solution))),
        // the value is the limit itself: what is within it answers with it
        "residual_limit" => every_way(&lcp, |solution| {
            let excess = excess(&lcp, solution);
            let limit = quantity.value.as_f64().unwrap_or(0.0);
            if excess <= limit { quantity.value.clone() } else { json!(excess) }
        }),
        _ => Answer::Unknown,
    }
}

/// The problem, if the case is one.
fn problem(case: &Case) -> Option<Lcp> {
    let numbers = |value: &Value| value.as_array()?.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>();
    let rows: Vec<Vec<f64>> = case.value["scene"]["A"].as_array()?.iter().map(numbers).collect::<Option<_>>()?;
    Some(Lcp { a: Matrix::from_rows(&rows), b: numbers(&case.value["scene"]["b"])?, bilateral: Vec::new() })
}

fn every_way(lcp: &Lcp, show: impl Fn(&Solution) -> Value) -> Answer {
    let ways = METHODS.iter().flat_map(|method| ORDERS.map(|order| (method, order)));
    Answer::Computed(
        ways.map(|(method, order)| {
            let mut solution = Solution::default();
            (method.new)().solve(lcp, &Limits { order, ..Limits::default() }, &mut solution, &mut |_| ());
            (format!("{} {}", method.name, order.name()), show(&solution))
        })
        .collect(),
    )
}

/// By how much a solution violates f ≥ 0, A f + b ≥ 0 and f·(A f + b) = 0, the last over the largest force.
fn excess(lcp: &Lcp, solution: &Solution) -> f64 {
    let mut a = Vec::new();
    lcp.evaluate(&solution.f, &mut a);
    let least = a.iter().chain(&solution.f).fold(0.0, |least: f64, x| least.min(*x));
    let product: f64 = a.iter().zip(&solution.f).map(|(a, f)| a * f).sum();
    let largest = solution.f.iter().fold(1.0, |most: f64, f| most.max(*f));
    (-least).max(product.abs() / largest)
}
