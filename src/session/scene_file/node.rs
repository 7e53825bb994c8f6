//! A value of a JSON document that knows its path, and typed readers that name what they miss.
use super::error::{SceneError, describe, nearest};
use crate::session::warning::{Expected, shortened};
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// What a reader returns.
pub(super) type Read<T> = Result<T, SceneError>;

/// Largest size of a place, a velocity or an angle.
pub(super) const LARGEST: f64 = 1e9;
/// Bounds of a mass, a moment, a density, a stiffness: positive, and its inverse far from overflow.
pub(super) const POSITIVE: RangeInclusive<f64> = 1e-30..=1e30;

/// A value and where it stands.
#[derive(Clone)]
pub(super) struct Node<'a> {
    pub value: &'a Value,
    pub path: String,
}

impl<'a> Node<'a> {
    /// A fault of this value.
    pub fn refuse<T>(&self, expected: impl Into<Expected>) -> Read<T> {
        Err(SceneError::new(self.path.as_str(), expected, describe(self.value)))
    }

    /// A number within bounds.
    pub fn number(&self, bounds: RangeInclusive<f64>) -> Read<f64> {
        match self.value.as_f64() {
            Some(x) if bounds.contains(&x) => Ok(x),
            _ => self.refuse(Expected::Number(*bounds.start(), *bounds.end())),
        }
    }

    /// A place, a velocity or an angle.
    pub fn coordinate(&self) -> Read<f64> {
        self.number(-LARGEST..=LARGEST)
    }

    /// A whole number below a bound.
    pub fn index(&self, below: usize) -> Read<usize> {
        match self.value.as_u64().and_then(|i| usize::try_from(i).ok()) {
            Some(i) if i < below => Ok(i),
            _ => self.refuse(format!("a whole number from 0 and below {below}")),
        }
    }

    /// `true` or `false`.
    pub fn flag(&self) -> Read<bool> {
        self.value.as_bool().map_or_else(|| self.refuse("true or false"), Ok)
    }

    /// A text.
    pub fn text(&self) -> Read<&'a str> {
        self.value.as_str().map_or_else(|| self.refuse("a text"), Ok)
    }

    /// A list of at most so many values.
    pub fn list(&self, most: usize) -> Read<Vec<Node<'a>>> {
        match self.value.as_array() {
            Some(items) if items.len() <= most => {
                let item = |(i, value)| Node { value, path: format!("{}[{i}]", self.path) };
                Ok(items.iter().enumerate().map(item).collect())
            }
            _ => self.refuse(format!("a list of at most {most}")),
        }
    }

    /// A list of exactly `N` coordinates.
    pub fn vector<const N: usize>(&self) -> Read<[f64; N]> {
        let items = match self.value.as_array() {
            Some(items) if items.len() == N => self.list(N)?,
            _ => return self.refuse(format!("a list of {N} numbers")),
        };
        let mut vector = [0.0; N];
        for (x, item) in vector.iter_mut().zip(&items) {
            *x = item.coordinate()?;
        }
        Ok(vector)
    }

    /// What a word of a table stands for.
    pub fn word<T>(&self, names: &[&str], find: impl Fn(&str) -> Option<T>) -> Read<T> {
        match self.value.as_str().and_then(find) {
            Some(value) => Ok(value),
            None => self.refuse(format!("one of {}", names.join(", "))),
        }
    }

    /// An object with no other fields than these; notes (`note`, `…_note`) may stand anywhere.
    pub fn object(&self, known: &[&str]) -> Read<Fields<'a>> {
        let fields = self.loose_object()?;
        let unknown = |name: &str| !known.contains(&name) && name != "note" && !name.ends_with("_note");
        match fields.map.keys().find(|name| unknown(name)) {
            Some(name) => Err(fields.unknown(name, known)),
            None => Ok(fields),
        }
    }

    /// An object whose other fields are comments, as long as their names are not slips of these.
    pub fn commented_object(&self, known: &[&str]) -> Read<Fields<'a>> {
        let fields = self.loose_object()?;
        let slip = |name: &str| !known.contains(&name) && nearest(name, known).is_some();
        match fields.map.keys().find(|name| slip(name)) {
            Some(name) => Err(fields.unknown(name, known)),
            None => Ok(fields),
        }
    }

    /// An object with any fields.
    pub fn loose_object(&self) -> Read<Fields<'a>> {
        match self.value.as_object() {
            Some(map) => Ok(Fields { map, path: self.path.clone() }),
            None => self.refuse("an object"),
        }
    }
}

/// The fields of an object.
pub(super) struct Fields<'a> {
    pub map: &'a Map<String, Value>,
    path: String,
}

impl<'a> Fields<'a> {
    fn join(&self, name: &str) -> String {
        if self.path.is_empty() { name.into() } else { format!("{}.{name}", self.path) }
    }

    fn unknown(&self, name: &str, known: &[&str]) -> SceneError {
        let expected = match nearest(name, known) {
            Some(near) => Expected::Missing(near.into()),
            None => format!("only the fields {}", known.join(", ")).into(),
        };
        SceneError::new(self.join(&shortened(name)), expected, "an unknown field")
    }

    /// A field that may be missing; `null` counts as missing.
    pub fn get(&self, name: &str) -> Option<Node<'a>> {
        let value = self.map.get(name).filter(|value| !value.is_null())?;
        Some(Node { value, path: self.join(name) })
    }

    /// A field that must be there.
    pub fn need(&self, name: &str) -> Read<Node<'a>> {
        self.get(name).ok_or_else(|| SceneError::new(self.path.as_str(), Expected::Missing(name.into()), "none"))
    }

    /// A field through a reader, or a default if it is missing.
    pub fn or<T>(&self, name: &str, default: T, read: impl FnOnce(Node<'a>) -> Read<T>) -> Read<T> {
        self.get(name).map_or(Ok(default), read)
    }

    /// A number within bounds, or a default.
    pub fn number(&self, name: &str, default: f64, bounds: RangeInclusive<f64>) -> Read<f64> {
        self.or(name, default, |node| node.number(bounds))
    }

    /// A vector, or zero.
    pub fn vector<const N: usize>(&self, name: &str) -> Read<[f64; N]> {
        self.or(name, [0.0; N], |node| node.vector())
    }

    /// A field through a reader, if it is there.
    pub fn optional<T>(&self, name: &str, read: impl FnOnce(Node<'a>) -> Read<T>) -> Read<Option<T>> {
        self.get(name).map(read).transpose()
    }
}
