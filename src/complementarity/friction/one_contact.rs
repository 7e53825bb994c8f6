//! The problem of one contact, solved exactly: what Gauss-Seidel does at each contact while it holds the others.
//!
//! With `W` the contact's own block and `q` its velocity without its own force, find `r` such that `u = W r + q` and `r` obey
//! Coulomb's law. In this sequence: it parts (`q_N ≥ 0`), it sticks (`u = 0`), it slides. Where `W` is far from symmetric
//! several may hold; the first is taken.
pub use super::space::Space;
use crate::linalg::block::Block;

/// A contact with what is needed of its block again and again.
pub trait OneContact<const D: usize>: Clone {
    /// For the block `w` and the coefficient of friction `mu`.
    fn new(w: &Block<D>, mu: f64) -> Self;
    /// The force for the velocity `q` without it.
    fn solve(&mut self, q: &[f64; D]) -> [f64; D];
}

/// Part of the trace that is added to a Schur complement that is singular.
pub(super) const REGULAR: f64 = 1e-12;

/// The inverse of a positive number; 0, which gives no force, of any other: nothing that this contact does can help.
pub(super) fn inverse(w: f64) -> f64 {
    if w > 0.0 { 1.0 / w } else { 0.0 }
}

/// A contact without tangents.
#[derive(Clone, Debug)]
pub struct Normal {
    inverse: f64,
}

impl OneContact<1> for Normal {
    fn new(w: &Block<1>, _: f64) -> Self {
        Self { inverse: inverse(w[0][0]) }
    }

    fn solve(&mut self, q: &[f64; 1]) -> [f64; 1] {
        [(-q[0] * self.inverse).max(0.0)]
    }
}

/// A contact in the plane: one tangent, so that sliding has two directions and no equation.
#[derive(Clone, Debug)]
pub struct Plane {
    mu: f64,
    inverse: f64,
    /// `W_NT/W_NN` and `W_TN/W_NN`.
    across: f64,
    along: f64,
    /// `1/S`.
    schur: f64,
    /// The force over `−q_N/W_NN` with friction of either sign: `(1, ±μ)/(1 ± μ W_NT/W_NN)`.
    slide: [[f64; 2]; 2],
}

impl OneContact<2> for Plane {
    fn new(w: &Block<2>, mu: f64) -> Self {
        let inverse = inverse(w[0][0]);
        let (across, along) = (w[0][1] * inverse, w[1][0] * inverse);
        let schur = w[1][1] - w[1][0] * across;
        let size = w[0][0] + w[1][1];
        let schur = 1.0 / schur.max(REGULAR * size).max(f64::MIN_POSITIVE);
        let slide = [-mu, mu].map(|mu| [1.0, mu].map(|x| x / (1.0 + mu * across)));
        Self { mu, inverse, across, along, schur, slide }
    }

    fn solve(&mut self, q: &[f64; 2]) -> [f64; 2] {
        if q[0] >= 0.0 {
            return [0.0; 2];
        }
        let normal = -q[0] * self.inverse;
        let tangent = -(q[1] - self.along * q[0]) * self.schur;
        let sticking = normal - self.across * tangent;
        if tangent.abs() <= self.mu * sticking {
            return [sticking, tangent];
        }
        self.slide[usize::from(tangent > 0.0)].map(|x| x * normal)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::cone::{add_product, natural_map};
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_pcg::Pcg64;

    fn uniform(random: &mut Pcg64) -> f64 {
        random.next_u32() as f64 / 2f64.powi(31) - 1.0
    }

    /// `Gᵀ G` of a random `G` with so many rows, plus a skew part of some size.
    fn block<const D: usize>(rows: usize, skew: f64, random: &mut Pcg64) -> Block<D> {
        let g: Vec<[f64; D]> = (0..rows).map(|_| std::array::from_fn(|_| uniform(random))).collect();
        let mut w: Block<D> =
            std::array::from_fn(|i| std::array::from_fn(|j| g.iter().map(|row| row[i] * row[j]).sum()));
        for (i, j) in (0..D).flat_map(|i| (0..i).map(move |j| (i, j))) {
            let part = skew * uniform(random);
            (w[i][j], w[j][i]) = (w[i][j] + part, w[j][i] - part);
        }
        w
    }

    /// Largest entry of the natural map, over the size of the force it is meant for.
    fn error<const D: usize>(w: &Block<D>, mu: f64, q: &[f64; D], r: &[f64; D]) -> f64 {
        let mut u = *q;
        add_product(w, r, &mut u);
        let rho = 1.0 / w[0][0];
        let size = r.iter().chain(&q.map(|q| rho * q)).fold(0.0_f64, |size, x| size.max(x.abs()));
        natural_map(r, &u, rho, mu).iter().fold(0.0_f64, |most, x| most.max(x.abs())) / size
    }

    fn check<const D: usize, C: OneContact<D>>(seed: u64, skew: f64, limit: f64) {
        let mut random = Pcg64::seed_from_u64(seed);
        for _ in 0..3000 {
            let w = block::<D>(D + 1, skew, &mut random);
            let (mu, q) = (1.2 * uniform(&mut random).abs(), std::array::from_fn(|_| uniform(&mut random)));
            let mut contact = C::new(&w, mu);
            for _ in 0..2 {
                // the second time from the α of the first
                let r = contact.solve(&q);
                let error = error(&w, mu, &q, &r);
                assert!(error <= limit * (1.0 + w[0][0].recip()), "{error:e} for {w:?}, {mu}, {q:?}: {r:?}");
            }
        }
    }

    /// Forces obey the law to rounding, in every dimension, symmetric or not.
    #[test]
    fn the_law_is_met() {
        check::<1, Normal>(1, 0.0, 1e-13);
        check::<2, Plane>(2, 0.0, 1e-11);
        check::<3, Space>(3, 0.0, 1e-10);
        check::<2, Plane>(4, 0.1, 1e-11);
        check::<3, Space>(5, 0.1, 1e-10);
    }

    /// In space a contact that is pushed along one tangent does what it does in the plane.
    #[test]
    fn the_plane_is_a_part_of_space() {
        let mut random = Pcg64::seed_from_u64(6);
        for _ in 0..1000 {
            let [[a, b], [c, d]] = block::<2>(3, 0.05, &mut random);
            let q = [uniform(&mut random), uniform(&mut random)];
            let flat = Plane::new(&[[a, b], [c, d]], 0.7).solve(&q);
            let full = Space::new(&[[a, b, 0.0], [c, d, 0.0], [0.0, 0.0, 1.0]], 0.7).solve(&[q[0], q[1], 0.0]);
            let size = flat[0].max(1.0);
            let apart = (flat[0] - full[0]).abs().max((flat[1] - full[1]).abs()).max(full[2].abs());
            assert!(apart <= 1e-9 * size, "{flat:?} in the plane, {full:?} in space");
        }
    }

    /// Blocks without rank, even zero, give finite forces; where a solution exists they are one.
    #[test]
    fn singular_blocks_are_survived() {
        let mut random = Pcg64::seed_from_u64(7);
        for rank in 0..3 {
            for _ in 0..1000 {
                let w = block::<3>(rank, 0.0, &mut random);
                let x: [f64; 3] = std::array::from_fn(|_| uniform(&mut random));
                let mut q = [0.0; 3];
                add_product(&w, &x, &mut q);
                let r = Space::new(&w, 0.5).solve(&q);
                assert!(r.iter().all(|x| x.is_finite()), "{r:?} for {w:?}, {q:?}");
                if rank > 0 {
                    let error = error(&w, 0.5, &q, &r);
                    assert!(error <= 1e-9, "{error:e} for {w:?}, {q:?}: {r:?}");
                }
            }
        }
    }
}
