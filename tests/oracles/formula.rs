//! Formulas as the cases write them: `0.5 cos t`, `cos 2t`, `w sin(nu t)`, `-0.4 + 0.3 sin t`.
use serde_json::Value;

/// A formula's text and the numbers that its letters stand for.
pub struct Formula<'a> {
    rest: &'a str,
    names: &'a Value,
    time: f64,
}

/// The value of a formula at a time; `t` is the time, other names are looked up among `names`. None if it cannot be read.
pub fn evaluate(text: &str, names: &Value, time: f64) -> Option<f64> {
    let mut formula = Formula { rest: text, names, time };
    let value = formula.sum()?;
    formula.peek().is_none().then_some(value)
}

/// The entries of a list such as `(a, b, c)`, split at the commas outside of brackets.
pub fn entries(text: &str) -> Option<Vec<&str>> {
    let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (i, c) in inner.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[start..]);
    Some(parts)
}

impl Formula<'_> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn take(&mut self, c: char) -> bool {
        let here = self.peek() == Some(c);
        if here {
            self.rest = &self.rest[c.len_utf8()..];
        }
        here
    }

    fn sum(&mut self) -> Option<f64> {
        let mut sum = if self.take('-') { -self.product()? } else { self.product()? };
        loop {
            if self.take('+') {
                sum += self.product()?;
            } else if self.take('-') {
                sum -= self.product()?;
            } else {
                return Some(sum);
            }
        }
    }

    /// Factors with or without a sign between them.
    fn product(&mut self) -> Option<f64> {
        let mut product = self.factor()?;
        loop {
            if self.take('*') {
                product *= self.factor()?;
            } else if self.take('/') {
                product /= self.factor()?;
            } else if self.peek().is_some_and(|c| c.is_alphanumeric() || c == '(') {
                product *= self.factor()?;
            } else {
                return Some(product);
            }
        }
    }

    /// The number or the name that comes next.
    fn word(&mut self) -> &str {
        let Some(c) = self.peek() else { return "" };
        let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
        let part_of_number = |c: char| c.is_ascii_digit() || c == '.';
        let belongs = |x: char| if c.is_ascii_digit() || c == '.' { part_of_number(x) } else { part_of_word(x) };
        &self.rest[..self.rest.find(|x| !belongs(x)).unwrap_or(self.rest.len())]
    }

    fn factor(&mut self) -> Option<f64> {
        self.peek()?;
        if self.take('(') {
            let value = self.sum()?;
            return self.take(')').then_some(value);
        }
        let word = self.word().to_string();
        self.rest = &self.rest[word.len()..];
        match word.as_str() {
            "t" => Some(self.time),
            "pi" => Some(std::f64::consts::PI),
            _ => match function(&word) {
                Some(function) => self.argument().map(function),
                None => word.parse().ok().or_else(|| self.names[&word].as_f64()),
            },
        }
    }

    /// What a function is taken of: a bracket, or all numbers and names that follow without a sign between them, so that
    /// `cos 2t` is the cosine of `2t`, but `sin t cos t` a product.
    fn argument(&mut self) -> Option<f64> {
        let bracket = self.peek()? == '(';
        let mut product = self.factor()?;
        while !bracket && self.peek().is_some_and(char::is_alphanumeric) && function(self.word()).is_none() {
            product *= self.factor()?;
        }
        Some(product)
    }
}

fn function(name: &str) -> Option<fn(f64) -> f64> {
    Some(match name {
        "sin" => f64::sin,
        "cos" => f64::cos,
        "exp" => f64::exp,
        "sqrt" => f64::sqrt,
        _ => return None,
    })
}
