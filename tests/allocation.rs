//! In the long run the planar solver allocates nothing: the page must not stutter.
mod support;

use contact_forces::complementarity::{Limits, Solution, method};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use support::{Contacts, Load};

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: hands every request to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Once it has seen problems of a size, `dantzig` solves others of that size, cold and warm, without allocating.
#[test]
fn dantzig_keeps_its_storage() {
    let shape =
        |seed| Contacts { seed, count: 30, bodies: 8, decades: 1.0, repeated: 4, bilateral: 5, load: Load::Solvable };
    let problems: Vec<_> = (0..20).map(|seed| shape(seed).problem()).collect();
    let mut solver = (method("dantzig").expect("the first of the table").new)();
    let mut solution = Solution::default();
    let mut all = |warm: bool| {
        let before = COUNT.with(Cell::get);
        for lcp in &problems {
            solver.solve(lcp, &Limits { warm, ..Limits::default() }, &mut solution, &mut |_| ());
        }
        COUNT.with(Cell::get) - before
    };
    assert!(all(false) > 0, "the counter counts");
    all(true);
    let (cold, warm) = (all(false), all(true));
    assert_eq!((cold, warm), (0, 0), "allocations while solving 20 problems anew, cold and warm");
}
