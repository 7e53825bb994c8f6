//! A contact as Newton's method sees it: the impulse that its law gives for a velocity, with the derivative.
use super::contact::defect;
use crate::complementarity::cone::project;
use crate::linalg::block::Block;
use crate::spatial::law::Cone;
use glam::DVec3;

/// Three rows of six numbers: linear, then angular.
pub type Rows = [[f64; 6]; 3];

/// A contact as the method sees it; impulses and velocities along its own lines.
#[derive(Clone, Debug)]
pub struct Member {
    /// Places of the bodies among the unknowns, `usize::MAX` for one that nothing moves.
    pub places: [usize; 2],
    /// J, and M⁻¹ Jᵀ turned, at both bodies.
    pub jacobian: [Rows; 2],
    pub answer: [Rows; 2],
    /// Mean of the contact's own W.
    pub own: f64,
    pub friction: f64,
    pub joint: bool,
    /// λ, and the impulses that the velocities have.
    pub known: [f64; 3],
    pub has: [f64; 3],
    /// û with these.
    pub u: [f64; 3],
    /// μ |u_T| while it is held.
    pub slip: Option<f64>,
    /// r, and its derivative by −û.
    pub r: [f64; 3],
    pub stiffness: Block<3>,
    /// How the step changes the impulses that velocities have, and û.
    pub step: [[f64; 3]; 2],
}

pub fn rows(linear: [DVec3; 3], angular: [DVec3; 3]) -> Rows {
    std::array::from_fn(|i| {
        let ([x, y, z], [a, b, c]) = (linear[i].to_array(), angular[i].to_array());
        [x, y, z, a, b, c]
    })
}

// Without loops, which are most of the time in a module that is compiled to be small.

#[inline(always)]
fn along(rows: &Rows, motion: &[f64; 6]) -> [f64; 3] {
    let [u, v, w, x, y, z] = motion;
    rows.map(|[a, b, c, d, e, f]| a * u + b * v + c * w + d * x + e * y + f * z)
}

#[inline(always)]
pub fn add(to: &mut [f64; 6], by: f64, row: &[f64; 6]) {
    to[0] += by * row[0];
    to[1] += by * row[1];
    to[2] += by * row[2];
    to[3] += by * row[3];
    to[4] += by * row[4];
    to[5] += by * row[5];
}

pub fn times(a: &Block<3>, x: &[f64; 3]) -> [f64; 3] {
    a.map(|row| row[0] * x[0] + row[1] * x[1] + row[2] * x[2])
}

fn dot(x: &[f64; 3], y: &[f64; 3]) -> f64 {
    x[0] * y[0] + x[1] * y[1] + x[2] * y[2]
}

pub fn sum(x: &[f64; 3], part: f64, y: &[f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| x[k] + part * y[k])
}

impl Member {
    /// μ |u_T|.
    fn slips(&self, u: &[f64; 3]) -> f64 {
        self.friction * (u[1] * u[1] + u[2] * u[2]).sqrt()
    }

    /// Its derivative by u_T, zero where nothing slides.
    fn slope_of_slip(&self) -> [f64; 2] {
        let speed = (self.u[1] * self.u[1] + self.u[2] * self.u[2]).sqrt();
        [1, 2].map(|k| if speed > 0.0 { self.friction * self.u[k] / speed } else { 0.0 })
    }

    /// Holds the slip as it is now.
    pub fn hold_slip(&mut self) {
        self.slip = Some(self.slips(&self.u));
    }

    /// λ − (û + μ |u_T| n)/ε.
    fn pushed(&self, u: &[f64; 3], yields: f64) -> [f64; 3] {
        let factor = -1.0 / (yields * self.own);
        let mut pushed = sum(&self.known, factor, u);
        if !self.joint {
            pushed[0] += factor * self.slip.unwrap_or_else(|| self.slips(u));
        }
        pushed
    }

    fn projected(&self, mut x: [f64; 3]) -> [f64; 3] {
        if self.joint {
            return [x[0], 0.0, 0.0];
        }
        project(&mut x, self.friction);
        x
    }

    /// Notes r and its derivative.
    pub fn hold(&mut self, yields: f64) {
        let pushed = self.pushed(&self.u, yields);
        self.r = self.projected(pushed);
        let stiff = 1.0 / (yields * self.own);
        self.stiffness = if self.joint {
            [[stiff, 0.0, 0.0], [0.0; 3], [0.0; 3]]
        } else {
            let [t, s] = self.slip.map_or_else(|| self.slope_of_slip(), |_| [0.0; 2]);
            slope(&pushed, &self.r, self.friction)
                .map(|[x, y, z]| [stiff * x, stiff * (y + x * t), stiff * (z + x * s)])
        };
    }

    /// What is wrong with the impulses that the velocities have at a part of the step, J.
    pub fn misfit(&self, part: f64, yields: f64) -> f64 {
        let (has, u) = (sum(&self.has, part, &self.step[0]), sum(&self.u, part, &self.step[1]));
        let off = sum(&self.projected(self.pushed(&u, yields)), -1.0, &has);
        self.own * dot(&off, &off)
    }

    /// J times the motions of the bodies.
    pub fn moved(&self, motion: &[[f64; 6]]) -> [f64; 3] {
        let at = |side: usize| motion.get(self.places[side]).map_or([0.0; 3], |m| along(&self.jacobian[side], m));
        let (one, other) = (at(0), at(1));
        std::array::from_fn(|k| one[k] + other[k])
    }

    /// How wrong the contact is, m/s.
    pub fn defect(&self) -> f64 {
        if self.joint {
            return self.u[0].abs();
        }
        defect((self.friction, Cone::Round), self.own, &self.has, &self.u)
    }

    /// How far the impulse that the law gives is from that which the velocities have, m/s.
    pub fn gap(&self) -> f64 {
        let off = sum(&self.r, -1.0, &self.has);
        self.own * dot(&off, &off).sqrt()
    }
}

/// The derivative of the projection on the cone at `x`, whose projection is `p`.
fn slope(x: &[f64; 3], p: &[f64; 3], mu: f64) -> Block<3> {
    let mut d = [[0.0; 3]; 3];
    if p == x {
        (0..3).for_each(|k| d[k][k] = 1.0);
    } else if p[0] > 0.0 {
        let length = (x[1] * x[1] + x[2] * x[2]).sqrt();
        let (t, share) = ([0.0, x[1] / length, x[2] / length], 1.0 / (1.0 + mu * mu));
        let across = mu * p[0] / length;
        d[0][0] = share;
        for i in 1..3 {
            (d[0][i], d[i][0]) = (share * mu * t[i], share * mu * t[i]);
            for j in 1..3 {
                let identity = if i == j { 1.0 } else { 0.0 };
                d[i][j] = share * mu * mu * t[i] * t[j] + across * (identity - t[i] * t[j]);
            }
        }
    }
    d
}

/// Adds what impulses do to the motions.
pub fn spread(members: &[Member], motion: &mut [[f64; 6]], impulse: impl Fn(&Member) -> [f64; 3]) {
    for member in members {
        let by = impulse(member);
        for (place, answer) in member.places.iter().zip(&member.answer) {
            let Some(motion) = motion.get_mut(*place) else { continue };
            answer.iter().zip(by).for_each(|(row, by)| add(motion, by, row));
        }
    }
}
