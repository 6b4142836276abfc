//! `EF`: ejection fraction; of areas it is the fractional area change. Negative results stay.

use super::volume;
use crate::measure::kind::{Compute, Formula, FromEvents, Kind, ResultUnit};
use crate::measure::null_reason::Measured;
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "EF",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "100 (EDV - ESV) / EDV",
        inputs: "end-diastolic and end-systolic value of one unit, ml as a rule; areas give the fractional area change",
        unit: ResultUnit::Is(Unit::Percent),
        source: "Lang 2015",
        compute: Compute::Events(FromEvents {
            of: &volume::KIND,
            axis: None,
            value,
        }),
        from_inputs: None,
    }],
    invalid: "EDV = 0; counts of end diastole and end systole that differ give no list",
    ..Kind::PLAIN
};

fn value(diastolic: f64, systolic: f64) -> Measured<f64> {
    Ok(100.0 * (diastolic - systolic) / diastolic)
}
