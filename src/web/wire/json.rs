//! JSON by the browser's own reader, which is there anyway; a second one would make every visit longer.
use crate::session::scene_file::SceneError;
use js_sys::{Array, JSON, Object};
use serde_json::{Map, Number, Value};
use wasm_bindgen::{JsCast, JsValue};

/// No scene file has objects so deep in each other.
const DEEPEST: usize = 32;
/// From here on not every whole number is one of its own.
const WHOLE: f64 = 9_007_199_254_740_992.0;

/// The document that a text is.
pub fn parse(text: &str) -> Result<Value, SceneError> {
    let fault = |found: String| SceneError::new("", "JSON", found);
    let document = JSON::parse(text).map_err(|error| {
        fault(error.dyn_into::<js_sys::Error>().map_or_else(|_| "another text".into(), |error| error.message().into()))
    })?;
    value(&document, DEEPEST).ok_or_else(|| fault("objects too deep in each other".into()))
}

fn value(js: &JsValue, depth: usize) -> Option<Value> {
    let below = depth.checked_sub(1)?;
    if let Some(x) = js.as_f64() {
        return Some(number(x));
    }
    if let Some(list) = js.dyn_ref::<Array>() {
        return list.iter().map(|item| value(&item, below)).collect::<Option<Vec<_>>>().map(Value::from);
    }
    if let Some(object) = js.dyn_ref::<Object>() {
        let mut map = Map::new();
        for entry in Object::entries(object).iter().map(|entry| Array::from(&entry)) {
            map.insert(entry.get(0).as_string()?, value(&entry.get(1), below)?);
        }
        return Some(map.into());
    }
    Some(js.as_bool().map(Value::from).or_else(|| js.as_string().map(Value::from)).unwrap_or(Value::Null))
}

fn number(x: f64) -> Value {
    let whole = x.abs() < WHOLE && x == libm::trunc(x) && (x != 0.0 || x.is_sign_positive());
    if whole { Value::from(x as i64) } else { Number::from_f64(x).map_or(Value::Null, Value::Number) }
}
