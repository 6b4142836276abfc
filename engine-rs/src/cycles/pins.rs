//! Constraints that keep a control point in place.

use crate::records::segmentation::LinePoint;

/// Constraints of a point (docs/specification.md#image-analysis).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pins {
    /// y is on the zero line.
    pub forced_to_zero: bool,
    /// x is on an onset.
    pub on_onset: bool,
    /// y equals the y of the line's first point.
    pub same_as_start: bool,
    /// y of the first point equals the y of the last point of the cycle before.
    pub same_as_end: bool,
}

impl From<&LinePoint> for Pins {
    fn from(point: &LinePoint) -> Self {
        Self {
            forced_to_zero: point.forced_to_zero,
            on_onset: point.on_onset,
            same_as_start: point.same_as_start,
            same_as_end: point.same_as_end,
        }
    }
}
