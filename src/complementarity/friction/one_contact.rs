//! The problem of one contact, solved exactly: what Gauss-Seidel does at each contact while it holds the others.
//!
//! With `W` the contact's own block and `q` its velocity without its own force, find `r` such that `u = W r + q` and `r` obey
//! Coulomb's law. In this sequence: it parts (`q_N ≥ 0`), it sticks (`u = 0`), it slides. Where `W` is far from symmetric
//! several may hold; the first is taken.
//!
//! Sliding in space: `r_N = −(q_N + W_NT r_T)/W_NN` makes `u_N = 0` and leaves `u_T = S r_T + s`, with the Schur complement
//! `S = W_TT − W_TN W_NT/W_NN` and `s = q_T − W_TN q_N/W_NN`. Friction opposes sliding, `u_T = −α r_T` with `α > 0`, hence
//! `r_T = −(S + αE)⁻¹ s = −p/D` with `p = adj(S) s + α s` and `D = α² + α tr S + det S`. Then `|r_T| = μ r_N` becomes
//! `g(α) = |p| − μ (W_NT·p − q_N D)/W_NN = 0`, which is positive at 0, or the contact would stick, and negative for large α.
//! Newton's method solves it within that bracket, from the α of the last time.
/// A square matrix the size of a contact.
pub type Block<const D: usize> = [[f64; D]; D];

/// A contact with what is needed of its block again and again.
pub trait OneContact<const D: usize>: Clone {
    /// For the block `w` and the coefficient of friction `mu`.
    fn new(w: &Block<D>, mu: f64) -> Self;
    /// The force for the velocity `q` without it.
    fn solve(&mut self, q: &[f64; D]) -> [f64; D];
}

/// Part of the trace that is added to a Schur complement that is singular.
const REGULAR: f64 = 1e-12;

/// The inverse of a positive number; 0, which gives no force, of any other: nothing that this contact does can help.
fn inverse(w: f64) -> f64 {
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
    /// `1/(1 ± μ W_NT/W_NN)` for friction of either sign.
    slide: [f64; 2],
}

impl OneContact<2> for Plane {
    fn new(w: &Block<2>, mu: f64) -> Self {
        let inverse = inverse(w[0][0]);
        let (across, along) = (w[0][1] * inverse, w[1][0] * inverse);
        let schur = w[1][1] - w[1][0] * across;
        let size = w[0][0] + w[1][1];
        let schur = 1.0 / schur.max(REGULAR * size).max(f64::MIN_POSITIVE);
        Self { mu, inverse, across, along, schur, slide: [1.0 - mu * across, 1.0 + mu * across].map(|x| 1.0 / x) }
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
        let sliding = normal * self.slide[usize::from(tangent > 0.0)];
        [sliding, (self.mu * sliding).copysign(tangent)]
    }
}

/// A contact in space.
#[derive(Clone, Debug)]
pub struct Space {
    mu: f64,
    inverse: f64,
    /// `W_NT/W_NN` and `W_TN/W_NN`.
    across: [f64; 2],
    along: [f64; 2],
    /// `adj(S)`, `tr S`, `det S`.
    adjugate: Block<2>,
    trace: f64,
    determinant: f64,
    /// What was added to the diagonal of a singular `S`.
    shift: f64,
    /// The α of the last time it slid.
    alpha: f64,
}

impl OneContact<3> for Space {
    fn new(w: &Block<3>, mu: f64) -> Self {
        let inverse = inverse(w[0][0]);
        let (across, along) = ([w[0][1], w[0][2]].map(|x| x * inverse), [w[1][0], w[2][0]].map(|x| x * inverse));
        let mut s = [0, 1].map(|i| [0, 1].map(|j| w[i + 1][j + 1] - along[i] * w[0][j + 1]));
        let size = w[0][0] + w[1][1] + w[2][2];
        let determinant = |s: &Block<2>| s[0][0] * s[1][1] - s[0][1] * s[1][0];
        let trace = s[0][0] + s[1][1];
        let regular = determinant(&s) > REGULAR * trace * trace && trace > REGULAR * size;
        let shift = if regular { 0.0 } else { REGULAR * size };
        (0..2).for_each(|i| s[i][i] += shift);
        let adjugate = [[s[1][1], -s[0][1]], [-s[1][0], s[0][0]]];
        let (trace, determinant) = (s[0][0] + s[1][1], determinant(&s));
        Self { mu, inverse, across, along, adjugate, trace, determinant, shift, alpha: 0.0 }
    }

    fn solve(&mut self, q: &[f64; 3]) -> [f64; 3] {
        if q[0] >= 0.0 {
            return [0.0; 3];
        }
        let normal = -q[0] * self.inverse;
        if self.mu == 0.0 || normal == 0.0 {
            return [normal, 0.0, 0.0];
        }
        let s = [q[1] - self.along[0] * q[0], q[2] - self.along[1] * q[0]];
        let fixed = self.adjugate.map(|row| dot2(&row, &s));
        let slide = Slide {
            s,
            fixed,
            growth: [dot2(&s, &s), dot2(&s, &fixed)],
            across: [dot2(&self.across, &fixed), dot2(&self.across, &s)].map(|x| self.mu * x),
            normal: self.mu * normal,
        };
        let length = dot2(&fixed, &fixed).sqrt();
        let sticks = length <= slide.across[0] + slide.normal * self.determinant;
        let alpha = if sticks && self.determinant > 0.0 { 0.0 } else { self.root(&slide) };
        let d = (alpha + self.trace) * alpha + self.determinant;
        let mut tangent = [0, 1].map(|i| -(fixed[i] + alpha * s[i]) / d);
        if self.shift > 0.0 && sticks {
            self.refine(&s, &mut tangent);
        }
        [normal - dot2(&self.across, &tangent), tangent[0], tangent[1]]
    }
}

fn dot2(x: &[f64; 2], y: &[f64; 2]) -> f64 {
    x[0] * y[0] + x[1] * y[1]
}

/// What `g` is made of at one contact and velocity.
struct Slide {
    s: [f64; 2],
    /// `adj(S) s`.
    fixed: [f64; 2],
    /// `s·s` and `s·adj(S) s`.
    growth: [f64; 2],
    /// `μ W_NT/W_NN` times `adj(S) s` and times `s`.
    across: [f64; 2],
    /// `−μ q_N/W_NN`.
    normal: f64,
}

impl Space {
    /// Takes the effect of the shift and of cancellation out of the friction of a contact that sticks.
    fn refine(&self, s: &[f64; 2], tangent: &mut [f64; 2]) {
        let [[d, b], [c, a]] = self.adjugate;
        for _ in 0..3 {
            let rows = [[a - self.shift, -b], [-c, d - self.shift]];
            let velocity = [0, 1].map(|i| dot2(&rows[i], tangent) + s[i]);
            (0..2).for_each(|i| tangent[i] -= dot2(&self.adjugate[i], &velocity) / self.determinant);
        }
    }

    /// The root of `g`.
    fn root(&mut self, slide: &Slide) -> f64 {
        let spread = 0.25 * self.trace * self.trace - self.determinant;
        // D has a root above zero only if S is not definite
        let mut low = if self.determinant < 0.0 { spread.max(0.0).sqrt() - 0.5 * self.trace } else { 0.0 };
        let (mut high, mut alpha) = (f64::INFINITY, self.alpha.max(low));
        for _ in 0..100 {
            let p = [0, 1].map(|i| slide.fixed[i] + alpha * slide.s[i]);
            let length = dot2(&p, &p).sqrt();
            let d = (alpha + self.trace) * alpha + self.determinant;
            let g = length - slide.across[0] - alpha * slide.across[1] - slide.normal * d;
            if g.abs() <= 4.0 * f64::EPSILON * length {
                break;
            }
            if g > 0.0 {
                low = alpha
            } else {
                high = alpha
            }
            let steady = slide.across[1] + slide.normal * (2.0 * alpha + self.trace);
            let slope = slide.growth[1] + alpha * slide.growth[0] - length * steady;
            let mut next = alpha - g * length / slope;
            if !(next > low && next < high) {
                next = if high < f64::INFINITY { 0.5 * (low + high) } else { 2.0 * alpha + self.trace.abs() };
            }
            let change = (next - alpha).abs();
            alpha = next;
            if change <= 1e-14 * alpha || !alpha.is_finite() {
                break;
            }
        }
        self.alpha = alpha;
        alpha
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
