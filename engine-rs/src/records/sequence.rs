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
    /// How end systole of strain is found; absent: by its mark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub end_systole: Option<EndSystoleRule>,
    /// Doubtful lines and segments that a user confirmed: they have values. Absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub confirmed: Option<Vec<ConfirmedPart>>,
}

/// How end systole is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EndSystoleRule {
    /// The mark of the cycle.
    #[default]
    Mark,
    /// The smallest volume of the ventricle, or its smallest area where no volume is measured.
    SmallestVolume,
    /// Closure of the aortic valve in a Doppler image of the study, at the same share of the cycle.
    AorticValveClosure,
}

/// A part of a contour that begins at the septal ring point and ends at the one of the free wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Segment {
    /// Next to the septal ring point.
    SeptumBasal,
    /// The middle of the septal wall.
    SeptumMid,
    /// Of the septal wall, next to the apex.
    SeptumApical,
    /// Of the free wall, next to the apex.
    FreeWallApical,
    /// The middle of the free wall.
    FreeWallMid,
    /// Next to the ring point of the free wall.
    FreeWallBasal,
    /// The whole free wall, from the farthest point of each frame.
    FreeWall,
}

/// A line that was followed with doubt, or a segment of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ConfirmedPart {
    /// Name of the line.
    pub name: String,
    /// The segment; null for the whole line, with all of its segments.
    pub segment: Option<Segment>,
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
