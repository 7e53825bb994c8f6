//! The surfaces of a scene: bodies of the same shape share one.
use super::tessellate::Surface;
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
}

/// Up to this many bodies balls are drawn with more triangles.
const FINE: usize = 40;

impl Scenery {
    /// Of all bodies of a world.
    pub fn of(world: &World) -> Self {
        let mut scenery = Self::default();
        let mut known: Vec<(Form, usize)> = Vec::new();
        for body in &world.bodies {
            let (form, unit, size) = form(&body.shape);
            let found = known.iter().find(|(other, _)| *other == form).map(|(_, surface)| *surface);
            let surface = found.or_else(|| {
                scenery.surfaces.push(Surface::of(&unit, world.bodies.len() <= FINE)?);
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

/// How an instance of a surface is drawn; the numbers are those of the shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Shaded alone.
    Plain = 0,
    /// With an outline and a pattern.
    Round = 1,
    /// The same with the outline of what is chosen.
    RoundChosen = 2,
}

/// Adds an instance of a surface: twelve numbers of its place, row by row, and four of its colour and finish.
pub fn put(list: &mut Vec<f32>, pose: &Pose, size: DVec3, colour: [f32; 3], finish: Finish) {
    let (axes, at) = (pose.axes(), pose.position);
    for row in 0..3 {
        list.extend((0..3).map(|k| (axes.col(k)[row] * size[k]) as f32));
        list.push(at[row] as f32);
    }
    list.extend(colour);
    list.push(finish as u8 as f32);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::scenes::{Options, SCENES, scene};

    #[test]
    fn balls_share_one_surface() {
        let scenery = Scenery::of(&(scene("balls").unwrap().build)(Options { count: 30, seed: 0 }));
        assert_eq!((scenery.surfaces.len(), scenery.looks.len()), (2, 31));
        assert_eq!(scenery.looks[0], Some((0, 0.15)));
    }

    #[test]
    fn every_scene_can_be_drawn() {
        for scene in SCENES {
            let world = (scene.build)(Options::default());
            let scenery = Scenery::of(&world);
            for (body, look) in world.bodies.iter().zip(&scenery.looks) {
                let surface = look.map(|(surface, _)| &scenery.surfaces[surface]);
                let flat = matches!(body.shape, Shape::HalfSpace { .. });
                assert!(flat || surface.is_some_and(|s| !s.triangles.is_empty()), "{}: {}", scene.name, body.name);
            }
        }
    }
}
