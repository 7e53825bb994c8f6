//! What is at a contact of smooth bodies, for those who look.
use super::{NEXT_MINIMUM, feature, gap, stand};
use crate::spatial::body::{Body, BodyId};
use crate::spatial::contact::{Contact, Part};
use crate::spatial::narrow_phase::extremal::{Extremal, Pair};
use crate::spatial::shape::Shape;
use crate::spatial::shape::smooth::Flat;
use crate::spatial::shape::surface::{Feature, Kind, Surface};
use glam::DVec2;

/// The extremal points of the features that meet in a contact; none if these are no smooth features.
pub fn extremal_at(bodies: &[Body], contact: &Contact) -> Option<Extremal> {
    let sides = [(contact.a, contact.key.first), (contact.b, contact.key.second)];
    let [first, second] = sides.map(|(body, part)| part_of(&bodies[body].shape, part));
    let pair = Pair::new(first?, second?)?;
    let poses = [contact.a, contact.b].map(|body| &bodies[body].state.pose);
    if let Some(extremal) = gap::over_plane(&pair, poses) {
        return Some(extremal);
    }
    let at = [0, 1].map(|k| {
        let feature = &pair.features[k];
        feature.suited(feature.nearest(feature.in_world(poses[k]).point_to_body(contact.point)).0)
    });
    let side = Pair::side_of(&pair.at(at, poses), contact.normal);
    Pair { side, ..pair }.correct(at, poses).ok()
}

/// The feature that a part of a surface is.
fn part_of(shape: &Shape, part: Part) -> Option<Feature> {
    match (shape, part) {
        (Shape::Smooth(smooth), Part::Face(number) | Part::Edge(number)) => {
            let features = smooth.features();
            let plane = |flat: &Flat| Feature { kind: Kind::Surface(Surface::Plane), pose: flat.pose };
            let face = || smooth.flats().get(number.checked_sub(features.len())?).map(plane);
            features.get(number % NEXT_MINIMUM).copied().or_else(face)
        }
        (Shape::Smooth(_) | Shape::Mesh(_) | Shape::Lathe(_), _) | (_, Part::Joint(_)) => None,
        (_, _) => feature(shape, 0).map(|(feature, _)| feature),
    }
}

/// What the contact of a flat comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Resultant {
    /// Sum of the forces, N.
    pub force: f64,
    /// Centre of pressure, in the axes of the flat, m.
    pub place: DVec2,
    /// Points that carry force.
    pub points: usize,
}

impl Resultant {
    /// Of points with their forces.
    pub fn of(points: impl Iterator<Item = (DVec2, f64)>) -> Self {
        let (mut force, mut moment, mut count) = (0.0, DVec2::ZERO, 0);
        for (place, f) in points.filter(|(_, f)| *f > 0.0) {
            (force, moment, count) = (force + f, moment + f * place, count + 1);
        }
        Self { force, place: if force > 0.0 { moment / force } else { DVec2::ZERO }, points: count }
    }
}

/// A flat of a body that stands on a plane by places of its boundary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The body.
    pub body: BodyId,
    /// Which of its flats.
    pub flat: usize,
    /// How many places are kept above the plane.
    pub kept: usize,
    /// What the forces at them come to; the place is in the axes of the flat.
    pub resultant: Resultant,
    /// How far the convex hull of the flat reaches from its middle the way the pressure's centre is, m.
    pub reach: f64,
}

/// The flats that bodies stand on in these contacts.
pub fn standing(bodies: &[Body], contacts: &[Contact]) -> Vec<Standing> {
    let on_flat = |contact: &Contact| match &bodies[contact.a].shape {
        Shape::Smooth(smooth) => stand::place(smooth, contact.key.first),
        _ => None,
    };
    let mut all: Vec<Standing> = Vec::new();
    for contact in contacts {
        let (Some((flat, _)), Shape::Smooth(smooth)) = (on_flat(contact), &bodies[contact.a].shape) else { continue };
        if all.iter().any(|one| (one.body, one.flat) == (contact.a, flat)) {
            continue;
        }
        let own = contacts.iter().filter(|other| other.a == contact.a).filter_map(|other| {
            let (number, place) = on_flat(other)?;
            (number == flat).then(|| (stand::point(&smooth.flats()[flat], place), other.force))
        });
        let own: Vec<_> = own.collect();
        let resultant = Resultant::of(own.iter().copied());
        let region = &smooth.flats()[flat].region;
        let far = resultant.place.length_squared().sqrt();
        let way = if far > 0.0 { resultant.place / far } else { DVec2::X };
        let reach = region.hull_radius(DVec2::ZERO, way);
        all.push(Standing { body: contact.a, flat, kept: own.len(), resultant, reach });
    }
    all
}
