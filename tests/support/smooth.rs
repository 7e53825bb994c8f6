//! For tests of smooth bodies: small worlds of them, and surfaces and curves by formulas that owe nothing to the crate.
#![allow(dead_code)] // each test file uses some of them
use contact_forces::spatial::body::Body;
use contact_forces::spatial::narrow_phase::extremal::Pair;
use contact_forces::spatial::pose::Pose;
use contact_forces::spatial::shape::surface::{Curve, Feature, Surface};
use contact_forces::spatial::shape::{Shape, Smooth, smooth};
use contact_forces::spatial::world::World;
use glam::{DQuat, DVec3};
use rand_core::Rng;
use rand_pcg::Pcg64;
use std::sync::Arc;

/// Of the worlds here, m/s².
pub const GRAVITY: DVec3 = DVec3::new(0.0, 0.0, -9.81);

pub fn shape(form: smooth::Form) -> Shape {
    Shape::Smooth(Arc::new(Smooth::new(form).expect("lengths over zero")))
}

/// With these semi-axes, m.
pub fn ellipsoid(a: f64, b: f64, c: f64) -> smooth::Form {
    smooth::Form::Closed(Surface::Ellipsoid { semi_axes: DVec3::new(a, b, c) })
}

pub fn floor() -> Body {
    Body::fixed("floor", Shape::HalfSpace { normal: DVec3::Z })
}

/// Bodies with weight.
pub fn world(bodies: Vec<Body>, scheme: &'static str, h: f64) -> World {
    let mut world = World::new(bodies);
    world.forces.gravity = GRAVITY;
    (world.settings.scheme, world.settings.time_step) = (scheme, h);
    world
}

/// Random numbers of a seed.
pub struct Random(pub Pcg64);

impl Random {
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * f64::from(self.0.next_u32()) / 4_294_967_296.0
    }

    pub fn vector(&mut self, size: f64) -> DVec3 {
        DVec3::from_array([(); 3].map(|()| self.between(-size, size)))
    }

    pub fn direction(&mut self) -> DVec3 {
        loop {
            let v = self.vector(1.0);
            if (0.01..1.0).contains(&v.length_squared()) {
                return v.normalize();
            }
        }
    }

    pub fn rotation(&mut self) -> DQuat {
        DQuat::from_axis_angle(self.direction(), self.between(-3.0, 3.0))
    }
}

/// What a feature is; see [`Form::point`].
#[derive(Clone, Copy, Debug)]
pub enum Form {
    Ellipsoid(DVec3),
    Torus(f64, f64),
    Cylinder(f64),
    Plane,
    /// Semi-axes, p and q: (|x|^q + |y|^q)^(p/q) + |z|^p = 1, stretched.
    Squared(DVec3, [f64; 2]),
    Ellipse(f64, f64),
    Line,
}

impl Form {
    /// A point for two parameters and its derivatives, in the feature's own frame.
    fn point(self, [u, v]: [f64; 2]) -> [DVec3; 3] {
        let ((su, cu), (sv, cv)) = (u.sin_cos(), v.sin_cos());
        match self {
            // stereographic, with the poles apart from those of any angle
            Self::Ellipsoid(a) => {
                let k = 1.0 / (1.0 + u * u + v * v);
                let d = k * DVec3::new(2.0 * u, 2.0 * v, u * u + v * v - 1.0);
                let along = |x: f64, e: DVec3| a * (2.0 * k * (e + DVec3::Z * x) - 2.0 * k * x * d);
                [a * d, along(u, DVec3::X), along(v, DVec3::Y)]
            }
            Self::Torus(big, small) => {
                let reach = big + small * cv;
                let point = DVec3::new(reach * cu, reach * su, small * sv);
                let across = small * DVec3::new(-sv * cu, -sv * su, cv);
                [point, DVec3::new(-reach * su, reach * cu, 0.0), across]
            }
            Self::Cylinder(r) => [DVec3::new(r * cu, r * su, v), DVec3::new(-r * su, r * cu, 0.0), DVec3::Z],
            Self::Plane => [DVec3::new(u, v, 0.0), DVec3::X, DVec3::Y],
            // a point d of the ball times F(d)^(−1/p)
            Self::Squared(a, [p, q]) => {
                let [d, du, dv] = Self::Ellipsoid(DVec3::ONE).point([u, v]);
                let sum = d.x.abs().powf(q) + d.y.abs().powf(q);
                let level = sum.powf(p / q) + d.z.abs().powf(p);
                let slope = |x: f64, k: f64| k * x.abs().powf(k - 1.0) * x.signum();
                let around = p / q * sum.powf(p / q - 1.0);
                let gradient = DVec3::new(around * slope(d.x, q), around * slope(d.y, q), slope(d.z, p));
                let norm = level.powf(-1.0 / p);
                let along = |e: DVec3| a * norm * (e - d * gradient.dot(e) / (p * level));
                [a * d * norm, along(du), along(dv)]
            }
            Self::Ellipse(a, b) => [DVec3::new(a * cu, b * su, 0.0), DVec3::new(-a * su, b * cu, 0.0), DVec3::ZERO],
            Self::Line => [DVec3::new(u, 0.0, 0.0), DVec3::X, DVec3::ZERO],
        }
    }

    /// What it is, in a word.
    fn name(self) -> &'static str {
        match self {
            Self::Ellipsoid(a) if a == DVec3::splat(a.x) => "sphere",
            Self::Ellipsoid(_) => "ellipsoid",
            Self::Torus(..) => "torus",
            Self::Cylinder(_) => "cylinder",
            Self::Plane => "plane",
            Self::Squared(..) => "superquadric",
            Self::Ellipse(a, b) if a == b => "circle",
            Self::Ellipse(..) => "ellipse",
            Self::Line => "line",
        }
    }

    fn is_curve(self) -> bool {
        matches!(self, Self::Ellipse(..) | Self::Line)
    }

    fn random(random: &mut Random, curve: bool) -> (Self, Feature) {
        let axes = random.vector(0.35).abs() + DVec3::splat(0.3);
        let small = random.between(0.1, 0.3);
        let kind = random.0.next_u32();
        if curve {
            return match kind % 3 {
                0 => (Self::Line, Feature::curve(Curve::Line { half_length: 50.0 })),
                1 => (Self::Ellipse(axes.x, axes.x), Feature::curve(Curve::circle(axes.x))),
                _ => (Self::Ellipse(axes.x, axes.y), Feature::curve(Curve::Ellipse { semi_axes: [axes.x, axes.y] })),
            };
        }
        match kind % 6 {
            0 => (Self::Plane, Feature::surface(Surface::Plane)),
            1 => (Self::Ellipsoid(DVec3::splat(axes.x)), Feature::surface(Surface::Sphere { radius: axes.x })),
            2 => (Self::Ellipsoid(axes), Feature::surface(Surface::Ellipsoid { semi_axes: axes })),
            3 => (Self::Torus(0.7, small), Feature::surface(Surface::Torus { major: 0.7, minor: small })),
            4 => (Self::Cylinder(small), Feature::surface(Surface::Cylinder { radius: small, half_height: 50.0 })),
            _ => {
                let exponents =
                    [[4.0, 4.0], [4.0, 2.0], [6.0, 4.0], [8.0, 2.0], [8.0, 8.0]][small.to_bits() as usize % 5];
                let surface = Surface::Superquadric { semi_axes: axes, exponents };
                (Self::Squared(axes, exponents), Feature::surface(surface))
            }
        }
    }
}

/// Two forms, and from each feature's frame to its body's.
#[derive(Clone, Copy, Debug)]
pub struct Shapes {
    forms: [Form; 2],
    poses: [Pose; 2],
}

/// A random pair: two surfaces, a curve and a surface, or two curves, each somewhere on its body.
pub fn pair(random: &mut Random) -> (Pair, Shapes) {
    loop {
        let kind = random.0.next_u32() % 3;
        let first = Form::random(random, kind > 0);
        let second = Form::random(random, kind > 1);
        let flat = matches!(first.0, Form::Plane) || matches!((first.0, second.0), (Form::Line, Form::Plane));
        let poses = [(); 2].map(|()| Pose { position: random.vector(0.3), rotation: random.rotation() });
        if !flat {
            let [a, b] = [(first.1, poses[0]), (second.1, poses[1])].map(|(f, p)| f.at(p.position, p.rotation));
            return (Pair::new(a, b).expect("curves come first"), Shapes { forms: [first.0, second.0], poses });
        }
    }
}

/// Points at which half the squared distance is stationary.
pub struct Stationary {
    pub world: [DVec3; 2],
    pub body: [DVec3; 2],
}

impl Shapes {
    /// What the two are.
    pub fn names(&self) -> [&'static str; 2] {
        self.forms.map(Form::name)
    }

    fn frames(&self, bodies: [&Pose; 2]) -> [Pose; 2] {
        [0, 1].map(|k| Pose {
            position: bodies[k].place(self.poses[k].position),
            rotation: bodies[k].rotation * self.poses[k].rotation,
        })
    }

    /// p₁ − p₂ and the gradient of half its square.
    fn gradient(&self, frames: &[Pose; 2], x: [f64; 4]) -> (DVec3, [f64; 4]) {
        let parameters = [[x[0], x[1]], [x[2], x[3]]];
        let at = [0, 1].map(|k| self.forms[k].point(parameters[k]));
        let span = frames[0].place(at[0][0]) - frames[1].place(at[1][0]);
        let slope = |k: usize, i: usize| span.dot(frames[k].turn(at[k][i]));
        (span, [slope(0, 1), slope(0, 2), -slope(1, 1), -slope(1, 2)])
    }

    /// Newton's method from a guess; with `downhill` each step must shorten the distance.
    fn newton(&self, frames: &[Pose; 2], mut x: [f64; 4], downhill: bool) -> [f64; 4] {
        let free: Vec<usize> = (0..4).filter(|i| !(i % 2 == 1 && self.forms[i / 2].is_curve())).collect();
        let mut damping = if downhill { 1e-2 } else { 0.0 };
        for _ in 0..200 {
            let (span, gradient) = self.gradient(frames, x);
            let h = 1e-6;
            let column = |j: usize| {
                let moved = |h: f64| {
                    let mut y = x;
                    y[j] += h;
                    self.gradient(frames, y).1
                };
                let (ahead, back) = (moved(h), moved(-h));
                free.iter().map(|&i| (ahead[i] - back[i]) / (2.0 * h)).collect::<Vec<f64>>()
            };
            let mut rows: Vec<Vec<f64>> = free.iter().map(|&j| column(j)).collect();
            (0..rows.len()).for_each(|i| rows[i][i] += damping);
            let right: Vec<f64> = free.iter().map(|&i| -gradient[i]).collect();
            let Some(step) = eliminate(rows, right) else { return x };
            let mut next = x;
            free.iter().zip(&step).for_each(|(&i, s)| next[i] += s);
            let shorter = self.gradient(frames, next).0.length() <= span.length();
            if !downhill || shorter {
                (x, damping) = (next, damping * 0.1);
            } else {
                damping = damping * 10.0 + 1e-3;
            }
            if step.iter().all(|s| s.abs() < 1e-15) {
                break;
            }
        }
        x
    }

    fn at(&self, frames: &[Pose; 2], bodies: [&Pose; 2], x: [f64; 4]) -> Stationary {
        let parameters = [[x[0], x[1]], [x[2], x[3]]];
        let world = [0, 1].map(|k| frames[k].place(self.forms[k].point(parameters[k])[0]));
        Stationary { world, body: [0, 1].map(|k| bodies[k].point_to_body(world[k])) }
    }

    /// Whether the parameters suit these points, given in the frames of the bodies.
    pub fn covers(&self, points: [DVec3; 2]) -> bool {
        (0..2).all(|k| match self.forms[k] {
            Form::Ellipsoid(a) | Form::Squared(a, _) => {
                (self.poses[k].point_to_body(points[k]) / a).normalize().z < 0.9
            }
            _ => true,
        })
    }

    /// The stationary points near given ones, in the frames of the bodies.
    pub fn stationary(&self, guess: [DVec3; 2], bodies: [&Pose; 2]) -> Stationary {
        let frames = self.frames(bodies);
        let [a, b] = [0, 1].map(|k| self.forms[k].parameters(self.poses[k].point_to_body(guess[k])));
        let x = self.newton(&frames, [a[0], a[1], b[0], b[1]], false);
        self.at(&frames, bodies, x)
    }

    /// The nearest points, from many random guesses.
    pub fn nearest(&self, random: &mut Random, bodies: [&Pose; 2]) -> Stationary {
        let frames = self.frames(bodies);
        let mut guesses: Vec<(f64, [f64; 4])> = (0..1000)
            .map(|_| {
                let x = [(); 4].map(|()| random.between(-3.2, 3.2));
                (self.gradient(&frames, x).0.length(), x)
            })
            .collect();
        guesses.sort_by(|a, b| a.0.total_cmp(&b.0));
        let ends = guesses[..8].iter().map(|guess| self.newton(&frames, guess.1, true));
        let length = |x: &[f64; 4]| self.gradient(&frames, *x).0.length();
        let best = ends.min_by(|a, b| length(a).total_cmp(&length(b))).expect("some guesses");
        self.at(&frames, bodies, best)
    }
}

impl Form {
    /// Parameters of a point of the form, in its own frame.
    fn parameters(self, p: DVec3) -> [f64; 2] {
        match self {
            Self::Ellipsoid(a) | Self::Squared(a, _) => {
                let d = (p / a).normalize();
                [d.x / (1.0 - d.z), d.y / (1.0 - d.z)]
            }
            Self::Torus(big, _) => [p.y.atan2(p.x), p.z.atan2(p.x.hypot(p.y) - big)],
            Self::Cylinder(_) => [p.y.atan2(p.x), p.z],
            Self::Plane => [p.x, p.y],
            Self::Ellipse(a, b) => [(p.y / b).atan2(p.x / a), 0.0],
            Self::Line => [p.x, 0.0],
        }
    }
}

/// Gaussian elimination with row pivots.
fn eliminate(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()))?;
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in k + 1..n {
            let factor = a[i][k] / a[k][k];
            let (upper, lower) = a.split_at_mut(i);
            lower[0].iter_mut().zip(&upper[k]).for_each(|(x, y)| *x -= factor * y);
            b[i] -= factor * b[k];
        }
    }
    for k in (0..n).rev() {
        b[k] = (b[k] - (k + 1..n).map(|j| a[k][j] * b[j]).sum::<f64>()) / a[k][k];
    }
    b.iter().all(|x| x.is_finite()).then_some(b)
}
