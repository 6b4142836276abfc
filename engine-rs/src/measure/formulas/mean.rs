//! `mean`: of two or more measurements, e.g. strain of three views.

use crate::measure::kind::{Compute, Formula, FromInputs, InputValues, Kind, ResultUnit};
use crate::measure::null_reason::Measured;

/// The kind.
pub const KIND: Kind = Kind {
    name: "mean",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "(a + b + ...) / n",
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
    Ok(inputs.values.iter().sum::<f64>() / inputs.values.len() as f64)
}
