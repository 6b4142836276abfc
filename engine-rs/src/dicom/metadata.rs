//! Builds the metadata record from the elements before Pixel Data.

use super::element::{DataSet, Tag};
use super::pixel_format::PixelFormat;
use super::warnings::Warnings;
use super::{ecg, listing, numbers, regions, timing};
use crate::calibration::region::ImageSize;
use crate::calibration::region_need::RegionNeed;
use crate::calibration::{flow_region, warnings::of_regions};
use crate::error::EngineError;
use crate::limits::MAX_FRAMES;
use crate::records::calibration::ReferencePixelOrigin;
use crate::records::metadata::{
    FrameAxis, ImageMetadata, PixelSpacing, PixelSpacingSource, ValueFault, WarningCode,
};

/// Classes whose frames are planes or tiles (PS3.4 B.5).
const VOLUMES: [&str; 9] = [
    "1.2.840.10008.5.1.4.1.1.2.1",    // Enhanced CT
    "1.2.840.10008.5.1.4.1.1.4.1",    // Enhanced MR
    "1.2.840.10008.5.1.4.1.1.4.3",    // Enhanced MR Color
    "1.2.840.10008.5.1.4.1.1.6.2",    // Enhanced US Volume
    "1.2.840.10008.5.1.4.1.1.66.4",   // Segmentation
    "1.2.840.10008.5.1.4.1.1.77.1.6", // VL Whole Slide Microscopy
    "1.2.840.10008.5.1.4.1.1.130",    // Enhanced PET
    "1.2.840.10008.5.1.4.1.1.481.2",  // RT Dose
    "1.2.840.10008.5.1.4.1.1.30",     // Parametric Map
];
/// Page Number Vector: a number for each frame of an object whose frames have no times.
pub(crate) const PAGE_NUMBER_VECTOR: Tag = Tag(0x0018_2001);
/// Slice Location Vector: a place in mm for each frame.
const SLICE_LOCATION_VECTOR: Tag = Tag(0x0018_2005);
/// Frame Time and Frame Time Vector.
pub(crate) const FRAME_TIMES: [Tag; 2] = [Tag(0x0018_1063), Tag(0x0018_1065)];

/// Attributes that scale, time or count: decimal text by the standard, or text under a wrong VR.
const NUMBERS: [Tag; 16] = [
    Tag(0x0008_2144), // Recommended Display Frame Rate
    Tag(0x0018_0040), // Cine Rate
    Tag(0x0018_0072), // Effective Duration
    Tag(0x0018_1063), // Frame Time
    Tag(0x0018_1164), // Imager Pixel Spacing
    timing::R_WAVE_TIME_VECTOR,
    Tag(0x0018_2010), // Nominal Scanned Pixel Spacing
    Tag(0x0028_0008), // Number of Frames
    Tag(0x0028_0030), // Pixel Spacing
    Tag(0x0028_0034), // Pixel Aspect Ratio
    Tag(0x0028_1050), // Window Center
    Tag(0x0028_1051), // Window Width
    Tag(0x0028_1052), // Rescale Intercept
    Tag(0x0028_1053), // Rescale Slope
    Tag(0x0010_1020), // Patient's Size
    Tag(0x0010_1030), // Patient's Weight
];

/// Attributes of a region (0018,6028 to 0018,6036), which are text only under a wrong VR.
const REGION_NUMBERS: std::ops::RangeInclusive<u32> = 0x0018_6012..=0x0018_6036;

/// Notes every number that cannot be read. The times of Frame Time Vector are noted where they are read.
fn note_unread(root: &DataSet, warnings: &mut Warnings) {
    let mut note = |data: &DataSet, tag: Tag| {
        if let Some((value, _)) = numbers::unread(data, tag) {
            warnings.value(tag, value, ValueFault::Unreadable);
        }
    };
    NUMBERS.iter().for_each(|&tag| note(root, tag));
    for region in root.items(Tag(0x0018_6011)) {
        let of_region = region.elements.iter().map(|element| element.tag);
        let measured = of_region.filter(|tag| REGION_NUMBERS.contains(&tag.0));
        measured.for_each(|tag| note(region, tag));
    }
}

/// Number of Frames, at least 1: absent, empty and senseless values count as one frame.
///
/// # Errors
/// `limit-exceeded` for `frames`.
pub fn number_of_frames(root: &DataSet) -> Result<u32, EngineError> {
    let frames = root
        .decimals(Tag(0x0028_0008))
        .first()
        .map_or(1.0, |&value| value.max(1.0));
    if frames > f64::from(MAX_FRAMES) {
        return Err(EngineError::limit(
            "frames",
            u64::from(MAX_FRAMES),
            frames as u64,
        ));
    }
    Ok(frames as u32)
}

/// The axis along which the frames of a data set differ: planes of a volume where the Frame Increment Pointer names
/// pages or slices, and in the classes of volumes unless the frames have times.
pub(crate) fn frame_axis(root: &DataSet) -> FrameAxis {
    let class = root.text(Tag(0x0008_0016)).unwrap_or_default();
    let is_volume = VOLUMES.contains(&class.as_str());
    let has_times = FRAME_TIMES.iter().any(|&tag| root.find(tag).is_some());
    let pointers = root.tags(timing::FRAME_INCREMENT_POINTER);
    let names_planes = [PAGE_NUMBER_VECTOR, SLICE_LOCATION_VECTOR]
        .iter()
        .any(|tag| pointers.contains(tag));
    if names_planes || (is_volume && !has_times) {
        FrameAxis::Planes
    } else {
        FrameAxis::Time
    }
}

/// Builds the record and sets the pixel aspect of `format`.
///
/// # Errors
/// As [`number_of_frames`], and `limit-exceeded` for `regions`.
pub fn build(
    meta: &DataSet,
    root: &DataSet,
    format: &mut PixelFormat,
    transfer_syntax_uid: &str,
    warnings: &mut Warnings,
) -> Result<ImageMetadata, EngineError> {
    let number_of_frames = number_of_frames(root)?;
    note_unread(root, warnings);
    let times = timing::read_times(root, number_of_frames, warnings);
    let sop_class_uid = root.text(Tag(0x0008_0016)).unwrap_or_default();
    let frame_axis = frame_axis(root);
    if frame_axis == FrameAxis::Planes && number_of_frames > 1 {
        warnings.push(WarningCode::FramesArePlanes);
    }
    let ecg = ecg::read(root, &times, frame_axis, warnings);
    let doppler_regions = regions::read_regions(root)?;
    let mut metadata = ImageMetadata {
        sop_instance_uid: root.text(Tag(0x0008_0018)).unwrap_or_default(),
        sop_class_uid,
        transfer_syntax_uid: transfer_syntax_uid.to_owned(),
        number_of_frames,
        width: format.width,
        height: format.height,
        frame_rate: times.frame_rate(),
        manufacturer: root.text(Tag(0x0008_0070)),
        modality: root.text(Tag(0x0008_0060)),
        doppler_regions,
        flow_region: None,
        frame_times_ms: times.times_ms,
        frame_time_source: times.source,
        r_wave_times_ms: timing::read_r_waves(root),
        ecg,
        pixel_aspect_ratio: None,
        pixel_spacing: pixel_spacing(root),
        photometric_interpretation: format.photometric_interpretation.clone(),
        samples_per_pixel: format.samples_per_pixel,
        bits_allocated: format.bits_allocated,
        bits_stored: format.bits_stored,
        pixel_representation: u16::from(format.signed),
        planar_configuration: u16::from(format.planar),
        window: format.window.clone(),
        palette: format.palette.clone(),
        full_metadata: listing::list_elements(meta, root),
        warnings: Vec::new(),
        value_notes: Vec::new(),
        frames_present: None,
        colour_decision: None,
        frame_axis,
    };
    metadata.flow_region = flow_region::choose(&metadata, None);
    warnings.extend(of_regions(
        &metadata.doppler_regions,
        ImageSize::of(&metadata),
        ReferencePixelOrigin::Region,
    ));
    metadata.pixel_aspect_ratio = pixel_aspect(root, &metadata);
    format.pixel_aspect_ratio = metadata.pixel_aspect_ratio;
    Ok(metadata)
}

/// Pixel Spacing, else the spacings that a user must confirm (docs/calibration.md#sources-of-scale).
fn pixel_spacing(root: &DataSet) -> Option<PixelSpacing> {
    let sources = [
        (0x0028_0030, PixelSpacingSource::PixelSpacing),
        (0x0018_2010, PixelSpacingSource::NominalScannedPixelSpacing),
        (0x0018_1164, PixelSpacingSource::ImagerPixelSpacing),
    ];
    sources.into_iter().find_map(|(tag, source)| {
        match root.decimals(Tag(tag))[..] {
            // Row spacing first (PS3.3 10.7.1.3).
            [row_mm, column_mm, ..] if row_mm > 0.0 && column_mm > 0.0 => Some(PixelSpacing {
                source,
                row_mm,
                column_mm,
            }),
            _ => None,
        }
    })
}

/// Pixel Aspect Ratio, else the deltas of a region in cm, else Pixel Spacing (docs/contracts.md#keys-and-coordinates).
fn pixel_aspect(root: &DataSet, metadata: &ImageMetadata) -> Option<[f64; 2]> {
    if let [vertical, horizontal, ..] = root.decimals(Tag(0x0028_0034))[..]
        && let Some(aspect) = plausible_aspect(vertical, horizontal)
    {
        return Some(aspect);
    }
    let region = flow_region::choose(metadata, Some(RegionNeed::TwoD))?;
    plausible_aspect(region.spacing_y, region.spacing_x)
}

/// Ratios beyond 1:10 are writers' errors: shown so, a picture would be a line.
fn plausible_aspect(vertical: f64, horizontal: f64) -> Option<[f64; 2]> {
    let ratio = vertical / horizontal;
    (vertical > 0.0 && horizontal > 0.0 && (0.1..=10.0).contains(&ratio))
        .then_some([vertical, horizontal])
}
