//! The reader of problem files takes any bytes and never panics; what it takes is sound.
use contact_forces::complementarity::{Limits, METHODS, Solution};
use contact_forces::session::problem_file::{Problem, read};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// One small file of each kind.
const FILES: [&str; 3] = [
    r#"{"kind":"lcp","n":2,"M":[[2,1],[1,2]],"q":[-5,-6.5e0]}"#,
    r#"{"A":[[3.4,-1.4],[-1.4,3.4]],"b":[-3,-3],"joint":[false,true]}"#,
    r#"{"kind":"friction2d","contacts":2,"dim":2,"row_ptr":[0,1,3],"col_idx":[0,0,1],
        "blocks":[1,0,0,1,0.5,0,0,0.5,1,0,0,1],"q":[-1,0,-2,0.5],"mu":[0.5,0]}"#,
];

/// Replaces, removes, repeats or inserts pieces of a file.
fn mutate(text: &str, changes: &[(u8, usize, u8)]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for &(what, place, byte) in changes {
        let place = place % (bytes.len() + 1);
        let end = bytes.len().min(place + byte as usize % 8);
        match what % 4 {
            0 if place < bytes.len() => bytes[place] = byte,
            1 => drop(bytes.drain(place..end)),
            2 => bytes.extend_from_within(place..end),
            _ => bytes.insert(place, b"0123456789-+.eE[]{},:\"tfn "[byte as usize % 26]),
        }
    }
    bytes
}

/// What was read can be solved without a panic, and its parts fit together.
fn use_problem(problem: &Problem) {
    let lcp = match problem {
        Problem::Lcp(lcp) | Problem::Contacts(lcp) => lcp.clone(),
        Problem::Friction(cone) => {
            let r = vec![0.0; cone.q.len()];
            assert_eq!(cone.velocities(&r), cone.q);
            let sparse = cone.frictionless();
            METHODS
                .iter()
                .for_each(|method| assert_eq!(sparse.solve(method, &Limits::default()).f.len(), sparse.b.len()));
            return;
        }
    };
    for method in METHODS {
        let mut solution = Solution::default();
        (method.new)().solve(&lcp, &Limits::default(), &mut solution, &mut |_| ());
        assert!(solution.f.iter().chain(&solution.a).all(|x| x.is_finite()), "{}: {lcp:?}", method.name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_are_survived(
        file in 0..FILES.len(),
        changes in proptest::collection::vec((any::<u8>(), any::<usize>(), any::<u8>()), 0..6),
    ) {
        match read(&mutate(FILES[file], &changes)) {
            Ok(problem) => use_problem(&problem),
            Err(error) => prop_assert!(error.to_string().contains("expected"), "{error}"),
        }
    }

    #[test]
    fn any_bytes_are_survived(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(problem) = read(&bytes) { use_problem(&problem) }
    }
}

/// The files themselves are taken.
#[test]
fn sound_files_are_taken() {
    FILES.iter().for_each(|file| use_problem(&read(file.as_bytes()).unwrap_or_else(|error| panic!("{file}: {error}"))));
}
