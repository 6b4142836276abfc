//! `mass`: left ventricular mass, of the linear method or of areas and length.

use core::f64::consts::PI;

use crate::measure::kind::{Compute, Formula, FromInputs, InputValues, Kind, ResultUnit};
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::unit::Unit;

/// Density of myocardium, g/ml.
const DENSITY: f64 = 1.05;

/// The kind.
pub const KIND: Kind = Kind {
    name: "mass",
    formulas: &[
        Formula {
            name: "cube",
            version: 1,
            equation: "0.8 * 1.04 ((LVIDd + IVSd + PWd)^3 - LVIDd^3) + 0.6",
            inputs: "LVIDd, IVSd, PWd in cm, in this order",
            unit: ResultUnit::Is(Unit::Gram),
            source: "Lang 2015 (ASE cube formula)",
            compute: Compute::Inputs(FromInputs::exactly(3, cube)),
            from_inputs: None,
        },
        Formula {
            name: "area_length",
            version: 1,
            equation: "1.05 * 5/6 (A_1 (L + t) - A_2 L), t = sqrt(A_1 / pi) - sqrt(A_2 / pi)",
            inputs: "area A_1 inside the epicardium and A_2 inside the endocardium of the short axis in cm2, length L of the cavity in cm, in this order",
            unit: ResultUnit::Is(Unit::Gram),
            source: "Lang 2015; Schiller 1989",
            compute: Compute::Inputs(FromInputs::exactly(3, area_length)),
            from_inputs: None,
        },
    ],
    invalid: "a missing input; areas that are not positive, or an epicardium within the endocardium",
    ..Kind::PLAIN
};

fn cube(inputs: &InputValues) -> Measured<f64> {
    let [cavity, septum, wall] = *inputs.values else {
        return Err(NullReason::MissingInput);
    };
    let outer = cavity + septum + wall;
    Ok(0.8 * 1.04 * (outer * outer * outer - cavity * cavity * cavity) + 0.6)
}

fn area_length(inputs: &InputValues) -> Measured<f64> {
    let [outer, inner, length] = *inputs.values else {
        return Err(NullReason::MissingInput);
    };
    if inner <= 0.0 || outer < inner || length <= 0.0 {
        return Err(NullReason::Implausible);
    }
    let wall = (outer / PI).sqrt() - (inner / PI).sqrt();
    Ok(DENSITY * 5.0 / 6.0 * (outer * (length + wall) - inner * length))
}
