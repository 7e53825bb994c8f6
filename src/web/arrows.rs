//! The forces of an instant as arrows on the stage: one scale for all, heads, clipped at the border.
use super::camera::Camera;
use super::eased::Grows;
use super::labels::{Area, Labels};
use super::notation::{Kind, label};
use super::palette::Palette;
use crate::planar::{dynamics::Dynamics, world::World};
use glam::DVec2;

mod forces;
mod values;
pub use forces::drawn_side;
use forces::{applied_forces, contact_forces};
pub use values::{NUMBER, number_at};

/// From so many contacts on between bodies that can move, forces are drawn as chains: as many arrows would hide each other
/// and the bodies.
pub const MANY: usize = 11;

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
    let border = Area { low: DVec2::splat(8.0), high: look.camera.size - 8.0 };
    list.iter_mut().for_each(|arrow| arrow.clip(border));
    values::place(&mut list, (world, instant), look, labels);
    list
}

impl Look<'_> {
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
    use crate::planar::contact::{Contact, Feature};
    use crate::planar::forces::{Anchor, Spring};
    use crate::planar::scenes::{Options, SCENES};
    use crate::web::framing::Framing;

    pub(super) fn framed((world, instant): &(World, Dynamics), size: DVec2) -> Camera {
        Framing::of(world, instant, size).camera()
    }

    fn camera() -> Camera {
        framed(&first_picture(), DVec2::new(704.0, 440.0))
    }

    pub(super) fn look(camera: &Camera) -> Look<'_> {
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

    pub(super) fn drawn(world: &World, instant: &Dynamics, look: Look) -> Vec<Arrow> {
        arrows(world, instant, look, &mut Labels::default())
    }

    pub(super) fn first_picture() -> (World, Dynamics) {
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
