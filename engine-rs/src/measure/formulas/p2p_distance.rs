//! `p2p-distance`: between two named points, straight or along one axis.

use crate::calibration::choice::Need;
use crate::measure::kind::{Formula, Kind, per_pair_of_lines};
use crate::measure::view::View;

/// The kind.
pub const KIND: Kind = Kind {
    name: "p2p-distance",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "axis xy: sqrt((dx sx)^2 + (dy sy)^2); x: |dx| sx; y: |dy| sy",
        inputs: "two named points; cm on both axes for xy, s or cm for x, cm or cm/s for y",
        unit: "cm",
        source: "measurements.md 2",
    }],
    invalid: "a missing point, mixed units with xy",
    compute: per_pair_of_lines(value),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    match view.definition.axis.as_deref().unwrap_or("xy") {
        "xy" => {
            let ends = [view.point(0)?, view.point(1)?];
            let ends = view.in_cm(&ends)?;
            Some(ends[0].distance(ends[1]))
        }
        "x" => view.columns_between(Need::Horizontal).map(f64::abs),
        "y" => view.rows_between(Need::Vertical).map(f64::abs),
        _ => None,
    }
}
