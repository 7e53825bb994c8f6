//! Rates of extremal points, of the normal and of the distance, as functions of the relative motion of the bodies.
use super::{Conditions, Extremal, SINGULAR};
use crate::spatial::body::State;
use crate::spatial::shape::surface::Local;
use glam::DVec3;

/// Motion of the first body as the second sees it. World axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Relative {
    /// Of the first body's matter at p₁ past the second's there, m/s.
    pub velocity: DVec3,
    /// ω₁ − ω₂, rad/s.
    pub omega: DVec3,
}

impl Relative {
    /// Of two bodies at a point of the world.
    pub fn at(point: DVec3, [first, second]: [&State; 2]) -> Self {
        Self { velocity: first.velocity_at(point) - second.velocity_at(point), omega: first.omega - second.omega }
    }
}

/// How a pair of extremal points changes. World axes unless said otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rates {
    /// d', m/s.
    pub distance: f64,
    /// Velocity of each point along its body, m/s.
    pub slides: [DVec3; 2],
    /// Rates of the coordinates u, v of each point.
    pub coordinates: [[f64; 2]; 2],
    /// n' as the second body sees it, 1/s.
    pub normal: DVec3,
    /// Rate of the angle about n from the first tangent of the second feature (x of a surface, t of a curve) to that
    /// of the first, rad/s: Montana's ψ.
    pub spin: f64,
}

impl Extremal {
    /// The rates for a relative motion at p₁; none if the pair is singular, for then the points are ambiguous.
    pub fn rates(&self, motion: Relative) -> Option<Rates> {
        let conditions = Conditions::of(self);
        if conditions.margin() < SINGULAR {
            return None;
        }
        let n = self.normal;
        let turn = motion.omega.cross(n);
        let slides = conditions.solve(turn, motion.velocity)?;
        let coordinates = [0, 1].map(|k| self.local[k].step(slides[k]));
        let normal = self.turn_of_normal(motion, slides);
        let about = [0, 1].map(|k| about_normal(&self.local[k], slides[k], n));
        let spin = motion.omega.dot(n) + about[0] - about[1];
        Some(Rates { distance: n.dot(motion.velocity), slides, coordinates, normal, spin })
    }

    /// n' as the second body sees it.
    fn turn_of_normal(&self, motion: Relative, slides: [DVec3; 2]) -> DVec3 {
        match self.local {
            [_, Local::Surface(second)] => second.turn_of_normal(slides[1]),
            [Local::Surface(first), _] => motion.omega.cross(self.normal) - first.turn_of_normal(slides[0]),
            [Local::Curve(first), Local::Curve(second)] => {
                // n stays orthogonal to both tangents: t·n' = −n·t'
                let (t, s) = (first.frame[0], second.frame[0]);
                let along = |frenet: &crate::spatial::shape::surface::Frenet, e: DVec3| {
                    frenet.bend_towards(self.normal) * frenet.frame[0].dot(e)
                };
                let right =
                    [-self.normal.dot(motion.omega.cross(t)) - along(&first, slides[0]), -along(&second, slides[1])];
                let cosine = t.dot(s);
                let scale = (1.0 - cosine * cosine).recip();
                scale * ((right[0] - cosine * right[1]) * t + (right[1] - cosine * right[0]) * s)
            }
        }
    }

    /// d'' while neither body's velocity nor angular velocity changes, m/s²: what the velocities alone add to b.
    ///
    /// From d' = n·(v₁ + ω₁ × r₁ − v₂ − ω₂ × r₂), where the r go with the extremal points.
    pub fn acceleration(&self, rates: &Rates, bodies: [&State; 2]) -> f64 {
        let [p, q] = self.points();
        let apart = bodies[0].velocity_at(p) - bodies[1].velocity_at(q);
        let normal = bodies[1].omega.cross(self.normal) + rates.normal;
        let turning = |k: usize, point: DVec3| {
            let arm = bodies[k].velocity_at(point) - bodies[k].velocity + rates.slides[k];
            bodies[k].omega.cross(arm)
        };
        normal.dot(apart) + self.normal.dot(turning(0, p) - turning(1, q))
    }
}

/// How the first tangent turns about n, beside the body, when the point moves by e: the torsion of a surface, whose
/// normal is n or −n, and the curvature of a curve.
fn about_normal(local: &Local, e: DVec3, n: DVec3) -> f64 {
    match local {
        Local::Surface(at) => n.dot(at.frame[2]) * at.torsion.dot(at.components(e)),
        Local::Curve(at) => at.curvature * at.frame[0].dot(e) * at.frame[1].dot(n.cross(at.frame[0])),
    }
}
