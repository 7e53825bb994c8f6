//! Friction at one instant: thresholds on both sides, Painlevé's paradox, and one law for every way to solve it.
use contact_forces::complementarity::Status;
use contact_forces::planar::body::Body;
use contact_forces::planar::contact::Contact;
use contact_forces::planar::dynamics::Setup;
use contact_forces::planar::friction::{Coulomb, Mode};
use contact_forces::planar::polygon::Polygon;
use contact_forces::planar::world::World;
use glam::DVec2;
use proptest::prelude::*;

/// A block, 2 × 1, at rest on a fixed ramp of this slope.
fn incline(slope: f64) -> World {
    let mut world = World::default();
    world.settings.target_gap = 0.0;
    world.forces.gravity = DVec2::new(0.0, -9.81);
    let up = DVec2::from_angle(slope).perp();
    let at = |d: f64| d * up;
    world.bodies = vec![
        Body::new("block", Polygon::rectangle(2.0, 1.0), 1.0).at(at(0.5).x, at(0.5).y, slope),
        Body::fixed("ramp", Polygon::rectangle(20.0, 2.0)).at(at(-1.0).x, at(-1.0).y, slope),
    ];
    world
}

fn coulomb(world: &World, contacts: &[Contact], friction: f64) -> Coulomb {
    let setup = Setup { bodies: &world.bodies, forces: &world.forces, settings: &world.settings };
    Coulomb::new(setup, contacts, &world.states(), friction)
}

fn found(world: &World, friction: f64) -> Coulomb {
    let contacts = world.clone().instant().contacts.clone();
    coulomb(world, &contacts, friction)
}

#[test]
fn a_block_slips_past_the_angle_of_friction_only() {
    for (slope, mode) in [(0.46, Mode::Stick), (0.47, Mode::Slip(-1))] {
        let solutions = found(&incline(slope), 0.5).all_solutions().unwrap();
        assert_eq!(solutions.len(), 1, "slope {slope}");
        assert_eq!(solutions[0].modes, [mode; 2], "slope {slope}: atan 0.5 is 0.4636");
    }
}

#[test]
fn a_block_tips_once_its_weight_passes_the_lower_corner() {
    for (slope, tips) in [(1.10, false), (1.11, true)] {
        let solutions = found(&incline(slope), 3.0).all_solutions().unwrap();
        assert_eq!(solutions.len(), 1, "slope {slope}");
        assert_eq!(solutions[0].modes.contains(&Mode::Open), tips, "slope {slope}: atan 2 is 1.1071");
    }
}

/// A rod on its tip that slides towards the side it leans away from, with this friction and spin.
fn rod(friction: f64, omega: f64) -> Coulomb {
    let mut world = incline(0.0);
    let axis = DVec2::from_angle(2f64.atan());
    let mut rod = Body::new("rod", Polygon::rectangle(2.0, 0.01), 1.0).at(axis.x, axis.y, 2f64.atan());
    rod.inertia = 1.0 / 3.0;
    rod.state.omega = omega;
    rod.state.velocity = DVec2::new(-1.0, 0.0) + omega * axis.perp();
    world.bodies[0] = rod;
    let feature = contact_forces::planar::contact::Feature::VertexEdge(0, 0);
    coulomb(&world, &[Contact { a: 0, b: 1, point: DVec2::ZERO, normal: DVec2::Y, gap: 0.0, feature }], friction)
}

/// p = 1 + 3 cos θ (cos θ − μ sin θ) is 1.6 − 1.2 μ at tan θ = 2: below zero past μ = 4/3.
#[test]
fn painleve_has_one_no_or_two_answers() {
    let count = |friction, omega| rod(friction, omega).all_solutions().unwrap().len();
    assert_eq!(count(1.3, 0.5), 1);
    assert_eq!(count(1.4, 0.5), 0, "slow spin: no force can hold the tip");
    assert_eq!(count(1.4, 4.0), 2, "fast spin: it may slide or part");
    assert!((rod(1.4, 0.5).own_response(0) - (1.6 - 1.2 * 1.4)).abs() < 1e-12);
    let (none, status) = rod(1.4, 0.5).solve();
    assert!(none.is_none() && status != Status::Solved, "Lemke's method says so too, and ends");
}

proptest! {
    /// Whatever is found obeys the law; with little friction the motion is the only one.
    #[test]
    fn solutions_obey_the_law(slope in 0.0..1.4f64, friction in 0.01..0.5f64, push in -9.0..9.0f64, v in -1.0..1.0f64) {
        let mut world = incline(slope);
        world.forces.gravity.x += push;
        world.bodies[0].state.velocity = v * DVec2::from_angle(slope);
        let problem = found(&world, friction);
        let all = problem.all_solutions().unwrap();
        prop_assert_eq!(all.len(), 1);
        for solution in &all {
            for i in 0..problem.len() {
                let (f, t) = (solution.normal[i], solution.tangential[i]);
                prop_assert!(f >= -1e-7 && solution.gap[i] >= -1e-7 && (f * solution.gap[i]).abs() < 1e-6);
                prop_assert!(t.abs() <= friction * f + 1e-7);
                prop_assert!(t * (v + 1e-12 * solution.along[i]).signum() <= 1e-7 || v.abs() < 1e-5);
            }
        }
    }
}
