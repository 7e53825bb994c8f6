//! As much of JSON Schema (draft 2020-12) as our schema uses; another keyword or pattern is a panic, not a pass.
use serde_json::Value;

/// A schema document.
pub struct Schema(pub Value);

impl Schema {
    /// Whether a document keeps the schema.
    pub fn takes(&self, value: &Value) -> bool {
        self.keeps(&self.0, value)
    }

    fn keeps(&self, schema: &Value, value: &Value) -> bool {
        let Value::Object(keywords) = schema else { return schema != &Value::Bool(false) };
        keywords.iter().all(|(keyword, argument)| self.keyword(schema, keyword, argument, value))
    }

    fn keyword(&self, schema: &Value, keyword: &str, argument: &Value, value: &Value) -> bool {
        let number = |keep: fn(f64, f64) -> bool| value.as_f64().is_none_or(|x| keep(x, argument.as_f64().unwrap()));
        let length = |keep: fn(usize, usize) -> bool| {
            value.as_array().is_none_or(|items| keep(items.len(), argument.as_u64().unwrap() as usize))
        };
        let count = || argument.as_array().unwrap().iter().filter(|schema| self.keeps(schema, value)).count();
        match keyword {
            "$schema" | "$id" | "$defs" | "title" | "description" | "default" | "then" | "else" => true,
            "$ref" => self.keeps(self.0.pointer(argument.as_str().unwrap().strip_prefix('#').unwrap()).unwrap(), value),
            "const" => same(argument, value),
            "enum" => argument.as_array().unwrap().iter().any(|one| same(one, value)),
            "type" => is_of(argument.as_str().unwrap(), value),
            "pattern" => value.as_str().is_none_or(|text| matches(argument.as_str().unwrap(), text)),
            "minimum" => number(|x, bound| x >= bound),
            "maximum" => number(|x, bound| x <= bound),
            "exclusiveMinimum" => number(|x, bound| x > bound),
            "minItems" => length(|n, bound| n >= bound),
            "maxItems" => length(|n, bound| n <= bound),
            "items" => value.as_array().is_none_or(|items| items.iter().all(|item| self.keeps(argument, item))),
            "prefixItems" => value.as_array().is_none_or(|items| {
                items.iter().zip(argument.as_array().unwrap()).all(|(item, schema)| self.keeps(schema, item))
            }),
            "required" => argument
                .as_array()
                .unwrap()
                .iter()
                .all(|name| value.as_object().is_none_or(|fields| fields.contains_key(name.as_str().unwrap()))),
            "properties" | "patternProperties" | "additionalProperties" => self.fields(schema, keyword, value),
            "anyOf" => count() > 0,
            "oneOf" => count() == 1,
            "if" => {
                let next = schema.get(if self.keeps(argument, value) { "then" } else { "else" });
                next.is_none_or(|next| self.keeps(next, value))
            }
            _ => panic!("the keyword {keyword} is not known here"),
        }
    }

    /// Each field by the schemas that speak of it.
    fn fields(&self, schema: &Value, keyword: &str, value: &Value) -> bool {
        let Some(fields) = value.as_object() else { return true };
        let pattern = |name: &str| {
            schema["patternProperties"].as_object().into_iter().flatten().find(|(pattern, _)| matches(pattern, name))
        };
        fields.iter().all(|(name, field)| match keyword {
            "properties" => schema[keyword].get(name).is_none_or(|schema| self.keeps(schema, field)),
            "patternProperties" => pattern(name).is_none_or(|(_, schema)| self.keeps(schema, field)),
            _ => {
                let known = schema["properties"].get(name).is_some() || pattern(name).is_some();
                known || self.keeps(&schema[keyword], field)
            }
        })
    }
}

/// Equal, where 1 and 1.0 are.
fn same(x: &Value, y: &Value) -> bool {
    x == y || x.as_f64().is_some_and(|x| y.as_f64() == Some(x))
}

fn is_of(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|x| x.fract() == 0.0),
        _ => panic!("the type {kind} is not known here"),
    }
}

/// The patterns of our schema.
fn matches(pattern: &str, text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match pattern {
        "(^|_)note$" => text == "note" || text.ends_with("_note"),
        "^(worst-first|index|random:[0-9]+)$" => {
            ["worst-first", "index"].contains(&text) || text.strip_prefix("random:").is_some_and(digits)
        }
        "^(whole|(vertex|edge|face|joint) [0-9]+)$" => {
            let parts = ["vertex", "edge", "face", "joint"];
            let number = |(part, number): (&str, &str)| parts.contains(&part) && digits(number);
            text == "whole" || text.split_once(' ').is_some_and(number)
        }
        _ => panic!("the pattern {pattern} is not known here"),
    }
}
