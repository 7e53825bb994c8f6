//! Arches that stand or fall by their thickness, and piles that stand or fall by their friction, by Moreau's scheme.
use super::case::{Case, Quantity};
use super::closest::vector as vector_of;
use super::spatial_world::world as scene_world;
use super::verdict::Answer;
use contact_forces::complementarity::Lcp;
use contact_forces::complementarity::gauss_seidel::sweep;
use contact_forces::linalg::Matrix;
use contact_forces::spatial::body::Body;
use contact_forces::spatial::law::{Law, PairLaw};
use contact_forces::spatial::shape::{Mesh, Shape, Solid};
use contact_forces::spatial::time_stepping::MOREAU;
use contact_forces::spatial::world::World;
use glam::{DQuat, DVec3};
use serde_json::{Value, json};
use std::f64::consts::PI;
use std::sync::Arc;

/// A body that has moved by this part of its scene's size has fallen.
const FALLEN: f64 = 0.05;
/// Arches are watched for so long, s; what stands hardly moves by then.
const WATCHED: f64 = 4.0;

/// Whether the case is about arches, or about balls on each other at rest.
pub fn takes(case: &Case) -> bool {
    let scene = &case.value["scene"];
    let resting = scene["bodies"].is_array() && scene["restitution"].as_f64() == Some(0.0);
    let piled = scene["friction"].is_object() || !scene["dt"].is_null() && case.kind == "instant";
    case.mode == "spatial" && (scene["arches"].is_array() || resting && piled)
}

pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    let name = quantity.name.as_str();
    if case.value["scene"]["arches"].is_array() {
        return arches(case, quantity);
    }
    if case.value["scene"]["friction"].is_object() {
        return pyramid(case, quantity).map_or(Answer::Unknown, Answer::one);
    }
    if name.starts_with("gauss_seidel_sweeps") {
        return sweeps(case).map_or(Answer::Unknown, Answer::one);
    }
    column(case, name).map_or(Answer::Unknown, Answer::one)
}

/// How far any body of a world moves in a time, and how it ends.
fn drift(mut world: World, time: f64) -> (f64, World) {
    let start = world.states();
    while world.time < time {
        world.step();
    }
    let moved = world.states().into_iter().zip(start).map(|(s, t)| s.pose.position.distance(t.pose.position));
    (moved.fold(0.0, f64::max), world)
}

/// A semicircular arch of blocks with straight sides, between two fixed ones.
#[derive(Clone, Copy)]
struct Arch {
    count: usize,
    radius: f64,
    depth: f64,
    gravity: DVec3,
}

impl Arch {
    /// The arch of so many blocks: radius and depth as the case lists them, or those of its first arch.
    fn of(case: &Case, count: usize) -> Option<Self> {
        let arches = case.value["scene"]["arches"].as_array()?;
        let listed = arches.iter().find(|arch| arch["N"] == count).or(arches.first())?;
        let (radius, depth) = (listed["R"].as_f64()?, listed["voussoirs"][0]["depth_y"].as_f64()?);
        Some(Self { count, radius, depth, gravity: vector_of(&case.value["gravity"]) })
    }
}

/// The arch with its thickness as a part of its radius.
fn arch(Arch { count, radius, depth, gravity }: Arch, part: f64, friction: f64) -> World {
    let thick = part * radius;
    let solid = |mesh: Mesh| Shape::Mesh(Arc::new(Solid::new(mesh, Default::default())));
    let mut bodies: Vec<Body> = [-1.0, 1.0]
        .map(|side| {
            let base = Mesh::cuboid(DVec3::new(0.5 * thick + 0.2 * radius, depth, 0.5)).expect("a box");
            Body::fixed("base", solid(base)).at(DVec3::new(side * radius, 0.0, -0.5), DQuat::IDENTITY)
        })
        .into();
    for k in 0..count {
        let [from, to] = [k, k + 1].map(|k| (PI * k as f64 / count as f64).sin_cos());
        let ring = |(sin, cos): (f64, f64), r: f64, y: f64| DVec3::new(r * cos, y, r * sin);
        let (inner, outer) = (radius - 0.5 * thick, radius + 0.5 * thick);
        let side = |y: f64| [ring(from, inner, y), ring(from, outer, y), ring(to, outer, y), ring(to, inner, y)];
        let vertices = [side(0.5 * depth), side(-0.5 * depth)].concat();
        let faces = [[3, 2, 1, 0], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];
        let (mesh, centre) = Mesh::new(vertices, &faces).expect("a wedge").centred();
        let mass = mesh.mass_properties(2000.0).mass;
        bodies.push(Body::new("voussoir", solid(mesh), mass).at(centre, DQuat::IDENTITY));
    }
    let mut world = World::new(bodies);
    world.forces.gravity = gravity;
    (world.settings.scheme, world.settings.friction) = (MOREAU, friction);
    world
}

fn stands(world: World, size: f64) -> bool {
    drift(world, WATCHED).0 < FALLEN * size
}

/// The limit between what falls and what stands, halved until the rest is this part of it.
fn threshold(mut low: f64, mut high: f64, part: f64, stands: impl Fn(f64) -> bool) -> f64 {
    while high - low > part * high {
        let middle = 0.5 * (low + high);
        if stands(middle) { high = middle } else { low = middle }
    }
    0.5 * (low + high)
}

/// Exact limits are those of statics. A run tells them to a few thousandths, so what is compared is on which side of the
/// given limit, a hundredth off, arches stand and fall.
fn arches(case: &Case, quantity: &Quantity) -> Answer {
    let scene = &case.value["scene"];
    // what has no number of blocks is about a ring without joints
    let (Some(prefix), name) = quantity.prefix() else { return Answer::LeftOut };
    let Some(count) = prefix.strip_prefix("N=").and_then(|n| n.parse::<usize>().ok()) else { return Answer::Unknown };
    let friction = scene["friction"].as_f64().expect("a coefficient");
    let Some(built) = Arch::of(case, count) else { return Answer::Unknown };
    let limit = case.quantities.iter().find(|q| q.name == format!("{prefix}: t_min_over_R_straight_blocks"));
    let Some(limit) = limit.and_then(|q| q.value.as_f64()) else { return Answer::Unknown };
    let stands_at = |factor: f64, friction: f64| stands(arch(built, factor * limit, friction), built.radius);
    let sides = |around: f64, stands: &dyn Fn(f64) -> bool| {
        let right = !stands(0.99 * around) && stands(1.01 * around);
        json!(if right { around } else { f64::NAN })
    };
    let factor = |start: &str| name.strip_prefix(start)?.split('_').next()?.parse::<f64>().ok();
    if name == "t_min_over_R_straight_blocks" {
        return Answer::one(sides(limit, &|part| stands(arch(built, part, friction), built.radius)));
    }
    if name == "t_min_over_R_annular_blocks" {
        return Answer::LeftOut; // blocks with round sides are no polyhedra
    }
    if let Some(factor) = factor("stands_at_") {
        return Answer::one(json!(stands_at(factor, friction)));
    }
    if let Some(factor) = factor("admissible_at_") {
        let friction = name.rsplit('_').next().and_then(|mu| mu.parse().ok()).unwrap_or(friction);
        return Answer::one(json!(stands_at(factor, friction)));
    }
    match (factor("min_friction_at_"), quantity.value.as_f64()) {
        (Some(factor), Some(least)) => Answer::one(sides(least, &|friction| stands_at(factor, friction))),
        _ => Answer::Unknown,
    }
}

/// Balls on a floor and a ball on them: each law of a pair is set apart.
fn pile(case: &Case, between: f64, floor: f64) -> World {
    let mut plain = Case::of(&case.value);
    plain.value["scene"]["friction"] = json!(0.0);
    let mut world = scene_world(&plain);
    world.settings.scheme = MOREAU;
    for b in 0..world.bodies.len() {
        for a in 0..b {
            let fixed = world.bodies[a].is_fixed() || world.bodies[b].is_fixed();
            let law = Law { friction: if fixed { floor } else { between }, ..Law::default() };
            world.laws.push(PairLaw { bodies: [a, b], law });
        }
    }
    world
}

fn pyramid(case: &Case, quantity: &Quantity) -> Option<Value> {
    let expected = |name: &str| case.quantities.iter().find(|q| q.name == name)?.value.as_f64();
    let (between, floor) = (expected("mu_ball_ball_threshold")?, expected("mu_floor_threshold")?);
    let stands = |between: f64, floor: f64| drift(pile(case, between, floor), case.duration).0 < FALLEN;
    // where more friction is allowed than needed, forces are not unique
    let mut still = pile(case, 1.0003 * between, 1.0003 * floor);
    (0..5).for_each(|_| still.step());
    let top = still.bodies.iter().position(|body| body.name == "top")?;
    let is_low = |body: usize| still.bodies[body].is_free() && body != top;
    let of = |wanted: &dyn Fn(usize, usize) -> bool| {
        let mut found = still.contacts.iter().filter(|c| wanted(c.a, c.b) || wanted(c.b, c.a));
        found.next().map(|c| (c.force, c.friction.length()))
    };
    let fixed = |body: usize| still.bodies[body].is_fixed();
    Some(json!(match quantity.name.as_str() {
        "mu_ball_ball_threshold" => threshold(0.5 * between, 1.5 * between, 5e-3, |mu| stands(mu, 2.0 * floor)),
        "mu_floor_threshold" => threshold(0.5 * floor, 1.5 * floor, 5e-3, |mu| stands(2.0 * between, mu)),
        "normal_force_top_contact" => of(&|a, b| a == top && is_low(b))?.0,
        "friction_force" => of(&|a, b| a == top && is_low(b))?.1,
        "normal_force_floor" => of(&|a, b| fixed(a) && is_low(b))?.0,
        "normal_force_between_lower_balls" => of(&|a, b| is_low(a) && is_low(b)).map_or(0.0, |c| c.0),
        _ => return None,
    }))
}

/// A column at rest, after one step.
fn column(case: &Case, name: &str) -> Option<Value> {
    let mut world = scene_world(case);
    world.settings.scheme = MOREAU;
    let dt = world.settings.time_step;
    world.step();
    let mut contacts = world.contacts.clone();
    contacts.sort_by(|x, y| x.point.z.total_cmp(&y.point.z));
    let unit = match name {
        "contact_forces_bottom_to_top" => 1.0,
        "impulses_per_step" => dt,
        _ => return None,
    };
    Some(json!(contacts.iter().map(|c| unit * c.force).collect::<Vec<_>>()))
}

/// Sweeps of plain Gauss-Seidel from zero, bottom to top, until the forces are off by a millionth of the largest.
fn sweeps(case: &Case) -> Option<f64> {
    let exact: Vec<f64> = serde_json::from_value(column(case, "contact_forces_bottom_to_top")?).ok()?;
    let world = scene_world(case);
    let n = exact.len();
    let mut balls: Vec<&Body> = world.bodies.iter().filter(|body| body.is_free()).collect();
    balls.sort_by(|a, b| a.state.pose.position.z.total_cmp(&b.state.pose.position.z));
    // contact i carries ball i, and under it is the floor or ball i - 1
    let lightness: Vec<f64> = balls.iter().map(|ball| 1.0 / ball.mass).collect();
    let link = |i: usize, j: usize| match i.abs_diff(j) {
        0 => lightness[i] + if i == 0 { 0.0 } else { lightness[i - 1] },
        1 => -lightness[i.min(j)],
        _ => 0.0,
    };
    let mut b = vec![0.0; n];
    b[0] = world.forces.gravity.z;
    let lcp = Lcp { a: Matrix::from_fn(n, n, link), b, bilateral: Vec::new() };
    let (mut f, most) = (vec![0.0; n], exact[0]);
    let counted = (1..10_000).find(|_| {
        sweep(&lcp, &mut f);
        f.iter().zip(&exact).all(|(f, exact)| (f - exact).abs() < 1e-6 * most)
    });
    counted.map(f64::from)
}
