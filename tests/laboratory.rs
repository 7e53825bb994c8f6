//! What the laboratory shows agrees with the solvers and with mechanics, on every scene at several times.
use contact_forces::complementarity::METHODS;
use contact_forces::planar::dynamics::Dynamics;
use contact_forces::planar::scenes::SCENES;
use contact_forces::session::Link;
use contact_forces::web::laboratory::pivots::{Pivots, Side};
use contact_forces::web::stage::Stage;

/// Every scene with this addition to its address, at its start and some times later.
fn instants(query: &str, mut look: impl FnMut(&str, &mut Stage)) {
    for scene in SCENES {
        let mut stage = Stage::open(Link::parse(&format!("?scene={}{query}", scene.name), "")).0;
        for steps in [0, 7, 40, 80, 200] {
            (0..steps).for_each(|_| stage.step());
            look(&format!("{} at {:.2} s", scene.name, stage.world.time), &mut stage);
        }
    }
}

fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |most, x| most.max(x.abs()))
}

fn pivots(stage: &mut Stage) -> (std::rc::Rc<Dynamics>, Pivots) {
    let instant = stage.instant();
    let way = Pivots::of(&instant, &stage.world.settings);
    (instant, way)
}

/// By every method, in every order: the way begins without forces and ends at the forces on the stage, bit for bit.
#[test]
fn the_pivots_end_at_the_forces_of_the_stage() {
    let mut seen = 0;
    for method in METHODS {
        for order in ["worst-first", "index", "random:1"] {
            instants(&format!("&solver={}&order={order}", method.name), |name, stage| {
                let (instant, way) = pivots(stage);
                let (first, last) = (way.at(0.0), way.at(way.steps.len() as f64));
                assert_eq!((largest(&first.f), &first.a), (0.0, &instant.lcp.b), "{name}, {}", method.name);
                if way.steps.is_empty() {
                    assert_eq!(largest(&instant.solution.f), 0.0, "{name}, {}", method.name);
                } else {
                    assert_eq!(
                        (&last.f, &last.a),
                        (&instant.solution.f, &instant.solution.a),
                        "{name}, {}",
                        method.name
                    );
                    seen += way.steps.len();
                }
            });
        }
    }
    assert!(seen > 1000, "only {seen} steps");
}

/// Each step of Baraff's method changes forces and accelerations in proportion, up to the least of all limits.
#[test]
fn a_step_goes_as_far_as_its_least_limit() {
    instants("", |name, stage| {
        let (instant, way) = pivots(stage);
        let small = 1e-9 * largest(&instant.lcp.b).max(1.0);
        for (k, step) in way.steps.iter().enumerate().filter(|(k, _)| !way.is_closing(*k)) {
            let (from, to) = (&way.points[k], &way.points[k + 1]);
            for i in 0..from.f.len() {
                let f = from.f[i] + step.length * step.direction[i] - to.f[i];
                let a = from.a[i] + step.length * step.response[i] - to.a[i];
                assert!(f.abs() <= small && a.abs() <= small, "{name}, step {k}, contact {i}: off by {f:e}, {a:e}");
            }
            assert_eq!(step.direction[step.driven], 1.0, "{name}, step {k}");
            let limits = way.limits(k);
            assert_eq!(limits[step.blocker], step.length, "{name}, step {k}");
            let least = limits.iter().filter(|x| !x.is_nan()).fold(f64::INFINITY, |least, x| least.min(x.abs()));
            assert!(least >= step.length.abs() - small, "{name}, step {k}: {least} is less than {}", step.length);
        }
    });
}

/// Between two pivots C has force and no acceleration, and all else but the driven contact has no force.
#[test]
fn the_sets_are_what_their_names_say() {
    instants("", |name, stage| {
        let (instant, way) = pivots(stage);
        let small = 1e-9 * largest(&instant.lcp.b).max(1.0);
        let mut driven = None;
        for (k, point) in way.points.iter().enumerate() {
            for (i, side) in way.sides(point).into_iter().enumerate() {
                let (f, a) = (point.f[i], point.a[i]);
                let fits = match side {
                    Side::Clamped => f >= -small && a.abs() <= small,
                    Side::Open => a >= -small && (f.abs() <= small || driven == Some(i)),
                    Side::Waiting => a < 0.0 && (f == 0.0 || driven == Some(i)),
                };
                assert!(fits, "{name}, point {k}, contact {i}: {side:?} with f = {f:e}, a = {a:e}");
            }
            driven = way.steps.get(k).map(|step| step.driven);
        }
    });
}

/// Half of the way between two states is their mean.
#[test]
fn places_between_two_states_are_in_proportion() {
    let mut stage = Stage::open(Link::parse("", "")).0;
    let (_, way) = pivots(&mut stage);
    assert!(way.steps.len() >= 3);
    let (from, to, half) = (way.at(1.0), way.at(2.0), way.at(1.5));
    for i in 0..half.f.len() {
        assert!((half.f[i] - (from.f[i] + to.f[i]) / 2.0).abs() < 1e-15);
        assert!((half.a[i] - (from.a[i] + to.a[i]) / 2.0).abs() < 1e-15);
    }
    assert_eq!(half.clamped, from.clamped);
    assert_eq!(way.at(1e9), way.at(way.steps.len() as f64), "beyond the end is the end");
    assert_eq!(way.at(-1.0), way.at(0.0));
}
