//! The envelope of a spectrum that is offered to a person, and what it is looked for with.

use serde::{Deserialize, Serialize};

/// Name of the method, as accepted points keep it.
pub const METHOD: &str = "outer-envelope";
/// Version of the method: it grows with every change of what it offers.
pub const METHOD_VERSION: &str = "4";

/// On which side of the zero line the flow lies in the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EnvelopeSide {
    /// Above the zero line.
    Above,
    /// Below it.
    Below,
    /// On both: in each column on the side where it reaches farther.
    Both,
}

/// A control point of the pattern.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EnvelopeKnot {
    /// Type of the control point, e.g. `maximum velocity`.
    pub r#type: String,
    /// Held on the zero line.
    pub forced_to_zero: bool,
    /// Held on the onset, if it is the first or the last point.
    pub on_onset: bool,
}

/// Where an envelope is looked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EnvelopeRequest {
    /// The two vertical limits, columns in stored pixels: the onsets of a cycle, or closer ones.
    pub columns: [f64; 2],
    /// Row of the zero line, stored pixels.
    pub zero_y: f64,
    /// Side of the flow.
    pub side: EnvelopeSide,
    /// Share of the brightest in a column that counts as the edge, 0.2 to 0.8.
    pub share: f64,
    /// Rows at the upper and at the lower edge of the strip that belong beyond the other one.
    pub wrapped: [f64; 2],
    /// Control points of the pattern, from left to right.
    pub control_points: Vec<EnvelopeKnot>,
    /// Points put between two control points.
    pub mid_points: u32,
}

/// A point of the offered line, in stored pixels.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct EnvelopePoint {
    /// Type of the control point, or `mid_control_point`.
    pub r#type: String,
    /// Column.
    pub x: f64,
    /// Row; beyond the strip where the flow is aliased.
    pub y: f64,
}

/// An envelope that was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Envelope {
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
    /// Column of the first row of `rows`.
    pub first_column: u32,
    /// Rows of the envelope, one for each column, stored pixels; the zero line where no flow is.
    pub rows: Vec<f64>,
    /// The pattern's points on it, from left to right.
    pub points: Vec<EnvelopePoint>,
}
