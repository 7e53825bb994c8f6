//! Comparing what was computed with what is expected.
use super::case::Quantity;
use serde_json::Value;
use std::fmt;

/// What a judge knows of a quantity.
pub enum Answer {
    /// What each of several ways computed.
    Computed(Vec<(String, Value)>),
    /// Its own note says that it is not to be compared.
    LeftOut,
    /// Not known to this judge.
    Unknown,
}

impl Answer {
    /// The answer of one way.
    pub fn one(value: impl Into<Value>) -> Self {
        Self::Computed(vec![(String::new(), value.into())])
    }
}

/// The worst of all ways to compute a quantity.
pub struct Verdict {
    quantity: Quantity,
    way: String,
    computed: Option<Value>,
    /// Deviation over tolerance.
    ratio: f64,
    left_out: bool,
}

impl Verdict {
    /// Judges an answer.
    pub fn of(quantity: &Quantity, answer: Answer) -> Self {
        let quantity = quantity.clone();
        let bare =
            |ratio, left_out| Self { quantity: quantity.clone(), way: String::new(), computed: None, ratio, left_out };
        match answer {
            Answer::Unknown => bare(f64::INFINITY, false),
            Answer::LeftOut => bare(0.0, true),
            Answer::Computed(ways) => {
                let judged = ways.into_iter().map(|(way, computed)| {
                    let ratio = ratio(&quantity, &computed);
                    Self { quantity: quantity.clone(), way, computed: Some(computed), ratio, left_out: false }
                });
                judged.max_by(|a, b| a.ratio.total_cmp(&b.ratio)).unwrap_or_else(|| bare(f64::INFINITY, false))
            }
        }
    }

    pub fn fails(&self) -> bool {
        self.ratio > 1.0
    }

    pub fn is_left_out(&self) -> bool {
        self.left_out
    }
}

/// The verdict that a case's line shows.
pub fn worst(verdicts: &[Verdict]) -> Option<&Verdict> {
    verdicts.iter().max_by(|a, b| a.ratio.total_cmp(&b.ratio))
}

/// Deviation over tolerance; 0 where both are zero, infinite where the deviation alone is not.
fn ratio(quantity: &Quantity, computed: &Value) -> f64 {
    let deviation = deviation(computed, &quantity.value, quantity.relative);
    if deviation == 0.0 {
        0.0
    } else if deviation.is_nan() {
        f64::INFINITY
    } else {
        deviation / quantity.tolerance
    }
}

/// Largest difference of any entry; infinite where the two are not of one form.
pub fn deviation(computed: &Value, expected: &Value, relative: bool) -> f64 {
    match (computed, expected) {
        (Value::Number(c), Value::Number(e)) => {
            let (c, e) = (c.as_f64().unwrap_or(f64::NAN), e.as_f64().unwrap_or(f64::NAN));
            let scale = if relative { e.abs() } else { 1.0 };
            if c == e { 0.0 } else { (c - e).abs() / scale }
        }
        (Value::Array(c), Value::Array(e)) if c.len() == e.len() => {
            c.iter().zip(e).map(|(c, e)| deviation(c, e, relative)).fold(0.0, f64::max)
        }
        _ if computed == expected => 0.0,
        _ => f64::INFINITY,
    }
}

/// A value in a few words.
fn short(value: &Value) -> String {
    let text = match value {
        Value::Number(x) => format!("{:.10}", x.as_f64().unwrap_or(f64::NAN)),
        Value::Array(items) => format!("[{}]", items.iter().map(short).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    };
    match text.char_indices().nth(90) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let quantity = &self.quantity;
        let name =
            if self.way.is_empty() { quantity.name.clone() } else { format!("{} ({})", quantity.name, self.way) };
        let computed = match &self.computed {
            Some(value) => short(value),
            None if self.left_out => "not compared, by its own note".into(),
            None => "a quantity unknown to the harness".into(),
        };
        let kind = if quantity.relative { " relative" } else { "" };
        let (expected, tolerance) = (short(&quantity.value), quantity.tolerance);
        let word = if self.fails() { "FAILS" } else { "ok" };
        write!(out, "{name}: computed {computed}, expected {expected}, tolerance {tolerance:e}{kind}")?;
        write!(out, ", used {:.1e} of it: {word}", self.ratio)
    }
}
