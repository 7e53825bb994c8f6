//! The complementarity problem, what a method returns, the one judge of all methods, and the table of methods.
//!
//! Nothing here knows a body, a shape or a page.
pub mod chosen;
mod clamped;
pub mod cone;
mod cone_residuals;
mod crash;
pub mod dantzig;
mod drive;
mod elimination;
pub mod exchange;
pub mod fischer_burmeister;
pub mod friction;
pub mod gauss_seidel;
pub mod infeasible;
pub mod islands;
mod leaving;
pub mod lemke;
pub mod multipliers;
pub mod nonlinear;
pub mod redundancy;
mod rescue;
mod shown;
mod tableau;
pub mod trace;
mod variable;

use crate::linalg::Matrix;
use crate::linalg::vector::{dot_magnitude, max_abs};
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
pub use trace::Step;

/// Find `f` with `a = A f + b`, `a ≥ 0`, `f ≥ 0`, `aᵀf = 0`; for a bilateral row `a = 0` with `f` of any sign.
///
/// In planar mode `f` are contact forces (N), `a` the accelerations of the gaps (m/s²) and `A` the Delassus
/// matrix (1/kg), symmetric positive semidefinite. `lemke` also takes matrices that are not symmetric.
#[derive(Clone, Debug, Default)]
pub struct Lcp {
    /// `A`, n × n.
    pub a: Matrix,
    /// `b`, length n.
    pub b: Vec<f64>,
    /// Which rows are bilateral; empty if none is, else length n.
    pub bilateral: Vec<bool>,
}

impl Lcp {
    /// Number of unknowns.
    pub fn len(&self) -> usize {
        self.b.len()
    }

    /// Whether there is nothing to solve.
    pub fn is_empty(&self) -> bool {
        self.b.is_empty()
    }

    /// Whether row `i` is bilateral.
    pub fn is_bilateral(&self, i: usize) -> bool {
        self.bilateral.get(i).copied().unwrap_or(false)
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        let finite = |numbers: &[f64]| numbers.iter().fold(true, |all, x| all & x.is_finite());
        finite(&self.b) && (0..self.a.rows()).all(|i| finite(self.a.row(i)))
    }

    /// `a = A f + b`.
    pub fn evaluate(&self, f: &[f64], a: &mut Vec<f64>) {
        a.clear();
        a.resize(self.len(), 0.0);
        self.a.multiply(f, a);
        for (a, b) in a.iter_mut().zip(&self.b) {
            *a += b;
        }
    }

    /// The judge of every method, largest absolute entry of the natural map: `min(aᵢ, fᵢ)`, or `aᵢ` for a
    /// bilateral row. Zero exactly at a solution.
    pub fn natural_residual(&self, a: &[f64], f: &[f64]) -> f64 {
        self.largest_least(a, |i| f[i])
    }

    /// The same with each force as what it does to its own acceleration, `Aᵢᵢ fᵢ`, so that both have one unit.
    pub fn acceleration_residual(&self, a: &[f64], f: &[f64]) -> f64 {
        self.largest_least(a, |i| self.a[(i, i)] * f[i])
    }

    /// The largest |min(aᵢ, fᵢ)|, with forces in any unit; of a bilateral row |aᵢ|.
    fn largest_least(&self, a: &[f64], f: impl Fn(usize) -> f64) -> f64 {
        let entry = |i: usize| if self.is_bilateral(i) { a[i] } else { a[i].min(f(i)) };
        (0..self.len()).map(|i| entry(i).abs()).fold(0.0, f64::max)
    }
}

/// In which order a method treats the contacts, where it has the choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The most negative acceleration first.
    #[default]
    WorstFirst,
    /// By index.
    Index,
    /// A random order, the same for the same seed.
    Random(u64),
}

impl Order {
    /// The word used in files and links: `worst-first`, `index`, or `random:` and the seed.
    pub fn name(self) -> String {
        match self {
            Order::WorstFirst => "worst-first".into(),
            Order::Index => "index".into(),
            Order::Random(seed) => format!("random:{seed}"),
        }
    }

    /// `n` contacts in this order, as far as it is known before.
    pub fn of(self, n: usize) -> Vec<usize> {
        let mut list = Vec::from_iter(0..n);
        self.arrange(&mut list);
        list
    }

    /// Brings numbers from 0 in this order.
    pub(crate) fn arrange(self, list: &mut [usize]) {
        if let Order::Random(seed) = self {
            let mut random = Pcg64::seed_from_u64(seed);
            for i in (1..list.len()).rev() {
                list.swap(i, (random.next_u64() % (i as u64 + 1)) as usize);
            }
        }
    }

    /// The order of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "worst-first" => Some(Order::WorstFirst),
            "index" => Some(Order::Index),
            _ => name.strip_prefix("random:")?.parse().ok().map(Order::Random),
        }
    }
}

/// When a method stops, and how it starts.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Residual at which a problem counts as solved, relative to `max(1, max |b|)`.
    pub tolerance: f64,
    /// Largest number of steps (pivots). 0 leaves it to the method, which then takes one that grows with n.
    pub steps: usize,
    /// Order of treatment.
    pub order: Order,
    /// Start from the `f` that the solution holds, if it has the right length: where it is positive the contact is
    /// first taken as clamped. Otherwise a method starts from zero.
    pub warm: bool,
    /// Leave it at what the first run of Lemke's method ends at, even if that is no solution.
    pub once: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { tolerance: 1e-10, steps: 0, order: Order::WorstFirst, warm: false, once: false }
    }
}

/// How a method ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// The residual is within the tolerance.
    #[default]
    Solved,
    /// There is a direction in which `f` may grow for ever. For a positive semidefinite `A` the problem then has no solution, and
    /// `f` is the best point, for a symmetric one that of least violation; for others [`infeasible::ray_is_proof`] tells.
    Ray,
    /// No further progress in the arithmetic at hand; `f` is the best point.
    Stalled,
    /// The limit of steps is reached; `f` is the best point.
    OutOfSteps,
}

impl Status {
    /// The word used in files and on the page.
    pub fn name(self) -> &'static str {
        match self {
            Status::Solved => "solved",
            Status::Ray => "ray",
            Status::Stalled => "stalled",
            Status::OutOfSteps => "out_of_steps",
        }
    }
}

/// What a method found. Its vectors are reused from one problem to the next.
#[derive(Clone, Debug, Default)]
pub struct Solution {
    /// The best `f`; never NaN.
    pub f: Vec<f64>,
    /// `A f + b` at that `f`.
    pub a: Vec<f64>,
    /// [`Lcp::natural_residual`] at that point.
    pub residual: f64,
    /// How the method ended.
    pub status: Status,
    /// Steps (pivots) taken.
    pub steps: usize,
    /// The problem was not one for the method asked (`dantzig` and an `A` that is not symmetric) and `lemke` took it.
    pub handed_over: bool,
}

impl Solution {
    /// Whether the residual is within `tolerance` relative to `max(1, max |b|)`, give or take the rounding error of
    /// `A f` itself: with a million kilograms on a milligram no `f` in double precision has a smaller residual. The
    /// allowance ends at a thousandth, lest forces that grow without bound count as a solution.
    pub fn is_within(&self, lcp: &Lcp, tolerance: f64) -> bool {
        let size = max_abs(&lcp.b).max(1.0);
        let rounding = |i: usize| 4.0 * f64::EPSILON * dot_magnitude(lcp.a.row(i), &self.f);
        let allowance = || (0..lcp.len()).map(rounding).fold(0.0, f64::max).min(1e-3 * size);
        self.residual <= tolerance * size || self.residual <= tolerance * size + allowance()
    }

    /// Judges the forces at hand, which were found elsewhere: whether they solve the problem.
    pub fn judge_forces(&mut self, lcp: &Lcp, limits: &Limits) -> bool {
        lcp.evaluate(&self.f, &mut self.a);
        self.residual = lcp.natural_residual(&self.a, &self.f);
        (self.status, self.steps, self.handed_over) = (Status::Stalled, 0, false);
        self.judge(lcp, limits);
        self.status == Status::Solved
    }

    /// Takes over the solution of the rows of an island. The worst status and residual are those of the whole.
    pub fn take_part(&mut self, island: &[usize], part: &Solution) {
        for ((&k, f), a) in island.iter().zip(&part.f).zip(&part.a) {
            (self.f[k], self.a[k]) = (*f, *a);
        }
        if part.status != Status::Solved {
            self.status = part.status;
        }
        self.residual = self.residual.max(part.residual);
        self.steps += part.steps;
        self.handed_over |= part.handed_over;
    }

    /// The status that the residual bears out.
    fn judge(&mut self, lcp: &Lcp, limits: &Limits) {
        self.status = match self.status {
            _ if self.is_within(lcp, limits.tolerance) => Status::Solved,
            Status::Solved => Status::Stalled,
            status => status,
        };
    }

    /// Whether the residual is so far within the tolerance that nothing needs to be done about it.
    fn is_fine(&self, lcp: &Lcp, limits: &Limits) -> bool {
        self.residual <= 1e-3 * limits.tolerance * max_abs(&lcp.b).max(1.0)
    }

    /// Takes over a point of which `a = A f + b` is known, or `f = 0` if the numbers overflowed.
    fn take(&mut self, lcp: &Lcp, f: &[f64], a: &[f64]) {
        self.f.clear();
        self.a.clear();
        if f.iter().chain(a).all(|x| x.is_finite()) {
            self.f.extend_from_slice(f);
            self.a.extend_from_slice(a);
        } else {
            self.f.resize(lcp.len(), 0.0);
            self.a.extend_from_slice(&lcp.b);
        }
        self.residual = lcp.natural_residual(&self.a, &self.f);
    }

    /// The answer to a problem that holds numbers which are none: no force, and the largest residual there is.
    fn give_up(&mut self, lcp: &Lcp) {
        for vector in [&mut self.f, &mut self.a] {
            vector.clear();
            vector.resize(lcp.len(), 0.0);
        }
        (self.residual, self.status, self.steps, self.handed_over) = (f64::MAX, Status::Stalled, 0, false);
    }
}

/// A method with its working storage, which it keeps from one problem to the next.
pub trait Solver {
    /// Solves `lcp` and shows each of its steps to `watch`.
    fn solve(&mut self, lcp: &Lcp, limits: &Limits, solution: &mut Solution, watch: &mut dyn FnMut(&Step));
}

/// A row of a table of methods: one for these problems, or for those of `friction`.
pub struct Method<S: ?Sized = dyn Solver> {
    /// Name in files, links and on the command line.
    pub name: &'static str,
    /// One sentence for a reader of the command line; a page has words of its own.
    #[cfg(feature = "cli")]
    pub about: &'static str,
    /// A fresh solver.
    pub new: fn() -> Box<S>,
}

impl<S: ?Sized> Method<S> {
    const fn new(name: &'static str, about: &'static str, new: fn() -> Box<S>) -> Self {
        let _ = about;
        Self {
            name,
            #[cfg(feature = "cli")]
            about,
            new,
        }
    }
}

/// All methods for [`Lcp`].
pub static METHODS: &[Method] = &[
    Method::new(
        "dantzig",
        "Baraff's method after Dantzig: one contact at a time is driven to zero acceleration.",
        || Box::<dantzig::Dantzig>::default(),
    ),
    Method::new("lemke", "Lemke's complementary pivoting with the lexicographic rule.", || {
        Box::<lemke::Lemke>::default()
    }),
];

/// The method of that name.
pub fn method(name: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.name == name)
}
