//! Sorting in few bytes: the sort of the standard library is laid out anew for every kind of numbers, 10 KB each of what a
//! visitor loads.
use std::collections::BinaryHeap;

/// Sorts a list that is short or nearly in order: each in turn goes forward past those that are `after` it. What is equal
/// stays in its order.
pub(crate) fn by_insertion<T: Copy>(list: &mut [T], after: impl Fn(T, T) -> bool) {
    for k in 1..list.len() {
        let mut place = k;
        while place > 0 && after(list[place - 1], list[place]) {
            list.swap(place - 1, place);
            place -= 1;
        }
    }
}

/// Sorts a list by a heap, in its own storage; of what is equal, any comes first.
pub(crate) fn sort<T: Ord>(list: &mut Vec<T>) {
    *list = BinaryHeap::from(std::mem::take(list)).into_sorted_vec();
}

/// Sorts a list and keeps one of each.
pub(crate) fn sort_and_dedup<T: Ord>(list: &mut Vec<T>) {
    sort(list);
    list.dedup();
}
