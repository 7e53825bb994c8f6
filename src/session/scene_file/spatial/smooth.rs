//! Smooth shapes of spatial scene files: from what a file says to a body, and back.
use super::SpatialShape;
use crate::session::scene_file::value::object;
use crate::spatial::shape::smooth::{Form, Outline};
use crate::spatial::shape::surface::Surface;
use glam::{DVec2, DVec3};
use serde_json::Value;

/// Difference between an outline's centre and the one given that counts as rounding, as a part of its size.
const ROUNDING: f64 = 1e-9;

/// What a smooth shape is; none if it is of another kind.
///
/// # Errors
/// What is expected instead, and what was found.
pub(super) fn form(shape: &SpatialShape) -> Option<Result<Form, (String, String)>> {
    Some(Ok(match shape {
        SpatialShape::Ellipsoid(semi_axes) => {
            Form::Closed(Surface::Ellipsoid { semi_axes: DVec3::from_array(*semi_axes) })
        }
        SpatialShape::Torus(major, minor) => Form::Closed(Surface::Torus { major: *major, minor: *minor }),
        SpatialShape::Superquadric(semi_axes, exponents) => {
            Form::Closed(Surface::Superquadric { semi_axes: DVec3::from_array(*semi_axes), exponents: *exponents })
        }
        SpatialShape::Cylinder(radius, height) => Form::Cylinder { radius: *radius, height: *height },
        SpatialShape::EllipseCurve(semi_axes) => Form::Wire(*semi_axes),
        SpatialShape::Balls(balls) => {
            Form::Balls(balls.iter().map(|(centre, radius)| (DVec3::from_array(*centre), *radius)).collect())
        }
        SpatialShape::Extruded(kind, parameters, height, centroid) => {
            return Some(extruded(kind, parameters, (*height, DVec2::from_array(*centroid))));
        }
        _ => return None,
    }))
}

fn extruded(kind: &str, parameters: &[f64], (height, centroid): (f64, DVec2)) -> Result<Form, (String, String)> {
    let lengths = parameters.iter().all(|x| *x > 0.0);
    let outline = match (kind, parameters) {
        ("ellipse", &[a, b]) if lengths => Outline::Ellipse([a, b]),
        ("disk", &[radius]) if lengths => Outline::Ellipse([radius, radius]),
        ("half_disk", &[radius]) if lengths => Outline::HalfDisc(radius),
        ("polygon", corners) if corners.len() >= 6 && corners.len() % 2 == 0 => {
            Outline::Polygon(corners.chunks_exact(2).map(DVec2::from_slice).collect())
        }
        _ => {
            let expected =
                "an outline: ellipse [a, b], disk [r], half_disk [r], lengths over zero, or polygon [x, y, …]";
            return Err((expected.into(), format!("{kind} {parameters:?}")));
        }
    };
    let centre = match &outline {
        Outline::Polygon(corners) => crate::spatial::shape::region::Region::polygon(corners).moments().centre,
        Outline::HalfDisc(radius) => crate::spatial::shape::region::Region::half_disc(*radius).moments().centre,
        Outline::Ellipse(_) => DVec2::ZERO,
    };
    if centroid != DVec2::ZERO && centroid.distance(centre) > ROUNDING * (1.0 + centre.length()) {
        return Err((format!("the outline's centroid {centre}, where the centre of mass is"), format!("{centroid}")));
    }
    Ok(Form::Extruded { outline, height })
}

/// The shape as files have it.
pub(super) fn value(form: &Form) -> Value {
    match form {
        Form::Closed(Surface::Torus { major, minor }) => {
            object!("type": "torus", "major_radius": *major, "minor_radius": *minor)
        }
        Form::Closed(Surface::Superquadric { semi_axes, exponents }) => {
            object!("type": "superquadric", "semi_axes": semi_axes.to_array(), "exponents": *exponents)
        }
        Form::Closed(Surface::Ellipsoid { semi_axes }) => {
            object!("type": "ellipsoid", "semi_axes": semi_axes.to_array())
        }
        Form::Closed(surface) => object!("type": "sphere", "radius": surface.radius()),
        Form::Cylinder { radius, height } => object!("type": "cylinder", "radius": *radius, "height": *height),
        Form::Wire(semi_axes) => object!("type": "ellipse_curve", "semi_axes": *semi_axes),
        Form::Extruded { outline, height } => {
            let (kind, parameters) = match outline {
                Outline::Ellipse(semi_axes) => ("ellipse", semi_axes.to_vec()),
                Outline::HalfDisc(radius) => ("half_disk", vec![*radius]),
                Outline::Polygon(corners) => ("polygon", corners.iter().flat_map(|p| p.to_array()).collect()),
            };
            object!("type": "extruded", "outline": object!("type": kind, "parameters": parameters), "height": *height)
        }
        Form::Balls(balls) => {
            let ball = |(centre, radius): &(DVec3, f64)| object!("centre": centre.to_array(), "radius": *radius);
            object!("type": "balls", "balls": balls.iter().map(ball).collect::<Vec<_>>())
        }
    }
}
