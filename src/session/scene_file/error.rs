//! Why a scene file is not taken.
use crate::session::warning::{Expected, shortened};
use serde_json::Value;
use std::fmt;

/// One fault of a file: where, what should be there, and what is.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneError {
    /// Path of the field, such as `scene.bodies[2].shape.vertices[1]`, or a line and a column; empty for the whole file.
    pub path: String,
    /// What would have been taken.
    pub expected: Expected,
    /// What was there, shortened if long.
    pub found: String,
}

impl SceneError {
    /// A fault at a path.
    pub fn new(path: impl Into<String>, expected: impl Into<Expected>, found: impl Into<String>) -> Self {
        Self { path: path.into(), expected: expected.into(), found: found.into() }
    }
}

/// What a message says was expected and found; `others` where it does not say what was found.
pub(super) fn halves<'a>(message: &'a str, others: &'a str) -> [&'a str; 2] {
    let halves =
        message.rsplit_once(',').and_then(|(expected, found)| Some((expected, found.strip_prefix(" found ")?)));
    let (expected, found) = halves.unwrap_or((message, others));
    [expected.strip_prefix("expected ").unwrap_or(expected), found]
}

impl fmt::Display for SceneError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let place = if self.path.is_empty() { "the file" } else { &self.path };
        write!(out, "{place}: expected {}, found {}", self.expected, self.found)
    }
}

impl std::error::Error for SceneError {}

/// A value in words, for a message.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("the text {:?}", shortened(text)),
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(_) => "an object".into(),
    }
}

/// The name most like another, if any is like it: at most a third of its letters to change.
pub(super) fn nearest<'a>(name: &str, names: &[&'a str]) -> Option<&'a str> {
    const LONGEST: usize = 40;
    if name.len() > LONGEST {
        return None;
    }
    let distances = names.iter().map(|known| (edit_distance(name, known), *known));
    distances.filter(|(distance, known)| 3 * distance <= known.len().max(3)).min().map(|(_, known)| known)
}

/// Letters to insert, remove or replace to get from one word to the other (Levenshtein).
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found() {
        let names = ["position", "velocity", "mass"];
        assert_eq!(nearest("velocty", &names), Some("velocity"));
        assert_eq!(nearest("mas", &names), Some("mass"));
        assert_eq!(nearest("colour", &names), None);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
    }
}
