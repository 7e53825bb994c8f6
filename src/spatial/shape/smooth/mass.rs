//! Mass properties of smooth bodies at density 1.
use super::Form;
use crate::spatial::shape::MassProperties;
use crate::spatial::shape::surface::{Coordinates, Surface};
use glam::{DMat3, DVec3};
use std::f64::consts::{PI, TAU};

/// Of a form; none for wires and balls.
pub(super) fn of(form: &Form) -> Option<MassProperties> {
    let about_origin = |mass: f64, moments: DVec3| {
        Some(MassProperties { mass, centre: DVec3::ZERO, inertia: DMat3::from_diagonal(moments) })
    };
    match *form {
        Form::Closed(Surface::Ellipsoid { semi_axes }) => {
            let mass = 4.0 / 3.0 * PI * semi_axes.element_product();
            about_origin(mass, around(0.2 * mass * semi_axes * semi_axes))
        }
        Form::Closed(Surface::Torus { major, minor }) => {
            let mass = 2.0 * PI * PI * major * minor * minor;
            let (big, small) = (major * major, minor * minor);
            let across = mass * (0.5 * big + 0.625 * small);
            about_origin(mass, DVec3::new(across, across, mass * (big + 0.75 * small)))
        }
        Form::Closed(surface) => {
            let (mass, second) = integrals(&surface);
            about_origin(mass, around(second))
        }
        Form::Cylinder { radius, height } => {
            let mass = PI * radius * radius * height;
            let across = mass * (3.0 * radius * radius + height * height) / 12.0;
            about_origin(mass, DVec3::new(across, across, 0.5 * mass * radius * radius))
        }
        Form::Extruded { ref outline, height } => {
            let base = outline.region().moments();
            let mass = base.area * height;
            let [xx, xy, yy] = base.second.map(|moment| moment * height);
            let mut inertia = DMat3::from_diagonal(around(DVec3::new(xx, yy, mass * height * height / 12.0)));
            (inertia.x_axis.y, inertia.y_axis.x) = (-xy, -xy);
            Some(MassProperties { mass, centre: DVec3::ZERO, inertia })
        }
        Form::Wire(_) | Form::Balls(_) => None,
    }
}

/// Moments of inertia from ∫x², ∫y², ∫z².
fn around(second: DVec3) -> DVec3 {
    DVec3::new(second.y + second.z, second.x + second.z, second.x + second.y)
}

/// Steps around, and panels from pole to pole.
const AROUND: usize = 96;
const PANELS: usize = 32;
/// Nodes and weights of Gauss's rule with two points on −1 to 1 (the weights are 1).
const NODE: f64 = 0.577_350_269_189_625_8;

/// Volume and ∫x², ∫y², ∫z² within a round surface that is symmetric about the planes of its axes, by Gauss's theorem over
/// the chart with its poles on z: the fluxes of c/3 and of x² c/5.
fn integrals(surface: &Surface) -> (f64, DVec3) {
    let (mut volume, mut second) = (0.0, DVec3::ZERO);
    let (step, half) = (TAU / AROUND as f64, 0.5 * PI / PANELS as f64);
    for i in 0..AROUND {
        for panel in 0..PANELS {
            let middle = (2 * panel + 1) as f64 * half - 0.5 * PI;
            for v in [middle - NODE * half, middle + NODE * half] {
                let jet = surface.jet(Coordinates { chart: 2, u: step * i as f64, v });
                let flux = step * half * jet.point.dot(jet.first[0].cross(jet.first[1]));
                volume += flux / 3.0;
                second += flux / 5.0 * jet.point * jet.point;
            }
        }
    }
    (volume, second)
}
