//! Sorting in few bytes: the sort of the standard library is laid out anew for every kind of numbers, 10 KB each of what a
//! visitor loads.

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

/// Sorts a list by a heap, in its place, by what comes before what; of what is equal, any comes first.
pub(crate) fn by_heap<T>(list: &mut [T], is_before: &dyn Fn(&T, &T) -> bool) {
    let count = list.len();
    // first each that has others under it sinks among them, the last one first, then what takes the place of the greatest
    for step in (0..count + count / 2).rev() {
        let mut at = step.saturating_sub(count);
        let heap = if step < count {
            list.swap(0, step);
            &mut list[..step]
        } else {
            &mut *list
        };
        while 2 * at + 1 < heap.len() {
            let [left, right] = [2 * at + 1, 2 * at + 2];
            let last = if right < heap.len() && is_before(&heap[left], &heap[right]) { right } else { left };
            if !is_before(&heap[at], &heap[last]) {
                break;
            }
            heap.swap(at, last);
            at = last;
        }
    }
}

/// Sorts a list; of what is equal, any comes first.
pub(crate) fn sort<T: Ord>(list: &mut [T]) {
    by_heap(list, &|x, y| x < y);
}

/// Sorts a list and keeps one of each.
pub(crate) fn sort_and_dedup<T: Ord>(list: &mut Vec<T>) {
    sort(list);
    list.dedup();
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    #[test]
    fn sorts_as_the_standard_library_does() {
        let mut random = Pcg64::seed_from_u64(3);
        for count in [0, 1, 2, 3, 10, 57, 1000] {
            let mut list: Vec<u64> = (0..count).map(|_| random.next_u64() % 100).collect();
            let mut expected = list.clone();
            by_heap(&mut list, &|x, y| x < y);
            expected.sort_unstable();
            assert_eq!(list, expected);
        }
    }
}
