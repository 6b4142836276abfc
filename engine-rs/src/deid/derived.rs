//! Files that are made within a workspace from one of its images: the same gate as for imports, except
//! that identifiers are pseudonyms already and that the file names the image it was made from.

use super::closed_lists;
use super::writer::Writer;
use crate::dicom::element::{DataSet, Tag, Vr};
use crate::error::EngineError;

/// How Derivation Description (0008,2111) of a snapshot begins; the number of the frame follows.
const DERIVATION: &str = "Single frame of a clip, samples as decoded; frame ";
/// Digits of the largest 128-bit number, after `2.25.` (PS3.5 B.2).
const MAX_UID_DIGITS: usize = 39;
const REFERENCED_CLASS: Tag = Tag(0x0008_1150);
const REFERENCED_INSTANCE: Tag = Tag(0x0008_1155);
const REFERENCED_FRAME: Tag = Tag(0x0008_1160);
/// Ultrasound Image, the retired one, and Secondary Capture: images of these classes have one frame and
/// no numbers of frames (PS3.3 table 10-3).
const SINGLE_FRAME_CLASSES: [&str; 3] = [
    "1.2.840.10008.5.1.4.1.1.6",
    "1.2.840.10008.5.1.4.1.1.6.1",
    "1.2.840.10008.5.1.4.1.1.7",
];

fn refuse(detail: &str) -> EngineError {
    EngineError::CannotDeidentify {
        detail: detail.to_owned(),
    }
}

/// A UID of the form that keyed hashes have.
///
/// # Errors
/// `cannot-deidentify` for any other, and where there is none.
pub fn pseudonym(data: &DataSet, tag: Tag) -> Result<String, EngineError> {
    let uid = data.text(tag).unwrap_or_default();
    let digits = uid.strip_prefix("2.25.").unwrap_or_default();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || digits.len() > MAX_UID_DIGITS {
        return Err(refuse("a derived file needs the identifiers of its source"));
    }
    Ok(uid)
}

/// Derivation Description, only by the number in it.
///
/// # Errors
/// `cannot-deidentify` for any other text.
pub fn description(data: &DataSet, tag: Tag) -> Result<String, EngineError> {
    let text = data.text(tag).unwrap_or_default();
    let number = text.strip_prefix(DERIVATION).and_then(|n| n.parse().ok());
    let number: u32 = number.ok_or_else(|| refuse("its derivation is not one that is known"))?;
    Ok(format!("{DERIVATION}{number}"))
}

/// Source Image Sequence: one image, and the frame of it where its class has several.
///
/// # Errors
/// `cannot-deidentify` unless it names one image of the workspace, and one frame of a clip.
pub fn write_source(writer: &mut Writer<'_>, data: &DataSet, tag: Tag) -> Result<(), EngineError> {
    let [item] = data.items(tag) else {
        return Err(refuse("it does not name one source image"));
    };
    let class = item.text(REFERENCED_CLASS).unwrap_or_default();
    let class = closed_lists::word(&class, closed_lists::STORAGE_CLASSES)
        .ok_or_else(|| refuse("its source is not an image"))?;
    let instance = pseudonym(item, REFERENCED_INSTANCE)?;
    let frame = item
        .text(REFERENCED_FRAME)
        .and_then(|text| text.trim().parse::<u32>().ok());
    if frame.is_none() && !SINGLE_FRAME_CLASSES.contains(&class) {
        return Err(refuse("it does not name the frame of its source"));
    }
    let mut bytes = Vec::new();
    let mut inner = Writer::new(&mut bytes, writer.encoding());
    inner.uid(REFERENCED_CLASS, class);
    inner.uid(REFERENCED_INSTANCE, &instance);
    if let Some(frame) = frame {
        inner.text(REFERENCED_FRAME, Vr(*b"IS"), &frame.to_string());
    }
    writer.items(tag, &[bytes]);
    Ok(())
}
