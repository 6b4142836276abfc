//! `FS`: fractional shortening of a diameter. Negative results stay.

use super::line_distance;
use crate::measure::kind::{Compute, Formula, FromEvents, Kind, ResultUnit};
use crate::measure::null_reason::Measured;
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "FS",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "100 (EDD - ESD) / EDD",
        inputs: "end-diastolic and end-systolic diameter, cm",
        unit: ResultUnit::Is(Unit::Percent),
        source: "Lang 2015",
        compute: Compute::Events(FromEvents {
            of: &line_distance::KIND,
            axis: None,
            value,
        }),
        from_inputs: None,
    }],
    invalid: "EDD = 0; counts of end diastole and end systole that differ give no list",
    ..Kind::PLAIN
};

fn value(diastolic: f64, systolic: f64) -> Measured<f64> {
    Ok(100.0 * (diastolic - systolic) / diastolic)
}
