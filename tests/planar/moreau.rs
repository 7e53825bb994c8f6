//! Laws of Moreau's scheme: what slides, stands, falls and comes to rest.
use contact_forces::spatial::body::Body;
use contact_forces::spatial::law::{Cone, ImpactLaw};
use contact_forces::spatial::scenes::impacts::CONES;
use contact_forces::spatial::scenes::masonry::{arch_of, rough, slide_of, stack_of, wall_of};
use contact_forces::spatial::scenes::packing::RADIUS;
use contact_forces::spatial::scenes::{Options, scene};
use contact_forces::spatial::shape::Shape;
use contact_forces::spatial::world::World;
use glam::{DQuat, DVec3};

fn built(name: &str, count: usize) -> World {
    (scene(name).expect("a scene").build)(Options { count, seed: 1, ..Options::default() })
}

/// Carries on, and says how far any body has moved, m.
fn drift(world: &mut World, time: f64) -> f64 {
    let (start, end) = (world.states(), world.time + time);
    while world.time < end {
        world.step();
    }
    let moved = world.states().into_iter().zip(start).map(|(s, t)| s.pose.position.distance(t.pose.position));
    moved.fold(0.0, f64::max)
}

/// On a slope a thousandth of a radian steeper or less steep than the friction holds a box slides as far as it must, or
/// stays. Measured: off by 1e-9 m.
#[test]
fn slopes_hold_up_to_the_angle_of_friction() {
    let limit = f64::atan(0.5);
    for off in [-1e-3, 1e-3, 0.5_f64.to_radians()] {
        let mut world = slide_of(limit + off, 0.5, DVec3::ZERO);
        let way = drift(&mut world, 2.0);
        let angle = limit + off;
        let expected = (0.5 * 9.81 * (angle.sin() - 0.5 * angle.cos()) * world.time * world.time).max(0.0);
        assert!((way - expected).abs() < 1e-6, "{off} rad: {way} m instead of {expected}");
    }
}

/// A box that slides on level ground keeps its direction and stops where it must: friction is the same in all directions.
/// Measured: direction off by 1e-9 degrees, way by 0.003 %.
#[test]
fn sliding_is_isotropic() {
    for degrees in [0.0_f64, 17.0, 30.0, 45.0, 71.0] {
        let along = DVec3::new(degrees.to_radians().cos(), degrees.to_radians().sin(), 0.0);
        let mut world = slide_of(0.0, 0.3, 3.0 * along);
        let way = drift(&mut world, 2.0);
        let end = world.bodies[0].state.pose.position.with_z(0.0);
        let expected = 9.0 / (2.0 * 0.3 * 9.81);
        assert!((way / expected - 1.0).abs() < 5e-4, "{degrees}: {way} m instead of {expected}");
        let off = end.normalize().cross(along).length().asin().to_degrees();
        assert!(off < 1e-6, "{degrees}: direction off by {off} degrees");
    }
}

/// Arches above the limit of statics stand without drifting, and those below fall: 0.1067 for 21 voussoirs.
#[test]
fn arches_stand_or_fall_by_their_thickness() {
    for (count, thick) in [(15, 0.2), (21, 0.2), (25, 0.2), (21, 0.12)] {
        let way = drift(&mut arch_of(count, thick), 10.0);
        assert!(way < 2e-5, "{count} voussoirs, {thick}: {way} m");
    }
    for (thick, stands) in [(0.1046, false), (0.1088, true)] {
        let way = drift(&mut arch_of(21, thick), 5.0);
        assert_eq!(way < 0.01, stands, "{thick}: {way} m");
    }
}

/// The thickness at which an arch of 21 voussoirs falls, found by bisection, is that of statics: a linear programme over
/// the forces at the corners gives 0.1067 of the radius.
#[test]
fn the_arch_falls_where_statics_says() {
    let stands = |thick: f64| drift(&mut arch_of(21, thick), 5.0) < 0.01;
    let (mut falls, mut holds) = (0.09, 0.13);
    assert!(!stands(falls) && stands(holds));
    while holds - falls > 2e-4 {
        let middle = 0.5 * (falls + holds);
        *(if stands(middle) { &mut holds } else { &mut falls }) = middle;
    }
    let (found, expected) = (0.5 * (falls + holds), 0.1067);
    assert!((found / expected - 1.0).abs() < 0.02, "{found} instead of {expected}");
}

/// Walls and stacks stand still: in the last second nothing moves by a hundred-thousandth of its size, even where the top is
/// a hundred times heavier.
#[test]
fn walls_and_stacks_stand_still() {
    for (mut world, most) in [(wall_of(10, 10), 1e-4), (stack_of(10, 1.0), 1e-5), (stack_of(10, 100.0), 3e-5)] {
        let way = drift(&mut world, 5.0);
        assert!(way < most, "{way} m of {most}");
        let creeps = drift(&mut world, 1.0);
        assert!(creeps < 1e-6, "{creeps} m in a second");
    }
}

/// Stacks of equal boxes stand for a minute however high, and so does one whose top is a hundred times heavier; each step is
/// solved to the tolerance.
#[test]
fn high_stacks_stand() {
    let stacks = [(10, 1.0, 1e-6), (23, 1.0, 1e-5), (40, 1.0, 1e-4), (100, 1.0, 1e-3), (20, 100.0, 1e-4)];
    for ((count, heavier, most), friction) in stacks.into_iter().flat_map(|stack| [(stack, 0.5), (stack, 0.6)]) {
        let mut world = stack_of(count, heavier);
        world.settings.friction = friction;
        let start = world.states();
        let unit = world.settings.time_step * world.settings.time_step * 9.81;
        while world.time < 60.0 {
            world.step();
            let outcome = world.report.outcome;
            assert!(outcome.solved && outcome.residual <= world.settings.tolerance * unit, "{count}: {outcome:?}");
            let moved = world.states().into_iter().zip(&start).map(|(s, t)| s.pose.position.distance(t.pose.position));
            let way = moved.fold(0.0, f64::max);
            assert!(way < most, "{count} boxes, the top {heavier} times heavier, at {} s: {way} m", world.time);
        }
    }
}

/// Masonry that stands, once settled, moves less than a hundred-thousandth of its size in a minute. Measured: 1e-9 for the
/// arch, 1e-7 for a small wall; 5e-7 for a large one, of which this looks at ten seconds only.
#[test]
fn settled_masonry_does_not_creep() {
    for (mut world, settles, seconds) in
        [(arch_of(21, 0.2), 10.0, 60), (wall_of(10, 10), 10.0, 60), (wall_of(20, 20), 5.0, 10)]
    {
        drift(&mut world, settles);
        let settled = world.states();
        let free = world.bodies.iter().filter(|body| body.is_free()).map(|body| body.state.pose.position);
        let (low, high) = free.fold((DVec3::MAX, DVec3::MIN), |(low, high), p| (low.min(p), high.max(p)));
        for second in 1..=seconds {
            drift(&mut world, 1.0);
            let pairs = world.states().into_iter().zip(&settled);
            let way = pairs.map(|(s, t)| s.pose.position.distance(t.pose.position)).fold(0.0, f64::max);
            let part = way / low.distance(high);
            assert!(
                part < 1e-5 * f64::from(seconds) / 60.0,
                "{} bodies, second {second}: {part} of the size",
                world.bodies.len()
            );
        }
    }
}

/// Largest overlap of any two balls of a packing, as a part of the radius, from where they are.
fn deepest(world: &World) -> f64 {
    let balls: Vec<DVec3> = world.bodies.iter().filter(|b| b.is_free()).map(|b| b.state.pose.position).collect();
    let pairs = balls.iter().enumerate().flat_map(|(k, p)| balls[k + 1..].iter().map(move |q| p.distance(*q)));
    pairs.map(|distance| 2.0 - distance / RADIUS).fold(0.0, f64::max)
}

/// Balls that fell into a box lie still and hardly overlap, nor do they overlap much while they fall and push each other
/// about; the energy they lost on the way never came back. Measured: 0.003 % of the radius.
#[test]
fn packings_come_to_rest() {
    let mut world = built("packing", 60);
    let mut before = world.balance().total();
    while world.time < 5.0 {
        world.step();
        assert!(deepest(&world) < 1e-3, "at {}: overlap of {} of the radius", world.time, deepest(&world));
        let now = world.balance().total();
        assert!(now < before + 1e-3 * before.abs(), "at {}: {before} J grew to {now}", world.time);
        before = now;
    }
    let free: Vec<&Body> = world.bodies.iter().filter(|body| body.is_free()).collect();
    let square: f64 = free.iter().map(|body| body.state.velocity.length_squared()).sum();
    let rms = (square / free.len() as f64).sqrt();
    assert!(rms < 5e-4, "{rms} m/s");
    assert!(deepest(&world) < 1e-4, "overlap of {} of the radius at rest", deepest(&world));
    assert!(free.iter().all(|body| body.state.pose.position.z > 0.099), "all are in the box");
}

/// Nor do those of larger piles while they land, which takes more sweeps than there are: what these leave is taken out of
/// the positions through all layers. Measured: 0.006 % of the radius.
#[test]
fn balls_that_land_hardly_overlap() {
    for (count, seed) in [(320, 1), (320, 2), (800, 1)] {
        let mut world = (scene("packing").expect("a scene").build)(Options { count, seed, ..Options::default() });
        while world.time < 1.2 {
            world.step();
            let deepest = deepest(&world);
            assert!(
                deepest < 3e-4,
                "{count} balls, seed {seed}, at {}: overlap of {deepest} of the radius",
                world.time
            );
        }
    }
}

/// Dominoes that fall on each other and on the floor, turning by ten degrees in a step, touch with corners and edges that
/// turned away at its beginning, and are thin: nothing sinks into anything by more than 0.4 mm of their 20. Measured:
/// 0.17 mm, the way that a turn bends within a step.
#[test]
fn dominoes_do_not_sink_into_each_other() {
    let mut world = built("dominoes", 15);
    while world.time < 3.0 {
        world.step();
        for (i, a) in world.bodies.iter().enumerate().filter(|(_, a)| a.is_free()) {
            for (k, b) in world.bodies.iter().enumerate().filter(|(k, _)| *k != i) {
                let (Some(corners), Some(solid)) = (a.shape.solid(), b.shape.solid()) else { panic!("all are boxes") };
                for corner in corners.mesh.vertices() {
                    let place = b.state.pose.point_to_body(a.state.pose.place(*corner));
                    let heights = solid.mesh.faces().iter().map(|face| face.normal.dot(place) - face.offset);
                    let depth = -heights.fold(f64::NEG_INFINITY, f64::max);
                    assert!(depth < 4e-4, "at {}: a corner of body {i} is {depth} m deep in {k}", world.time);
                }
            }
        }
    }
}

/// A ball that is dropped comes up to e² of its height each time. Measured: 2e-5 of it off with steps of 1/60 s.
#[test]
fn rebounds_are_the_square_of_restitution() {
    for e in [0.5_f64, 0.8, 1.0] {
        let ball = Body::new("ball", Shape::Sphere { radius: 0.1 }, 1.0).at(DVec3::new(0.0, 0.0, 1.1), DQuat::IDENTITY);
        let mut world = rough(vec![ball, Body::fixed("floor", Shape::HalfSpace { normal: DVec3::Z })], 0.3);
        world.settings.restitution = e;
        let mut energies = Vec::new();
        while energies.len() < 3 {
            let before = world.bodies[0].state.velocity.z;
            world.step();
            let after = world.bodies[0].state.velocity.z;
            if before < 0.0 && after > 0.0 {
                energies.push((world.balance().total() / 9.81 - 0.1).max(0.0));
            }
            assert!(world.time < 10.0, "it bounces");
        }
        for (k, height) in energies.into_iter().enumerate() {
            let expected = e.powi(2 * (k as i32 + 1));
            assert!((height / expected - 1.0).abs() < 1e-3, "e = {e}, rebound {k}: {height} m instead of {expected}");
        }
    }
}

/// A ball that hits rough ground without slipping comes off with its tangential velocity at the contact the other way
/// round, e_t times as large; by the momentum at the contact the rest follows: 5/7 and 2/7 of the change for a full ball.
#[test]
fn spin_rebounds_by_the_tangential_coefficient() {
    for e_t in [-0.5, 0.0, 0.4, 0.9] {
        let ball =
            Body::new("ball", Shape::Sphere { radius: 0.1 }, 1.0).at(DVec3::new(0.0, 0.0, 0.101), DQuat::IDENTITY);
        let ball = ball.moving(DVec3::new(0.3, 0.0, -2.0), DVec3::ZERO);
        let mut world = rough(vec![ball, Body::fixed("floor", Shape::HalfSpace { normal: DVec3::Z })], 1.0);
        world.forces.gravity = DVec3::ZERO;
        (world.settings.restitution, world.settings.tangential) = (0.8, e_t);
        world.step();
        let state = world.bodies[0].state;
        let slip = state.velocity.x - 0.1 * state.omega.y;
        assert!((slip + e_t * 0.3).abs() < 1e-9, "e_t = {e_t}: slips at {slip} m/s");
        assert!((state.velocity.z - 1.6).abs() < 1e-9, "e_t = {e_t}: rebounds at {} m/s", state.velocity.z);
        // what friction does to the velocity turns the ball 5/2 times as fast at its rim
        assert!((-0.1 * state.omega.y - 2.5 * (state.velocity.x - 0.3)).abs() < 1e-9, "e_t = {e_t}: {state:?}");
    }
}

/// In a row that touches, contact after contact, the last ball takes all that the first one had.
#[test]
fn serial_impacts_go_through_a_row() {
    let ball = |k: usize| {
        let place = DVec3::new(0.2 * k as f64, 0.0, 0.0);
        Body::new("ball", Shape::Sphere { radius: 0.1 }, 1.0).at(place, DQuat::IDENTITY)
    };
    for (law, expected) in [(ImpactLaw::Serial, [0.0, 0.0, 0.0, 1.0]), (ImpactLaw::Simultaneous, [-0.5, 0.5, 0.5, 0.5])]
    {
        let mut world = rough((0..4).map(ball).collect(), 0.0);
        world.forces.gravity = DVec3::ZERO;
        (world.settings.restitution, world.settings.impact_law) = (1.0, law);
        world.bodies[0].state.velocity.x = 1.0;
        world.step();
        for (body, expected) in world.bodies.iter().zip(expected) {
            assert!((body.state.velocity.x - expected).abs() < 1e-9, "{law:?}: {}", body.state.velocity);
        }
    }
}

/// Under the round cone a ball goes where the force points; pyramids bend its way.
#[test]
fn pyramids_bend_the_way() {
    let mut world = built("driven", 1);
    let force = world.forces.pushes[0].force;
    let start = world.states();
    drift(&mut world, 2.0);
    for (k, cone) in CONES.into_iter().enumerate() {
        let way = world.bodies[k + 1].state.pose.position - start[k + 1].pose.position;
        let off = (way.y.atan2(way.x) - force.y.atan2(force.x)).to_degrees();
        if cone == Cone::Round {
            assert!(off.abs() < 1e-6, "{off}");
        } else {
            assert!(off.abs() > 1.0, "{cone:?}: {off}");
        }
    }
}

/// The bridge stands, the lead ball breaks it, and the rest comes to rest.
#[test]
fn the_bridge_stands_and_breaks() {
    let mut world = built("bridge", 15);
    let lead = world.bodies.iter().position(|body| body.name == "lead ball").expect("the load");
    let states = |world: &World| world.bodies.iter().map(|b| b.state.pose.position).collect::<Vec<_>>();
    let moved = |world: &World, start: &[DVec3]| {
        let all = states(world).into_iter().zip(start).enumerate().filter(|(k, _)| *k != lead);
        all.map(|(_, (now, before))| now.distance(*before)).fold(0.0, f64::max)
    };
    let start = states(&world);
    drift(&mut world, 1.2);
    assert!(moved(&world, &start) < 1e-4, "it stands: {}", moved(&world, &start));
    drift(&mut world, 10.0);
    assert!(moved(&world, &start) > 0.3, "it breaks: {}", moved(&world, &start));
    // but for the ball, which may roll on
    let stones = world.bodies.iter().filter(|body| body.name != "lead ball");
    let square: f64 = stones.map(|body| body.state.velocity.length_squared()).sum();
    assert!(square.sqrt() < 0.05, "it rests: {} m/s", square.sqrt());
}
