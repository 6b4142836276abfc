//! Values measured on an image, with what they were computed from (docs/contracts.md#stored-work).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::calibration::{CalibrationSource, FlowDirection, PixelPosition, VelocityAxis};
use super::point_ids::PointIds;

/// A measurement definition with its values (docs/specification.md#image-analysis).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Measurement {
    /// Name in the configuration, unique within an image type.
    pub name: Rc<str>,
    /// Kind of measurement, e.g. `line-distance`.
    #[serde(rename = "type")]
    pub kind: Rc<str>,
    /// Variant of the kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<Cow<'static, str>>,
    /// The line it is taken from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Rc<str>>,
    /// The lines it is taken from, when there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<Rc<str>>>,
    /// Shape the line must have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Rc<str>>,
    /// Event or pair of events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cardiac_event: Option<EventReference>,
    /// Axis along which it is taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<Rc<str>>,
    /// Factor from base units to `units`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit_scale: Option<f64>,
    /// How several lines or events are combined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combined: Option<Rc<str>>,
    /// Unit of the values, as shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<Rc<str>>,
    /// Direct or calculated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Rc<str>>,
    /// Key of the report tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anatomy: Option<Rc<str>>,
    /// One value per cycle; null where it could not be computed.
    pub value: Vec<Option<f64>>,
    /// Code of why a value is null, in the places of `value` or of `series`; absent without nulls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasons: Option<Vec<Option<Cow<'static, str>>>>,
    /// Mean of the values that are there; null without any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aggregate: Option<f64>,
    /// Pairs of time in s and value, cycle after cycle, of a `plot`; null for a cycle without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<Vec<Option<[f64; 2]>>>,
    /// Place of the aggregate in the normal range.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normal: Option<NormalState>,
    /// Why nothing was measured at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refused>,
    /// Inputs of the values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

/// Why a whole measurement was refused: never a value in pixels instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Refused {
    /// `not-calibrated`, `invalid-input` or `configuration`.
    pub code: String,
    /// A sentence for people.
    pub message: String,
}

/// Colour of a value in the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RangeState {
    /// Within the limits.
    InRange,
    /// Outside of them.
    OutOfRange,
    /// No checked range applies to this study.
    Undefined,
}

/// A value against its normal range, in the unit of the measurement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NormalState {
    /// In range, out of range or undefined.
    pub state: RangeState,
    /// Lower limit; null when it is open.
    pub low: Option<f64>,
    /// Upper limit; null when it is open.
    pub high: Option<f64>,
    /// Median or mean expected; null when the range names none.
    pub expected: Option<f64>,
    /// Standard deviations from the expected value; null without a distribution.
    pub z: Option<f64>,
    /// The value divided by body surface area, where the limits are per square metre.
    pub indexed: Option<f64>,
    /// Severity of the value, where the range has grades.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<String>,
    /// Paper or guideline; null without a range.
    pub source: Option<String>,
    /// Why it is undefined; null otherwise.
    pub reason: Option<String>,
}

/// One event or a pair of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(untagged)]
pub enum EventReference {
    /// One event.
    One(Rc<str>),
    /// From the first to the second.
    Pair([Rc<str>; 2]),
}

/// Inputs of a value: enough to compute it again and to point at it in the image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// The formula that ran.
    pub formula: FormulaUsed,
    /// Version of the engine.
    pub engine_version: Cow<'static, str>,
    /// Version of each configuration set that was read, by its name.
    #[serde(default)]
    pub config_versions: Rc<BTreeMap<String, u32>>,
    /// Where the scale came from.
    pub calibration: CalibrationUsed,
    /// Lines and points that were read, by cycle and event.
    #[serde(default)]
    pub points: Vec<PointsRead>,
    /// Marks that were read, by cycle.
    #[serde(default)]
    pub marks: Vec<MarkRead>,
    /// Measurements that entered, in the order of the definition.
    #[serde(default)]
    pub inputs: Vec<InputUsed>,
    /// `instance_id` of the second image of a biplane measurement; null without one.
    #[serde(default)]
    pub other_image: Option<Rc<str>>,
    /// Codes of what a reader should know.
    #[serde(default)]
    pub warnings: Vec<Cow<'static, str>>,
}

/// A formula by name and version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FormulaUsed {
    /// Kind of measurement.
    pub kind: Cow<'static, str>,
    /// Variant of the kind; null for kinds with a single one.
    pub name: Option<Cow<'static, str>>,
    /// Counts changes of what the formula computes, from 1.
    pub version: u32,
}

/// The scale that was used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CalibrationUsed {
    /// The source of the scale; `none` when no geometry was scaled.
    pub source: CalibrationSource,
    /// Regions used, from 0 in the order of the file.
    #[serde(default)]
    pub region_indices: Vec<u32>,
    /// Version of the image's calibration; null while it is the file's own.
    #[serde(default)]
    pub version: Option<u32>,
    /// How rows became velocities.
    #[serde(default)]
    pub velocity_axis: VelocityAxis,
    /// Direction of flow.
    #[serde(default)]
    pub flow_direction: FlowDirection,
    /// Zero line set by the user, absolute row in pixels; null while it is the file's own.
    #[serde(default)]
    pub baseline_y: Option<f64>,
}

/// Points that were read of one line in one cycle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PointsRead {
    /// Cycle, from 0.
    pub cycle: u32,
    /// `end_diastole` or `end_systole`; null on a strip.
    pub event: Option<Cow<'static, str>>,
    /// Frame of the event, from 1; null on a strip and where none is marked.
    pub frame_number: Option<u32>,
    /// Name of the line.
    pub line: Rc<str>,
    /// Ids of the points, in the order of the line: all of them where its curve was read.
    #[cfg_attr(feature = "types", ts(as = "Vec<String>"))]
    #[cfg_attr(feature = "types", schemars(with = "Vec<String>"))]
    pub point_ids: PointIds,
}

/// A mark that was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MarkRead {
    /// Cycle, from 0.
    pub cycle: u32,
    /// Name of the mark.
    pub event: Cow<'static, str>,
    /// Frame number from 1, or column in pixels.
    pub position: f64,
}

/// A measurement that entered another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct InputUsed {
    /// Name of the measurement or of the caliper's distance.
    pub name: Rc<str>,
    /// `instance_id` of the image it is of; null where no image has it.
    pub image: Option<Rc<str>>,
    /// Its values in base units, one per cycle; null where the source is missing altogether.
    pub value: Option<Vec<Option<f64>>>,
}

/// A measurement by caliper.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CaliperMeasurement {
    /// Identity, unique within the image.
    #[serde(default)]
    pub id: String,
    /// Name of the template, or the plain kind.
    #[serde(rename = "type")]
    pub kind: String,
    /// Name given by a user; absent for the template's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub name: Option<String>,
    /// Cycle, from 0; null while it is assigned to none.
    #[serde(default)]
    pub cycle: Option<u32>,
    /// Event of the cycle; null outside of events.
    #[serde(default)]
    pub event: Option<String>,
    /// Frame it was placed on, from 1; null where it is not known.
    #[serde(default)]
    pub frame_number: Option<u32>,
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
    /// Inputs of the values.
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
