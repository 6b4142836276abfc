//! Curves through control points: functions of time or depth, and contours in the plane
//! (docs/measurements.md#curves-and-propagation).

pub mod catmull_rom;
pub mod chord_spline;
pub mod contour;
mod cubic;
pub mod natural;
pub mod nearest;
pub mod pchip;
pub mod piecewise;

pub use contour::{ContourKind, Curve, SAMPLES_PER_SEGMENT, fit};
pub use cubic::Cubic;
pub use piecewise::Piecewise;

/// Why no curve runs through the points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CurveError {
    /// Fewer points than a curve needs.
    TooFewPoints,
    /// A function needs positions that grow from point to point.
    NotIncreasing,
    /// A coordinate is not finite.
    NotFinite,
}
