//! JSON objects from their fields.
//!
//! The macro of `serde_json` converts each value by the general serializer; by `Value::from` they take a fraction of the
//! code, which a page has to load.
use serde_json::{Map, Value};

/// One more field of an object.
///
/// A call of it in place of what it does: the writers of scenes have a hundred fields.
#[inline(never)]
pub(super) fn put(object: &mut Map<String, Value>, name: &str, value: impl Into<Value>) {
    object.insert(name.into(), value.into());
}

/// An object: `object!("name": value, …)`.
macro_rules! object {
    ($($name:literal: $value:expr),* $(,)?) => {{
        let mut object = ::serde_json::Map::new();
        $($crate::session::scene_file::value::put(&mut object, $name, $value);)*
        ::serde_json::Value::Object(object)
    }};
}
pub(super) use object;
