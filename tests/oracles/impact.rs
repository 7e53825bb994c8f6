//! Impacts, two ways: the listed contacts handed to the law, and the world with the contacts that it finds itself.
use super::case::{Case, Quantity};
use super::instant::{self, pair};
use super::verdict::{Answer, deviation};
use contact_forces::planar::contact::Contact;
use contact_forces::planar::dynamics::{Dynamics, Setup};
use contact_forces::planar::impulse::{ImpactLaw, Impacts, Rebound};
use contact_forces::planar::world::World;
use contact_forces::session::scene_file::PlanarScene;
use serde_json::{Value, json};

/// A world just after its impacts.
struct After {
    world: World,
    /// Impulse at each listed contact, N s.
    impulses: Vec<f64>,
}

/// Answers for a case of kind `impact`.
pub fn answer(case: &Case, quantity: &Quantity) -> Answer {
    let (Some(scene), "impact") = (&case.scene, case.kind.as_str()) else { return Answer::Unknown };
    let (prefix, name) = quantity.prefix();
    let Some(laws) = laws(prefix, scene.contacts.len()) else { return Answer::Unknown };
    let mut answers = Vec::new();
    for &law in laws {
        for (way, after) in ways(scene, law) {
            let Some(value) = about(scene, &after, name) else { return Answer::Unknown };
            answers.push((format!("{way}, {}", law.name()), value));
        }
    }
    Answer::Computed(answers)
}

/// The laws that a prefix means. Without a prefix it is the simultaneous law; at a single contact all are one.
fn laws(prefix: Option<&str>, contacts: usize) -> Option<&'static [ImpactLaw]> {
    match prefix {
        Some("simultaneous") => Some(&[ImpactLaw::Simultaneous]),
        Some("sequential") => Some(&[ImpactLaw::Serial]),
        Some("pairwise") => Some(&[ImpactLaw::Hybrid]),
        None if contacts == 1 => Some(&ImpactLaw::ALL),
        None => Some(&[ImpactLaw::Simultaneous]),
        Some(_) => None,
    }
}

/// Contact after contact, ties are broken in favour of the first, and either may be first: where the world took the
/// other one, its result is that of the contacts handed over in the opposite order, and stands for itself.
fn ways(scene: &PlanarScene, law: ImpactLaw) -> Vec<(&'static str, After)> {
    let contacts = instant::contacts(scene);
    let reversed: Vec<Contact> = contacts.iter().rev().copied().collect();
    let (listed, found) = (handed_over(scene, law, &contacts), found(scene, law));
    let mut mirror = handed_over(scene, law, &reversed);
    mirror.impulses.reverse();
    let close = |a: &After, b: &After| deviation(&bodies_after(a), &bodies_after(b), false) < 1e-9;
    let mirrored = law == ImpactLaw::Serial && close(&found, &mirror) && !close(&found, &listed);
    let both = [("listed contacts", listed), ("contacts found", found)];
    both.into_iter().take(if mirrored { 1 } else { 2 }).collect()
}

fn bodies_after(after: &After) -> Value {
    json!(after.world.states().iter().map(|s| [s.velocity.x, s.velocity.y, s.omega]).collect::<Vec<_>>())
}

fn handed_over(scene: &PlanarScene, law: ImpactLaw, contacts: &[Contact]) -> After {
    let mut world = scene.with_thrust(0);
    world.settings.impact_law = law;
    let (mut states, mut impacts) = (world.states(), Impacts::default());
    let restitution = world.settings.restitution;
    let rebounds = vec![Rebound { restitution, rest: 1e-12, ..Rebound::default() }; contacts.len()];
    let setup = Setup { bodies: &world.bodies, forces: &world.forces, settings: &world.settings };
    impacts.resolve(&mut Dynamics::default(), setup, (contacts, &rebounds), &mut states);
    for (body, state) in world.bodies.iter_mut().zip(states) {
        body.state = state;
    }
    After { world, impulses: impacts.impulses }
}

fn found(scene: &PlanarScene, law: ImpactLaw) -> After {
    let mut world = scene.with_thrust(0);
    world.settings.impact_law = law;
    world.collide();
    let at = |given: &Contact| {
        let same = |c: &Contact| pair(c.a, c.b) == pair(given.a, given.b) && c.point.distance(given.point) < 1e-6;
        world.report.impacts.iter().filter(|impact| same(&impact.contact)).map(|impact| impact.impulse).sum()
    };
    let impulses = instant::contacts(scene).iter().map(at).collect();
    After { world, impulses }
}

fn about(scene: &PlanarScene, after: &After, name: &str) -> Option<Value> {
    let before = scene.with_thrust(0);
    let rates = |world: &World| {
        let states = world.states();
        json!(instant::contacts(scene).iter().map(|c| c.normal_velocity(&states)).collect::<Vec<_>>())
    };
    if let Some(body) = name.strip_prefix("v_after_") {
        let state = after.world.bodies.iter().find(|b| b.name == body)?.state;
        return Some(json!([state.velocity.x, state.velocity.y, state.omega]));
    }
    let balance = after.world.balance();
    match name {
        "normal_velocity_before" => Some(rates(&before)),
        "normal_velocity_after" => Some(rates(&after.world)),
        "energy_before" => Some(json!(before.balance().total())),
        "energy_after" => Some(json!(balance.total())),
        "impulses" => Some(json!(after.impulses)),
        "momentum" => Some(json!([balance.momentum.x, balance.momentum.y])),
        "angular_momentum_about_origin" => Some(json!(balance.angular_momentum)),
        _ => None,
    }
}
