//! How a gap changes in time: d' and the part of d'' that comes from the velocities alone.
use super::body::State;
use super::gap::{Gap, nearest};
use super::length;
use glam::DVec3;

/// A vector with its first two derivatives in time.
#[derive(Clone, Copy, Debug)]
struct Moving {
    v: DVec3,
    d: DVec3,
    dd: DVec3,
}

/// A number with its first two derivatives in time.
#[derive(Clone, Copy, Debug)]
struct Rates {
    v: f64,
    d: f64,
    dd: f64,
}

impl Moving {
    /// A direction fixed in a body.
    fn direction(local: DVec3, body: &State) -> Self {
        let v = body.pose.turn(local);
        let d = body.omega.cross(v);
        Self { v, d, dd: body.omega.cross(d) }
    }

    /// A point fixed in a body.
    fn point(local: DVec3, body: &State) -> Self {
        let arm = Self::direction(local, body);
        Self { v: arm.v + body.pose.position, d: arm.d + body.velocity, dd: arm.dd }
    }

    fn minus(self, o: Self) -> Self {
        Self { v: self.v - o.v, d: self.d - o.d, dd: self.dd - o.dd }
    }

    fn dot(self, o: Self) -> Rates {
        let second = self.dd.dot(o.v) + 2.0 * self.d.dot(o.d) + self.v.dot(o.dd);
        Rates { v: self.v.dot(o.v), d: self.d.dot(o.v) + self.v.dot(o.d), dd: second }
    }

    fn cross(self, o: Self) -> Self {
        let second = self.dd.cross(o.v) + 2.0 * self.d.cross(o.d) + self.v.cross(o.dd);
        Self { v: self.v.cross(o.v), d: self.d.cross(o.v) + self.v.cross(o.d), dd: second }
    }

    fn times(self, r: Rates) -> Self {
        let second = r.dd * self.v + 2.0 * r.d * self.d + r.v * self.dd;
        Self { v: r.v * self.v, d: r.d * self.v + r.v * self.d, dd: second }
    }

    fn length(self) -> Rates {
        let v = length(self.v);
        let d = self.v.dot(self.d) / v;
        Rates { v, d, dd: (self.d.length_squared() + self.v.dot(self.dd) - d * d) / v }
    }
}

impl Gap {
    /// d' and d'' while neither body's velocity nor angular velocity changes, m/s and m/s².
    ///
    /// For a plane this is n·(ω×(ω×r)) of both points and 2 n'·(p' − q') with n' = ω × n (Baraff, *Analytical methods
    /// for dynamic simulation of non-penetrating rigid bodies*, 1989); for two points |p' − q'|² across the normal over
    /// their distance; the others follow by differentiating the distance twice.
    pub fn rates(&self, first: &State, second: &State) -> [f64; 2] {
        let at_first = |p: DVec3| Moving::point(p, first);
        let at_second = |q: DVec3| Moving::point(q, second);
        let rates = match *self {
            Gap::Points { p, q, .. } => at_first(p).minus(at_second(q)).length(),
            Gap::Inside { p, q, .. } => {
                let Rates { v, d, dd } = at_first(p).minus(at_second(q)).length();
                Rates { v: -v, d: -d, dd: -dd }
            }
            Gap::Plane { p, normal, .. } => {
                let origin = Moving { v: second.pose.position, d: second.velocity, dd: DVec3::ZERO };
                at_first(p).minus(origin).dot(Moving::direction(normal, second))
            }
            Gap::Along { p, q, normal, .. } => {
                let still = Moving { v: normal, d: DVec3::ZERO, dd: DVec3::ZERO };
                at_first(p).minus(at_second(q)).dot(still)
            }
            Gap::Edge { p, q: [a, b], .. } => {
                let local = second.pose.point_to_body(first.pose.place(p));
                let foot = nearest([a, b], local);
                let span = at_first(p).minus(at_second(foot));
                if foot == a || foot == b {
                    span.length()
                } else {
                    // the foot slides along the edge
                    let along = Moving::direction((b - a) / length(b - a), second);
                    span.minus(along.times(span.dot(along))).length()
                }
            }
            // the axes stay parallel: the distance between them and the heights along them change
            Gap::Revolved(revolved) => {
                let slice = revolved.slice(&first.pose, &second.pose);
                let axis = Moving::direction(DVec3::Z, second);
                let between = at_first(DVec3::ZERO).minus(at_second(DVec3::ZERO));
                let height = between.dot(axis);
                let mut aside = between.minus(axis.times(height));
                let mut n = revolved.normal;
                match revolved.towards {
                    Some(towards) => aside.v += revolved.corner.x * towards,
                    None => n.x *= 1f64.copysign(slice.outwards.dot(aside.v)),
                }
                let still = aside.v == DVec3::ZERO;
                let distance = if still { Rates { v: 0.0, d: 0.0, dd: 0.0 } } else { aside.length() };
                let combine = |x: f64, y: f64| n.x * x + n.y * y;
                Rates { v: 0.0, d: combine(distance.d, height.d), dd: combine(distance.dd, height.dd) }
            }
            Gap::Smooth(smooth) => return smooth.rates([first, second]),
            Gap::Lines { p, q, .. } => {
                let cross = Moving::direction(p[1], first).cross(Moving::direction(q[1], second));
                let side = 1f64.copysign(self.measure(&first.pose, &second.pose).normal.dot(cross.v));
                let (n, l) = (at_first(p[0]).minus(at_second(q[0])).dot(cross), cross.length());
                let v = n.v / l.v;
                let d = (n.d - v * l.d) / l.v;
                Rates { v: side * v, d: side * d, dd: side * (n.dd - 2.0 * d * l.d - v * l.dd) / l.v }
            }
        };
        [rates.d, rates.dd]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::gap::Revolved;
    use crate::spatial::pose::Pose;
    use glam::{DQuat, DVec2};

    /// The same for turned bodies, whose axes stay parallel.
    #[test]
    fn rates_of_turned_bodies_are_derivatives() {
        let (inwards, outwards) = (DVec2::new(-0.6, 0.8), DVec2::new(0.6, 0.8));
        let towards = Some(DVec3::new(0.6, -0.8, 0.0));
        for (normal, corner, towards) in
            [(inwards, 0.4, None), (outwards, 0.4, None), (outwards, 2.0, None), (inwards, 0.4, towards)]
        {
            let gap = Gap::Revolved(Revolved { corner: DVec2::new(corner, 0.2), normal, offset: 0.1, towards });
            let (first, second) = (DVec3::new(0.7, 0.3, 0.1), DVec3::new(-0.1, 0.2, 0.5));
            let velocity = DVec3::new(0.5, -0.4, 0.3);
            let at = |t: f64| gap.measure(&Pose::at(first + t * velocity), &Pose::at(second)).gap;
            let state =
                |position: DVec3, velocity: DVec3| State { pose: Pose::at(position), velocity, omega: DVec3::ZERO };
            let [d, dd] = gap.rates(&state(first, velocity), &state(second, DVec3::ZERO));
            let h = 1e-3;
            assert!((d - (at(h) - at(-h)) / (2.0 * h)).abs() < 1e-6, "{normal}: d' {d}");
            assert!((dd - (at(h) + at(-h) - 2.0 * at(0.0)) / (h * h)).abs() < 1e-5, "{normal}: d'' {dd}");
        }
    }

    /// The rates are the derivatives of the gap along the motion.
    #[test]
    fn rates_are_derivatives() {
        let x = DVec3::X;
        for gap in [
            Gap::Points { p: x, q: DVec3::new(-0.4, 0.1, 0.2), radii: [0.3, 0.1] },
            Gap::Inside { p: x, q: DVec3::new(-0.4, 0.1, 0.2), radii: [0.3, 5.0] },
            Gap::Along { p: x, q: DVec3::Y, normal: DVec3::new(0.6, 0.0, 0.8), radius: 0.3 },
            Gap::Plane { p: x, normal: DVec3::new(0.6, 0.0, 0.8), offset: 0.2, radius: 0.1 },
            Gap::Edge { p: x, q: [DVec3::new(0.3, -6.2, -7.9), DVec3::new(0.3, 5.8, 8.1)], radius: 0.1 },
            Gap::Edge { p: x, q: [DVec3::new(0.3, -0.2, 0.1), DVec3::new(0.3, -0.1, 0.2)], radius: 0.1 },
            Gap::Lines { p: [x, DVec3::Y], q: [DVec3::Z, DVec3::new(0.6, 0.0, 0.8)], outwards: [DVec3::NEG_X, x] },
        ] {
            let state = |place: DVec3, angle: f64, velocity: DVec3, omega: DVec3| State {
                pose: Pose { position: place, rotation: DQuat::from_axis_angle(DVec3::new(0.36, 0.48, 0.8), angle) },
                velocity,
                omega,
            };
            let a = state(DVec3::new(1.0, 2.0, 0.5), 0.7, DVec3::new(0.3, -0.5, 0.2), DVec3::new(0.4, 0.2, -0.7));
            let b = state(DVec3::new(-0.3, 0.1, 0.2), -0.4, DVec3::new(-0.1, 0.6, 0.4), DVec3::new(-0.5, 0.3, 0.1));
            let later = |s: &State, t: f64| Pose {
                position: s.pose.position + t * s.velocity,
                rotation: DQuat::from_scaled_axis(t * s.omega) * s.pose.rotation,
            };
            let at = |t: f64| gap.measure(&later(&a, t), &later(&b, t)).gap;
            let h = 1e-3;
            let first = (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h);
            let second = (16.0 * (at(h) + at(-h)) - (at(2.0 * h) + at(-2.0 * h)) - 30.0 * at(0.0)) / (12.0 * h * h);
            let [d, dd] = gap.rates(&a, &b);
            assert!((d - first).abs() < 1e-9, "{gap:?}: d' {d}, measured {first}");
            assert!((dd - second).abs() < 1e-8, "{gap:?}: d'' {dd}, measured {second}");
        }
    }
}
