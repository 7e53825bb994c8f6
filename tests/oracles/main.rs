//! Every case of the oracle files against the engine, quantity by quantity.
//!
//! They are in `tests/data/oracles`; `CONTACT_FORCES_ORACLES` names further folders, and every file of their format there
//! is judged as well. The harness knows kinds of quantities by the patterns of their names, not files or cases. What it
//! does not know, a quantity or a whole case, is a failure. What cannot be compared by its own note is counted.
mod bolt;
mod case;
mod closest;
mod coulomb;
mod distance_steps;
mod events;
mod extremal;
mod formula;
mod free_rotation;
mod friction;
mod friction_problems;
mod impact;
mod instant;
mod lcp;
mod least_norm;
mod masonry;
mod moreau_impact;
mod motion;
mod pressure;
mod rolling;
mod rows;
mod run;
mod smooth;
mod spatial_world;
#[path = "../support/mod.rs"]
mod support;
mod time_of_impact;
mod verdict;

use case::{Case, Quantity};
use contact_forces::planar::integrate::Integrator;
use std::io::Write;
use verdict::{Answer, Verdict};

/// Who answers for a kind of quantities; asked in this order.
type Judge = fn(&Case, &Quantity) -> Answer;

const PLANAR: &[Judge] = &[lcp::answer, friction::answer, impact::answer, instant::answer, motion::answer];

/// Whether a judge answers for a case, by what its scene holds.
type Takes = fn(&Case) -> bool;

/// Each judge answers for all quantities of the spatial cases that it takes.
const SPATIAL: &[(Takes, Judge)] = &[
    (closest::takes, closest::answer),
    (time_of_impact::takes, time_of_impact::answer),
    (distance_steps::takes, distance_steps::answer),
    (free_rotation::takes, free_rotation::answer),
    (bolt::takes, bolt::answer),
    (extremal::takes, extremal::answer),
    (rolling::takes, rolling::answer),
    (pressure::takes, pressure::answer),
    (coulomb::takes, coulomb::answer),
    (masonry::takes, masonry::answer),
    (moreau_impact::takes, moreau_impact::answer),
    (friction_problems::takes, friction_problems::answer),
];

/// Who is asked about a case, in this order.
fn judges(case: &Case) -> Vec<Judge> {
    match case.mode.as_str() {
        "planar" => PLANAR.to_vec(),
        _ => SPATIAL.iter().filter(|(takes, _)| takes(case)).map(|(_, judge)| *judge).collect(),
    }
}

fn judge(case: &Case, quantity: &Quantity) -> Verdict {
    let judges = judges(case);
    let answers = judges.iter().map(|judge| judge(case, quantity));
    let answer = answers.into_iter().find(|answer| !matches!(answer, Answer::Unknown)).unwrap_or(Answer::Unknown);
    Verdict::of(quantity, answer)
}

/// Prints past the capture of the test harness: these lines are the result.
fn say(line: &str) {
    writeln!(std::io::stdout(), "{line}").expect("standard output takes lines");
}

#[test]
fn every_case_is_met() {
    let cases = case::all();
    let (mut failures, mut left) = (Vec::new(), 0);
    for case in &cases {
        assert!(!case.quantities.is_empty(), "{}: nothing to compare", case.id);
        let verdicts: Vec<Verdict> = case.quantities.iter().map(|quantity| judge(case, quantity)).collect();
        left += verdicts.iter().filter(|verdict| verdict.is_left_out()).count();
        if let Some(worst) = verdict::worst(&verdicts) {
            say(&format!("{:<30} {worst}", case.id));
        }
        failures.extend(verdicts.iter().filter(|v| v.fails()).map(|v| format!("{} {v}", case.id)));
    }
    let planar = cases.iter().filter(|case| case.mode == "planar").count();
    let spatial = cases.len() - planar;
    say(&format!("{planar} planar and {spatial} spatial cases; {left} quantities not compared, by their own note"));
    assert!(failures.is_empty(), "{} quantities fail:\n{}", failures.len(), failures.join("\n"));
}

/// Where nothing hits, two halvings of the step divide the error by 4 to the integrator's order, contacts or not.
/// Measured: 0.5 to 2 times that.
#[test]
fn errors_shrink_at_the_order_of_the_integrator() {
    /// Errors under this are rounding.
    const ROUNDING: f64 = 1e-11;
    let cases = case::all();
    let mut compared = 0;
    for case in cases.iter().filter(|case| case.mode == "planar" && case.duration <= 10.0) {
        for quantity in &case.quantities {
            for integrator in [Integrator::Euler, Integrator::ModifiedEuler, Integrator::RungeKutta4] {
                let Some([coarse, _, fine]) = motion::errors(case, quantity, integrator) else { continue };
                let (id, name, method) = (&case.id, &quantity.name, integrator.name());
                let expected = 4f64.powf(integrator.tableau().order.into());
                let line = format!("{id} {name}: {method}, error {coarse:.1e} fell to {fine:.1e} by two halvings");
                assert!(fine <= ROUNDING || coarse / fine >= 0.4 * expected, "{line}");
                compared += 1;
            }
        }
    }
    say(&format!("{compared} errors of smooth motion shrink at the order of the integrator"));
}

/// The harness itself: what it does not know, what is off and what is not a number all fail.
#[test]
fn nothing_passes_unjudged() {
    let quantity = |name: &str, value: serde_json::Value| Quantity {
        name: name.into(),
        value,
        tolerance: 1e-9,
        relative: false,
        note: String::new(),
    };
    let one = serde_json::json!([1.0, 2.0]);
    let verdict = |answer| Verdict::of(&quantity("accel", one.clone()), answer);
    assert!(verdict(Answer::Unknown).fails());
    assert!(verdict(Answer::Computed(Vec::new())).fails());
    assert!(verdict(Answer::one(serde_json::json!([1.0]))).fails());
    assert!(verdict(Answer::one(serde_json::json!([1.0, f64::NAN]))).fails());
    assert!(verdict(Answer::one(serde_json::json!([1.0, 2.0 + 2e-9]))).fails());
    assert!(!verdict(Answer::one(serde_json::json!([1.0, 2.0 + 5e-10]))).fails());
    let case = case::Case::of(&serde_json::json!({"id": "x", "mode": "planar", "scene": {"A": [[1]], "b": [1]}}));
    assert!(judge(&case, &quantity("entropy", one.clone())).fails());
    let case = case::Case::of(&serde_json::json!({"id": "y", "mode": "spatial", "kind": "weather", "scene": {}}));
    assert!(judge(&case, &quantity("accel", one)).fails());
}

/// A function without brackets is taken of all that follows without a sign.
#[test]
fn formulas_are_read_as_written() {
    let names = serde_json::json!({ "w": 0.5, "nu": 3.0 });
    let expected = [
        ("cos 2t", libm::cos(1.4)),
        ("0.5 cos t", 0.5 * libm::cos(0.7)),
        ("w sin(nu t)", 0.5 * libm::sin(2.1)),
        ("-0.4 + 0.3 sin t", -0.4 + 0.3 * libm::sin(0.7)),
        ("sin t cos 2 t", libm::sin(0.7) * libm::cos(1.4)),
        ("sin(t) t", libm::sin(0.7) * 0.7),
    ];
    for (text, value) in expected {
        let found = formula::evaluate(text, &names, 0.7).unwrap_or_else(|| panic!("{text}"));
        assert!((found - value).abs() < 1e-15, "{text}: {found}, expected {value}");
    }
    assert_eq!(formula::evaluate("cos", &names, 0.7), None);
    assert_eq!(formula::evaluate("2 x", &names, 0.7), None);
}
