//! JSON objects from their fields.
//!
//! The macro of `serde_json` converts each value by the general serializer; by `Value::from` they take a fraction of the
//! code, which a page has to load.
use serde_json::Value;

/// An object with these fields.
pub(super) fn collected(fields: Vec<(&str, Value)>) -> Value {
    fields.into_iter().collect()
}

/// An object: `object!("name": value, …)`.
macro_rules! object {
    ($($name:literal: $value:expr),* $(,)?) => {
        $crate::session::scene_file::value::collected(vec![$(($name, ::serde_json::Value::from($value))),*])
    };
}
pub(super) use object;
