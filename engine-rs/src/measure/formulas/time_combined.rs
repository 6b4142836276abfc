//! `time-combined`: times of one or several images together.

use crate::measure::kind::{Compute, Formula, FromInputs, InputValues, Kind, ResultUnit};
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "time-combined",
    formulas: &[
        Formula {
            name: "sum",
            version: 1,
            equation: "a + b",
            inputs: "times, s",
            unit: ResultUnit::Is(Unit::Second),
            source: "docs/measurements.md#doppler-and-m-mode",
            compute: Compute::Inputs(FromInputs::at_least(2, sum)),
            from_inputs: None,
        },
        Formula {
            name: "difference",
            version: 1,
            equation: "a - b",
            inputs: "times, s",
            unit: ResultUnit::Is(Unit::Second),
            source: "docs/measurements.md#doppler-and-m-mode",
            compute: Compute::Inputs(FromInputs::at_least(2, difference)),
            from_inputs: None,
        },
        Formula {
            name: "mpi",
            version: 1,
            equation: "(ICT + IRT) / ET",
            inputs: "ICT, IRT, ET in s, in this order",
            unit: ResultUnit::Is(Unit::None),
            source: "Tei 1995; Hernandez-Andrade 2005",
            compute: Compute::Inputs(FromInputs::exactly(3, mpi)),
            from_inputs: None,
        },
        Formula {
            name: "mpi_ab",
            version: 1,
            equation: "(a - b) / b",
            inputs: "closure-to-opening interval a, ejection time b, s",
            unit: ResultUnit::Is(Unit::None),
            source: "Tei 1995",
            compute: Compute::Inputs(FromInputs::exactly(2, mpi_ab)),
            from_inputs: None,
        },
    ],
    invalid: "a missing input, a denominator of 0",
    references_alone: true,
    ..Kind::PLAIN
};

fn sum(inputs: &InputValues) -> Measured<f64> {
    Ok(inputs.values.iter().sum())
}

fn difference(inputs: &InputValues) -> Measured<f64> {
    let [first, others @ ..] = inputs.values else {
        return Err(NullReason::MissingInput);
    };
    Ok(others.iter().fold(*first, |rest, other| rest - other))
}

fn mpi(inputs: &InputValues) -> Measured<f64> {
    let [contraction, relaxation, ejection] = *inputs.values else {
        return Err(NullReason::MissingInput);
    };
    Ok((contraction + relaxation) / ejection)
}

fn mpi_ab(inputs: &InputValues) -> Measured<f64> {
    let [interval, ejection] = *inputs.values else {
        return Err(NullReason::MissingInput);
    };
    Ok((interval - ejection) / ejection)
}
