//! The forces of an instant as arrows on the stage: one scale for all, heads, values, clipped at the border.
use super::camera::Camera;
use super::chains::{Chain, chains};
use super::eased::Grows;
use super::labels::{Area, Labels, Line, Wish};
use super::notation::{Kind, label, text_width};
use super::palette::Palette;
use crate::planar::contact::Contact;
use crate::planar::{dynamics::Dynamics, world::World};
use glam::DVec2;

mod forces;
pub use forces::drawn_side;
use forces::{applied_forces, contact_forces};

/// From so many contacts on between bodies that can move, forces are drawn as chains: as many arrows would hide each other
/// and the bodies.
pub const MANY: usize = 11;
/// How far from a contact its number is, CSS pixels.
const NUMBER_AWAY: f64 = 20.0;
/// So few contact forces all have their values; of more, so many of the greatest.
const FEW: usize = 4;
const GREATEST: usize = 3;
/// Radius of the disc under the number of a contact, in heights of the text.
pub const NUMBER: f64 = 0.75;

/// Room for the scale in the lower right corner, CSS pixels.
const SCALE: DVec2 = DVec2::new(88.0, 34.0);

/// A force on the stage. CSS pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// What it stands for.
    pub kind: Kind,
    /// Where it acts.
    pub tail: DVec2,
    /// Where its head, or the break mark in place of it, is drawn.
    pub head: DVec2,
    /// Whether the border of the stage cuts it.
    pub broken: bool,
    /// Whether another force would do as well: drawn hatched.
    pub loose: bool,
    /// N.
    pub force: f64,
    /// Its name and value; empty for the counterpart of a labelled arrow.
    pub label: String,
    /// Middle of the label.
    pub label_at: DVec2,
    /// Tells it from the others from one picture to the next.
    key: u64,
}

/// What is to be seen.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// Where the world lies on the stage.
    pub camera: &'a Camera,
    /// Colours and sizes.
    pub palette: &'a Palette,
    /// Contact forces.
    pub forces: bool,
    /// Contact forces as chains through the bodies, not as arrows.
    pub chains: bool,
    /// Both forces of each pair.
    pub pairs: bool,
    /// Weights, thrusters and damping.
    pub applied: bool,
    /// Values beside all arrows, not only the greatest.
    pub values: bool,
    /// Contacts that have their values in any case.
    pub marked: &'a [usize],
    /// Numbers beside the contacts.
    pub ids: bool,
    /// Whether numbers have a decimal comma.
    pub comma: bool,
}

/// All arrows of the present state, with places for their labels.
pub fn arrows(world: &World, instant: &Dynamics, look: Look, labels: &mut Labels) -> Vec<Arrow> {
    let mut list = Vec::new();
    if look.forces {
        contact_forces(world, instant, look, &mut list);
    }
    applied_forces(world, look, &mut list);
    let stage = Area { low: DVec2::splat(2.0), high: look.camera.size - 2.0 };
    let border = Area { low: DVec2::splat(8.0), high: look.camera.size - 8.0 };
    list.iter_mut().for_each(|arrow| arrow.clip(border));
    if !look.values {
        keep_few(&mut list, look.marked);
    }
    let mut lines: Vec<_> = list.iter().map(|arrow| Line::arrow(arrow.tail, arrow.head)).collect();
    for contact in instant.contacts.iter().filter(|_| look.ids) {
        let (at, half) = (number_at(look.camera, contact), NUMBER * look.palette.text);
        lines.push(Line::arrow(at - half, at + half));
    }
    if look.chains {
        let links = chains(world, instant, look.camera);
        lines.extend(links.flat_map(|Chain { points: [a, b, c], .. }| [Line::arrow(a, b), Line::arrow(b, c)]));
    }
    lines.extend(Line::across(Area { low: stage.high - SCALE, ..stage }));
    if !look.values {
        // all values have little room beside the edges, and to try takes long
        lines.extend(world.bodies.iter().flat_map(|body| Line::edges(look.camera.corners(body))));
    }
    // what was asked for finds its place before the others
    let asked = |arrow: &Arrow| matches!(arrow.kind, Kind::Contact(k) | Kind::Friction(k) if look.marked.contains(&k));
    let labelled = list.iter_mut().filter(|arrow| !arrow.label.is_empty());
    let (mut labelled, others): (Vec<_>, Vec<_>) = labelled.partition(|arrow| asked(arrow));
    labelled.extend(others);
    let wish =
        |arrow: &&mut Arrow| Wish { anchor: arrow.anchor(), size: look.label_size(&arrow.label), key: arrow.key };
    let wishes: Vec<_> = labelled.iter().map(wish).collect();
    for (arrow, place) in labelled.into_iter().zip(labels.place(stage, &lines, &wishes)) {
        match place {
            Some(place) => arrow.label_at = place,
            None => arrow.label.clear(),
        }
    }
    list
}

/// Leaves the values of the greatest contact forces, of those that are marked, and of what the visitor does.
fn keep_few(list: &mut [Arrow], marked: &[usize]) {
    let number = |arrow: &Arrow| match arrow.kind {
        Kind::Contact(k) | Kind::Friction(k) => Some(k),
        _ => None,
    };
    let mut forces: Vec<(usize, f64)> =
        list.iter().filter(|a| !a.label.is_empty()).filter_map(|a| Some((number(a)?, a.force))).collect();
    let weights = list.iter().filter(|arrow| arrow.kind == Kind::Gravity).count();
    if forces.len() > FEW {
        for place in 0..GREATEST {
            // of forces that differ by rounding alone the first, so that no value flickers
            let order = |&i: &usize, &j: &usize| {
                (forces[i].1 as f32).total_cmp(&(forces[j].1 as f32)).then(forces[j].0.cmp(&forces[i].0))
            };
            let greatest = (place..forces.len()).max_by(order).unwrap_or(place);
            forces.swap(place, greatest);
        }
        forces.truncate(GREATEST);
    }
    for arrow in list {
        let kept = match number(arrow) {
            Some(k) => marked.contains(&k) || forces.iter().any(|(other, _)| *other == k),
            None => arrow.kind != Kind::Gravity || weights <= GREATEST,
        };
        if !kept {
            arrow.label.clear();
        }
    }
}

/// Where the number of a contact is: on the side of the body that is touched.
#[inline(never)]
pub fn number_at(camera: &Camera, contact: &Contact) -> DVec2 {
    camera.to_stage(contact.point) + NUMBER_AWAY * DVec2::new(-contact.normal.x, contact.normal.y)
}

impl Look<'_> {
    fn label_size(&self, label: &str) -> DVec2 {
        DVec2::new(text_width(label, self.palette) + 6.0, 1.25 * self.palette.text)
    }

    fn label(&self, name: &str, force: f64) -> String {
        label(name, force, self.comma)
    }

    fn arrow(&self, kind: Kind, point: DVec2, force: DVec2, label: String) -> Arrow {
        let tail = self.camera.to_stage(point);
        let head = tail + self.camera.newton * DVec2::new(force.x, -force.y);
        Arrow { kind, tail, head, broken: false, loose: false, force: force.length(), label, label_at: head, key: 0 }
    }
}

impl Arrow {
    /// Where the label should be: at the head, or in the middle of a spring.
    pub fn anchor(&self) -> DVec2 {
        if self.kind == Kind::Spring { (self.tail + self.head) / 2.0 } else { self.head }
    }

    /// Cuts off what lies beyond the border. A force that acts beyond it stays as it is, unseen.
    fn clip(&mut self, border: Area) {
        if let Some((_, leave)) = border.clip(self.tail, self.head).filter(|(_, leave)| *leave < 1.0) {
            (self.head, self.broken) = (self.tail.lerp(self.head, leave), true);
        }
    }
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
        Self { head, broken: self.broken && length >= whole, ..self.clone() }
    }

    fn silent(self) -> Self {
        Self { label: String::new(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planar::contact::Feature;
    use crate::planar::forces::{Anchor, Spring};
    use crate::planar::scenes::{Options, SCENES};
    use crate::web::framing::Framing;

    fn framed((world, instant): &(World, Dynamics), size: DVec2) -> Camera {
        Framing::of(world, instant, size).camera()
    }

    fn camera() -> Camera {
        framed(&first_picture(), DVec2::new(704.0, 440.0))
    }

    fn look(camera: &Camera) -> Look<'_> {
        let palette = Palette::named("light");
        Look {
            camera,
            palette,
            forces: true,
            chains: false,
            pairs: false,
            applied: true,
            values: true,
            marked: &[],
            ids: false,
            comma: false,
        }
    }

    /// A block on the floor with a force in its lower left corner.
    fn one_contact(f: f64) -> (World, Dynamics) {
        let mut world = (SCENES[0].build)(Options::default());
        let floor = world.bodies.iter().position(|body| body.is_fixed()).unwrap();
        world.bodies.swap(1, floor);
        world.bodies.truncate(2);
        let (point, feature) = (DVec2::new(-1.0, -3.6), Feature::VertexEdge(0, 2));
        let mut instant = Dynamics::default();
        instant.contacts.push(Contact { a: 0, b: 1, point, normal: DVec2::Y, gap: 0.0, feature });
        instant.solution.f.push(f);
        (world, instant)
    }

    fn drawn(world: &World, instant: &Dynamics, look: Look) -> Vec<Arrow> {
        arrows(world, instant, look, &mut Labels::default())
    }

    fn first_picture() -> (World, Dynamics) {
        let mut world = (SCENES[0].build)(Options::default());
        let instant = world.instant().clone();
        (world, instant)
    }

    #[test]
    fn all_arrows_of_the_first_picture_are_whole() {
        let (world, instant) = first_picture();
        for size in [DVec2::new(696.0, 368.0), DVec2::new(390.0, 380.0), DVec2::new(320.0, 256.0)] {
            let camera = framed(&(world.clone(), instant.clone()), size);
            let list = drawn(&world, &instant, look(&camera));
            assert_eq!(list.len(), 6, "four contact forces and two weights");
            assert!(list.iter().all(|arrow| !arrow.broken), "{size}: {list:#?}");
        }
    }

    #[test]
    fn no_value_covers_the_number_of_a_contact() {
        let (world, instant) = first_picture();
        for size in [DVec2::new(696.0, 368.0), DVec2::new(390.0, 380.0)] {
            let camera = framed(&(world.clone(), instant.clone()), size);
            let look = Look { ids: true, ..look(&camera) };
            let list = drawn(&world, &instant, look);
            for contact in &instant.contacts {
                let number = Area::about(number_at(&camera, contact), DVec2::splat(2.0 * NUMBER * look.palette.text));
                for arrow in &list {
                    let common = Area::about(arrow.label_at, look.label_size(&arrow.label)).common(&number);
                    assert!(common < 20.0, "{} covers {common} square pixels of a number in {size}", arrow.label);
                }
            }
        }
    }

    /// With values at the greatest forces alone and at all, while a scene runs.
    #[test]
    fn no_word_covers_another_in_any_scene_at_any_size() {
        let sizes = [[792.0, 540.0], [704.0, 400.0], [768.0, 460.0], [360.0, 333.0]].map(DVec2::from);
        for (scene, seconds) in SCENES.iter().flat_map(|scene| [0.0, 1.0, 5.0].map(|seconds| (scene, seconds))) {
            let mut world = (scene.build)(Options::default());
            while world.time < seconds {
                world.step();
            }
            let picture = (world.clone(), world.instant().clone());
            for (size, values) in sizes.into_iter().flat_map(|size| [(size, false), (size, true)]) {
                let camera = framed(&picture, size);
                let look = Look { values, ..look(&camera) };
                let list = drawn(&world, &picture.1, look);
                let areas: Vec<Area> = list
                    .iter()
                    .filter(|arrow| !arrow.label.is_empty())
                    .map(|arrow| Area::about(arrow.label_at, look.label_size(&arrow.label)))
                    .collect();
                for (k, area) in areas.iter().enumerate() {
                    let covered = areas[..k].iter().map(|other| other.common(area)).fold(0.0, f64::max);
                    assert!(covered < 1.0, "{} after {seconds} s on {size}: {covered} square pixels", scene.name);
                }
            }
        }
    }

    /// A word may stand across an edge where all else is farther from its arrow.
    #[test]
    fn no_value_lies_along_an_edge_of_a_body() {
        for scene in ["two-blocks", "one-block", "ladder", "overhang", "beam", "see-saw"] {
            let mut world = (crate::planar::scenes::scene(scene).unwrap().build)(Options::default());
            let picture = (world.clone(), world.instant().clone());
            for size in [DVec2::new(704.0, 346.0), DVec2::new(390.0, 380.0)] {
                let camera = framed(&picture, size);
                let look = Look { values: false, ..look(&camera) };
                for arrow in drawn(&world, &picture.1, look).iter().filter(|arrow| !arrow.label.is_empty()) {
                    let area = Area::about(arrow.label_at, look.label_size(&arrow.label));
                    let lines = world.bodies.iter().flat_map(|body| Line::edges(camera.corners(body)));
                    let most = lines.map(|line| area.length_inside(line.from, line.to)).fold(0.0, f64::max);
                    assert!(most < 24.0, "{scene} on {size}: {} lies on {most:.0} px of an edge", arrow.label);
                }
            }
        }
    }

    #[test]
    fn of_many_forces_the_greatest_and_the_selected_have_values() {
        let mut world = (crate::planar::scenes::scene("pyramid").unwrap().build)(Options::default());
        let instant = world.instant().clone();
        let camera = framed(&(world.clone(), instant.clone()), DVec2::new(704.0, 440.0));
        let least = (0..instant.contacts.len()).filter(|k| instant.solution.f[*k] > 0.1);
        let least = least.min_by(|k, l| instant.solution.f[*k].total_cmp(&instant.solution.f[*l])).unwrap();
        let marked = [least];
        let list = drawn(&world, &instant, Look { values: false, marked: &marked, ..look(&camera) });
        let told: Vec<_> = list.iter().filter(|arrow| !arrow.label.is_empty()).map(|arrow| arrow.kind).collect();
        assert!(told.contains(&Kind::Contact(least)) && told.len() == GREATEST + 1, "{told:?}");
    }

    #[test]
    fn a_contact_force_is_as_long_as_it_is_great() {
        let (world, instant) = one_contact(2.1);
        let camera = camera();
        let list = drawn(&world, &instant, look(&camera));
        let arrow = list.iter().find(|arrow| arrow.kind == Kind::Contact(0)).unwrap();
        assert_eq!((arrow.label.as_str(), arrow.broken), ("f₁ 2.10 N", false));
        assert!((arrow.tail - arrow.head - DVec2::new(0.0, 2.1 * camera.newton)).length() < 1e-9, "up by 2.1 N");
    }

    #[test]
    fn the_counterforce_is_drawn_when_asked_for() {
        let (world, instant) = one_contact(2.0);
        let camera = camera();
        let list = drawn(&world, &instant, Look { pairs: true, applied: false, ..look(&camera) });
        let way = |k: usize| list[k].head - list[k].tail;
        assert_eq!(list.len(), 2);
        assert!((way(0) + way(1)).length() < 1e-9 || list[1].broken);
        assert!(way(0).y < 0.0 && way(1).y > 0.0);
    }

    #[test]
    fn an_arrow_that_would_leave_the_stage_is_broken_and_keeps_its_value() {
        let (world, instant) = one_contact(1234.5);
        let camera = camera();
        let list = drawn(&world, &instant, Look { comma: true, ..look(&camera) });
        let arrow = &list[0];
        assert_eq!((arrow.label.as_str(), arrow.broken), ("f₁ 1,23 kN", true));
        assert!(arrow.head.y >= 0.0 && arrow.label_at.y >= 0.0);
    }

    #[test]
    fn a_force_on_a_wall_is_drawn_on_the_body_that_can_move() {
        let (world, mut instant) = one_contact(1.0);
        let contact = &mut instant.contacts[0];
        (contact.a, contact.b, contact.normal) = (1, 0, DVec2::NEG_Y);
        let camera = camera();
        let list = drawn(&world, &instant, look(&camera));
        assert!(list[0].head.y < list[0].tail.y, "up, on the block");
    }

    #[test]
    fn no_arrow_for_a_contact_without_force() {
        let (world, instant) = one_contact(0.0);
        let camera = camera();
        let list = drawn(&world, &instant, Look { applied: false, ..look(&camera) });
        assert!(list.is_empty());
    }

    #[test]
    fn a_spring_reaches_from_the_block_to_the_hand() {
        let (mut world, instant) = one_contact(0.0);
        let hand = DVec2::new(0.5, -2.0);
        let anchor = Anchor::World(hand);
        world.forces.hand = Some(Spring { body: 0, attach: DVec2::ZERO, anchor, stiffness: 3.0, rest_length: 0.0 });
        let camera = camera();
        let list = drawn(&world, &instant, Look { applied: false, ..look(&camera) });
        let distance = world.bodies[0].state.position.distance(hand);
        assert_eq!(list[0].label, label("S", 3.0 * distance, false));
        assert!(list[0].head.distance(camera.to_stage(hand)) < 1e-9);
    }
}
