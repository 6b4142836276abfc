//! The attributes that are kept, in the order of their tags (PS3.15 table E.1-1 turned around:
//! what is not here is dropped, private elements and group lengths included).
//!
//! Chosen: what the picture, its size, its calibration and its timing need, and the maker of the
//! machine. Times of day are dropped; dates are shifted.

use super::closed_lists::{IMAGE_TYPES, LOSSY, MAKERS, MODALITIES, MODELS, PHOTOMETRIC, SIDES};
use crate::dicom::element::{Tag, Vr};
use crate::limits::{MAX_FRAMES, MAX_R_WAVES};

/// How a kept attribute is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// De-identified Study Instance UID.
    StudyUid,
    /// De-identified SOP Instance UID.
    InstanceUid,
    /// SOP class of a closed list.
    StorageClass,
    /// Keyed hash of a UID.
    Uid,
    /// Derivation Description, only of files derived within the workspace.
    Derivation,
    /// Source Image Sequence, only of files derived within the workspace.
    Source,
    /// This text, whatever the file has.
    Fixed(&'static str),
    /// The code shown for the patient.
    Patient,
    /// Shifted date.
    Date,
    /// Codes of the method.
    MethodCodes,
    /// Ultrasound regions, element by element.
    Regions,
    /// The ECG in one item: one channel with codes of a closed list and 16-bit samples.
    Ecg,
    /// Colours, with PALETTE COLOR only.
    Palette,
    /// One unsigned 16-bit number.
    U16,
    /// One unsigned 32-bit number.
    U32,
    /// One signed 32-bit number.
    I32,
    /// One 64-bit float.
    F64,
    /// At most so many rising times as 32-bit floats, in whole ms within [`crate::limits::MAX_CLIP_MS`].
    Times(usize),
    /// Three 16-bit numbers about a table of colours, with PALETTE COLOR only.
    Descriptor,
    /// A number of the Modality LUT; this one where the class requires it and the file has none.
    Rescale(&'static str),
    /// Unit of rescaled values, of a closed list.
    RescaleType,
    /// Frame Time or Frame Time Vector, as the file names them, or Page Number Vector.
    Increment,
    /// A number for each frame without a time, from 1.
    Pages,
    /// Burned In Annotation: YES where it is required and the file does not state it.
    BurnedIn,
    /// Presentation LUT Shape of grey values, where it is required.
    LutShape,
    /// At most so many numbers as text.
    Numbers(usize),
    /// One word of a closed list.
    Word(&'static [&'static str]),
    /// Up to four words of a closed list.
    Words4(&'static [&'static str]),
    /// A name of a closed list, found within the text.
    Product(&'static [&'static str]),
    /// Conversion Type.
    Conversion,
    /// Directions of rows and columns, by the letters of PS3.3 C.7.6.1.1.1.
    Directions,
}

/// Replacement of an attribute whose value is not kept. It keeps the object as valid as its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Otherwise {
    /// Nothing.
    Absent,
    /// An empty value: the attribute is of type 2.
    Empty,
    /// An empty value where the source has the attribute, or another storage class: it is of type 2C, or of type 2 in some
    /// classes.
    EmptyIfPresent,
}

/// One kept attribute.
#[derive(Debug, Clone, Copy)]
pub struct Allowed {
    /// Its tag.
    pub tag: Tag,
    /// Value representation it is written with.
    pub vr: Vr,
    /// How it is written.
    pub rule: Rule,
    /// Replacement where the rule keeps no value.
    pub otherwise: Otherwise,
}

const fn keep(tag: u32, vr: &[u8; 2], rule: Rule) -> Allowed {
    Allowed {
        tag: Tag(tag),
        vr: Vr(*vr),
        rule,
        otherwise: Otherwise::Absent,
    }
}

impl Allowed {
    const fn or_empty(self) -> Self {
        let otherwise = Otherwise::Empty;
        Self { otherwise, ..self }
    }

    const fn or_empty_if_present(self) -> Self {
        let otherwise = Otherwise::EmptyIfPresent;
        Self { otherwise, ..self }
    }
}

/// The list for the data set.
#[rustfmt::skip]
pub const ALLOWED: &[Allowed] = &[
    keep(0x0008_0005, b"CS", Rule::Fixed("ISO_IR 192")),
    keep(0x0008_0008, b"CS", Rule::Words4(IMAGE_TYPES)).or_empty_if_present(),
    keep(0x0008_0016, b"UI", Rule::StorageClass),
    keep(0x0008_0018, b"UI", Rule::InstanceUid),
    keep(0x0008_0020, b"DA", Rule::Date).or_empty(), // StudyDate, type 2
    keep(0x0008_0021, b"DA", Rule::Date),                 // SeriesDate
    keep(0x0008_0022, b"DA", Rule::Date),                 // AcquisitionDate
    keep(0x0008_0023, b"DA", Rule::Date),                 // ContentDate
    keep(0x0008_0030, b"TM", Rule::Fixed("")),            // StudyTime, type 2
    keep(0x0008_0050, b"SH", Rule::Fixed("")),            // AccessionNumber, type 2
    keep(0x0008_0060, b"CS", Rule::Word(MODALITIES)),
    keep(0x0008_0064, b"CS", Rule::Conversion),           // ConversionType, type 1 of secondary captures
    keep(0x0008_0070, b"LO", Rule::Product(MAKERS)).or_empty(), // Manufacturer, type 2
    keep(0x0008_0090, b"PN", Rule::Fixed("")),            // ReferringPhysicianName, type 2
    keep(0x0008_1090, b"LO", Rule::Product(MODELS)),      // ManufacturerModelName
    keep(0x0008_2111, b"ST", Rule::Derivation),
    keep(0x0008_2112, b"SQ", Rule::Source),
    keep(0x0008_2142, b"IS", Rule::Numbers(1)),           // StartTrim
    keep(0x0008_2143, b"IS", Rule::Numbers(1)),           // StopTrim
    keep(0x0008_2144, b"IS", Rule::Numbers(1)),           // RecommendedDisplayFrameRate
    keep(0x0010_0010, b"PN", Rule::Patient),
    keep(0x0010_0020, b"LO", Rule::Patient),
    keep(0x0010_0030, b"DA", Rule::Fixed("")),            // PatientBirthDate, type 2
    keep(0x0010_0040, b"CS", Rule::Fixed("")),            // PatientSex, type 2
    keep(0x0012_0062, b"CS", Rule::Fixed("YES")),         // PatientIdentityRemoved
    keep(0x0012_0063, b"LO", Rule::Fixed(super::DEID_PROFILE)),
    keep(0x0012_0064, b"SQ", Rule::MethodCodes),
    keep(0x0018_0040, b"IS", Rule::Numbers(1)),           // CineRate
    keep(0x0018_0072, b"DS", Rule::Numbers(1)),           // EffectiveDuration
    keep(0x0018_1063, b"DS", Rule::Numbers(1)),           // FrameTime
    keep(0x0018_1065, b"DS", Rule::Numbers(MAX_FRAMES as usize)), // FrameTimeVector
    keep(0x0018_1066, b"DS", Rule::Numbers(1)),           // FrameDelay
    keep(0x0018_1088, b"IS", Rule::Numbers(1)),           // HeartRate
    keep(0x0018_1164, b"DS", Rule::Numbers(2)),           // ImagerPixelSpacing
    keep(0x0018_1242, b"IS", Rule::Numbers(1)),           // ActualFrameDuration
    keep(0x0018_1244, b"US", Rule::U16),                  // PreferredPlaybackSequencing
    keep(0x0018_2001, b"IS", Rule::Pages),                // PageNumberVector
    keep(0x0018_2010, b"DS", Rule::Numbers(2)),           // NominalScannedPixelSpacing
    keep(0x0018_6011, b"SQ", Rule::Regions),
    keep(0x0018_6060, b"FL", Rule::Times(MAX_R_WAVES)),   // RWaveTimeVector
    keep(0x0020_000d, b"UI", Rule::StudyUid),
    keep(0x0020_000e, b"UI", Rule::Uid),                  // SeriesInstanceUID
    keep(0x0020_0010, b"SH", Rule::Fixed("")),            // StudyID, type 2
    keep(0x0020_0011, b"IS", Rule::Numbers(1)).or_empty(), // SeriesNumber, type 2
    keep(0x0020_0013, b"IS", Rule::Numbers(1)).or_empty(), // InstanceNumber, type 2
    keep(0x0020_0020, b"CS", Rule::Directions).or_empty_if_present(), // PatientOrientation, type 2C
    keep(0x0020_0060, b"CS", Rule::Word(SIDES)).or_empty_if_present(), // Laterality, type 2C
    keep(0x0028_0002, b"US", Rule::U16),
    keep(0x0028_0004, b"CS", Rule::Word(PHOTOMETRIC)),
    keep(0x0028_0006, b"US", Rule::U16),
    keep(0x0028_0008, b"IS", Rule::Numbers(1)),           // NumberOfFrames
    keep(0x0028_0009, b"AT", Rule::Increment),            // FrameIncrementPointer
    keep(0x0028_0010, b"US", Rule::U16),
    keep(0x0028_0011, b"US", Rule::U16),
    keep(0x0028_0014, b"US", Rule::U16),                  // UltrasoundColorDataPresent
    keep(0x0028_0030, b"DS", Rule::Numbers(2)),           // PixelSpacing
    keep(0x0028_0034, b"IS", Rule::Numbers(2)),           // PixelAspectRatio
    keep(0x0028_0100, b"US", Rule::U16),
    keep(0x0028_0101, b"US", Rule::U16),
    keep(0x0028_0102, b"US", Rule::U16),
    keep(0x0028_0103, b"US", Rule::U16),
    keep(0x0028_0301, b"CS", Rule::BurnedIn),             // BurnedInAnnotation, type 1 of multi-frame secondary captures
    keep(0x0028_0303, b"CS", Rule::Fixed("MODIFIED")),    // LongitudinalTemporalInformationModified
    keep(0x0028_1050, b"DS", Rule::Numbers(8)),           // WindowCenter
    keep(0x0028_1051, b"DS", Rule::Numbers(8)),           // WindowWidth
    keep(0x0028_1052, b"DS", Rule::Rescale("0")),         // RescaleIntercept
    keep(0x0028_1053, b"DS", Rule::Rescale("1")),         // RescaleSlope
    keep(0x0028_1054, b"LO", Rule::RescaleType),          // RescaleType, type 1C with an intercept
    keep(0x0028_1101, b"US", Rule::Descriptor),
    keep(0x0028_1102, b"US", Rule::Descriptor),
    keep(0x0028_1103, b"US", Rule::Descriptor),
    keep(0x0028_1201, b"OW", Rule::Palette),
    keep(0x0028_1202, b"OW", Rule::Palette),
    keep(0x0028_1203, b"OW", Rule::Palette),
    keep(0x0028_1221, b"OW", Rule::Palette),
    keep(0x0028_1222, b"OW", Rule::Palette),
    keep(0x0028_1223, b"OW", Rule::Palette),
    keep(0x0028_2110, b"CS", Rule::Word(LOSSY)),          // LossyImageCompression
    keep(0x0028_2112, b"DS", Rule::Numbers(8)),           // LossyImageCompressionRatio
    keep(0x2050_0020, b"CS", Rule::LutShape),             // PresentationLUTShape, type 1C of multi-frame secondary captures
    keep(0x5400_0100, b"SQ", Rule::Ecg),                  // WaveformSequence
];

/// The list for an item of the Sequence of Ultrasound Regions.
#[rustfmt::skip]
pub const REGION_ELEMENTS: &[Allowed] = &[
    keep(0x0018_6012, b"US", Rule::U16),
    keep(0x0018_6014, b"US", Rule::U16),
    keep(0x0018_6016, b"UL", Rule::U32),
    keep(0x0018_6018, b"UL", Rule::U32),
    keep(0x0018_601a, b"UL", Rule::U32),
    keep(0x0018_601c, b"UL", Rule::U32),
    keep(0x0018_601e, b"UL", Rule::U32),
    keep(0x0018_6020, b"SL", Rule::I32),
    keep(0x0018_6022, b"SL", Rule::I32),
    keep(0x0018_6024, b"US", Rule::U16),
    keep(0x0018_6026, b"US", Rule::U16),
    keep(0x0018_6028, b"FD", Rule::F64),
    keep(0x0018_602a, b"FD", Rule::F64),
    keep(0x0018_602c, b"FD", Rule::F64),
    keep(0x0018_602e, b"FD", Rule::F64),
    keep(0x0018_6030, b"UL", Rule::U32),
    keep(0x0018_6032, b"UL", Rule::U32),
    keep(0x0018_6034, b"FD", Rule::F64),
    keep(0x0018_6036, b"FD", Rule::F64),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_lists_are_sorted_and_public() {
        for list in [ALLOWED, REGION_ELEMENTS] {
            assert!(list.windows(2).all(|pair| pair[0].tag < pair[1].tag));
            assert!(list.iter().all(|entry| !entry.tag.is_private()));
        }
    }
}
