//! Monotone cubic Hermite with Fritsch-Butland slopes (Fritsch and Butland 1984), for envelopes
//! and M-Mode lines: it stays between neighbouring points.

use super::CurveError;
use super::piecewise::{Piecewise, check};

/// The curve through the points; `x` grows.
///
/// # Errors
/// Fewer than two points, positions that do not grow, numbers that are not finite.
pub fn pchip(x: &[f64], y: &[f64]) -> Result<Piecewise, CurveError> {
    Ok(Piecewise::hermite(x, y, &slopes(x, y)?))
}

/// Slopes at the knots.
///
/// # Errors
/// As [`pchip`].
pub fn slopes(x: &[f64], y: &[f64]) -> Result<Vec<f64>, CurveError> {
    check(x, y)?;
    let steps: Vec<f64> = x.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let rises = y.windows(2).map(|pair| pair[1] - pair[0]);
    let secants: Vec<f64> = rises.zip(&steps).map(|(rise, step)| rise / step).collect();
    let last = secants.len() - 1;
    if last == 0 {
        return Ok(vec![secants[0]; 2]);
    }
    let mut slopes = vec![end_slope(steps[0], steps[1], secants[0], secants[1])];
    for (h, d) in steps.windows(2).zip(secants.windows(2)) {
        slopes.push(inner_slope(h[0], h[1], d[0], d[1]));
    }
    slopes.push(end_slope(
        steps[last],
        steps[last - 1],
        secants[last],
        secants[last - 1],
    ));
    Ok(slopes)
}

/// Weighted harmonic mean of the secants; 0 where they differ in sign or vanish.
fn inner_slope(h0: f64, h1: f64, d0: f64, d1: f64) -> f64 {
    if d0 == 0.0 || d1 == 0.0 || (d0 < 0.0) != (d1 < 0.0) {
        return 0.0;
    }
    let (w1, w2) = (2.0 * h1 + h0, h1 + 2.0 * h0);
    (w1 + w2) / (w1 / d0 + w2 / d1)
}

/// Three-point formula that keeps the shape; `h0`, `d0` belong to the outer interval.
fn end_slope(h0: f64, h1: f64, d0: f64, d1: f64) -> f64 {
    let slope = ((2.0 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
    let sign = |value: f64| {
        if value == 0.0 { 0.0 } else { value.signum() }
    };
    if sign(slope) != sign(d0) {
        0.0
    } else if sign(d0) != sign(d1) && slope.abs() > 3.0 * d0.abs() {
        3.0 * d0
    } else {
        slope
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_never_leaves_the_values_of_neighbouring_points() {
        let (x, y) = ([0.0, 0.01, 0.02, 0.3, 0.31], [0.0, 0.0, 90.0, 80.0, 0.0]);
        let curve = pchip(&x, &y).unwrap();
        for pair in 0..4 {
            let (least, greatest) = curve.extremes(x[pair], x[pair + 1]).unwrap();
            assert!(least >= y[pair].min(y[pair + 1]) - 1e-12);
            assert!(greatest <= y[pair].max(y[pair + 1]) + 1e-12);
        }
    }

    #[test]
    fn two_points_make_a_straight_line() {
        let curve = pchip(&[1.0, 3.0], &[2.0, 8.0]).unwrap();
        assert_eq!(curve.at(2.0), Some(5.0));
    }
}
