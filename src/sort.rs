//! Sorting in few bytes: the sort of the standard library is laid out anew for every kind of numbers, 10 KB each of what a
//! visitor loads.
use std::collections::BinaryHeap;

/// Sorts a list by a heap, in its own storage; of what is equal, any comes first.
pub(crate) fn sort<T: Ord>(list: &mut Vec<T>) {
    *list = BinaryHeap::from(std::mem::take(list)).into_sorted_vec();
}
