//! Random meshes and poses, the same on every run.
#![allow(dead_code, reason = "each test uses a part")]
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::Mesh;
use glam::{DQuat, DVec2, DVec3};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

pub struct Random(Pcg64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Pcg64::seed_from_u64(seed))
    }

    /// From 0 to 1.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    /// In the cube from -1 to 1.
    pub fn vector(&mut self) -> DVec3 {
        DVec3::new(2.0 * self.unit() - 1.0, 2.0 * self.unit() - 1.0, 2.0 * self.unit() - 1.0)
    }

    /// One in four is not turned, or by a right angle: edges and faces are parallel then.
    pub fn pose(&mut self, spread: f64) -> Pose {
        let axis = self.vector().normalize();
        let rotation = match self.below(8) {
            0 => DQuat::IDENTITY,
            1 => DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2),
            _ => DQuat::from_axis_angle(axis, 6.0 * self.unit()),
        };
        Pose { position: spread * self.vector(), rotation }
    }

    /// A box, a tetrahedron, an L, a U, a prism, a turned body or a tube, of a size around 1.
    pub fn mesh(&mut self) -> Mesh {
        let size = 0.3 + 0.7 * self.unit();
        let outline = |list: &[(f64, f64)]| list.iter().map(|&(x, y)| size * DVec2::new(x, y)).collect::<Vec<_>>();
        let sides = 3 + self.below(12);
        match self.below(7) {
            0 => Mesh::cuboid(self.vector().abs() + 0.1),
            1 => Mesh::frustum(3, [size, 0.0], 0.5),
            2 => Mesh::extrusion(&outline(&[(0., 0.), (1., 0.), (1., 0.4), (0.4, 0.4), (0.4, 1.2), (0., 1.2)]), 0.3),
            3 => {
                let u = [(0., 0.), (1.2, 0.), (1.2, 1.), (0.8, 1.), (0.8, 0.4), (0.4, 0.4), (0.4, 1.), (0., 1.)];
                Mesh::extrusion(&outline(&u), 0.4)
            }
            4 => Mesh::prism(sides, size, 0.6),
            5 => Mesh::lathe(sides, &outline(&[(0., -1.), (0.8, -0.9), (0.3, 0.), (0.9, 0.6), (0., 1.)])),
            _ => Mesh::lathe(sides, &outline(&[(0.5, -0.3), (1., -0.3), (0.8, 0.5), (0.5, 0.3)])),
        }
        .expect("a solid")
    }
}
