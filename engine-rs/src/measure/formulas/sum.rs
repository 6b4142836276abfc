//! `sum`: of two or more measurements.

use crate::measure::kind::{Compute, Formula, FromInputs, InputValues, Kind, ResultUnit};
use crate::measure::null_reason::Measured;

/// The kind.
pub const KIND: Kind = Kind {
    name: "sum",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "a + b + ...",
        inputs: "two or more measurements of one unit",
        unit: ResultUnit::OfTheInputs,
        source: "docs/measurements.md#doppler-and-m-mode",
        compute: Compute::Inputs(FromInputs::at_least(2, value)),
        from_inputs: None,
    }],
    invalid: "a missing input",
    ..Kind::PLAIN
};

fn value(inputs: &InputValues) -> Measured<f64> {
    Ok(inputs.values.iter().sum())
}
