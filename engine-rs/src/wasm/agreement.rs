//! Agreement of readers.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_json, throw, to_json};
use crate::agreement;

/// Compares what an `AgreementRequest`, as JSON, holds; the result of the same kind as JSON.
///
/// # Errors
/// `invalid-argument`, `limit-exceeded`.
#[wasm_bindgen]
pub fn agreement(request: &str) -> Result<String, JsValue> {
    to_json(&agreement::agreement(&from_json("request", request)?).map_err(throw)?)
}
