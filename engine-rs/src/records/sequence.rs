//! Lines on every frame of a cycle (docs/contracts.md#lines-of-a-whole-cycle).

use serde::{Deserialize, Serialize};

/// Lines on every frame, as the record of an image names them; the lines themselves are a document
/// that is stored by its hash.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CycleSequence {
    /// First frame: the end diastole of the cycle. From 1.
    pub from_frame: u32,
    /// Last frame: the end diastole of the next cycle, else the last frame of the clip.
    pub to_frame: u32,
    /// Name of the method that followed the lines.
    pub method: String,
    /// Version of that method.
    pub method_version: String,
    /// The lines that were drawn, as they were when they were followed.
    pub anchors: Vec<SequenceAnchor>,
    /// Hex SHA-256 of the document of lines.
    pub lines_sha256: String,
}

/// A line on a frame on which it was drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SequenceAnchor {
    /// Name of the line.
    pub name: String,
    /// From 1.
    pub frame_number: u32,
    /// Its points, stored pixels.
    pub points: Vec<[f64; 2]>,
}
