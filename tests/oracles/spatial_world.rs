//! Worlds of spatial cases.
use super::case::Case;
use contact_forces::session::scene_file::SceneFile;
use contact_forces::spatial::body::Body;
use contact_forces::spatial::world::World;
use glam::DVec3;
use serde_json::{Value, json};

/// The world of a case that gives bodies.
pub fn world(case: &Case) -> World {
    let wrapped = json!({ "cases": [case.value] });
    let read = || SceneFile::from_value(&wrapped, None)?.spatial()?.world();
    read().unwrap_or_else(|error| panic!("{}: {error}", case.id))
}

/// The only body that forces move.
pub fn mover(world: &World) -> Option<usize> {
    let mut free = (0..world.bodies.len()).filter(|&i| world.bodies[i].is_free());
    free.next().filter(|_| free.next().is_none())
}

pub fn vector(v: DVec3) -> Value {
    json!(v.to_array())
}

/// w, x, y, z, with w not negative.
pub fn quaternion(body: &Body) -> [f64; 4] {
    let q = body.state.pose.rotation;
    let sign = if q.w < 0.0 { -1.0 } else { 1.0 };
    [q.w, q.x, q.y, q.z].map(|x| sign * x)
}
