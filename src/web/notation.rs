//! How a force is named and written, in both modes.
use super::palette::Palette;

/// What an arrow stands for; each kind has its own shape beside its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Solid, with the number of its contact.
    Contact(usize),
    /// Finely dashed, with the number of its contact.
    Friction(usize),
    /// Dashed.
    Gravity,
    /// With a double head.
    Thrust,
    /// A zigzag between two ends; also damping, which has no line of its own.
    Spring,
    /// What forces lead to: their sum, or how a gap opens.
    Outcome,
}

/// Width of words on the stage: at least what the letters of the stage take.
pub fn text_width(words: &str, palette: &Palette) -> f64 {
    0.62 * words.chars().count() as f64 * palette.text
}

/// A symbol with a number as its subscript.
pub fn numbered(symbol: &str, number: usize) -> String {
    let low = |digit: char| char::from_u32('₀' as u32 + digit as u32 - '0' as u32);
    symbol.chars().chain(number.to_string().chars().filter_map(low)).collect()
}

/// Name and value of a force: see `newtons`.
pub fn label(name: &str, force: f64, comma: bool) -> String {
    [name, " ", &newtons(force, comma)].concat()
}

/// A force with three digits that count, but none below a hundredth of a newton, in N, kN, MN or GN.
pub fn newtons(force: f64, comma: bool) -> String {
    let (mut size, mut unit) = (force.abs(), 0);
    while size >= 999.5 && unit < 3 {
        (size, unit) = (size / 1000.0, unit + 1);
    }
    let decimals = if size < 9.995 { 2 } else { usize::from(size < 99.95) };
    let text = format!("{size:.decimals$}{}", [" N", " kN", " MN", " GN"][unit]);
    let sign = if force < 0.0 && !text.starts_with("0.00") { "−" } else { "" };
    [sign, &written(&text, comma)].concat()
}

/// Name and value of an entry of A: what a force of 1 N at the contact `force` does to the gap of another.
pub fn entry([gap, force]: [usize; 2], value: f64, comma: bool) -> String {
    let value = written(&format!("{value:.3}"), comma);
    [&numbered("a", gap + 1), ",", &numbered("", force + 1), " ", &value].concat()
}

/// A number as it is read: with a minus sign, and with a decimal comma where that is usual.
#[inline(never)]
pub fn written(number: &str, comma: bool) -> String {
    number.replace('-', "−").replace('.', if comma { "," } else { "." })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_force_is_told_with_three_digits() {
        for (force, text) in [
            (0.0, "0.00 N"),
            (-0.004, "0.00 N"),
            (2.5, "2.50 N"),
            (-9.996, "−10.0 N"),
            (99.96, "100 N"),
            (999.6, "1.00 kN"),
            (35748.88, "35.7 kN"),
            (3e6, "3.00 MN"),
            (4e12, "4000 GN"),
        ] {
            assert_eq!(newtons(force, false), text);
        }
        assert_eq!((newtons(1.5, true).as_str(), numbered("f", 120).as_str()), ("1,50 N", "f₁₂₀"));
    }
}
