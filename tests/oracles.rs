//! Every case of the oracle files against the engine, quantity by quantity.
//!
//! `CONTACT_FORCES_ORACLES` names the directory (`../shared/oracles` if unset); every file of their format there is
//! judged. The harness knows kinds of quantities by the patterns of their names, not files or cases. What it does not
//! know is a failure. What cannot be compared by its own note is counted, and so are spatial cases of a kind that no
//! judge takes yet.
#[path = "oracles/bolt.rs"]
mod bolt;
#[path = "oracles/case.rs"]
mod case;
#[path = "oracles/closest.rs"]
mod closest;
#[path = "oracles/coulomb.rs"]
mod coulomb;
#[path = "oracles/distance_steps.rs"]
mod distance_steps;
#[path = "oracles/events.rs"]
mod events;
#[path = "oracles/extremal.rs"]
mod extremal;
#[path = "oracles/formula.rs"]
mod formula;
#[path = "oracles/free_rotation.rs"]
mod free_rotation;
#[path = "oracles/friction.rs"]
mod friction;
#[path = "oracles/friction_problems.rs"]
mod friction_problems;
#[path = "oracles/impact.rs"]
mod impact;
#[path = "oracles/instant.rs"]
mod instant;
#[path = "oracles/lcp.rs"]
mod lcp;
#[path = "oracles/least_norm.rs"]
mod least_norm;
#[path = "oracles/masonry.rs"]
mod masonry;
#[path = "oracles/moreau_impact.rs"]
mod moreau_impact;
#[path = "oracles/motion.rs"]
mod motion;
#[path = "oracles/pressure.rs"]
mod pressure;
#[path = "oracles/rolling.rs"]
mod rolling;
#[path = "oracles/rows.rs"]
mod rows;
#[path = "oracles/run.rs"]
mod run;
#[path = "oracles/smooth.rs"]
mod smooth;
#[path = "oracles/spatial_world.rs"]
mod spatial_world;
#[path = "oracles/time_of_impact.rs"]
mod time_of_impact;
#[path = "oracles/verdict.rs"]
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
    let cases = match case::all() {
        Ok(cases) => cases,
        Err(missing) => return say(&missing),
    };
    let (taken, other): (Vec<Case>, Vec<Case>) = cases.into_iter().partition(|case| !judges(case).is_empty());
    let (mut failures, mut left) = (Vec::new(), 0);
    for case in &taken {
        let verdicts: Vec<Verdict> = case.quantities.iter().map(|quantity| judge(case, quantity)).collect();
        left += verdicts.iter().filter(|verdict| verdict.is_left_out()).count();
        if let Some(worst) = verdict::worst(&verdicts) {
            say(&format!("{:<30} {worst}", case.id));
        }
        failures.extend(verdicts.iter().filter(|v| v.fails()).map(|v| format!("{} {v}", case.id)));
    }
    let planar = taken.iter().filter(|case| case.mode == "planar").count();
    let spatial = taken.len() - planar;
    say(&format!("{planar} planar and {spatial} spatial cases; {left} quantities not compared, by their own note"));
    say(&format!("{} cases of the spatial mode, which is not built yet", other.len()));
    assert!(planar > 0, "the directory of oracles holds no planar case");
    assert!(failures.is_empty(), "{} quantities fail:\n{}", failures.len(), failures.join("\n"));
}

/// Where nothing hits, two halvings of the step divide the error by 4 to the integrator's order, contacts or not.
/// Measured: 0.5 to 2 times that.
#[test]
fn errors_shrink_at_the_order_of_the_integrator() {
    /// Errors under this are rounding.
    const ROUNDING: f64 = 1e-11;
    let Ok(cases) = case::all() else { return };
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
    assert!(judge(&case, &quantity("entropy", one)).fails());
}
