//! Contacts with Coulomb's friction as a cone complementarity problem, and its residuals.
pub use super::cone_residuals::{Residuals, Yardstick};
use super::cone_residuals::{length, root};
use super::islands::SparseLcp;
use crate::linalg::block::Block;
use crate::linalg::{Matrix, Sparse};

/// Find `r` with `u = W r + q` such that at each contact `0 ≤ u_N ⊥ r_N ≥ 0`, `|r_T| ≤ μ r_N`, and `r_T = −μ r_N u_T/|u_T|`
/// where it slides. Components of a contact: normal, then tangents.
#[derive(Clone, Debug, Default)]
pub struct ConeProblem {
    /// Components per contact: 1 without friction, 2 in the plane, 3 in space.
    pub dim: usize,
    /// Where the blocks of each contact start; one more than there are contacts.
    pub row_ptr: Vec<usize>,
    /// The other contact of each block.
    pub col_idx: Vec<usize>,
    /// `dim × dim` entries of each block, row by row.
    pub blocks: Vec<f64>,
    /// `q`, `dim` for each contact.
    pub q: Vec<f64>,
    /// Coefficient of friction of each contact.
    pub mu: Vec<f64>,
}

/// `u += W r` for one block.
pub fn add_product<const D: usize>(w: &Block<D>, r: &[f64; D], u: &mut [f64; D]) {
    for (u, row) in u.iter_mut().zip(w) {
        // what many blocks add up to waits for one addition each
        *u += row.iter().zip(r).map(|(w, r)| w * r).sum::<f64>();
    }
}

/// The natural map of one contact.
pub fn natural_map<const D: usize>(r: &[f64; D], u: &[f64; D], rho: f64, mu: f64) -> [f64; D] {
    natural_map_along(r, u, mu * tangential(u), rho, mu)
}

/// The same where `μ |u_T|` is at hand.
#[inline]
fn natural_map_along<const D: usize>(r: &[f64; D], u: &[f64; D], along: f64, rho: f64, mu: f64) -> [f64; D] {
    let mut x: [f64; D] = std::array::from_fn(|k| r[k] - rho * u[k]);
    x[0] -= rho * along;
    project(&mut x, mu);
    std::array::from_fn(|k| r[k] - x[k])
}

/// Adds the squares of what residuals are made of at one contact: the natural maps for `ρ = 1` and the `ρ` of the yardstick,
/// force and velocity.
#[inline]
pub fn add_squares<const D: usize>(sums: &mut [f64; 4], r: &[f64; D], u: &[f64; D], yardstick: &Yardstick, mu: f64) {
    let along = mu * tangential(u);
    let square = |x: &[f64; D]| x.iter().map(|x| x * x).sum::<f64>();
    sums[0] += square(&natural_map_along(r, u, along, 1.0, mu));
    sums[1] += square(&natural_map_along(r, u, along, yardstick.rho, mu));
    sums[2] += square(r);
    sums[3] += square(u);
}

/// Length of the tangential part.
pub fn tangential(x: &[f64]) -> f64 {
    match *x {
        [_] => 0.0,
        [_, t] => t.abs(),
        _ => length(x[1..].iter().copied()),
    }
}

/// Projects `x` (normal, tangents) on the cone `|x_T| ≤ μ x_N`.
pub fn project(x: &mut [f64], mu: f64) {
    let tangential = tangential(x);
    if mu * tangential <= -x[0] {
        x.fill(0.0);
    } else if tangential > mu * x[0] {
        // without the square of a large μ
        let normal = if mu > 1.0 {
            (tangential + x[0] / mu) / (mu + 1.0 / mu)
        } else {
            (mu * tangential + x[0]) / (1.0 + mu * mu)
        };
        x[0] = normal;
        // the directions do not wait for the length
        x[1..].iter_mut().for_each(|t| *t = *t / tangential * (mu * normal));
    }
}

/// Makes `x_N` nonnegative, and then `|x_T|` at most `μ x_N`: what is left of a force whose normal part decides.
pub fn project_on_disc(x: &mut [f64], mu: f64) {
    x[0] = x[0].max(0.0);
    let (length, rim) = (tangential(x), mu * x[0]);
    if length > rim {
        x[1..].iter_mut().for_each(|t| *t *= rim / length);
    }
}

impl ConeProblem {
    /// From all of `W`, whose size is `dim` for each coefficient of friction; blocks without an entry are left out.
    pub fn from_dense(dim: usize, w: &Matrix, q: Vec<f64>, mu: Vec<f64>) -> Self {
        let mut problem = Self { dim, q, mu, ..Self::default() };
        problem.fill(|i, j| w[(i, j)]);
        problem
    }

    /// Takes all of `W` from these entries, for the contacts and the dimension at hand, into storage that is kept.
    pub fn fill(&mut self, w: impl Fn(usize, usize) -> f64) {
        let Self { dim, row_ptr, col_idx, blocks, mu, .. } = self;
        let d = *dim;
        row_ptr.clear();
        row_ptr.push(0);
        col_idx.clear();
        blocks.clear();
        for i in 0..mu.len() {
            for j in 0..mu.len() {
                let block = (0..d * d).map(|k| w(d * i + k / d, d * j + k % d));
                if i == j || block.clone().any(|w| w != 0.0) {
                    col_idx.push(j);
                    blocks.extend(block);
                }
            }
            row_ptr.push(col_idx.len());
        }
    }

    /// Number of contacts.
    pub fn contacts(&self) -> usize {
        self.mu.len()
    }

    /// `u = W r + q`.
    pub fn velocities(&self, r: &[f64]) -> Vec<f64> {
        let mut u = Vec::new();
        self.velocities_into(r, &mut u);
        u
    }

    /// `u = W r + q`, into storage that is kept.
    pub fn velocities_into(&self, r: &[f64], u: &mut Vec<f64>) {
        u.clone_from(&self.q);
        self.add_response(r, u);
    }

    /// `u = W r`, into storage that is kept.
    pub fn response_into(&self, r: &[f64], u: &mut Vec<f64>) {
        u.clear();
        u.resize(self.q.len(), 0.0);
        self.add_response(r, u);
    }

    /// `u += W r`.
    fn add_response(&self, r: &[f64], u: &mut [f64]) {
        match self.dim {
            1 => self.add_product::<1>(r, u),
            2 => self.add_product::<2>(r, u),
            3 => self.add_product::<3>(r, u),
            _ => (),
        }
    }

    /// The same for one dimension.
    fn add_product<const D: usize>(&self, r: &[f64], u: &mut [f64]) {
        let r = r.as_chunks::<D>().0;
        for (i, u) in u.as_chunks_mut::<D>().0.iter_mut().enumerate() {
            self.row(i).for_each(|(j, block)| add_product(block, &r[j], u));
        }
    }

    /// The blocks of contact `i`, each with the other contact.
    #[inline]
    pub fn row<const D: usize>(&self, i: usize) -> impl Iterator<Item = (usize, &Block<D>)> {
        let range = self.row_ptr[i]..self.row_ptr[i + 1];
        self.col_idx[range.clone()].iter().copied().zip(&self.blocks_of::<D>()[range])
    }

    /// The blocks, as matrices.
    fn blocks_of<const D: usize>(&self) -> &[Block<D>] {
        self.blocks.as_chunks::<D>().0.as_chunks::<D>().0
    }

    /// What residuals of this problem are measured by.
    pub fn yardstick(&self) -> Yardstick {
        let (d, mut trace) = (self.dim, 0.0);
        for i in 0..self.contacts() {
            for p in (self.row_ptr[i]..self.row_ptr[i + 1]).filter(|&p| self.col_idx[p] == i) {
                trace += (0..d).map(|k| self.blocks[(p * d + k) * d + k]).sum::<f64>();
            }
        }
        let rho = self.q.len() as f64 / trace;
        Yardstick { rho: if rho > 0.0 && rho.is_finite() { rho } else { 1.0 }, size: length(self.q.iter().copied()) }
    }

    /// The residuals of `r`, with its velocities in `u`.
    pub fn judge(&self, yardstick: &Yardstick, r: &[f64], u: &mut Vec<f64>) -> Residuals {
        self.velocities_into(r, u);
        self.residuals(yardstick, r, u)
    }

    /// The residuals of `r`, whose velocities are `u`.
    pub fn residuals(&self, yardstick: &Yardstick, r: &[f64], u: &[f64]) -> Residuals {
        match self.dim {
            1 => self.residuals_of::<1>(yardstick, r, u),
            2 => self.residuals_of::<2>(yardstick, r, u),
            3 => self.residuals_of::<3>(yardstick, r, u),
            _ => Residuals::NONE,
        }
    }

    fn residuals_of<const D: usize>(&self, yardstick: &Yardstick, r: &[f64], u: &[f64]) -> Residuals {
        let contacts = || r.as_chunks::<D>().0.iter().zip(u.as_chunks::<D>().0).zip(&self.mu);
        let mut squares = [0.0; 4];
        contacts().for_each(|((r, u), mu)| add_squares(&mut squares, r, u, yardstick, *mu));
        let map = |rho: f64| contacts().flat_map(move |((r, u), mu)| natural_map(r, u, rho, *mu));
        Residuals::new(
            yardstick,
            [
                root(squares[0], map(1.0)),
                root(squares[1], map(yardstick.rho)),
                root(squares[2], r.iter().copied()),
                root(squares[3], u.iter().copied()),
            ],
        )
    }

    /// The natural map for `ρ = 1` relative to the largest of `|q|`, `|r|`, `|u|`.
    pub fn residual_relative(&self, r: &[f64]) -> f64 {
        self.judge(&self.yardstick(), r, &mut Vec::new()).relative
    }

    /// The natural map for `ρ` = size / trace of `W`, relative to `|r|` and `ρ |q|`: independent of the units.
    pub fn residual_scaled(&self, r: &[f64]) -> f64 {
        self.judge(&self.yardstick(), r, &mut Vec::new()).scaled
    }

    /// The same contacts without friction, as a problem of the same kind whose contacts have one component.
    pub fn normal_part(&self) -> Self {
        let size = self.dim * self.dim;
        Self {
            dim: 1,
            row_ptr: self.row_ptr.clone(),
            col_idx: self.col_idx.clone(),
            blocks: self.blocks.iter().step_by(size).copied().collect(),
            q: self.q.iter().step_by(self.dim).copied().collect(),
            mu: vec![0.0; self.mu.len()],
        }
    }

    /// The same contacts without friction: the normal components alone.
    pub fn frictionless(&self) -> SparseLcp {
        let n = self.contacts();
        let size = self.dim * self.dim;
        let rows = (0..n).flat_map(|i| (self.row_ptr[i]..self.row_ptr[i + 1]).map(move |p| (i, p)));
        let entries = rows.map(|(i, p)| (i, self.col_idx[p], self.blocks[p * size])).collect();
        SparseLcp { a: Sparse::from_entries(n, entries), b: self.q.iter().step_by(self.dim).copied().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::vector::norm;

    /// A projection leaves the cone alone, sends its polar to zero, and otherwise drops a perpendicular to the surface.
    #[test]
    fn projection_is_the_nearest_point() {
        let mut inside = [2.0, 0.3, 0.4];
        project(&mut inside, 0.5);
        assert_eq!(inside, [2.0, 0.3, 0.4]);
        let mut polar = [-2.0, 0.3, 0.4];
        project(&mut polar, 0.5);
        assert_eq!(polar, [0.0; 3]);
        let (point, mut nearest) = ([1.0, 3.0, 4.0], [1.0, 3.0, 4.0]);
        project(&mut nearest, 0.5);
        let along: f64 = nearest.iter().zip(&point).map(|(x, p)| x * (p - x)).sum();
        assert!(along.abs() < 1e-15 && (norm(&nearest[1..]) - 0.5 * nearest[0]).abs() < 1e-15, "{nearest:?}");
    }

    /// A ball pressed on the floor and pushed aside slides: the force opposes the velocity with μ times the normal.
    #[test]
    fn a_sliding_contact_has_no_residual() {
        let identity = vec![1.0, 0.0, 0.0, 1.0];
        let problem = ConeProblem {
            dim: 2,
            row_ptr: vec![0, 1],
            col_idx: vec![0],
            blocks: identity,
            q: vec![-1.0, 2.0],
            mu: vec![0.5],
        };
        assert_eq!(problem.residual_relative(&[1.0, -0.5]), 0.0);
        assert!(problem.residual_scaled(&[1.0, 0.0]) > 0.1);
    }
}
