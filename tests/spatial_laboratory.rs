//! What the laboratory shows in space agrees with the accelerations of the instant.
use contact_forces::complementarity::redundancy::rank;
use contact_forces::session::SpatialLink;
use contact_forces::web::laboratory::choice::Choice;
use contact_forces::web::laboratory::{Answered, Laboratory, Staged};
use contact_forces::web::spatial::laboratory::{has_friction, problem, with_shown_forces};
use contact_forces::web::spatial::stage::Stage;

const SCENES: [&str; 7] =
    ["two-blocks-3d", "stack-3d", "pyramid-3d", "balls&n=12", "polygonal-bolt", "see-saw-3d", "screwdriver"];

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
            stage.look_at_instant(true);
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
        let mut choice = Choice::of(&*instant);
        redundant += instant.lcp.len() - rank(&instant.lcp.a);
        for number in 0..choice.exchanges.len() {
            let [row, low, now, high] = choice.rooms()[number];
            let force = if high.is_finite() { 0.5 * (low + high) } else { now + 1.0 };
            choice.exchange(&*instant, number, force);
            assert!(choice.f.iter().all(|f| *f >= 0.0) && row < choice.f.len() as f64, "{name}");
            let changed = instant.difference(&choice.f);
            assert!(changed < bound, "{name}: {changed:e}");
            exchanged += 1;
        }
        let shuffled = Choice::shuffled(&*instant, "dantzig", 7);
        assert!(instant.difference(&shuffled.f) < bound, "{name}");
    });
    assert!(exchanged > 20 && redundant >= exchanged, "{exchanged} of {redundant}");
}

/// The stage shows a place of the way, and has its own forces again afterwards; the motion knows nothing of it.
#[test]
fn the_stage_shows_a_place_of_the_way() {
    let mut stage = Stage::open(SpatialLink::parse("?scene=stack-3d", "")).0;
    (0..25).for_each(|_| stage.step());
    let mut alone = stage.clone();
    stage.look_at_instant(true);
    let (mut laboratory, own) = (Laboratory::default(), stage.contacts.clone());
    laboratory.place = Some(0.0);
    with_shown_forces(&mut stage, &mut laboratory, |stage| {
        assert!(stage.contacts.iter().all(|contact| contact.force == 0.0) && !stage.contacts.is_empty());
    });
    assert_eq!(stage.contacts, own);
    stage.step();
    alone.step();
    assert_eq!(stage.world.digest(), alone.world.digest());
    stage.look_at_instant(false);
    assert_eq!(stage.contacts, alone.contacts);
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
