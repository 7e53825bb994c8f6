//! Coulomb's friction in the linear problems of distances: forces within the round cones.
//!
//! Hotz et al., *Calculation of contact forces*, say that their schemes extend to friction. The linear problem of each
//! contact gets two directions across its normal, in which not distances but velocities at the end of the step obey a law:
//! |f_T| ≤ μ f_N, and f_T = −μ f_N u_T/|u_T| where it slides. It is a [`ConeProblem`], as that of a step by impulses is.
use super::fixpoint::LINEAR;
use super::problem::Problem;
use crate::complementarity::Status;
use crate::complementarity::chosen::Chosen;
use crate::complementarity::cone::{ConeProblem, Yardstick};
use crate::complementarity::friction::{CONE_METHODS, ConeLimits, ConeSolution, ConeSolver};
use crate::linalg::vector::{dot, norm};
use crate::linalg::{Lu, Matrix};
use crate::spatial::equations::Row;
use glam::DVec3;

/// Part of what the residual of the step may be off, as accelerations, to which the problem is solved.
const SHARE: f64 = 0.1;
/// Most iterations of the method, times contacts: it takes under a hundred of them unless bodies jam.
const EFFORT: usize = 20_000;
/// Part of the diagonal of A by which joints yield, lest those that are more than needed contradict each other.
const YIELD: f64 = 1e-12;

/// A linear problem with friction, and its working storage.
#[derive(Default)]
pub struct Cones {
    method: Chosen<dyn ConeSolver>,
    /// Those of joints, then three for each contact: along its normal and two tangents.
    rows: Vec<Row>,
    a: Matrix,
    b: Vec<f64>,
    joints: Lu,
    right: Vec<f64>,
    /// What each force of unit size at a contact, and at last b, asks of the joints.
    held: Matrix,
    asked: Vec<f64>,
    problem: ConeProblem,
    solution: ConeSolution,
}

impl Cones {
    /// Finds the forces and the friction of the chosen candidates, of which joints come first, with these b along the normals,
    /// m/s², of a step whose gaps may be off by `tolerance`, m: of a short
    /// step that says nothing of the forces. Whether there are any.
    pub fn solve(
        &mut self,
        problem: &mut Problem,
        chosen: &[usize],
        b: &[f64],
        tolerance: f64,
        forces: &mut [f64],
    ) -> bool {
        let (joints, contacts) = chosen.split_at(problem.joints);
        self.take_up(problem, chosen, b);
        self.hold(joints.len());
        let Self { a, problem: cones, solution, .. } = self;
        cones.dim = 3;
        cones.mu.clear();
        cones.mu.extend(contacts.iter().map(|&k| problem.mu[k]));
        cones.q.clear();
        cones.q.extend_from_slice(&self.b[joints.len()..]);
        cones.fill(|i, j| a[(joints.len() + i, joints.len() + j)]);
        solution.r.clear();
        for &k in contacts {
            let [s, t] = tangents(&problem.rows[k]);
            solution.r.extend([forces[k], problem.friction[k].dot(s), problem.friction[k].dot(t)]);
        }
        let off = SHARE * tolerance / (problem.h() * problem.h());
        // residuals are relative to the largest of q, r and what r does
        let Yardstick { rho, size } = cones.yardstick();
        let tolerance = LINEAR.min(off / size.max(norm(&solution.r) / rho));
        let limits = ConeLimits { tolerance, iterations: EFFORT.div_ceil(contacts.len().max(1)), warm: true };
        let method = &CONE_METHODS[0];
        self.method.of(method.name, method.new).solve(cones, &limits, solution, &mut |_| ());
        forces.fill(0.0);
        problem.friction.fill(DVec3::ZERO);
        for (&k, r) in contacts.iter().zip(solution.r.as_chunks::<3>().0) {
            let [s, t] = tangents(&problem.rows[k]);
            forces[k] = r[0].max(0.0);
            problem.friction[k] = r[1] * s + r[2] * t;
        }
        for (i, r) in solution.r.iter().chain([&1.0]).enumerate() {
            joints.iter().zip(self.held.row(i)).for_each(|(&k, held)| forces[k] -= r * held);
        }
        solution.status == Status::Solved
    }

    /// A and b of all rows.
    fn take_up(&mut self, problem: &Problem, chosen: &[usize], closing: &[f64]) {
        let Self { rows, a, b, .. } = self;
        rows.clear();
        b.clear();
        for &k in chosen {
            let row = problem.rows[k];
            rows.push(row);
            b.push(closing[k]);
            if k >= problem.joints {
                let across = tangents(&row).map(|tangent| problem.across(k, tangent));
                b.extend(across.iter().map(|row| row.apply(|body| problem.kicked(body)) / problem.h()));
                rows.extend(across);
            }
        }
        a.reset(rows.len(), rows.len());
        for i in 0..rows.len() {
            for j in 0..=i {
                let entry = rows[i].coupling(&rows[j]);
                (a[(i, j)], a[(j, i)]) = (entry, entry);
            }
        }
    }

    /// Eliminates the joints, so many: what is left of A and b says what contacts do while these hold.
    fn hold(&mut self, joints: usize) {
        let Self { a, b, held, right, asked, .. } = self;
        let n = b.len();
        held.reset(n - joints + 1, joints);
        if joints == 0 || !self.joints.factor(joints, |i, j| a[(i, j)] + if i == j { YIELD * a[(i, i)] } else { 0.0 }) {
            return;
        }
        for c in joints..=n {
            right.clear();
            right.extend((0..joints).map(|k| if c < n { a[(k, c)] } else { b[k] }));
            self.joints.solve(right, asked);
            held.row_mut(c - joints).copy_from_slice(asked);
        }
        for (i, b) in b.iter_mut().enumerate().skip(joints) {
            let (own, contacts) = a.row_mut(i).split_at_mut(joints);
            contacts.iter_mut().enumerate().for_each(|(c, a)| *a -= dot(own, held.row(c)));
            *b -= dot(own, held.row(n - joints));
        }
    }
}

/// Two directions across the normal of a contact.
#[inline(never)] // the spatial module has to be small
fn tangents(row: &Row) -> [DVec3; 2] {
    row.normal().any_orthonormal_pair().into()
}
