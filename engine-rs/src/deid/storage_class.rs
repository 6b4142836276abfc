//! Storage classes of stored objects: ultrasound and secondary captures keep theirs. Objects of other classes, such as CT, are
//! stored as secondary captures, because the allow-list drops the modules that their own class requires.

use super::closed_lists;
use super::writer::Writer;
use crate::dicom::element::{DataSet, Tag, Vr};
use crate::dicom::metadata::{self, FRAME_TIMES, PAGE_NUMBER_VECTOR};
use crate::dicom::pixel_format::PixelFormat;
use crate::records::metadata::FrameAxis;

const SECONDARY_CAPTURE: &str = "1.2.840.10008.5.1.4.1.1.7";
/// Multi-frame secondary captures.
const SINGLE_BIT: &str = "1.2.840.10008.5.1.4.1.1.7.1";
const GRAYSCALE_BYTE: &str = "1.2.840.10008.5.1.4.1.1.7.2";
const GRAYSCALE_WORD: &str = "1.2.840.10008.5.1.4.1.1.7.3";
const TRUE_COLOR: &str = "1.2.840.10008.5.1.4.1.1.7.4";
const MULTI_FRAME: [&str; 4] = [SINGLE_BIT, GRAYSCALE_BYTE, GRAYSCALE_WORD, TRUE_COLOR];

/// Classes that are kept besides these (PS3.4 B.5): ultrasound with its retired classes, and secondary captures.
const KEPT: [&str; 5] = [
    "1.2.840.10008.5.1.4.1.1.3",
    "1.2.840.10008.5.1.4.1.1.3.1",
    "1.2.840.10008.5.1.4.1.1.6",
    "1.2.840.10008.5.1.4.1.1.6.1",
    SECONDARY_CAPTURE,
];

const RESCALE_INTERCEPT: Tag = Tag(0x0028_1052);
/// Rescale Type of values without a unit.
const UNSPECIFIED: &str = "US";

/// Fewest stored bits of a Multi-frame Grayscale Word object.
const LEAST_WORD_BITS: u16 = 9;

/// The class an object is stored with, and what that class requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StorageClass {
    /// Its UID.
    pub uid: &'static str,
    /// The source has another class.
    pub is_converted: bool,
    /// A multi-frame secondary capture, where Burned In Annotation is required.
    pub is_multi_frame_capture: bool,
    /// Its samples are grey values, which have a Presentation LUT Shape.
    pub has_lut_shape: bool,
    /// Its frames are numbered pages because they have no times.
    pub has_pages: bool,
}

impl StorageClass {
    /// The class for a data set with pixels of this format.
    pub fn of(data: &DataSet, format: Option<&PixelFormat>) -> Self {
        let named = data.text(Tag(0x0008_0016)).unwrap_or_default();
        let mut kept = KEPT.into_iter().chain(MULTI_FRAME);
        let kept = kept.find(|uid| *uid == named);
        let multi_frame = format.and_then(multi_frame_capture);
        let has_frames = metadata::number_of_frames(data).is_ok_and(|frames| frames > 1);
        let uid = match (kept, multi_frame) {
            (Some(uid), _) => uid,
            (None, Some(uid)) if has_frames => uid,
            _ => SECONDARY_CAPTURE,
        };
        Self {
            uid,
            is_converted: uid != named,
            is_multi_frame_capture: MULTI_FRAME.contains(&uid),
            has_lut_shape: matches!(uid, GRAYSCALE_BYTE | GRAYSCALE_WORD),
            has_pages: has_frames && metadata::frame_axis(data) == FrameAxis::Planes,
        }
    }

    /// Frame Increment Pointer: the times that the file names, or the pages.
    pub fn write_increment(self, writer: &mut Writer<'_>, data: &DataSet, tag: Tag) {
        let mut tags = data.tags(tag);
        tags.retain(|tag| FRAME_TIMES.contains(tag));
        if self.has_pages {
            tags.push(PAGE_NUMBER_VECTOR);
        }
        if !tags.is_empty() {
            writer.tags(tag, &tags);
        }
    }

    /// Rescale Type where there is a Rescale Intercept: `US` (unspecified) unless the file names a unit of the list.
    pub fn write_rescale_type(self, writer: &mut Writer<'_>, data: &DataSet, tag: Tag, vr: Vr) {
        let text = data.text(tag).unwrap_or_default();
        let has_intercept = self.has_lut_shape || !data.decimals(RESCALE_INTERCEPT).is_empty();
        let kept = closed_lists::word(&text, closed_lists::RESCALE_TYPES);
        let required = self.is_converted || self.has_lut_shape;
        if has_intercept && let Some(unit) = kept.or(required.then_some(UNSPECIFIED)) {
            writer.text(tag, vr, unit);
        }
    }

    /// Page Number Vector: numbers from 1.
    pub fn write_pages(self, writer: &mut Writer<'_>, data: &DataSet, tag: Tag, vr: Vr) {
        let frames = metadata::number_of_frames(data).unwrap_or(0);
        if self.has_pages {
            let numbers: Vec<String> = (1..=frames).map(|number| number.to_string()).collect();
            writer.text(tag, vr, &numbers.join("\\"));
        }
    }
}

/// The multi-frame secondary capture that such pixels fit (PS3.3 A.8.2 to A.8.5); none for signed samples and palettes.
fn multi_frame_capture(format: &PixelFormat) -> Option<&'static str> {
    if format.signed || format.float {
        return None;
    }
    let grey = format.photometric_interpretation == "MONOCHROME2";
    match (
        format.samples_per_pixel,
        format.bits_allocated,
        format.bits_stored,
    ) {
        (1, 1, 1) if grey => Some(SINGLE_BIT),
        (1, 8, 8) if grey => Some(GRAYSCALE_BYTE),
        (1, 16, LEAST_WORD_BITS..=16) if grey => Some(GRAYSCALE_WORD),
        (3, 8, 8) => Some(TRUE_COLOR),
        _ => None,
    }
}
