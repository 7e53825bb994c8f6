//! A view into what hides the contacts: the near half of what is around a body, and stays where it is or lies in what does,
//! is left out, and the cut is hatched.
use super::camera::{Camera, Ray};
use super::pick::distance;
use crate::spatial::body::{Body, BodyId};
use crate::spatial::shape::Aabb;
use crate::spatial::world::World;
use glam::DVec3;

/// How near two bodies are that touch, as a part of the smaller one's size.
const TOUCHES: f64 = 0.02;

/// Where bodies are cut. World frame, metres.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// A point of the plane.
    pub point: DVec3,
    /// Level, towards the eye: what is on this side is left out.
    pub normal: DVec3,
    /// The bodies that are cut.
    pub bodies: Vec<BodyId>,
}

impl Section {
    /// Through the middle of the first body with a hole that stays where it is or is open above and lies in such a one, or of the first that is held between two
    /// such bodies, if there is one.
    pub fn of(world: &World, camera: &Camera) -> Option<Self> {
        let normal = camera.axes()[2].with_z(0.0).normalize_or_zero();
        let mut hollow: Vec<BodyId> = (0..world.bodies.len()).filter(|id| is_hollow(&world.bodies[*id])).collect();
        if let Some(around) = hollow.first().map(|first| bounds(&world.bodies[*first])) {
            let inside = |body: &Body| bounds(body).overlaps(&around) && is_open(body);
            hollow.splice(0..0, (0..world.bodies.len()).filter(|id| inside(&world.bodies[*id])));
        }
        let (middle, bodies) = match hollow.first() {
            Some(first) => (*first, hollow),
            None => held(world)?,
        };
        Some(Self { point: world.bodies[middle].state.pose.position, normal, bodies })
    }

    /// The plane as four numbers: what is beyond the fourth along the first three is left out.
    pub fn plane(&self) -> [f32; 4] {
        self.normal.extend(self.normal.dot(self.point)).as_vec4().to_array()
    }
}

/// Whether a body stays where it is and has room for others in it.
fn is_hollow(body: &Body) -> bool {
    let stays = body.is_fixed() || body.pinned;
    stays && body.shape.solid().is_some_and(|solid| !solid.mesh.is_convex())
}

fn bounds(body: &Body) -> Aabb {
    body.shape.bounds(&body.state.pose)
}

/// Whether a body that moves is open above: in its middle its surface is lower than its top.
fn is_open(body: &Body) -> bool {
    let (moves, box_of) = (!body.is_fixed() && !body.pinned, bounds(body));
    let size = box_of.high - box_of.low;
    let above = (box_of.low + 0.5 * size).with_z(box_of.high.z + size.z);
    let solid = body.shape.solid().filter(|solid| moves && !solid.mesh.is_convex());
    let surface = solid.and_then(|_| distance(body, Ray { origin: above, direction: DVec3::NEG_Z }));
    surface.is_some_and(|below| below > (1.0 + TOUCHES) * size.z)
}

/// The first body that touches bodies which never move on two sides that face each other, with those.
fn held(world: &World) -> Option<(BodyId, Vec<BodyId>)> {
    let boxes: Vec<Aabb> = world.bodies.iter().map(bounds).collect();
    let walls: Vec<BodyId> = (0..boxes.len()).filter(|id| world.bodies[*id].is_fixed()).collect();
    (0..boxes.len()).filter(|id| !world.bodies[*id].is_fixed()).find_map(|id| {
        let (own, near) = (boxes[id], TOUCHES * (boxes[id].high - boxes[id].low).min_element());
        [0, 1].into_iter().find_map(|axis| {
            let beside = |wall: &BodyId| {
                let part = boxes[*wall].grown(near).intersection(&own);
                (0..3).all(|k| k == axis || part.high[k] - part.low[k] > 2.0 * near)
            };
            let before = walls.iter().find(|w| beside(w) && (boxes[**w].high[axis] - own.low[axis]).abs() < near)?;
            let after = walls.iter().find(|w| beside(w) && (boxes[**w].low[axis] - own.high[axis]).abs() < near)?;
            Some((id, vec![*before, *after]))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SpatialLink;
    use crate::session::spatial_scenes::SCENES;
    use crate::web::spatial::stage::Stage;

    fn cut(scene: &str) -> Vec<String> {
        let Stage { world, camera, .. } = Stage::open(SpatialLink::parse(&format!("?scene={scene}"), "")).0;
        let section = Section::of(&world, &camera);
        section.map_or(Vec::new(), |cut| cut.bodies.iter().map(|id| world.bodies[*id].name.clone()).collect())
    }

    #[test]
    fn what_hides_contacts_is_cut_and_nothing_else() {
        for scene in ["bolt", "bolt-aside", "polygonal-bolt"] {
            assert_eq!(cut(scene), ["plate"], "{scene}");
        }
        assert_eq!(cut("screwdriver"), ["screw", "block"]);
        assert_eq!(cut("slot-3d"), ["left post", "right post"]);
        let named = ["bolt", "bolt-aside", "polygonal-bolt", "screwdriver", "slot-3d"];
        for scene in SCENES.iter().filter(|scene| !named.contains(&scene.name)) {
            assert!(cut(scene.name).is_empty(), "{}: {:?}", scene.name, cut(scene.name));
        }
    }
}
