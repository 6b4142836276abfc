//! De-identification.

use serde::Deserialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{from_json, throw, to_json};
use super::held_file::HeldFile;
use crate::deid;
use crate::deid::findings::Findings;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    date_shift_days: i32,
    patient_show: String,
    #[serde(default)]
    mask: Option<deid::mask::Mask>,
    #[serde(default)]
    ecg: Option<deid::waveform::TimedEcg>,
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

/// A file on its way into the store. It is in the memory of the engine once, from its reading to its end.
#[wasm_bindgen]
pub struct Intake {
    inner: deid::intake::Intake,
    damaged_frames: Vec<u32>,
    findings: Findings,
}

#[wasm_bindgen]
impl Intake {
    /// Reads a file, and keeps its memory.
    ///
    /// # Errors
    /// As [`deid::identity::identify`].
    #[wasm_bindgen(constructor)]
    pub fn new(file: HeldFile, key: &[u8]) -> Result<Self, JsValue> {
        let bytes = file.into_bytes();
        let findings = Findings::of(&bytes);
        let inner = deid::intake::Intake::new(bytes, key).map_err(throw)?;
        Ok(Self {
            inner,
            damaged_frames: Vec::new(),
            findings,
        })
    }

    /// `ImportIdentity` as JSON.
    ///
    /// # Errors
    /// None in practice: every field can be written.
    pub fn identity(&self) -> Result<String, JsValue> {
        to_json(&self.inner.identity())
    }

    /// `FileFindings` as JSON.
    ///
    /// # Errors
    /// None in practice: every field can be written.
    pub fn findings(&self) -> Result<String, JsValue> {
        to_json(&self.findings)
    }

    /// `MachineReport` as JSON; `null` unless the file is a structured report.
    ///
    /// # Errors
    /// As [`deid::intake::Intake::report`].
    pub fn report(&self) -> Result<String, JsValue> {
        to_json(&self.inner.report().map_err(throw)?)
    }

    /// `Waveform` as JSON; `null` unless the file is a waveform object without a picture.
    ///
    /// # Errors
    /// None in practice: every field can be written.
    pub fn waveform(&self) -> Result<String, JsValue> {
        to_json(&self.inner.waveform())
    }

    /// `ClipTimes` as JSON; `null` unless the file is a clip that can take the ECG of another file.
    ///
    /// # Errors
    /// None in practice: every field can be written.
    pub fn clip_times(&self) -> Result<String, JsValue> {
        to_json(&self.inner.clip_times())
    }

    /// A copy of the file.
    pub fn file(&self) -> Vec<u8> {
        self.inner.file().to_vec()
    }

    /// The file without what identifies its patient; `options_json` is
    /// `{date_shift_days, patient_show, mask, ecg}`, where the mask is null for pictures that stay as they are, and `ecg` is the
    /// `TimedEcg` of another file or null.
    ///
    /// # Errors
    /// As [`deid::intake::Intake::deidentify`].
    pub fn deidentify(&mut self, options_json: &str) -> Result<HeldFile, JsValue> {
        let Options {
            date_shift_days,
            patient_show,
            mask,
            ecg,
        } = from_json("options", options_json)?;
        let (mask, ecg) = (mask.as_ref(), ecg.as_ref());
        let inner = &self.inner;
        let result = inner.deidentify(date_shift_days, &patient_show, mask, ecg);
        let result = result.map_err(throw)?;
        self.damaged_frames = result.damaged_frames;
        Ok(HeldFile::of(result.bytes))
    }

    /// Numbers of the frames that [`Self::deidentify`] found damaged.
    pub fn damaged_frames(&self) -> Vec<u32> {
        self.damaged_frames.clone()
    }
}

/// A file made from a stored image of this patient, through the same gate.
///
/// # Errors
/// As [`deid::admit_derived`].
#[wasm_bindgen]
pub fn admit_derived(bytes: &[u8], patient_show: &str) -> Result<Vec<u8>, JsValue> {
    deid::admit_derived(bytes, patient_show).map_err(throw)
}

/// A stored file whose pixel data are written again by the rules of this version.
///
/// # Errors
/// As [`deid::stored::clean_stored`].
#[wasm_bindgen]
pub fn clean_stored(bytes: &[u8]) -> Result<Vec<u8>, JsValue> {
    deid::stored::clean_stored(bytes).map_err(throw)
}

/// The rules by which files are stored.
#[wasm_bindgen]
pub fn deid_profile() -> String {
    deid::DEID_PROFILE.to_owned()
}
