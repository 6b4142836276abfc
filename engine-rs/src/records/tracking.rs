//! Lines that are followed through a clip and offered to a person.

use serde::{Deserialize, Serialize};

/// Name of the method, as accepted points keep it.
pub const METHOD: &str = "speckle-tracking";
/// Version of the method: it grows with every change of what it offers.
pub const METHOD_VERSION: &str = "6";

/// A point, or a line by the mean of its points, of lower quality is doubtful.
pub const DOUBTFUL_QUALITY: f64 = 0.6;

/// A line is doubtful too where a greater share of its points is: they may all be on one side, which
/// its other points do not make right (docs/tracking.md#reported-values-of-a-point).
pub const MOST_DOUBTFUL_POINTS: f64 = 0.3;

/// Whether a line is doubtful whose points have these qualities. A quality that is not a number is
/// a doubt too.
pub fn is_doubtful_line(qualities: &[f64]) -> bool {
    let count = qualities.len() as f64;
    let sum: f64 = qualities.iter().sum();
    let is_sure = |quality: &&f64| **quality >= DOUBTFUL_QUALITY;
    let doubtful = count - qualities.iter().filter(is_sure).count() as f64;
    sum.is_nan() || sum < DOUBTFUL_QUALITY * count || doubtful > MOST_DOUBTFUL_POINTS * count
}

/// The form that the points of a line make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TrackForm {
    /// A line from the first point to the last.
    Open,
    /// A line whose last point is joined to the first.
    Closed,
    /// An oval: both ends of one axis, and a point as far from it as the outline. The outline is
    /// followed, and the three points belong to the oval nearest to it.
    Oval,
}

/// A line as it was drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TrackLine {
    /// Its points in order, stored pixels.
    pub points: Vec<[f64; 2]>,
    /// Their form.
    pub form: TrackForm,
}

/// The lines to follow, and the range of frames. Frame numbers count from 1.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TrackRequest {
    /// Frame on which the lines are drawn.
    pub frame_number: u32,
    /// Frames of the same event in other cycles, where the lines are looked for by likeness.
    pub alike: Vec<u32>,
    /// First frame to follow to.
    pub first: u32,
    /// Last frame to follow to.
    pub last: u32,
    /// The lines.
    pub lines: Vec<TrackLine>,
    /// Other frames on which the same lines are drawn: each way begins there again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<TrackAnchor>>", optional))]
    pub anchors: Vec<TrackAnchor>,
}

/// The lines of a request as they are drawn on another frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TrackAnchor {
    /// From 1.
    pub frame_number: u32,
    /// Points of each line, in the order of the request, stored pixels. A line with another number
    /// of points than in the request is divided at the same shares of its length.
    pub lines: Vec<Vec<[f64; 2]>>,
}

/// In which order frames are gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrackDirection {
    /// Towards later frames.
    Forward,
    /// Towards earlier frames.
    Backward,
}

/// Where a point was followed to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TrackedPoint {
    /// Column, stored pixels.
    pub x: f64,
    /// Row, stored pixels.
    pub y: f64,
    /// How surely the point is near its tissue, 0 to 1: by correlations along the way from the
    /// nearest known frame, echoes that do not move, and drift. 1 where it was drawn.
    pub quality: f64,
    /// How far two ways to this place end apart, in pixels; null with only one way.
    pub drift_px: Option<f64>,
}

/// The lines on one frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TrackedFrame {
    /// From 1.
    pub frame_number: u32,
    /// Points of each line of the request, in its order.
    pub lines: Vec<Vec<TrackedPoint>>,
}

/// Lines followed through a clip.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Tracks {
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
    /// Every frame from the first to the last.
    pub frames: Vec<TrackedFrame>,
}

/// One way through the frames, as workers hand it on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrackPass {
    /// In the order in which they were gone through.
    pub frames: Vec<PassFrame>,
}

/// One frame of a pass.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PassFrame {
    /// From 1.
    pub frame_number: u32,
    /// Column, row and doubt of every point of every line.
    pub lines: Vec<Vec<[f64; 3]>>,
    /// The lines are known here: drawn, or found by likeness.
    pub known: bool,
    /// Where the way from the known frame before led to, on a known frame.
    pub arrived: Option<Vec<Vec<[f64; 2]>>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_doubtful_by_its_mean_or_by_more_than_3_of_10_points() {
        let line = |doubtful: usize, low: f64| {
            let mut qualities = [1.0; 10];
            qualities[..doubtful].fill(low);
            is_doubtful_line(&qualities)
        };
        assert!(!line(0, 0.5) && !line(3, 0.5));
        assert!(line(4, 0.59) && line(10, 0.59) && !line(10, 0.61));
        assert!(line(1, f64::NAN) && !is_doubtful_line(&[]));
    }
}
