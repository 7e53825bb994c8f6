//! A house of cards, which stands by friction alone.
use contact_forces::spatial::body::Body;
use contact_forces::spatial::bvh::VolumeKind;
use contact_forces::spatial::scenes::masonry::rough;
use contact_forces::spatial::shape::{Mesh, Shape, Solid};
use contact_forces::spatial::world::World;
use glam::{DQuat, DVec3};
use std::sync::Arc;

/// Length, width and thickness of a card, m.
const CARD: DVec3 = DVec3::new(0.1, 0.07, 0.004);

fn cuboid(sides: DVec3) -> Shape {
    let corner = |k: usize| 0.5 * sides * DVec3::new([-1.0, 1.0][k & 1], [-1.0, 1.0][k >> 1 & 1], [-1.0, 1.0][k >> 2]);
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let mesh = Mesh::new((0..8).map(corner).collect(), &faces).expect("a box");
    Shape::Mesh(Arc::new(Solid::new(mesh, VolumeKind::default())))
}

fn card(sides: DVec3, place: DVec3, lean: f64) -> Body {
    let mass = 1000.0 * sides.element_product();
    Body::new("card", cuboid(sides), mass).at(place, DQuat::from_rotation_y(lean))
}

/// Storeys of pairs that lean on each other, each a pair shorter than the one below, on which its floor of cards lies.
fn house(storeys: usize, lean: f64, friction: f64) -> World {
    let DVec3 { x: long, y: wide, z: thick } = CARD;
    let (sin, cos) = (libm::sin(lean), libm::cos(lean));
    // from the centre of a card that leans to its lowest edge, and to the edge at which it leans on the other
    let (high, aside) = (0.5 * (thick * sin + long * cos), 0.5 * (thick * cos + long * sin));
    let ground = Body::fixed("ground", cuboid(DVec3::new(10.0, 10.0, 1.0))).at(-0.5 * DVec3::Z, DQuat::IDENTITY);
    let (mut bodies, mut z) = (vec![ground], 0.0);
    for pairs in (1..=storeys).rev() {
        let middle = |k: usize, of: usize| (k as f64 - 0.5 * (of as f64 - 1.0)) * 4.0 * aside;
        for (k, side) in (0..pairs).flat_map(|k| [(k, 1.0), (k, -1.0)]) {
            let place = DVec3::new(middle(k, pairs) - side * aside, 0.0, z + high);
            bodies.push(card(DVec3::new(thick, wide, long), place, side * lean));
        }
        z += 2.0 * high;
        let lies = |k: usize| DVec3::new(middle(k, pairs - 1), 0.0, z + 0.5 * thick);
        bodies.extend((1..pairs).map(|k| card(DVec3::new(4.0 * aside - 1e-3, wide, thick), lies(k - 1), 0.0)));
        z += thick;
    }
    rough(bodies, friction)
}

/// The longest way that any card has gone after so many steps, m, each of which is to be solved.
fn way(world: &mut World, steps: usize) -> f64 {
    let start = world.states();
    for _ in 0..steps {
        world.step();
        let (outcome, step) = (world.report.outcome, world.settings.time_step);
        let most = world.settings.tolerance * 9.81 * step * step;
        assert!(outcome.solved && outcome.residual <= most, "at {} s: {outcome:?}, over {most} m", world.time);
    }
    let moved = world.states().into_iter().zip(start).map(|(s, t)| s.pose.position.distance(t.pose.position));
    moved.fold(0.0, f64::max)
}

/// Five storeys stand for ten seconds, each step solved. Measured: 3e-9 m.
#[test]
fn five_storeys_stand() {
    for lean in [12.0_f64, 20.0] {
        let mut world = house(5, lean.to_radians(), 0.6);
        let gone = way(&mut world, 600);
        assert!(gone < 1e-8, "leaning by {lean} degrees: {gone} m");
    }
}
