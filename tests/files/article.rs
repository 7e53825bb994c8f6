//! The formulas of the article, as they are printed there, against the engine and against differences of the gap.
use contact_forces::planar::anatomy::Anatomy;
use contact_forces::planar::body::{Frame, State};
use contact_forces::planar::collide::refresh;
use contact_forces::planar::contact::Contact;
use contact_forces::planar::dynamics::Setup;
use contact_forces::planar::equations::{Row, Twist, free_accelerations};
use contact_forces::planar::friction::{Coulomb, Mode};
use contact_forces::planar::scenes::{Options, scene};
use contact_forces::planar::world::World;
use contact_forces::spatial;
use contact_forces::spatial::narrow_phase::extremal::{Pair, Rates, Relative};
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::surface::{Feature, Kind, Surface};
use glam::{DQuat, DVec2, DVec3};

mod stated;

/// Worlds in which contacts rest, slide and turn: a scene, and a time to run it, s.
const MOMENTS: [(&str, f64); 10] = [
    ("two-blocks", 0.0),
    ("balance", 0.0),
    ("beam", 0.0),
    ("overhang", 0.3),
    ("turning", 0.0),
    ("turning", 0.5),
    ("ladder", 1.0),
    ("wedge", 0.8),
    ("see-saw", 2.0),
    ("blocks", 20.0),
];

/// The worlds above, with a velocity and a turn for each body where `stirred`.
fn worlds(stirred: bool) -> impl Iterator<Item = (String, World)> {
    MOMENTS.iter().map(move |(name, seconds)| {
        let mut world = (scene(name).expect("a scene").build)(Options::default());
        for _ in 0..(seconds / world.settings.time_step).round() as usize {
            world.step();
        }
        let moving = world.bodies.iter_mut().filter(|body| !body.is_fixed());
        for (k, body) in moving.enumerate().filter(|_| stirred) {
            // slow enough to stay in contact for the page's rules, different for each body
            body.state.velocity += DVec2::new(0.05, -0.02) * (1.0 + k as f64);
            body.state.omega += 0.1 * (1.0 - 2.0 * (k % 2) as f64);
        }
        (format!("{name} at {seconds} s, stirred: {stirred}"), world)
    })
}

fn anatomy(world: &mut World) -> Vec<Anatomy> {
    let instant = world.instant().clone();
    Anatomy::of(world, &instant)
}

fn all_worlds() -> impl Iterator<Item = (String, World)> {
    worlds(false).chain(worlds(true))
}

#[track_caller]
fn assert_near(found: f64, expected: f64, bound: f64, what: &str) {
    let room = bound * expected.abs().max(1.0);
    assert!(
        (found - expected).abs() <= room,
        "{what}: found {found}, expected {expected}, off by {:e}",
        found - expected
    );
}

/// Section 4: d″ is the engine's acceleration of the gap, apart from the correction.
#[test]
fn second_rate_of_the_gap_is_the_engines() {
    for (name, mut world) in all_worlds() {
        let all = anatomy(&mut world);
        let a = world.instant().solution.a.clone();
        assert!(!all.is_empty(), "{name}: no contacts");
        for (one, a) in all.iter().zip(a) {
            assert_near(one.acceleration() + one.correction, a, 1e-9, &name);
        }
    }
}

/// Sections 5 and 6: the printed terms add up to the engine's A and b.
#[test]
fn terms_add_up_to_the_entries() {
    for (name, mut world) in all_worlds() {
        let all = anatomy(&mut world);
        let lcp = world.instant().lcp.clone();
        for (i, one) in all.iter().enumerate() {
            assert_near(one.b_terms().iter().sum(), lcp.b[i], 1e-11, &format!("{name}: b {i}"));
            for (j, other) in all.iter().enumerate() {
                let sum = one.a_terms(other).iter().map(|share| share.value()).sum();
                assert_near(sum, lcp.a[(i, j)], 1e-12, &format!("{name}: A {i} {j}"));
            }
        }
    }
}

/// The states after a time, if each body keeps this acceleration.
fn later(states: &[State], accelerations: &[Twist], time: f64) -> Vec<State> {
    let carry = |(state, twist): (&State, &Twist)| State {
        position: state.position + time * (state.velocity + 0.5 * time * twist.linear),
        angle: state.angle + time * (state.omega + 0.5 * time * twist.angular),
        ..*state
    };
    states.iter().zip(accelerations).map(carry).collect()
}

/// d, d′ and d″ of a contact by differences of fourth order.
fn by_differences(world: &World, contact: &Contact, accelerations: &[Twist]) -> [f64; 3] {
    const H: f64 = 2e-3;
    let states = world.states();
    let gap = |steps: f64| {
        let frames: Vec<Frame> = later(&states, accelerations, steps * H).iter().map(State::frame).collect();
        let mut moved = *contact;
        refresh(&mut moved, &world.bodies, |body| frames[body]);
        moved.gap
    };
    let [far_back, back, now, on, far_on] = [-2.0, -1.0, 0.0, 1.0, 2.0].map(gap);
    let rate = (8.0 * (on - back) - (far_on - far_back)) / (12.0 * H);
    let second = (16.0 * (on + back) - (far_on + far_back) - 30.0 * now) / (12.0 * H * H);
    [now, rate, second]
}

/// Whether the distance is smooth enough for differences: of two corners almost in one place it is not.
fn is_smooth(one: &Anatomy) -> bool {
    one.at_edge
}

/// Section 4: d, d′ and d″ are what their names say. Measured: 2e-9.
#[test]
fn rates_of_the_gap_are_its_derivatives() {
    for (name, mut world) in all_worlds() {
        let all = anatomy(&mut world);
        let instant = world.instant();
        let (contacts, accelerations) = (instant.contacts.clone(), instant.accelerations.clone());
        for (one, contact) in all.iter().zip(&contacts).filter(|(one, _)| is_smooth(one)) {
            let [gap, rate, second] = by_differences(&world, contact, &accelerations);
            assert_near(gap, one.gap, 1e-12, &format!("{name}: d"));
            assert_near(rate, one.rate(), 1e-8, &format!("{name}: d'"));
            assert_near(second, one.acceleration(), 1e-7, &format!("{name}: d''"));
        }
    }
}

/// Section 6: b is d″ without contact forces. Section 5: a_ij is by how much a newton at contact j changes d″
/// of contact i.
#[test]
fn entries_are_changes_of_the_second_rate() {
    for (name, mut world) in all_worlds() {
        let all = anatomy(&mut world);
        let instant = world.instant();
        let (contacts, lcp) = (instant.contacts.clone(), instant.lcp.clone());
        let states = world.states();
        let frames: Vec<Frame> = states.iter().map(State::frame).collect();
        let setup = Setup { bodies: &world.bodies, forces: &world.forces, settings: &world.settings };
        let mut free = Vec::new();
        free_accelerations(setup, &states, &frames, &mut free);
        for (i, contact) in contacts.iter().enumerate().filter(|(i, _)| is_smooth(&all[*i])) {
            let without = by_differences(&world, contact, &free)[2];
            assert_near(without + all[i].correction, lcp.b[i], 1e-7, &format!("{name}: b {i}"));
            for (j, other) in contacts.iter().enumerate() {
                let mut pushed = free.clone();
                let row = Row::of(other, &world.bodies, &states);
                for (body, response) in row.bodies.into_iter().zip(row.response) {
                    pushed[body].linear += response.linear;
                    pushed[body].angular += response.angular;
                }
                let with = by_differences(&world, contact, &pushed)[2];
                assert_near(with - without, lcp.a[(i, j)], 1e-7, &format!("{name}: A {i} {j}"));
            }
        }
    }
}

fn forces(name: &str) -> (World, Vec<f64>) {
    let mut world = (scene(name).expect("a scene").build)(Options::default());
    let f = world.instant().solution.f.clone();
    (world, f)
}

/// Section 7: each wedge carries what stands on it, and who shares no body has a zero in A.
#[test]
fn wedges_carry_what_stands_on_them() {
    let (mut world, f) = forces("balance");
    for (found, expected) in f.iter().zip([12.0, 3.0, 6.0, 3.0]) {
        assert_near(*found, expected, 1e-9, "force of a wedge");
    }
    let a = &world.instant().lcp.a;
    let zeros: Vec<(usize, usize)> =
        (0..4).flat_map(|i| (i..4).map(move |j| (i, j))).filter(|&(i, j)| a[(i, j)] == 0.0).collect();
    assert_eq!(zeros, [(0, 3), (1, 3)]);
    // the whole wedge goes down, and its other end comes up
    assert_near(a[(1, 2)], 1.0 - 1.238, 5e-4, "pushing one end of the lowest wedge lifts the other");
}

/// Section 6: on the turning plank b has no part from forces, and the turning of the normal presses.
#[test]
fn forces_on_the_turning_plank_come_from_the_turning() {
    let (mut world, f) = forces("turning");
    assert!(f.iter().all(|f| *f > 0.0), "{f:?}");
    for one in anatomy(&mut world) {
        let [applied, centripetal, turning, correction] = one.b_terms();
        assert_near(applied, 0.0, 1e-15, "force");
        assert_near(correction, 0.0, 1e-9, "correction");
        // the slide of 0.5 m/s on a plank that turns with 0.6 rad/s
        assert_near(turning, -2.0 * 0.6 * 0.5, 1e-12, "2 n'·(p1' - p2')");
        assert!(centripetal > 0.0, "{centripetal}");
    }
}

/// Section 6, in space: without the gyroscopic part b_F is what the weight gives, which presses all gaps of a floor alike.
#[test]
fn the_gyroscopic_part_is_what_weight_leaves_of_b() {
    let row = spatial::scenes::scene("spinning-top").expect("a scene");
    let mut world = (row.build)(spatial::scenes::Options::default());
    (0..20).for_each(|_| world.step());
    let (weight, bodies) = (world.forces.gravity.length(), world.bodies.clone());
    let (instant, _) = world.instant();
    assert!(!instant.contacts.is_empty(), "the top stands on its tip");
    for k in 0..instant.contacts.len() {
        let one = instant.anatomy(&bodies, k);
        assert!(one.gyroscopic.abs() > 0.1, "{one:?}");
        assert_near(one.forces - one.gyroscopic, -weight, 1e-9, "b_F without it");
    }
}

/// Section 10: any share for the post in the middle solves the beam, with the same motion.
#[test]
fn three_posts_share_a_beam_as_they_like() {
    let (mut world, _) = forces("beam");
    let lcp = world.instant().lcp.clone();
    for middle in [0.0, 1.0, 2.5, 6.0] {
        let f = [3.0 - middle / 2.0, middle, 3.0 - middle / 2.0];
        let mut a = vec![0.0; 3];
        lcp.a.multiply(&f, &mut a);
        a.iter_mut().zip(&lcp.b).for_each(|(a, b)| *a += b);
        assert!(lcp.natural_residual(&a, &f) < 1e-12, "middle post {middle} N: a = {a:?}");
    }
}

/// Section 13: a block on a slope holds as long as the slope's tangent is at most the coefficient of friction.
#[test]
fn sliding_starts_where_the_tangent_is_the_coefficient() {
    for friction in [0.1, 0.35, 0.8] {
        let angle = libm::atan(friction);
        for (tilt, holds) in [(angle - 1e-6, true), (angle + 1e-6, false)] {
            let (mut world, _) = forces("one-block");
            let weight = -world.forces.gravity.y;
            world.forces.gravity = weight * DVec2::new(libm::sin(tilt), -libm::cos(tilt));
            let contacts = world.instant().contacts.clone();
            let setup = Setup { bodies: &world.bodies, forces: &world.forces, settings: &world.settings };
            let found = Coulomb::new(setup, &contacts, &world.states(), friction).solve().0.expect("a solution");
            assert_eq!(found.modes.iter().all(|mode| *mode == Mode::Stick), holds, "{friction}: {:?}", found.modes);
        }
    }
}

/// Section 16: a ball over a floor of this curvature, apart or touching, that turns and slides: κ₁, κ₂, d, and the rates.
fn ball_over(floor: f64, distance: f64, motion: Relative) -> ([f64; 3], Rates) {
    let (radius, bend) = (0.8, floor.abs().recip());
    let (kind, height) = match floor {
        0.0 => (Kind::Surface(Surface::Plane), 0.0),
        _ if floor > 0.0 => (Kind::Surface(Surface::Sphere { radius: bend }), -bend),
        _ => (Kind::Hollow(Surface::Sphere { radius: bend }), bend),
    };
    let pair = Pair::new(Feature::surface(Surface::Sphere { radius }), Feature::new(kind)).expect("a pair");
    let poses = [radius + distance, height].map(|z| Pose { position: z * DVec3::Z, rotation: DQuat::IDENTITY });
    // the points nearest to each other lie over each other
    let ends = [distance * DVec3::Z, DVec3::ZERO];
    let place = |k: usize| pair.features[k].suited(pair.features[k].nearest(ends[k] - poses[k].position).0);
    let extremal = pair.at([place(0), place(1)], [&poses[0], &poses[1]]);
    assert_near(extremal.distance, distance, 1e-12, "d");
    ([radius.recip(), floor, distance], extremal.rates(motion).expect("one place of contact"))
}

/// The place of contact of bodies that roll runs by the sum of their curvatures.
#[test]
fn the_place_of_contact_runs_by_the_sum_of_curvatures() {
    let omega = 0.7;
    for floor in [-0.9f64, -0.5, 0.0, 0.3, 1.5] {
        let rolls = Relative { velocity: DVec3::ZERO, omega: omega * DVec3::Y };
        let ([ball, ..], rates) = ball_over(floor, 0.0, rolls);
        for slide in rates.slides {
            assert_near(slide.x, omega / (ball + floor), 1e-12, &format!("floor of curvature {floor}"));
        }
    }
}

/// The derivatives of the conditions of extremal points, in the plane, and what is left of them along the normal.
#[test]
fn extremal_points_run_as_their_conditions_say() {
    // t is n, turned left, for a body that turns about y and looks along it
    let (omega, beta, opening) = (0.7, 0.4, 0.25);
    let motion = Relative { velocity: DVec3::new(beta, 0.0, opening), omega: omega * DVec3::Y };
    for (floor, distance) in [(-0.9, 0.0), (-0.5, 0.1), (0.0, 0.2), (0.3, 0.0), (1.5, 0.4)] {
        let ([ball, floor, d], rates) = ball_over(floor, distance, motion);
        let [s1, s2] = rates.slides.map(|slide| slide.x);
        let name = format!("floor of curvature {floor} at a distance of {d}");
        assert_near(floor * s2, omega - ball * s1, 1e-12, &name);
        assert_near(rates.normal.x, floor * s2, 1e-12, &name);
        assert_near(beta + s1 - s2, d * floor * s2, 1e-12, &name);
        assert_near(rates.distance, opening, 1e-12, &name);
    }
}
