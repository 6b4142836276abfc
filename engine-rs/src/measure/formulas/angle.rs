//! `angle`: at the middle of three points, or between two lines, 0 to 180 degrees, measured in cm.

use core::f64::consts::PI;

use crate::geometry::Point;
use crate::measure::image::ControlPoint;
use crate::measure::kind::{Formula, Kind, per_pair_of_lines};
use crate::measure::view::View;

/// The kind.
pub const KIND: Kind = Kind {
    name: "angle",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "atan2(|a x b|, a . b), a and b the arms in cm; 0 to 180",
        inputs: "three points, or two lines from first to second point, cm",
        unit: "deg",
        source: "plane geometry; measurements.md 2",
    }],
    invalid: "an arm without length, a missing point",
    compute: per_pair_of_lines(value),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    let ends: [&ControlPoint; 4] = if view.definition.points.len() >= 3 {
        let vertex = view.point(1)?;
        [vertex, view.point(0)?, vertex, view.point(2)?]
    } else {
        let (first, second) = (view.line(0)?, view.line(1)?);
        [
            first.points.first()?,
            first.points.get(1)?,
            second.points.first()?,
            second.points.get(1)?,
        ]
    };
    let ends = view.in_cm(&ends)?;
    degrees(ends[1].minus(ends[0]), ends[3].minus(ends[2]))
}

/// Angle between two vectors; none when one has no length.
fn degrees(a: Point, b: Point) -> Option<f64> {
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
