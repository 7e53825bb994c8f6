//! Cases as the files give them.
use super::run::Run;
use contact_forces::session::scene_file::{PlanarScene, SceneFile};
use serde_json::Value;
use std::cell::OnceCell;
use std::path::PathBuf;

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

/// All cases of all files of the directory, or a line that says why there are none.
pub fn all() -> Result<Vec<Case>, String> {
    let named = std::env::var_os("CONTACT_FORCES_ORACLES").map(PathBuf::from);
    let directory = named.unwrap_or_else(|| "../shared/oracles".into());
    let Ok(entries) = std::fs::read_dir(&directory) else {
        return Err(format!("no oracles at {}: nothing is compared", directory.display()));
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    let mut cases = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let value: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let with_scene = |case: &&Value| case.get("scene").is_some();
        cases.extend(value["cases"].as_array().into_iter().flatten().filter(with_scene).map(Case::of));
    }
    Ok(cases)
}
