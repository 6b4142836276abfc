//! `deid`: files without what identifies their patient, with burned-in text blacked out on request.

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::arguments::DeidOptions;
use super::frame::{base_name, hex};
use super::{Output, to_line};
use crate::deid::{DeidentifyOptions, deidentify, deidentify_masked};
use crate::dicom::parse::Parser;
use crate::error::EngineError;

#[derive(Serialize)]
struct DeidLine<'a> {
    file: &'a str,
    transfer_syntax_uid: &'a str,
    frames: u32,
    bytes: usize,
    sha256: String,
    burned_in_text_removed: bool,
}

/// De-identifies one file.
///
/// # Errors
/// As [`deidentify`] and [`deidentify_masked`].
pub fn run_deid(options: &DeidOptions, file: &str, bytes: &[u8]) -> Result<Output, EngineError> {
    let request = &options.request;
    let choices = DeidentifyOptions {
        key: request.key.as_bytes(),
        date_shift_days: request.date_shift_days,
        patient_show: &request.patient_show,
    };
    let content = match &options.mask {
        Some(mask) => deidentify_masked(bytes, &choices, mask)?,
        None => deidentify(bytes, &choices)?,
    };
    let parser = Parser::parse(&content)?;
    let line = to_line(&DeidLine {
        file,
        transfer_syntax_uid: parser.transfer_syntax_uid(),
        frames: parser.frames_total(),
        bytes: content.len(),
        sha256: hex(&Sha256::digest(&content)),
        burned_in_text_removed: options.mask.is_some(),
    })?;
    let name = format!("{}.deid.dcm", base_name(file));
    Ok(Output {
        line,
        failed: false,
        file: options.write.then_some((name, content)),
    })
}
