//! Laws of the methods for contacts with friction, on problems made here.
use crate::support::cones::{Known, Shape, apart, permuted, turned};
use crate::support::heaps::Heap;
use crate::support::{Random, largest};
use contact_forces::complementarity::Status;
use contact_forces::complementarity::cone::ConeProblem;
use contact_forces::complementarity::friction::{CONE_METHODS, ConeLimits, ConeSolution, cone_method};
use contact_forces::linalg::Matrix;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Methods for the round cone that solve whatever is well posed.
const SURE: [&str; 5] = ["auto", "nsgs", "pgs", "alart-curnier", "path"];

fn solve(problem: &ConeProblem, name: &str, tolerance: f64) -> ConeSolution {
    let mut solution = ConeSolution::default();
    let limits = ConeLimits { tolerance, ..ConeLimits::default() };
    (cone_method(name).expect("a row of the table").new)().solve(problem, &limits, &mut solution, &mut |_| ());
    solution
}

/// Independent contacts with little friction: one solution.
fn well_posed(seed: u64, dim: usize, contacts: usize, mu: f64) -> Known {
    Known::new(&Shape { seed, dim, contacts, bodies: contacts + 1, mu, soft: 0.5 })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// Constructed solutions are found.
    #[test]
    fn known_solutions_are_found(seed in 0..10_000u64, contacts in 1..8usize, dim in 1..4usize, mu in 0.0..0.2f64) {
        let known = well_posed(seed, dim, contacts, mu);
        for name in SURE {
            let found = solve(&known.problem, name, 1e-11);
            prop_assert_eq!(found.status, Status::Solved, "{}: {:?}", name, found.residuals);
            let apart = apart(&found.u, &known.u);
            prop_assert!(apart <= 1e-8 * largest(&known.u), "{}: velocities {:e} apart", name, apart);
        }
    }

    /// More contacts than motions: forces are not unique and no matrix is regular. The default solves them.
    #[test]
    fn dependent_contacts_are_solved(seed in 0..10_000u64, contacts in 4..20usize, dim in 1..4usize, mu in 0.0..1.0f64) {
        let known = Known::new(&Shape { seed, dim, contacts, bodies: 1 + contacts / 6, mu, soft: 0.0 });
        let found = solve(&known.problem, "auto", 1e-8);
        prop_assert_eq!(found.status, Status::Solved, "{:?} after {:?}", found.residuals, found.work);
    }

    /// Neither the units of force and velocity, nor the sequence of the contacts, nor the choice of tangents matter.
    #[test]
    fn conventions_do_not_matter(seed in 0..10_000u64, force in -9..9i32, velocity in -9..9i32, angle in 0.0..6.0f64) {
        let known = well_posed(seed, 3, 5, 0.2);
        let (force, velocity) = (10f64.powi(force), 10f64.powi(velocity));
        let mut scaled = known.problem.clone();
        scaled.blocks.iter_mut().for_each(|w| *w *= velocity / force);
        scaled.q.iter_mut().for_each(|q| *q *= velocity);
        let order = [3, 1, 4, 0, 2];
        let angles = [angle, -angle, 0.5 * angle, 0.0, 2.0 * angle];
        for name in SURE {
            let plain = solve(&known.problem, name, 1e-12).r;
            let limit = 1e-8 * largest(&plain);
            let other: Vec<f64> = solve(&scaled, name, 1e-12).r.iter().map(|r| r / force).collect();
            prop_assert!(apart(&plain, &other) <= limit, "{}: units change r by {:e}", name, apart(&plain, &other));
            let other = solve(&permuted(&known.problem, &order), name, 1e-12).r;
            let expected: Vec<f64> = order.iter().flat_map(|i| &plain[3 * i..3 * i + 3]).copied().collect();
            prop_assert!(apart(&expected, &other) <= limit, "{}: the sequence changes r by {:e}", name, apart(&expected, &other));
            let other = solve(&turned(&known.problem, &angles), name, 1e-12).r;
            let normal = |r: &[f64]| r.iter().step_by(3).copied().collect::<Vec<f64>>();
            let apart = apart(&normal(&plain), &normal(&other));
            prop_assert!(apart <= limit, "{}: the tangents change r_N by {:e}", name, apart);
        }
    }

    /// Whatever the numbers, what comes back is a point with its true residuals, and never NaN.
    #[test]
    fn any_numbers_are_survived(seed in 0..10_000u64, dim in 1..4usize, force in -150..150i32, velocity in -150..150i32) {
        let mut problem = Known::new(&Shape { seed, dim, contacts: 3, bodies: 2, mu: 0.7, soft: 0.0 }).problem;
        let mut random = Random::new(seed);
        for w in &mut problem.blocks {
            let factor = [0.0, 1.0, -1.0, random.range(-3.0, 3.0)][random.index(4)];
            *w *= factor * 10f64.powi(force);
        }
        problem.q.iter_mut().for_each(|q| *q *= 10f64.powi(velocity));
        problem.mu = vec![0.0, 1e300, 0.3];
        for method in CONE_METHODS {
            let limits = ConeLimits { iterations: 50, ..ConeLimits::default() };
            let mut found = ConeSolution::default();
            (method.new)().solve(&problem, &limits, &mut found, &mut |_| ());
            prop_assert!(found.r.iter().chain(&found.u).all(|x| x.is_finite()), "{}: {:?}", method.name, found);
            let true_one = problem.judge(&problem.yardstick(), &found.r, &mut Vec::new());
            let off = (found.residuals.worst() / true_one.worst().max(1e-12) - 1.0).abs();
            prop_assert!(off < 1e-6 || true_one.worst() < 1e-12, "{}: {:?}, true {:?}", method.name, found, true_one);
        }
    }
}

/// Balls in a pyramid stick, slide and part at the rims of their cones, which leads Newton's steps astray and makes combined
/// iterations go around in a circle. All the same alternating directions come down, and the default soon lets them.
#[test]
fn pyramids_of_balls_are_solved() {
    let most = [(4, 0.4, 400, 150), (5, 0.4, 400, 700), (5, 0.7, 600, 700), (6, 0.4, 1500, 2500), (6, 0.8, 700, 700)];
    for (side, mu, splitting, default) in most {
        let problem = Heap::balls(side).problem(mu, 0.0);
        for (name, iterations) in [("admm", splitting), ("auto", default)] {
            let mut found = ConeSolution::default();
            let limits = ConeLimits { iterations, ..ConeLimits::default() };
            (cone_method(name).expect("a row of the table").new)().solve(&problem, &limits, &mut found, &mut |_| ());
            let residuals = problem.judge(&problem.yardstick(), &found.r, &mut Vec::new());
            let text = format!("{name}, {side} layers, μ = {mu}: {residuals:?} after {:?}", found.work);
            println!("{text}");
            assert!(residuals.worst() <= 1e-8, "{text}, expected 1e-8 within {iterations} iterations");
        }
    }
}

/// Three bodies in the plane with far more contacts than motions, at which methods that come down step by step go around in
/// circles, for many coefficients of friction side by side: pivots do not.
#[test]
fn circles_are_left_by_pivots() {
    let limits = ConeLimits { iterations: 1000, ..ConeLimits::default() };
    for mu in (0..=20).map(|k| 0.717 + 1e-4 * f64::from(k)) {
        let known = Known::new(&Shape { seed: 1608, dim: 2, contacts: 17, bodies: 3, mu, soft: 0.0 });
        let mut found = ConeSolution::default();
        (CONE_METHODS[0].new)().solve(&known.problem, &limits, &mut found, &mut |_| ());
        assert_eq!(found.status, Status::Solved, "μ = {mu}: {:?} after {:?}", found.residuals, found.work);
    }
}

/// With more facets the pyramid comes near the cone: friction is along an edge, on average a quarter of the angle between two
/// off. In the plane, and without friction, there is nothing to come near.
#[test]
fn pyramids_tend_to_the_cone() {
    let names = ["lemke-4", "lemke-8", "lemke-16"];
    let mut errors = [0.0; 3];
    for seed in 0..100 {
        let known = well_posed(seed, 3, 4, 0.3);
        for (error, name) in errors.iter_mut().zip(names) {
            *error += apart(&solve(&known.problem, name, 1e-8).u, &known.u) / 100.0;
        }
        for dim in [1, 2] {
            let found = solve(&well_posed(seed, dim, 4, 0.3).problem, names[seed as usize % 3], 1e-8);
            assert_eq!(found.status, Status::Solved, "{dim} components, seed {seed}: {:?}", found.residuals);
        }
    }
    println!("mean error of velocities with 4, 8, 16 facets: {errors:.3?}");
    assert!(errors[1] < 0.65 * errors[0] && errors[2] < 0.65 * errors[1], "{errors:?} with 4, 8, 16 facets");
}

/// A contact pressed from both sides by what does not give has no solution, and that is said; so is how far off the best
/// point is.
#[test]
fn what_has_no_solution_is_reported() {
    for dim in 1..4 {
        let sign = |i: usize| if i < dim { 1.0 } else { -1.0 };
        let w = Matrix::from_fn(2 * dim, 2 * dim, |i, j| if i % dim == j % dim { sign(i) * sign(j) } else { 0.0 });
        let q = (0..2 * dim).map(|i| if i % dim == 0 { -1.0 } else { 0.0 }).collect();
        let problem = ConeProblem::from_dense(dim, &w, q, vec![0.3; 2]);
        let found = solve(&problem, "auto", 1e-8);
        assert_eq!(found.status, Status::Ray, "{dim} components: {:?}", found.residuals);
        assert!(found.residuals.velocity > 0.1, "{dim} components: {:?}", found.residuals);
    }
}

/// Two contacts that do not feel each other: what stops the one must not stop the other.
#[test]
fn conjugate_gradients_of_contacts_that_are_not_linked_do_not_meet() {
    let first = [[4.269, -0.091, 0.886], [-0.091, 3.439, 1.819], [0.886, 1.819, 2.101]];
    let second = [[4.768, 0.847, -0.282], [0.847, 4.072, -0.367], [-0.282, -0.367, 3.46]];
    let w = Matrix::from_fn(6, 6, |i, j| match (i / 3, j / 3) {
        (0, 0) => first[i][j],
        (1, 1) => second[i - 3][j - 3],
        _ => 0.0,
    });
    let q = vec![-1.437, -0.789, -3.233, -1.094, 4.206, -2.721];
    let problem = ConeProblem::from_dense(3, &w, q, vec![0.21, 0.11]);
    let found = solve(&problem, "cpg", 1e-10);
    assert_eq!(found.status, Status::Solved, "{:?} after {} iterations", found.residuals, found.work.iterations);
}

/// Conjugate gradients that go around in circles are left for steps along the gradient. (Without these 10 of the problems are
/// not solved within 5,000 iterations, with them the dearest takes 677.)
#[test]
fn conjugate_gradients_leave_their_circles() {
    let limits = ConeLimits { tolerance: 1e-12, iterations: 800, warm: false };
    for seed in 0..2000 {
        let contacts = 2 + seed as usize % 5;
        let known = Known::new(&Shape { seed, dim: 3, contacts, bodies: 1 + contacts, mu: 0.45, soft: 0.0 });
        let mut found = ConeSolution::default();
        (cone_method("cpg").expect("a row of the table").new)().solve(&known.problem, &limits, &mut found, &mut |_| ());
        assert_eq!(found.status, Status::Solved, "seed {seed}: {:?} after {:?}", found.residuals, found.work);
    }
}

/// A limit of iterations is kept, and the point that comes back is the best one seen, with its own residuals.
#[test]
fn limits_are_kept() {
    let known = Known::new(&Shape { seed: 1, dim: 3, contacts: 30, bodies: 6, mu: 0.5, soft: 0.0 });
    for name in ["auto", "nsgs", "pgs", "cpg", "alart-curnier", "path", "admm"] {
        let (mut found, mut best) = (ConeSolution::default(), f64::INFINITY);
        let limits = ConeLimits { tolerance: 1e-15, iterations: 12, warm: false };
        let mut solver = (cone_method(name).expect("a row of the table").new)();
        solver.solve(&known.problem, &limits, &mut found, &mut |r| {
            best = best.min(known.problem.judge(&known.problem.yardstick(), r, &mut Vec::new()).worst());
        });
        assert_eq!((found.status, found.work.iterations), (Status::OutOfSteps, 12), "{name}");
        let true_one = known.problem.judge(&known.problem.yardstick(), &found.r, &mut Vec::new());
        let off = (found.residuals.worst() / true_one.worst() - 1.0).abs();
        assert!(off < 1e-9, "{name}: {:?} said, {true_one:?} true", found.residuals);
        assert!(found.residuals.worst() <= 2.0 * best, "{name}: {:?}, though {best:e} was seen", found.residuals);
    }
}

/// A start at the solution is seen as one at once.
#[test]
fn a_warm_start_at_the_solution_takes_no_iteration() {
    let known = well_posed(7, 3, 6, 0.2);
    for method in CONE_METHODS.iter().filter(|method| !method.name.starts_with("lemke")) {
        let mut found = solve(&known.problem, "auto", 1e-12);
        let limits = ConeLimits { warm: true, ..ConeLimits::default() };
        (method.new)().solve(&known.problem, &limits, &mut found, &mut |_| ());
        assert_eq!((found.status, found.work.iterations), (Status::Solved, 0), "{}", method.name);
    }
}
