//! When a line is complete.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::shape_of;
use crate::segmentation::completion::Completion;

/// The number of points that finishes a line automatically; 0 when only the person can.
///
/// # Errors
/// `invalid-argument` for an unknown shape.
#[wasm_bindgen]
pub fn finishes_at(
    shape: &str,
    control_points: usize,
    user_defined: bool,
) -> Result<usize, JsValue> {
    let completion = Completion {
        shape: shape_of(shape)?,
        control_points,
        user_defined_points: user_defined,
    };
    Ok(completion.finishes_at().unwrap_or(0))
}

/// The line may be finished with so many points.
///
/// # Errors
/// `invalid-argument` for an unknown shape.
#[wasm_bindgen]
pub fn may_finish(
    shape: &str,
    control_points: usize,
    user_defined: bool,
    drawn: usize,
) -> Result<bool, JsValue> {
    let completion = Completion {
        shape: shape_of(shape)?,
        control_points,
        user_defined_points: user_defined,
    };
    Ok(completion.may_finish(drawn))
}
