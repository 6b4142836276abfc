//! Lines drawn on an image (docs/specification.md#image-analysis).

use serde::{Deserialize, Serialize};

use super::calibration::PixelPosition;
use super::origin::Origin;
use super::sequence::CycleSequence;

/// Lines of one cycle: by event for 2D, one list otherwise.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "types", ts(optional_fields))]
#[serde(default, deny_unknown_fields)]
pub struct CycleSegmentation {
    /// Lines at end diastole (2D).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_diastole: Option<EventLines>,
    /// Lines at end systole (2D).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_systole: Option<EventLines>,
    /// Lines of a strip (M-Mode, Doppler) or of a single picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<Line>>,
    /// Lines that were corrected by hand on frames between the events (2D).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrected: Option<Vec<Line>>,
    /// The lines on every frame of the cycle (2D), once they are accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequence: Option<CycleSequence>,
}

/// Lines of one event of a 2D cycle.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct EventLines {
    /// In the order of the image type's pattern.
    pub lines: Vec<Line>,
}

/// One traced line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Name in the configuration, e.g. `LV endo`.
    pub name: String,
    /// The user has finished it.
    #[serde(default)]
    pub finished: bool,
    /// How its points make a line.
    pub shape: LineShape,
    /// Pattern of the image type, `normal` and others.
    #[serde(default = "normal_pattern")]
    pub pattern: String,
    /// Frame it was drawn on, from 1 (2D); null on a strip, on a still picture, and where it is not
    /// known. Where the event's mark is on another frame, values of the line are null.
    #[serde(default)]
    pub frame_number: Option<u32>,
    /// Control points in order.
    #[serde(default)]
    pub points: Vec<LinePoint>,
    /// Sampled curve in stored pixels, when it is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub spline: Option<Vec<[f64; 2]>>,
}

fn normal_pattern() -> String {
    "normal".to_owned()
}

/// Kinds of line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LineShape {
    /// Ellipse by three points.
    Oval,
    /// Ring seen from the side, three points.
    Valve,
    /// Endocardial contour with a predicted epicardial one.
    EndoEpi,
    /// Curve through its points.
    Curve,
    /// Straight pieces.
    Nospline,
    /// Contour between two ring points.
    Ring,
    /// Left ventricle.
    #[serde(rename = "LV")]
    LV,
    /// Left atrium.
    #[serde(rename = "LA")]
    LA,
}

impl LineShape {
    /// The name, as stored.
    pub fn name(self) -> &'static str {
        match self {
            Self::Oval => "oval",
            Self::Valve => "valve",
            Self::EndoEpi => "endo-epi",
            Self::Curve => "curve",
            Self::Nospline => "nospline",
            Self::Ring => "ring",
            Self::LV => "LV",
            Self::LA => "LA",
        }
    }
}

/// One point of a line, in stored pixels of the frame as encoded.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LinePoint {
    /// Unique within the image, given by the caller.
    pub id: String,
    /// Column, pixel centre = whole number.
    pub x: f64,
    /// Row, pixel centre = whole number, downwards.
    pub y: f64,
    /// Control point type, `user-defined_N`, `mid_control_point`, `spawn` or `hidden`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Held on the zero line.
    #[serde(default)]
    pub forced_to_zero: bool,
    /// Not to be moved.
    #[serde(default)]
    pub locked: bool,
    /// Held on the cycle's onset.
    #[serde(default)]
    pub on_onset: bool,
    /// Takes the height of the cycle's first point.
    #[serde(default)]
    pub same_as_start: bool,
    /// Takes the height of the previous cycle's last point.
    #[serde(default)]
    pub same_as_end: bool,
    /// Its abbreviation is drawn.
    #[serde(default)]
    pub show_label_in_image: bool,
    /// Short name; null when there is none.
    #[serde(default)]
    pub abbreviation: Option<String>,
    /// Who placed it first; absent where a person did.
    #[serde(default, skip_serializing_if = "Origin::is_hand")]
    #[cfg_attr(feature = "types", ts(as = "Option<Origin>", optional))]
    pub origin: Origin,
    /// Name of the method that placed it; absent where a person did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub method: Option<String>,
    /// Version of that method; absent where a person placed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub method_version: Option<String>,
    /// Where the method placed it, in stored pixels; absent where a person placed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub proposed: Option<PixelPosition>,
}
