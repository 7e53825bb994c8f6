//! What the page computes beside the stage, in a module of its own that has every method: a copy of the scene is carried
//! on by other schemes, and its contacts are handed to methods that compete. `bindings` touches the browser.
pub mod contest;
pub mod single;

#[cfg(page)]
mod bindings;

use crate::session::SpatialLink;
use crate::spatial::pose::Pose;
use crate::spatial::world::World;
use crate::web::spatial::view::Extent;
use glam::{DQuat, DVec3};

/// Numbers of a state: position, quaternion x, y, z, w, velocity, angular velocity.
const STATE: usize = 13;

/// The scene of a link in a state.
#[derive(Clone, Debug)]
pub struct Replica {
    /// The copy.
    pub world: World,
    /// Size of the scene at its start, m.
    pub radius: f64,
}

impl Replica {
    /// The scene of a link, whose own state counts for nothing, in the states of the bodies that can move.
    pub fn of(link: &SpatialLink, states: &[f64]) -> Self {
        let mut world = link.start();
        let radius = Extent::of(&world).radius;
        let moving = world.bodies.iter_mut().filter(|body| !body.is_fixed());
        for (body, numbers) in moving.zip(states.as_chunks::<STATE>().0) {
            let [x, y, z, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz] = *numbers;
            body.state.pose = Pose { position: DVec3::new(x, y, z), rotation: DQuat::from_xyzw(qx, qy, qz, qw) };
            (body.state.velocity, body.state.omega) = (DVec3::new(vx, vy, vz), DVec3::new(wx, wy, wz));
        }
        Self { world, radius }
    }
}
