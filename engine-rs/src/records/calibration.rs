//! The calibration a person chose for one image (docs/contracts.md#stored-work, docs/calibration.md#zero-line, docs/calibration.md#velocity-axis, docs/calibration.md#sources-of-scale).

use serde::{Deserialize, Serialize};

use crate::units::PhysicalUnit;

/// Choices besides the file's own regions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ImageCalibration {
    /// The source of the scale.
    pub source: CalibrationSource,
    /// How rows become velocities.
    #[serde(default)]
    pub velocity_axis: VelocityAxis,
    /// Direction of flow in the image; with `away` every formula sees -v.
    #[serde(default)]
    pub flow_direction: FlowDirection,
    /// Origin of reference pixels.
    #[serde(default)]
    pub reference_pixel_origin: ReferencePixelOrigin,
    /// Zero line set by the user, absolute row in pixels.
    #[serde(default)]
    pub baseline_y: Option<f64>,
    /// Scales typed by the user.
    #[serde(default)]
    pub manual: Vec<ManualScale>,
    /// Who set it; null while it is the file's own.
    #[serde(default)]
    pub author: Option<String>,
    /// When it was set, ms since 1970 UTC.
    #[serde(default)]
    pub at: Option<f64>,
    /// Counts changes from 1.
    #[serde(default = "first_version")]
    pub version: u32,
}

fn first_version() -> u32 {
    1
}

/// Sources of a scale, in falling order of trust.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CalibrationSource {
    /// Sequence of Ultrasound Regions.
    Regions,
    /// Pixel Spacing.
    PixelSpacing,
    /// Nominal or imager spacing, confirmed by the user.
    ConfirmedSpacing,
    /// Points and values given by the user.
    Manual,
    /// Nothing.
    None,
}

/// How rows become velocities (docs/calibration.md#velocity-axis).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum VelocityAxis {
    /// Above the zero line is positive.
    #[default]
    Up,
    /// Below the zero line is positive.
    Down,
    /// The sign of the file's delta, taken literally.
    Dicom,
}

/// Direction of flow relative to the probe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FlowDirection {
    /// Towards the probe.
    #[default]
    Toward,
    /// Away from the probe.
    Away,
}

/// Origin of reference pixels (docs/calibration.md#zero-line).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReferencePixelOrigin {
    /// The region's upper left corner, as in the standard.
    #[default]
    Region,
    /// The image's upper left corner.
    Image,
}

impl ReferencePixelOrigin {
    /// Absolute position of a stored reference, given the region's corner on that axis.
    pub fn position(self, corner: f64, offset: i32) -> f64 {
        match self {
            Self::Region => corner + f64::from(offset),
            Self::Image => f64::from(offset),
        }
    }
}

/// Two points and the distance, time or velocity between them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ManualScale {
    /// Axes of the scale.
    pub axis: ScaleAxis,
    /// First point, in stored pixels.
    pub from: PixelPosition,
    /// Second point, in stored pixels.
    pub to: PixelPosition,
    /// Amount between them, in `unit`.
    pub value: f64,
    /// Unit of `value`.
    pub unit: PhysicalUnit,
}

/// Axes of a manual scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ScaleAxis {
    /// Both axes have the same scale.
    Xy,
    /// Columns only.
    X,
    /// Rows only.
    Y,
}

/// A position in stored pixels; whole numbers are pixel centres.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PixelPosition {
    /// Column.
    pub x: f64,
    /// Row, downwards.
    pub y: f64,
}
