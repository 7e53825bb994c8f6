//! One contact in the sweeps: how impulses change velocities there, and its own problem solved exactly.
use super::demand::Demand;
#[cfg(feature = "contenders")]
use super::named::Lines;
use crate::complementarity::friction::one_contact::{OneContact, Space};
use crate::spatial::equations::{Inertia, Twist};
use crate::spatial::law::Cone;
use glam::DVec3;

/// Most turns of the two parts of a contact under a pyramid.
const MOST_TURNS: usize = 60;

/// A contact with any arms.
#[derive(Clone, Debug)]
pub struct General {
    pub bodies: [usize; 2],
    /// Normal, then tangents.
    frame: [DVec3; 3],
    /// r × d for each direction d at the first body, −r × d at the second.
    arms: [[DVec3; 3]; 2],
    /// What a unit impulse along each direction adds to ω of each body.
    turns: [[DVec3; 3]; 2],
    /// 1/m of each body.
    masses: [f64; 2],
    /// W of the contact alone.
    block: [[f64; 3]; 3],
    solver: Space,
    pub friction: f64,
    cone: Cone,
    /// A row of a joint: along the normal alone, from both sides.
    joint: bool,
    bias: [f64; 3],
    /// Impulse along the directions, N s.
    impulse: [f64; 3],
}

fn parts(v: DVec3, frame: &[DVec3; 3]) -> [f64; 3] {
    frame.map(|d| v.dot(d))
}

impl General {
    /// At the end of these arms from both centres with this normal; the impulse is that on the first body to begin with.
    pub fn new(
        bodies: [usize; 2],
        [p, q]: [DVec3; 2],
        normal: DVec3,
        inertia: [&Inertia; 2],
        law: Demand,
        impulse: DVec3,
    ) -> Self {
        let (t, s) = normal.any_orthonormal_pair();
        let frame = [normal, t, s];
        let arms = [frame.map(|d| p.cross(d)), frame.map(|d| d.cross(q))];
        let turns = [0, 1].map(|k| arms[k].map(|arm| inertia[k].turning * arm));
        let masses = inertia.map(|body| body.mass);
        let mut block = [0, 1, 2].map(|i| [0, 1, 2].map(|j| arms[0][i].dot(turns[0][j]) + arms[1][i].dot(turns[1][j])));
        (0..3).for_each(|i| block[i][i] += masses[0] + masses[1]);
        let solver = Space::new(&block, law.friction);
        let (bias, impulse) = (parts(law.bias, &frame), parts(impulse, &frame));
        let Demand { friction, cone, .. } = law;
        Self { bodies, frame, arms, turns, masses, block, solver, friction, cone, joint: false, bias, impulse }
    }

    /// A row of a joint in place of a contact.
    pub fn joint(self) -> Self {
        Self { joint: true, impulse: [self.impulse[0], 0.0, 0.0], ..self }
    }

    fn velocity(&self, twists: &[Twist]) -> [f64; 3] {
        let [a, b] = self.bodies.map(|body| &twists[body]);
        let linear = a.linear - b.linear;
        [0, 1, 2].map(|k| self.frame[k].dot(linear) + self.arms[0][k].dot(a.angular) + self.arms[1][k].dot(b.angular))
    }

    fn push(&self, by: [f64; 3], twists: &mut [Twist]) {
        let linear = by[0] * self.frame[0] + by[1] * self.frame[1] + by[2] * self.frame[2];
        for (k, mass) in [(0, self.masses[0]), (1, -self.masses[1])] {
            if mass != 0.0 {
                let (twist, turns) = (&mut twists[self.bodies[k]], &self.turns[k]);
                twist.linear += mass * linear;
                twist.angular += by[0] * turns[0] + by[1] * turns[1] + by[2] * turns[2];
            }
        }
    }

    pub fn start(&self, twists: &mut [Twist]) {
        self.push(self.impulse, twists);
    }

    /// Solves the contact; returns the square of the largest change of its own velocities that this means.
    pub fn visit(&mut self, twists: &mut [Twist]) -> f64 {
        let (old, u) = (self.impulse, self.velocity(twists));
        if self.joint {
            let rate = u[0] + self.bias[0];
            let by = if self.block[0][0] > 0.0 { -rate / self.block[0][0] } else { 0.0 };
            self.impulse[0] += by;
            self.push([by, 0.0, 0.0], twists);
            return rate * rate;
        }
        if old[0] == 0.0 && u[0] + self.bias[0] >= 0.0 {
            return 0.0;
        }
        let w = &self.block;
        let q = [0, 1, 2].map(|i| u[i] + self.bias[i] - (w[i][0] * old[0] + w[i][1] * old[1] + w[i][2] * old[2]));
        self.impulse = if self.cone == Cone::Round { self.solver.solve(&q) } else { self.by_facets(&q) };
        let by = [0, 1, 2].map(|k| self.impulse[k] - old[k]);
        self.push(by, twists);
        let change = [0, 1, 2].map(|k| w[k][k] * by[k]);
        change[0] * change[0] + change[1] * change[1] + change[2] * change[2]
    }

    /// The impulse under a pyramid: the normal and the tangential part, each for the other one held, by turns.
    fn by_facets(&self, q: &[f64; 3]) -> [f64; 3] {
        let (w, mut r) = (&self.block, self.impulse);
        let row = |i: usize, r: &[f64; 3]| q[i] + w[i][0] * r[0] + w[i][1] * r[1] + w[i][2] * r[2];
        for _ in 0..MOST_TURNS {
            let old = r;
            r[0] = (r[0] - row(0, &r) / w[0][0]).max(0.0);
            let step = (w[1][1] + w[2][2]).recip();
            let across = [r[1] - step * row(1, &r), r[2] - step * row(2, &r)];
            [r[1], r[2]] = self.cone.nearest(across, self.friction * r[0]);
            if (0..3).all(|k| (r[k] - old[k]).abs() <= 1e-14 * r[0]) {
                break;
            }
        }
        r
    }

    /// Impulse along the directions, for what combines sweeps.
    pub fn entry(&self) -> [f64; 4] {
        let [n, t, s] = self.impulse;
        [n, t, s, 0.0]
    }

    /// Roots of what the squares of the impulses weigh.
    pub fn weights(&self) -> [f64; 4] {
        let [n, t, s] = [0, 1, 2].map(|k| self.block[k][k].sqrt());
        [n, t, s, 0.0]
    }

    /// Takes the allowed impulse nearest to this one.
    pub fn set(&mut self, entry: &[f64; 4], twists: &mut [Twist]) {
        let mut new = [entry[0], 0.0, 0.0];
        if !self.joint {
            new[0] = new[0].max(0.0);
            [new[1], new[2]] = self.cone.nearest([entry[1], entry[2]], self.friction * new[0]);
        }
        let by = [0, 1, 2].map(|k| new[k] - self.impulse[k]);
        self.impulse = new;
        self.push(by, twists);
    }

    /// r · û, J.
    pub fn work(&self, twists: &[Twist]) -> f64 {
        let u = self.velocity(twists);
        (0..3).map(|k| self.impulse[k] * (u[k] + self.bias[k])).sum()
    }

    /// Multiplies the impulse.
    pub fn scale(&mut self, by: f64) {
        self.impulse = self.impulse.map(|x| by * x);
    }

    /// Rate of the gap, m/s.
    pub fn rate(&self, twists: &[Twist]) -> f64 {
        self.velocity(twists)[0]
    }

    /// Opens the gap by at least `by`, m/s, with an impulse along the normal that was `held` so far; returns it.
    pub fn open(&self, by: f64, held: f64, twists: &mut [Twist]) -> f64 {
        let impulse = (held + (by - self.rate(twists)) / self.block[0][0]).max(0.0);
        self.push([impulse - held, 0.0, 0.0], twists);
        impulse
    }

    /// Impulse on the first body, N s, world frame: along the normal, and the rest.
    pub fn impulse(&self) -> (f64, DVec3) {
        (self.impulse[0], self.impulse[1] * self.frame[1] + self.impulse[2] * self.frame[2])
    }
}

/// What a method of the tables sees of it.
#[cfg(feature = "contenders")]
impl General {
    /// As [`Lines`] has it.
    pub fn lines(&self) -> Lines {
        Lines { bodies: self.bodies, frame: self.frame, arms: self.arms }
    }

    /// What the law adds to the velocity, m/s.
    pub fn bias(&self) -> DVec3 {
        self.bias[0] * self.frame[0] + self.bias[1] * self.frame[1] + self.bias[2] * self.frame[2]
    }

    /// Takes an impulse along the lines without telling the velocities.
    pub fn put(&mut self, parts: [f64; 3]) {
        self.impulse = parts;
    }
}
