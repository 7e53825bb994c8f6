//! Sorting in few bytes: a sort of the standard library has its comparison in a dozen places, and that of several numbers
//! is long. With a comparison that is called a visitor loads a fifth of it.
use std::cmp::Ordering;

/// Sorts a list; what is equal is the same.
pub(crate) fn sort<T: Ord>(list: &mut [T]) {
    list.sort_unstable_by(compare);
}

#[inline(never)]
fn compare<T: Ord>(one: &T, other: &T) -> Ordering {
    one.cmp(other)
}
