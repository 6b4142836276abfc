//! Points moved by a correction of aliasing.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::calibration::aliasing::Aliasing;

/// Rows that a correction moves from the top down and from the bottom up, of a scale of so many rows.
#[wasm_bindgen]
pub fn aliased_rows(rows: f64, up: f64, down: f64) -> Vec<f64> {
    let within = Aliasing { up, down }.within_rows(rows);
    vec![within.up, within.down]
}
