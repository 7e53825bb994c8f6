//! How far a point is from a solution of a problem with friction.

/// What residuals of a problem are measured by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Yardstick {
    /// The `ρ` that gives forces and velocities one unit: size / trace of `W`, or 1 where that is none.
    pub rho: f64,
    /// `|q|`.
    pub size: f64,
}

/// How far a point is from a solution. The natural map of a contact is `r − P(r − ρ (u + μ |u_T| e_N))`, with `P` the
/// projection on its cone: zero exactly at solutions, whatever `ρ > 0`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Residuals {
    /// Norm of the natural map for `ρ = 1`.
    pub natural: f64,
    /// That relative to the largest of `|q|`, `|r|`, `|u|`.
    pub relative: f64,
    /// The natural map for the `ρ` of the yardstick, relative to `|r|` and `ρ |q|`: independent of the units.
    pub scaled: f64,
    /// The same relative to `ρ |q|` alone, or what rounding of the forces makes of it: what may be wrong with the velocities,
    /// which large forces hide from the other two.
    pub velocity: f64,
}

impl Residuals {
    /// Those of a point that is none.
    pub const NONE: Self = Self { natural: f64::MAX, relative: f64::MAX, scaled: f64::MAX, velocity: f64::MAX };

    /// What decides: the larger of the two relative ones, unless forces that grow without bound make them small.
    pub fn worst(&self) -> f64 {
        const HIDDEN: f64 = 1e-5;
        larger(larger(self.relative, self.scaled), HIDDEN * self.velocity)
    }

    /// From the norms of the two natural maps, of the forces and of the velocities.
    pub fn new(yardstick: &Yardstick, [natural, scaled, force, velocity]: [f64; 4]) -> Self {
        let Yardstick { rho, size } = *yardstick;
        // of no number, too
        let finite = |x: f64| if x <= f64::MAX { x } else { f64::MAX };
        let ratio = |x: f64, size: f64| if x == 0.0 { 0.0 } else { finite(x / size) };
        Self {
            natural: finite(natural),
            relative: ratio(natural, larger(larger(size, force), velocity)),
            scaled: ratio(scaled, larger(force, rho * size)),
            velocity: if size > 0.0 { ratio(larger(f64::EPSILON * force, scaled), rho * size) } else { 0.0 },
        }
    }
}

/// The larger of two numbers, and the second if they are none: `max` takes its time to look at that.
fn larger(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

/// Euclidean norm. NaN shows.
pub(super) fn length(x: impl Iterator<Item = f64> + Clone) -> f64 {
    root(x.clone().map(|x| x * x).sum(), x)
}

/// The same where the sum of the squares is at hand, whose root it is unless they overflow or vanish.
pub(super) fn root(square: f64, x: impl Iterator<Item = f64> + Clone) -> f64 {
    if square > 1e-280 && square < 1e280 || square.is_nan() { square.sqrt() } else { root_of_extremes(x) }
}

#[cold]
fn root_of_extremes(x: impl Iterator<Item = f64> + Clone) -> f64 {
    let largest = x.clone().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    if largest == 0.0 || largest == f64::INFINITY {
        return largest;
    }
    largest * x.map(|x| (x / largest) * (x / largest)).sum::<f64>().sqrt()
}
