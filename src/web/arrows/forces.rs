//! An arrow for each force of an instant, as long as its scale makes it.
use super::{Arrow, Look};
use crate::complementarity::redundancy::not_unique;
use crate::planar::contact::{Contact, Feature};
use crate::planar::forces::{Applied, Place};
use crate::planar::{dynamics::Dynamics, world::World};
use crate::source::Source;
use crate::web::friction::{friction, is_rough, loose as loose_by_friction};
use crate::web::notation::{Kind, numbered};
use glam::DVec2;

/// Forces below this, N, have no arrow: they would be read as 0.00.
const LEAST: f64 = 0.005;

/// The body of a contact whose force is drawn: its first, unless only the second can move.
pub fn drawn_side(contact: &Contact, world: &World) -> f64 {
    if world.bodies[contact.a].is_fixed() { -1.0 } else { 1.0 }
}

/// Normal and friction forces, none where the law has no solution.
pub fn contact_forces(world: &World, instant: &Dynamics, look: Look, list: &mut Vec<Arrow>) {
    let rough = is_rough(instant);
    if rough && !instant.friction.solved {
        return; // no forces obey the law
    }
    let loose = if rough && !instant.lcp.is_empty() {
        loose_by_friction(instant)
    } else {
        not_unique(&instant.lcp, &instant.solution)
    };
    let tangents = loose.get(instant.contacts.len()..).unwrap_or_default();
    for (k, (contact, &f)) in instant.contacts.iter().zip(&instant.solution.f).enumerate() {
        if f.abs() < LEAST {
            continue;
        }
        let force = if look.chains { DVec2::ZERO } else { f * drawn_side(contact, world) * contact.normal };
        let label = look.label(&numbered("f", k + 1), f);
        let key = (contact.a as u64) << 48 | (contact.b as u64) << 32 | feature_number(contact);
        let loose = loose.get(k).copied().unwrap_or(false);
        list.push(Arrow { key, loose, force: f, ..look.arrow(Kind::Contact(k), contact.point, force, label) });
        if look.pairs && !look.chains {
            let other = look.arrow(Kind::Contact(k), contact.point_on_b(), -force, String::new());
            list.push(Arrow { key: !key, loose, ..other });
        }
        let t = friction(instant, k);
        if t.abs() < LEAST || look.chains {
            continue;
        }
        let force = -t * drawn_side(contact, world) * contact.normal.perp();
        let (label, key) = (look.label(&numbered("t", k + 1), t.abs()), key | 1 << 47);
        let loose = tangents.get(k).copied().unwrap_or(false);
        list.push(Arrow { key, loose, force: t.abs(), ..look.arrow(Kind::Friction(k), contact.point, force, label) });
        if look.pairs {
            let other = look.arrow(Kind::Friction(k), contact.point_on_b(), -force, String::new());
            list.push(Arrow { key: !key, loose, ..other });
        }
    }
}

fn feature_number(contact: &Contact) -> u64 {
    match contact.feature {
        Feature::VertexEdge(v, e) => (v as u64) << 16 | e as u64,
        Feature::VertexVertex(v, w) => 1 << 31 | (v as u64) << 16 | w as u64,
    }
}

/// Weights, thrusters, damping and springs.
pub fn applied_forces(world: &World, look: Look, list: &mut Vec<Arrow>) {
    let states = world.states();
    let frames: Vec<_> = states.iter().map(|state| state.frame()).collect();
    let fastest = world.settings.fastest_rate();
    let place = Place { bodies: &world.bodies, states: &states, frames: &frames, fastest };
    let mut number = 0;
    world.forces.for_each(place, |Applied { body, point, force, source, .. }| {
        number += 1;
        let (kind, name) = match source {
            Source::Gravity => (Kind::Gravity, "mg"),
            Source::Damping => (Kind::Spring, "kv"),
            Source::Thruster(_) | Source::Push => (Kind::Thrust, "T"),
            Source::Spring => return, // drawn as what it is
        };
        let hidden = look.chains && kind == Kind::Gravity;
        if look.applied && !hidden && force.length() >= LEAST {
            let key = u64::MAX - (body as u64 * 64 + number % 64);
            list.push(Arrow { key, ..look.arrow(kind, point, force, look.label(name, force.length())) });
        }
    });
    for spring in world.forces.springs.iter().chain(&world.forces.hand) {
        let (near, far) = spring.ends(|id| frames[id]);
        let force = spring.stiffness * (near.distance(far) - spring.rest_length).abs();
        let arrow = look.arrow(Kind::Spring, near, DVec2::ZERO, look.label("S", force));
        list.push(Arrow { head: look.camera.to_stage(far), key: u64::MAX, ..arrow });
    }
}
