//! `angle`: at the middle of three points, or between two lines, 0 to 180 degrees, measured in cm.

use core::f64::consts::PI;

use crate::geometry::Point;
use crate::measure::cycle_view::CycleView;
use crate::measure::image::ControlPoint;
use crate::measure::kind::{Formula, Kind, ResultUnit, per_pair_of_lines};
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "angle",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "atan2(|a x b|, a . b), a and b the arms in cm; 0 to 180",
        inputs: "three points, or two lines from first to second point, cm",
        unit: ResultUnit::Is(Unit::Degree),
        source: "plane geometry; docs/measurements.md#geometry",
        compute: per_pair_of_lines(value),
        from_inputs: None,
    }],
    invalid: "an arm without length, a missing point",
    ..Kind::PLAIN
};

fn value(view: &mut CycleView) -> Measured<f64> {
    let ends: [&ControlPoint; 4] = if view.request.points.len() >= 3 {
        let vertex = view.point(1)?;
        [vertex, view.point(0)?, vertex, view.point(2)?]
    } else {
        let lines = [view.line(0)?, view.line(1)?];
        let end = |line: usize, place: usize| {
            let point = lines[line].points.get(place);
            point.ok_or(NullReason::TooFewPoints)
        };
        [end(0, 0)?, end(0, 1)?, end(1, 0)?, end(1, 1)?]
    };
    let ends = view.in_cm(&ends)?;
    degrees(ends[1].minus(ends[0]), ends[3].minus(ends[2])).ok_or(NullReason::NoExtent)
}

/// Angle between two vectors; none when one has no length.
pub fn degrees(a: Point, b: Point) -> Option<f64> {
    if a.length() == 0.0 || b.length() == 0.0 {
        return None;
    }
    Some(libm::atan2(a.cross(b).abs(), a.dot(b)) * 180.0 / PI)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_arms_make_180_degrees() {
        let arm = Point::new(3.0, -1.0);
        assert_eq!(degrees(arm, Point::new(-3.0, 1.0)), Some(180.0));
        assert_eq!(degrees(arm, Point::new(1.0, 3.0)), Some(90.0));
        assert_eq!(degrees(arm, Point::new(0.0, 0.0)), None);
    }
}
