//! The function of Alart and Curnier, whose zeros are the solutions, and its derivative.
//!
//! `F_N = r_N − max(0, r_N − ρ_N u_N)` and `F_T = r_T − P(r_T − ρ_T u_T)`, with `P` the projection on the disc of radius
//! `μ max(0, r_N − ρ_N u_N)` (Alart, Curnier, *A mixed formulation for frictional contact problems prone to Newton like
//! solution methods*, Comput. Methods Appl. Mech. Engrg. 92, 1991).
use crate::linalg::block::Block;

/// What a contact does as far as the function can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// No force: `F = r`.
    Open,
    /// No velocity: `F = ρ u`.
    Stick,
    /// Force on the rim of the cone, or inside it where it is about to slide.
    Slide,
}

/// The function at one contact, linearized: `F + A δr + B δu`.
#[derive(Clone, Copy, Debug)]
pub struct Linearized<const D: usize> {
    /// Which formula holds.
    pub branch: Branch,
    /// The value.
    pub value: [f64; D],
    /// Derivative with respect to `r`.
    pub force: Block<D>,
    /// Derivative with respect to `u`.
    pub velocity: Block<D>,
}

/// At one contact, with `ρ` for the normal and the tangents.
pub fn linearize<const D: usize>(r: &[f64; D], u: &[f64; D], rho: [f64; 2], mu: f64) -> Linearized<D> {
    let [normal, tangent] = rho;
    let zero = [[0.0; D]; D];
    let diagonal = |entry: f64| std::array::from_fn(|i| std::array::from_fn(|j| if i == j { entry } else { 0.0 }));
    let pushed = r[0] - normal * u[0];
    if pushed <= 0.0 {
        return Linearized { branch: Branch::Open, value: *r, force: diagonal(1.0), velocity: zero };
    }
    let x: [f64; D] = std::array::from_fn(|k| if k == 0 { 0.0 } else { r[k] - tangent * u[k] });
    let length = x.iter().map(|x| x * x).sum::<f64>().sqrt();
    let mut value: [f64; D] = std::array::from_fn(|k| tangent * u[k]);
    value[0] = normal * u[0];
    let mut velocity = diagonal(tangent);
    velocity[0][0] = normal;
    if length <= mu * pushed {
        return Linearized { branch: Branch::Stick, value, force: zero, velocity };
    }
    let mut force = zero;
    let (t, share) = (x.map(|x| x / length), mu * pushed / length);
    for k in 1..D {
        value[k] = r[k] - mu * pushed * t[k];
        (force[k][0], velocity[k][0]) = (-mu * t[k], mu * t[k] * normal);
        for l in 1..D {
            let identity = if k == l { 1.0 } else { 0.0 };
            let across = share * (identity - t[k] * t[l]);
            (force[k][l], velocity[k][l]) = (identity - across, tangent * across);
        }
    }
    Linearized { branch: Branch::Slide, value, force, velocity }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    /// The derivative is what central differences say, away from the kinks.
    #[test]
    fn derivative_is_that_of_the_function() {
        let mut random = Pcg64::seed_from_u64(1);
        let mut uniform = || random.next_u32() as f64 / 2f64.powi(31) - 1.0;
        let (rho, mu, step) = ([0.7, 1.3], 0.6, 1e-6);
        let mut seen = [0; 3];
        for _ in 0..5000 {
            let (r, u): ([f64; 3], [f64; 3]) = ([0; 3].map(|_| uniform()), [0; 3].map(|_| uniform()));
            let here = linearize(&r, &u, rho, mu);
            for k in 0..3 {
                for (of_force, matrix) in [(true, &here.force), (false, &here.velocity)] {
                    let at = |shift: f64| {
                        let (mut r, mut u) = (r, u);
                        *(if of_force { &mut r[k] } else { &mut u[k] }) += shift;
                        linearize(&r, &u, rho, mu)
                    };
                    let (before, after) = (at(-step), at(step));
                    if before.branch != here.branch || after.branch != here.branch {
                        continue;
                    }
                    seen[here.branch as usize] += 1;
                    for (i, row) in matrix.iter().enumerate() {
                        let slope = (after.value[i] - before.value[i]) / (2.0 * step);
                        let error = (slope - row[k]).abs();
                        // curvature grows as the tangential part goes to zero
                        assert!(error <= 1e-4 * (1.0 + slope.abs()), "{error:e} at {r:?}, {u:?}: {:?}", here.branch);
                    }
                }
            }
        }
        assert!(seen.iter().all(|count| *count > 1000), "each branch is met: {seen:?}");
    }
}
