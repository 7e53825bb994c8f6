//! What a reader is told about a value that was not taken.
use super::number::shortest;
use std::fmt;

/// What a field would have taken.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Some of these words, with commas between them, or `none`.
    SomeOf(&'static [&'static str]),
    /// A number within these bounds, both included.
    Number(f64, f64),
    /// A whole number within these bounds, both included.
    Whole(u64, u64),
    /// A field of that name, for there is none such; these are there.
    Field(&'static [&'static str]),
    /// The field once only; the first one counts.
    Once,
    /// A state as a link of this version holds it.
    State,
    /// A state of a scene with this number of moving bodies and these thrusters.
    StateOfScene(usize),
    /// A field of this name, which is missing or has another.
    Missing(String),
    /// Anything else, in English words.
    Words(String),
}

impl From<&str> for Expected {
    fn from(words: &str) -> Self {
        Self::Words(words.into())
    }
}

impl From<String> for Expected {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::OneOf(words) => write!(out, "one of {}", words.join(", ")),
            Self::SomeOf(words) => write!(out, "some of {} with commas between them, or none", words.join(",")),
            Self::Number(low, high) => write!(out, "a number from {} to {}", shortest(*low), shortest(*high)),
            Self::Whole(low, high) => write!(out, "a whole number from {low} to {high}"),
            Self::Field(names) => write!(out, "a field of {}", names.join(", ")),
            Self::Once => write!(out, "the field once"),
            Self::State => write!(out, "v1. and an undamaged state"),
            Self::StateOfScene(bodies) => write!(out, "a state of this scene, which has {bodies} moving bodies"),
            Self::Missing(name) => write!(out, "the field {name:?}"),
            Self::Words(words) => out.write_str(words),
        }
    }
}

/// A value that was not taken; the default stands in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    /// Name of the field, shortened if long.
    pub field: String,
    /// What it would have taken.
    pub expected: Expected,
    /// What was there, shortened if long.
    pub found: String,
}

impl Warning {
    /// A warning about a field; long texts are cut.
    pub fn new(field: &str, expected: Expected, found: &str) -> Self {
        Self { field: shortened(field), expected, found: shortened(found) }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}: expected {}, found {:?}; the default is used", self.field, self.expected, self.found)
    }
}

/// At most 40 characters of a text, so that a message stays a message.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
