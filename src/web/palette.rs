//! Colours of the stage. Every arrow stands out against every surface it may cross: the tests compute it.
use super::notation::Kind;

/// The colours of one theme, as CSS writes them, and how thick lines are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Name of the theme.
    pub name: &'static str,
    /// The open space.
    pub room: &'static str,
    /// Bodies that never move.
    pub wall: &'static str,
    /// What fades out behind the faces of walls.
    pub wall_shade: &'static str,
    /// Beneath bodies.
    pub shadow: &'static str,
    /// Outlines, and words on the stage.
    pub ink: &'static str,
    /// Behind words, so that they can be read on anything.
    pub paper: &'static str,
    /// Bodies that move, one after another.
    pub bodies: [&'static str; 6],
    /// Contact forces and impulses.
    pub contact: &'static str,
    /// Friction.
    pub friction: &'static str,
    /// Weights.
    pub gravity: &'static str,
    /// Thrusters and given forces.
    pub thrust: &'static str,
    /// Springs and damping.
    pub spring: &'static str,
    /// What is selected or held.
    pub accent: &'static str,
    /// Flames of the nozzles.
    pub flame: &'static str,
    /// Width of an arrow's line, CSS pixels.
    pub line: f64,
    /// Height of words, CSS pixels.
    pub text: f64,
}

/// All themes; the first is the usual one.
pub const PALETTES: [Palette; 3] = [
    Palette {
        name: "light",
        room: "#fbfaf7",
        wall: "#e6e2d9",
        wall_shade: "#cfc8ba",
        shadow: "#3b32214d",
        ink: "#23262b",
        paper: "#ffffff",
        bodies: ["#c9d6e2", "#e2dac8", "#cfdccf", "#dad2de", "#c4dad9", "#e3d3cb"],
        contact: "#b3001b",
        friction: "#8a4300",
        gravity: "#0b4fb3",
        thrust: "#0b6623",
        spring: "#55555c",
        accent: "#6a1b9a",
        flame: "#ff9d1e",
        line: 2.5,
        text: 12.0,
    },
    Palette {
        name: "dark",
        room: "#191d24",
        wall: "#343c48",
        wall_shade: "#0c0e12",
        shadow: "#00000080",
        ink: "#e8eaee",
        paper: "#14171c",
        bodies: ["#43586d", "#5e5540", "#455b47", "#605069", "#3c5b5b", "#65524b"],
        contact: "#ffaaa2",
        friction: "#f5cd74",
        gravity: "#a9ccff",
        thrust: "#8fe89d",
        spring: "#d0d4db",
        accent: "#e9c6ff",
        flame: "#ffb347",
        line: 2.5,
        text: 12.0,
    },
    Palette {
        name: "projector",
        room: "#ffffff",
        wall: "#d8d8d8",
        wall_shade: "#a8a8a8",
        shadow: "#00000066",
        ink: "#000000",
        paper: "#ffffff",
        bodies: ["#bcd3ea", "#ecdcb4", "#c2e0c0", "#dcccea", "#b6dedd", "#edcfc0"],
        contact: "#a80000",
        friction: "#6e3a00",
        gravity: "#003c9e",
        thrust: "#00561a",
        spring: "#404040",
        accent: "#5a0090",
        flame: "#ff8a00",
        line: 4.5,
        text: 17.0,
    },
];

impl Palette {
    /// The palette of a theme; the usual one for a name that is not known.
    pub fn named(name: &str) -> &'static Palette {
        PALETTES.iter().find(|palette| palette.name == name).unwrap_or(&PALETTES[0])
    }

    /// The colour of a kind of arrow.
    pub fn of(&self, kind: Kind) -> &'static str {
        match kind {
            Kind::Contact(_) => self.contact,
            Kind::Friction(_) => self.friction,
            Kind::Gravity => self.gravity,
            Kind::Thrust => self.thrust,
            Kind::Spring => self.spring,
            Kind::Outcome => self.accent,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Red, green and blue of `#rrggbb`, 0 to 1.
    pub fn channels(colour: &str) -> [f64; 3] {
        [1, 3, 5].map(|k| f64::from(u8::from_str_radix(&colour[k..k + 2], 16).unwrap()) / 255.0)
    }

    /// Relative luminance (WCAG 2.2).
    fn luminance(colour: [f64; 3]) -> f64 {
        let linear = |c: f64| if c <= 0.04045 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) };
        let [r, g, b] = colour.map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// Contrast of two colours (WCAG 2.2), 1 to 21.
    pub fn contrast_of(one: [f64; 3], other: [f64; 3]) -> f64 {
        let (a, b) = (luminance(one), luminance(other));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        contrast_of(channels(one), channels(other))
    }

    #[test]
    fn contrast_of_known_pairs() {
        assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
        assert!((contrast("#777777", "#ffffff") - 4.48).abs() < 0.01);
    }

    #[test]
    fn every_arrow_stands_out_against_every_surface() {
        for palette in &PALETTES {
            let surfaces = palette.bodies.into_iter().chain([palette.room, palette.wall]);
            for surface in surfaces {
                for arrow in
                    [palette.contact, palette.friction, palette.gravity, palette.thrust, palette.spring, palette.accent]
                {
                    let found = contrast(arrow, surface);
                    assert!(found >= 3.0, "{}: {arrow} on {surface}: {found:.2}", palette.name);
                }
            }
        }
    }

    #[test]
    fn words_are_readable() {
        for palette in &PALETTES {
            for word in
                [palette.ink, palette.contact, palette.friction, palette.gravity, palette.thrust, palette.spring]
            {
                let found = contrast(word, palette.paper);
                assert!(found >= 4.5, "{}: {word} on {}: {found:.2}", palette.name, palette.paper);
            }
            for body in palette.bodies {
                assert!(contrast(palette.ink, body) >= 4.5, "{}: ink on {body}", palette.name);
            }
        }
    }
}
