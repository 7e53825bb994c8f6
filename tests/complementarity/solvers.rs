//! Laws that every method for [`Lcp`] keeps, on random contact problems.
use crate::support::{Contacts, Load, Random, largest};
use contact_forces::complementarity::{Lcp, Limits, METHODS, Method, Order, Solution, Status, Step, method};
use contact_forces::linalg::Matrix;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// A random contact problem with masses over `10^±decades`.
fn contacts(decades: f64, loads: &'static [Load]) -> impl Strategy<Value = Contacts> {
    let shape = (any::<u64>(), 1..40usize, 1..16usize, 0..4usize, prop_oneof![Just(0), Just(4)], 0..loads.len());
    shape.prop_map(move |(seed, count, bodies, repeated, bilateral, load)| {
        let load = loads[load];
        Contacts { seed, count, bodies, decades, repeated: [0, 2, 3, 5][repeated], bilateral, load }
    })
}

fn solve(method: &Method, lcp: &Lcp, limits: &Limits) -> Solution {
    let mut solution = Solution::default();
    (method.new)().solve(lcp, limits, &mut solution, &mut |_| ());
    solution
}

/// `max_i Σ_j |A_ij f_j|`: no residual smaller than a few roundings of this can be told from zero.
fn pushed(lcp: &Lcp, f: &[f64]) -> f64 {
    let row = |i: usize| lcp.a.row(i).iter().zip(f).map(|(a, f)| (a * f).abs()).sum();
    (0..lcp.len()).map(row).fold(0.0, f64::max)
}

/// The bound that planar mode promises.
fn bound(lcp: &Lcp, solution: &Solution) -> f64 {
    1e-9 * largest(&lcp.b) + 8.0 * f64::EPSILON * pushed(lcp, &solution.f)
}

/// `a` and the residual are those of `f`, and no force pulls where it must push.
fn check_consistent(lcp: &Lcp, solution: &Solution) -> Result<(), TestCaseError> {
    let mut a = Vec::new();
    lcp.evaluate(&solution.f, &mut a);
    prop_assert_eq!(&a, &solution.a);
    prop_assert_eq!(lcp.natural_residual(&a, &solution.f), solution.residual);
    prop_assert!(solution.f.iter().chain(&a).all(|x| x.is_finite()));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// Every problem that has a solution is solved, by both methods, and they agree on the accelerations.
    #[test]
    fn solvable_problems_are_solved(shape in contacts(3.0, &[Load::Solvable, Load::Degenerate])) {
        let lcp = shape.problem();
        let found: Vec<Solution> = METHODS.iter().map(|method| solve(method, &lcp, &Limits::default())).collect();
        for (solution, method) in found.iter().zip(METHODS) {
            check_consistent(&lcp, solution)?;
            let (residual, limit) = (solution.residual, bound(&lcp, solution));
            prop_assert!(residual <= limit, "{}: residual {residual:e}, expected at most {limit:e}", method.name);
            prop_assert_eq!(solution.status, Status::Solved, "{}", method.name);
        }
        check_same_motion(&lcp, &found[0], &found[1], "dantzig and lemke")?;
    }

    /// The order of treatment changes forces at most, never accelerations.
    #[test]
    fn order_does_not_matter(shape in contacts(1.0, &[Load::Solvable, Load::Degenerate]), seed in any::<u64>()) {
        let lcp = shape.problem();
        let dantzig = method("dantzig").expect("the first of the table");
        let first = solve(dantzig, &lcp, &Limits::default());
        for order in [Order::Index, Order::Random(seed)] {
            let other = solve(dantzig, &lcp, &Limits { order, ..Limits::default() });
            check_same_motion(&lcp, &first, &other, &format!("{order:?}"))?;
        }
    }

    /// A problem without a solution is reported as a ray at the least violation: no other method, order or start may
    /// report a solution, and the violation is the same for both methods, since it is unique.
    #[test]
    fn unsolvable_problems_have_least_violation(shape in contacts(1.0, &[Load::Any])) {
        let lcp = shape.problem();
        let found: Vec<Solution> = METHODS.iter().map(|method| solve(method, &lcp, &Limits::default())).collect();
        found.iter().try_for_each(|solution| check_consistent(&lcp, solution))?;
        prop_assert_eq!(found[0].status, found[1].status);
        let violation = |solution: &Solution, i: usize| if lcp.is_bilateral(i) { solution.a[i] } else { solution.a[i].min(0.0) };
        for i in 0..lcp.len() {
            let (one, other) = (violation(&found[0], i), violation(&found[1], i));
            let limit = bound(&lcp, &found[0]).max(bound(&lcp, &found[1]));
            prop_assert!((one - other).abs() <= limit, "row {i}: violations {one:e} and {other:e} ± {limit:e}");
        }
        check_no_better(&lcp, &found[0], shape.seed)?;
    }

    /// Masses from a milligram to a thousand tonnes: always an end, and where the residual is above the bound the
    /// status says so.
    #[test]
    fn extreme_masses_end_honestly(shape in contacts(6.0, &[Load::Solvable, Load::Degenerate, Load::Any])) {
        let lcp = shape.problem();
        for method in METHODS {
            let solution = solve(method, &lcp, &Limits::default());
            check_consistent(&lcp, &solution)?;
            let limit = bound(&lcp, &solution);
            let honest = solution.residual <= limit || solution.status != Status::Solved;
            prop_assert!(honest, "{}: solved with residual {:e} above {limit:e}", method.name, solution.residual);
        }
    }

    /// A warm start from the solution needs no pivot, one from nonsense finds the same accelerations.
    #[test]
    fn warm_starts_change_nothing(shape in contacts(1.0, &[Load::Solvable, Load::Degenerate])) {
        let lcp = shape.problem();
        let mut solver = (method("dantzig").expect("the first of the table").new)();
        let mut solution = Solution::default();
        solver.solve(&lcp, &Limits::default(), &mut solution, &mut |_| ());
        let cold = solution.clone();
        let limits = Limits { warm: true, ..Limits::default() };
        solver.solve(&lcp, &limits, &mut solution, &mut |_| ());
        check_same_motion(&lcp, &cold, &solution, "the solution as guess")?;
        let mut random = Random::new(shape.seed);
        solution.f.iter_mut().for_each(|f| *f = random.range(-1.0, 1.0));
        solver.solve(&lcp, &limits, &mut solution, &mut |_| ());
        check_same_motion(&lcp, &cold, &solution, "a random guess")?;
        prop_assert!(solution.residual <= bound(&lcp, &solution));
    }

    /// Each step of the trace follows from the one before, and the last is the solution.
    #[test]
    fn traces_add_up(shape in contacts(1.0, &[Load::Solvable, Load::Degenerate])) {
        let lcp = shape.problem();
        for method in METHODS {
            let (mut before, mut broken, mut last) = (None::<Vec<f64>>, 0.0_f64, None);
            let mut watch = |step: &Step| {
                if let Some(before) = &before {
                    let size = largest(step.f).max(largest(before));
                    let errors = before.iter().zip(step.f).zip(step.direction);
                    let error = errors.map(|((old, new), d)| (old + step.length * d - new).abs()).fold(0.0, f64::max);
                    broken = broken.max(if step.length == 0.0 { 0.0 } else { error / size });
                }
                before = Some(step.f.to_vec());
                last = Some((step.f.to_vec(), step.a.to_vec()));
            };
            let mut solution = Solution::default();
            (method.new)().solve(&lcp, &Limits::default(), &mut solution, &mut watch);
            if let Some((f, a)) = last {
                prop_assert_eq!((&f, &a), (&solution.f, &solution.a), "{}: the last step is the solution", method.name);
            }
            prop_assert!(broken < 1e-6, "{}: a step misses f + length × direction by {broken:e}, relatively", method.name);
        }
    }

    /// Numbers that are none give no force and no claim.
    #[test]
    fn nonsense_is_survived(shape in contacts(1.0, &[Load::Any]), place in any::<usize>(), which in 0..4usize) {
        let mut lcp = shape.problem();
        let n = lcp.len();
        let bad = [f64::NAN, f64::INFINITY, 1e308, -1e300][which];
        if place % 2 == 0 { lcp.b[place / 2 % n] = bad } else { lcp.a[(place / 2 % n, place / 7 % n)] = bad }
        for method in METHODS {
            let solution = solve(method, &lcp, &Limits::default());
            prop_assert!(solution.f.iter().chain(&solution.a).all(|x| x.is_finite()), "{}: {solution:?}", method.name);
            prop_assert!(solution.residual.is_finite());
            let solved = solution.status == Status::Solved && !bad.is_finite();
            prop_assert!(!solved, "{}: claims to have solved a problem with {bad}", method.name);
        }
    }
}

/// `a` is unique for a symmetric positive semidefinite matrix, and follows from `f` no better than rounding allows.
fn check_same_motion(lcp: &Lcp, one: &Solution, other: &Solution, what: &str) -> Result<(), TestCaseError> {
    let limit = 1e-9 * largest(&lcp.b) + 64.0 * f64::EPSILON * pushed(lcp, &one.f).max(pushed(lcp, &other.f));
    for i in 0..lcp.len() {
        let difference = (one.a[i] - other.a[i]).abs();
        prop_assert!(difference <= limit, "{what}: a[{i}] differs by {difference:e}, expected at most {limit:e}");
    }
    Ok(())
}

/// No point near the one found violates the conditions less.
fn check_no_better(lcp: &Lcp, found: &Solution, seed: u64) -> Result<(), TestCaseError> {
    let violation = |f: &[f64]| -> f64 {
        let mut a = Vec::new();
        lcp.evaluate(f, &mut a);
        let entry = |i: usize| if lcp.is_bilateral(i) { a[i] } else { a[i].min(0.0) };
        (0..lcp.len()).map(|i| entry(i) * entry(i)).sum()
    };
    let least = violation(&found.f);
    let mut random = Random::new(seed);
    for _ in 0..20 {
        let size = libm::pow(10.0, random.range(-6.0, 2.0));
        let step = |(i, f): (usize, &f64), x: f64| if lcp.is_bilateral(i) { f + x } else { (f + x).max(0.0) };
        let near: Vec<f64> = found.f.iter().enumerate().map(|f| step(f, random.range(-size, size))).collect();
        let there = violation(&near);
        prop_assert!(there >= least - 1e-8 * (1.0 + least), "violation² {there:e} nearby, {least:e} at the answer");
    }
    Ok(())
}

/// A block of a thousand tonnes on a milligram: the residual is the rounding of the forces and no more.
#[test]
fn heavy_on_light() {
    let (light, heavy) = (1e-6, 1e6);
    let a = Matrix::from_rows(&[vec![1.0 / light, -1.0 / light], vec![-1.0 / light, 1.0 / light + 1.0 / heavy]]);
    let lcp = Lcp { a, b: vec![-10.0, 0.0], bilateral: Vec::new() };
    for method in METHODS {
        let solution = solve(method, &lcp, &Limits::default());
        let weight = 10.0 * (light + heavy);
        let error = (solution.f[0] - weight).abs() / weight;
        assert!(error < 1e-3, "{}: floor carries {} of {weight}", method.name, solution.f[0]);
        assert_eq!(solution.status, Status::Solved, "{}: residual {:e}", method.name, solution.residual);
        assert!(solution.residual <= bound(&lcp, &solution), "{}: {:e}", method.name, solution.residual);
    }
}

/// The limit of steps is kept, and what is reported then is the state reached.
#[test]
fn steps_are_limited() {
    let shape =
        Contacts { seed: 5, count: 30, bodies: 10, decades: 0.0, repeated: 0, bilateral: 0, load: Load::Solvable };
    let lcp = shape.problem();
    for method in METHODS {
        let solution = solve(method, &lcp, &Limits { steps: 2, ..Limits::default() });
        assert_eq!((solution.status, solution.steps), (Status::OutOfSteps, 2), "{}", method.name);
    }
}

/// What is not Baraff's problem is treated all the same, and the answer says by whom: a matrix that is not symmetric, and
/// one that is but has a negative eigenvalue, for which there is no solution.
#[test]
fn other_matrices_are_handed_to_lemke() {
    let skew = Matrix::from_rows(&[vec![1.0, 2.0], vec![-2.0, 1.0]]);
    let indefinite = Matrix::from_rows(&[vec![1.0, -2.0], vec![-2.0, 1.0]]);
    for (a, name, expected) in [(skew, "skew", Status::Solved), (indefinite, "indefinite", Status::Ray)] {
        let lcp = Lcp { a, b: vec![-1.0, -1.0], bilateral: Vec::new() };
        let solution = solve(method("dantzig").expect("the first of the table"), &lcp, &Limits::default());
        assert!(solution.handed_over, "{name}");
        assert_eq!(solution.status, expected, "{name}: residual {:e}", solution.residual);
    }
}
