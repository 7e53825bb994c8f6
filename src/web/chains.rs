//! Forces as chains, as in discs of glass under polarized light.
use super::camera::Camera;
use crate::planar::{dynamics::Dynamics, world::World};
use glam::DVec2;

/// Width of the chain of the greatest force, in radii of the smallest body, and at most, CSS pixels.
const WIDEST: f64 = 0.22;
const MOST_WIDE: f64 = 15.0;
/// A narrower one is not seen, CSS pixels.
const NARROWEST: f64 = 0.3;
/// How far a chain reaches into what cannot move, CSS pixels.
const STUB: f64 = 14.0;

/// A line from the centre of a body through a contact to the centre of the next, as wide as the force is great. CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chain {
    /// Its ends and the contact between them.
    pub points: [DVec2; 3],
    /// How wide it is.
    pub width: f64,
}

/// Number of contacts at which one body that can move may hand a force to another: chains are for these.
pub fn handed(world: &World, instant: &Dynamics) -> usize {
    let still = |id: usize| world.bodies[id].is_fixed();
    instant.contacts.iter().filter(|contact| still(contact.a) == still(contact.b)).count()
}

/// The chains of all forces that are seen.
pub fn chains<'a>(world: &'a World, instant: &'a Dynamics, camera: &'a Camera) -> impl Iterator<Item = Chain> + 'a {
    let most = instant.solution.f.iter().copied().fold(1e-9, f64::max);
    let radii = world.bodies.iter().filter(|body| !body.is_fixed()).map(|body| body.shape.radius());
    let widest = (WIDEST * camera.scale * radii.fold(f64::INFINITY, f64::min)).clamp(3.0, MOST_WIDE);
    let all = instant.contacts.iter().zip(&instant.solution.f).map(move |(contact, f)| {
        let middle = camera.to_stage(contact.point);
        let normal = DVec2::new(contact.normal.x, -contact.normal.y);
        let end = |id: usize, way: DVec2| match &world.bodies[id] {
            body if body.is_fixed() => middle + STUB * way,
            body => camera.to_stage(body.state.position),
        };
        Chain { points: [end(contact.a, normal), middle, end(contact.b, -normal)], width: widest * f / most }
    });
    all.filter(|chain| chain.width >= NARROWEST)
}
