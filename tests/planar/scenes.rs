//! What holds in every scene of the table: bodies keep their distance, come to rest, gain no energy, and end.
use contact_forces::complementarity::{Order, Status};
use contact_forces::planar::body::Body;
use contact_forces::planar::polygon::Polygon;
use contact_forces::planar::scenes::{Options, SCENES, scene};
use contact_forces::planar::world::{Notice, World};

fn build(name: &str, count: usize) -> World {
    (scene(name).unwrap_or_else(|| panic!("no scene {name}")).build)(Options { count, seed: 0 })
}

fn run(world: &mut World, seconds: f64, mut look: impl FnMut(&mut World)) {
    for _ in 0..(seconds / world.settings.time_step).round() as usize {
        world.step();
        look(world);
    }
}

/// Scenes that begin with bodies too near each other, which are set apart.
const TIGHT: [&str; 2] = ["overlap", "slot"];

/// Measured: at most 1e-5 under the target gap; 2.2e-5 where a heavy block crushes light ones.
#[test]
fn bodies_keep_their_distance_in_every_scene() {
    for scene in SCENES.iter().filter(|scene| !TIGHT.contains(&scene.name)) {
        let mut world = (scene.build)(Options::default());
        let target = world.settings.target_gap;
        let mut least = f64::INFINITY;
        run(&mut world, 20.0, |world| least = least.min(world.least_gap()));
        println!("{:<13} least gap - target {:.1e}", scene.name, least - target);
        assert!(least >= target - 4e-5, "{}: the least gap is {least:e}", scene.name);
    }
}

/// Each problem is solved to 1e-9 of its largest number; or, where that is less than the rounding of A f, to some
/// roundings. Measured: 1e-13.
#[test]
fn contact_forces_are_right_to_the_last_digits() {
    for scene in SCENES {
        let mut world = (scene.build)(Options::default());
        let mut worst: f64 = 0.0;
        run(&mut world, 15.0, |world| {
            let instant = world.instant();
            let (lcp, f) = (&instant.lcp, &instant.solution.f);
            assert_eq!(instant.solution.status, Status::Solved, "{}", scene.name);
            let largest = |row: usize| lcp.a.row(row).iter().zip(f).map(|(a, f)| (a * f).abs()).sum::<f64>();
            let rounding = 4.0 * f64::EPSILON * (0..f.len()).map(largest).fold(0.0, f64::max);
            let scale = lcp.b.iter().fold(1.0, |m: f64, b| m.max(b.abs()));
            worst = worst.max(instant.solution.residual / (scale + 1e9 * rounding));
        });
        println!("{:<13} worst residual {worst:.1e}", scene.name);
        assert!(worst <= 1e-9, "{}: residual {worst:e}", scene.name);
    }
}

/// Energy comes from thrusters, springs and belts alone. Measured: all rises of a minute together are under 1e-7 of the
/// energy at hand.
#[test]
fn energy_never_grows_by_itself() {
    for scene in SCENES.iter().filter(|scene| !["overlap", "conveyor"].contains(&scene.name)) {
        for restitution in [1.0, 0.8, 0.0] {
            let mut world = (scene.build)(Options::default());
            world.settings.restitution = restitution;
            let floor = ground(&world) * world.forces.gravity.y * mass(&world);
            let scale = (world.balance().total() - floor).abs();
            let (mut last, mut rises) = (world.balance().total(), 0.0);
            run(&mut world, 60.0, |world| {
                let energy = world.balance().total();
                rises += (energy - last).max(0.0);
                last = energy;
            });
            println!("{:<13} e = {restitution}: rises {:.1e} of {scale:.1e}", scene.name, rises / scale);
            assert!(rises <= 1e-6 * scale, "{}, e = {restitution}: rises of {rises:e}", scene.name);
        }
    }
}

/// Height of the upper side of the floor, m.
fn ground(world: &World) -> f64 {
    let floor = world.bodies.iter().find(|body| body.name == "floor").expect("a floor");
    floor.shape.vertices().iter().map(|corner| floor.state.frame().place(*corner).y).fold(f64::MIN, f64::max)
}

fn mass(world: &World) -> f64 {
    world.bodies.iter().filter(|body| !body.is_fixed()).map(|body| body.mass).sum()
}

/// Without loss and damping the energy of six blocks stays. Measured: 3e-14 in a minute.
#[test]
fn energy_stays_when_nothing_takes_it() {
    let mut world = build("blocks", 6);
    world.settings.restitution = 1.0;
    let before = world.balance().total();
    let mut impacts = 0;
    run(&mut world, 60.0, |world| impacts += world.report.impacts.len());
    let change = (world.balance().total() / before - 1.0).abs();
    assert!(impacts > 100, "only {impacts} impacts");
    assert!(change <= 1e-12, "the energy changed by {change:e}");
}

/// Six blocks come to rest, and the floor then carries exactly their weight.
#[test]
fn six_blocks_come_to_rest_on_the_floor() {
    let mut world = build("blocks", 6);
    run(&mut world, 40.0, |_| ());
    let weight = mass(&world) * -world.forces.gravity.y;
    assert!(world.balance().kinetic() < 1e-20, "kinetic energy {:e}", world.balance().kinetic());
    let carried = on_the_floor(&mut world);
    assert!((carried - weight).abs() <= 1e-9 * weight, "the floor carries {carried}, the blocks weigh {weight}");
}

/// Under large pyramids it carries their weight and what lifts them to their gaps; the forces are solved without a pivot, whose
/// work would grow like the fourth power of the number of blocks.
#[test]
fn floors_carry_large_pyramids() {
    for count in [20, 91, 210] {
        let mut world = build("pyramid", count);
        run(&mut world, 0.5, |_| ());
        let carried = on_the_floor(&mut world);
        let (moving, gravity) = (world.bodies.clone(), world.forces.gravity.y);
        let instant = world.instant();
        let pushed = moving.iter().zip(&instant.accelerations).filter(|(body, _)| !body.is_fixed());
        let asked: f64 = pushed.map(|(body, acceleration)| body.mass * (acceleration.linear.y - gravity)).sum();
        assert!((carried - asked).abs() <= 1e-9 * asked, "the floor carries {carried} of {asked} N, {count} blocks");
        let solution = &instant.solution;
        assert_eq!((solution.status, solution.steps), (Status::Solved, 0), "{count}: {:e}", solution.residual);
    }
}

/// What the floor carries at the present state, N.
fn on_the_floor(world: &mut World) -> f64 {
    let floor = world.bodies.iter().position(|body| body.name == "floor").expect("a floor");
    let instant = world.instant();
    let forces = instant.contacts.iter().zip(&instant.solution.f);
    forces.filter(|(contact, _)| contact.b == floor).map(|(_, f)| f).sum()
}

/// Blocks at rest stay where they are for an hour.
#[test]
fn blocks_rest_for_an_hour() {
    let mut world = build("two-blocks", 2);
    let (start, target) = (world.states(), world.settings.target_gap);
    run(&mut world, 3600.0, |_| ());
    for (before, after) in start.iter().zip(&world.states()) {
        assert!(before.position.distance(after.position) <= 1e-6, "moved by {:?}", after.position - before.position);
    }
    let worst = world.instant().contacts.iter().map(|contact| (contact.gap - target).abs()).fold(0.0, f64::max);
    assert!(worst <= 1e-6, "a gap is off by {worst:e}");
}

/// Forces of a redundant pile depend on the order of treatment, accelerations do not.
#[test]
fn accelerations_do_not_depend_on_the_order() {
    for (name, seconds) in
        [("blocks", 30.0), ("pyramid", 0.0), ("stack", 0.0), ("see-saw", 3.0), ("heavy-blocks", 30.0)]
    {
        let mut world = build(name, 6);
        run(&mut world, seconds, |_| ());
        let mut accelerations = |order| {
            world.settings.order = order;
            world.instant().accelerations.clone()
        };
        let first = accelerations(Order::WorstFirst);
        for order in [Order::Index, Order::Random(1), Order::Random(2), Order::Random(3)] {
            for (x, y) in first.iter().zip(&accelerations(order)) {
                let off = (x.linear - y.linear).length().max((x.angular - y.angular).abs());
                assert!(off <= 1e-9, "{name}, {order:?}: accelerations differ by {off:e}");
            }
        }
    }
}

/// Bodies that overlap are set apart, slowly, and it is said.
#[test]
fn overlapping_bodies_are_set_apart_gently() {
    let mut world = build("overlap", 3);
    let (mut told, mut speed) = (false, 0.0_f64);
    run(&mut world, 3.0, |world| {
        told |= world.report.notices.iter().any(|notice| matches!(notice, Notice::Overlap(_)));
        let kinetic = world.balance().kinetic();
        speed = speed.max(kinetic);
    });
    let lowest = world.least_gap();
    assert!(told, "nothing was said");
    assert!(lowest >= world.settings.target_gap - 2e-5, "the least gap is still {lowest:e}");
    // what falls, falls less than the thickness of one block
    assert!(speed <= mass(&world) * 3.0 * 1.0, "kinetic energy reached {speed}");
}

/// A block in a slot too tight for its gaps rests in the middle, and the forces balance its weight.
#[test]
fn a_tight_slot_holds_its_block_in_the_middle() {
    let mut world = build("slot", 1);
    world.bodies[0].state.position.x += 0.001;
    run(&mut world, 5.0, |_| ());
    assert!(world.bodies[0].state.position.x.abs() <= 1e-5, "at x = {:e}", world.bodies[0].state.position.x);
    assert!(world.balance().kinetic() <= 1e-12);
}

/// Of a block in the middle between walls that are nearer to each other than it is wide it is said that no way leads out; one
/// that is deep in a single wall finds its way, and nothing of the kind is said.
#[test]
fn it_is_said_where_no_way_leads_out() {
    let wall = |x: f64| Body::fixed("wall", Polygon::rectangle(1.0, 4.0)).at(x, 0.0, 0.0);
    let end = |walls: &[Body]| {
        let mut world = World::default();
        world.bodies.push(Body::new("block", Polygon::rectangle(1.0, 1.0), 1.0).at(0.0, 0.1, 0.0));
        world.bodies.extend_from_slice(walls);
        let (mut steps, mut told) = (0, 0);
        run(&mut world, 2.0, |world| {
            steps += 1;
            told += usize::from(world.report.notices.iter().any(|notice| matches!(notice, Notice::NoWay(_))));
        });
        (world, told, steps)
    };
    let (world, told, steps) = end(&[wall(-0.95), wall(0.95)]);
    assert_eq!(told, steps, "steps that say so of all");
    assert!(
        matches!(world.report.notices[..], [Notice::NoWay(depth)] if (depth - 0.05).abs() <= 1e-9),
        "{:?}",
        world.report.notices
    );
    assert!(world.bodies[0].state.position.x.abs() <= 1e-9, "{:?}", world.bodies[0].state);
    let (world, told, _) = end(&[wall(0.62)]);
    assert_eq!(told, 0);
    assert!(world.least_gap() >= world.settings.target_gap - 2e-5, "still {:e} deep", -world.least_gap());
}

/// The unit of mass does not matter.
#[test]
fn motion_does_not_depend_on_the_unit_of_mass() {
    let (mut light, mut heavy) = (build("blocks", 6), build("heavy-blocks", 6));
    for _ in 0..80 {
        light.step();
        heavy.step();
    }
    for (x, y) in light.states().iter().zip(&heavy.states()) {
        assert!(x.position.distance(y.position) <= 1e-9, "{:?} and {:?}", x.position, y.position);
    }
}

/// The same start gives the same bits, and a copy goes on as its original does.
#[test]
fn steps_depend_on_the_state_alone() {
    let (mut one, mut two) = (build("blocks", 6), build("blocks", 6));
    run(&mut one, 12.0, |_| ());
    run(&mut two, 6.0, |_| ());
    let mut copy = build("blocks", 6);
    for (body, state) in copy.bodies.iter_mut().zip(two.states()) {
        body.state = state;
    }
    run(&mut copy, 6.0, |_| ());
    assert_eq!(one.digest(), copy.digest());
}
