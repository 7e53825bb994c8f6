//! Which body is seen at a point of the stage.
use super::camera::{Camera, Ray};
use crate::spatial::body::{Body, BodyId};
use crate::spatial::pose::Pose;
use crate::spatial::shape::Shape;
use crate::spatial::world::World;
use glam::{DVec2, DVec3};

/// A body and a point of its surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The body.
    pub body: BodyId,
    /// World frame, m.
    pub point: DVec3,
}

/// Directions in which a finger that missed looks for a body.
const AROUND: usize = 8;

/// The nearest body, of those that can be taken, at a point of the stage or within `reach` CSS pixels of it.
pub fn pick(world: &World, camera: &Camera, at: DVec2, reach: f64) -> Option<Hit> {
    let straight = cast(world, camera.ray(at));
    let about = |share: f64| {
        (0..AROUND).find_map(move |k| {
            let (sin, cos) = libm::sincos(std::f64::consts::TAU * k as f64 / AROUND as f64);
            cast(world, camera.ray(at + share * reach * DVec2::new(cos, sin)))
        })
    };
    if reach > 0.0 { straight.or_else(|| about(0.5)).or_else(|| about(1.0)) } else { straight }
}

/// The first body, of those that can be taken, on a ray.
pub fn cast(world: &World, ray: Ray) -> Option<Hit> {
    let moving = world.bodies.iter().enumerate().filter(|(_, body)| !body.is_fixed());
    let hits = moving.filter_map(|(id, body)| Some((id, distance(body, ray)?)));
    let (body, distance) = hits.min_by(|x, y| x.1.total_cmp(&y.1))?;
    Some(Hit { body, point: ray.origin + distance * ray.direction })
}

/// How far along a ray it meets a body, m.
pub(super) fn distance(body: &Body, ray: Ray) -> Option<f64> {
    let pose = body.state.pose;
    let nearest = (pose.position - ray.origin).dot(ray.direction);
    let apart = (pose.position - ray.origin - nearest * ray.direction).length_squared();
    let radius = body.shape.radius();
    if apart > radius * radius {
        return None;
    }
    if let Shape::Sphere { .. } = body.shape {
        return Some(nearest - (radius * radius - apart).sqrt()).filter(|t| *t > 0.0);
    }
    let (solid, ray) = (body.shape.solid()?, seen_from(&pose, ray));
    let corners = (0..solid.mesh.triangles().len()).map(|t| solid.mesh.corners(t));
    corners.filter_map(|corners| triangle(corners, ray)).min_by(f64::total_cmp)
}

/// A ray in the frame of a body.
fn seen_from(pose: &Pose, ray: Ray) -> Ray {
    Ray { origin: pose.point_to_body(ray.origin), direction: pose.direction_to_body(ray.direction) }
}

/// How far along a ray it goes into a triangle (Möller and Trumbore, *Fast, minimum storage ray/triangle intersection*,
/// 1997); triangles seen from behind count too.
fn triangle([a, b, c]: [DVec3; 3], ray: Ray) -> Option<f64> {
    let (p, q) = (b - a, c - a);
    let h = ray.direction.cross(q);
    let volume = p.dot(h);
    if volume == 0.0 {
        return None;
    }
    let from = ray.origin - a;
    let u = from.dot(h) / volume;
    let k = from.cross(p);
    let v = ray.direction.dot(k) / volume;
    let t = q.dot(k) / volume;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t > 0.0).then_some(t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::bvh::VolumeKind;
    use crate::spatial::shape::{Mesh, Solid};
    use glam::DQuat;

    fn two_bodies() -> World {
        let mesh = Mesh::cuboid(DVec3::new(1.0, 1.0, 0.5)).unwrap();
        let cuboid = Shape::Mesh(Solid::new(mesh, VolumeKind::Obb).into());
        let ball = Body::new("ball", Shape::Sphere { radius: 0.5 }, 1.0).at(DVec3::new(0.0, 0.0, 2.0), DQuat::IDENTITY);
        let turned = DQuat::from_rotation_z(0.4);
        World::new(vec![ball, Body::new("box", cuboid, 1.0).at(DVec3::ZERO, turned)])
    }

    #[test]
    fn the_nearer_body_is_met_at_its_surface() {
        let world = two_bodies();
        let down = |x: f64| cast(&world, Ray { origin: DVec3::new(x, 0.1, 9.0), direction: DVec3::NEG_Z });
        let ball = down(0.0).unwrap();
        assert!(ball.body == 0 && ((ball.point - world.bodies[0].state.pose.position).length() - 0.5).abs() < 1e-12);
        let cuboid = down(0.9).unwrap();
        assert!(cuboid.body == 1 && (cuboid.point.z - 0.5).abs() < 1e-12);
        assert_eq!(down(1.7), None);
        let away = Ray { origin: DVec3::new(0.0, 0.0, 9.0), direction: DVec3::Z };
        assert_eq!(cast(&world, away), None, "behind the eye");
    }

    #[test]
    fn a_finger_reaches_farther_than_a_mouse() {
        let (world, size) = (two_bodies(), DVec2::new(400.0, 400.0));
        let camera = Camera::fit(DVec3::ZERO, 3.0, 0.3, 0.2, size);
        let ball = &world.bodies[0].state.pose;
        let beside = camera.see(ball.position).unwrap().at
            - DVec2::Y * (12.0 + 0.5 * camera.focal() / camera.see(ball.position).unwrap().depth);
        assert_eq!(pick(&world, &camera, beside, 0.0), None);
        assert_eq!(pick(&world, &camera, beside, 22.0).map(|hit| hit.body), Some(0));
    }

    #[test]
    fn what_never_moves_is_left_alone() {
        let mut world = two_bodies();
        world.bodies[0].motion = crate::spatial::body::Motion::Fixed;
        let hit = cast(&world, Ray { origin: DVec3::new(0.0, 0.0, 9.0), direction: DVec3::NEG_Z });
        assert_eq!(hit.map(|hit| hit.body), Some(1));
    }
}
