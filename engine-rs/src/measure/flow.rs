//! A velocity curve with the limits of a measurement.

use super::image::Interpolation;
use crate::spline::piecewise::Part;
use crate::spline::{Piecewise, pchip};

/// A mark this close to the end of a curve, in s, lies on it: pinned points carry rounding.
const SAME_TIME_S: f64 = 1e-9;

/// A velocity curve, t in s and v in cm/s, with the limits of the measurement.
pub struct Flow {
    /// v over t; t counts from column 0.
    pub curve: Piecewise,
    /// First limit.
    pub from: f64,
    /// Second limit.
    pub to: f64,
    /// Seconds per column.
    pub seconds_per_px: f64,
}

impl Flow {
    /// Limits in order of time.
    pub fn ordered(&self) -> (f64, f64) {
        (self.from.min(self.to), self.from.max(self.to))
    }

    /// Mean over time between two positions; none without duration.
    pub fn mean(&self, from: f64, to: f64) -> Option<f64> {
        let area = self.curve.integral(from, to, Part::Signed)?;
        (to > from).then(|| area / (to - from))
    }

    /// A position that may lie outside of the curve by rounding.
    pub fn on_curve(&self, time: f64) -> f64 {
        let [first, last] = self.curve.range();
        let near = |end: f64| (time - end).abs() <= SAME_TIME_S;
        if near(first) {
            first
        } else if near(last) {
            last
        } else {
            time
        }
    }
}

/// The curve of a strip's line; none when its points do not run to the right.
pub fn function(interpolation: Interpolation, x: &[f64], y: &[f64]) -> Option<Piecewise> {
    match interpolation {
        Interpolation::Linear => Piecewise::linear(x, y).ok(),
        _ => pchip::pchip(x, y).ok(),
    }
}
