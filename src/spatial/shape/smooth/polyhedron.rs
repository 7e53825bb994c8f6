//! Polyhedra that stand for smooth bodies; their corners lie on the surfaces.
use super::{Form, Outline};
use crate::spatial::shape::region::Piece;
use crate::spatial::shape::surface::Surface;
use crate::spatial::shape::{Mesh, MeshError};
use glam::{DVec2, DVec3};
use std::f64::consts::{PI, TAU};

/// Sides around, and from pole to pole or around a tube.
const AROUND: usize = 48;
const ALONG: usize = 24;
/// A surface is over the middle of a face by less than this part of its size.
pub(super) const SAG: f64 = 0.01;
/// Thickness of a wire, as a part of its size.
const THIN: f64 = 0.01;

/// The polyhedron of a form.
pub(super) fn of(form: &Form) -> Result<Mesh, MeshError> {
    match form {
        Form::Closed(Surface::Torus { major, minor }) => Mesh::lathe(AROUND, &tube(*major, *minor)),
        Form::Closed(surface) => closed(surface),
        Form::Cylinder { radius, height } => Mesh::prism(AROUND, *radius, 0.5 * height),
        Form::Wire([a, b]) => {
            let long = a.max(*b);
            let ring = Mesh::lathe(AROUND, &tube(1.0, THIN))?;
            mapped(&ring, |p| p * DVec3::new(*a, *b, long))
        }
        Form::Extruded { outline, height } => Mesh::extrusion(&corners(outline), 0.5 * height),
        Form::Balls(balls) => {
            let (mut vertices, mut faces) = (Vec::new(), Vec::new());
            for (centre, radius) in balls {
                let ball = closed(&Surface::Sphere { radius: *radius })?;
                let first = vertices.len();
                faces.extend(ball.triangles().iter().map(|triangle| triangle.corners.map(|corner| corner + first)));
                vertices.extend(ball.vertices().iter().map(|p| *centre + *p));
            }
            Mesh::new(vertices, &faces)
        }
    }
}

/// Profile of a ring with a round tube.
fn tube(major: f64, minor: f64) -> Vec<DVec2> {
    let corner = |k: usize| {
        let (sin, cos) = libm::sincos(TAU * k as f64 / ALONG as f64);
        DVec2::new(major + minor * cos, minor * sin)
    };
    (0..ALONG).map(corner).collect()
}

/// A round surface over a ball.
fn closed(surface: &Surface) -> Result<Mesh, MeshError> {
    let corner = |k: usize| {
        let (sin, cos) = libm::sincos(PI * (k as f64 / ALONG as f64 - 0.5));
        // the poles exactly on the axis
        DVec2::new(if k == 0 || k == ALONG { 0.0 } else { cos }, sin)
    };
    let ball = Mesh::lathe(AROUND, &(0..=ALONG).map(corner).collect::<Vec<DVec2>>())?;
    mapped(&ball, |p| surface.of_ball(p))
}

/// A mesh with its corners elsewhere.
fn mapped(mesh: &Mesh, place: impl Fn(DVec3) -> DVec3) -> Result<Mesh, MeshError> {
    let faces: Vec<[usize; 3]> = mesh.triangles().iter().map(|triangle| triangle.corners).collect();
    Mesh::new(mesh.vertices().iter().map(|p| place(*p)).collect(), &faces)
}

/// Corners of an outline.
fn corners(outline: &Outline) -> Vec<DVec2> {
    let mut corners = Vec::new();
    for piece in &outline.region().outer {
        let parts = match piece {
            Piece::Segment(_) => 1,
            Piece::Arc { from, to, .. } => libm::ceil(AROUND as f64 * (to - from) / TAU) as usize,
        };
        corners.extend((0..parts).map(|k| piece.at(k as f64 / parts as f64)[0]));
    }
    corners
}
