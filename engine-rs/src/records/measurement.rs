//! Values measured on an image, with what they were computed from (contracts.md 3).

use serde::{Deserialize, Serialize};

use super::calibration::{CalibrationSource, PixelPosition};

/// A measurement definition with its values (image analysis 3).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Measurement {
    /// Name in the configuration, unique within an image type.
    pub name: String,
    /// Kind of measurement, e.g. `line-distance`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Variant of the kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
    /// The line it is taken from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// The lines it is taken from, when there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<String>>,
    /// Shape the line must have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// Event or pair of events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cardiac_event: Option<EventReference>,
    /// Axis along which it is taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<String>,
    /// Factor from base units to `units`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit_scale: Option<f64>,
    /// How several lines or events are combined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combined: Option<String>,
    /// Unit of the values, as shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<String>,
    /// Direct or calculated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Key of the report tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anatomy: Option<String>,
    /// One value per cycle; null where it could not be computed.
    pub value: Vec<Option<f64>>,
    /// What the values were computed from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

/// One event or a pair of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(untagged)]
pub enum EventReference {
    /// One event.
    One(String),
    /// From the first to the second.
    Pair([String; 2]),
}

/// What a value was computed from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Version of the engine.
    pub engine_version: String,
    /// Version of the measurement configuration; null for calipers.
    #[serde(default)]
    pub config_version: Option<String>,
    /// Where the scale came from.
    pub calibration_source: CalibrationSource,
    /// Version of the image's calibration.
    #[serde(default)]
    pub calibration_version: Option<u32>,
    /// Region used, from 0 in the order of the file; null without regions.
    #[serde(default)]
    pub region_index: Option<u32>,
    /// Codes of what a reader should know.
    #[serde(default)]
    pub warnings: Vec<String>,
}

/// A measurement by caliper.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CaliperMeasurement {
    /// Name of the template, or the plain kind.
    #[serde(rename = "type")]
    pub kind: String,
    /// Cycle, from 0.
    pub cycle: u32,
    /// Event of the cycle; null outside of events.
    #[serde(default)]
    pub event: Option<String>,
    /// Its points.
    pub points: CaliperPoints,
    /// Names of the points, in order.
    #[serde(default)]
    pub points_name: Vec<String>,
    /// Distances in cm, s or cm/s; null where invalid.
    #[serde(default)]
    pub dists: Vec<Option<f64>>,
    /// Names of the distances, in order.
    #[serde(default)]
    pub dists_name: Vec<String>,
    /// Angles in degrees; null where invalid.
    #[serde(default)]
    pub angles: Vec<Option<f64>>,
    /// Names of the angles, in order.
    #[serde(default)]
    pub angles_name: Vec<String>,
    /// What the values were computed from.
    #[serde(default)]
    pub provenance: Option<Provenance>,
}

/// Points of a caliper in physical units and in pixels.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CaliperPoints {
    /// In the region's units.
    pub real: Vec<PixelPosition>,
    /// In stored pixels.
    pub pixel: Vec<PixelPosition>,
}
