//! A view into what hides the contacts: the near half of a body with a hole, which never moves, is left out, and the cut
//! is hatched.
use super::camera::Camera;
use crate::spatial::body::Body;
use crate::spatial::world::World;
use glam::DVec3;

/// Where bodies with holes are cut. World frame, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Section {
    /// A point of the plane.
    pub point: DVec3,
    /// Level, towards the eye: what is on this side is left out.
    pub normal: DVec3,
}

impl Section {
    /// Through the middle of the first body with a hole, if there is one.
    pub fn of(world: &World, camera: &Camera) -> Option<Self> {
        let hollow = world.bodies.iter().find(|body| Self::cuts(body))?;
        let normal = camera.axes()[2].with_z(0.0).normalize_or_zero();
        Some(Self { point: hollow.state.pose.position, normal })
    }

    /// Whether a body that is drawn is cut.
    pub fn cuts(body: &Body) -> bool {
        body.is_fixed() && body.shape.solid().is_some_and(|solid| !solid.mesh.is_convex())
    }

    /// The plane as four numbers: what is beyond the fourth along the first three is left out.
    pub fn plane(&self) -> [f32; 4] {
        self.normal.extend(self.normal.dot(self.point)).as_vec4().to_array()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::SpatialLink;
    use crate::web::spatial::stage::Stage;

    fn cut(scene: &str) -> Vec<String> {
        let Stage { world, camera, .. } = Stage::open(SpatialLink::parse(&format!("?scene={scene}"), "")).0;
        let cut: Vec<String> =
            world.bodies.iter().filter(|body| Section::cuts(body)).map(|body| body.name.clone()).collect();
        assert_eq!(Section::of(&world, &camera).is_some(), !cut.is_empty());
        cut
    }

    #[test]
    fn what_hides_contacts_is_cut_and_nothing_else() {
        for scene in ["bolt", "bolt-aside", "polygonal-bolt"] {
            assert_eq!(cut(scene), ["plate"], "{scene}");
        }
        for scene in ["two-blocks-3d", "balls", "packing", "torus", "crank", "wall", "see-saw-3d", "arch", "slot-3d"] {
            assert!(cut(scene).is_empty(), "{scene}: {:?}", cut(scene));
        }
    }
}
