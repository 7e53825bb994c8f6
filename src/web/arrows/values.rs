//! Which forces have their values beside them, and where.
use super::{Arrow, Look};
use crate::planar::contact::Contact;
use crate::planar::{dynamics::Dynamics, world::World};
use crate::web::camera::Camera;
use crate::web::chains::{Chain, chains};
use crate::web::labels::{Area, Labels, Line, Wish};
use crate::web::notation::{Kind, text_width};
use glam::DVec2;

/// How far from a contact its number is, CSS pixels.
const NUMBER_AWAY: f64 = 20.0;
/// So few contact forces all have their values; of more, so many of the greatest.
const FEW: usize = 4;
const GREATEST: usize = 3;
/// Radius of the disc under the number of a contact, in heights of the text.
pub const NUMBER: f64 = 0.75;

/// Room for the scale in the lower right corner, CSS pixels.
const SCALE: DVec2 = DVec2::new(88.0, 34.0);

/// Finds places for the values of the arrows of an instant; those that shall have none, or find none, have no label after.
pub fn place(list: &mut [Arrow], (world, instant): (&World, &Dynamics), look: Look, labels: &mut Labels) {
    let stage = Area { low: DVec2::splat(2.0), high: look.camera.size - 2.0 };
    if !look.values {
        keep_few(list, look.marked);
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
}

#[cfg(test)]
mod tests {
    use super::super::tests::{drawn, first_picture, framed, look};
    use super::*;
    use crate::planar::scenes::{self, Options, SCENES};

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
            let mut world = (scenes::scene(scene).unwrap().build)(Options::default());
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
        let mut world = (scenes::scene("pyramid").unwrap().build)(Options::default());
        let instant = world.instant().clone();
        let camera = framed(&(world.clone(), instant.clone()), DVec2::new(704.0, 440.0));
        let least = (0..instant.contacts.len()).filter(|k| instant.solution.f[*k] > 0.1);
        let least = least.min_by(|k, l| instant.solution.f[*k].total_cmp(&instant.solution.f[*l])).unwrap();
        let marked = [least];
        let list = drawn(&world, &instant, Look { values: false, marked: &marked, ..look(&camera) });
        let told: Vec<_> = list.iter().filter(|arrow| !arrow.label.is_empty()).map(|arrow| arrow.kind).collect();
        assert!(told.contains(&Kind::Contact(least)) && told.len() == GREATEST + 1, "{told:?}");
    }
}
