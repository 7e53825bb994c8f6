//! Sorting what has no order of its own, in few bytes.

/// Sorts a list by a heap, in its place, by what comes before what; of what is equal, any comes first.
pub fn by_heap<T>(list: &mut [T], is_before: &dyn Fn(&T, &T) -> bool) {
    let sink = |heap: &mut [T], mut at: usize| {
        while 2 * at + 1 < heap.len() {
            let [left, right] = [2 * at + 1, 2 * at + 2];
            let last = if right < heap.len() && is_before(&heap[left], &heap[right]) { right } else { left };
            if !is_before(&heap[at], &heap[last]) {
                return;
            }
            heap.swap(at, last);
            at = last;
        }
    };
    (0..list.len() / 2).rev().for_each(|at| sink(list, at));
    for end in (1..list.len()).rev() {
        list.swap(0, end);
        sink(&mut list[..end], 0);
    }
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
