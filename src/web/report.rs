//! What the stage has to say, as JSON for the page, which puts it into the reader's language.
use super::settings::{Kind, SETTINGS, Setting};
use super::stage::Stage;
use crate::complementarity::redundancy::rank;
use crate::planar::scenes::{SCENES, Scene};
use crate::planar::world::Notice;
use crate::session::warning::{Expected, Warning};
use serde_json::{Value, json};

/// A value that was not taken: its field, the kind of value expected with words or bounds, and what was found.
pub fn warning(warning: &Warning) -> Value {
    let (kind, bounds) = match &warning.expected {
        Expected::OneOf(words) => ("one-of", json!(words)),
        Expected::SomeOf(words) => ("some-of", json!(words)),
        Expected::Number(low, high) => ("number", json!([low, high])),
        Expected::Whole(low, high) => ("whole", json!([low, high])),
        Expected::Field(names) => ("field", json!(names)),
        Expected::Once => ("once", json!([])),
        Expected::State => ("state", json!([])),
        Expected::StateOfScene(bodies) => ("state-of-scene", json!([bodies])),
    };
    json!({ "field": warning.field, "kind": kind, "bounds": bounds, "found": warning.found })
}

/// The table of settings with their values.
pub fn settings(stage: &Stage) -> Value {
    let row = |setting: &Setting| {
        let mut row = json!({ "name": setting.name, "unit": setting.unit, "value": stage.value(setting.name) });
        match &setting.kind {
            Kind::Number { low, high, step } => row["range"] = json!([low, high, step]),
            Kind::Choice(words) => row["words"] = json!(words()),
            Kind::Switch => {}
        }
        row
    };
    Value::Array(SETTINGS.iter().map(row).collect())
}

/// Names, titles and descriptions of the scenes.
pub fn scenes() -> Value {
    let row = |scene: &Scene| json!({ "name": scene.name, "title": scene.title, "about": scene.about });
    Value::Array(SCENES.iter().map(row).collect())
}

/// What stands beside the equation: how large it is and how well it is solved.
pub fn summary(stage: &mut Stage) -> Value {
    let bodies = stage.world.bodies.iter().filter(|body| !body.is_fixed()).count();
    let instant = stage.instant();
    let solution = &instant.solution;
    json!({
        "contacts": instant.contacts.len(),
        "rank": rank(&instant.lcp.a),
        "bodies": bodies,
        "residual": solution.residual,
        "status": solution.status.name(),
        "pivots": solution.steps,
    })
}

/// What happened in some steps: a key among the page's words, and a number for it.
pub fn notices(notices: &[Notice]) -> Value {
    let tell = |notice: &Notice| match notice {
        Notice::Overlap(depth) => json!(["overlap", depth]),
        Notice::NoSolution(violation) => json!(["no-solution", violation]),
        Notice::Crowded => json!(["crowded", 0]),
    };
    Value::Array(notices.iter().map(tell).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_can_be_made_from_the_settings() {
        let stage = Stage::open("?g=9.81", "").0;
        let rows = settings(&stage);
        let row = |name: &str| rows.as_array().unwrap().iter().find(|row| row["name"] == name).unwrap().clone();
        assert_eq!(row("g"), json!({ "name": "g", "unit": "m/s²", "value": "9.81", "range": [0.0, 20.0, 0.1] }));
        assert_eq!(row("keys")["words"], json!(["on", "off"]));
        assert_eq!(row("ids"), json!({ "name": "ids", "unit": "", "value": "0" }));
    }

    #[test]
    fn a_warning_says_what_was_expected() {
        let warnings = Stage::open("?e=2&scne=x", "").1;
        let told: Vec<Value> = warnings.iter().map(warning).collect();
        assert_eq!(told[0], json!({ "field": "e", "kind": "number", "bounds": [0.0, 1.0], "found": "2" }));
        assert_eq!((&told[1]["field"], &told[1]["kind"]), (&json!("scne"), &json!("field")));
    }

    #[test]
    fn every_notice_has_a_key_and_a_finite_number() {
        let told = notices(&[Notice::Overlap(0.1), Notice::NoSolution(2.0), Notice::Crowded]);
        assert!(told.as_array().unwrap().iter().all(|n| n[0].is_string() && n[1].is_number()));
    }
}
