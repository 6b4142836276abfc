//! `p2p-distance`: between two named points, straight or along one axis.

use crate::calibration::choice::Need;
use crate::measure::cycle_view::CycleView;
use crate::measure::kind::{Formula, Kind, ResultUnit, per_pair_of_lines};
use crate::measure::null_reason::Measured;
use crate::measure::request::Axis;

/// The kind.
pub const KIND: Kind = Kind {
    name: "p2p-distance",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "axis xy: sqrt((dx sx)^2 + (dy sy)^2); x: |dx| sx; y: |dy| sy",
        inputs: "two named points; cm on both axes for xy, s or cm for x, cm or cm/s for y",
        unit: ResultUnit::OfTheAxis,
        source: "docs/measurements.md#geometry",
        compute: per_pair_of_lines(value),
        from_inputs: None,
    }],
    axes: &[Axis::Xy, Axis::X, Axis::Y],
    invalid: "a missing point, mixed units with xy",
    ..Kind::PLAIN
};

fn value(view: &mut CycleView) -> Measured<f64> {
    match view.request.axis {
        Some(Axis::X) => view.columns_between(Need::Horizontal).map(f64::abs),
        Some(Axis::Y) => view.rows_between(Need::Vertical).map(f64::abs),
        _ => {
            let ends = [view.point(0)?, view.point(1)?];
            let ends = view.in_cm(&ends)?;
            Ok(ends[0].distance(ends[1]))
        }
    }
}
