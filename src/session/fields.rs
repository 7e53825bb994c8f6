//! The fields of an address, taken one by one; what is left over or cannot be taken becomes a warning.
use super::warning::{Expected, Warning};
use std::fmt::Write;
use std::ops::RangeInclusive;

/// Words and what they stand for.
pub(super) type Words<T> = [(&'static str, T)];

/// The fields of a query, as read.
pub(super) struct Fields {
    list: Vec<(String, String)>,
    known: Vec<&'static str>,
    warnings: Vec<Warning>,
}

impl Fields {
    /// No address of ours has more fields; the rest of a longer one is not looked at.
    const MOST: usize = 64;

    /// Splits a query, with or without its `?`.
    pub fn read(query: &str) -> Self {
        let query = query.strip_prefix('?').unwrap_or(query);
        let pairs = form_urlencoded::parse(query.as_bytes()).take(Self::MOST);
        let list = pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
        Self { list, known: Vec::new(), warnings: Vec::new() }
    }

    /// All warnings, those about fields nobody took included.
    pub fn finish(mut self) -> Vec<Warning> {
        for (name, value) in std::mem::take(&mut self.list) {
            let known = self.known.contains(&name.as_str());
            let expected = if known { Expected::Once } else { Expected::Field(self.known.clone()) };
            self.warn(&name, expected, &value);
        }
        self.warnings
    }

    /// Adds a warning.
    pub fn warn(&mut self, name: &str, expected: Expected, found: &str) {
        self.warnings.push(Warning::new(name, expected, found));
    }

    /// A value through a reader; a warning if the reader cannot take it.
    pub fn value<T>(&mut self, name: &'static str, expected: Expected, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        self.known.push(name);
        let at = self.list.iter().position(|(field, _)| field == name)?;
        let (_, text) = self.list.remove(at);
        let value = read(&text);
        if value.is_none() {
            self.warn(name, expected, &text);
        }
        value
    }

    /// A number within bounds.
    pub fn number(&mut self, name: &'static str, bounds: RangeInclusive<f64>) -> Option<f64> {
        let expected = Expected::Number(*bounds.start(), *bounds.end());
        self.value(name, expected, |text| text.parse().ok().filter(|x| bounds.contains(x)))
    }

    /// A whole number within bounds.
    pub fn whole(&mut self, name: &'static str, bounds: RangeInclusive<u64>) -> Option<u64> {
        let expected = Expected::Whole(*bounds.start(), *bounds.end());
        self.value(name, expected, |text| text.parse().ok().filter(|x| bounds.contains(x)))
    }

    /// One of some words.
    pub fn word<T: Clone>(&mut self, name: &'static str, words: &Words<T>) -> Option<T> {
        let expected = Expected::OneOf(words.iter().map(|(word, _)| *word).collect());
        let find = |text: &str| words.iter().find(|(word, _)| *word == text).map(|(_, value)| value.clone());
        self.value(name, expected, find)
    }
}

/// A query being written; an empty one stays empty.
#[derive(Default)]
pub(super) struct Query(pub String);

impl Query {
    /// Adds a field. Names and values are our own words and numbers, which need no escapes.
    pub fn put(&mut self, name: &str, value: &str) {
        let before = if self.0.is_empty() { '?' } else { '&' };
        write!(self.0, "{before}{name}={value}").expect("a String takes all text");
    }

    /// Adds a number, if there is one.
    pub fn number(&mut self, name: &str, value: Option<f64>) {
        if let Some(value) = value {
            self.put(name, &decimal(value));
        }
    }

    /// Adds a word unless it stands for the default.
    pub fn word<T: PartialEq>(&mut self, name: &str, words: &Words<T>, value: &T, default: &T) {
        if let Some((word, _)) = words.iter().find(|(_, v)| v == value && v != default) {
            self.put(name, word);
        }
    }
}

/// The shortest decimal that reads back as the same double.
pub(super) fn decimal(x: f64) -> String {
    let text = format!("{x:?}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_string)
}
