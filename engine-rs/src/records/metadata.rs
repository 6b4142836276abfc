//! Metadata of one image as the product shows and stores it (docs/specification.md#image-analysis).

use serde::{Deserialize, Serialize};

pub use super::colour::{ColourBasis, ColourDecision};
pub use super::ecg::{Ecg, EcgUnit};
pub use super::value_note::{ValueFault, ValueNote};
pub use super::warning::WarningCode;
use crate::units::PhysicalUnit;

/// Facts of a DICOM file about its picture, without the pixels.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ImageMetadata {
    /// SOP Instance UID; empty when the file has none.
    pub sop_instance_uid: String,
    /// SOP Class UID; empty when the file has none.
    pub sop_class_uid: String,
    /// Transfer syntax the pixels are read with.
    pub transfer_syntax_uid: String,
    /// Frames the file announces, at least 1.
    pub number_of_frames: u32,
    /// Columns of the stored picture, in pixels.
    pub width: u32,
    /// Rows of the stored picture, in pixels.
    pub height: u32,
    /// 1000 / mean step in frames per second; null when assumed or with one frame.
    pub frame_rate: Option<f64>,
    /// Manufacturer of the machine.
    pub manufacturer: Option<String>,
    /// Modality as in DICOM, e.g. `US`.
    pub modality: Option<String>,
    /// All items of the Sequence of Ultrasound Regions, in order.
    pub doppler_regions: Vec<DopplerRegion>,
    /// The region that measurements of this image use; null when nothing calibrates it.
    pub flow_region: Option<FlowRegion>,
    /// Time of each frame in ms; the first is 0.
    pub frame_times_ms: Vec<f64>,
    /// Where `frame_times_ms` comes from.
    pub frame_time_source: FrameTimeSource,
    /// R waves that the file states, in ms from the first frame (R Wave Time Vector, PS3.3 C.7.6.5); empty when it states none.
    #[serde(default)]
    pub r_wave_times_ms: Vec<f64>,
    /// The ECG that the file has as samples; null when it has none whose time is known.
    #[serde(default)]
    pub ecg: Option<Ecg>,
    /// Height and width of one pixel for display, `[vertical, horizontal]`; null when square or unknown.
    pub pixel_aspect_ratio: Option<[f64; 2]>,
    /// Spacing of pixels outside of regions, with its source.
    pub pixel_spacing: Option<PixelSpacing>,
    /// Photometric Interpretation as in the file.
    pub photometric_interpretation: String,
    /// Samples per pixel.
    pub samples_per_pixel: u16,
    /// Bits allocated to a sample.
    pub bits_allocated: u16,
    /// Bits used of a sample.
    pub bits_stored: u16,
    /// 0 unsigned, 1 signed.
    pub pixel_representation: u16,
    /// 0 interleaved, 1 plane by plane; meaningless for compressed data.
    pub planar_configuration: u16,
    /// First window of the file, in sample values after rescale.
    pub window: Option<Window>,
    /// Colours of a PALETTE COLOR image.
    pub palette: Option<Palette>,
    /// The file's elements as lines of text.
    pub full_metadata: Vec<MetadataElement>,
    /// Irregularities of the file.
    pub warnings: Vec<WarningCode>,
    /// Stated numbers that are not used as they are written.
    #[serde(default)]
    pub value_notes: Vec<ValueNote>,
    /// Frames that are in the file, also beyond `number_of_frames`; null while that is not known.
    #[serde(default)]
    pub frames_present: Option<u32>,
    /// Colours of a JPEG stream of three components and what decided; null for other frames.
    #[serde(default)]
    pub colour_decision: Option<ColourDecision>,
    /// The axis along which frames differ.
    #[serde(default)]
    pub frame_axis: FrameAxis,
}

/// One item of the Sequence of Ultrasound Regions (0018,6011), values as stored.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DopplerRegion {
    /// Layout: 1 two-dimensional, 2 M-Mode, 3 spectral, 4 waveform, 5 graphics.
    pub region_spatial_format: Option<u16>,
    /// Kind of data: 1 tissue, 2 colour flow, 3 PW, 4 CW, ...
    pub region_data_type: Option<u16>,
    /// Bits: 0 low priority, 1 protected, 2 frequency scale, 3-4 scrolling.
    pub region_flags: Option<u32>,
    /// Left column, in pixels.
    pub region_location_min_x0: Option<u32>,
    /// Top row, in pixels.
    pub region_location_min_y0: Option<u32>,
    /// Right column, inclusive.
    pub region_location_max_x1: Option<u32>,
    /// Bottom row, inclusive.
    pub region_location_max_y1: Option<u32>,
    /// Reference column relative to the region's left edge, as stored; may be outside.
    pub reference_pixel_x0: Option<i32>,
    /// Reference row relative to the region's top edge, as stored; may be outside.
    pub reference_pixel_y0: Option<i32>,
    /// Unit code of the x axis.
    pub physical_units_x: Option<u16>,
    /// Unit code of the y axis.
    pub physical_units_y: Option<u16>,
    /// Value at the reference column, in the x unit.
    pub reference_pixel_physical_value_x: Option<f64>,
    /// Value at the reference row, in the y unit.
    pub reference_pixel_physical_value_y: Option<f64>,
    /// Change per pixel to the right, in the x unit.
    pub physical_delta_x: Option<f64>,
    /// Change per pixel downwards, in the y unit, sign as stored.
    pub physical_delta_y: Option<f64>,
    /// Transducer frequency in kHz; information only.
    pub transducer_frequency_khz: Option<u32>,
    /// Pulse repetition frequency in Hz; information only.
    pub pulse_repetition_frequency_hz: Option<u32>,
    /// Doppler correction angle in degrees; information only.
    pub doppler_correction_angle: Option<f64>,
    /// Steering angle in degrees; information only.
    pub steering_angle: Option<f64>,
}

/// The one region an image is measured with (docs/calibration.md#flow-region).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FlowRegion {
    /// Left column, in pixels.
    pub region_location_min_x: f64,
    /// Right column, inclusive.
    pub region_location_max_x: f64,
    /// Top row, in pixels.
    pub region_location_min_y: f64,
    /// Bottom row, inclusive.
    pub region_location_max_y: f64,
    /// Units per pixel along x, positive.
    pub spacing_x: f64,
    /// Units per pixel along y, positive.
    pub spacing_y: f64,
    /// Absolute column of the reference pixel; null when the file has none.
    pub reference_x: Option<f64>,
    /// Absolute row: the zero line on a velocity axis, else the reference pixel; null when absent.
    pub reference_y: Option<f64>,
    /// Unit of the x axis.
    pub units_x: PhysicalUnit,
    /// Unit of the y axis.
    pub units_y: PhysicalUnit,
    /// Change per pixel to the right, as stored.
    pub physical_delta_x: f64,
    /// Change per pixel downwards, as stored (in cm/s for a frequency scale).
    pub physical_delta_y: f64,
    /// Which of the image's regions it is, from 0; null for a scale of the whole image.
    #[serde(default)]
    pub region_index: Option<u32>,
}

/// The axis along which the frames of an image differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FrameAxis {
    /// Moments, one after the other.
    #[default]
    Time,
    /// Planes of a volume (Enhanced US Volume Storage, PS3.3 A.59), which have no order in time.
    Planes,
}

/// Which attribute the frame times come from (docs/calibration.md#frame-times).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FrameTimeSource {
    /// Frame Time Vector (0018,1065).
    FrameTimeVector,
    /// Frame Time (0018,1063).
    FrameTime,
    /// Cine Rate (0018,0040).
    CineRate,
    /// Effective Duration (0018,0072).
    EffectiveDuration,
    /// Recommended Display Frame Rate (0008,2144).
    RecommendedDisplayFrameRate,
    /// Container or stream of a video whose header names no time.
    VideoStream,
    /// Nothing usable: 40 frames per second for playback, no times for measuring.
    Assumed,
}

/// Pixel spacing of the whole image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PixelSpacing {
    /// Attribute it was read from.
    pub source: PixelSpacingSource,
    /// Distance between rows, in mm.
    pub row_mm: f64,
    /// Distance between columns, in mm.
    pub column_mm: f64,
}

/// Attribute a pixel spacing was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PixelSpacingSource {
    /// Pixel Spacing (0028,0030): counts as a calibration.
    PixelSpacing,
    /// Nominal Scanned Pixel Spacing (0018,2010): only after the user confirms it.
    NominalScannedPixelSpacing,
    /// Imager Pixel Spacing (0018,1164): only after the user confirms it.
    ImagerPixelSpacing,
}

/// Window of grey values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// Window Center (0028,1050).
    pub center: f64,
    /// Window Width (0028,1051), positive.
    pub width: f64,
}

/// Palette brought to 8 bits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Palette {
    /// Sample value of the first entry; lower samples take the first entry, higher ones the last.
    pub first_mapped: i32,
    /// Entries as R, G, B, R, G, B, ...
    pub rgb: Vec<u8>,
}

/// One line of the metadata panel.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MetadataElement {
    /// Tag as `(gggg,eeee)`.
    pub tag: String,
    /// Value representation.
    pub vr: String,
    /// Keyword of the standard; null for private and rare elements.
    pub keyword: Option<String>,
    /// Value as text.
    pub value: String,
    /// Depth of nesting, 0 at the top.
    pub depth: u8,
}
