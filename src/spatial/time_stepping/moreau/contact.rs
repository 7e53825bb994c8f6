//! One contact in the sweeps: how impulses change velocities there, and its own problem solved exactly.
use crate::complementarity::friction::one_contact::{OneContact, Space};
use crate::spatial::equations::{Inertia, Twist};
use crate::spatial::law::Cone;
use glam::{DMat3, DVec3};

/// What the law of a contact asks of the velocities at the end of the step: û = u' + `bias` obeys Signorini's and
/// Coulomb's laws.
#[derive(Clone, Copy, Debug, Default)]
pub struct Demand {
    /// World frame, m/s.
    pub bias: DVec3,
    /// μ.
    pub friction: f64,
    /// What bounds friction.
    pub cone: Cone,
}

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
    friction: f64,
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
    /// At this point with this normal; the impulse is that on the first body to begin with.
    pub fn new(
        bodies: [usize; 2],
        point: DVec3,
        normal: DVec3,
        inertia: [&Inertia; 2],
        law: Demand,
        impulse: DVec3,
    ) -> Self {
        let (t, s) = normal.any_orthonormal_pair();
        let frame = [normal, t, s];
        let [p, q] = inertia.map(|body| point - body.centre);
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
    /// 1/W along the normal, and across it.
    inverse: [f64; 2],
    friction: f64,
    cone: Cone,
    /// Along the normal, and across it.
    bias: (f64, DVec3),
    normal_impulse: f64,
    tangent_impulse: DVec3,
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
        let inverse = [w.recip(), (w + arms[0] * turns[0] + arms[1] * turns[1]).recip()];
        let along = law.bias.dot(normal);
        let normal_impulse = impulse.dot(normal);
        Self {
            bodies,
            normal,
            arms,
            masses,
            turns,
            inverse,
            friction: law.friction,
            cone: law.cone,
            bias: (along, law.bias - along * normal),
            normal_impulse,
            tangent_impulse: impulse - normal_impulse * normal,
        }
    }

    fn push(&self, by: DVec3, twists: &mut [Twist]) {
        let turn = self.normal.cross(by);
        let [a, b] = self.bodies;
        twists[a].linear += self.masses[0] * by;
        twists[a].angular -= self.turns[0] * turn;
        if self.masses[1] != 0.0 {
            twists[b].linear -= self.masses[1] * by;
            twists[b].angular -= self.turns[1] * turn;
        }
    }

    pub fn start(&self, twists: &mut [Twist]) {
        self.push(self.normal_impulse * self.normal + self.tangent_impulse, twists);
    }

    /// As [`General::visit`].
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
        let mut tangent = self.tangent_impulse - self.inverse[1] * across;
        let (most, square) = (self.friction * normal, tangent.length_squared());
        if self.cone != Cone::Round {
            let (t, s) = n.any_orthonormal_pair();
            let [x, y] = self.cone.nearest([tangent.dot(t), tangent.dot(s)], most);
            tangent = x * t + y * s;
        } else if square > most * most {
            tangent *= most / square.sqrt();
        }
        let by = normal - self.normal_impulse;
        let side = tangent - self.tangent_impulse;
        (self.normal_impulse, self.tangent_impulse) = (normal, tangent);
        self.push(by * n + side, twists);
        let change = by / self.inverse[0];
        change * change + side.length_squared() / (self.inverse[1] * self.inverse[1])
    }

    /// As [`General::rate`].
    pub fn rate(&self, twists: &[Twist]) -> f64 {
        let [a, b] = self.bodies;
        self.normal.dot(twists[a].linear - twists[b].linear)
    }

    /// As [`General::open`].
    pub fn open(&self, by: f64, held: f64, twists: &mut [Twist]) -> f64 {
        let impulse = (held + (by - self.rate(twists)) * self.inverse[0]).max(0.0);
        let ([a, b], push) = (self.bodies, (impulse - held) * self.normal);
        twists[a].linear += self.masses[0] * push;
        twists[b].linear -= self.masses[1] * push;
        impulse
    }

    /// As [`General::impulse`].
    pub fn impulse(&self) -> (f64, DVec3) {
        (self.normal_impulse, self.tangent_impulse)
    }
}

/// Whether a body turns alike about all axes, as the matrix says.
pub fn turns_alike(turning: &DMat3) -> bool {
    *turning == DMat3::from_diagonal(DVec3::splat(turning.x_axis.x))
}
