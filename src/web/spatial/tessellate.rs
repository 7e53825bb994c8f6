//! Shapes as triangles and lines, as the graphics card wants them. Body frame, metres; single precision is enough for
//! the eye.
use super::bevel::Bevelled;
use crate::spatial::shape::{Mesh, Shape};
use glam::DVec3;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// A surface that is drawn, perhaps many times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// Place and unit normal of each vertex.
    pub vertices: Vec<[f32; 6]>,
    /// Three vertices for each triangle, counter-clockwise seen from where it is to be seen.
    pub triangles: Vec<[u32; 3]>,
    /// Lines that show its shape.
    pub lines: Vec<[DVec3; 2]>,
    /// Whether it is smooth, so that its outline is drawn and a pattern shows how it turns.
    pub round: bool,
}

/// Down to where a bowl is drawn, so that one can look into it: part of its radius above its middle.
const RIM: f64 = 0.3;

impl Surface {
    /// The surface of a shape; a half-space has none that ends. `fine` ones have more triangles.
    pub fn of(shape: &Shape, fine: bool) -> Option<Self> {
        match shape {
            Shape::Sphere { radius } => Some(ball(*radius, if fine { 16 } else { 10 })),
            Shape::SphereCavity { radius } => Some(bowl(*radius)),
            Shape::Smooth(smooth) => {
                let surface = mesh(&smooth.solid().mesh);
                Some(Self { round: surface.lines.is_empty(), ..surface })
            }
            Shape::Mesh(_) | Shape::Lathe(_) | Shape::HalfSpace { .. } => shape.solid().map(|solid| mesh(&solid.mesh)),
        }
    }

    /// Adds a vertex.
    pub(super) fn vertex(&mut self, place: DVec3, normal: DVec3) {
        let ([x, y, z], [nx, ny, nz]) = (place.as_vec3().to_array(), normal.as_vec3().to_array());
        self.vertices.push([x, y, z, nx, ny, nz]);
    }

    /// Triangles between rings of vertices, each of `count` and one more at the seam.
    fn join_rings(&mut self, rings: usize, count: usize) {
        let row = count + 1;
        for (i, k) in (0..rings - 1).flat_map(|i| (0..count).map(move |k| (i, k))) {
            let [a, b, c, d] =
                [i * row + k, i * row + k + 1, (i + 1) * row + k + 1, (i + 1) * row + k].map(|v| v as u32);
            self.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
}

/// A cylinder and a cone about the z axis from 0 to 1 with radius 1: the parts of arrows.
pub fn arrow_parts() -> [Surface; 2] {
    const SIDES: usize = 14;
    let part = |tip: f64, slope: DVec3| {
        let mut surface = Surface::default();
        for (z, radius) in [(0.0, 1.0), (1.0, tip)] {
            for k in 0..=SIDES {
                let (sin, cos) = libm::sincos(TAU * k as f64 / SIDES as f64);
                let normal = DVec3::new(slope.x * cos, slope.x * sin, slope.z);
                surface.vertex(DVec3::new(radius * cos, radius * sin, z), normal);
            }
        }
        surface.join_rings(2, SIDES);
        cap(&mut surface, SIDES, 0.0, DVec3::NEG_Z);
        if tip > 0.0 {
            cap(&mut surface, SIDES, 1.0, DVec3::Z);
        }
        surface
    };
    [part(1.0, DVec3::X), part(0.0, DVec3::new(0.7, 0.0, 0.7))]
}

/// A ball of radius 1 that marks a contact.
pub fn dot() -> Surface {
    Surface { round: false, ..ball(1.0, 8) }
}

/// A disc of radius 1 across the z axis.
fn cap(surface: &mut Surface, sides: usize, z: f64, normal: DVec3) {
    let first = surface.vertices.len() as u32;
    for k in 0..sides {
        let (sin, cos) = libm::sincos(normal.z * TAU * k as f64 / sides as f64);
        surface.vertex(DVec3::new(cos, sin, z), normal);
    }
    surface.triangles.extend((1..sides as u32 - 1).map(|k| [first, first + k, first + k + 1]));
}

/// The square from −1 to 1 across the z axis, seen from above.
pub fn square() -> Surface {
    let mut surface = Surface::default();
    for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        surface.vertex(DVec3::new(x, y, 0.0), DVec3::Z);
    }
    surface.triangles = vec![[0, 1, 2], [0, 2, 3]];
    surface
}

fn on_sphere(latitude: f64, longitude: f64) -> DVec3 {
    let ((sin, cos), (sin_l, cos_l)) = (libm::sincos(latitude), libm::sincos(longitude));
    DVec3::new(cos * cos_l, cos * sin_l, sin)
}

/// A ball with `rings` rings from pole to pole.
fn ball(radius: f64, rings: usize) -> Surface {
    let mut surface = Surface { round: true, ..Surface::default() };
    let around = 3 * rings / 2;
    for (i, k) in (0..=rings).flat_map(|i| (0..=around).map(move |k| (i, k))) {
        let out = on_sphere(PI * i as f64 / rings as f64 - FRAC_PI_2, TAU * k as f64 / around as f64);
        surface.vertex(radius * out, out);
    }
    surface.join_rings(rings + 1, around);
    surface
}

/// The inside of a hollow ball up to its rim, with a net of lines.
fn bowl(radius: f64) -> Surface {
    const RINGS: usize = 20;
    const AROUND: usize = 48;
    let mut surface = Surface::default();
    let top = libm::asin(RIM);
    let latitude = |i: usize| -FRAC_PI_2 + (top + FRAC_PI_2) * i as f64 / RINGS as f64;
    let longitude = |k: usize| TAU * k as f64 / AROUND as f64;
    for (i, k) in (0..=RINGS).flat_map(|i| (0..=AROUND).map(move |k| (i, k))) {
        let out = on_sphere(latitude(i), longitude(k));
        surface.vertex(radius * out, -out);
    }
    surface.join_rings(RINGS + 1, AROUND);
    surface.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    // a little inside the surface, so that it does not cover its own lines
    let at = |i: usize, k: usize| 0.998 * radius * on_sphere(latitude(i), longitude(k));
    for i in (2..=RINGS).step_by(2) {
        surface.lines.extend((0..AROUND).map(|k| [at(i, k), at(i, k + 1)]));
    }
    for k in (0..AROUND).step_by(3) {
        surface.lines.extend((0..RINGS).map(|i| [at(i, k), at(i + 1, k)]));
    }
    surface
}

/// A mesh with the edges at which its surface bends sharply; elsewhere it is shaded as smooth.
fn mesh(mesh: &Mesh) -> Surface {
    let bevelled = Bevelled::of(mesh);
    let mut surface = Surface::default();
    for triangle in mesh.triangles() {
        bevelled.piece(&mut surface, &triangle.corners.map(|v| (triangle.face, v)));
    }
    for (k, edge) in mesh.edges().iter().enumerate().filter(|(k, _)| bevelled.sharp[*k]) {
        let ([a, b], [left, right]) = (edge.ends, edge.faces);
        bevelled.piece(&mut surface, &[(left, a), (right, a), (right, b), (left, b)]);
        surface.lines.push(mesh.edge_ends(k));
    }
    for v in 0..mesh.vertices().len() {
        let around = bevelled.around(v);
        if around.len() > 2 {
            bevelled.piece(&mut surface, &around);
        }
    }
    surface
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::bvh::VolumeKind;
    use crate::spatial::shape::Solid;

    /// Volume enclosed by a closed surface whose triangles are seen from outside.
    fn volume(surface: &Surface) -> f64 {
        let place = |v: u32| {
            let [x, y, z, ..] = surface.vertices[v as usize].map(f64::from);
            DVec3::new(x, y, z)
        };
        surface.triangles.iter().map(|t| t.map(place)).map(|[a, b, c]| a.dot(b.cross(c)) / 6.0).sum()
    }

    fn surface(mesh: Mesh) -> Surface {
        Surface::of(&Shape::Mesh(Solid::new(mesh, VolumeKind::Obb).into()), true).unwrap()
    }

    #[test]
    fn a_ball_is_nearly_as_large_as_it_should_be() {
        let ball = Surface::of(&Shape::Sphere { radius: 2.0 }, true).unwrap();
        let share = volume(&ball) / (4.0 / 3.0 * PI * 8.0);
        assert!((0.95..1.0).contains(&share), "{share} of its volume");
    }

    #[test]
    fn a_box_has_its_volume_its_edges_and_flat_faces() {
        let cuboid = surface(Mesh::cuboid(DVec3::new(1.0, 2.0, 3.0)).unwrap());
        assert!((47.7..48.0).contains(&volume(&cuboid)), "{}", volume(&cuboid));
        // faces, bevels, corners
        assert_eq!((cuboid.lines.len(), cuboid.triangles.len()), (12, 12 + 24 + 8));
        for [.., x, y, z] in cuboid.vertices {
            assert!(x.abs() + y.abs() + z.abs() < 1.0 + 1e-6, "a normal along an axis");
        }
    }

    #[test]
    fn a_cylinder_of_many_sides_is_round_with_two_rims() {
        let prism = surface(Mesh::prism(24, 1.0, 1.0).unwrap());
        assert_eq!(prism.lines.len(), 48);
    }

    #[test]
    fn the_parts_of_arrows_are_closed() {
        let [cylinder, cone] = arrow_parts().map(|part| volume(&part) / PI);
        assert!((0.94..1.0).contains(&cylinder) && (0.31..1.0 / 3.0).contains(&cone), "{cylinder} {cone}");
    }

    #[test]
    fn a_bowl_is_seen_from_within() {
        let bowl = Surface::of(&Shape::SphereCavity { radius: 1.0 }, true).unwrap();
        assert!(volume(&bowl) < -1.0);
        for [x, y, z, nx, ny, nz] in bowl.vertices {
            assert!(x * nx + y * ny + z * nz < 0.0);
        }
    }
}
