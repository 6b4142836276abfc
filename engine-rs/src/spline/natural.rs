//! Cubic splines with continuous curvature: free at both ends, or periodic. Contours use them as
//! `chord_spline`; for envelopes they overshoot.

use super::CurveError;
use super::piecewise::{Piecewise, check};

/// Zero curvature at both ends; `x` grows.
///
/// # Errors
/// Fewer than two points, positions that do not grow, numbers that are not finite.
pub fn natural(x: &[f64], y: &[f64]) -> Result<Piecewise, CurveError> {
    check(x, y)?;
    let count = x.len();
    let (h, d) = differences(x, y);
    // Equations for the slopes at the knots.
    let mut diagonal = vec![2.0 / h[0]];
    let mut right = vec![3.0 * d[0] / h[0]];
    for i in 1..count - 1 {
        diagonal.push(2.0 / h[i - 1] + 2.0 / h[i]);
        right.push(3.0 * (d[i - 1] / h[i - 1] + d[i] / h[i]));
    }
    diagonal.push(2.0 / h[count - 2]);
    right.push(3.0 * d[count - 2] / h[count - 2]);
    let beside: Vec<f64> = h.iter().map(|step| 1.0 / step).collect();
    let slopes = solve(&beside, &diagonal, &right);
    Ok(Piecewise::hermite(x, y, &slopes))
}

/// The last value equals the first, and so do slope and curvature there.
///
/// # Errors
/// Fewer than four knots (three points and the first again), otherwise as [`natural`].
pub fn periodic(x: &[f64], y: &[f64]) -> Result<Piecewise, CurveError> {
    check(x, y)?;
    let count = x.len() - 1;
    if count < 3 {
        return Err(CurveError::TooFewPoints);
    }
    let (h, d) = differences(x, y);
    let before = |i: usize| (i + count - 1) % count;
    let beside: Vec<f64> = h.iter().map(|step| 1.0 / step).collect();
    let mut diagonal: Vec<f64> = (0..count)
        .map(|i| 2.0 * (beside[before(i)] + beside[i]))
        .collect();
    let right: Vec<f64> = (0..count)
        .map(|i| 3.0 * (d[before(i)] * beside[before(i)] + d[i] * beside[i]))
        .collect();
    // The two corners are taken out as a product of vectors (Sherman and Morrison).
    let corner = beside[count - 1];
    let gamma = -diagonal[0];
    diagonal[0] -= gamma;
    diagonal[count - 1] -= corner * corner / gamma;
    let mut product = vec![0.0; count];
    product[0] = gamma;
    product[count - 1] = corner;
    let inner = &beside[..count - 1];
    let first = solve(inner, &diagonal, &right);
    let second = solve(inner, &diagonal, &product);
    let ratio = corner / gamma;
    let factor =
        (first[0] + ratio * first[count - 1]) / (1.0 + second[0] + ratio * second[count - 1]);
    let mut slopes: Vec<f64> = first
        .iter()
        .zip(&second)
        .map(|(one, other)| one - factor * other)
        .collect();
    slopes.push(slopes[0]);
    Ok(Piecewise::hermite(x, y, &slopes))
}

/// Steps and secants.
fn differences(x: &[f64], y: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let h: Vec<f64> = x.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let rises = y.windows(2).map(|pair| pair[1] - pair[0]);
    let d = rises.zip(&h).map(|(rise, step)| rise / step).collect();
    (h, d)
}

/// Symmetric system of three diagonals, the middle one dominant.
fn solve(beside: &[f64], diagonal: &[f64], right: &[f64]) -> Vec<f64> {
    let (mut diagonal, mut answer) = (diagonal.to_vec(), right.to_vec());
    for i in 1..diagonal.len() {
        let factor = beside[i - 1] / diagonal[i - 1];
        diagonal[i] -= factor * beside[i - 1];
        answer[i] -= factor * answer[i - 1];
    }
    for i in (0..diagonal.len()).rev() {
        if i + 1 < diagonal.len() {
            answer[i] -= beside[i] * answer[i + 1];
        }
        answer[i] /= diagonal[i];
    }
    answer
}
