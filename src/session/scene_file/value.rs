//! JSON objects from their fields.
//!
//! The macro of `serde_json` converts each value by the general serializer; by `Value::from` they take a fraction of the
//! code, which a page has to load.
use serde_json::{Map, Value};

/// An object with these fields.
pub(super) fn collected(fields: Vec<(&str, Value)>) -> Value {
    // one after the other: collected at once they are sorted, by a sort in 2 KB of what a visitor loads
    let mut object = Map::new();
    for (name, value) in fields {
        object.insert(name.into(), value);
    }
    Value::Object(object)
}

/// An object: `object!("name": value, …)`.
macro_rules! object {
    ($($name:literal: $value:expr),* $(,)?) => {
        $crate::session::scene_file::value::collected(vec![$(($name, ::serde_json::Value::from($value))),*])
    };
}
pub(super) use object;
