//! The fields of an address: a table with one row for each, by which they are read, written and set.
use super::link::Link;
use super::number::{parse, shortest, whole};
use super::warning::{Expected, Warning};

/// One field: its name, and what it says of a link.
pub(super) struct Field {
    /// Name in the address.
    pub name: &'static str,
    /// What it takes.
    pub kind: Kind,
}

/// What a field takes, how it is read off a link, and how it is put into one.
pub(super) enum Kind {
    /// A number from the first to the second.
    Number(f64, f64, fn(&Link) -> Option<f64>, fn(&mut Link, f64)),
    /// A whole number from the first to the second.
    Whole(u64, u64, fn(&Link) -> Option<u64>, fn(&mut Link, u64)),
    /// One of some words, by number.
    Word(fn(&Link) -> &'static [&'static str], fn(&Link) -> Option<usize>, fn(&mut Link, usize)),
    /// What has a form of its own; nothing comes back if it cannot be taken.
    Text(Expected, fn(&Link) -> Option<String>, fn(&mut Link, &str) -> Option<()>),
}

impl Field {
    /// Its text for this link, if it says anything.
    pub fn text(&self, link: &Link) -> Option<String> {
        match self.kind {
            Kind::Number(_, _, get, _) => get(link).map(shortest),
            Kind::Whole(_, _, get, _) => get(link).map(whole),
            Kind::Word(words, get, _) => get(link).and_then(|k| words(link).get(k).map(|word| word.to_string())),
            Kind::Text(_, get, _) => get(link),
        }
    }

    /// Puts a text into a link, which stays as it was if the field cannot take it.
    pub fn set(&self, link: &mut Link, text: &str) -> Option<()> {
        match self.kind {
            Kind::Number(low, high, _, set) => set(link, parse(text).filter(|x| (low..=high).contains(x))?),
            Kind::Whole(low, high, _, set) => set(link, text.parse().ok().filter(|x| (low..=high).contains(x))?),
            Kind::Word(words, _, set) => set(link, words(link).iter().position(|word| *word == text)?),
            Kind::Text(_, _, set) => set(link, text)?,
        }
        Some(())
    }

    /// The warning about a text that it cannot take.
    pub fn warning(&self, link: &Link, text: &str) -> Warning {
        let expected = match self.kind {
            Kind::Number(low, high, ..) => Expected::Number(low, high),
            Kind::Whole(low, high, ..) => Expected::Whole(low, high),
            Kind::Word(words, ..) => Expected::OneOf(words(link)),
            Kind::Text(expected, ..) => expected,
        };
        Warning::new(self.name, expected, text)
    }
}
