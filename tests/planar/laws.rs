//! Laws of mechanics that the planar engine obeys.
use contact_forces::planar::body::{Body, State};
use contact_forces::planar::collide;
use contact_forces::planar::contact::{Contact, Feature};
use contact_forces::planar::equations::{Row, Twist};
use contact_forces::planar::forces::{Anchor, Spring};
use contact_forces::planar::impulse::ImpactLaw;
use contact_forces::planar::integrate::Integrator;
use contact_forces::planar::polygon::Polygon;
use contact_forces::planar::scenes::{Options, scene};
use contact_forces::planar::world::World;
use glam::DVec2;
use proptest::prelude::*;

#[track_caller]
fn assert_close(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance, "{what}: {found} instead of {expected} ± {tolerance:e}");
}

fn block(width: f64, height: f64) -> Body {
    Body::new("block", Polygon::rectangle(width, height), 1.0)
}

fn floor() -> Body {
    Body::fixed("floor", Polygon::rectangle(40.0, 2.0)).at(0.0, -1.0, 0.0)
}

/// Bodies under gravity, touching at a gap of zero.
fn world(bodies: Vec<Body>, gravity: f64) -> World {
    let mut world = World::default();
    world.bodies = bodies;
    world.forces.gravity = DVec2::new(0.0, -gravity);
    world.settings.target_gap = 0.0;
    world.settings.time_step = 0.005;
    world
}

fn run(world: &mut World, seconds: f64) {
    for _ in 0..(seconds / world.settings.time_step).round() as usize {
        world.step();
    }
}

/// At rest the floor pushes with exactly the weight, half of it at each corner.
#[test]
fn floor_carries_the_weight() {
    let mut world = world(vec![block(2.0, 1.0).at(0.0, 0.5, 0.0), floor()], 9.81);
    let forces = &world.instant().solution.f;
    assert_eq!(forces.len(), 2);
    for force in forces {
        assert_close(*force, 9.81 / 2.0, 1e-12, "force at a corner");
    }
}

/// The upper block's weight is shared by the lower one's corners as the lever arms say.
#[test]
fn loads_are_shared_by_their_lever_arms() {
    let mut world = (scene("two-blocks").expect("a scene").build)(Options::default());
    let instant = world.instant();
    let found: Vec<(f64, f64)> =
        instant.contacts.iter().zip(&instant.solution.f).map(|(contact, f)| (contact.point.x, *f)).collect();
    for (x, expected) in [(-2.5, 2.5), (0.5, 3.5), (-1.0, 1.5), (0.0, 1.5)] {
        let (_, force) = found.iter().find(|(at, _)| (at - x).abs() < 1e-9).expect("a contact there");
        assert_close(*force, expected, 1e-12, "force");
    }
}

/// A thrown block flies on Galilei's parabola; four orders of integrators agree on it, and err as their order says on
/// a spring.
#[test]
fn integrators_keep_their_order() {
    let error = |integrator: Integrator, time_step: f64| {
        let mut world = world(vec![block(1.0, 1.0).at(1.0, 0.0, 0.0)], 0.0);
        world.settings.integrator = integrator;
        world.settings.time_step = time_step;
        let hand = Spring {
            body: 0,
            attach: DVec2::ZERO,
            anchor: Anchor::World(DVec2::ZERO),
            stiffness: 4.0,
            rest_length: 0.0,
        };
        world.forces.hand = Some(hand);
        run(&mut world, 1.0);
        (world.bodies[0].state.position.x - libm::cos(2.0)).abs()
    };
    for (integrator, order, room) in
        [(Integrator::Euler, 1.0, 0.1), (Integrator::ModifiedEuler, 2.0, 0.1), (Integrator::RungeKutta4, 4.0, 0.1)]
    {
        let found = (error(integrator, 0.02) / error(integrator, 0.01)).log2();
        assert_close(found, order, room, integrator.name());
    }
    assert!(error(Integrator::DormandPrince, 0.25) <= 1e-7, "{:e}", error(Integrator::DormandPrince, 0.25));
}

/// A block that falls flat rebounds to e² of its height.
#[test]
fn rebound_reaches_e_squared_of_the_height() {
    for e in [1.0, 0.8, 0.3] {
        let mut world = world(vec![block(2.0, 1.0).at(0.0, 1.5, 0.0), floor()], 2.0);
        world.settings.restitution = e;
        run(&mut world, 1.0 + e);
        assert_close(world.bodies[0].state.position.y - 0.5, e * e, 1e-7, "height of the rebound");
        assert_close(world.bodies[0].state.velocity.y, 0.0, 1e-6, "speed at the top");
    }
}

/// A damper or a spring too stiff for any time step stops its body; it does not tear it away.
#[test]
fn stiff_forces_stay_finite() {
    for (damping, stiffness) in [(1.0, 0.0), (1e12, 0.0), (0.0, 1e3), (0.0, 1e14), (1e8, 1e8)] {
        let mut light = block(1.0, 1.0).at(0.0, 2.0, 0.3).moving(1.0, 2.0, 3.0);
        light.inertia *= 1e-6;
        light.mass = 1e-6;
        let mut world = world(vec![light, floor()], 3.0);
        world.settings.time_step = 0.025;
        (world.forces.damping, world.forces.rotation_damping) = (damping, 0.1);
        let (attach, anchor) = (DVec2::new(0.3, 0.2), Anchor::World(DVec2::new(1.0, 2.0)));
        world.forces.springs.push(Spring { body: 0, attach, anchor, stiffness, rest_length: 0.1 });
        let before = world.balance().total();
        run(&mut world, 0.5);
        let (after, state) = (world.balance().total(), world.bodies[0].state);
        assert!(after <= before * (1.0 + 1e-6), "k = {damping:e}, {stiffness:e}: energy {before:e} became {after:e}");
        assert!(state.position.length() < 10.0, "k = {damping:e}, {stiffness:e}: at {:?}", state.position);
    }
}

/// Two blocks alone in the world: momentum and angular momentum stay through impacts, under every law.
#[test]
fn impacts_keep_momentum() {
    for law in ImpactLaw::ALL {
        let mut world = world(
            vec![block(1.0, 2.0).at(-2.0, 0.2, 0.3).moving(1.0, 0.1, 0.4), block(1.5, 0.7).at(1.0, 0.0, 0.1)],
            0.0,
        );
        world.settings.impact_law = law;
        world.settings.restitution = 0.6;
        let before = world.balance();
        let mut impacts = 0;
        for _ in 0..800 {
            world.step();
            impacts += world.report.impacts.len();
        }
        let after = world.balance();
        assert!(impacts > 0, "{}: no impact", law.name());
        assert!(before.momentum.distance(after.momentum) <= 1e-12, "{}: {:?}", law.name(), after.momentum);
        assert_close(after.angular_momentum, before.angular_momentum, 1e-12, law.name());
        assert!(after.kinetic() < before.kinetic());
    }
}

/// A row of touching blocks: pair after pair the last one flies off, all at once they share.
#[test]
fn impact_laws_differ_in_a_row_of_blocks() {
    let row = |law| {
        let bodies = (0..3).map(|k| block(1.0, 1.0).at(f64::from(k), 0.0, 0.0)).collect();
        let mut world = world(bodies, 0.0);
        world.bodies[0].state.velocity.x = 1.0;
        (world.settings.impact_law, world.settings.restitution) = (law, 1.0);
        world.collide();
        [0, 1, 2].map(|k: usize| world.bodies[k].state.velocity.x)
    };
    for (law, expected) in
        [(ImpactLaw::Hybrid, [0.0, 0.0, 1.0]), (ImpactLaw::Simultaneous, [-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0])]
    {
        for (found, expected) in row(law).iter().zip(expected) {
            assert_close(*found, expected, 1e-12, law.name());
        }
    }
}

/// A diamond on its tip and a vertex near a vertex: rounded rims touch corner to corner.
#[test]
fn corners_touch_corners() {
    let diamond = |y: f64| block(1.0, 1.0).at(0.0, y, std::f64::consts::FRAC_PI_4);
    let mut world = world(vec![diamond(0.0), diamond(2.0_f64.sqrt() + 0.004)], 3.0);
    world.settings.target_gap = 0.005;
    let contacts = &world.instant().contacts;
    assert_eq!(contacts.len(), 1);
    assert!(matches!(contacts[0].feature, Feature::VertexVertex(..)));
    assert_close(contacts[0].gap, 0.004, 1e-12, "gap");
}

/// A crossing without a corner inside is seen, and its bodies are set apart. Measured: they part with 2.6e-13 J.
#[test]
fn crossed_bars_are_set_apart() {
    let mut world = world(vec![block(3.0, 0.4), block(0.4, 3.0).at(0.3, 0.2, 0.0)], 0.0);
    assert!(world.least_gap() < -0.3);
    run(&mut world, 12.0);
    assert!(world.least_gap() >= -1e-5, "still {:e}", world.least_gap());
    assert_close(world.balance().kinetic(), 0.0, 1e-12, "energy of motion");
}

/// A notch holds a corner on both sides.
#[test]
fn a_corner_in_a_notch_touches_both_sides() {
    let corners = [(-2.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 1.0), (-2.0, 2.0)];
    let valley = Polygon::new(corners.map(|(x, y)| DVec2::new(x, y)).to_vec()).expect("a polygon");
    let side = Polygon::new([(0.0, 0.0), (1.0, 1.5), (-1.0, 1.5)].map(|(x, y)| DVec2::new(x, y)).to_vec());
    let mut wedge = Body::new("wedge", side.expect("a polygon"), 1.0).at(0.0, 1.0, 0.0);
    wedge.inertia = 1.0;
    let mut world = world(vec![wedge, Body::fixed("valley", valley)], 3.0);
    let instant = world.instant();
    assert_eq!(instant.contacts.len(), 2);
    // two sides at atan(1/2) carry the weight: 2 f cos = m g
    let expected = 3.0 / 2.0 * 5.0_f64.sqrt() / 2.0;
    for force in &instant.solution.f {
        assert_close(*force, expected, 1e-12, "force of a side");
    }
}

/// Bodies that turn and slide with one contact between them.
fn pair(states: [[f64; 3]; 2], feature: Feature) -> ([Body; 2], [State; 2], Contact) {
    let bodies = [block(1.2, 0.7), block(2.0, 0.9)];
    let place = [[-0.1, 0.9, 0.4], [0.0, 0.0, 0.1]];
    let state = |k: usize| State {
        position: DVec2::new(place[k][0], place[k][1]),
        angle: place[k][2],
        velocity: DVec2::new(states[k][0], states[k][1]),
        omega: states[k][2],
    };
    let states = [state(0), state(1)];
    let mut contact = Contact { a: 0, b: 1, point: DVec2::ZERO, normal: DVec2::Y, gap: 0.0, feature };
    collide::refresh(&mut contact, &bodies, |body| states[body].frame());
    (bodies, states, contact)
}

/// Contact and states of bodies that have flown freely for a while.
fn after(time: f64, bodies: &[Body; 2], states: &[State; 2], mut contact: Contact) -> (Contact, [State; 2]) {
    let states = states.map(|mut state| {
        state.position += time * state.velocity;
        state.angle += time * state.omega;
        state
    });
    collide::refresh(&mut contact, bodies, |body| states[body].frame());
    (contact, states)
}

/// A difference quotient over two steps, so that its error is of fourth order (Richardson).
fn better(difference: &dyn Fn(f64) -> f64) -> f64 {
    let step = 1e-4;
    (4.0 * difference(step) - difference(2.0 * step)) / 3.0
}

proptest! {
    /// d' and the velocity terms of d'' are the derivatives of the gap along a free flight, at an edge and at a vertex.
    #[test]
    fn gap_rates_are_derivatives(motion in prop::array::uniform6(-3.0..3.0_f64), vertex in 0..4_usize, edge: bool) {
        let feature = if edge { Feature::VertexEdge(vertex, 2) } else { Feature::VertexVertex(vertex, 2) };
        let [a, b, c, d, e, f] = motion;
        let (bodies, states, contact) = pair([[a, b, c], [d, e, f]], feature);
        let gap = |time: f64| after(time, &bodies, &states, contact).0.gap;
        let rate = better(&|h| (gap(h) - gap(-h)) / (2.0 * h));
        let second = better(&|h| (gap(h) - 2.0 * gap(0.0) + gap(-h)) / (h * h));
        prop_assert!((rate - contact.normal_velocity(&states)).abs() <= 1e-5, "{rate}");
        prop_assert!((second - contact.velocity_terms(&states)).abs() <= 1e-4, "{second}");
    }

    /// What friction sees is the velocity along its own row, and its terms are the rate of that where the gap rests.
    #[test]
    fn tangential_rates_are_derivatives(
        motion in prop::array::uniform6(-3.0..3.0_f64), vertex in 0..4_usize, edge: bool,
    ) {
        let feature = if edge { Feature::VertexEdge(vertex, 2) } else { Feature::VertexVertex(vertex, 2) };
        let [a, b, c, d, e, f] = motion;
        let (bodies, mut states, contact) = pair([[a, b, c], [d, e, f]], feature);
        let approach = contact.normal_velocity(&states);
        states[0].velocity -= approach * contact.normal;
        let row = Row::along(contact.tangent(), &contact, &bodies, &states);
        let along = row.apply(|body| Twist { linear: states[body].velocity, angular: states[body].omega });
        prop_assert!((along - contact.tangential_velocity(&states)).abs() <= 1e-12, "{along}");
        let velocity = |time: f64| {
            let (contact, states) = after(time, &bodies, &states, contact);
            contact.tangential_velocity(&states)
        };
        let rate = better(&|h| (velocity(h) - velocity(-h)) / (2.0 * h));
        prop_assert!((rate - contact.tangential_terms(&states)).abs() <= 1e-5, "{rate}");
    }
}
