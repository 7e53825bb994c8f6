//! Problems of contacts with friction given as W, q and mu, by every method whose cone is round.
use super::case::{Case, Quantity};
use super::verdict::Answer;
use contact_forces::complementarity::cone::{ConeProblem, tangential};
use contact_forces::complementarity::friction::{CONE_METHODS, ConeLimits, ConeSolution, cone_method};
use contact_forces::linalg::Matrix;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use serde_json::{Value, json};

/// Methods that reach the accuracy of the cases; those left out replace the cone or end at 1e-9.
const METHODS: [&str; 7] = ["auto", "nsgs", "pgs", "cpg", "alart-curnier", "path", "admm"];
/// Relative residuals asked for.
const TOLERANCE: f64 = 1e-13;
/// Velocities, forces and residuals below this are none.
const NONE: f64 = 1e-9;
/// Forces from which Newton's method is started to find other solutions.
const STARTS: usize = 400;

/// Whether a scene is a matrix with coefficients of friction.
pub fn takes(case: &Case) -> bool {
    case.kind == "local-contact" && ["W", "q", "mu"].iter().all(|name| case.value["scene"].get(name).is_some())
}

/// Answers for such a case.
pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    let Some(problem) = problem(case) else { return Answer::Unknown };
    let name = quantity.name.as_str();
    match name {
        "r" if quantity.tolerance == 0.0 => Answer::LeftOut,
        "r" => every_way(&problem, |found| json!(found.r)),
        "u" => every_way(&problem, |found| json!(found.u)),
        "status" => every_way(&problem, |found| status(&problem, quantity, &found.r)),
        // the value is the limit itself: what is within it answers with it
        "residual_limit" => every_way(&problem, |found| within(&problem, quantity, &found.r)),
        "natural_map_residual_of_this_r" => match forces(case, "r") {
            Some(r) if natural(&problem, &r) <= NONE => Answer::one(quantity.value.clone()),
            _ => Answer::Unknown,
        },
        "number_of_solutions" => Answer::one(json!(solutions(&problem).len())),
        _ => other_solution(case, &problem, quantity),
    }
}

/// The problem, with forces and velocities of three components.
fn problem(case: &Case) -> Option<ConeProblem> {
    let scene = &case.value["scene"];
    let rows: Vec<Vec<f64>> = scene["W"].as_array()?.iter().map(numbers).collect::<Option<_>>()?;
    let mu = numbers(&scene["mu"]).or_else(|| Some(vec![scene["mu"].as_f64()?]))?;
    Some(ConeProblem::from_dense(3, &Matrix::from_rows(&rows), numbers(&scene["q"])?, mu))
}

fn numbers(value: &Value) -> Option<Vec<f64>> {
    value.as_array()?.iter().map(Value::as_f64).collect()
}

/// The forces that a case lists under a name.
fn forces(case: &Case, name: &str) -> Option<Vec<f64>> {
    numbers(&case.quantities.iter().find(|quantity| quantity.name == name)?.value)
}

fn every_way(problem: &ConeProblem, show: impl Fn(&ConeSolution) -> Value) -> Answer {
    let rows = CONE_METHODS.iter().filter(|method| METHODS.contains(&method.name));
    Answer::Computed(rows.map(|method| (method.name.into(), show(&solve(problem, method.name, None)))).collect())
}

fn solve(problem: &ConeProblem, name: &str, start: Option<Vec<f64>>) -> ConeSolution {
    let limits = ConeLimits { tolerance: TOLERANCE, iterations: 5000, warm: start.is_some() };
    let mut solution = ConeSolution::default();
    solution.r = start.unwrap_or_default();
    let method = cone_method(name).expect("a row of the table");
    (method.new)().solve(problem, &limits, &mut solution, &mut |_| ());
    solution
}

/// Norm of the natural map for ρ = 1.
fn natural(problem: &ConeProblem, r: &[f64]) -> f64 {
    problem.judge(&problem.yardstick(), r, &mut Vec::new()).natural
}

fn within(problem: &ConeProblem, quantity: &Quantity, r: &[f64]) -> Value {
    let residual = natural(problem, r);
    if residual <= quantity.value.as_f64().unwrap_or(0.0) { quantity.value.clone() } else { json!(residual) }
}

/// What each contact does, in the words of the case: one word for one contact.
fn status(problem: &ConeProblem, quantity: &Quantity, r: &[f64]) -> Value {
    let u = problem.velocities(r);
    let open = if quantity.value.is_array() { "open" } else { "separate" };
    let contacts = r.chunks(3).zip(u.chunks(3));
    let words: Vec<&str> = contacts
        .map(|(r, u)| match () {
            () if r[0] <= NONE => open,
            () if tangential(u) <= NONE => "stick",
            () => "slip",
        })
        .collect();
    if quantity.value.is_array() { json!(words) } else { json!(words[0]) }
}

/// The listed solutions beside the first: they obey the law, do what is said of them, and are among those found.
fn other_solution(case: &Case, problem: &ConeProblem, quantity: &Quantity) -> Answer {
    let Some((name, number)) = quantity.name.split_once("_solution_") else { return Answer::Unknown };
    let Some(listed) = forces(case, &format!("r_solution_{number}")) else { return Answer::Unknown };
    let found = solutions(problem).into_iter().find(|r| distance(r, &listed) <= NONE);
    match (name, found) {
        ("r", Some(r)) => Answer::one(json!(r)),
        ("status", Some(r)) => Answer::one(status(problem, quantity, &r)),
        _ => Answer::Unknown,
    }
}

/// All that Newton's method finds from many forces about the size of the problem's.
fn solutions(problem: &ConeProblem) -> Vec<Vec<f64>> {
    let mut random = Pcg64::seed_from_u64(1);
    let mut uniform = || f64::from(random.next_u32()) / 2f64.powi(31) - 1.0;
    let largest = |numbers: &[f64]| numbers.iter().fold(0.0, |most, x| f64::max(most, x.abs()));
    let scale = 4.0 * largest(&problem.q) / largest(&problem.blocks);
    let mut all: Vec<Vec<f64>> = Vec::new();
    for k in 0..STARTS {
        let size = scale * k as f64 / STARTS as f64;
        let start = problem.q.iter().map(|_| size * uniform()).collect();
        let found = solve(problem, "alart-curnier", Some(start)).r;
        if natural(problem, &found) <= 1e-11 && all.iter().all(|r| distance(r, &found) > NONE) {
            all.push(found);
        }
    }
    all
}

fn distance(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
}
