//! Cases as the files give them.
use super::run::Run;
use super::support::data::{data_folders, json_files, value};
use contact_forces::session::scene_file::{PlanarScene, SceneFile};
use serde_json::Value;
use std::cell::OnceCell;

/// One case of a file.
pub struct Case {
    pub id: String,
    pub mode: String,
    pub kind: String,
    /// The whole case.
    pub value: Value,
    pub quantities: Vec<Quantity>,
    /// The planar scene, if the case is one.
    pub scene: Option<PlanarScene>,
    /// s.
    pub duration: f64,
    /// Runs through time, once they are made.
    pub runs: OnceCell<[Run; 2]>,
}

/// One expected value.
#[derive(Clone, Debug)]
pub struct Quantity {
    pub name: String,
    pub value: Value,
    pub tolerance: f64,
    pub relative: bool,
    pub note: String,
}

impl Quantity {
    fn of(value: &Value) -> Self {
        let text = |key: &str| value[key].as_str().unwrap_or_default().to_string();
        Self {
            name: text("name"),
            value: value["value"].clone(),
            tolerance: value["tol"].as_f64().expect("every quantity has a tolerance"),
            relative: value["tol_kind"] == "relative",
            note: text("note"),
        }
    }

    /// The part of the name before `: `, and the rest.
    pub fn prefix(&self) -> (Option<&str>, &str) {
        match self.name.split_once(": ") {
            Some((prefix, rest)) => (Some(prefix), rest),
            None => (None, &self.name),
        }
    }
}

impl Case {
    /// Reads a case, and its scene if it has bodies in the plane.
    pub fn of(value: &Value) -> Self {
        let text = |key: &str| value[key].as_str().unwrap_or_default().to_string();
        let (id, mode, kind) = (text("id"), text("mode"), text("kind"));
        let has_bodies = mode == "planar" && value["scene"].get("bodies").is_some();
        let scene = has_bodies.then(|| {
            let wrapped = serde_json::json!({ "cases": [value] });
            let file = SceneFile::from_value(&wrapped, None).unwrap_or_else(|error| panic!("{id}: {error}"));
            file.planar().expect("its mode is planar")
        });
        let quantities = value["quantities"].as_array().into_iter().flatten().map(Quantity::of).collect();
        let duration = value["duration"].as_f64().unwrap_or(0.0);
        Self { id, mode, kind, value: value.clone(), quantities, scene, duration, runs: OnceCell::new() }
    }
}

/// All cases of all files: of `tests/data/oracles`, and of the folders of `CONTACT_FORCES_ORACLES`. An index of other
/// files has no scenes.
pub fn all() -> Vec<Case> {
    let mut cases = Vec::new();
    for folder in data_folders("CONTACT_FORCES_ORACLES", "oracles") {
        for (name, path) in json_files(&folder).into_iter().filter(|(name, _)| name != "index") {
            let value = value(&path);
            let found = value["cases"].as_array().unwrap_or_else(|| panic!("{name}: no list of cases"));
            assert!(!found.is_empty(), "{name}: no cases");
            cases.extend(found.iter().map(Case::of));
        }
    }
    cases
}
