//! Coulomb friction at one instant: which contacts stick, slip, slide or open, and with what forces.
//!
//! A contact that slides has friction −μ f sign(vₜ); one at rest has |fₜ| ≤ μ f, and −μ f sign(aₜ) if it begins to
//! slip. In the plane the two directions along the edge are the whole of Coulomb's cone, so the law is exactly the
//! complementarity problem of Stewart and Trinkle, *An implicit time-stepping scheme for rigid body dynamics with
//! inelastic collisions and Coulomb friction*, Int. J. Numer. Meth. Eng. 39 (1996), with accelerations for velocities:
//!
//! 0 ≤ aₙ ⟂ f ≥ 0,  0 ≤ ±aₜ + λ ⟂ β± ≥ 0,  0 ≤ μ f − β₊ − β₋ ⟂ λ ≥ 0,  fₜ = β₊ − β₋.
//!
//! Its matrix is not symmetric, and it may have no solution or several (Painlevé 1895; Baraff, *Coping with friction for
//! non-penetrating rigid body simulation*, SIGGRAPH 1991), so [`Coulomb::all_solutions`] tries every combination of
//! modes where the contacts are few, and says how many there are.
use super::{Mode, Problem};
use crate::complementarity::Status;
use crate::linalg::Matrix;
use crate::planar::body::State;
use crate::planar::contact::Contact;
use crate::planar::dynamics::Setup;
use crate::planar::equations::{Rows, Twist, free_accelerations};

/// A contact slides if it moves faster than this along the edge, m/s.
const SLIDING: f64 = 1e-6;
/// Relative violation of the law that is put down to rounding.
const TOLERANCE: f64 = 1e-9;

/// Forces and accelerations that obey the law.
#[derive(Clone, Debug, PartialEq)]
pub struct FrictionSolution {
    /// What each contact does.
    pub modes: Vec<Mode>,
    /// Force along each normal, N.
    pub normal: Vec<f64>,
    /// Force along each tangent, which is the normal turned clockwise, N.
    pub tangential: Vec<f64>,
    /// Acceleration of each gap, m/s².
    pub gap: Vec<f64>,
    /// Acceleration along each tangent, m/s².
    pub along: Vec<f64>,
    /// Accelerations of the bodies.
    pub accelerations: Vec<Twist>,
}

/// The contacts of one instant with friction.
#[derive(Clone, Debug, Default)]
pub struct Coulomb {
    /// Coefficient of friction, μ.
    pub friction: f64,
    /// J M⁻¹ Jᵀ of all normals, then all tangents.
    pub matrix: Matrix,
    /// Their accelerations without contact forces.
    pub b: Vec<f64>,
    /// Sign of the velocity along each tangent; 0 at rest.
    pub sliding: Vec<i8>,
    rows: Rows,
    free: Vec<Twist>,
}

/// Contacts up to which all combinations of modes are tried: at most 4⁶ of them.
pub const MOST_ENUMERATED: usize = 6;

impl Coulomb {
    /// The problem of these contacts at these states.
    pub fn new(setup: Setup, contacts: &[Contact], states: &[State], friction: f64) -> Self {
        let frames: Vec<_> = states.iter().map(State::frame).collect();
        let mut problem = Self { friction, ..Self::default() };
        free_accelerations(setup, states, &frames, &mut problem.free);
        problem.rows.fill_with_tangents(contacts, setup.bodies, states);
        problem.rows.delassus(&mut problem.matrix);
        let normals = contacts.iter().map(|contact| contact.velocity_terms(states));
        let known = normals.chain(contacts.iter().map(|contact| contact.tangential_terms(states)));
        let free = problem.rows.rows.iter().map(|row| row.apply(|i| problem.free[i]));
        problem.b = free.zip(known).map(|(free, known)| free + known).collect();
        let sign = |v: f64| if v.abs() <= SLIDING { 0 } else { v.signum() as i8 };
        problem.sliding = contacts.iter().map(|contact| sign(contact.tangential_velocity(states))).collect();
        problem
    }

    /// Number of contacts.
    pub fn len(&self) -> usize {
        self.sliding.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.sliding.is_empty()
    }

    /// Acceleration of gap `i` by a unit of its own normal force while it slides: under zero in Painlevé's paradox.
    pub fn own_response(&self, i: usize) -> f64 {
        let along = self.matrix[(i, self.len() + i)];
        self.matrix[(i, i)] - self.friction * f64::from(self.sliding[i]) * along
    }

    /// One solution by Lemke's method, and how that ended; none if it found none.
    pub fn solve(&self) -> (Option<FrictionSolution>, Status) {
        let mut problem = Problem::default();
        (problem.rows, problem.b) = (self.rows.clone(), self.b.clone());
        (problem.friction, problem.sliding) = (vec![self.friction; self.len()], self.sliding.clone());
        problem.forget();
        let solved = problem.by_pivots_over(&[]);
        let (normal, tangential) = problem.f.split_at(self.len());
        let found = self.describe(normal.to_vec(), tangential.to_vec());
        (found.filter(|_| solved), problem.status())
    }

    /// All solutions, told apart by the bodies' accelerations; none if the contacts are too many to try.
    pub fn all_solutions(&self) -> Option<Vec<FrictionSolution>> {
        if self.len() > MOST_ENUMERATED {
            return None;
        }
        let mut found: Vec<FrictionSolution> = self.solve().0.into_iter().collect();
        let choices: Vec<Vec<Mode>> = self.sliding.iter().map(|sign| choices(*sign)).collect();
        let mut picked = vec![0; self.len()];
        loop {
            let modes: Vec<Mode> = picked.iter().zip(&choices).map(|(&k, list)| list[k]).collect();
            let new = self.of_modes(&modes).filter(|new| !found.iter().any(|old| same_motion(old, new)));
            found.extend(new);
            let Some(next) = (0..picked.len()).find(|&i| picked[i] + 1 < choices[i].len()) else { return Some(found) };
            picked[next] += 1;
            picked[..next].fill(0);
        }
    }

    /// The solution of these modes, if their equations have one and it obeys the law.
    fn of_modes(&self, modes: &[Mode]) -> Option<FrictionSolution> {
        let n = self.len();
        // unknown forces: (row that must be zero, normal force or friction, sign of the friction that goes with it)
        let mut unknowns: Vec<(usize, f64)> = Vec::new();
        for (i, mode) in modes.iter().enumerate() {
            match mode {
                Mode::Open => {}
                Mode::Stick => unknowns.extend([(i, 0.0), (n + i, 0.0)]),
                Mode::Slip(sign) | Mode::Slide(sign) => unknowns.push((i, -self.friction * f64::from(*sign))),
            }
        }
        let entry = |row: usize, &(j, friction): &(usize, f64)| {
            self.matrix[(row, j)] + if j < n { friction * self.matrix[(row, n + j)] } else { 0.0 }
        };
        let rows: Vec<Vec<f64>> =
            unknowns.iter().map(|(i, _)| unknowns.iter().map(|u| entry(*i, u)).collect()).collect();
        let right: Vec<f64> = unknowns.iter().map(|(i, _)| -self.b[*i]).collect();
        let values = eliminate(rows, right)?;
        let (mut normal, mut tangential) = (vec![0.0; n], vec![0.0; n]);
        for (&(i, friction), value) in unknowns.iter().zip(values) {
            if i < n {
                (normal[i], tangential[i]) = (value, friction * value);
            } else {
                tangential[i - n] = value;
            }
        }
        self.describe(normal, tangential)
    }

    /// Modes and accelerations of given forces, if they obey the law.
    fn describe(&self, normal: Vec<f64>, tangential: Vec<f64>) -> Option<FrictionSolution> {
        let n = self.len();
        let forces = [&normal[..], &tangential[..]].concat();
        let mut all = vec![0.0; 2 * n];
        self.matrix.multiply(&forces, &mut all);
        all.iter_mut().zip(&self.b).for_each(|(a, b)| *a += b);
        let (gap, along) = (all[..n].to_vec(), all[n..].to_vec());
        let scale = |x: &[f64]| TOLERANCE * x.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
        let (small_force, small) = (scale(&forces), scale(&self.b));
        let mode = |i: usize| {
            let (f, t, edge) = (normal[i], tangential[i], self.friction * normal[i]);
            if f < -small_force || gap[i] < -small {
                return None;
            }
            if gap[i] > small {
                return (f.abs() <= small_force && t.abs() <= small_force).then_some(Mode::Open);
            }
            let slipping = along[i].signum() as i8;
            match self.sliding[i] {
                0 if along[i].abs() <= small => (t.abs() <= edge + small_force).then_some(Mode::Stick),
                0 => ((t + edge * along[i].signum()).abs() <= small_force).then_some(Mode::Slip(slipping)),
                sign => ((t + edge * f64::from(sign)).abs() <= small_force).then_some(Mode::Slide(sign)),
            }
        };
        let modes = (0..n).map(mode).collect::<Option<Vec<Mode>>>()?;
        let mut accelerations = self.free.clone();
        self.rows.push(&forces, &mut accelerations);
        Some(FrictionSolution { modes, normal, tangential, gap, along, accelerations })
    }
}

/// What a contact may do that moves along its edge with this sign.
fn choices(sliding: i8) -> Vec<Mode> {
    match sliding {
        0 => vec![Mode::Open, Mode::Stick, Mode::Slip(1), Mode::Slip(-1)],
        sign => vec![Mode::Open, Mode::Slide(sign)],
    }
}

fn same_motion(x: &FrictionSolution, y: &FrictionSolution) -> bool {
    let numbers = |s: &FrictionSolution| -> Vec<f64> {
        s.accelerations.iter().flat_map(|a| [a.linear.x, a.linear.y, a.angular]).collect()
    };
    let (x, y) = (numbers(x), numbers(y));
    let scale = x.iter().chain(&y).fold(1.0, |most: f64, v| most.max(v.abs()));
    x.iter().zip(&y).all(|(x, y)| (x - y).abs() <= 1e3 * TOLERANCE * scale)
}

/// Solves a linear system by elimination with full pivoting; what it leaves free is zero. None if it contradicts itself.
fn eliminate(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    let largest = rows.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
    let bound = TOLERANCE * right.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
    let mut columns: Vec<usize> = (0..n).collect();
    let mut rank = 0;
    while rank < n {
        let entries = (rank..n).flat_map(|i| (rank..n).map(move |k| (i, k)));
        let size = |&(i, k): &(usize, usize)| rows[i][columns[k]].abs();
        let (i, k) = entries.max_by(|x, y| size(x).total_cmp(&size(y)))?;
        if size(&(i, k)) <= 1e-11 * largest {
            break;
        }
        rows.swap(rank, i);
        right.swap(rank, i);
        columns.swap(rank, k);
        let (pivot, value, column) = (rows[rank].clone(), right[rank], columns[rank]);
        for i in rank + 1..n {
            let factor = rows[i][column] / pivot[column];
            rows[i].iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
            right[i] -= factor * value;
        }
        rank += 1;
    }
    if right[rank..].iter().any(|x| x.abs() > bound) {
        return None;
    }
    let mut x = vec![0.0; n];
    for i in (0..rank).rev() {
        let known: f64 = (i + 1..rank).map(|k| rows[i][columns[k]] * x[columns[k]]).sum();
        x[columns[i]] = (right[i] - known) / rows[i][columns[i]];
    }
    Some(x)
}
