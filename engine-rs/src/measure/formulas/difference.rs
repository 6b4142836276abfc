//! `difference`: the first measurement minus all others.

use crate::measure::kind::{Compute, Formula, FromInputs, InputValues, Kind, ResultUnit};
use crate::measure::null_reason::{Measured, NullReason};

/// The kind.
pub const KIND: Kind = Kind {
    name: "difference",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "a - b - c - ...",
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
    let [first, others @ ..] = inputs.values else {
        return Err(NullReason::MissingInput);
    };
    Ok(others.iter().fold(*first, |rest, other| rest - other))
}
