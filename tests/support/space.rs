//! Random bodies for sessions in space, each with what the judge takes it for.
#![allow(dead_code, reason = "each test uses a part")]
use super::meshes::Random;
use super::overlap::{Form, Judged, Part};
use contact_forces::spatial::body::Body;
use contact_forces::spatial::bvh::VolumeKind;
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::surface::Surface;
use contact_forces::spatial::shape::{Lathe, Mesh, Shape, Smooth, Solid, smooth};
use glam::{DQuat, DVec2, DVec3};
use std::f64::consts::TAU;
use std::sync::Arc;

/// Kinds of bodies; the last is all of them together.
pub const KINDS: [&str; 8] = ["boxes", "slabs, rods", "wedges, hulls", "notched", "lathes", "balls", "smooth", "mixed"];
/// Sides of the polyhedron that stands for a turned body.
const SIDES: usize = 48;

/// A shape and what the judge takes it for.
pub struct Kind {
    pub name: &'static str,
    pub shape: Shape,
    pub judged: Judged,
    /// m³; no need to be exact.
    volume: f64,
}

pub fn between(random: &mut Random, low: f64, high: f64) -> f64 {
    low + (high - low) * random.unit()
}

pub fn direction(random: &mut Random) -> DVec3 {
    loop {
        let v = random.vector();
        if (0.01..1.0).contains(&v.length_squared()) {
            return v.normalize();
        }
    }
}

pub fn rotation(random: &mut Random) -> DQuat {
    match random.below(6) {
        0 => DQuat::IDENTITY,
        _ => DQuat::from_axis_angle(direction(random), between(random, 0.0, 3.1)),
    }
}

/// Two random poses, the first less than this from the second, which is at the origin, m.
pub fn beside(random: &mut Random, most: f64) -> [Pose; 2] {
    let start = most * between(random, 0.0, 1.0) * direction(random);
    [start, DVec3::ZERO].map(|position| Pose { position, rotation: rotation(random) })
}

/// A body of a kind at rest at the origin, with a density, kg/m³.
pub fn body(kind: usize, random: &mut Random, density: f64) -> (Body, Judged) {
    let Kind { name, shape, judged, volume } = match kind {
        0 => cuboid(DVec3::from_array([(); 3].map(|()| between(random, 0.08, 0.3)))),
        1 => thin(random),
        2 => pointed(random),
        3 => notched(random),
        4 => turned(random),
        5 => ball(between(random, 0.08, 0.3)),
        6 => round(random),
        _ => return body(random.below(7), random, density),
    };
    (Body::new(name, shape, density * volume), judged)
}

fn of_mesh(name: &'static str, mesh: Mesh, parts: Vec<Part>) -> Kind {
    let volume = mesh.mass_properties(1.0).mass;
    let shape = Shape::Mesh(Arc::new(Solid::new(mesh, VolumeKind::default())));
    Kind { name, shape, judged: Judged::new(Form::Parts(parts)), volume }
}

pub fn cuboid(half: DVec3) -> Kind {
    let mesh = Mesh::cuboid(half).expect("a box");
    let part = Part::Points(mesh.vertices().to_vec());
    of_mesh("box", mesh, vec![part])
}

pub fn ball(radius: f64) -> Kind {
    let judged = Judged::new(Form::Parts(vec![Part::Ball(DVec3::ZERO, radius)]));
    Kind { name: "ball", shape: Shape::Sphere { radius }, judged, volume: 4.2 * radius.powi(3) }
}

/// A slab or a rod.
fn thin(random: &mut Random) -> Kind {
    let mut side = |low, high| between(random, low, high);
    let slab = DVec3::new(side(0.15, 0.35), side(0.15, 0.35), side(0.005, 0.03));
    let rod = DVec3::new(side(0.01, 0.03), side(0.01, 0.03), side(0.15, 0.35));
    cuboid(if random.below(2) == 0 { slab } else { rod })
}

/// A wedge, a tetrahedron, or the hull of random points.
fn pointed(random: &mut Random) -> Kind {
    let size = between(random, 0.15, 0.35);
    loop {
        let points: Vec<DVec3> = match random.below(3) {
            0 => {
                let half = DVec3::from_array([(); 3].map(|()| between(random, 0.3, 1.0)));
                let corners = [[-1., -1.], [1., -1.], [-1., 1.]];
                corners.iter().flat_map(|[x, z]| [-1., 1.].map(|y| half * DVec3::new(*x, y, *z))).collect()
            }
            1 => (0..4).map(|_| random.vector()).collect(),
            _ => (0..6 + random.below(15)).map(|_| random.vector()).collect(),
        };
        let points: Vec<DVec3> = points.iter().map(|p| size * *p).collect();
        let mesh = Mesh::convex_hull(&points).map(|mesh| mesh.centred().0);
        if let Ok(mesh) = mesh
            && mesh.mass_properties(1.0).mass > 0.05 * size.powi(3)
        {
            let part = Part::Points(mesh.vertices().to_vec());
            return of_mesh("hull", mesh, vec![part]);
        }
    }
}

/// An L, a U, a T or a cross, drawn out, and the boxes that it is made of.
fn notched(random: &mut Random) -> Kind {
    let (size, half) = (between(random, 0.15, 0.35), between(random, 0.04, 0.15));
    let thick = between(random, 0.2, 0.6);
    let inner = -1.0 + 2.0 * thick.min(0.45);
    let (c, t) = (inner, 0.5 * thick);
    type Rectangle = [f64; 4];
    let (outline, parts): (Vec<[f64; 2]>, Vec<Rectangle>) = match random.below(4) {
        0 => (
            vec![[-1., -1.], [1., -1.], [1., c], [c, c], [c, 1.], [-1., 1.]],
            vec![[-1., 1., -1., c], [-1., c, -1., 1.]],
        ),
        1 => (
            vec![[-1., -1.], [1., -1.], [1., 1.], [-c, 1.], [-c, c], [c, c], [c, 1.], [-1., 1.]],
            vec![[-1., 1., -1., c], [-1., c, -1., 1.], [-c, 1., -1., 1.]],
        ),
        2 => (
            vec![[-t, -1.], [t, -1.], [t, t], [1., t], [1., 1.], [-1., 1.], [-1., t], [-t, t]],
            vec![[-t, t, -1., 1.], [-1., 1., t, 1.]],
        ),
        _ => (
            vec![
                [-t, -1.],
                [t, -1.],
                [t, -t],
                [1., -t],
                [1., t],
                [t, t],
                [t, 1.],
                [-t, 1.],
                [-t, t],
                [-1., t],
                [-1., -t],
                [-t, -t],
            ],
            vec![[-t, t, -1., 1.], [-1., 1., -t, t]],
        ),
    };
    let outline: Vec<DVec2> = outline.into_iter().map(|p| size * DVec2::from_array(p)).collect();
    let (mesh, centre) = Mesh::extrusion(&outline, half).expect("a solid").centred();
    let corners = |[left, right, low, high]: &Rectangle| {
        let flat = [[*left, *low], [*right, *low], [*right, *high], [*left, *high]];
        let both = flat.into_iter().flat_map(|[x, y]| [-half, half].map(|z| DVec3::new(size * x, size * y, z)));
        Part::Points(both.map(|p| p - centre).collect())
    };
    let parts = parts.iter().map(corners).collect();
    of_mesh("notched", mesh, parts)
}

/// A cone, a drum with slanting sides, or a spool.
fn turned(random: &mut Random) -> Kind {
    let (radius, half) = (between(random, 0.1, 0.3), between(random, 0.05, 0.3));
    let waist = between(random, 0.3, 0.9) * radius;
    let mut profile = match random.below(3) {
        0 => vec![[0.0, -half], [radius, -half], [0.0, half]],
        1 => vec![[0.0, -half], [radius, -half], [waist, half], [0.0, half]],
        _ => {
            let rim = 0.4 * half;
            let right = [[radius, -half], [radius, -rim], [waist, -rim], [waist, rim], [radius, rim], [radius, half]];
            [vec![[0.0, -half]], right.to_vec(), vec![[0.0, half]]].concat()
        }
    };
    let points = |profile: &[[f64; 2]]| profile.iter().map(|p| DVec2::from_array(*p)).collect::<Vec<_>>();
    let centre = Lathe::new(points(&profile)).expect("a solid").mass_properties(1.0).centre.z;
    profile.iter_mut().for_each(|p| p[1] -= centre);
    let lathe = Lathe::new(points(&profile)).expect("a solid");
    let ring = |[r, z]: [f64; 2]| {
        (0..SIDES).map(move |k| {
            let (sin, cos) = libm::sincos(TAU * k as f64 / SIDES as f64);
            DVec3::new(r * cos, r * sin, z)
        })
    };
    let sides = profile.windows(2).filter(|ends| ends[0][1] < ends[1][1]);
    let parts = sides.map(|ends| Part::Points(ends.iter().flat_map(|end| ring(*end)).collect())).collect();
    let volume = lathe.mass_properties(1.0).mass;
    Kind { name: "lathe", shape: Shape::Lathe(Arc::new(lathe)), judged: Judged::new(Form::Parts(parts)), volume }
}

/// An ellipsoid, a torus, a cylinder or a superquadric.
fn round(random: &mut Random) -> Kind {
    let semi_axes = DVec3::from_array([(); 3].map(|()| between(random, 0.08, 0.3)));
    let kind = random.below(4);
    let (form, judged) = match kind {
        0 => (
            smooth::Form::Closed(Surface::Ellipsoid { semi_axes }),
            Form::Parts(vec![Part::Round(semi_axes, [2.0, 2.0])]),
        ),
        1 => {
            let (major, minor) = (between(random, 0.15, 0.3), between(random, 0.03, 0.1));
            (smooth::Form::Closed(Surface::Torus { major, minor }), Form::Ring([major, minor]))
        }
        2 => (
            smooth::Form::Cylinder { radius: semi_axes.x, height: 2.0 * semi_axes.z },
            Form::Parts(vec![Part::Cylinder(semi_axes.x, semi_axes.z)]),
        ),
        _ => {
            let exponents = [[4.0, 4.0], [4.0, 2.0], [6.0, 4.0], [8.0, 8.0]][random.below(4)];
            let surface = Surface::Superquadric { semi_axes, exponents };
            (smooth::Form::Closed(surface), Form::Parts(vec![Part::Round(semi_axes, exponents)]))
        }
    };
    let shape = Smooth::new(form).expect("a smooth body");
    let volume = shape.mass_properties(1.0).map_or(0.01, |unit| unit.mass);
    let name = ["ellipsoid", "torus", "cylinder", "superquadric"][kind];
    Kind { name, shape: Shape::Smooth(Arc::new(shape)), judged: Judged::new(judged), volume }
}
