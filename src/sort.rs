//! Sorting in few bytes: the sort of the standard library is laid out anew for every kind of numbers, 10 KB each of what a
//! visitor loads.
use std::collections::BinaryHeap;

/// The numbers 0, 1, 2 in an order: one goes behind another that it is `after`; else they stay.
#[cfg(feature = "spatial")]
pub(crate) fn three(after: impl Fn(usize, usize) -> bool) -> [usize; 3] {
    let mut order = [0, 1, 2];
    for k in [0, 1, 0] {
        if after(order[k], order[k + 1]) {
            order.swap(k, k + 1);
        }
    }
    order
}

/// Sorts a list by a heap, in its own storage; of what is equal, any comes first.
pub(crate) fn sort<T: Ord>(list: &mut Vec<T>) {
    *list = BinaryHeap::from(std::mem::take(list)).into_sorted_vec();
}
