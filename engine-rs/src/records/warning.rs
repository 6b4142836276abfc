//! Codes of what is odd about a file.

use serde::{Deserialize, Serialize};

/// Something odd about a file that did not stop it from being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WarningCode {
    /// No preamble or no file meta information.
    MissingFileMeta,
    /// The data set is encoded otherwise than its transfer syntax states.
    TransferSyntaxMismatch,
    /// A nested length or delimiter is wrong.
    SequenceRepaired,
    /// Elements beyond the limits were read past.
    MetadataTruncated,
    /// The file ends early.
    Truncated,
    /// The offset table does not point at the frames and was not used.
    OffsetTableIgnored,
    /// The fragments are not closed by a sequence delimiter.
    MissingSequenceDelimiter,
    /// Fewer frames than Number of Frames states.
    FewerFramesThanDeclared,
    /// More frames than Number of Frames states.
    MoreFramesThanDeclared,
    /// YBR_FULL_422 whose length is that of three full planes.
    #[serde(rename = "full_length_422")]
    FullLength422,
    /// Compressed syntax, but Pixel Data of a plain length.
    NotEncapsulated,
    /// A reference pixel written as 16 bits without sign (docs/calibration.md#zero-line).
    #[serde(rename = "reference_16_bit")]
    Reference16Bit,
    /// The baseline fits the region only when its reference is absolute (docs/calibration.md#zero-line).
    BaselineMayBeAbsolute,
    /// The scale of a spectrum does not fit its pulse repetition (docs/calibration.md#aliasing).
    ScaleAgainstPrf,
    /// A region reaches beyond the image.
    RegionBeyondImage,
    /// A region deeper than any probe looks.
    DepthImplausible,
    /// Delta and reference value of a spectrum contradict each other.
    DeltaAgainstReference,
    /// Frame times start with a step instead of 0 (docs/calibration.md#frame-times).
    FrameTimeVectorForward,
    /// Times come from a rate meant for display (docs/calibration.md#frame-times).
    DisplayRate,
    /// Palette data absent or of a wrong length.
    PaletteIncomplete,
    /// Size in the compressed stream differs from Rows and Columns.
    FrameSizeMismatch,
    /// A number cannot be read and counts as absent (docs/calibration.md#numbers).
    ValueUnreadable,
    /// A comma was read as the point of a number (docs/calibration.md#numbers).
    CommaForPoint,
    /// A source of frame times is not usable; the next one was used (docs/calibration.md#frame-times).
    FrameTimesImplausible,
    /// The frames are planes of a volume and do not follow each other in time.
    FramesArePlanes,
    /// An ECG whose time against the frames is not stated; it is not used.
    EcgWithoutTime,
    /// An ECG that cannot be read; it is not used.
    EcgUnreadable,
}

impl WarningCode {
    /// The code as it is written in records.
    pub fn code(self) -> &'static str {
        match self {
            Self::MissingFileMeta => "missing_file_meta",
            Self::TransferSyntaxMismatch => "transfer_syntax_mismatch",
            Self::SequenceRepaired => "sequence_repaired",
            Self::MetadataTruncated => "metadata_truncated",
            Self::Truncated => "truncated",
            Self::OffsetTableIgnored => "offset_table_ignored",
            Self::MissingSequenceDelimiter => "missing_sequence_delimiter",
            Self::FewerFramesThanDeclared => "fewer_frames_than_declared",
            Self::MoreFramesThanDeclared => "more_frames_than_declared",
            Self::FullLength422 => "full_length_422",
            Self::NotEncapsulated => "not_encapsulated",
            Self::Reference16Bit => "reference_16_bit",
            Self::BaselineMayBeAbsolute => "baseline_may_be_absolute",
            Self::ScaleAgainstPrf => "scale_against_prf",
            Self::RegionBeyondImage => "region_beyond_image",
            Self::DepthImplausible => "depth_implausible",
            Self::DeltaAgainstReference => "delta_against_reference",
            Self::FrameTimeVectorForward => "frame_time_vector_forward",
            Self::DisplayRate => "display_rate",
            Self::PaletteIncomplete => "palette_incomplete",
            Self::FrameSizeMismatch => "frame_size_mismatch",
            Self::ValueUnreadable => "value_unreadable",
            Self::CommaForPoint => "comma_for_point",
            Self::FrameTimesImplausible => "frame_times_implausible",
            Self::FramesArePlanes => "frames_are_planes",
            Self::EcgWithoutTime => "ecg_without_time",
            Self::EcgUnreadable => "ecg_unreadable",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_what_the_record_holds() {
        use WarningCode::{
            BaselineMayBeAbsolute, CommaForPoint, DeltaAgainstReference, DepthImplausible,
            DisplayRate, EcgUnreadable, EcgWithoutTime, FrameSizeMismatch, FrameTimeVectorForward,
            FrameTimesImplausible, FramesArePlanes, FullLength422, NotEncapsulated, Reference16Bit,
            RegionBeyondImage, ScaleAgainstPrf, ValueUnreadable,
        };
        for code in [
            FullLength422,
            NotEncapsulated,
            Reference16Bit,
            BaselineMayBeAbsolute,
            ScaleAgainstPrf,
            RegionBeyondImage,
            DepthImplausible,
            DeltaAgainstReference,
            FrameTimeVectorForward,
            DisplayRate,
            FrameSizeMismatch,
            ValueUnreadable,
            CommaForPoint,
            FrameTimesImplausible,
            FramesArePlanes,
            EcgWithoutTime,
            EcgUnreadable,
        ] {
            assert_eq!(serde_json::to_value(code).unwrap(), code.code());
        }
    }
}
