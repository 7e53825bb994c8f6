//! Contact forces and accelerations at one instant, two ways: the listed contacts handed to the equations and each
//! method, and the engine with the contacts that it finds itself.
use super::case::{Case, Quantity};
use super::least_norm::least_norm;
use super::verdict::Answer;
use contact_forces::complementarity::{Lcp, Limits, METHODS, Method, Solution};
use contact_forces::linalg::Matrix;
use contact_forces::planar::body::{BodyId, Frame, State};
use contact_forces::planar::contact::{Contact, Feature};
use contact_forces::planar::dynamics::Setup;
use contact_forces::planar::equations::{self, Rows, Twist};
use contact_forces::planar::forces::Place;
use contact_forces::planar::world::World;
use contact_forces::session::scene_file::PlanarScene;
use contact_forces::source::Source;
use glam::DVec2;
use serde_json::{Value, json};

/// Forces and accelerations of one instant, the forces at the places that the case lists.
pub struct Moment {
    pub way: String,
    /// Force at each listed contact, N.
    pub f: Vec<f64>,
    pub accelerations: Vec<Twist>,
    /// A, b and their solution, where the listed contacts were handed over.
    pub listed: Option<(Lcp, Solution)>,
}

/// How near a contact that the engine found must be to a listed one, m.
const PLACE: f64 = 1e-6;

/// Answers for what an instant shows.
pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    let Some(scene) = &case.scene else { return Answer::Unknown };
    let (prefix, name) = quantity.prefix();
    let Some(choice) = thrust_of(scene, prefix) else { return Answer::Unknown };
    let world = scene.with_thrust(choice);
    if let Some(value) = without_contacts(&world, name) {
        return Answer::one(value);
    }
    if name.starts_with("tipping_thrust") {
        return tipping_thrust(scene).map_or(Answer::Unknown, Answer::one);
    }
    let show = |moment: &Moment| about_forces(scene, &world, moment, name).or_else(|| about_problem(moment, name));
    let ways: Vec<Moment> = METHODS.iter().map(|m| listed(scene, &world, m)).chain([found(scene, &world)]).collect();
    let answers = ways.iter().filter_map(|moment| Some((moment.way.clone(), show(moment)?))).collect::<Vec<_>>();
    if answers.is_empty() { Answer::Unknown } else { Answer::Computed(answers) }
}

/// Which magnitude of the thrust a prefix such as `T=5` means.
fn thrust_of(scene: &PlanarScene, prefix: Option<&str>) -> Option<usize> {
    let Some(prefix) = prefix else { return Some(0) };
    let magnitude: f64 = prefix.strip_prefix("T=")?.parse().ok()?;
    scene.thrusts.first()?.magnitudes.iter().position(|m| *m == magnitude)
}

/// The contacts that the case lists, at gap zero.
pub fn contacts(scene: &PlanarScene) -> Vec<Contact> {
    let contact = |given: &contact_forces::session::scene_file::GivenContact| Contact {
        a: given.body1,
        b: given.body2,
        point: given.point,
        normal: given.normal,
        gap: 0.0,
        feature: Feature::VertexEdge(0, 0),
    };
    scene.contacts.iter().map(contact).collect()
}

fn listed(scene: &PlanarScene, world: &World, method: &Method) -> Moment {
    let (contacts, states) = (contacts(scene), world.states());
    let frames: Vec<Frame> = states.iter().map(State::frame).collect();
    let (mut rows, mut lcp, mut accelerations) = (Rows::default(), Lcp::default(), Vec::new());
    rows.fill(&contacts, &world.bodies, &states);
    let setup = Setup { bodies: &world.bodies, forces: &world.forces, settings: &world.settings };
    equations::free_accelerations(setup, &states, &frames, &mut accelerations);
    rows.delassus(&mut lcp.a);
    let apart = contacts
        .iter()
        .zip(&rows.rows)
        .map(|(contact, row)| row.apply(|body| accelerations[body]) + contact.velocity_terms(&states));
    lcp.b = apart.collect();
    let mut solution = Solution::default();
    (method.new)().solve(&lcp, &Limits::default(), &mut solution, &mut |_| ());
    rows.push(&solution.f, &mut accelerations);
    let way = format!("listed contacts, {}", method.name);
    Moment { way, f: solution.f.clone(), accelerations, listed: Some((lcp, solution)) }
}

fn found(scene: &PlanarScene, world: &World) -> Moment {
    let mut world = world.clone();
    let instant = world.instant();
    let pairs = || instant.contacts.iter().zip(&instant.solution.f);
    let at = |given: &Contact| {
        let same = |c: &Contact| pair(c.a, c.b) == pair(given.a, given.b) && c.point.distance(given.point) < PLACE;
        pairs().filter(|(contact, _)| same(contact)).map(|(_, f)| f).sum()
    };
    let f = contacts(scene).iter().map(at).collect();
    Moment { way: "contacts found".into(), f, accelerations: instant.accelerations.clone(), listed: None }
}

/// Two bodies in either order.
pub fn pair(a: BodyId, b: BodyId) -> (BodyId, BodyId) {
    (a.min(b), a.max(b))
}

/// The body that a name ends with, after a prefix.
fn body(world: &World, name: &str) -> Option<BodyId> {
    world.bodies.iter().position(|body| body.name == name)
}

/// The only body that can move.
pub fn mover(world: &World) -> Option<BodyId> {
    let mut moving = (0..world.bodies.len()).filter(|&i| !world.bodies[i].is_fixed());
    moving.next().filter(|_| moving.next().is_none())
}

/// What shape and forces alone decide.
fn without_contacts(world: &World, name: &str) -> Option<Value> {
    let only = &world.bodies[mover(world)?];
    match name {
        "area" => Some(json!(only.shape.area_properties().area)),
        "inertia" => {
            let area = only.shape.area_properties();
            Some(json!(only.mass * area.second_moment / area.area))
        }
        "spring_force" | "spring_torque" => {
            let states = world.states();
            let frames: Vec<Frame> = states.iter().map(State::frame).collect();
            let (mut force, mut torque) = (DVec2::ZERO, 0.0);
            let fastest = world.settings.fastest_rate();
            let place = Place { bodies: &world.bodies, states: &states, frames: &frames, fastest };
            world.forces.for_each(place, |applied| {
                if applied.source == Source::Spring {
                    force += applied.force;
                    torque += (applied.point - states[applied.body].position).perp_dot(applied.force);
                }
            });
            Some(if name == "spring_force" { json!([force.x, force.y]) } else { json!(torque) })
        }
        _ => None,
    }
}

/// Forces and accelerations by the names of contacts and bodies.
fn about_forces(scene: &PlanarScene, world: &World, moment: &Moment, name: &str) -> Option<Value> {
    if name == "f_initial" && moment.f.len() == 1 {
        return Some(json!(moment.f[0]));
    }
    let name = name.strip_suffix("_initial").unwrap_or(name);
    if let Some(named) = name.strip_prefix("accel_").and_then(|name| body(world, name)) {
        let Twist { linear, angular } = moment.accelerations[named];
        return Some(json!([linear.x, linear.y, angular]));
    }
    if let Some(contact) = name.strip_prefix("f_").and_then(|name| scene.contacts.iter().position(|c| c.name == name)) {
        return Some(json!(moment.f[contact]));
    }
    match name {
        "f" if moment.f.len() == 1 && moment.listed.is_none() => return Some(json!([moment.f[0]])),
        "accel_along_slope" => return Some(json!(uphill(scene)?.dot(moment.accelerations[mover(world)?].linear))),
        "interface_total_forces" => return Some(interfaces(scene, world, moment)),
        "torque_balance" => return Some(json!(on_body(scene, world, moment, mover(world)?).1)),
        _ => {}
    }
    totals(scene, world, moment, name)
}

/// Sums of the forces by the names of the bodies they act between.
fn totals(scene: &PlanarScene, world: &World, moment: &Moment, name: &str) -> Option<Value> {
    if let Some(named) = name.strip_prefix("total_contact_force_on_").and_then(|name| body(world, name)) {
        let force = on_body(scene, world, moment, named).0;
        return Some(json!([force.x, force.y]));
    }
    if let Some(named) = name.strip_prefix("total_contact_torque_on_").and_then(|name| body(world, name)) {
        return Some(json!(on_body(scene, world, moment, named).1));
    }
    let sum = |chosen: &dyn Fn(BodyId, BodyId) -> bool| {
        let listed = scene.contacts.iter().zip(&moment.f);
        json!(listed.filter(|(c, _)| chosen(c.body1, c.body2)).map(|(_, f)| f).sum::<f64>())
    };
    if let Some(two) = name.strip_prefix("N_total_") {
        let names = two.match_indices('_').map(|(at, _)| (&two[..at], &two[at + 1..]));
        let (a, b) = names.into_iter().find_map(|(a, b)| Some((body(world, a)?, body(world, b)?)))?;
        return Some(sum(&|i, j| pair(i, j) == pair(a, b)));
    }
    let one = name.strip_suffix("_total").or_else(|| name.strip_suffix("_total_force"))?;
    let one = body(world, one)?;
    Some(sum(&|i, j| i == one || j == one))
}

/// Total contact force on a body, and its torque about the centre of mass.
fn on_body(scene: &PlanarScene, world: &World, moment: &Moment, body: BodyId) -> (DVec2, f64) {
    let (mut force, mut torque) = (DVec2::ZERO, 0.0);
    for (contact, f) in scene.contacts.iter().zip(&moment.f) {
        let sign = if contact.body1 == body { 1.0 } else { -1.0 };
        if contact.body1 == body || contact.body2 == body {
            let push = sign * f * contact.normal;
            force += push;
            torque += (contact.point - world.bodies[body].state.position).perp_dot(push);
        }
    }
    (force, torque)
}

/// Total force between each two moving bodies that touch, from left to right.
fn interfaces(scene: &PlanarScene, world: &World, moment: &Moment) -> Value {
    let free = |i: BodyId| !world.bodies[i].is_fixed();
    let mut sums: Vec<((BodyId, BodyId), f64, f64)> = Vec::new();
    for (contact, f) in scene.contacts.iter().zip(&moment.f).filter(|(c, _)| free(c.body1) && free(c.body2)) {
        let both = pair(contact.body1, contact.body2);
        match sums.iter_mut().find(|(other, ..)| *other == both) {
            Some((.., sum)) => *sum += f,
            None => sums.push((both, contact.point.x, *f)),
        }
    }
    sums.sort_by(|a, b| a.1.total_cmp(&b.1));
    json!(sums.iter().map(|(.., sum)| *sum).collect::<Vec<_>>())
}

/// Unit vector uphill along the surface of the first listed contact.
pub fn uphill(scene: &PlanarScene) -> Option<DVec2> {
    let along = scene.contacts.first()?.normal.perp();
    Some(if along.y < 0.0 { -along } else { along })
}

/// A, b, a, f, ranks and counts of the listed contacts.
fn about_problem(moment: &Moment, name: &str) -> Option<Value> {
    let (lcp, solution) = moment.listed.as_ref()?;
    let n = lcp.len();
    match name {
        "A" => Some(json!((0..n).map(|i| lcp.a.row(i).to_vec()).collect::<Vec<_>>())),
        "b" => Some(json!(lcp.b)),
        "a" => Some(json!(solution.a)),
        "f" => Some(json!(solution.f)),
        "f_min_norm" => Some(json!(least_norm(&lcp.a, solution))),
        "n_contacts" => Some(json!(n)),
        "rank_A" => Some(json!(rank(&lcp.a))),
        _ => {
            let index = |digits: &str| digits.parse::<usize>().ok().filter(|i| (1..=n).contains(i)).map(|i| i - 1);
            if let Some(i) = name.strip_prefix("b_").and_then(index) {
                return Some(json!(lcp.b[i]));
            }
            let digits = name.strip_prefix("A_")?;
            let (i, j) = digits.split_once('_').unwrap_or(digits.split_at_checked(1)?);
            Some(json!(lcp.a[(index(i)?, index(j)?)]))
        }
    }
}

/// Rank by elimination with full pivoting.
fn rank(a: &Matrix) -> usize {
    let mut rows: Vec<Vec<f64>> = (0..a.rows()).map(|i| a.row(i).to_vec()).collect();
    let largest = rows.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
    for rank in 0..a.rows() {
        let entries = (rank..a.rows()).flat_map(|i| (0..a.cols()).map(move |j| (i, j)));
        let Some((i, j)) = entries.max_by(|x, y| rows[x.0][x.1].abs().total_cmp(&rows[y.0][y.1].abs())) else { break };
        if rows[i][j].abs() <= 1e-10 * largest {
            return rank;
        }
        rows.swap(rank, i);
        let pivot = rows[rank].clone();
        for row in &mut rows[rank + 1..] {
            let factor = row[j] / pivot[j];
            row.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
            row[j] = 0.0;
        }
    }
    a.rows()
}

/// The least magnitude of the thrust at which some contact carries no force, by halving.
fn tipping_thrust(scene: &PlanarScene) -> Option<Value> {
    let mut scene = scene.clone();
    let most = scene.thrusts.first()?.magnitudes.iter().copied().fold(0.0, f64::max);
    let (mut low, mut high) = (0.0, most);
    let mut tips = |magnitude: f64| {
        scene.thrusts[0].magnitudes = vec![magnitude];
        let moment = listed(&scene, &scene.with_thrust(0), &METHODS[0]);
        moment.f.iter().any(|f| *f <= 0.0)
    };
    if !tips(high) || tips(low) {
        return None;
    }
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        *if tips(middle) { &mut high } else { &mut low } = middle;
    }
    Some(json!(high))
}
