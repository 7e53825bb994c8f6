//! Coulomb friction at one instant, two ways: with the listed contacts, and with those that the engine finds itself.
use super::case::{Case, Quantity};
use super::instant::{contacts, mover, uphill};
use super::verdict::Answer;
use contact_forces::planar::contact::Contact;
use contact_forces::planar::dynamics::Setup;
use contact_forces::planar::friction::{Coulomb, FrictionSolution, Mode};
use contact_forces::planar::world::World;
use contact_forces::session::scene_file::PlanarScene;
use glam::DVec2;
use serde_json::{Value, json};

/// Answers for a scene with friction.
pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    let Some(scene) = case.scene.as_ref().filter(|scene| scene.friction > 0.0) else { return Answer::Unknown };
    let mut world = scene.with_thrust(0);
    let found = world.instant().contacts.clone();
    let ways = [("listed contacts", contacts(scene)), ("contacts found", found)];
    let show = |contacts: &[Contact]| about(scene, &world, contacts, quantity);
    let answers = ways.iter().filter_map(|(way, contacts)| Some((way.to_string(), show(contacts)?)));
    let answers: Vec<(String, Value)> = answers.collect();
    if answers.len() == ways.len() { Answer::Computed(answers) } else { Answer::Unknown }
}

fn problem(scene: &PlanarScene, world: &World, contacts: &[Contact]) -> Coulomb {
    let setup = Setup { bodies: &world.bodies, forces: &world.forces, settings: &world.settings };
    Coulomb::new(setup, contacts, &world.states(), scene.friction)
}

fn about(scene: &PlanarScene, world: &World, contacts: &[Contact], quantity: &Quantity) -> Option<Value> {
    let problem = problem(scene, world, contacts);
    let solutions = problem.all_solutions()?;
    if let Some(value) = of_the_problem(scene, world, &problem, &solutions, quantity) {
        return Some(value);
    }
    let [only] = &solutions[..] else { return None };
    of_the_solution(scene, world, contacts, only, &quantity.name)
}

/// What does not need a single solution.
fn of_the_problem(
    scene: &PlanarScene,
    world: &World,
    problem: &Coulomb,
    solutions: &[FrictionSolution],
    quantity: &Quantity,
) -> Option<Value> {
    let single = problem.len() == 1;
    match quantity.name.as_str() {
        "friction_angle" => Some(json!(scene.friction.atan())),
        "b" if single => Some(json!(problem.b[0])),
        "p" if single => Some(json!(problem.own_response(0))),
        "number_of_sliding_solutions" if single => Some(json!(solutions.len())),
        "region" if single => Some(region(solutions, quantity)),
        "mu_Painleve" if single => Some(json!(least_paradox(scene, world)?)),
        "f_normal_solutions" if single => {
            let mut forces: Vec<f64> = solutions.iter().map(|solution| solution.normal[0]).collect();
            forces.sort_by(f64::total_cmp);
            Some(json!(forces))
        }
        _ => None,
    }
}

/// The expected text, if its first words are those of the region found; else those.
fn region(solutions: &[FrictionSolution], quantity: &Quantity) -> Value {
    let words = match solutions {
        [] => "inconsistent",
        [one] if one.modes[0] == Mode::Open => "separat",
        [_] => "sliding, unique",
        _ => "indeterminate",
    };
    let met = quantity.value.as_str().is_some_and(|text| text.starts_with(words));
    if met { quantity.value.clone() } else { json!(words) }
}

fn of_the_solution(
    scene: &PlanarScene,
    world: &World,
    contacts: &[Contact],
    solution: &FrictionSolution,
    name: &str,
) -> Option<Value> {
    let body = mover(world)?;
    let (uphill, normal) = (uphill(scene)?, scene.contacts.first()?.normal);
    let acceleration = solution.accelerations[body];
    let at = |lowest: bool| {
        let height = |i: &usize| if lowest { contacts[*i].point.y } else { -contacts[*i].point.y };
        (0..contacts.len()).min_by(|i, j| height(i).total_cmp(&height(j)))
    };
    let moves = |mode: &Mode| matches!(mode, Mode::Slip(_) | Mode::Slide(_));
    match name {
        "slides" => Some(json!(solution.modes.iter().any(moves))),
        "tips" => Some(json!(solution.modes.contains(&Mode::Open))),
        "mode_lower_corner" => Some(json!(solution.modes[at(true)?].name())),
        "f_lower_corner" => Some(json!(solution.normal[at(true)?])),
        "f_upper_corner" => Some(json!(solution.normal[at(false)?])),
        "accel_along_slope" => Some(json!(uphill.dot(acceleration.linear))),
        "accel_t_n_angular" => {
            Some(json!([uphill.dot(acceleration.linear), normal.dot(acceleration.linear), acceleration.angular]))
        }
        "total_friction" => {
            let forces = contacts.iter().zip(&solution.tangential);
            Some(json!(forces.map(|(contact, f)| f * -contact.normal.perp().dot(uphill)).sum::<f64>()))
        }
        "f_normal" if contacts.len() == 1 => Some(json!(solution.normal[0])),
        "tip_tangential_accel" if contacts.len() == 1 => Some(json!(solution.along[0])),
        _ => None,
    }
}

/// The least friction at which the rod on its tip is in Painlevé's regime at some tilt: A_nn = μ |A_nt|, and the tilt
/// at which that μ is least is found by golden section.
fn least_paradox(scene: &PlanarScene, world: &World) -> Option<f64> {
    let body = mover(world)?;
    let listed = contacts(scene);
    let tip = listed.first()?.point;
    let local = world.bodies[body].state.frame().local(tip);
    let limit = |angle: f64| {
        let mut turned = world.clone();
        let state = &mut turned.bodies[body].state;
        state.angle = angle;
        state.position = DVec2::ZERO;
        let corner = state.frame().place(local);
        state.position = tip - corner;
        let problem = problem(scene, &turned, &listed);
        problem.matrix[(0, 0)] / problem.matrix[(0, 1)].abs()
    };
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.01, std::f64::consts::FRAC_PI_2 - 0.01);
    for _ in 0..80 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        *if limit(left) < limit(right) { &mut high } else { &mut low } =
            if limit(left) < limit(right) { right } else { left };
    }
    Some(limit(0.5 * (low + high)))
}
