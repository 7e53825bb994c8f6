//! The surfaces of a scene: bodies of the same shape share one.
use super::tessellate::Surface;
use crate::spatial::bvh::outline::Outline;
use crate::spatial::pose::Pose;
use crate::spatial::shape::{Shape, Solid};
use crate::spatial::world::World;
use glam::DVec3;
use std::sync::Arc;

/// What has to be on the graphics card before a scene can be drawn.
#[derive(Clone, Debug, Default)]
pub struct Scenery {
    /// The surfaces.
    pub surfaces: Vec<Surface>,
    /// For each body which surface it has, and how much larger it is; none for a half-space.
    pub looks: Vec<Option<(usize, f64)>>,
    /// For each surface the edges of the bounding volumes that are drawn around its parts.
    pub volumes: Vec<Vec<[DVec3; 2]>>,
}

/// Up to this many bodies balls are drawn with more triangles.
const FINE: usize = 40;
/// With more volumes than these a picture would be full of lines.
const MOST_VOLUMES: usize = 200;

impl Scenery {
    /// Of all bodies of a world, with one level of their trees, from 1; 0 for none.
    pub fn of(world: &World, level: usize) -> Self {
        let mut scenery = Self::default();
        let mut known: Vec<(Form, usize)> = Vec::new();
        for body in &world.bodies {
            let (form, unit, size) = form(&body.shape);
            let found = known.iter().find(|(other, _)| *other == form).map(|(_, surface)| *surface);
            let surface = found.or_else(|| {
                scenery.surfaces.push(Surface::of(&unit, world.bodies.len() <= FINE)?);
                scenery.volumes.push(volumes(&unit, level));
                known.push((form, scenery.surfaces.len() - 1));
                Some(scenery.surfaces.len() - 1)
            });
            scenery.looks.push(surface.map(|surface| (surface, size)));
        }
        scenery
    }
}

/// What two bodies have in common that share a surface.
#[derive(PartialEq)]
enum Form {
    Sphere,
    Bowl,
    Plane,
    Mesh(*const Solid),
}

/// The form of a shape, the shape of size 1 that is drawn for it, and the size, m.
fn form(shape: &Shape) -> (Form, Shape, f64) {
    match shape {
        Shape::Sphere { radius } => (Form::Sphere, Shape::Sphere { radius: 1.0 }, *radius),
        Shape::SphereCavity { radius } => (Form::Bowl, Shape::SphereCavity { radius: 1.0 }, *radius),
        Shape::HalfSpace { .. } => (Form::Plane, shape.clone(), 1.0),
        Shape::Mesh(solid) => (Form::Mesh(Arc::as_ptr(solid)), shape.clone(), 1.0),
        Shape::Lathe(lathe) => (Form::Mesh(lathe.solid()), shape.clone(), 1.0),
        Shape::Smooth(smooth) => (Form::Mesh(smooth.solid()), shape.clone(), 1.0),
    }
}

/// The edges of the volumes of a level of a shape's tree.
fn volumes(shape: &Shape, level: usize) -> Vec<[DVec3; 2]> {
    let (Some(solid), Some(depth)) = (shape.solid(), level.checked_sub(1)) else { return Vec::new() };
    let edges = |node: usize| match solid.tree.outline(node) {
        Outline::Edges(edges) => edges,
        Outline::Ball(ball) => circles(ball.centre, ball.radius),
    };
    solid.tree.level(depth).take(MOST_VOLUMES).flat_map(edges).collect()
}

/// Three circles at right angles, which stand for a ball.
fn circles(centre: DVec3, radius: f64) -> Vec<[DVec3; 2]> {
    const SIDES: usize = 32;
    let point = |axes: [DVec3; 2], k: usize| {
        let angle = std::f64::consts::TAU * k as f64 / SIDES as f64;
        centre + radius * (libm::cos(angle) * axes[0] + libm::sin(angle) * axes[1])
    };
    let planes = [[DVec3::X, DVec3::Y], [DVec3::Y, DVec3::Z], [DVec3::Z, DVec3::X]];
    planes.iter().flat_map(|&axes| (0..SIDES).map(move |k| [point(axes, k), point(axes, k + 1)])).collect()
}

/// How an instance of a surface is drawn; the numbers are those of the shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Shaded alone.
    Plain = 0,
    /// With an outline and a pattern.
    Round = 1,
    /// The same with the outline of what is chosen.
    RoundChosen = 2,
    /// Every other pixel of it: what is behind shows through. It has no shadow.
    Ghost = 3,
    /// The same with an outline and a pattern.
    RoundGhost = 4,
    /// Of what never moves: it fades out around the scene.
    Fading = 5,
    /// The same, and its near half is left out.
    Cut = 6,
}

/// Adds an instance of a surface: twelve numbers of its place, row by row, and four of its colour and finish.
pub fn put(list: &mut Vec<f32>, pose: &Pose, size: DVec3, colour: [f32; 3], finish: Finish) {
    let (axes, at) = (pose.axes(), pose.position);
    for row in 0..3 {
        list.extend((0..3).map(|k| (axes.col(k)[row] * size[k]) as f32));
        list.push(at[row] as f32);
    }
    list.extend(colour);
    list.push(match finish {
        Finish::Fading => -1.0,
        Finish::Cut => -2.0,
        _ => finish as u8 as f32,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::spatial_scenes::{Options, SCENES, scene};
    use crate::spatial::bvh::VolumeKind;

    #[test]
    fn balls_share_one_surface() {
        let scenery = Scenery::of(&(scene("balls").unwrap().build)(Options { count: 30, ..Options::default() }), 0);
        assert_eq!((scenery.surfaces.len(), scenery.looks.len()), (2, 31));
        assert_eq!(scenery.looks[0], Some((0, 0.15)));
    }

    #[test]
    fn every_scene_can_be_drawn() {
        for scene in SCENES {
            let world = (scene.build)(Options::default());
            let scenery = Scenery::of(&world, 0);
            for (body, look) in world.bodies.iter().zip(&scenery.looks) {
                let surface = look.map(|(surface, _)| &scenery.surfaces[surface]);
                let flat = matches!(body.shape, Shape::HalfSpace { .. });
                assert!(flat || surface.is_some_and(|s| !s.triangles.is_empty()), "{}: {}", scene.name, body.name);
            }
        }
    }

    #[test]
    fn the_volumes_of_a_level_are_around_the_body() {
        let mut world = (scene("spinning-box").unwrap().build)(Options::default());
        for kind in VolumeKind::ALL {
            let Shape::Mesh(solid) = &mut world.bodies[0].shape else { panic!("a box is a mesh") };
            *solid = Arc::new(Solid::new(solid.mesh.clone(), kind));
            let radius = solid.mesh.radius();
            let edges = Scenery::of(&world, 1).volumes[0].clone();
            let far = edges.iter().flatten().map(|p| p.length()).fold(0.0, f64::max);
            assert!(
                edges.len() >= 12 && far > 0.99 * radius && far < 1.8 * radius,
                "{}: {far} of {radius}",
                kind.name()
            );
            assert!(Scenery::of(&world, 0).volumes[0].is_empty());
        }
    }
}
