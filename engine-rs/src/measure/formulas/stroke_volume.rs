//! `SV`: stroke volume, from volumes or from diameter and velocity-time integral.

use core::f64::consts::PI;

use super::volume;
use crate::measure::kind::{
    Compute, Formula, FromEvents, FromInputs, InputValues, Kind, ResultUnit,
};
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "SV",
    formulas: &[
        Formula {
            name: "volumes",
            version: 1,
            equation: "EDV - ESV",
            inputs: "end-diastolic and end-systolic volume, ml",
            unit: ResultUnit::Is(Unit::Millilitre),
            source: "Lang 2015",
            compute: Compute::Events(FromEvents {
                of: &volume::KIND,
                axis: None,
                value: of_volumes,
            }),
            from_inputs: None,
        },
        Formula {
            name: "doppler",
            version: 1,
            equation: "pi / 4 d^2 VTI",
            inputs: "diameter d and velocity-time integral VTI in cm, in this order",
            unit: ResultUnit::Is(Unit::Millilitre),
            source: "Quinones 2002",
            compute: Compute::Inputs(FromInputs::exactly(2, of_flow)),
            from_inputs: None,
        },
    ],
    invalid: "counts of end diastole and end systole that differ give no list; doppler: a missing input",
    ..Kind::PLAIN
};

fn of_volumes(diastolic: f64, systolic: f64) -> Measured<f64> {
    Ok(diastolic - systolic)
}

fn of_flow(inputs: &InputValues) -> Measured<f64> {
    let [diameter, integral] = *inputs.values else {
        return Err(NullReason::MissingInput);
    };
    Ok(PI / 4.0 * diameter * diameter * integral)
}
