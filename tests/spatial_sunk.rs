//! Overlaps that a scene begins with are undone.
use contact_forces::spatial::body::Body;
use contact_forces::spatial::bvh::VolumeKind;
use contact_forces::spatial::forces::Forces;
use contact_forces::spatial::shape::{Mesh, Shape, Solid};
use contact_forces::spatial::time_stepping::MOREAU;
use contact_forces::spatial::world::{Settings, World};
use glam::{DQuat, DVec3};
use std::sync::Arc;

fn cube(side: f64) -> Shape {
    let mesh = Mesh::cuboid(DVec3::splat(0.5 * side)).expect("a box");
    Shape::Mesh(Arc::new(Solid::new(mesh, VolumeKind::default())))
}

/// A cube of 0.4 m that is put into a thick floor, up to wholly inside, is pushed out of it within two seconds, and no faster
/// than gravity makes it in three steps.
#[test]
fn a_cube_inside_the_floor_comes_out() {
    for depth in [0.035, 0.1, 0.3, 0.45] {
        let floor = Body::fixed("floor", cube(4.0)).at(DVec3::new(0.0, 0.0, -2.0), DQuat::IDENTITY);
        let sunk = Body::new("sunk", cube(0.4), 64.0).at(DVec3::new(0.0, 0.0, 0.2 - depth), DQuat::IDENTITY);
        let mut world = World::new(vec![floor, sunk]);
        world.forces = Forces { gravity: DVec3::new(0.0, 0.0, -9.81), ..Forces::default() };
        world.settings = Settings { scheme: MOREAU, friction: 0.5, ..Settings::default() };
        while world.time < 2.0 {
            world.step();
            let speed = world.bodies[1].state.velocity.length();
            assert!(speed < 0.5, "{depth} m deep: {speed} m/s");
        }
        let left = 0.2 - world.bodies[1].state.pose.position.z;
        assert!(left < 4e-4, "{depth} m deep: {left} m are left");
    }
}
