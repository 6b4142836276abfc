//! Widths of a ventricle across its long axis at 24 places, as for the fetal heart
//! (docs/tracking.md#widths-of-a-fetal-ventricle).
//!
//! DeVore et al. 2018 (doi:10.1002/uog.18911) number them from the base (1) to the apex (24). A width
//! goes from one wall to the other, between two places that are at the same share of the arc length
//! of their walls from the ring point; the first is the ring itself.

use serde::{Deserialize, Serialize};

use super::strain::{length_between, place_at};
use crate::geometry::Point;

/// Widths of a ventricle.
pub const WIDTHS: usize = 24;

/// Widths of one ventricle at both events, and what follows from them. A list is empty, or has 24
/// values from the base to the apex.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TransverseWidths {
    /// Name of the line.
    pub line: String,
    /// From the middle of the ring to the apex at end diastole, cm.
    pub length_cm: Option<f64>,
    /// At end diastole, cm.
    pub end_diastole_cm: Vec<f64>,
    /// At end systole, cm.
    pub end_systole_cm: Vec<f64>,
    /// Length over width at end diastole.
    pub sphericity: Vec<Option<f64>>,
    /// 100 (end diastole - end systole) / end diastole, %.
    pub fractional_shortening: Vec<Option<f64>>,
    /// Code of the reason why the widths at end diastole are missing.
    pub no_end_diastole: Option<String>,
    /// Code of the reason why the widths at end systole are missing.
    pub no_end_systole: Option<String>,
}

/// Widths of a contour from ring to ring whose apex is at `apex` (`strain::place_of_apex`).
pub fn widths(contour: &[Point], apex: f64) -> Vec<f64> {
    let last = contour.len().saturating_sub(1) as f64;
    let wall = length_between(contour, [0.0, apex]);
    let other = length_between(contour, [apex, last]);
    let at = |target: f64| {
        let place = place_at(contour, target);
        let before = (libm::floor(place) as usize).min(contour.len() - 1);
        let after = (before + 1).min(contour.len() - 1);
        contour[before].towards(contour[after], place - before as f64)
    };
    (0..WIDTHS)
        .map(|number| {
            let share = number as f64 / WIDTHS as f64;
            at(share * wall).distance(at(wall + (1.0 - share) * other))
        })
        .collect()
}

/// 24 quotients of two lists, without those that are not finite.
pub fn quotients(of: &[f64], quotient: impl Fn(usize, f64) -> f64) -> Vec<Option<f64>> {
    of.iter()
        .enumerate()
        .map(|(at, &value)| Some(quotient(at, value)).filter(|found| found.is_finite()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_gets_narrower_evenly_towards_its_apex() {
        // Base 2.4, height 5; sides in pieces of different lengths.
        let corners = [
            Point::new(0.0, 0.0),
            Point::new(0.3, 1.25),
            Point::new(1.2, 5.0),
            Point::new(2.1, 1.25),
            Point::new(2.4, 0.0),
        ];
        let found = widths(&corners, 2.0);
        assert_eq!(found.len(), WIDTHS);
        for (number, width) in found.iter().enumerate() {
            let expected = 2.4 * (1.0 - number as f64 / 24.0);
            assert!((width - expected).abs() < 1e-12, "{number} {width}");
        }
        let sphericity = quotients(&found, |_, width| 5.0 / width);
        assert!((sphericity[12].unwrap() - 5.0 / 1.2).abs() < 1e-12);
        assert_eq!(quotients(&[0.0], |_, width| 5.0 / width), [None]);
    }
}
