//! What happens where two bodies touch: friction and restitution, pair by pair.
use super::body::{Body, BodyId};
use std::f64::consts::{PI, SQRT_2, TAU};

/// What bounds friction: |r_T| ≤ μ r_N, or a polygon in its place. The tangents of a horizontal contact are x and y.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cone {
    /// Coulomb's, the same in all directions.
    #[default]
    Round,
    /// A pyramid of this many facets inside the cone, its edges on it, one of them along the first tangent: the
    /// friction of linear complementarity problems (Stewart and Trinkle).
    Pyramid(usize),
    /// A pyramid of four facets around the cone: the two tangents do not know of each other.
    Square,
}

impl Cone {
    /// All that can be chosen.
    pub const ALL: [Self; 5] = [Self::Round, Self::Pyramid(4), Self::Pyramid(8), Self::Pyramid(16), Self::Square];

    /// The word used in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Round => "round",
            Self::Pyramid(4) => "pyramid-4",
            Self::Pyramid(8) => "pyramid-8",
            Self::Pyramid(_) => "pyramid-16",
            Self::Square => "square",
        }
    }

    /// The nearest friction to `t` that is allowed where the round cone allows `radius`.
    pub fn nearest(self, t: [f64; 2], radius: f64) -> [f64; 2] {
        let (corners, turned, radius) = match self {
            Self::Round => {
                let length = (t[0] * t[0] + t[1] * t[1]).sqrt();
                return if length > radius { t.map(|t| t * radius / length) } else { t };
            }
            Self::Pyramid(facets) => (facets as f64, 0.0, radius),
            Self::Square => (4.0, -0.25 * PI, SQRT_2 * radius),
        };
        // the side that the point is over
        let sector = TAU / corners;
        let side = libm::floor((libm::atan2(t[1], t[0]) - turned) / sector);
        let (sin, cos) = libm::sincos(turned + (side + 0.5) * sector);
        let (out, along) = (cos * t[0] + sin * t[1], cos * t[1] - sin * t[0]);
        let (half_sin, half_cos) = libm::sincos(0.5 * sector);
        if out <= radius * half_cos {
            return t;
        }
        let (out, along) = (radius * half_cos, along.clamp(-radius * half_sin, radius * half_sin));
        [cos * out - sin * along, sin * out + cos * along]
    }
}

/// How several impacts in one step are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImpactLaw {
    /// All at once, as Moreau has it.
    #[default]
    Simultaneous,
    /// Contact after contact, the fastest first, until none closes.
    Serial,
}

impl ImpactLaw {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Simultaneous, Self::Serial];

    /// The word used in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Simultaneous => "simultaneous",
            Self::Serial => "serial",
        }
    }
}

/// Coefficients of a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Law {
    /// μ of Coulomb's law.
    pub friction: f64,
    /// e_n of Moreau's impact law, 0 to 1.
    pub restitution: f64,
    /// e_t of the same law, -1 to 1: how much of its tangential velocity a contact that sticks in an impact gets back,
    /// the other way round.
    pub tangential: f64,
    /// What bounds friction.
    pub cone: Cone,
    /// Whether the bodies roll on each other without slip, as if friction had no bound: the scheme `contact-points` alone
    /// knows that, and no other coefficient.
    pub rolls: bool,
}

/// A law for two bodies alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairLaw {
    /// The two, the lower number first.
    pub bodies: [BodyId; 2],
    /// Theirs, instead of that of the world.
    pub law: Law,
}

/// Whether any two bodies roll on each other by law.
pub fn some_roll(usual: &Law, own: &[PairLaw]) -> bool {
    usual.rolls || own.iter().any(|own| own.law.rolls)
}

/// Whether any two bodies have friction.
pub fn some_rub(usual: &Law, own: &[PairLaw]) -> bool {
    usual.friction > 0.0 || own.iter().any(|own| own.law.friction > 0.0)
}

/// The law of two bodies: their own if there is one, else that of the world, less elastic if one of the bodies is.
pub fn between(usual: Law, own: &[PairLaw], bodies: &[Body], pair: [BodyId; 2]) -> Law {
    let [a, b] = pair;
    if own.is_empty() && usual.restitution == 0.0 {
        return usual;
    }
    let mut found = own.iter().filter(|own| own.bodies == [a.min(b), a.max(b)]);
    found.next_back().map_or_else(
        || Law { restitution: usual.restitution.min(bodies[a].restitution).min(bodies[b].restitution), ..usual },
        |own| own.law,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is allowed stays, and nothing that is allowed is nearer than what the projection gives.
    #[test]
    fn the_nearest_friction_is_allowed_and_nearest() {
        let allowed = |cone: Cone, [x, y]: [f64; 2]| match cone {
            Cone::Round => x.hypot(y) <= 1.0 + 1e-12,
            Cone::Square => x.abs().max(y.abs()) <= 1.0 + 1e-12,
            Cone::Pyramid(n) => (0..n).all(|k| {
                let (sin, cos) = libm::sincos((k as f64 + 0.5) * TAU / n as f64);
                cos * x + sin * y <= libm::cos(PI / n as f64) + 1e-12
            }),
        };
        let points = (0..900).map(|k| [(k % 30) as f64 / 7.0 - 2.1, (k / 30) as f64 / 7.0 - 2.05]);
        for (cone, p) in Cone::ALL.into_iter().flat_map(|cone| points.clone().map(move |p| (cone, p))) {
            let near = cone.nearest(p, 1.0);
            assert!(allowed(cone, near), "{cone:?}: {p:?} to {near:?}");
            assert!(!allowed(cone, p) || near == p, "{cone:?}: {p:?} to {near:?}");
            let off = [p[0] - near[0], p[1] - near[1]];
            let better = points.clone().filter(|q| allowed(cone, *q));
            let most = better.map(|q| off[0] * (q[0] - near[0]) + off[1] * (q[1] - near[1])).fold(0.0, f64::max);
            assert!(most < 1e-9, "{cone:?}: {p:?} to {near:?}, {most}");
        }
    }
}
