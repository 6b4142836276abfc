//! `reference-multiple`: a value in multiples of the median at the gestational age (MoM).

use crate::measure::kind::{Compute, Formula, FromInputs, InputValues, Kind, ResultUnit};
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::reference;
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "reference-multiple",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "value / median(gestational age)",
        inputs: "a measurement in the unit of the reference; gestational age of the study, weeks",
        unit: ResultUnit::Is(Unit::None),
        source: "docs/image-types.md#normal-ranges",
        compute: Compute::Inputs(FromInputs::exactly(1, value)),
        from_inputs: None,
    }],
    invalid: "no gestational age, weeks outside of the reference",
    needs_reference: true,
    ..Kind::PLAIN
};

fn value(inputs: &InputValues) -> Measured<f64> {
    let days = inputs.gestational_age_days;
    let weeks = days.ok_or(NullReason::NoGestationalAge)? / 7.0;
    let name = inputs.request.reference.as_deref().unwrap_or_default();
    let median = reference::median(name, weeks).ok_or(NullReason::OutsideWeeks)?;
    Ok(inputs.values[0] / median)
}
