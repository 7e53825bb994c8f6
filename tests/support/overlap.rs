//! How deep bodies are inside each other, by the crate `parry3d` on their poses: nothing here asks the engine.
#![allow(dead_code, reason = "each test uses a part")]
use super::parry;
use contact_forces::spatial::pose::Pose;
use glam::{DVec2, DVec3};
use parry3d_f64::math::Vector;
use parry3d_f64::query::Contact;
use parry3d_f64::query::details::contact_support_map_support_map;
use parry3d_f64::shape::SupportMap;

/// Places of a ring's circle that are looked at first, and how often the best of them is looked for more narrowly.
const PLACES: usize = 48;
const NARROWER: usize = 25;
/// Overlaps under this are taken from the crate as they are, m.
const TRIFLE: f64 = 1e-5;
/// Middles nearer than this part of the sizes coincide; then one is moved by this, m.
const NEAR: f64 = 0.05;
const SHIFT: DVec3 = DVec3::new(1e-7, 1.3e-7, 0.7e-7);

/// A convex part of a body, by the point that is farthest in a direction. Body frame, metres.
#[derive(Clone, Debug)]
pub enum Part {
    Points(Vec<DVec3>),
    /// (|x/a|^q + |y/b|^q)^(p/q) + |z/c|^p ≤ 1: a, b, c, then p and q.
    Round(DVec3, [f64; 2]),
    /// Radius and half the height, along z.
    Cylinder(f64, f64),
    Ball(DVec3, f64),
}

/// What a body is to the judge.
#[derive(Clone, Debug)]
pub enum Form {
    /// Overlaps of the whole are at least those of any part.
    Parts(Vec<Part>),
    /// Radius of the circle about z, and of the tube.
    Ring([f64; 2]),
    /// Under the plane through the origin with this normal.
    HalfSpace(DVec3),
}

/// A form, a ball about it, and the shortest side of the box around it, m.
#[derive(Clone, Debug)]
pub struct Judged {
    pub form: Form,
    pub radius: f64,
    pub extent: f64,
}

impl Part {
    pub fn support(&self, way: DVec3) -> DVec3 {
        match self {
            Self::Points(points) => {
                let far = |a: DVec3, b: DVec3| if b.dot(way) > a.dot(way) { b } else { a };
                points.iter().copied().reduce(far).unwrap_or_default()
            }
            Self::Round(axes, exponents) => *axes * farthest_round(*axes * way, *exponents),
            Self::Cylinder(radius, half) => (*radius * way.truncate().normalize_or_zero()).extend(half.copysign(way.z)),
            Self::Ball(centre, radius) => *centre + *radius * way.normalize_or_zero(),
        }
    }
}

/// The gradient of the dual norm, with the exponents p/(p − 1) and q/(q − 1).
fn farthest_round(way: DVec3, exponents: [f64; 2]) -> DVec3 {
    let size = way.abs().max_element();
    if size == 0.0 {
        return DVec3::ZERO;
    }
    let (way, [p, q]) = (way / size, exponents.map(|k| k / (k - 1.0)));
    let power = |x: f64, k: f64| x.abs().powf(k);
    let around = power(way.x, q) + power(way.y, q);
    let scale = (around.powf(p / q) + power(way.z, p)).powf(1.0 / p - 1.0);
    let level = if around > 0.0 { around.powf(p / q - 1.0) } else { 0.0 };
    let flat = DVec2::new(way.x, way.y).to_array().map(|x| power(x, q - 1.0).copysign(x) * level);
    scale * DVec3::new(flat[0], flat[1], power(way.z, p - 1.0).copysign(way.z))
}

/// A part as the crate asks for it.
struct Theirs<'a>(&'a Part);

impl SupportMap for Theirs<'_> {
    fn local_support_point(&self, way: Vector) -> Vector {
        parry::vector(self.0.support(DVec3::new(way.x, way.y, way.z)))
    }
}

impl Judged {
    pub fn new(form: Form) -> Self {
        let reach = |way: DVec3| match &form {
            Form::Parts(parts) => parts.iter().map(|part| part.support(way).dot(way)).fold(f64::MIN, f64::max),
            Form::Ring([major, minor]) => major * way.truncate().length() + minor,
            Form::HalfSpace(_) => f64::INFINITY,
        };
        let sides = DVec3::AXES.map(|axis| [reach(axis), reach(-axis)]);
        let extent = sides.iter().map(|[up, down]| up + down).fold(f64::INFINITY, f64::min);
        let radius = match &form {
            Form::Parts(parts) => parts.iter().map(Part::radius).fold(0.0, f64::max),
            Form::Ring([major, minor]) => major + minor,
            Form::HalfSpace(_) => f64::INFINITY,
        };
        Self { extent, radius, form }
    }
}

impl Part {
    /// Of a ball about the origin that holds it.
    fn radius(&self) -> f64 {
        match self {
            Self::Points(points) => points.iter().map(|p| p.length()).fold(0.0, f64::max),
            Self::Round(axes, _) => axes.length(),
            Self::Cylinder(radius, half) => radius.hypot(*half),
            Self::Ball(centre, radius) => centre.length() + radius,
        }
    }
}

/// How far two bodies would have to be moved apart at least, m; 0 if they do not overlap.
pub fn depth(a: (&Judged, &Pose), b: (&Judged, &Pose)) -> f64 {
    let ((one, p), (other, q)) = (a, b);
    match (&one.form, &other.form) {
        (Form::HalfSpace(_), Form::HalfSpace(_)) => 0.0,
        (Form::HalfSpace(normal), form) => under(p, *normal, form, q),
        (form, Form::HalfSpace(normal)) => under(q, *normal, form, p),
        _ if p.position.distance(q.position) > one.radius + other.radius => 0.0,
        (Form::Ring(ring), form) => around(*ring, p, form, q),
        (form, Form::Ring(ring)) => around(*ring, q, form, p),
        (Form::Parts(ones), Form::Parts(others)) => {
            let pairs = ones.iter().flat_map(|one| others.iter().map(move |other| (one, other)));
            pairs.map(|(one, other)| between((one, p), (other, q))).fold(0.0, f64::max)
        }
    }
}

/// Under the plane of a half-space.
fn under(plane: &Pose, normal: DVec3, form: &Form, pose: &Pose) -> f64 {
    let normal = plane.turn(normal);
    let down = -pose.direction_to_body(normal);
    let lowest = match form {
        Form::Parts(parts) => parts.iter().map(|part| part.support(down).dot(down)).fold(f64::MIN, f64::max),
        Form::Ring([major, minor]) => major * down.truncate().length() + minor,
        Form::HalfSpace(_) => f64::NEG_INFINITY,
    };
    (lowest - normal.dot(pose.position - plane.position)).max(0.0)
}

/// Of two convex parts. Where the crate finds more than a trifle, the shortest way out along any direction near one of a few.
fn between((one, p): (&Part, &Pose), (other, q): (&Part, &Pose)) -> f64 {
    let relative = p.relative(q);
    if let (Part::Ball(a, r), Part::Ball(b, s)) = (one, other) {
        return (r + s - a.distance(relative.place(*b))).max(0.0);
    }
    let found = inside(one, other, &relative).or_else(|| {
        // which fails where the middles coincide
        let near = relative.position.length() < NEAR * (one.radius() + other.radius());
        let aside = Pose { position: relative.position + SHIFT, ..relative };
        if near { inside(one, other, &aside) } else { None }
    });
    let Some(contact) = found else { return 0.0 };
    if contact.dist > -TRIFLE {
        return -contact.dist;
    }
    let width = |way: DVec3| {
        let near = one.support(way).dot(way);
        near - relative.place(other.support(relative.direction_to_body(-way))).dot(way)
    };
    let n = DVec3::new(contact.normal1.x, contact.normal1.y, contact.normal1.z);
    let axes = DVec3::AXES.into_iter().flat_map(|axis| [axis, relative.turn(axis)]).flat_map(|way| [way, -way]);
    let starts = axes.chain([n, relative.position]).filter_map(DVec3::try_normalize);
    let start = starts.min_by(|a, b| width(*a).total_cmp(&width(*b))).unwrap_or(DVec3::Z);
    least_over_directions(&width, start).max(0.0)
}

/// By the crate: the way out, negative.
fn inside(one: &Part, other: &Part, relative: &Pose) -> Option<Contact> {
    let found = contact_support_map_support_map(&parry::pose(relative), &Theirs(one), &Theirs(other), 0.0);
    found.filter(|contact| contact.dist < 0.0)
}

/// Any direction bounds the depth from above: the least near a first one.
fn least_over_directions(width: &dyn Fn(DVec3) -> f64, start: DVec3) -> f64 {
    let (mut best, mut least, mut step) = (start, width(start), 0.1);
    while step > 1e-6 {
        let (x, y) = best.any_orthonormal_pair();
        let tries = [x, -x, y, -y].map(|by| (best + step * by).normalize());
        match tries.into_iter().find(|way| width(*way) < least) {
            Some(way) => (best, least) = (way, width(way)),
            None => step *= 0.4,
        }
    }
    least
}

/// Of a ring and another body: its tube is a ball that goes around.
fn around([major, minor]: [f64; 2], ring: &Pose, form: &Form, pose: &Pose) -> f64 {
    let at = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        let centre = DVec3::new(major * cos, major * sin, 0.0);
        match form {
            Form::Ring([other, tube]) => {
                let p = pose.point_to_body(ring.place(centre));
                minor + tube - (p.truncate().length() - other).hypot(p.z)
            }
            Form::Parts(parts) => {
                let ball = Part::Ball(centre, minor);
                parts.iter().map(|part| ball_in(&ball, ring, part, pose)).fold(f64::MIN, f64::max)
            }
            Form::HalfSpace(_) => 0.0,
        }
    };
    let gap = std::f64::consts::TAU / PLACES as f64;
    let first = (0..PLACES).map(|k| (at(gap * k as f64), gap * k as f64));
    let (mut most, mut place) = first.fold((f64::MIN, 0.0), |best, new| if new.0 > best.0 { new } else { best });
    let mut step = 0.5 * gap;
    for _ in 0..NARROWER {
        for try_at in [place - step, place + step] {
            let value = at(try_at);
            if value > most {
                (most, place) = (value, try_at);
            }
        }
        step *= 0.6;
    }
    most.max(0.0)
}

/// Depth of a ball in a part, negative apart; far apart by the ball around the part alone.
fn ball_in(ball: &Part, at: &Pose, part: &Part, pose: &Pose) -> f64 {
    let Part::Ball(centre, radius) = ball else { return f64::MIN };
    let apart = at.place(*centre).distance(pose.position) - radius - part.radius();
    if apart > 0.0 {
        return -apart;
    }
    let relative = parry::pose(&at.relative(pose));
    let found = contact_support_map_support_map(&relative, &Theirs(ball), &Theirs(part), 1e3);
    found.map_or(f64::MIN, |contact| -contact.dist)
}
