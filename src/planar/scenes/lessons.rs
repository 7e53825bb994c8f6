//! Scenes of the article and its exercises, each made to show one thing.
use super::Options;
use super::builders::{HALL, block, gap, room};
use crate::planar::body::Body;
use crate::planar::polygon::Polygon;
use crate::planar::world::World;
use glam::DVec2;

/// A triangle with its tip below, its centre of mass at the origin.
fn wedge(width: f64, height: f64) -> Polygon {
    let corners = [(0.0, 0.0), (width / 2.0, height), (-width / 2.0, height)].map(|(x, y)| DVec2::new(x, y));
    Polygon::centred(corners.to_vec()).expect("a triangle")
}

/// Balancing wedges. Five bodies, the floor among them, and four contacts, each a tip on a flat side. All forces follow
/// from the weights; the balance is not stable.
pub fn balance(_: Options) -> World {
    let sizes = [(4.0, 1.5), (1.1, 1.2), (1.1, 1.2), (0.9, 1.0)];
    let place = |k: usize, x: f64, tip: f64| {
        let (width, height) = sizes[k];
        let mut body = block(k + 1, 1.0, 1.0).at(x, tip + height * 2.0 / 3.0, 0.0);
        body.shape = wedge(width, height);
        body.set_mass(1.0);
        body
    };
    let first = gap();
    let second = first + sizes[0].1 + gap();
    let third = second + sizes[2].1 + gap();
    // what stands on the right weighs twice as much, and stands half as far out
    let blocks = vec![place(0, 0.0, first), place(1, -1.4, second), place(2, 0.7, second), place(3, 0.7, third)];
    room(HALL, blocks)
}

/// Beam on three posts. Two would do: the third makes the forces ambiguous, but not the motion.
pub fn beam(_: Options) -> World {
    let height = 1.5;
    let post = |number: usize, x: f64| {
        let corners = [(-0.3, 0.0), (0.3, 0.0), (0.0, height)].map(|(x, y)| DVec2::new(x, y)).to_vec();
        let name = ["left post", "middle post", "right post"][number];
        Body::fixed(name, Polygon::new(corners).expect("a triangle")).at(x, 0.0, 0.0)
    };
    let mut beam = block(1, 4.4, 0.4).at(0.0, height + gap() + 0.2, 0.0);
    beam.set_mass(2.0);
    room(HALL, vec![beam, post(0, -1.8), post(1, 0.0), post(2, 1.8)])
}

/// Block over the edge. Its centre of mass is beyond its support: it tips, and a corner lifts off.
pub fn overhang(_: Options) -> World {
    let low = block(1, 3.0, 1.0).at(-1.0, gap() + 0.5, 0.0);
    let high = block(2, 2.4, 0.6).at(0.75, 2.0 * gap() + 1.3, 0.0);
    room(HALL, vec![low, high])
}

/// Dropped block. It falls flat on the floor: each rebound is lower by the square of the elasticity.
pub fn drop(_: Options) -> World {
    room(HALL, vec![block(1, 1.0, 1.0).at(0.0, 3.5, 0.0)])
}

/// Block on a turning plank, without gravity. No force acts but that of the contacts, which comes from the turning.
pub fn turning(_: Options) -> World {
    let (omega, slide) = (0.6, 0.5);
    let (centre, arm) = (DVec2::new(0.0, 3.0), DVec2::new(-0.6, 0.2 + gap() + 0.3));
    let mut plank = block(2, 5.0, 0.4).at(centre.x, centre.y, 0.0).moving(0.0, 0.0, omega);
    plank.name = "plank".into();
    plank.set_mass(4.0);
    let velocity = omega * arm.perp() + DVec2::new(slide, 0.0);
    let at = centre + arm;
    let mut world =
        room(HALL, vec![block(1, 0.6, 0.6).at(at.x, at.y, 0.0).moving(velocity.x, velocity.y, omega), plank]);
    world.forces.gravity = DVec2::ZERO;
    world
}
