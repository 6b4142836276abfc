//! How surely a line was followed.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::records::tracking;

/// Whether a followed line is doubtful whose points have these qualities: then it has no values.
#[wasm_bindgen]
pub fn is_doubtful_line(qualities: &[f64]) -> bool {
    tracking::is_doubtful_line(qualities)
}
