//! Contacts with Coulomb's friction as a cone complementarity problem, and its residuals.
use super::islands::SparseLcp;
use crate::linalg::Sparse;
use crate::linalg::vector::norm;

/// Find `r` with `u = W r + q` such that at each contact `0 ≤ u_N ⊥ r_N ≥ 0`, `|r_T| ≤ μ r_N`, and `r_T = −μ r_N u_T/|u_T|`
/// where it slides. Components of a contact: normal, then tangents.
#[derive(Clone, Debug, Default)]
pub struct ConeProblem {
    /// Components per contact: 2 in the plane, 3 in space.
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

/// Projects `x` (normal, tangents) on the cone `|x_T| ≤ μ x_N`.
pub fn project(x: &mut [f64], mu: f64) {
    let tangential = norm(&x[1..]);
    if mu * tangential <= -x[0] {
        x.fill(0.0);
    } else if tangential > mu * x[0] {
        let normal = (mu * tangential + x[0]) / (1.0 + mu * mu);
        x[0] = normal;
        x[1..].iter_mut().for_each(|t| *t *= mu * normal / tangential);
    }
}

impl ConeProblem {
    /// Number of contacts.
    pub fn contacts(&self) -> usize {
        self.mu.len()
    }

    /// `u = W r + q`.
    pub fn velocities(&self, r: &[f64]) -> Vec<f64> {
        let d = self.dim;
        let mut u = self.q.clone();
        for i in 0..self.contacts() {
            for p in self.row_ptr[i]..self.row_ptr[i + 1] {
                let other = &r[d * self.col_idx[p]..][..d];
                for (row, u) in u[d * i..][..d].iter_mut().enumerate() {
                    let block = &self.blocks[(p * d + row) * d..][..d];
                    *u += block.iter().zip(other).map(|(w, r)| w * r).sum::<f64>();
                }
            }
        }
        u
    }

    /// Norm of the natural map `r − P(r − ρ (u + μ |u_T| e_N))`, with `P` the projection on the cones: zero exactly at
    /// solutions.
    pub fn natural_map(&self, r: &[f64], rho: f64) -> f64 {
        let d = self.dim;
        let u = self.velocities(r);
        let mut map = Vec::with_capacity(r.len());
        for (i, mu) in self.mu.iter().enumerate() {
            let (r, u) = (&r[d * i..][..d], &u[d * i..][..d]);
            let mut x: Vec<f64> = r.iter().zip(u).map(|(r, u)| r - rho * u).collect();
            x[0] -= rho * mu * norm(&u[1..]);
            project(&mut x, *mu);
            map.extend(r.iter().zip(&x).map(|(r, x)| r - x));
        }
        norm(&map)
    }

    /// The natural map for `ρ = 1` relative to the largest of `|q|`, `|r|`, `|u|`.
    pub fn residual_relative(&self, r: &[f64]) -> f64 {
        let size = norm(&self.q).max(norm(r)).max(norm(&self.velocities(r)));
        if size == 0.0 { 0.0 } else { self.natural_map(r, 1.0) / size }
    }

    /// The natural map for `ρ` = size / trace of `W`, relative to `|r|` and `ρ |q|`: independent of the units.
    pub fn residual_scaled(&self, r: &[f64]) -> f64 {
        let rho = self.q.len() as f64 / self.trace();
        let size = norm(r).max(rho * norm(&self.q));
        if size == 0.0 { 0.0 } else { self.natural_map(r, rho) / size }
    }

    fn trace(&self) -> f64 {
        let d = self.dim;
        let rows = (0..self.contacts()).flat_map(|i| (self.row_ptr[i]..self.row_ptr[i + 1]).map(move |p| (i, p)));
        let own = rows.filter(|&(i, p)| self.col_idx[p] == i);
        own.map(|(_, p)| (0..d).map(|k| self.blocks[(p * d + k) * d + k]).sum::<f64>()).sum()
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
