//! The fields of an address: a table with one row for each, by which they are read, written and set.
use super::number::{parse, shortest};
use super::warning::{Expected, Warning};

/// One field: its name, and what it says of a link `L`.
pub(super) struct Field<L: 'static> {
    /// Name in the address.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind<L>,
}

/// What a field takes, how it is read off a link, and how it is put into one.
pub(super) enum Kind<L: 'static> {
    /// A number from the first to the second.
    Number(f64, f64, fn(&L) -> Option<f64>, fn(&mut L, f64)),
    /// A whole number from the first to the second.
    Whole(u64, u64, fn(&L) -> Option<u64>, fn(&mut L, u64)),
    /// One of some words, by number.
    Word(fn(&L) -> &'static [&'static str], fn(&L) -> Option<usize>, fn(&mut L, usize)),
    /// What has a form of its own; nothing comes back if it cannot be taken.
    Text(Expected, fn(&L) -> Option<String>, fn(&mut L, &str) -> Option<()>),
}

impl<L> Field<L> {
    /// Its text for this link, if it says anything.
    pub fn text(&self, link: &L) -> Option<String> {
        match self.kind {
            Kind::Number(_, _, get, _) => get(link).map(shortest),
            Kind::Whole(_, _, get, _) => get(link).map(|x| x.to_string()),
            Kind::Word(words, get, _) => get(link).and_then(|k| words(link).get(k).map(|word| word.to_string())),
            Kind::Text(_, get, _) => get(link),
        }
    }

    /// Puts a text into a link, which stays as it was if the field cannot take it.
    pub fn set(&self, link: &mut L, text: &str) -> Option<()> {
        match self.kind {
            Kind::Number(low, high, _, set) => set(link, parse(text).filter(|x| (low..=high).contains(x))?),
            Kind::Whole(low, high, _, set) => set(link, text.parse().ok().filter(|x| (low..=high).contains(x))?),
            Kind::Word(words, _, set) => set(link, words(link).iter().position(|word| *word == text)?),
            Kind::Text(_, _, set) => set(link, text)?,
        }
        Some(())
    }

    /// The warning about a text that it cannot take.
    pub fn warning(&self, link: &L, text: &str) -> Warning {
        let expected = match self.kind {
            Kind::Number(low, high, ..) => Expected::Number(low, high),
            Kind::Whole(low, high, ..) => Expected::Whole(low, high),
            Kind::Word(words, ..) => Expected::OneOf(words(link)),
            Kind::Text(ref expected, ..) => expected.clone(),
        };
        Warning::new(self.name, expected, text)
    }
}

/// A row for a number.
pub(super) const fn number<L>(
    name: &'static str,
    low: f64,
    high: f64,
    get: fn(&L) -> Option<f64>,
    set: fn(&mut L, f64),
) -> Field<L> {
    Field { name, kind: Kind::Number(low, high, get, set) }
}

/// A row for a whole number.
pub(super) const fn whole<L>(
    name: &'static str,
    low: u64,
    high: u64,
    get: fn(&L) -> Option<u64>,
    set: fn(&mut L, u64),
) -> Field<L> {
    Field { name, kind: Kind::Whole(low, high, get, set) }
}

/// A row for one of some words.
pub(super) const fn word<L>(
    name: &'static str,
    words: fn(&L) -> &'static [&'static str],
    get: fn(&L) -> Option<usize>,
    set: fn(&mut L, usize),
) -> Field<L> {
    Field { name, kind: Kind::Word(words, get, set) }
}

/// A row for a text with a form of its own.
pub(super) const fn text<L>(
    name: &'static str,
    expected: Expected,
    get: fn(&L) -> Option<String>,
    set: fn(&mut L, &str) -> Option<()>,
) -> Field<L> {
    Field { name, kind: Kind::Text(expected, get, set) }
}

/// Where a value stands in a list.
pub(super) fn place<T: PartialEq>(all: &[T], one: &T) -> Option<usize> {
    all.iter().position(|other| other == one)
}

/// The names of the rows of a table.
macro_rules! names {
    ($table:expr) => {{
        let mut names = [""; $table.len()];
        let mut k = 0;
        while k < names.len() {
            names[k] = $table[k].name;
            k += 1;
        }
        names
    }};
}
pub(super) use names;
