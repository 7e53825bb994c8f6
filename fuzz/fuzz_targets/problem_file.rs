//! Feeds any bytes to the reader of problem files; what it takes must be solvable without a panic.
#![no_main]

use contact_forces::complementarity::{Limits, METHODS, Solution};
use contact_forces::session::problem_file::{Problem, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(problem) = read(bytes) else { return };
    for method in METHODS {
        let (f, a) = match &problem {
            Problem::Lcp(lcp) | Problem::Contacts(lcp) => {
                let mut solution = Solution::default();
                (method.new)().solve(lcp, &Limits::default(), &mut solution, &mut |_| ());
                (solution.f, solution.a)
            }
            Problem::Friction(cone) => {
                let solution = cone.frictionless().solve(method, &Limits::default());
                (solution.f, solution.a)
            }
        };
        assert!(f.iter().chain(&a).all(|x| x.is_finite()));
    }
});
