//! A velocity curve with the limits of a measurement.

use super::image::{ControlPoint, Interpolation};
use super::null_reason::{Measured, NullReason};
use crate::calibration::doppler::VelocityScale;
use crate::spline::piecewise::Part;
use crate::spline::{Piecewise, pchip};

/// A mark this close to the end of a curve, in s, is on it: pinned points carry rounding.
const SAME_TIME_S: f64 = 1e-9;

/// A velocity curve, t in s and v in cm/s, with the limits of the measurement.
#[derive(Debug, Clone)]
pub struct Flow {
    /// v over t; t counts from column 0.
    pub curve: Piecewise,
    /// Rows as velocities, of the one region that holds the curve.
    pub scale: VelocityScale,
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

    /// Velocity of a point of the curve's own region, cm/s.
    pub fn velocity(&self, point: &ControlPoint) -> f64 {
        self.scale.at(point.y)
    }

    /// Mean over time between two positions; none without duration.
    pub fn mean(&self, from: f64, to: f64) -> Measured<f64> {
        let area = self.curve.integral(from, to, Part::Signed);
        let area = area.ok_or(NullReason::OutsideCurve)?;
        if to > from {
            Ok(area / (to - from))
        } else {
            Err(NullReason::NoDuration)
        }
    }

    /// Least and greatest velocity between the limits.
    pub fn extremes(&self) -> Measured<(f64, f64)> {
        let (from, to) = self.ordered();
        self.curve
            .extremes(from, to)
            .ok_or(NullReason::OutsideCurve)
    }

    /// A position that may be outside of the curve by rounding.
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
