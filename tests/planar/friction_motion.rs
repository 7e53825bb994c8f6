//! Friction in the plane, in motion: scenes with exact answers, each derived beside its test, by both schemes.
//!
//! All are scene files, read and carried on as the command does it.
use contact_forces::planar::friction::Scheme;
use contact_forces::planar::world::World;
use contact_forces::session::recording::{Recording, Sample};
use contact_forces::session::scene_file::SceneFile;
use serde_json::{Value, json};

pub const G: f64 = 9.81;

pub fn rectangle(width: f64, height: f64) -> Value {
    let (w, h) = (0.5 * width, 0.5 * height);
    json!({"type": "polygon", "vertices": [[-w, -h], [w, -h], [w, h], [-w, h]]})
}

pub fn floor() -> Value {
    json!({"name": "floor", "fixed": true, "position": [0, -1], "shape": rectangle(200.0, 2.0)})
}

/// A world on a floor that is tilted by `slope`, rad: instead gravity is, and +x points down the slope.
pub fn world(scheme: Scheme, slope: f64, friction: f64, bodies: &[Value]) -> World {
    let file = json!({
        "schema": 1, "mode": "planar", "scheme": scheme.name(), "duration": 1,
        "gravity": [G * libm::sin(slope), -G * libm::cos(slope)],
        "scene": {"restitution": 0, "friction": friction, "bodies": bodies},
    });
    SceneFile::read(&file.to_string(), None).expect("a scene file").planar().expect("a planar one").world
}

pub fn carry(world: &mut World, seconds: f64) -> Sample {
    let mut recording = Recording::new(world);
    recording.advance_to(seconds);
    recording.sample()
}

#[track_caller]
pub fn assert_close(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance, "{what}: {found:?}, expected {expected:?} within {tolerance:e}");
}

pub fn block(x: f64, velocity: f64) -> Value {
    json!({"name": "block", "mass": 1, "position": [x, 0.25], "velocity": [velocity, 0], "shape": rectangle(1.0, 0.5)})
}

/// Along the slope m x'' = m g (sin α − μ cos α) > 0 exactly for tan α > μ.
#[test]
fn a_block_slides_from_the_angle_of_friction_on() {
    for (scheme, mu) in Scheme::ALL.into_iter().flat_map(|scheme| [0.2, 0.5, 0.9].map(|mu| (scheme, mu))) {
        for off in [-1e-6, 1e-6] {
            let slope = libm::atan(mu) + off;
            let mut world = world(scheme, slope, mu, &[floor(), block(0.0, 0.0)]);
            let end = carry(&mut world, 2.0);
            let a = (G * (libm::sin(slope) - mu * libm::cos(slope))).max(0.0);
            let (x, v) = (end.bodies[1].position[0], end.bodies[1].velocity[0]);
            let what = format!("{scheme:?}, mu {mu}, slope {off:+e} off the angle of friction");
            assert_close(v, 2.0 * a, 1e-9, &what);
            assert_close(x, 2.0 * a, if off < 0.0 { 1e-9 } else { 1e-7 }, &what);
        }
    }
}

/// How far the second scheme comes off a way with the acceleration `a` from rest to `speed` or back: each of its steps takes
/// the velocity of its end for all of it. With T = speed/(a h) steps, of which a part r is left after the last whole one, the
/// sum is off by a h²/2 (T − r (1 − r)); the first scheme is not off.
fn first_order(world: &World, a: f64, speed: f64) -> f64 {
    let h = world.settings.time_step;
    let steps = speed / (a * h);
    let rest = steps - libm::floor(steps);
    if world.settings.scheme == Scheme::Velocity { 0.5 * a * h * h * (steps - rest * (1.0 - rest)) } else { 0.0 }
}

/// ½ m v² = μ m g s.
#[test]
fn a_block_stops_after_the_distance_that_its_energy_pays_for() {
    for (scheme, mu) in Scheme::ALL.into_iter().flat_map(|scheme| [0.1, 0.4, 0.8].map(|mu| (scheme, mu))) {
        let mut world = world(scheme, 0.0, mu, &[floor(), block(0.0, 3.0)]);
        let end = carry(&mut world, 6.0);
        let expected = 9.0 / (2.0 * mu * G) - first_order(&world, mu * G, 3.0);
        assert_close(end.bodies[1].position[0], expected, 1e-6, &format!("{scheme:?}, mu {mu}: distance"));
        assert_eq!(end.friction.expect("friction").modes, ["stick", "stick"]);
    }
}

pub fn of_body(end: &Sample, name: &str) -> [f64; 6] {
    let body = end.bodies.iter().find(|body| body.name == name).expect("a body of that name");
    let ([x, y], [vx, vy]) = (body.position, body.velocity);
    [x, y, body.angle, vx, vy, body.omega]
}

/// A thin rod that leans at a wall, both with friction μ: at the limit N' = μ N, N + μ N' = m g, and the moments about the
/// foot, m g cos θ/2 = N' sin θ + μ N' cos θ, give tan θ = (1 − μ²)/(2 μ).
#[test]
fn a_ladder_holds_down_to_its_limiting_angle() {
    for (scheme, mu) in Scheme::ALL.into_iter().flat_map(|scheme| [0.3, 0.5].map(|mu| (scheme, mu))) {
        for off in [-1e-6, 1e-6] {
            let lean = libm::atan((1.0 - mu * mu) / (2.0 * mu)) + off;
            let (cos, sin) = (libm::cos(lean), libm::sin(lean));
            let shape = json!({"type": "polygon", "vertices": [[-1, 0], [0, -0.01], [1, 0], [0, 0.01]]});
            let ladder = json!({"name": "ladder", "mass": 1, "position": [cos, sin], "angle": -lean, "shape": shape});
            let wall = json!({"name": "wall", "fixed": true, "position": [-1, 9], "shape": rectangle(2.0, 20.0)});
            let mut world = world(scheme, 0.0, mu, &[floor(), wall, ladder]);
            let omega = of_body(&carry(&mut world, 0.5), "ladder")[5].abs();
            let holds = omega < 1e-10;
            assert_eq!(holds, off > 0.0, "{scheme:?}, mu {mu}, {off:+e} off the limiting angle: omega {omega:e}");
        }
    }
}

/// It tips about its lower corner where tan α > b/h, if μ is greater still: with I about the corner,
/// I ω' = m g (h sin α − b cos α)/2.
#[test]
fn a_block_tips_or_slides_by_its_shape() {
    let (b, h) = (0.4, 1.0);
    let start = json!({"name": "block", "mass": 1, "position": [0, 0.5 * h], "shape": rectangle(b, h)});
    for scheme in Scheme::ALL {
        let run = |slope: f64, mu: f64| {
            of_body(&carry(&mut world(scheme, slope, mu, &[floor(), start.clone()]), 0.01), "block")
        };
        let limit = libm::atan(b / h);
        let [.., vx, _, omega] = run(limit + 1e-6, b / h + 1e-3);
        let inertia = (b * b + h * h) / 3.0;
        let moment = 0.5 * G * (h * libm::sin(limit + 1e-6) - b * libm::cos(limit + 1e-6));
        assert_close(omega, -0.01 * moment / inertia, 1e-9, "it tips");
        assert_close(vx, -0.5 * h * omega, 1e-9, "about its lower corner");
        let [.., vx, _, omega] = run(limit - 1e-6, b / h + 1e-3);
        assert!(vx.abs() < 1e-12 && omega.abs() < 1e-12, "it holds: {vx:e} m/s, {omega:e} rad/s");
        let [.., vx, _, omega] = run(limit - 1e-6, b / h - 1e-3);
        let a = G * (libm::sin(limit - 1e-6) - (b / h - 1e-3) * libm::cos(limit - 1e-6));
        assert_close(vx, 0.01 * a, 1e-9, "it slides");
        assert!(omega.abs() < 1e-9, "without tipping: {omega:e} rad/s");
    }
}

/// A block that can only go down rests on a wedge on the floor. The wedge is pushed out past
/// α = φ + atan(μ (1 + w/W)), φ = atan μ: on it act the block's force at φ to the normal of its face, whose vertical part
/// is W, and the floor's with friction μ (W + w).
#[test]
fn a_wedge_locks_itself_below_twice_the_angle_of_friction() {
    let (mu, weight) = (0.25, 0.01);
    let limit = libm::atan(mu) + libm::atan(mu * (1.0 + weight));
    for (scheme, off) in Scheme::ALL.into_iter().flat_map(|scheme| [-1e-6, 1e-6].map(|off| (scheme, off))) {
        let tan = libm::tan(limit + off);
        // a face from (0, 1) down to (1 / tan, 0); both shapes about their centres of mass
        let length = 1.0 / tan;
        let wedge = json!({"type": "polygon", "vertices":
            [[-length / 3.0, -1.0 / 3.0], [2.0 * length / 3.0, -1.0 / 3.0], [-length / 3.0, 2.0 / 3.0]]});
        // over the face between x = 0.3 length and 0.7 length, of mean height 1
        let (half, top) = (0.2 * length, 1.0);
        let corners = [[-half, 0.2], [half, -0.2], [half, top], [-half, top]];
        let rise = corners.map(|[x, y]| [x + 0.5 * length, y + 0.5]);
        let center = centroid(&rise);
        let local: Vec<[f64; 2]> = rise.iter().map(|[x, y]| [x - center[0], y - center[1]]).collect();
        let guide = |name: &str, x: f64| {
            json!({"name": name, "fixed": true, "friction": 0, "position": [x, 6.5],
            "shape": rectangle(0.2, 12.0)})
        };
        let bodies = [
            floor(),
            guide("left", 0.5 * length - half - 0.1),
            guide("right", 0.5 * length + half + 0.1),
            json!({"name": "wedge", "mass": weight, "position": [length / 3.0, 1.0 / 3.0], "shape": wedge}),
            json!({"name": "block", "mass": 1, "position": center, "shape": {"type": "polygon", "vertices": local}}),
        ];
        let mut world = world(scheme, 0.0, mu, &bodies);
        for name in ["left", "right"] {
            let guide = world.bodies.iter_mut().find(|body| body.name == name).unwrap();
            guide.state.position.y += 0.4;
        }
        let start = of_body(&Recording::new(&mut world).sample(), "wedge");
        let end = of_body(&carry(&mut world, 0.2), "wedge");
        let out = start[0] - end[0];
        assert_eq!(out < 1e-9, off < 0.0, "{scheme:?}: pushed out by {out:e} m at {off:+e} off the limit");
    }
}

fn centroid(corners: &[[f64; 2]]) -> [f64; 2] {
    let (mut area, mut sum) = (0.0, [0.0; 2]);
    for (p, q) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let cross = p[0] * q[1] - p[1] * q[0];
        area += cross;
        (0..2).for_each(|k| sum[k] += cross * (p[k] + q[k]) / 3.0);
    }
    sum.map(|s| s / area)
}

/// In units of μ g times 1 kg.
const PULLS: [f64; 6] = [2.0, 3.0, 5.0, 6.0 - 1e-6, 6.0 + 1e-6, 9.0];

/// Two blocks, 1 kg on 2 kg, the lower one pulled by F. Together: (F − μ 3 g)/3; past F = 6 μ g the upper one slips, and
/// goes with μ g while the lower one goes with (F − μ g − 3 μ g)/2.
#[test]
fn a_stack_pulled_at_the_bottom_stays_together_or_slips() {
    let mu = 0.3;
    for (scheme, force) in Scheme::ALL.into_iter().flat_map(|s| PULLS.map(|f| (s, f * mu * G))) {
        let bodies = [
            floor(),
            json!({"name": "lower", "mass": 2, "position": [0, 0.25], "shape": rectangle(2.0, 0.5)}),
            json!({"name": "upper", "mass": 1, "position": [0, 0.75], "shape": rectangle(0.5, 0.5)}),
        ];
        let mut world = world(scheme, 0.0, mu, &bodies);
        let push = contact_forces::planar::forces::Push {
            body: 1,
            point: glam::DVec2::ZERO,
            force: glam::DVec2::new(force, 0.0),
            torque: 0.0,
        };
        world.forces.pushes.push(push);
        let end = carry(&mut world, 0.25);
        let together = ((force - 3.0 * mu * G) / 3.0).max(0.0);
        let (lower, upper) =
            if together < mu * G { (together, together) } else { ((force - 4.0 * mu * G) / 2.0, mu * G) };
        let what = format!("{scheme:?}, force {force}");
        assert_close(of_body(&end, "lower")[3], 0.25 * lower, 1e-9, &what);
        assert_close(of_body(&end, "upper")[3], 0.25 * upper, 1e-9, &what);
    }
}

/// Put down on a belt of speed u a block is taken along with μ g until it goes as fast, and has come
/// x = u t − u²/(2 μ g) by then.
#[test]
fn a_conveyor_takes_a_block_along() {
    let (u, mu) = (1.2, 0.4);
    let mut belt = floor();
    belt["surface_speed"] = json!(-u); // counter-clockwise the upper side would run towards -x
    for scheme in Scheme::ALL {
        let mut world = world(scheme, 0.0, mu, &[belt.clone(), block(0.0, 0.0)]);
        let end = of_body(&carry(&mut world, 2.0), "block");
        assert_close(end[3], u, 1e-9, &format!("{scheme:?}: speed"));
        let expected = 2.0 * u - u * u / (2.0 * mu * G) + first_order(&world, mu * G, u);
        assert_close(end[0], expected, 1e-6, &format!("{scheme:?}: way"));
    }
}

/// Painlevé's rod where no forces exist: at once an impulse p stops its tip, though nothing has hit anything. With A of the
/// tip, A p = (0, v) gives |v' of the centre| = |p|/m.
#[test]
fn painleves_rod_is_stopped_by_an_impulse_without_a_collision() {
    let text = include_str!("../data/oracles/planar_friction.json");
    for scheme in Scheme::ALL {
        let scene = SceneFile::read(text, Some("P13-painleve-inconsistent")).unwrap().planar().unwrap();
        let mut world = scene.world;
        world.settings.scheme = scheme;
        world.settings.time_step = 1e-4;
        let energy = world.balance().total();
        let before = world.bodies[0].state;
        let mut recording = Recording::new(&mut world);
        recording.advance_to(1e-4);
        let end = recording.sample();
        let told = end.notices.iter().find(|notice| notice.kind == "impulse_without_collision");
        assert_eq!(told.is_some(), scheme == Scheme::Acceleration, "{:?}", end.notices);
        // the tip at (-cos, -sin): A = [[1 + 3 c², -3 s c], [-3 s c, 1 + 3 s²]] for normal and x
        let (c, s) = (libm::cos(before.angle), libm::sin(before.angle));
        let a = [[1.0 + 3.0 * c * c, -3.0 * s * c], [-3.0 * s * c, 1.0 + 3.0 * s * s]];
        let v = before.velocity.x + before.omega * s;
        let det = a[0][0] * a[1][1] - a[0][1] * a[1][0];
        let (n, t) = (a[0][1] * v / det, -a[0][0] * v / det);
        assert!(t.abs() <= 1.8 * n, "the impulse lies within the cone: {n}, {t}");
        let after = of_body(&end, "rod");
        assert_close(after[3] - before.velocity.x, t, 3e-3, "impulse along the floor");
        assert_close(after[4] - before.velocity.y, n, 3e-3, "impulse along the normal");
        assert!(end.energy.total < energy, "energy {} of {energy}", end.energy.total);
    }
}

/// The cases at an instant, carried on for a short time h and half of it: the velocities grow by their accelerations and by
/// h²/2 of what these change in time, which two of the growths show and take off.
#[test]
fn accelerations_of_the_instant_are_those_of_the_motion() {
    let text = include_str!("../data/oracles/planar_friction.json");
    let document: Value = serde_json::from_str(text).unwrap();
    let mut compared = 0;
    for (case, scheme) in document["cases"].as_array().unwrap().iter().flat_map(|c| Scheme::ALL.map(|s| (c, s))) {
        let id = case["id"].as_str().unwrap();
        let start = SceneFile::read(text, Some(id)).unwrap().planar().unwrap().world;
        let before = start.bodies[0].state;
        let growth = |h: f64| {
            let mut world = start.clone();
            (world.settings.scheme, world.settings.time_step) = (scheme, h);
            world.step();
            let after = world.bodies[0].state;
            ((after.velocity - before.velocity) / h, (after.omega - before.omega) / h)
        };
        let (whole, half) = (growth(1e-3), growth(5e-4));
        let (gained, turned) = (2.0 * half.0 - whole.0, 2.0 * half.1 - whole.1);
        let along = glam::DVec2::from_angle(before.angle);
        for quantity in case["quantities"].as_array().unwrap() {
            let value = &quantity["value"];
            let found = match quantity["name"].as_str().unwrap() {
                "accel_along_slope" => vec![(gained.dot(along), value.as_f64().unwrap())],
                "accel_t_n_angular" => [gained.dot(along), gained.dot(along.perp()), turned]
                    .into_iter()
                    .zip(value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()))
                    .collect(),
                _ => continue,
            };
            for (found, expected) in found {
                assert_close(found, expected, 1e-6, &format!("{id}, {scheme:?}"));
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 10);
}

/// What holds stays: an hour on a slope just below the angle of friction, two blocks on each other.
#[test]
fn a_stack_on_a_slope_holds_for_an_hour() {
    for scheme in Scheme::ALL {
        let upper = json!({"name": "upper", "mass": 2, "position": [0.1, 0.75], "shape": rectangle(0.5, 0.5)});
        let mut world = world(scheme, 0.28, 0.3, &[floor(), block(0.0, 0.0), upper]);
        world.settings.time_step = 0.025;
        (0..40).for_each(|_| world.step());
        let before = world.states();
        (0..144_000).for_each(|_| world.step());
        for (before, after) in before.iter().zip(world.states()) {
            let moved = before.position.distance(after.position).max((before.angle - after.angle).abs());
            assert!(moved < 1e-9, "{scheme:?}: moved by {moved:e}");
        }
    }
}

/// A rod comes down on its lower end and slides there, so that friction turns its slip round during the impact. Over all
/// tilts and coefficients of friction: Newton's law feeds energy in for some, the energetic law never.
#[test]
fn newtons_restitution_gains_energy_where_the_energetic_one_does_not() {
    let gain = |law: &str, tilt: f64, mu: f64, speed: f64| {
        let (cos, sin) = (libm::cos(tilt), libm::sin(tilt));
        let shape = json!({"type": "polygon", "vertices": [[-1, 0], [0, -0.01], [1, 0], [0, 0.01]]});
        let rod = json!({"name": "rod", "mass": 1, "position": [cos, sin], "angle": tilt, "velocity": [speed, -1],
            "shape": shape});
        let file = json!({
            "schema": 1, "mode": "planar", "restitution_law": law, "duration": 1, "time_step": 0.001,
            "scene": {"restitution": 0.9, "friction": mu, "bodies": [floor(), rod]},
        });
        let mut world = SceneFile::read(&file.to_string(), None).unwrap().planar().unwrap().world;
        let before = world.balance().kinetic();
        world.step();
        assert!(!world.report.impacts.is_empty(), "it hits the floor");
        world.balance().kinetic() / before - 1.0
    };
    let (mut newton, mut energy): (f64, f64) = (-1.0, -1.0);
    for (i, j, k) in (1..15).flat_map(|i| (0..8).flat_map(move |j| (0..8).map(move |k| (i, j, k)))) {
        let (tilt, mu, speed) = (0.1 * f64::from(i), 0.2 * f64::from(j), 0.3 * f64::from(k - 4));
        newton = newton.max(gain("newton", tilt, mu, speed));
        energy = energy.max(gain("energy", tilt, mu, speed));
    }
    assert!(newton > 0.01, "Newton's law gains at most {newton:e} of the energy");
    assert!(energy <= 1e-12, "the energetic law gains {energy:e} of the energy");
}
