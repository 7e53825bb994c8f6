//! The forces of the present state as arrows in space, and the parts that each is drawn with.
use super::stage::Stage;
use crate::source::Source;
use crate::spatial::contact::{Contact, Part};
use crate::spatial::forces::{Applied, Place};
use crate::web::eased::Grows;
use crate::web::notation::{Kind, label, numbered};
use crate::web::palette::Palette;
use glam::DVec3;

/// Forces below this, as a part of the largest weight or thrust, have no arrow.
const LEAST: f64 = 1e-4;
/// So few contact forces all have their values; of more, so many of the greatest.
const FEW: usize = 4;
const GREATEST: usize = 3;
/// More arrows than these are drawn thinner, and so are dots, so that bodies are seen behind them; down to this part. More
/// weights than these have no arrows, unless all values are asked for.
const MANY: f64 = 40.0;
const THINNEST: f64 = 0.4;

/// A force. World frame, metres.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// What it stands for.
    pub kind: Kind,
    /// Where it acts.
    pub tail: DVec3,
    /// Where its head is; of a spring, its far end.
    pub head: DVec3,
    /// Its name and value; empty where they are not shown.
    pub label: String,
    /// Tells it from the others from one picture to the next.
    pub key: u64,
}

/// The colours and widths with which so many arrows are drawn.
pub fn thinner(palette: &Palette, arrows: usize) -> Palette {
    let part = (MANY / arrows as f64).sqrt().clamp(THINNEST, 1.0);
    Palette { line: part * palette.line, ..*palette }
}

impl Grows for Arrow {
    fn key(&self) -> Option<u64> {
        (self.kind != Kind::Spring && self.key != 0).then_some(self.key)
    }

    fn length(&self) -> f64 {
        self.tail.distance(self.head)
    }

    fn stretched(&self, length: f64) -> Self {
        let whole = self.length();
        let head = if whole > 0.0 { self.tail.lerp(self.head, length / whole) } else { self.head };
        Self { head, ..self.clone() }
    }

    fn silent(self) -> Self {
        Self { label: String::new(), ..self }
    }
}

/// All arrows that the stage shows: with values at the greatest contact forces, or all that are asked for, and at those
/// that are `told` in any case.
pub fn arrows(stage: &Stage, told: &[usize], comma: bool) -> Vec<Arrow> {
    let mut list = Vec::new();
    if stage.link.page.show.forces {
        contact_forces(stage, told, comma, &mut list);
    }
    applied_forces(stage, comma, &mut list);
    let weights = list.iter().filter(|arrow| arrow.kind == Kind::Gravity).count();
    if !stage.shown.values && weights as f64 > MANY {
        list.retain(|arrow| arrow.kind != Kind::Gravity);
    } else if !stage.shown.values && weights > GREATEST {
        list.iter_mut().filter(|arrow| arrow.kind == Kind::Gravity).for_each(|arrow| arrow.label.clear());
    }
    list
}

/// Forces below this have no arrow, N.
fn least(stage: &Stage) -> f64 {
    LEAST * stage.extent().radius / stage.metres_per_newton()
}

/// Of the two bodies of a contact that on which its force is drawn: the first, unless only the second can move.
pub fn drawn_side(stage: &Stage, contact: &Contact) -> f64 {
    if stage.world.bodies[contact.a].is_free() { 1.0 } else { -1.0 }
}

/// The contacts whose forces are the greatest, of those that differ by rounding alone the first; all where they are few.
fn greatest(stage: &Stage) -> Vec<usize> {
    let count = stage.contacts.iter().filter(|contact| contact.force.abs() >= least(stage)).count();
    let most = if count <= FEW { count } else { GREATEST };
    let mut found: Vec<(f32, usize)> = Vec::with_capacity(most + 1);
    for (k, contact) in stage.contacts.iter().enumerate() {
        let force = contact.force.abs() as f32;
        found.insert(found.partition_point(|(other, _)| *other >= force), (force, k));
        found.truncate(most);
    }
    found.into_iter().map(|(_, k)| k).collect()
}

/// Of each contact its force along the normal, and what acts on it across.
fn contact_forces(stage: &Stage, told: &[usize], comma: bool, list: &mut Vec<Arrow>) {
    let greatest = greatest(stage);
    for (k, contact) in stage.contacts.iter().enumerate() {
        let is_written = stage.shown.values || greatest.contains(&k) || told.contains(&k);
        let along = (Kind::Contact(k), "f", contact.force * contact.normal, contact.force, key(contact));
        let across = (Kind::Friction(k), "t", contact.friction, contact.friction.length(), key(contact) ^ 1 << 63);
        for (kind, name, newtons, size, key) in [along, across] {
            if size.abs() < least(stage) {
                continue;
            }
            let force = drawn_side(stage, contact) * stage.metres_per_newton() * newtons;
            let label = if is_written { label(&numbered(name, k + 1), size, comma) } else { String::new() };
            let tail = contact.point;
            list.push(Arrow { kind, tail, head: tail + force, label, key });
            if stage.link.page.show.pairs {
                list.push(Arrow { kind, tail, head: tail - force, label: String::new(), key: !key });
            }
        }
    }
}

/// A number for a contact that stays the same from step to step.
fn key(contact: &Contact) -> u64 {
    let part = |part: Part| match part {
        Part::Whole => 0,
        Part::Vertex(k) => 4 * k as u64 + 1,
        Part::Edge(k) => 4 * k as u64 + 2,
        Part::Face(k) => 4 * k as u64 + 3,
        Part::Joint(k) => 4 * k as u64 + 4,
    };
    let numbers = [contact.a as u64, contact.b as u64, part(contact.key.first), part(contact.key.second)];
    numbers.into_iter().fold(0xcbf29ce484222325, |hash, number| (hash ^ number).wrapping_mul(0x100000001b3))
}

fn applied_forces(stage: &Stage, comma: bool, list: &mut Vec<Arrow>) {
    let (world, states) = (&stage.world, stage.world.states());
    let place = Place { bodies: &world.bodies, states: &states, fastest: world.settings.time_step.recip() };
    let mut number = 0;
    world.forces.for_each(place, &mut |Applied { body, point, force, source, .. }| {
        number += 1;
        let size = force.length();
        // what a visitor does is always shown
        let (kind, name, always) = match source {
            Source::Gravity => (Kind::Gravity, "mg", false),
            Source::Damping => (Kind::Spring, "kv", false),
            Source::Thruster(_) | Source::Push => (Kind::Thrust, "T", true),
            Source::Spring => return, // drawn as what it is
        };
        if size >= least(stage) && (always || stage.shown.applied) {
            let key = u64::MAX - (body as u64 * 64 + number % 64);
            let (head, label) = (point + stage.metres_per_newton() * force, label(name, size, comma));
            list.push(Arrow { kind, tail: point, head, label, key });
        }
    });
    for spring in world.forces.springs.iter().chain(&world.forces.hand) {
        let (tail, head) = spring.ends(|id| states[id].pose);
        let force = spring.stiffness * (tail.distance(head) - spring.rest_length).abs();
        list.push(Arrow { kind: Kind::Spring, tail, head, label: label("S", force, comma), key: u64::MAX });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SpatialLink;
    use crate::session::spatial_scenes::SCENES;
    use crate::spatial::time_stepping::SCHEMES;

    fn settled() -> Stage {
        let mut stage = Stage::open(SpatialLink::parse("?scene=balls&n=1&d=2", "")).0;
        (0..3000).for_each(|_| stage.step());
        stage
    }

    #[test]
    fn the_bowl_carries_the_ball_upwards_with_its_weight() {
        let stage = settled();
        let list = arrows(&stage, &[], false);
        let [arrow, _] = &list[..] else { panic!("a force and a weight: {list:#?}") };
        assert_eq!((arrow.kind, arrow.label.as_str()), (Kind::Contact(0), "f₁ 9.81 N"));
        let expected = 9.81 * stage.metres_per_newton() * DVec3::Z;
        assert!((arrow.head - arrow.tail).distance(expected) < 1e-3 * expected.length());
    }

    /// In every scene, rough by every scheme that can have friction: what is drawn at a contact adds up to its force.
    #[test]
    fn the_arrows_of_a_contact_are_its_whole_force() {
        let rough = SCHEMES.iter().filter(|row| row.rubs()).map(|row| format!("&mu=0.4&scheme={}", row.name));
        for query in rough.chain([String::new()]) {
            let (mut drawn, mut scenes) = (0, 0);
            for scene in SCENES {
                let mut stage = Stage::open(SpatialLink::parse(&format!("?scene={}{query}&n=3", scene.name), "")).0;
                (0..30).for_each(|_| stage.step());
                let list = arrows(&stage, &[], false);
                for (k, contact) in stage.contacts.iter().enumerate() {
                    let of = list.iter().filter(|arrow| [Kind::Contact(k), Kind::Friction(k)].contains(&arrow.kind));
                    let found: DVec3 = of.map(|arrow| arrow.head - arrow.tail).sum();
                    let whole = contact.force * contact.normal + contact.friction;
                    let expected = drawn_side(&stage, contact) * stage.metres_per_newton() * whole;
                    let (off, least) = (found.distance(expected), 2.0 * LEAST * stage.extent().radius);
                    assert!(off <= least, "{}{query}: contact {}: {found}, not {expected}", scene.name, k + 1);
                }
                let across = list.iter().filter(|arrow| matches!(arrow.kind, Kind::Friction(_))).count();
                (drawn, scenes) = (drawn + across, scenes + usize::from(across > 0));
            }
            assert!(scenes >= 5, "friction is drawn in {scenes} scenes ({drawn} arrows): {query:?}");
        }
    }

    #[test]
    fn weight_and_counterforce_are_drawn_when_asked_for() {
        let mut stage = settled();
        stage.set("pairs", "1").unwrap();
        let kinds: Vec<Kind> = arrows(&stage, &[], true).iter().map(|arrow| arrow.kind).collect();
        assert_eq!(kinds, [Kind::Contact(0), Kind::Contact(0), Kind::Gravity]);
        stage.set("forces", "0").unwrap();
        assert_eq!(arrows(&stage, &[], true).len(), 1);
        stage.set("applied", "0").unwrap();
        assert!(arrows(&stage, &[], true).is_empty());
    }

    #[test]
    fn the_first_picture_has_the_forces_of_the_step_to_come() {
        let settled = settled();
        let link = settled.link.capture(&settled.world).unwrap();
        let mut fresh = Stage::open((link, Vec::new())).0;
        fresh.forget_past();
        fresh.changed();
        assert_eq!(arrows(&fresh, &[], false)[0].label, "f₁ 9.81 N");
    }

    #[test]
    fn thrust_and_hand_are_always_shown() {
        let mut stage = settled();
        stage.set("applied", "0").unwrap();
        stage.press("f", false);
        stage.take_next();
        stage.run(true);
        stage.move_hand(DVec3::Z, false);
        let kinds: Vec<Kind> = arrows(&stage, &[], false).iter().map(|arrow| arrow.kind).collect();
        assert_eq!(kinds, [Kind::Contact(0), Kind::Thrust, Kind::Spring]);
    }

    #[test]
    fn of_many_forces_the_greatest_and_those_that_are_told_have_values() {
        let mut stage = Stage::open(SpatialLink::parse("?scene=stack-3d", "")).0;
        (0..40).for_each(|_| stage.step());
        let told = |stage: &Stage, marked: &[usize]| -> Vec<usize> {
            let list = arrows(stage, marked, false).into_iter().filter(|arrow| !arrow.label.is_empty());
            list.filter_map(|arrow| if let Kind::Contact(k) = arrow.kind { Some(k) } else { None }).collect()
        };
        let greatest = told(&stage, &[]);
        let least = greatest.iter().map(|k| stage.contacts[*k].force).fold(f64::INFINITY, f64::min);
        let others = (0..stage.contacts.len()).filter(|k| !greatest.contains(k));
        assert!(greatest.len() == GREATEST && stage.contacts.len() > FEW, "{greatest:?}");
        assert!(others.clone().all(|k| stage.contacts[k].force <= least + 1e-6 * least));
        let other = others.clone().next().unwrap();
        assert!(told(&stage, &[other]).contains(&other));
        stage.set("values", "1").unwrap();
        assert!(arrows(&stage, &[], false).iter().all(|arrow| !arrow.label.is_empty()));
    }
}
