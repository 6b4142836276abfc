//! Constraints of caliper templates: collinear points, right angles.

use serde::{Deserialize, Serialize};

use super::{PixelScale, on_line, on_perpendicular};
use crate::geometry::Point;

/// The constraint of the points of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CaliperConstraint {
    /// Nothing.
    None,
    /// All points are on the line through the first two.
    Straight,
    /// The second line crosses the first at a right angle.
    Perpendicular,
}

/// Where the next point of a template goes.
///
/// Perpendicular: of three points the third is at a right angle at the second; of four the third is
/// free and defines where the second line runs, and the fourth is at a right angle through it.
pub fn constrained(
    constraint: CaliperConstraint,
    template_points: usize,
    placed: &[Point],
    cursor: Point,
    scale: PixelScale,
) -> Point {
    let [first, second, others @ ..] = placed else {
        return cursor;
    };
    let axis = [*first, *second];
    let held = match (constraint, template_points, others) {
        (CaliperConstraint::Straight, ..) => on_line(axis, cursor, scale),
        (CaliperConstraint::Perpendicular, 3, []) => on_perpendicular(axis, *second, cursor, scale),
        (CaliperConstraint::Perpendicular, _, [third, ..]) => {
            on_perpendicular(axis, *third, cursor, scale)
        }
        _ => None,
    };
    held.unwrap_or(cursor)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACED: [Point; 3] = [
        Point::new(0.0, 0.0),
        Point::new(100.0, 0.0),
        Point::new(30.0, 20.0),
    ];

    #[test]
    fn straight_points_stay_on_the_line_and_the_fourth_of_a_cross_at_a_right_angle() {
        let cursor = Point::new(50.0, -70.0);
        let at = |constraint, count, placed: &[Point]| {
            constrained(constraint, count, placed, cursor, [0.02, 0.03])
        };
        use CaliperConstraint::{None, Perpendicular, Straight};
        assert_eq!(at(Straight, 4, &PLACED[..2]), Point::new(50.0, 0.0));
        assert_eq!(at(Perpendicular, 4, &PLACED[..2]), cursor);
        let fourth = at(Perpendicular, 4, &PLACED);
        assert!((fourth.x - 30.0).abs() < 1e-12 && (fourth.y + 70.0).abs() < 1e-12);
        assert!((at(Perpendicular, 3, &PLACED[..2]).x - 100.0).abs() < 1e-12);
        assert_eq!(at(None, 4, &PLACED), cursor);
        assert_eq!(at(Straight, 4, &PLACED[..1]), cursor);
    }
}
