//! `time-percentage`: a time in percent of the cycle, or of a second time.

use crate::measure::kind::{
    Compute, Formula, FromInputs, ImpliedInput, InputCount, InputValues, Kind, ResultUnit,
};
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "time-percentage",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "100 t / T",
        inputs: "a time, and T = cycle length unless a second input names another, s",
        unit: ResultUnit::Is(Unit::Percent),
        source: "docs/measurements.md#doppler-and-m-mode",
        compute: Compute::Inputs(FromInputs {
            count: InputCount { least: 1, most: 2 },
            implied: &[ImpliedInput::CycleLength],
            value,
        }),
        from_inputs: None,
    }],
    invalid: "a missing input, T = 0",
    ..Kind::PLAIN
};

fn value(inputs: &InputValues) -> Measured<f64> {
    let [time, whole] = *inputs.values else {
        return Err(NullReason::MissingInput);
    };
    Ok(100.0 * time / whole)
}
