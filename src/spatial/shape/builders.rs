//! Meshes of simple bodies.
use super::error::MeshError;
use super::mesh::Mesh;
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;

impl Mesh {
    /// A box about the origin.
    ///
    /// # Errors
    /// A side is not over zero.
    pub fn cuboid(half_extents: DVec3) -> Result<Self, MeshError> {
        for found in half_extents.to_array() {
            over_zero("half extents over zero", found)?;
        }
        let corner = |k: usize| {
            let sign = |bit: usize| if k >> bit & 1 == 1 { 1.0 } else { -1.0 };
            DVec3::new(sign(0), sign(1), sign(2)) * half_extents
        };
        let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        Self::new((0..8).map(corner).collect(), &faces)
    }

    /// A cylinder about the z axis with `sides` plane sides; its corners lie on the radius.
    ///
    /// # Errors
    /// A length is not over zero, or there are fewer than 3 sides.
    pub fn prism(sides: usize, radius: f64, half_height: f64) -> Result<Self, MeshError> {
        Self::frustum(sides, [radius, radius], half_height)
    }

    /// A cone frustum about the z axis, its radii at the bottom and the top; one of them may be zero.
    ///
    /// # Errors
    /// A length is negative, there is no volume, or there are fewer than 3 sides.
    pub fn frustum(sides: usize, radii: [f64; 2], half_height: f64) -> Result<Self, MeshError> {
        over_zero("a half height over zero", half_height)?;
        let [bottom, top] = radii;
        let profile = [(0.0, -half_height), (bottom, -half_height), (top, half_height), (0.0, half_height)];
        let mut profile: Vec<DVec2> = profile.iter().map(|&(r, z)| DVec2::new(r, z)).collect();
        profile.dedup();
        Self::lathe(sides, &profile)
    }

    /// A body turned about the z axis: `profile` holds (radius, z), counter-clockwise with the radius to the right.
    ///
    /// Seen so, the material is on the left of the profile, which is closed from its end to its start: along the axis
    /// if both lie there, else the body has a hole. Radii are those of the corners.
    ///
    /// # Errors
    /// A radius is negative, there are fewer than 3 sides, or what is turned is no solid.
    pub fn lathe(sides: usize, profile: &[DVec2]) -> Result<Self, MeshError> {
        if sides < 3 {
            return Err(MeshError::Dimension { expected: "at least 3 sides", found: sides as f64 });
        }
        if let Some(point) = profile.iter().find(|p| p.x < 0.0 || p.x.is_nan()) {
            return Err(MeshError::Dimension { expected: "radii of at least zero", found: point.x });
        }
        let (mut vertices, mut rings) = (Vec::new(), Vec::new());
        for point in profile {
            let count = if point.x == 0.0 { 1 } else { sides };
            rings.push((vertices.len(), count));
            vertices.extend((0..count).map(|k| {
                let (sin, cos) = libm::sincos(TAU * k as f64 / sides as f64);
                DVec3::new(point.x * cos, point.x * sin, point.y)
            }));
        }
        let mut faces: Vec<Vec<usize>> = Vec::new();
        for (k, &(low, low_count)) in rings.iter().enumerate() {
            let (high, high_count) = rings[(k + 1) % rings.len()];
            for side in 0..sides {
                let at = |first: usize, count: usize, side: usize| first + side % count;
                let mut face = vec![at(low, low_count, side), at(low, low_count, side + 1)];
                face.extend([at(high, high_count, side + 1), at(high, high_count, side)]);
                face.dedup();
                if face.len() > 2 && face[0] == face[face.len() - 1] {
                    face.pop();
                }
                if face.len() > 2 {
                    faces.push(face);
                }
            }
        }
        Self::new(vertices, &faces)
    }
}

/// Refuses a length that is none.
pub(super) fn over_zero(expected: &'static str, found: f64) -> Result<(), MeshError> {
    if found > 0.0 && found.is_finite() { Ok(()) } else { Err(MeshError::Dimension { expected, found }) }
}
