//! What every handle of the page needs: a frame's time, and the form in which words cross over.
mod fault;
pub(super) mod json;

use super::report::Row;

/// What the page needs of a frame's time, ms: the rest is the browser's.
pub(super) const FRAME_BUDGET: f64 = 12.0;

/// Names and texts of the fields of an address, which come one after the other with unit separators between them.
pub(super) fn pairs(fields: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut words = fields.split('\u{1f}');
    std::iter::from_fn(move || Some((words.next()?, words.next()?)))
}

/// Words for the page, with unit separators between them.
pub(super) fn list(words: Row) -> String {
    words.join("\u{1f}")
}

/// Rows of words for the page, with record separators between them.
pub(super) fn rows(rows: impl IntoIterator<Item = Row>) -> String {
    rows.into_iter().map(list).collect::<Vec<_>>().join("\u{1e}")
}
