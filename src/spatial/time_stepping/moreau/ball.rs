//! One contact of balls in the sweeps: a closed form, and little to carry.
#[cfg(doc)]
use super::contact::General;
use super::contact::defect;
use super::contacts::Lines;
use super::demand::Demand;
use crate::spatial::equations::{Inertia, Twist};
use crate::spatial::law::Cone;
use glam::{DMat3, DVec3};

/// A contact of a ball with another ball or with what cannot be moved: `W` is diagonal, the impulse goes through the
/// centres but for friction, so that both laws are solved in closed form.
#[derive(Clone, Debug)]
pub struct Ball {
    pub bodies: [usize; 2],
    normal: DVec3,
    /// Radii, m; zero for a body that is no ball, which must be fixed.
    arms: [f64; 2],
    /// 1/m of each body.
    masses: [f64; 2],
    /// arm/I of each body.
    turns: [f64; 2],
    /// W along the normal, and across it.
    w: [f64; 2],
    /// 1/W.
    inverse: [f64; 2],
    pub friction: f64,
    pub cone: Cone,
    /// Along the normal, and across it.
    bias: (f64, DVec3),
    normal_impulse: f64,
    tangent_impulse: DVec3,
}

/// Without a call, as in [`General`].
#[inline(always)]
fn add(to: &mut DVec3, factor: f64, by: &DVec3) {
    to.x += factor * by.x;
    to.y += factor * by.y;
    to.z += factor * by.z;
}

impl Ball {
    /// As [`General::new`]; the arms are the radii.
    pub fn new(
        bodies: [usize; 2],
        normal: DVec3,
        arms: [f64; 2],
        inertia: [&Inertia; 2],
        law: Demand,
        impulse: DVec3,
    ) -> Self {
        let masses = inertia.map(|body| body.mass);
        let turns = [0, 1].map(|k| inertia[k].turning.x_axis.x * arms[k]);
        let w = masses[0] + masses[1];
        let w = [w, w + arms[0] * turns[0] + arms[1] * turns[1]];
        let inverse = w.map(f64::recip);
        let along = law.bias.dot(normal);
        let normal_impulse = impulse.dot(normal);
        Self {
            bodies,
            normal,
            arms,
            masses,
            turns,
            w,
            inverse,
            friction: law.friction,
            cone: law.cone,
            bias: (along, law.bias - along * normal),
            normal_impulse,
            tangent_impulse: impulse - normal_impulse * normal,
        }
    }

    #[inline(always)]
    fn push(&self, by: DVec3, twists: &mut [Twist]) {
        let (turn, [a, b]) = (self.normal.cross(by), self.bodies);
        add(&mut twists[a].linear, self.masses[0], &by);
        add(&mut twists[a].angular, -self.turns[0], &turn);
        if self.masses[1] != 0.0 {
            add(&mut twists[b].linear, -self.masses[1], &by);
            add(&mut twists[b].angular, -self.turns[1], &turn);
        }
    }

    /// As [`General::add`].
    #[inline(never)]
    fn add(&self, by: DVec3, twists: &mut [Twist]) {
        self.push(by, twists);
    }

    pub fn start(&self, twists: &mut [Twist]) {
        self.add(self.normal_impulse * self.normal + self.tangent_impulse, twists);
    }

    /// As [`General::visit`].
    #[inline]
    pub fn visit(&mut self, twists: &mut [Twist]) -> f64 {
        let [a, b] = self.bodies;
        let (p, q, n) = (&twists[a], &twists[b], self.normal);
        let linear = p.linear - q.linear;
        let along = n.dot(linear) + self.bias.0;
        if self.normal_impulse == 0.0 && along >= 0.0 {
            return 0.0;
        }
        let normal = (self.normal_impulse - along * self.inverse[0]).max(0.0);
        let spin = self.arms[0] * p.angular + self.arms[1] * q.angular;
        let across = linear - (along - self.bias.0) * n + n.cross(spin) + self.bias.1;
        let tangent = self.bounded(self.tangent_impulse - self.inverse[1] * across, self.friction * normal);
        let by = normal - self.normal_impulse;
        let side = tangent - self.tangent_impulse;
        (self.normal_impulse, self.tangent_impulse) = (normal, tangent);
        self.push(by * n + side, twists);
        let [w, across] = self.w;
        (by * w) * (by * w) + side.length_squared() * (across * across)
    }

    /// As [`General::entry`].
    pub fn entry(&self) -> [f64; 4] {
        let [x, y, z] = self.tangent_impulse.to_array();
        [self.normal_impulse, x, y, z]
    }

    /// As [`General::weights`].
    pub fn weights(&self) -> [f64; 4] {
        let [normal, across] = self.w.map(f64::sqrt);
        [normal, across, across, across]
    }

    /// As [`General::set`].
    pub fn set(&mut self, entry: &[f64; 4], twists: &mut [Twist]) {
        let normal = entry[0].max(0.0);
        let tangent = self.bounded(DVec3::new(entry[1], entry[2], entry[3]), self.friction * normal);
        let by = (normal - self.normal_impulse) * self.normal + tangent - self.tangent_impulse;
        (self.normal_impulse, self.tangent_impulse) = (normal, tangent);
        self.add(by, twists);
    }

    /// The nearest friction that is allowed where the round cone allows `most`.
    #[inline(always)]
    fn bounded(&self, tangent: DVec3, most: f64) -> DVec3 {
        if self.cone == Cone::Round {
            let square = tangent.length_squared();
            return if square > most * most { tangent * (most / square.sqrt()) } else { tangent };
        }
        self.in_pyramid(tangent, most)
    }

    /// The same where the cone is not round.
    #[cold]
    fn in_pyramid(&self, tangent: DVec3, most: f64) -> DVec3 {
        let (t, s) = self.normal.any_orthonormal_pair();
        let [x, y] = self.cone.nearest([tangent.dot(t), tangent.dot(s)], most);
        x * t + y * s
    }

    /// As [`General::rate`].
    #[inline(always)]
    pub fn rate(&self, twists: &[Twist]) -> f64 {
        let [a, b] = self.bodies;
        self.normal.dot(twists[a].linear - twists[b].linear)
    }

    /// As [`General::open`].
    #[inline(always)]
    pub fn open(&self, by: f64, held: f64, twists: &mut [Twist]) -> f64 {
        let impulse = (held + (by - self.rate(twists)) * self.inverse[0]).max(0.0);
        self.press(impulse - held, twists);
        impulse
    }

    /// As [`General::press`].
    #[inline(always)]
    pub fn press(&self, by: f64, twists: &mut [Twist]) {
        let [a, b] = self.bodies;
        add(&mut twists[a].linear, by * self.masses[0], &self.normal);
        add(&mut twists[b].linear, -by * self.masses[1], &self.normal);
    }

    /// As [`General::defect`].
    pub fn defect(&self, twists: &[Twist]) -> f64 {
        let [a, b] = self.bodies;
        let (p, q, n) = (&twists[a], &twists[b], self.normal);
        let linear = p.linear - q.linear;
        let (rate, spin) = (n.dot(linear), self.arms[0] * p.angular + self.arms[1] * q.angular);
        let along = rate + self.bias.0;
        if self.normal_impulse == 0.0 && along >= 0.0 {
            return 0.0;
        }
        let across = linear - rate * n + n.cross(spin) + self.bias.1;
        let (t, s) = n.any_orthonormal_pair();
        let parts = |x: DVec3, normal: f64| [normal, x.dot(t), x.dot(s)];
        let (r, u) = (parts(self.tangent_impulse, self.normal_impulse), parts(across, along));
        defect((self.friction, self.cone), (self.w[0] + 2.0 * self.w[1]) / 3.0, &r, &u)
    }

    /// As [`General::work`].
    pub fn work(&self, twists: &[Twist]) -> f64 {
        let [a, b] = self.bodies;
        let (p, q, n) = (&twists[a], &twists[b], self.normal);
        let linear = p.linear - q.linear;
        let spin = self.arms[0] * p.angular + self.arms[1] * q.angular;
        let across = linear + n.cross(spin) + self.bias.1;
        self.normal_impulse * (n.dot(linear) + self.bias.0) + self.tangent_impulse.dot(across)
    }

    /// As [`General::scale`].
    pub fn scale(&mut self, by: f64) {
        self.normal_impulse *= by;
        self.tangent_impulse *= by;
    }

    /// As [`General::impulse`].
    pub fn impulse(&self) -> (f64, DVec3) {
        (self.normal_impulse, self.tangent_impulse)
    }
}

/// What a method for all contacts at once sees of it.
impl Ball {
    /// As [`Lines`] has it.
    pub fn lines(&self) -> Lines {
        let (t, s) = self.normal.any_orthonormal_pair();
        let frame = [self.normal, t, s];
        let turned = frame.map(|d| self.normal.cross(d));
        let arms = [turned.map(|x| -self.arms[0] * x), turned.map(|x| -self.arms[1] * x)];
        Lines { bodies: self.bodies, frame, arms }
    }

    /// As [`General::bias`].
    pub fn bias(&self) -> DVec3 {
        self.bias.0 * self.normal + self.bias.1
    }

    /// As [`General::change`].
    pub fn change(&mut self, [normal, x, y]: [f64; 3], twists: &mut [Twist]) {
        let (t, s) = self.normal.any_orthonormal_pair();
        let side = x * t + y * s;
        self.normal_impulse += normal;
        self.tangent_impulse += side;
        self.add(normal * self.normal + side, twists);
    }

    /// As [`General::put`].
    pub fn put(&mut self, [normal, x, y]: [f64; 3]) {
        let (t, s) = self.normal.any_orthonormal_pair();
        (self.normal_impulse, self.tangent_impulse) = (normal, x * t + y * s);
    }
}

/// Whether a body turns alike about all axes, as the matrix says.
pub fn turns_alike(turning: &DMat3) -> bool {
    *turning == DMat3::from_diagonal(DVec3::splat(turning.x_axis.x))
}
