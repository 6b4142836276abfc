//! `ratio`: of two measurements, e.g. E/A.

use crate::measure::kind::{Compute, Formula, FromInputs, InputValues, Kind, ResultUnit};
use crate::measure::null_reason::{Measured, NullReason};

/// The kind.
pub const KIND: Kind = Kind {
    name: "ratio",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "a / b",
        inputs: "two measurements",
        unit: ResultUnit::OfTheRatio,
        source: "docs/measurements.md#doppler-and-m-mode",
        compute: Compute::Inputs(FromInputs::exactly(2, value)),
        from_inputs: None,
    }],
    invalid: "a missing input, b = 0",
    ..Kind::PLAIN
};

fn value(inputs: &InputValues) -> Measured<f64> {
    let [a, b] = *inputs.values else {
        return Err(NullReason::MissingInput);
    };
    Ok(a / b)
}
