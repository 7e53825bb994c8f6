//! The rows of contacts and joints, and the forces in them: a = A f + b.
use crate::complementarity::dantzig::Dantzig;
use crate::complementarity::{Lcp, Limits, Solution, Solver};
use crate::spatial::body::State;
use crate::spatial::equations::{Inertia, Row, Twist, free_accelerations};
use crate::spatial::forces::Place;
use crate::spatial::gap::Gap;
use crate::spatial::time_stepping::Setup;
use glam::DVec3;

/// Rows, forces and accelerations at one instant, with the storage for them.
#[derive(Default)]
pub struct Rows {
    /// A, b, and which rows are bilateral.
    pub lcp: Lcp,
    /// f and a; the next solution is sought from this f.
    pub solution: Solution,
    /// Accelerations of the bodies, all forces included.
    pub accelerations: Vec<Twist>,
    inertia: Vec<Inertia>,
    rows: Vec<Row>,
    /// Accelerations without contact forces.
    free: Vec<Twist>,
    solver: Dantzig,
}

impl Rows {
    /// Begins at these states, without rows.
    pub fn begin(&mut self, setup: &Setup, states: &[State]) {
        let place = Place { bodies: setup.bodies, states, fastest: setup.h.recip() };
        free_accelerations(setup.forces, place, &mut self.inertia, &mut self.free);
        self.rows.clear();
        self.lcp.b.clear();
        self.lcp.bilateral.clear();
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds a row for a force along `normal` at two points, whose acceleration has this part from velocities alone.
    pub fn push(&mut self, bodies: [usize; 2], normal: DVec3, ends: [DVec3; 2], from_velocities: f64, bilateral: bool) {
        let row = Row::new(bodies, normal, ends, &self.inertia);
        self.lcp.b.push(row.apply(|body| self.free[body]) + from_velocities);
        self.lcp.bilateral.push(bilateral);
        self.rows.push(row);
    }

    /// Adds the row of a gap.
    pub fn push_gap(&mut self, bodies: [usize; 2], gap: &Gap, states: &[State], bilateral: bool) {
        let [a, b] = bodies.map(|body| &states[body]);
        let measure = gap.measure(&a.pose, &b.pose);
        let [_, second] = gap.rates(a, b);
        self.push(bodies, measure.normal, measure.ends, second, bilateral);
    }

    /// Solves for the forces, and adds what they do to the accelerations.
    pub fn solve(&mut self) {
        let n = self.rows.len();
        self.lcp.a.reset(n, n);
        for i in 0..n {
            for j in 0..=i {
                let entry = self.rows[i].coupling(&self.rows[j]);
                (self.lcp.a[(i, j)], self.lcp.a[(j, i)]) = (entry, entry);
            }
        }
        let limits = Limits { warm: true, ..Limits::default() };
        self.solver.solve(&self.lcp, &limits, &mut self.solution, &mut |_| ());
        self.accelerations.clone_from(&self.free);
        for (row, f) in self.rows.iter().zip(&self.solution.f) {
            row.push(*f, &mut self.accelerations);
        }
    }

    /// What is wrong with the forces found last, as an acceleration, m/s².
    pub fn missed(&self) -> f64 {
        self.lcp.acceleration_residual(&self.solution.a, &self.solution.f)
    }

    /// Sum of the forces of some rows on their first body, N, world axes.
    pub fn force(&self, rows: std::ops::Range<usize>) -> DVec3 {
        let own = self.rows[rows.clone()].iter().zip(&self.solution.f[rows]);
        own.map(|(row, f)| *f * row.jacobian[0].linear).sum()
    }
}
