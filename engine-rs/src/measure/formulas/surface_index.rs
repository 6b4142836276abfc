//! `surface-index`: a measurement per square metre of body surface.

use crate::measure::kind::{Compute, Formula, FromInputs, InputValues, Kind, ResultUnit};
use crate::measure::null_reason::{Measured, NullReason};

/// The kind.
pub const KIND: Kind = Kind {
    name: "surface-index",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "value / BSA, BSA = 0.007184 W^0.425 H^0.725",
        inputs: "one measurement; weight W in kg and height H in cm of the study",
        unit: ResultUnit::PerSurface,
        source: "Du Bois 1916; Lang 2015",
        compute: Compute::Inputs(FromInputs::exactly(1, value)),
        from_inputs: None,
    }],
    invalid: "a missing input, no height or weight",
    ..Kind::PLAIN
};

fn value(inputs: &InputValues) -> Measured<f64> {
    let surface = inputs.body_surface_m2;
    let surface = surface.ok_or(NullReason::NoBodySurface)?;
    Ok(inputs.values[0] / surface)
}
