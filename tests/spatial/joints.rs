//! Laws of joints in the world, at the level of distances and at that of accelerations.
use contact_forces::session::scene_file::{SceneFile, write_spatial};
use contact_forces::spatial::body::Body;
use contact_forces::spatial::contact::{Contact, Part};
use contact_forces::spatial::joint::{Joint, JointKind};
use contact_forces::spatial::scenes::{Options, scene};
use contact_forces::spatial::shape::{Mesh, Shape, Solid};
use contact_forces::spatial::time_stepping::SCHEMES;
use contact_forces::spatial::world::World;
use glam::{DMat3, DQuat, DVec3};
use std::sync::Arc;

const G: f64 = 9.81;
const DISTANCES: [&str; 3] = ["fixpoint", "fischer", "bilateral"];

fn cuboid(size: DVec3) -> Shape {
    Shape::Mesh(Arc::new(Solid::new(Mesh::cuboid(0.5 * size).expect("a box"), Default::default())))
}

/// Two bodies with a joint, the second fixed far below where nothing touches it.
fn joined(body: Body, kind: JointKind, axis: DVec3, scheme: &'static str, h: f64) -> World {
    let base = Body::fixed("base", cuboid(DVec3::ONE)).at(DVec3::new(0.0, 0.0, -50.0), DQuat::IDENTITY);
    let joint = Joint::new(kind, [0, 1], [&body.state.pose, &base.state.pose], DVec3::ZERO, axis);
    let mut world = World::new(vec![body, base]);
    (world.forces.gravity, world.forces.joints) = (-G * DVec3::Z, vec![joint]);
    (world.settings.scheme, world.settings.time_step) = (scheme, h);
    world
}

/// A rod of length 1 with moment 0.2 kg m² about its middle, that hangs by one end, deflected by an angle.
fn pendulum(angle: f64, omega: DVec3) -> Body {
    let (sin, cos) = angle.sin_cos();
    let mut rod = Body::new("rod", cuboid(DVec3::new(0.1, 0.1, 1.0)), 2.0);
    rod.inertia = DMat3::from_diagonal(DVec3::new(0.2, 0.2, 0.01));
    let middle = 0.5 * DVec3::new(sin, 0.0, -cos);
    rod.at(middle, DQuat::from_rotation_y(-angle)).moving(omega.cross(middle), omega)
}

/// How far the joints are open, m.
fn opening(world: &World) -> f64 {
    world.contacts.iter().map(|contact| contact.gap.abs()).fold(0.0, f64::max)
}

/// Period of a pendulum by the arithmetic-geometric mean: T = 2π √(I/(m g l)) / agm(1, cos(θ/2)).
fn period(angle: f64) -> f64 {
    let (mut a, mut b) = (1.0, (0.5 * angle).cos());
    for _ in 0..10 {
        (a, b) = (0.5 * (a + b), f64::sqrt(a * b));
    }
    std::f64::consts::TAU * f64::sqrt((0.2 + 2.0 * 0.25) / (2.0 * G * 0.5)) / a
}

/// Time at which the pendulum passes the vertical for the third time, which is 5/4 of the period.
fn third_passage(world: &mut World) -> f64 {
    let mut passages = 0;
    loop {
        let (before, time) = (world.bodies[0].state.pose.position.x, world.time);
        world.step();
        let after = world.bodies[0].state.pose.position.x;
        passages += usize::from(before * after <= 0.0);
        if passages == 3 {
            return time + world.settings.time_step * before / (before - after);
        }
        assert!(world.time < 20.0, "it swings");
    }
}

/// A pendulum swings with its period: to the error of the step where forces come from distances, half of it for half the
/// step, and much nearer with Runge's and Kutta's method. Measured for h = 1 ms: 0.6 ms, and 6e-9 s.
#[test]
fn a_pendulum_swings_with_its_period() {
    let expected = 1.25 * period(1.0);
    for scheme in DISTANCES.into_iter().chain(["acceleration-rk4"]) {
        let off = [2e-3, 1e-3].map(|h| {
            let mut world = joined(pendulum(1.0, DVec3::ZERO), JointKind::Hinge, DVec3::Y, scheme, h);
            third_passage(&mut world) - expected
        });
        if scheme == "acceleration-rk4" {
            assert!(off[1].abs() < 1e-6, "{scheme}: {off:?}");
        } else {
            assert!(off[1].abs() < 2e-3 && (off[0] / off[1] - 2.0).abs() < 0.3, "{scheme}: {off:?}");
        }
    }
}

/// No joint opens at the level of distances, in 100,000 steps, and energy neither grows nor shrinks (measured: it stays within
/// 0.008 J, which shrinks with the step); at the level of accelerations joints drift, little by little.
#[test]
fn joints_stay_closed() {
    for scheme in DISTANCES {
        let rod = pendulum(1.0, DVec3::new(0.0, 0.0, 0.7));
        let mut world = joined(rod, JointKind::Point, DVec3::Y, scheme, 1e-3);
        world.step();
        let start = world.balance().total();
        let mut range = [0.0_f64; 2];
        for _ in 0..100_000 {
            world.step();
            let gained = world.balance().total() - start;
            range = [range[0].min(gained), range[1].max(gained)];
        }
        assert!(range[0] > -0.01 && range[1] < 0.01, "{scheme}: energy changed by {range:?} J");
    }
    for (scheme, low, high) in [("acceleration-euler", 1e-3, 1e9), ("acceleration-rk4", 1e-14, 1e-7)] {
        let mut world = joined(pendulum(1.0, DVec3::ZERO), JointKind::Hinge, DVec3::Y, scheme, 1e-3);
        (0..5000).for_each(|_| world.step());
        assert!((low..high).contains(&opening(&world)), "{scheme}: {:e}", opening(&world));
    }
}

/// About a point the angular momentum about the vertical and the energy stay, to the error of Runge's and Kutta's method.
#[test]
fn a_spherical_pendulum_keeps_energy_and_angular_momentum() {
    let start = pendulum(1.0, DVec3::new(0.0, 0.0, 1.5));
    let mut world = joined(start, JointKind::Point, DVec3::Y, "acceleration-rk4", 1e-3);
    let (energy, spin) = (world.balance().total(), world.balance().angular_momentum.z);
    (0..4000).for_each(|_| world.step());
    let now = world.balance();
    assert!((now.total() - energy).abs() < 1e-8, "energy {energy} became {}", now.total());
    assert!((now.angular_momentum.z - spin).abs() < 1e-8, "{spin} became {}", now.angular_momentum.z);
}

/// A slider slides with g sin α, all schemes alike but for their rules of integration, and does not turn.
#[test]
fn a_slider_slides() {
    let axis = DVec3::new(0.8, 0.0, -0.6);
    for row in SCHEMES {
        let (h, steps) = (1e-3, 1000);
        let body = Body::new("box", cuboid(DVec3::new(0.3, 0.2, 0.1)), 2.0);
        let mut world = joined(body, JointKind::Slider, axis, row.name, h);
        (0..steps).for_each(|_| world.step());
        let time = h * f64::from(steps);
        let lag = match row.name {
            "acceleration-heun" | "acceleration-baumgarte" | "acceleration-rk4" | "contact-points" | "moreau" => 0.0,
            "acceleration-euler" => -h,
            _ => h,
        };
        let expected = 0.5 * G * 0.6 * time * (time + lag) * axis;
        let State { position, rotation } = State::of(&world);
        assert!(position.distance(expected) < 1e-9, "{}: {position} instead of {expected}", row.name);
        assert!(rotation.xyz().length() < 1e-9, "{}: turned by {rotation}", row.name);
    }
}

struct State {
    position: DVec3,
    rotation: DQuat,
}

impl State {
    fn of(world: &World) -> Self {
        let pose = world.bodies[0].state.pose;
        Self { position: pose.position, rotation: pose.rotation }
    }
}

/// A lid on a hinge that lies on the floor with its far end: the floor carries half of its weight, the hinge the rest.
#[test]
fn a_lid_rests_on_hinge_and_floor() {
    for row in SCHEMES {
        let lid = Body::new("lid", cuboid(DVec3::new(1.0, 0.4, 0.02)), 3.0);
        let lid = lid.at(DVec3::new(0.5, 0.0, 0.01), DQuat::IDENTITY);
        let floor = Body::fixed("floor", Shape::HalfSpace { normal: DVec3::Z });
        let post = Body::fixed("post", Shape::Sphere { radius: 0.1 }).at(DVec3::new(0.0, 0.0, 0.01), DQuat::IDENTITY);
        let wedge = DVec3::new(0.0, 0.0, 0.01);
        let joint = Joint::new(JointKind::Hinge, [0, 1], [&lid.state.pose, &post.state.pose], wedge, DVec3::Y);
        let mut world = World::new(vec![lid, post, floor]);
        (world.forces.gravity, world.forces.joints) = (-G * DVec3::Z, vec![joint]);
        (world.settings.scheme, world.settings.time_step) = (row.name, 1e-3);
        (0..20).for_each(|_| world.step());
        let is_joint = |part: Part| matches!(part, Part::Joint(_));
        let (hinge, ground): (Vec<&Contact>, Vec<&Contact>) =
            world.contacts.iter().partition(|c| is_joint(c.key.first));
        assert_eq!((hinge.len(), ground.len()), (5, 4), "{}", row.name);
        // what all forces on the lid come to: its weight, without moment about its middle
        let force: DVec3 = world.contacts.iter().map(|c| c.force * c.normal).sum();
        let middle = world.bodies[0].state.pose.position;
        let moment: DVec3 = world.contacts.iter().map(|c| (c.point - middle).cross(c.force * c.normal)).sum();
        assert!(force.distance(3.0 * G * DVec3::Z) < 1e-6 && moment.length() < 1e-6, "{}: {force}, {moment}", row.name);
        assert!(ground.iter().all(|c| c.force >= 0.0), "{}", row.name);
        assert!(world.bodies[0].state.velocity.length() < 1e-9, "{}", row.name);
    }
}

/// A crank drives a piston, though one row of its joints says nothing that the others do not: the joints stay closed, and
/// energy is kept to the error of the rule.
#[test]
fn a_crank_drives_its_piston() {
    for row in SCHEMES {
        let mut world = (scene("crank").expect("a scene").build)(Options::default());
        (world.settings.scheme, world.settings.time_step) = (row.name, 1e-3);
        let energy = world.balance().total();
        let [mut low, mut high] = [f64::INFINITY, f64::NEG_INFINITY];
        for _ in 0..2000 {
            world.step();
            let x = world.bodies[2].state.pose.position.x;
            (low, high) = (low.min(x), high.max(x));
        }
        let (open, lost) = (opening(&world), (world.balance().total() - energy).abs());
        match row.name {
            _ if row.keeps_gaps => {
                assert!(
                    world.report.outcome.residual <= 1e-11 && open <= 1e-11 && lost < 0.1,
                    "{}: {open:e}, {lost}",
                    row.name
                );
                assert!((low - 0.65).abs() < 1e-5 && (high - 1.15).abs() < 1e-5, "{}: {low} to {high}", row.name);
            }
            "acceleration-rk4" => assert!(open < 1e-8 && lost < 1e-8, "{}: {open:e}, {lost:e}", row.name),
            _ => {}
        }
    }
}

/// Joints are read by point and axis, and what is written goes on bit for bit.
#[test]
fn joints_are_read_and_written() {
    let text = r#"{"schema": 1, "mode": "spatial", "gravity": [0, 0, -9.81], "scene": {"bodies": [
        {"name": "rod", "mass": 2, "position": [0.5, 0, 1], "shape": {"type": "box", "half_extents": [0.5, 0.05, 0.05]}},
        {"name": "base", "fixed": true, "shape": {"type": "plane", "normal": [0, 0, 1], "offset": 0}}],
        "joints": [{"type": "hinge", "body1": "rod", "body2": "base", "point": [0, 0, 1], "axis": [0, 1, 0]}]}}"#;
    let read = |text: &str| {
        let file = SceneFile::read(text, None).map_err(|error| error.to_string())?;
        file.spatial().expect("a spatial scene").world().map_err(|error| error.to_string())
    };
    let mut world = read(text).expect("it can run");
    let expected = 2.0 * G * 0.5 / (2.0 * (0.25 + (1.0 + 0.01) / 12.0));
    let (instant, _) = world.instant();
    assert!((instant.accelerations[0].angular.y - expected).abs() < 1e-9);
    (0..30).for_each(|_| world.step());
    let mut again = read(&write_spatial(&world, "again", 1.0)).expect("what is written reads back");
    for _ in 0..30 {
        assert_eq!(again.digest(), world.digest());
        world.step();
        again.step();
    }
    for (from, to, message) in [
        ("\"hinge\"", "\"weld\"", "scene.joints[0].type: expected one of point, hinge, slider"),
        ("\"body2\": \"base\"", "\"body2\": \"rod\"", "scene.joints[0].body2: expected another body than body1"),
        ("\"axis\": [0, 1, 0]", "\"axis\": [0, 2, 0]", "scene.joints[0].axis: expected a vector of length 1"),
        (", \"axis\": [0, 1, 0]", "", "scene.joints[0]: expected the field \"axis\""),
    ] {
        let error = read(&text.replacen(from, to, 1)).err().unwrap_or_else(|| panic!("{to} was taken"));
        assert!(error.contains(message), "{to}: {error}");
    }
}
