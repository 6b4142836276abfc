//! `long-gls`: longitudinal strain of the contour; not speckle tracking. Negative when the wall shortens.

use super::line_distance;
use crate::measure::kind::{Compute, Formula, FromEvents, Kind, ResultUnit};
use crate::measure::null_reason::Measured;
use crate::measure::request::Axis;
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "long-gls",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "100 (L_s - L_d) / L_d",
        inputs: "arc length of the endocardium from ring to ring at end diastole and end systole, cm; not speckle tracking",
        unit: ResultUnit::Is(Unit::Percent),
        source: "Lang 2015; docs/measurements.md#geometry",
        compute: Compute::Events(FromEvents {
            of: &line_distance::KIND,
            axis: Some(Axis::Length),
            value,
        }),
        from_inputs: None,
    }],
    axes: &[Axis::Length, Axis::FreeWall],
    invalid: "Ld = 0; counts of end diastole and end systole that differ give no list",
    ..Kind::PLAIN
};

fn value(diastolic: f64, systolic: f64) -> Measured<f64> {
    Ok(100.0 * (systolic - diastolic) / diastolic)
}
