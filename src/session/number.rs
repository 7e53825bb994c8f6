//! Doubles as decimal text and back, exactly.
//!
//! The shortest decimal that reads back, and the double nearest to a decimal.
use lexical_parse_float::FromLexical;

/// The shortest decimal that reads back as the same double. It has no `+`, which a query would read as a blank.
pub fn shortest(x: f64) -> String {
    let text = format!("{x:?}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_string)
}

/// The least of 1, 2, 5, 10, 20 and so on, times any power of ten, that is not under `x`; 1 unless `x` is over zero.
pub fn round_up(x: f64) -> f64 {
    if !(x > 0.0 && x.is_finite()) {
        return 1.0;
    }
    let power = libm::pow(10.0, libm::floor(libm::log10(x)));
    [1.0, 2.0, 5.0].into_iter().map(|step| step * power).find(|step| *step >= x).unwrap_or(10.0 * power)
}

/// The double nearest to a decimal such as `-1.5e-3`; nothing else is a number here, nor is what is too large for one.
pub fn parse(text: &str) -> Option<f64> {
    let decimal = text.as_bytes();
    is_decimal(decimal).then(|| f64::from_lexical(decimal).ok()).flatten().filter(|x| x.is_finite())
}

/// A sign, digits with at most one point among or around them, and a power of ten; all but the digits may be missing.
fn is_decimal(text: &[u8]) -> bool {
    let unsigned = |text: &[u8]| text.len() - text.strip_prefix(b"+").or(text.strip_prefix(b"-")).unwrap_or(text).len();
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = unsigned(text);
    let whole = digits(&text[at..]);
    at += whole;
    let mut part = 0;
    if text.get(at) == Some(&b'.') {
        part = digits(&text[at + 1..]);
        at += 1 + part;
    }
    if text.get(at).is_some_and(|byte| byte.eq_ignore_ascii_case(&b'e')) {
        at += 1;
        at += unsigned(&text[at..]);
        let power = digits(&text[at..]);
        at = if power == 0 { 0 } else { at + power };
    }
    whole + part > 0 && at == text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_decimal_is_no_number() {
        for text in
            ["", ".", "-", "+.", "1e", "1e+", "e5", "1.2.3", " 1", "1 ", "0x10", "1_0", "inf", "NaN", "1e400", "٣"]
        {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn all_forms_of_a_decimal_are_read() {
        for (text, x) in [("0", 0.0), ("+5.", 5.0), (".5", 0.5), ("-1.5E-3", -1.5e-3), ("1e+3", 1e3), ("007", 7.0)] {
            assert_eq!(parse(text), Some(x), "{text}");
        }
    }

    #[test]
    fn numbers_read_back_bit_for_bit() {
        for x in [0.0, -0.0, 0.1 + 0.2, 1e-7, 5e-324, f64::MAX, -123456789.125, 1e21] {
            let text = shortest(x);
            assert_eq!(parse(&text).map(f64::to_bits), Some(x.to_bits()), "{text}");
            assert!(!text.contains('+') && !text.ends_with(".0"), "{text}");
        }
    }
}
