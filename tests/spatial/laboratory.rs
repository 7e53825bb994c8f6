//! What the laboratory shows in space agrees with the accelerations of the instant.
use contact_forces::complementarity::redundancy::rank;
use contact_forces::session::SpatialLink;
use contact_forces::spatial::body::{State, Turning};
use contact_forces::spatial::contact::Part;
use contact_forces::web::cause::Cause;
use contact_forces::web::laboratory::choice::Choice;
use contact_forces::web::laboratory::{Answered, Laboratory, Staged};
use contact_forces::web::spatial::free_body::FreeBody;
use contact_forces::web::spatial::ghost::Ghost;
use contact_forces::web::spatial::laboratory::{has_friction, present, problem, with_shown_forces};
use contact_forces::web::spatial::report::delassus;
use contact_forces::web::spatial::sight::Sight;
use contact_forces::web::spatial::stage::Stage;
use glam::{DQuat, DVec3};

const SCENES: [&str; 7] =
    ["two-blocks-3d", "stack-3d", "pyramid-3d", "balls&n=12", "polygonal-bolt", "see-saw-3d", "screwdriver"];

/// A bolt that is held upright, and a driver and a screw that are put into bearings here.
const SCENES_WITH_GUIDES: [&str; 2] = ["bolt", "screwdriver"];

fn largest(x: &[f64]) -> f64 {
    x.iter().fold(1.0, |most, x| most.max(x.abs()))
}

/// Each scene at several times, at its instants; how many have contacts is asserted.
fn instants(mut test: impl FnMut(&str, &mut Stage)) {
    let mut seen = 0;
    for name in SCENES {
        let mut stage = Stage::open(SpatialLink::parse(&format!("?scene={name}"), "")).0;
        for _ in 0..4 {
            (0..25).for_each(|_| stage.step());
            stage.look_at(Sight::Instant);
            seen += usize::from(!stage.contacts.is_empty());
            test(name, &mut stage);
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn the_way_of_the_pivots_ends_at_the_forces_of_the_instant() {
    let mut pivots = 0;
    instants(|name, stage| {
        let instant = Staged::instant(stage);
        let way = Laboratory::default().pivots(stage);
        let (end, solution) = (way.points.last().expect("a start at least"), &instant.solution);
        pivots += way.steps.len();
        assert!(way.points[0].f.iter().all(|f| *f == 0.0) && way.points[0].a == instant.lcp.b, "{name}");
        // the forces themselves need not be unique, what they do is
        let off = end.a.iter().zip(&solution.a).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
        let changed = instant.difference(&end.f);
        let bound = 1e-8 * largest(&instant.lcp.b);
        assert!(off < bound && changed < bound, "{name}: {off:e}, {changed:e}");
        assert_eq!(stage.contacts.len(), solution.f.len());
    });
    assert!(pivots > 100, "{pivots}");
}

#[test]
fn other_forces_move_no_body_otherwise() {
    let (mut exchanged, mut redundant) = (0, 0);
    instants(|name, stage| {
        let instant = Staged::instant(stage);
        let bound = 1e-7 * largest(&instant.lcp.b);
        let problem = instant.choosable();
        let mut choice = Choice::of(&*problem, problem.forces());
        redundant += instant.lcp.len() - rank(&instant.lcp.a);
        for number in 0..choice.exchanges.len() {
            let [row, low, now, high] = choice.rooms(&*problem)[number];
            let force = if high.is_finite() { 0.5 * (low + high) } else { now + 1.0 };
            choice.exchange(&*problem, number, force);
            let f = &choice.forces[0];
            assert!(f.iter().all(|f| *f >= 0.0) && row < f.len() as f64, "{name}");
            let changed = problem.difference(f);
            assert!(changed < bound, "{name}: {changed:e}");
            exchanged += 1;
        }
        let [shuffled, _] = problem.shuffled("dantzig", 7);
        assert!(problem.difference(&shuffled) < bound, "{name}");
    });
    assert!(exchanged > 20 && redundant >= exchanged, "{exchanged} of {redundant}");
}

/// The stage shows a place of the way, and has its own forces again afterwards; the motion knows nothing of it.
#[test]
fn the_stage_shows_a_place_of_the_way() {
    let mut stage = Stage::open(SpatialLink::parse("?scene=stack-3d", "")).0;
    (0..25).for_each(|_| stage.step());
    let mut alone = stage.clone();
    stage.look_at(Sight::Instant);
    let (mut laboratory, own) = (Laboratory::default(), stage.contacts.clone());
    laboratory.place = Some(0.0);
    with_shown_forces(&mut stage, &mut laboratory, |stage| {
        assert!(stage.contacts.iter().all(|contact| contact.force == 0.0) && !stage.contacts.is_empty());
    });
    assert_eq!(stage.contacts, own);
    stage.step();
    alone.step();
    assert_eq!(stage.world.digest(), alone.world.digest());
    stage.look_at(Sight::Steps);
    assert_eq!(stage.contacts, alone.contacts);
}

/// Who reads the problem of the instant changes nothing of what is shown.
#[test]
fn reading_the_instant_leaves_what_is_shown() {
    let mut stage = Stage::open(SpatialLink::parse("?scene=stack-3d", "")).0;
    (0..25).for_each(|_| stage.step());
    let shown = stage.contacts.clone();
    let read = Staged::instant(&mut stage);
    assert_eq!((stage.sight(), &stage.contacts), (Sight::Steps, &shown));
    stage.look_at(Sight::Instant);
    assert_eq!(stage.instant().solution.f, read.solution.f);
    let forces: Vec<f64> = stage.contacts.iter().map(|contact| contact.force).collect();
    assert_eq!(forces, read.solution.f);
}

/// The bodies that can move.
fn moving(stage: &Stage) -> Vec<usize> {
    Staged::moving(stage).into_iter().map(|(id, _)| id).collect()
}

/// The sizes of all forces on a body, N.
fn sizes(free: &FreeBody) -> f64 {
    free.loads.iter().map(|load| load.force.linear.length()).sum()
}

/// Gives the visitor's keys and hand something to do, and lets both go afterwards.
fn disturbed(stage: &mut Stage, test: impl FnOnce(&mut Stage)) {
    stage.take_next();
    stage.run(true);
    let hand = stage.hand().expect("a body to hold");
    stage.move_hand(hand.target + 0.1 * stage.extent().radius * DVec3::new(0.3, -0.5, 0.8), false);
    stage.press("f", true);
    test(stage);
    stage.release_all();
    stage.run(false);
}

/// Newton's and Euler's laws: all forces on a body add up to m a, their torques to I α + ω × I ω.
#[test]
fn the_forces_on_a_body_in_space_add_up_to_its_acceleration() {
    let (mut seen, mut most) = (0, [0.0_f64; 2]);
    instants(|name, stage| {
        disturbed(stage, |stage| {
            assert_eq!(present(stage), stage.sight(), "{name}");
            let instant = stage.instant();
            for id in moving(stage) {
                let free = FreeBody::of(stage, id).expect("forces of the instant");
                let (body, a) = (&stage.world.bodies[id], instant.accelerations[id]);
                let (inertia, omega) = (body.inertia_at(body.state.pose.rotation), body.state.omega);
                let euler = inertia * a.angular + omega.cross(inertia * omega);
                let sum = free.sum();
                let scale = 1.0 + sizes(&free);
                let off = (sum.linear - body.mass * a.linear).length() / scale;
                most[0] = most[0].max(off);
                assert!(off <= 1e-10, "{name}, {}: the forces are off by {off:e}", body.name);
                let off = (sum.angular - euler).length() / (scale * body.shape.radius() + euler.length());
                most[1] = most[1].max(off);
                assert!(off <= 1e-10, "{name}, {}: the torques are off by {off:e}", body.name);
                assert!((free.rate.angular - euler).length() <= 1e-12 * (1.0 + euler.length()));
                seen += free.loads.len();
            }
        });
    });
    println!(
        "the sums of {seen} forces on bodies are off by {:.0e}, those of their torques by {:.0e}",
        most[0], most[1]
    );
    assert!(seen > 500, "only {seen} forces");
}

/// With friction: the means of the coming step, which change momentum by just as much. So do their torques where bodies
/// rest; where they move, arms change in a step with what the bodies turn and go in it.
#[test]
fn the_forces_of_the_coming_step_add_up_to_the_change_of_momentum() {
    let (mut seen, mut resting) = (0, 0);
    for scene in ["arch", "wall", "packing&n=30", "dominoes", "torus", "top", "disc"] {
        let mut stage = Stage::open(SpatialLink::parse(&format!("?scene={scene}"), "")).0;
        for _ in 0..6 {
            (0..15).for_each(|_| stage.step());
            let sight = present(&stage);
            stage.look_at(sight);
            assert_eq!(sight, Sight::Coming, "{scene}");
            let mut ahead = stage.world.clone();
            ahead.step();
            for id in moving(&stage) {
                let free = FreeBody::of(&mut stage, id).expect("forces of the coming step");
                let (body, end) = (&stage.world.bodies[id], &ahead.bodies[id].state);
                let (start, radius) = (body.state, body.shape.radius());
                let rate = body.mass * (end.velocity - start.velocity) / stage.world.settings.time_step;
                let (sum, scale) = (free.sum(), 1.0 + sizes(&free));
                let off = (sum.linear - rate).length() / scale;
                // what comes to rest gives up velocities of less than this part of what its loads give it in a step
                let given_up = if end.velocity == DVec3::ZERO { 1e-5 } else { 0.0 };
                assert!(off <= 1e-10 + given_up, "{scene}, {}: the forces are off by {off:e}", body.name);
                let speed = |state: &State| state.velocity.length() / radius + state.omega.length();
                let fastest = speed(&start).max(speed(end));
                let off = (sum.angular - free.rate.angular).length() / (scale * radius);
                // what overlaps is pushed apart too, which no velocity tells
                let went = (end.pose.position - start.pose.position).length() / radius;
                let bound = 1e-10 + given_up + 4.0 * went.max(stage.world.settings.time_step * fastest);
                assert!(off <= bound, "{scene}, {}: the torques are off by {off:e} > {bound:e}", body.name);
                let rests = fastest < 1e-6;
                (seen, resting) = (seen + free.loads.len(), resting + usize::from(rests));
            }
            stage.look_at(Sight::Steps);
        }
    }
    assert!(seen > 500 && resting > 50, "only {seen} forces, {resting} bodies at rest");
}

/// What guides a body does nothing along the motions that are left to it.
#[test]
fn a_guide_acts_only_where_it_holds() {
    let mut seen = 0;
    for scene in SCENES_WITH_GUIDES {
        let mut stage = Stage::open(SpatialLink::parse(&format!("?scene={scene}"), "")).0;
        if scene == "screwdriver" {
            let [driver, screw, _] = &mut stage.world.bodies[..] else { panic!("three bodies") };
            driver.state.pose.rotation = DQuat::IDENTITY;
            [&mut *driver, &mut *screw].into_iter().for_each(|body| body.turning = Turning::About(DVec3::Z));
            screw.pinned = true;
        }
        for _ in 0..4 {
            (0..20).for_each(|_| stage.step());
            stage.look_at(Sight::Instant);
            for id in 0..stage.world.bodies.len() {
                let Some(free) = FreeBody::of(&mut stage, id) else { continue };
                let Some(guide) = free.loads.iter().find(|load| load.cause == Cause::Guide) else { continue };
                let body = &stage.world.bodies[id];
                let scale = 1.0 + sizes(&free);
                if body.is_free() && !body.pinned {
                    assert!(guide.force.linear.length() <= 1e-10 * scale, "{scene}, {}", body.name);
                }
                if let (Turning::About(axis), true) = (body.turning, body.is_free()) {
                    let along = guide.force.angular.dot(axis);
                    assert!(along.abs() <= 1e-10 * scale, "{scene}, {}: {along:e} N m", body.name);
                }
                seen += 1;
            }
        }
    }
    assert!(seen >= 8, "only {seen} guides");
}

/// An entry of A is what 1 N more at contact j adds to the acceleration of gap i: by the table, by the motion of the
/// picture, and by the equations of the instant.
#[test]
fn an_entry_is_what_a_unit_force_adds_to_an_acceleration() {
    let mut seen = 0;
    instants(|name, stage| {
        let instant = stage.instant();
        let (n, table) = (stage.contacts.len(), delassus(stage));
        let scale = largest(&table);
        for j in 0..n {
            let mut f = instant.solution.f.clone();
            f[j] += 1.0;
            let pushed = instant.accelerations_under(&f);
            for i in 0..n {
                let ghost = Ghost::of(stage, i, j).expect("both contacts are there");
                assert_eq!(ghost.entry, table[i * n + j], "{name}, {i}, {j}");
                let contact = &stage.contacts[i];
                let [on_a, on_b] = [contact.a, contact.b].map(|id| {
                    let more = |k: usize| (pushed[k], instant.accelerations[k]);
                    let (after, before) = more(id);
                    let arm = contact.point - stage.world.bodies[id].state.pose.position;
                    after.linear - before.linear + (after.angular - before.angular).cross(arm)
                });
                for found in [ghost.gap_acceleration(stage), contact.normal.dot(on_a - on_b), instant.lcp.a[(i, j)]] {
                    let off = (found - ghost.entry).abs() / scale;
                    assert!(off <= 1e-10, "{name}, {i}, {j}: {found} is not {}", ghost.entry);
                }
                seen += 1;
            }
        }
        assert!(Ghost::of(stage, n, 0).is_none() && Ghost::of(stage, 0, n).is_none());
    });
    assert!(seen > 1000, "only {seen} entries");
}

/// The picture opens the gap by the entry, times half the square of its time.
#[test]
fn the_picture_of_an_entry_moves_the_bodies_as_the_entry_says() {
    let mut stage = Stage::open(SpatialLink::parse("?scene=stack-3d", "")).0;
    (0..25).for_each(|_| stage.step());
    let bodies = &stage.world.bodies;
    for (i, j) in (0..6).flat_map(|i| (0..6).map(move |j| (i, j))) {
        let ghost = Ghost::of(&stage, i, j).expect("both contacts are there");
        let (contact, share) = (&stage.contacts[i], 1e-3); // small motions, for which turning is in proportion too
        let place = |id: usize| {
            let motion = ghost.motions.iter().find(|(other, _)| *other == id);
            let pose = motion.map_or(bodies[id].state.pose, |motion| ghost.pose(bodies, motion, share));
            pose.place(bodies[id].state.pose.point_to_body(contact.point)) - contact.point
        };
        let opening = contact.normal.dot(place(contact.a) - place(contact.b));
        let expected = ghost.span * share * share * ghost.entry;
        assert!((opening - expected).abs() < 1e-11, "{i}, {j}: {opening:e} is not {expected:e}");
        let arrows = ghost.arrows(&stage, 1.0, false);
        let expected = ghost.span * ghost.entry;
        let last = arrows.last().expect("an arrow for the gap");
        assert!(
            ((last.head - last.tail).dot(contact.normal) - expected).abs() < 1e-12
                && arrows.len() > ghost.motions.len()
        );
    }
}

#[test]
fn contacts_rank_and_bodies_are_counted() {
    let mut stage = Stage::open(SpatialLink::parse("?scene=two-blocks-3d", "")).0;
    (0..25).for_each(|_| stage.step());
    let row = problem(&mut stage);
    let [contacts, rank, bodies] = [0, 1, 2].map(|k| row[k].parse::<usize>().expect("a number"));
    assert_eq!(bodies, 2);
    assert!(contacts > rank && rank <= 6 * bodies, "{row:?}");
    assert_eq!(row[5], "solved");
}

#[test]
fn friction_is_noticed() {
    let friction = |scene: &str| has_friction(&Stage::open(SpatialLink::parse(&format!("?scene={scene}"), "")).0);
    assert!(friction("arch") && !friction("two-blocks-3d") && !friction("bolt"));
}

/// d' = n·(p₁' − p₂') and, for a vertex at a face, b_n = 2 n'·(p₁' − p₂') with n' = ω₂ × n (Baraff 1989); all terms together
/// are the solver's entry of b.
#[test]
fn the_terms_of_a_contact_are_those_of_the_formulas() {
    let mut seen = 0;
    instants(|name, stage| {
        let instant = Staged::instant(stage);
        for (k, contact) in stage.contacts.iter().enumerate() {
            let [a, b] = [contact.a, contact.b].map(|id| stage.world.bodies[id].state);
            let one = instant.anatomy(&stage.world.bodies, k);
            let apart = a.velocity_at(contact.point) - b.velocity_at(contact.point);
            let size = 1.0 + apart.length() * (1.0 + a.omega.length() + b.omega.length());
            assert!((one.rate - contact.normal.dot(apart)).abs() < 1e-6 * size, "{name}: {one:?}");
            assert_eq!(one.gap, contact.gap);
            let sum = one.forces + one.spin + one.turn;
            assert!((sum - instant.lcp.b[k]).abs() < 1e-12 * largest(&instant.lcp.b), "{name}: {one:?}");
            if let (Part::Vertex(_), Part::Face(_)) = (contact.key.first, contact.key.second) {
                let turn = 2.0 * b.omega.cross(contact.normal).dot(apart);
                assert!((one.turn - turn).abs() < 1e-5 * size, "{name}: {one:?}, {turn}");
                seen += usize::from(turn != 0.0);
            }
            let found = instant.nearest([contact.b, contact.a], contact.point);
            assert_eq!(found.map(|k| stage.contacts[k].point), Some(contact.point), "{name}");
        }
    });
    assert!(seen > 20, "{seen}");
}

#[test]
fn the_terms_of_an_entry_add_up() {
    instants(|name, stage| {
        let (n, entries) = (stage.contacts.len().min(12), delassus(stage));
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let terms = stage.entry_terms(i, j);
            let sum: f64 = terms.as_chunks::<4>().0.iter().map(|[_, sign, x, y]| sign * (x + y)).sum();
            let entry = entries[i * stage.contacts.len() + j];
            assert!((sum - entry).abs() < 1e-12 * largest(&entries), "{name}: {i}, {j}");
        }
    });
}

#[test]
fn fixed_bodies_carry_the_weight_of_what_stands() {
    for scene in ["two-blocks-3d", "stack-3d", "arch"] {
        let mut stage = Stage::open(SpatialLink::parse(&format!("?scene={scene}"), "")).0;
        (0..60).for_each(|_| stage.step());
        let [push, weight] = stage.carried();
        assert!((push / weight - 1.0).abs() < 1e-2, "{scene}: {push} N of {weight} N");
    }
}
