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
        self.relative.max(self.scaled).max(HIDDEN * self.velocity)
    }

    /// From the norms of the two natural maps, of the forces and of the velocities.
    pub fn new(yardstick: &Yardstick, [natural, scaled, force, velocity]: [f64; 4]) -> Self {
        let Yardstick { rho, size } = *yardstick;
        let ratio = |x: f64, size: f64| match x / size {
            _ if x == 0.0 => 0.0,
            ratio if ratio.is_nan() => f64::MAX,
            ratio => ratio.min(f64::MAX),
        };
        Self {
            natural: if natural.is_nan() { f64::MAX } else { natural.min(f64::MAX) },
            relative: ratio(natural, size.max(force).max(velocity)),
            scaled: ratio(scaled, force.max(rho * size)),
            velocity: if size > 0.0 { ratio(scaled.max(f64::EPSILON * force), rho * size) } else { 0.0 },
        }
    }
}

/// Euclidean norm, with the squares as they are where they neither overflow nor vanish. NaN shows.
pub(super) fn length(x: impl Iterator<Item = f64> + Clone) -> f64 {
    let squares: f64 = x.clone().map(|x| x * x).sum();
    if squares > 1e-280 && squares < 1e280 || squares.is_nan() {
        return squares.sqrt();
    }
    let largest = x.clone().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    if largest == 0.0 || largest == f64::INFINITY {
        return largest;
    }
    largest * x.map(|x| (x / largest) * (x / largest)).sum::<f64>().sqrt()
}
