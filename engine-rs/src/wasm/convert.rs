//! Conversions every export uses.

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

use crate::error::EngineError;

/// The error as the JSON text that is thrown.
pub fn throw(error: EngineError) -> JsValue {
    JsValue::from_str(&error.to_json())
}

/// JSON text of a record.
pub fn to_json<T: Serialize + ?Sized>(record: &T) -> Result<String, JsValue> {
    serde_json::to_string(record).map_err(|error| invalid("record", &error))
}

/// Record of a JSON text.
pub fn from_json<T: DeserializeOwned>(argument: &str, text: &str) -> Result<T, JsValue> {
    serde_json::from_str(text).map_err(|error| invalid(argument, &error))
}

fn invalid(argument: &str, error: &serde_json::Error) -> JsValue {
    throw(EngineError::InvalidArgument {
        argument: argument.to_owned(),
        detail: error.to_string(),
    })
}
