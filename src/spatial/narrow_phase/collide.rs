//! Contacts of any two shapes.
use super::analytic;
use super::contact_point::{ContactPoint, Reach};
use super::manifold::Manifold;
use super::point::PointSearch;
use crate::spatial::pose::Pose;
use crate::spatial::shape::{Posed, Shape};
use glam::DVec3;

/// Finds contacts; its storage is kept from one call to the next.
#[derive(Clone, Debug, Default)]
pub struct Collider {
    manifold: Manifold,
    search: PointSearch,
    stack: Vec<usize>,
}

impl Collider {
    /// Adds all contacts of two shapes to `found`, in a fixed order. Two infinite shapes have none.
    pub fn find(&mut self, a: (&Shape, &Pose), b: (&Shape, &Pose), reach: Reach, found: &mut Vec<ContactPoint>) {
        let start = found.len();
        if !self.ordered(a, b, reach, found) && self.ordered(b, a, reach, found) {
            found[start..].iter_mut().for_each(|point| *point = point.swapped());
        }
    }

    /// The contacts, if it knows the pair in this order.
    fn ordered(
        &mut self,
        (a, pose_a): (&Shape, &Pose),
        (b, pose_b): (&Shape, &Pose),
        reach: Reach,
        found: &mut Vec<ContactPoint>,
    ) -> bool {
        let centres = [pose_a.position, pose_b.position];
        let mut single = |point: ContactPoint| found.extend(Some(point).filter(|point| reach.holds(point.gap)));
        match (a, b) {
            (Shape::Sphere { radius: r }, Shape::Sphere { radius: s }) => {
                single(analytic::sphere_sphere([*r, *s], centres));
            }
            (Shape::Sphere { radius: r }, Shape::SphereCavity { radius: s }) => {
                single(analytic::sphere_cavity([*r, *s], centres));
            }
            (Shape::Sphere { radius }, Shape::HalfSpace { normal }) => {
                single(analytic::sphere_half_space(*radius, centres[0], *normal, pose_b));
            }
            (Shape::Mesh(solid), other) => {
                self.mesh(Posed { solid, pose: *pose_a }, (other, pose_b), reach, found);
            }
            // by the polyhedron that stands for it
            (Shape::Lathe(lathe), other) => {
                self.mesh(Posed { solid: lathe.solid(), pose: *pose_a }, (other, pose_b), reach, found);
            }
            (Shape::Smooth(smooth), other) => {
                self.mesh(Posed { solid: smooth.solid(), pose: *pose_a }, (other, pose_b), reach, found);
            }
            _ => return false,
        }
        true
    }

    /// The contacts of a mesh with something.
    fn mesh(&mut self, mesh: Posed, (b, pose): (&Shape, &Pose), reach: Reach, found: &mut Vec<ContactPoint>) {
        match b {
            Shape::HalfSpace { normal } => {
                let normal = pose.turn(*normal);
                let surface = |p: DVec3| (normal, p - normal.dot(p - pose.position) * normal);
                analytic::mesh_vertices(mesh, reach, &surface, found, &mut self.stack);
            }
            Shape::SphereCavity { radius } => {
                let surface = |p: DVec3| {
                    let normal = (pose.position - p).try_normalize().unwrap_or(DVec3::Z);
                    (normal, pose.position - *radius * normal)
                };
                analytic::mesh_vertices(mesh, reach, &surface, found, &mut self.stack);
            }
            Shape::Mesh(solid) => {
                found.extend_from_slice(self.manifold.find(mesh, Posed { solid, pose: *pose }, reach))
            }
            Shape::Lathe(lathe) => {
                let other = Posed { solid: lathe.solid(), pose: *pose };
                found.extend_from_slice(self.manifold.find(mesh, other, reach))
            }
            Shape::Smooth(smooth) => {
                let other = Posed { solid: smooth.solid(), pose: *pose };
                found.extend_from_slice(self.manifold.find(mesh, other, reach))
            }
            Shape::Sphere { radius } => {
                let start = found.len();
                let ball = (*radius, pose.position);
                analytic::sphere_mesh(ball, mesh, reach, &mut self.search, found);
                found[start..].iter_mut().for_each(|point| *point = point.swapped());
            }
        }
    }
}
