//! The stored document of lines on every frame of a cycle (docs/contracts.md#lines-of-a-whole-cycle).

use serde::{Deserialize, Serialize};

use super::segmentation::LineShape;

/// Lines on every frame of a cycle, as they are stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SequenceLines {
    /// Format of the document.
    pub format: u32,
    /// The lines, each on all frames.
    pub lines: Vec<DenseLine>,
}

/// One line on all frames of a cycle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DenseLine {
    /// Name in the configuration, e.g. `LV endo`.
    pub name: String,
    /// How its points make a line.
    pub shape: LineShape,
    /// Type of each point, as in a traced line.
    pub types: Vec<String>,
    /// In their order, without a gap.
    pub frames: Vec<DenseFrame>,
}

/// One line on one frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DenseFrame {
    /// From 1.
    pub frame_number: u32,
    /// Its points in order, stored pixels.
    pub points: Vec<[f64; 2]>,
    /// Quality of each point, 0 to 1; 1 where it was drawn.
    pub quality: Vec<f64>,
    /// How far two ways to each point ended apart, in pixels; null with only one way.
    pub drift_px: Vec<Option<f64>>,
}
