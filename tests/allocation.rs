//! In the long run neither solvers nor steps allocate: the page must not stutter.
#[path = "support/counting.rs"]
mod counting;
mod support;

use contact_forces::complementarity::friction::{ConeLimits, ConeSolution, cone_method};
use contact_forces::complementarity::{Limits, Solution, method};
use contact_forces::planar::forces::{Anchor, Spring};
use contact_forces::planar::friction::Scheme;
use contact_forces::planar::scenes::{Options, scene};
use contact_forces::planar::world::World;
use contact_forces::spatial::law::ImpactLaw;
use contact_forces::spatial::scenes as spatial;
use contact_forces::spatial::time_stepping::SCHEMES;
use counting::allocations;
use support::cones::{Known, Shape};
use support::{Contacts, Load};

/// Once it has seen problems of a size, `dantzig` solves others of that size, cold and warm, without allocating.
#[test]
fn dantzig_keeps_its_storage() {
    let shape =
        |seed| Contacts { seed, count: 30, bodies: 8, decades: 1.0, repeated: 4, bilateral: 5, load: Load::Solvable };
    let problems: Vec<_> = (0..20).map(|seed| shape(seed).problem()).collect();
    let mut solver = (method("dantzig").expect("the first of the table").new)();
    let mut solution = Solution::default();
    let mut all = |warm: bool| {
        let before = allocations();
        for lcp in &problems {
            solver.solve(lcp, &Limits { warm, ..Limits::default() }, &mut solution, &mut |_| ());
        }
        allocations() - before
    };
    assert!(all(false) > 0, "the counter counts");
    all(true);
    let (cold, warm) = (all(false), all(true));
    assert_eq!((cold, warm), (0, 0), "allocations while solving 20 problems anew, cold and warm");
}

/// So do the methods for friction that are our own all through, on problems that they have seen.
#[test]
fn methods_for_friction_keep_their_storage() {
    let shape = |seed: u64| Shape { seed, dim: 1 + seed as usize % 3, contacts: 12, bodies: 4, mu: 0.4, soft: 0.0 };
    let problems: Vec<_> = (0..12).map(|seed| Known::new(&shape(seed)).problem).collect();
    for name in ["auto", "nsgs", "pgs", "cpg", "alart-curnier", "path", "admm"] {
        let mut solver = (cone_method(name).expect("a row of the table").new)();
        let (mut solution, limits) = (ConeSolution::default(), ConeLimits { iterations: 300, ..ConeLimits::default() });
        let mut all = || {
            let before = allocations();
            problems.iter().for_each(|problem| solver.solve(problem, &limits, &mut solution, &mut |_| ()));
            allocations() - before
        };
        assert!(all() > 0, "{name}: the counter counts");
        all();
        assert_eq!(all(), 0, "{name}: allocations while solving 12 problems anew");
    }
}

/// A world whose blocks rest steps on without allocating; so does one in which they bounce, once it has seen enough.
#[test]
fn a_step_keeps_its_storage() {
    for (name, count, seconds) in [("blocks", 6, 40.0), ("pyramid", 10, 1.0), ("row", 5, 20.0)] {
        let mut world = (scene(name).expect("a scene").build)(Options { count, seed: 0 });
        while world.time < seconds {
            world.step();
        }
        let before = allocations();
        (0..100).for_each(|_| world.step());
        assert_eq!(allocations() - before, 0, "{name}: allocations in 100 steps");
    }
}

/// So do worlds with friction, by both schemes: at rest, bouncing, and while a block is dragged back and forth.
#[test]
fn a_step_with_friction_keeps_its_storage() {
    let scenes =
        [("blocks", 6, 40.0), ("stack", 6, 20.0), ("pyramid", 10, 20.0), ("row", 5, 20.0), ("two-blocks", 2, 320.0)];
    for ((name, count, seconds), scheme) in
        scenes.into_iter().flat_map(|scene| Scheme::ALL.map(|scheme| (scene, scheme)))
    {
        let mut world = (scene(name).expect("a scene").build)(Options { count, seed: 0 });
        (world.settings.friction, world.settings.scheme) = (0.4, scheme);
        let drag = |world: &mut World| {
            let to = glam::DVec2::new(if world.time % 4.0 < 2.0 { -2.0 } else { 1.0 }, -2.0);
            let spring = Spring {
                body: 0,
                attach: glam::DVec2::ZERO,
                anchor: Anchor::World(to),
                stiffness: 8.0,
                rest_length: 0.0,
            };
            world.forces.hand = (name == "two-blocks").then_some(spring);
            world.step();
        };
        while world.time < seconds {
            drag(&mut world);
        }
        let before = allocations();
        (0..160).for_each(|_| drag(&mut world));
        assert_eq!(allocations() - before, 0, "{name}, {scheme:?}: allocations in 160 steps");
    }
}

/// A spatial world steps on without allocating once it has seen enough, whatever the scheme: balls that swing in a bowl,
/// a bolt at rest in its hole and a driver in its screw on many contacts. Only Lemke's pivots allocate, and the scheme that takes
/// nothing else is for comparison.
#[test]
fn a_spatial_step_keeps_its_storage() {
    for (name, seconds) in [("balls", 12.0), ("bolt", 5.0), ("polygonal-bolt", 5.0), ("screwdriver", 5.0)] {
        let steady = SCHEMES.iter().filter(|row| row.name != "fixpoint-lemke");
        for row in steady.filter(|row| row.keeps_gaps || name == "balls") {
            let mut world = (spatial::scene(name).expect("a scene").build)(spatial::Options::default());
            world.settings.scheme = row.name;
            while world.time < seconds {
                world.step();
            }
            let before = allocations();
            (0..100).for_each(|_| world.step());
            assert_eq!(allocations() - before, 0, "{name} with {}: allocations in 100 steps", row.name);
        }
    }
}

/// So does one whose contacts rub, by distances.
#[test]
fn a_step_of_distances_with_friction_keeps_its_storage() {
    for (name, seconds) in [("arch", 3.0), ("dominoes", 4.0), ("rolling-ellipsoid", 2.0)] {
        let row = spatial::scene(name).expect("a scene");
        let mut world = (row.build)(spatial::Options { count: row.count, ..spatial::Options::default() });
        world.settings.scheme = SCHEMES[0].name;
        while world.time < seconds {
            world.step();
        }
        let before = allocations();
        (0..100).for_each(|_| world.step());
        assert_eq!(allocations() - before, 0, "{name}: allocations in 100 steps");
    }
}

/// So do piles, walls and rows under Moreau's scheme, impacts contact after contact among them, awake or asleep.
#[test]
fn a_step_of_moreau_keeps_its_storage() {
    for (name, count, seconds, law) in [
        ("packing", 40, 5.0, ImpactLaw::Simultaneous),
        ("wall", 4, 1.0, ImpactLaw::Simultaneous),
        ("dominoes", 6, 6.0, ImpactLaw::Serial),
        ("cradle", 5, 8.0, ImpactLaw::Serial),
    ] {
        for sleep in [false, true] {
            let mut world = (spatial::scene(name).expect("a scene").build)(spatial::Options {
                count,
                seed: 1,
                ..Default::default()
            });
            (world.settings.impact_law, world.settings.sleep) = (law, sleep);
            while world.time < seconds {
                world.step();
            }
            let before = allocations();
            (0..100).for_each(|_| world.step());
            assert_eq!(allocations() - before, 0, "{name}, sleep {sleep}: allocations in 100 steps");
        }
    }
}
