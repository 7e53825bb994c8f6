//! What the laboratory shows agrees with the solvers and with mechanics, on every scene at several times.
use contact_forces::complementarity::redundancy::rank;
use contact_forces::complementarity::{METHODS, Status};
use contact_forces::planar::dynamics::Dynamics;
use contact_forces::planar::scenes::SCENES;
use contact_forces::session::Link;
use contact_forces::web::laboratory::Answered;
use contact_forces::web::laboratory::choice::Choice;
use contact_forces::web::laboratory::free_body::FreeBody;
use contact_forces::web::laboratory::ghost::Ghost;
use contact_forces::web::laboratory::pivots::{Pivots, Side};
use contact_forces::web::laboratory::race::{CONTENDERS, Race};
use contact_forces::web::stage::Stage;
use glam::DVec2;

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
    let instant = stage.smooth();
    let way = Pivots::of(&instant.lcp, stage.world.settings.solver, stage.world.settings.order);
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

/// The bodies that a unit force at contact j moves open gap i with the acceleration `a_ij`.
#[test]
fn the_ghosts_of_an_entry_accelerate_its_gap_by_the_entry() {
    let mut seen = 0;
    instants("", |name, stage| {
        let instant = stage.smooth();
        let n = instant.contacts.len().min(12);
        let scale = largest(&(0..n).map(|i| instant.lcp.a[(i, i)]).collect::<Vec<_>>());
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let ghost = Ghost::of(&instant, i, j).unwrap();
            let (found, entry) = (ghost.gap_acceleration(&instant, &stage.world.bodies), instant.lcp.a[(i, j)]);
            assert!((found - entry).abs() <= 1e-12 * scale, "{name}, {i}, {j}: {found} is not {entry}");
            assert_eq!(ghost.entry, entry);
            seen += 1;
        }
    });
    assert!(seen > 1000, "only {seen} entries");
}

/// The same by the motion of the picture: twice the opening over the square of its time.
#[test]
fn the_picture_of_an_entry_opens_the_gap_as_the_entry_says() {
    let mut stage = Stage::open(Link::parse("", "")).0;
    let instant = stage.smooth();
    let bodies = &stage.world.bodies;
    for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
        let ghost = Ghost::of(&instant, i, j).unwrap();
        let contact = &instant.contacts[i];
        let share = 1e-3; // small motions, for which turning is in proportion too
        let moved = ghost.states(bodies, share);
        let place = |body: usize, point: DVec2| {
            let local = bodies[body].state.frame().local(point);
            let state = moved.iter().find(|(id, _)| *id == body).map_or(bodies[body].state, |(_, state)| *state);
            state.frame().place(local) - point
        };
        let opening = contact.normal.dot(place(contact.a, contact.point) - place(contact.b, contact.point_on_b()));
        let expected = ghost.span(bodies) * share * share * ghost.entry;
        assert!((opening - expected).abs() < 1e-11, "{i}, {j}: {opening:e} is not {expected:e}");
    }
    assert_eq!(Ghost::of(&instant, 4, 0), None);
    assert_eq!(Ghost::of(&instant, 0, 4), None);
}

/// Forces found in another order, or exchanged: admissible, and no gap and no body accelerates differently.
#[test]
fn other_forces_leave_every_acceleration_as_it_is() {
    let (mut exchanged, mut shuffled) = (0, 0);
    instants("", |name, stage| {
        let instant = stage.smooth();
        let problem = instant.choosable();
        let small = 1e-9 * largest(&instant.lcp.b).max(1.0);
        let check = |choice: &Choice, what: &str| {
            let [f, a] = &choice.forces;
            assert!(f.iter().all(|f| *f >= 0.0), "{name}, {what}: a force pulls");
            let apart = a.iter().zip(&instant.solution.a).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
            let bodies = problem.difference(f);
            assert!(apart <= small && bodies <= small, "{name}, {what}: off by {apart:e}, bodies by {bodies:e}");
        };
        for seed in 1..4 {
            let choice = Choice::of(&*problem, problem.shuffled(stage.world.settings.solver, seed));
            check(&choice, "shuffled");
            let other = choice.forces[0].iter().zip(&instant.solution.f).any(|(x, y)| (x - y).abs() > 0.01);
            shuffled += usize::from(other);
        }
        let mut choice = Choice::of(&*problem, problem.forces());
        for number in 0..choice.exchanges.len() {
            let [row, low, now, high] = choice.rooms(&*problem)[number];
            let end = if high.is_finite() { high } else { now + 1.0 };
            for force in [end, low, (low + end) / 2.0] {
                choice.exchange(&*problem, number, force);
                check(&choice, &format!("exchange {number} at {force}"));
                assert!(
                    (choice.forces[0][row as usize] - force).abs() <= small,
                    "{name}: the force is not the one wished for"
                );
                exchanged += usize::from(end - low > 0.01);
            }
        }
    });
    assert!(shuffled > 5 && exchanged > 50, "only {shuffled} other forces, {exchanged} exchanges");
}

/// With as many contacts as the rank there is one set of forces; with more, the difference can be exchanged.
#[test]
fn exchanges_are_as_many_as_contacts_exceed_the_rank() {
    instants("", |name, stage| {
        let instant = stage.smooth();
        let problem = instant.choosable();
        let choice = Choice::of(&*problem, problem.forces());
        let closed = largest(&instant.solution.a) <= 1e-9 * largest(&instant.lcp.b);
        let free = instant.contacts.len() - rank(&instant.lcp.a);
        assert!(if closed { choice.exchanges.len() == free } else { choice.exchanges.len() <= free }, "{name}");
    });
}

/// The forces on a body add up to m a, and their torques to I α.
#[test]
fn the_forces_on_a_body_add_up_to_its_acceleration() {
    let mut seen = 0;
    for query in ["", "&d=0.5"] {
        instants(query, |name, stage| {
            stage.take_next(); // the hand pulls, and two thrusters fire
            stage.run(true);
            stage.move_hand(DVec2::new(0.3, 2.0), false);
            stage.press("f", true);
            let instant = stage.instant();
            for (id, body) in stage.world.bodies.iter().enumerate().filter(|(_, body)| !body.is_fixed()) {
                let free = FreeBody::of(&stage.world, &instant, id);
                let (force, torque) = free.sum();
                let scale: f64 = free.loads.iter().map(|load| load.force.length()).sum::<f64>() + 1.0;
                let off = (force - free.inertial_force).length();
                assert!(off <= 1e-12 * scale, "{name}, {}: the sum is off by {off:e} N of {scale}", body.name);
                let (off, scale) = ((torque - free.inertial_torque).abs(), scale * body.shape.radius().max(1.0));
                assert!(off <= 1e-12 * scale, "{name}, {}: the torque is off by {off:e} N m of {scale}", body.name);
                seen += free.loads.len();
            }
            stage.release_all();
            stage.run(false);
        });
    }
    assert!(seen > 500, "only {seen} forces");
}

/// Any moment of the past can be gone to, in any order, and is what it was, bit for bit.
#[test]
fn every_moment_of_the_past_is_restored_bit_for_bit() {
    let mut stage = Stage::open(Link::parse("?scene=blocks&n=6&dt=0.01", "")).0;
    let mut moments = vec![(stage.world.time, stage.world.digest())];
    for _ in 0..1500 {
        stage.step();
        moments.push((stage.world.time, stage.world.digest()));
    }
    let plotted = stage.series.column(0).len();
    let (first, last) = stage.past();
    assert!((last - first - 10.0).abs() < 0.02, "{first} to {last}");
    let kept: Vec<_> = moments.iter().filter(|(time, _)| *time >= first).collect();
    for k in (0..kept.len()).rev().chain((0..kept.len()).step_by(7)) {
        // as a slider gives it: by whole time steps from the first moment
        stage.seek(first + 0.01 * k as f64);
        assert_eq!((stage.world.time, stage.world.digest()), *kept[k]);
    }
    assert_eq!(stage.past(), (first, last), "the later moments are still there");
    assert_eq!(stage.series.column(0).len(), plotted, "and so are the plotted lines");
    stage.seek(kept[100].0);
    stage.step();
    assert_eq!(stage.world.digest(), kept[101].1, "it goes on from there as it did");
    assert_eq!(stage.past().1, stage.world.time, "what came later is forgotten now");
}

/// Every method ends at a solution of the same problem, and shows on the way there how far it still was.
#[test]
fn every_contender_comes_to_a_solution() {
    let mut seen = 0;
    instants("", |name, stage| {
        let instant = stage.smooth();
        let lcp = &instant.lcp;
        if lcp.is_empty() || instant.solution.status != Status::Solved {
            return;
        }
        for method in CONTENDERS {
            let mut ticks = 0.0;
            let clock = || {
                ticks += 1.0;
                ticks
            };
            let race = Race::run(method, lcp, stage.world.settings.order, clock, 50.0);
            assert_eq!((race.residuals.len(), race.f.len()), (race.times.len(), lcp.len()));
            assert_eq!(race.residuals[0], lcp.natural_residual(&lcp.b, &vec![0.0; lcp.len()]));
            assert!(race.times[0] == 0.0 && race.times.is_sorted(), "{name}, {method}: {:?}", race.times);
            let mut a = Vec::new();
            lcp.evaluate(&race.f, &mut a);
            let last = *race.residuals.last().unwrap();
            assert_eq!(last, lcp.natural_residual(&a, &race.f), "{name}, {method}");
            // Gauss and Seidel's method may still be on its way
            let bound = if method == "gauss-seidel" { 1e-2 } else { 1e-8 } * largest(&lcp.b).max(1.0);
            assert!(last <= bound, "{name}, {method}: residual {last:e} after {} iterations", race.times.len());
            seen += 1;
        }
    });
    assert!(seen > 100, "only {seen} runs");
}
