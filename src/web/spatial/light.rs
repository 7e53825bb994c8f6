//! How light and shade change the colours of a theme, and how far: arrows stand out against every surface at its
//! brightest and at its darkest, which the tests compute.
use crate::web::palette::Palette;
use glam::DVec3;

/// Red, green, blue, 0 to 1.
pub type Colour = [f32; 3];

/// Light and shade of one theme: factors of the colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Bodies: turned away from the light or in a shadow, and facing it.
    pub bodies: [f32; 2],
    /// Arrows, which throw no shadow and get none.
    pub arrows: [f32; 2],
    /// Share of the paper's colour in every other part of a round body, by which one sees it turn.
    pub pattern: f32,
}

/// Towards the light.
pub const SUN: DVec3 = DVec3::new(-0.36, -0.52, 0.775);

impl Light {
    /// That of a theme.
    pub fn of(palette: &Palette) -> Self {
        match palette.name {
            "dark" => Self { bodies: [0.8, 1.1], arrows: [0.93, 1.0], pattern: 0.18 },
            "projector" => Self { bodies: [0.78, 1.08], arrows: [0.8, 1.0], pattern: 0.45 },
            _ => Self { bodies: [0.81, 1.13], arrows: [0.8, 1.0], pattern: 0.4 },
        }
    }
}

/// The colour that CSS writes as `#rrggbb`; black for anything else.
pub fn colour(css: &str) -> Colour {
    let number = css.strip_prefix('#').and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0);
    [16, 8, 0].map(|shift| (number >> shift & 255) as f32 / 255.0)
}

/// A colour between two.
pub fn mix(from: Colour, to: Colour, share: f32) -> Colour {
    [0, 1, 2].map(|k| from[k] + share * (to[k] - from[k]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::palette::PALETTES;
    use crate::web::palette::tests::{channels, contrast_of};

    fn shaded(colour: Colour, factor: f32) -> [f64; 3] {
        colour.map(|c| f64::from((c * factor).min(1.0)))
    }

    #[test]
    fn arrows_stand_out_against_lit_and_shaded_surfaces() {
        for palette in &PALETTES {
            let (light, paper) = (Light::of(palette), colour(palette.paper));
            let arrows = [palette.contact, palette.gravity, palette.thrust, palette.spring, palette.accent].map(colour);
            let plain = palette.bodies.into_iter().chain([palette.room, palette.wall]).map(colour);
            let patterned = palette.bodies.map(colour).map(|body| mix(body, paper, light.pattern));
            for surface in plain.chain(patterned) {
                for arrow in arrows {
                    for (body, own) in light.bodies.into_iter().flat_map(|b| light.arrows.map(|a| (b, a))) {
                        let found = contrast_of(shaded(arrow, own), shaded(surface, body));
                        assert!(
                            found >= 3.0,
                            "{}: {arrow:?} × {own} on {surface:?} × {body}: {found:.2}",
                            palette.name
                        );
                    }
                }
            }
        }
    }

    /// Where little light falls a body is still told from what is behind it, patterned or not.
    #[test]
    fn bodies_are_seen_in_the_dark() {
        let palette = Palette::named("dark");
        let light = Light::of(palette);
        for (body, share) in palette.bodies.into_iter().flat_map(|body| [(body, 0.0), (body, light.pattern)]) {
            let fill = mix(colour(body), colour(palette.paper), share);
            let [dim, lit] = light.bodies.map(|factor| contrast_of(shaded(fill, factor), channels(palette.room)));
            assert!(dim >= 1.5 && lit >= 2.0, "{body} with {share} of the paper: {dim:.2} to {lit:.2}");
        }
    }

    /// What never moves is told from the room behind it by its shaded faces, in every theme.
    #[test]
    fn walls_are_seen() {
        for palette in &PALETTES {
            let dim = shaded(colour(palette.wall), Light::of(palette).bodies[0]);
            let found = contrast_of(dim, channels(palette.room));
            assert!(found >= 1.2, "{}: {found:.2}", palette.name);
        }
    }

    #[test]
    fn colours_are_read() {
        for palette in &PALETTES {
            for css in palette.bodies.into_iter().chain([palette.contact, palette.ink]) {
                let (found, expected) = (colour(css), channels(css));
                assert!((0..3).all(|k| (f64::from(found[k]) - expected[k]).abs() < 1e-6), "{css}");
            }
        }
        assert!((SUN.length() - 1.0).abs() < 1e-3);
    }
}
