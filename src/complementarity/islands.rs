//! Large sparse problems: every island by itself, and large ones from an advanced basis.
//!
//! Contacts that no chain of entries of `A` links do not feel each other, so each such island is a problem of its own and
//! most are small enough for a dense matrix. An island beyond [`DENSE`] rows, or one beyond [`SMALL`] for which there is a
//! guess, begins at a crash basis: block principal pivoting finds a set C with `f_C = −A_CC⁻¹ b_C ≥ 0` and `a ≥ 0`, and from
//! there the pivoting methods have nothing left to do. For Lemke's method this is the principal pivotal transform on C, in
//! which `q ≥ 0`; for Baraff's it is the start from a set C without violated contacts. The answer then is the same for
//! both, and its steps are the exchanges of the crash. Where the crash does not end there (`A` is not symmetric, say), the
//! methods begin where it ended, or if the island is too large for them the status is `Stalled`.
use super::crash::Crash;
use super::{Lcp, Limits, Method, Solution, Status};
use crate::linalg::vector::max_abs;
use crate::linalg::{Matrix, Sparse};

/// Largest number of rows of an island that is solved as a dense problem.
pub const DENSE: usize = 1500;
/// Largest number of rows of an island that is solved as a dense problem whatever is known of it.
pub const SMALL: usize = 30;

/// The problem of [`Lcp`] with a sparse `A`, all rows unilateral.
#[derive(Clone, Debug, Default)]
pub struct SparseLcp {
    /// `A`.
    pub a: Sparse,
    /// `b`, as long as `A` has rows.
    pub b: Vec<f64>,
}

impl SparseLcp {
    /// `a = A f + b`.
    pub fn evaluate(&self, f: &[f64]) -> Vec<f64> {
        let mut a = vec![0.0; self.b.len()];
        self.a.multiply(f, &mut a);
        a.iter_mut().zip(&self.b).for_each(|(a, b)| *a += b);
        a
    }

    /// `|f − max(0, f − a)| / max(|b|, |f|, |a|)` in Euclidean norms: a residual without units. 0 if all vanish.
    pub fn relative_residual(&self, f: &[f64]) -> f64 {
        use crate::linalg::vector::norm;
        let a = self.evaluate(f);
        let map: Vec<f64> = f.iter().zip(&a).map(|(f, a)| f - (f - a).max(0.0)).collect();
        let size = norm(&self.b).max(norm(f)).max(norm(&a));
        if size == 0.0 { 0.0 } else { norm(&map) / size }
    }

    /// Solves island by island with a method of the table, from nothing.
    pub fn solve(&self, method: &Method, limits: &Limits) -> Solution {
        self.solve_from(&[], method, &Limits { warm: false, ..limits.clone() })
    }

    /// The same, from a guess of `f` for methods that can use one. `b` is first scaled to a largest entry near one, which scales
    /// `f` alike: tolerances then mean the same in all units. The worst status of the islands is that of the whole.
    pub fn solve_from(&self, guess: &[f64], method: &Method, limits: &Limits) -> Solution {
        let mut solution = Solution { f: vec![0.0; self.b.len()], ..Solution::default() };
        let unit = libm::ldexp(1.0, -libm::ilogb(max_abs(&self.b).max(f64::MIN_POSITIVE)));
        let mut solver = (method.new)();
        let mut part = Solution::default();
        let mut place = vec![0; self.b.len()];
        for island in self.a.components() {
            let b: Vec<f64> = island.iter().map(|&i| self.b[i] * unit).collect();
            part.f.clear();
            part.f.extend(island.iter().filter_map(|&i| guess.get(i)));
            let crashes = island.len() > if limits.warm { SMALL } else { DENSE };
            if crashes {
                let known = std::mem::take(&mut part.f);
                Crash::new(self, &island, &b).solve(&known, limits, &mut part);
            }
            if !crashes || part.status != Status::Solved && island.len() <= DENSE {
                let mut a = Matrix::zeros(b.len(), b.len());
                island.iter().enumerate().for_each(|(k, &i)| place[i] = k);
                let rows = island.iter().enumerate().flat_map(|(k, &i)| self.a.row(i).map(move |entry| (k, entry)));
                rows.filter(|(_, (_, x))| *x != 0.0).for_each(|(k, (j, x))| a[(k, place[j])] = x);
                solver.solve(&Lcp { a, b, bilateral: Vec::new() }, limits, &mut part, &mut |_| ());
            }
            island.iter().zip(&part.f).for_each(|(&i, f)| solution.f[i] = f / unit);
            solution.steps += part.steps;
            solution.handed_over |= part.handed_over;
            solution.status = worse(solution.status, part.status);
        }
        solution.a = self.evaluate(&solution.f);
        if !solution.f.iter().chain(&solution.a).all(|x| x.is_finite()) {
            // The numbers overflowed on the way back to the given units.
            solution.f.fill(0.0);
            solution.a.clone_from(&self.b);
            solution.status = Status::Stalled;
        }
        solution.residual = solution.a.iter().zip(&solution.f).map(|(a, f)| a.min(*f).abs()).fold(0.0, f64::max);
        solution
    }
}

fn worse(one: Status, other: Status) -> Status {
    let rank = |status| match status {
        Status::Solved => 0,
        Status::OutOfSteps => 1,
        Status::Stalled => 2,
        Status::Ray => 3,
    };
    if rank(other) > rank(one) { other } else { one }
}
