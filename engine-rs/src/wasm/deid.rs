//! De-identification.

use serde::Deserialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_json, throw, to_json};
use crate::deid;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    date_shift_days: i32,
    patient_show: String,
    #[serde(default)]
    mask: Option<deid::mask::Mask>,
}

/// `ImportIdentity` of a file as JSON.
///
/// # Errors
/// As [`deid::identity::identify`].
#[wasm_bindgen]
pub fn identify(bytes: &[u8], key: &[u8]) -> Result<String, JsValue> {
    to_json(&deid::identity::identify(bytes, key).map_err(throw)?)
}

/// De-identified forms of UIDs as JSON; `uids_json` is an array of texts.
///
/// # Errors
/// As [`deid::identity::pseudonyms`].
#[wasm_bindgen]
pub fn pseudonyms(uids_json: &str, key: &[u8]) -> Result<String, JsValue> {
    let uids: Vec<String> = from_json("uids", uids_json)?;
    to_json(&deid::identity::pseudonyms(&uids, key).map_err(throw)?)
}

/// The file without what identifies its patient; `options_json` is
/// `{date_shift_days, patient_show, mask}`, where the mask is null for pictures that stay as they are.
///
/// # Errors
/// As [`deid::deidentify`] and [`deid::deidentify_masked`].
#[wasm_bindgen]
pub fn deidentify(bytes: &[u8], key: &[u8], options_json: &str) -> Result<Vec<u8>, JsValue> {
    let options: Options = from_json("options", options_json)?;
    let choices = deid::DeidentifyOptions {
        key,
        date_shift_days: options.date_shift_days,
        patient_show: &options.patient_show,
    };
    match &options.mask {
        Some(mask) => deid::deidentify_masked(bytes, &choices, mask),
        None => deid::deidentify(bytes, &choices),
    }
    .map_err(throw)
}

/// A file made from a stored image of this patient, through the same gate.
///
/// # Errors
/// As [`deid::admit_derived`].
#[wasm_bindgen]
pub fn admit_derived(bytes: &[u8], patient_show: &str) -> Result<Vec<u8>, JsValue> {
    deid::admit_derived(bytes, patient_show).map_err(throw)
}
