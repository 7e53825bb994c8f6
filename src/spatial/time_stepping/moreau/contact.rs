//! One contact in the sweeps: how impulses change velocities there, and its own problem solved exactly.
use super::contacts::Lines;
use super::demand::Demand;
use crate::complementarity::cone::natural_map;
use crate::complementarity::friction::one_contact::{OneContact, Space};
use crate::spatial::equations::{Inertia, Twist};
use crate::spatial::law::Cone;
use glam::{DMat3, DVec3};

/// Most turns of the two parts of a contact under a pyramid.
const MOST_TURNS: usize = 60;
/// Blocks whose determinant is below this part of the cube of their trace are not inverted.
const REGULAR: f64 = 1e-9;

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
    /// W of the contact alone, and its inverse, zero if there is none.
    block: [[f64; 3]; 3],
    inverse: [[f64; 3]; 3],
    /// The α with which it slid last: see [`Space`].
    alpha: f64,
    pub friction: f64,
    pub cone: Cone,
    /// A row of a joint: along the normal alone, from both sides.
    pub joint: bool,
    bias: [f64; 3],
    /// Impulse along the directions, N s.
    impulse: [f64; 3],
}

fn parts(v: DVec3, frame: &[DVec3; 3]) -> [f64; 3] {
    frame.map(|d| v.dot(d))
}

// Without a call for each product, which is most of the time in a module that is compiled to be small.

#[inline(always)]
fn dot(x: &DVec3, y: &DVec3) -> f64 {
    x.x * y.x + x.y * y.y + x.z * y.z
}

/// Velocity along a direction of the frame, where the bodies move apart so and turn so about its arms.
#[inline(always)]
fn rate(direction: &DVec3, apart: &DVec3, arms: [&DVec3; 2], turns: [&DVec3; 2]) -> f64 {
    dot(direction, apart) + dot(arms[0], turns[0]) + dot(arms[1], turns[1])
}

#[inline(always)]
fn add(to: &mut DVec3, by: &[f64; 3], columns: &[DVec3; 3]) {
    let [p, q, r] = columns;
    to.x += by[0] * p.x + by[1] * q.x + by[2] * r.x;
    to.y += by[0] * p.y + by[1] * q.y + by[2] * r.y;
    to.z += by[0] * p.z + by[1] * q.z + by[2] * r.z;
}

/// What impulses along the directions do to a body of this mass⁻¹.
#[inline(always)]
fn shift(twist: &mut Twist, mass: f64, by: &[f64; 3], frame: &[DVec3; 3], turns: &[DVec3; 3]) {
    if mass != 0.0 {
        add(&mut twist.linear, &[mass * by[0], mass * by[1], mass * by[2]], frame);
        add(&mut twist.angular, by, turns);
    }
}

#[inline(always)]
fn product(rows: &[[f64; 3]; 3], x: &[f64; 3]) -> [f64; 3] {
    let [[a, b, c], [d, e, f], [g, h, i]] = rows;
    let [x, y, z] = x;
    [a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z]
}

/// What a unit impulse along each direction adds to the angular velocity of a body.
fn turned(inertia: &Inertia, arms: &[DVec3; 3]) -> [DVec3; 3] {
    let [n, t, s] = arms;
    [inertia.turning * *n, inertia.turning * *t, inertia.turning * *s]
}

/// The inverse of a block, zero if it is singular but for rounding.
fn inverse(block: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let columns = DMat3::from_cols_array_2d(block);
    let size = block[0][0] + block[1][1] + block[2][2];
    if columns.determinant() > REGULAR * size * size * size {
        columns.inverse().to_cols_array_2d()
    } else {
        [[0.0; 3]; 3]
    }
}

/// The norm of the natural map of a contact with this impulse and velocity, as a velocity: times its own mean W. The friction
/// of a pyramid is bounded by the normal impulse that it goes with.
pub fn defect((friction, cone): (f64, Cone), w: f64, r: &[f64; 3], u: &[f64; 3]) -> f64 {
    if w <= 0.0 {
        return 0.0;
    }
    let map = if cone == Cone::Round {
        natural_map(r, u, w.recip(), friction)
    } else {
        let [n, t, s] = [0, 1, 2].map(|k| r[k] - u[k] / w);
        let [t, s] = cone.nearest([t, s], friction * n.max(0.0));
        [r[0] - n.max(0.0), r[1] - t, r[2] - s]
    };
    w * (map[0] * map[0] + map[1] * map[1] + map[2] * map[2]).sqrt()
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
        let arms = [[p.cross(normal), p.cross(t), p.cross(s)], [normal.cross(q), t.cross(q), s.cross(q)]];
        let turns = [turned(inertia[0], &arms[0]), turned(inertia[1], &arms[1])];
        let masses = [inertia[0].mass, inertia[1].mass];
        let [x, y] = &arms;
        let entry = |i: usize, j: usize| dot(&x[i], &turns[0][j]) + dot(&y[i], &turns[1][j]);
        let (mass, across) = (masses[0] + masses[1], [entry(1, 0), entry(2, 0), entry(2, 1)]);
        let block = [
            [mass + entry(0, 0), across[0], across[1]],
            [across[0], mass + entry(1, 1), across[2]],
            [across[1], across[2], mass + entry(2, 2)],
        ];
        let (bias, impulse) = (parts(law.bias, &frame), parts(impulse, &frame));
        let Demand { friction, cone, .. } = law;
        let inverse = inverse(&block);
        Self {
            bodies,
            frame,
            arms,
            turns,
            masses,
            block,
            inverse,
            alpha: 0.0,
            friction,
            cone,
            joint: false,
            bias,
            impulse,
        }
    }

    /// A row of a joint in place of a contact.
    pub fn joint(self) -> Self {
        Self { joint: true, impulse: [self.impulse[0], 0.0, 0.0], ..self }
    }

    #[inline(always)]
    fn velocity(&self, twists: &[Twist]) -> [f64; 3] {
        let [first, second] = [&twists[self.bodies[0]], &twists[self.bodies[1]]];
        let (x, y) = (&first.linear, &second.linear);
        let apart = DVec3::new(x.x - y.x, x.y - y.y, x.z - y.z);
        let ([n, t, s], [on, by]) = (&self.frame, &self.arms);
        let turns = [&first.angular, &second.angular];
        [
            rate(n, &apart, [&on[0], &by[0]], turns),
            rate(t, &apart, [&on[1], &by[1]], turns),
            rate(s, &apart, [&on[2], &by[2]], turns),
        ]
    }

    #[inline(always)]
    fn push(&self, by: [f64; 3], twists: &mut [Twist]) {
        let ([a, b], [p, q]) = (self.bodies, self.masses);
        shift(&mut twists[a], p, &by, &self.frame, &self.turns[0]);
        shift(&mut twists[b], -q, &by, &self.frame, &self.turns[1]);
    }

    /// The same, by a function of its own: places that do so less often have it in common.
    #[inline(never)]
    fn add(&self, by: [f64; 3], twists: &mut [Twist]) {
        self.push(by, twists);
    }

    pub fn start(&self, twists: &mut [Twist]) {
        self.add(self.impulse, twists);
    }

    /// Solves the contact; returns the square of the largest change of its own velocities that this means.
    pub fn visit(&mut self, twists: &mut [Twist]) -> f64 {
        let (old, u) = (self.impulse, self.velocity(twists));
        if self.joint {
            let rate = u[0] + self.bias[0];
            let by = if self.block[0][0] > 0.0 { -rate / self.block[0][0] } else { 0.0 };
            self.impulse[0] += by;
            self.add([by, 0.0, 0.0], twists);
            return rate * rate;
        }
        if old[0] == 0.0 && u[0] + self.bias[0] >= 0.0 {
            return 0.0;
        }
        let asked = [u[0] + self.bias[0], u[1] + self.bias[1], u[2] + self.bias[2]];
        let [n, t, s] = product(&self.inverse, &asked);
        let [n, t, s] = [old[0] - n, old[1] - t, old[2] - s];
        let most = self.friction * n;
        let sticks = n > 0.0 && t * t + s * s < most * most && self.cone == Cone::Round && self.inverse[0][0] > 0.0;
        self.impulse = if sticks { [n, t, s] } else { self.alone(&asked) };
        let new = &self.impulse;
        let by = [new[0] - old[0], new[1] - old[1], new[2] - old[2]];
        self.push(by, twists);
        let w = &self.block;
        let change = [w[0][0] * by[0], w[1][1] * by[1], w[2][2] * by[2]];
        change[0] * change[0] + change[1] * change[1] + change[2] * change[2]
    }

    /// The impulse where it is not known to stick, for the velocity that the law sees with the old one.
    fn alone(&mut self, asked: &[f64; 3]) -> [f64; 3] {
        let by = product(&self.block, &self.impulse);
        let q = [asked[0] - by[0], asked[1] - by[1], asked[2] - by[2]];
        if self.cone != Cone::Round {
            return self.by_facets(&q);
        }
        let mut solver = Space::new(&self.block, self.friction);
        solver.alpha = self.alpha;
        let impulse = solver.solve(&q);
        self.alpha = solver.alpha;
        impulse
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
        self.add(by, twists);
    }

    /// How wrong the contact is: the norm of its natural map as a velocity, m/s.
    pub fn defect(&self, twists: &[Twist]) -> f64 {
        let (u, w) = (self.velocity(twists), &self.block);
        let u = [0, 1, 2].map(|k| u[k] + self.bias[k]);
        if self.joint {
            return u[0].abs();
        }
        defect((self.friction, self.cone), (w[0][0] + w[1][1] + w[2][2]) / 3.0, &self.impulse, &u)
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
        self.press(impulse - held, twists);
        impulse
    }

    /// Adds an impulse along the normal to the velocities, N s.
    pub fn press(&self, by: f64, twists: &mut [Twist]) {
        self.push([by, 0.0, 0.0], twists);
    }

    /// Impulse on the first body, N s, world frame: along the normal, and the rest.
    pub fn impulse(&self) -> (f64, DVec3) {
        (self.impulse[0], self.impulse[1] * self.frame[1] + self.impulse[2] * self.frame[2])
    }
}

/// What a method for all contacts at once sees of it.
impl General {
    /// As [`Lines`] has it.
    pub fn lines(&self) -> Lines {
        Lines { bodies: self.bodies, frame: self.frame, arms: self.arms }
    }

    /// What the law adds to the velocity, m/s.
    pub fn bias(&self) -> DVec3 {
        self.bias[0] * self.frame[0] + self.bias[1] * self.frame[1] + self.bias[2] * self.frame[2]
    }

    /// Adds to the impulse along the lines, and to the velocities.
    pub fn change(&mut self, by: [f64; 3], twists: &mut [Twist]) {
        (0..3).for_each(|k| self.impulse[k] += by[k]);
        self.add(by, twists);
    }

    /// Takes an impulse along the lines without telling the velocities.
    pub fn put(&mut self, parts: [f64; 3]) {
        self.impulse = parts;
    }
}
