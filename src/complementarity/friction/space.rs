//! A contact in space, solved exactly.
//!
//! Sliding: `r_N = −(q_N + W_NT r_T)/W_NN` makes `u_N = 0` and leaves `u_T = S r_T + s`, with the Schur complement
//! `S = W_TT − W_TN W_NT/W_NN` and `s = q_T − W_TN q_N/W_NN`. Friction opposes sliding, `u_T = −α r_T` with `α > 0`, hence
//! `r_T = −(S + αE)⁻¹ s = −p/D` with `p = adj(S) s + α s` and `D = α² + α tr S + det S`. Then `|r_T| = μ r_N` becomes
//! `g(α) = |p| − μ (W_NT·p − q_N D)/W_NN = 0`, which is positive at 0, or the contact would stick, and negative for large α.
//! Newton's method solves it within that bracket, from the α of the last time.
use super::one_contact::{OneContact, REGULAR, inverse};
use crate::linalg::block::Block;

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
    pub alpha: f64,
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
