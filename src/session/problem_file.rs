//! Complementarity problems as JSON files: `lcp` (`M`, `q`), `friction2d` and `friction3d` (block-sparse `W`, `q`,
//! `mu`), and contact problems (`A`, `b`, and `joint` for bilateral rows).
use crate::complementarity::Lcp;
use crate::complementarity::cone::ConeProblem;
use crate::linalg::Matrix;
use serde_json::{Map, Value};
use std::fmt;

/// A problem as read.
#[derive(Clone, Debug)]
pub enum Problem {
    /// `w = M z + q`, any `M`.
    Lcp(Lcp),
    /// `a = A f + b` of contacts, where rows may be bilateral.
    Contacts(Lcp),
    /// Contacts with friction.
    Friction(ConeProblem),
}

/// Why a file is no problem: which field, what should be there, and what is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProblemError {
    /// The field, such as `M[3]`; empty for the whole file.
    pub field: String,
    /// What would have been taken.
    pub expected: String,
    /// What was there.
    pub found: String,
}

impl fmt::Display for ProblemError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let Self { field, expected, found } = self;
        let place = if field.is_empty() { "the file".into() } else { format!("field `{field}`") };
        write!(out, "{place}: expected {expected}, found {found}")
    }
}

impl std::error::Error for ProblemError {}

type Read<T> = Result<T, ProblemError>;

fn refuse<T>(field: impl Into<String>, expected: impl Into<String>, found: impl Into<String>) -> Read<T> {
    Err(ProblemError { field: field.into(), expected: expected.into(), found: found.into() })
}

/// Reads a problem.
///
/// # Errors
/// If the text is not JSON, or the numbers do not fit together.
pub fn read(text: &[u8]) -> Read<Problem> {
    let value: Value = match serde_json::from_slice(text) {
        Ok(value) => value,
        Err(error) => return refuse("", "JSON", error.to_string()),
    };
    let Some(fields) = value.as_object() else { return refuse("", "an object", describe(&value)) };
    let kind = fields.get("kind").map_or(Ok(""), |kind| kind.as_str().ok_or(kind));
    match kind {
        Ok("lcp") => read_lcp(fields),
        Ok("friction2d") => read_friction(fields, 2),
        Ok("friction3d") => read_friction(fields, 3),
        Ok(_) if fields.contains_key("A") => read_contacts(fields),
        Ok(kind) => refuse("kind", "lcp, friction2d, friction3d, or else a field `A`", format!("{kind:.40?}")),
        Err(kind) => refuse("kind", "a text", describe(kind)),
    }
}

fn read_lcp(fields: &Map<String, Value>) -> Read<Problem> {
    let b = numbers(fields, "q", None)?;
    check_count(fields, "n", b.len())?;
    let a = matrix(fields, "M", b.len())?;
    Ok(Problem::Lcp(Lcp { a, b, bilateral: Vec::new() }))
}

fn read_contacts(fields: &Map<String, Value>) -> Read<Problem> {
    let b = numbers(fields, "b", None)?;
    check_count(fields, "n", b.len())?;
    let a = matrix(fields, "A", b.len())?;
    let Some(value) = fields.get("joint") else { return Ok(Problem::Contacts(Lcp { a, b, bilateral: Vec::new() })) };
    let list = items("joint", value, Some(b.len()), "flags")?;
    let flag = |(i, flag): (usize, &Value)| match flag.as_bool() {
        Some(flag) => Ok(flag),
        None => refuse(format!("joint[{i}]"), "true or false", describe(flag)),
    };
    let bilateral = list.iter().enumerate().map(flag).collect::<Read<_>>()?;
    Ok(Problem::Contacts(Lcp { a, b, bilateral }))
}

fn read_friction(fields: &Map<String, Value>, dim: usize) -> Read<Problem> {
    let contacts = count(fields, "contacts")?;
    check_count(fields, "dim", dim)?;
    let row_ptr = indices(fields, "row_ptr", Some(contacts.saturating_add(1)), usize::MAX)?;
    let col_idx = indices(fields, "col_idx", None, contacts)?;
    if row_ptr[0] != 0 {
        return refuse("row_ptr[0]", "0", row_ptr[0].to_string());
    }
    for (i, pair) in row_ptr.windows(2).enumerate() {
        if pair[1] < pair[0] {
            return refuse(format!("row_ptr[{}]", i + 1), format!("{} or more", pair[0]), pair[1].to_string());
        }
    }
    if row_ptr[contacts] != col_idx.len() {
        let expected = format!("the length of `col_idx`, {}", col_idx.len());
        return refuse(format!("row_ptr[{contacts}]"), expected, row_ptr[contacts].to_string());
    }
    let blocks = numbers(fields, "blocks", Some(col_idx.len() * dim * dim))?;
    let q = numbers(fields, "q", Some(contacts * dim))?;
    let mu = numbers(fields, "mu", Some(contacts))?;
    if let Some(i) = mu.iter().position(|&mu| mu < 0.0) {
        return refuse(format!("mu[{i}]"), "0 or more", mu[i].to_string());
    }
    Ok(Problem::Friction(ConeProblem { dim, row_ptr, col_idx, blocks, q, mu }))
}

fn field<'a>(fields: &'a Map<String, Value>, name: &str) -> Read<&'a Value> {
    fields.get(name).map_or_else(|| refuse(name, "a value", "none"), Ok)
}

/// A whole number.
fn count(fields: &Map<String, Value>, name: &str) -> Read<usize> {
    let value = field(fields, name)?;
    let count = value.as_u64().and_then(|count| usize::try_from(count).ok());
    count.map_or_else(|| refuse(name, "a count", describe(value)), Ok)
}

/// A count that may be missing but must not be another one.
fn check_count(fields: &Map<String, Value>, name: &str, expected: usize) -> Read<()> {
    if !fields.contains_key(name) || count(fields, name)? == expected {
        return Ok(());
    }
    refuse(name, expected.to_string(), describe(&fields[name]))
}

/// A list, of a given length if there is one.
fn items<'a>(name: &str, value: &'a Value, length: Option<usize>, what: &str) -> Read<&'a [Value]> {
    match (value.as_array(), length) {
        (Some(list), Some(length)) if list.len() != length => {
            refuse(name, format!("{length} {what}"), list.len().to_string())
        }
        (Some(list), _) => Ok(list),
        (None, _) => refuse(name, format!("a list of {what}"), describe(value)),
    }
}

fn number_list(name: &str, value: &Value, length: Option<usize>) -> Read<Vec<f64>> {
    let number = |(i, value): (usize, &Value)| match value.as_f64() {
        Some(x) if x.is_finite() => Ok(x),
        _ => refuse(format!("{name}[{i}]"), "a finite number", describe(value)),
    };
    items(name, value, length, "numbers")?.iter().enumerate().map(number).collect()
}

fn numbers(fields: &Map<String, Value>, name: &str, length: Option<usize>) -> Read<Vec<f64>> {
    number_list(name, field(fields, name)?, length)
}

/// Whole numbers below a bound.
fn indices(fields: &Map<String, Value>, name: &str, length: Option<usize>, below: usize) -> Read<Vec<usize>> {
    let index = |(i, value): (usize, &Value)| match value.as_u64().and_then(|x| usize::try_from(x).ok()) {
        Some(x) if x < below => Ok(x),
        _ => refuse(format!("{name}[{i}]"), format!("a whole number from 0 and below {below}"), describe(value)),
    };
    let list = items(name, field(fields, name)?, length, "whole numbers")?;
    list.iter().enumerate().map(index).collect()
}

/// A square matrix as a list of rows.
fn matrix(fields: &Map<String, Value>, name: &str, n: usize) -> Read<Matrix> {
    let rows = items(name, field(fields, name)?, Some(n), "rows")?;
    let row = |(i, row)| number_list(&format!("{name}[{i}]"), row, Some(n));
    Ok(Matrix::from_rows(&rows.iter().enumerate().map(row).collect::<Read<Vec<_>>>()?))
}

/// A value in words.
fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("the text {text:.40?}"),
        Value::Array(list) => format!("a list of {}", list.len()),
        Value::Object(_) => "an object".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        read(text.as_bytes()).expect_err("this must be refused").to_string()
    }

    /// Each fault is named by field, by what was expected, and by what was found.
    #[test]
    fn faults_are_named() {
        let cases = [
            ("[1", "the file: expected JSON, found EOF while parsing a list at line 1 column 2"),
            ("[]", "the file: expected an object, found a list of 0"),
            (
                r#"{"kind":"x"}"#,
                r#"field `kind`: expected lcp, friction2d, friction3d, or else a field `A`, found "x""#,
            ),
            (r#"{"kind":"lcp"}"#, "field `q`: expected a value, found none"),
            (r#"{"kind":"lcp","q":[1],"M":[[1,2]]}"#, "field `M[0]`: expected 1 numbers, found 2"),
            (r#"{"kind":"lcp","n":-1,"q":[1],"M":[[1]]}"#, "field `n`: expected a count, found -1"),
            (r#"{"kind":"lcp","n":2,"q":[1],"M":[[1]]}"#, "field `n`: expected 1, found 2"),
            (r#"{"kind":"lcp","q":["a"],"M":[[1]]}"#, r#"field `q[0]`: expected a finite number, found the text "a""#),
            (r#"{"A":[[1]],"b":[0],"joint":[0]}"#, "field `joint[0]`: expected true or false, found 0"),
        ];
        cases.iter().for_each(|(text, expected)| assert_eq!(message(text), *expected, "for {text}"));
        assert!(message(r#"{"kind":"lcp","q":[1e999],"M":[[1]]}"#).contains("number out of range"));
        assert!(message(r#"{"kind":"lcp","q":[NaN],"M":[[1]]}"#).contains("JSON"));
    }

    /// The block structure must fit together, however large the numbers that claim it.
    #[test]
    fn block_structure_is_checked() {
        let file = |contacts: &str, row_ptr: &str, col_idx: &str| {
            format!(
                r#"{{"kind":"friction2d","contacts":{contacts},"row_ptr":{row_ptr},"col_idx":{col_idx},
                "blocks":[1,0,0,1],"q":[-1,0],"mu":[0.5]}}"#
            )
        };
        assert!(read(file("1", "[0,1]", "[0]").as_bytes()).is_ok());
        let cases = [
            (("1000000000000", "[0,1]", "[0]"), "field `row_ptr`: expected 1000000000001 whole numbers, found 2"),
            (("1", "[1,1]", "[0]"), "field `row_ptr[0]`: expected 0, found 1"),
            (("1", "[0,2]", "[0]"), "field `row_ptr[1]`: expected the length of `col_idx`, 1, found 2"),
            (("1", "[0,1]", "[1]"), "field `col_idx[0]`: expected a whole number from 0 and below 1, found 1"),
            (("1", "[0,-1]", "[0]"), "field `row_ptr[1]`: expected a whole number"),
        ];
        for ((contacts, row_ptr, col_idx), expected) in &cases {
            let found = message(&file(contacts, row_ptr, col_idx));
            assert!(found.starts_with(expected), "{found}, expected {expected}");
        }
        assert!(read(file("18446744073709551615", "[0,1]", "[0]").as_bytes()).is_err());
        let falling = r#"{"kind":"friction2d","contacts":2,"row_ptr":[0,1,0],"col_idx":[],"blocks":[],"q":[],"mu":[]}"#;
        assert_eq!(message(falling), "field `row_ptr[2]`: expected 1 or more, found 0");
    }
}
