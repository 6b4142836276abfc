//! `SV`: stroke volume, from volumes or from diameter and velocity-time integral.

use core::f64::consts::PI;

use crate::measure::definition::Definition;
use crate::measure::image::Image;
use crate::measure::kind::{Compute, Formula, Kind};

/// The kind.
pub const KIND: Kind = Kind {
    name: "SV",
    formulas: &[
        Formula {
            name: "volumes",
            version: 1,
            equation: "EDV - ESV",
            inputs: "end-diastolic and end-systolic volume, ml",
            unit: "ml",
            source: "Lang 2015",
        },
        Formula {
            name: "doppler",
            version: 1,
            equation: "pi / 4 d^2 VTI",
            inputs: "diameter d and velocity-time integral VTI in cm, in this order",
            unit: "ml",
            source: "Quinones 2002",
        },
    ],
    invalid: "counts of end diastole and end systole that differ give no list; doppler: a missing input",
    compute: Compute::Pairs {
        of: "volume",
        compute: value,
    },
    from_inputs: Some(doppler),
    ..Kind::PLAIN
};

fn value(diastolic: f64, systolic: f64) -> Option<f64> {
    Some(diastolic - systolic)
}

/// From inputs only where the formula is `doppler`; volumes are paired by cycle.
fn doppler(_: &Definition, _: &Image, inputs: &[f64]) -> Option<f64> {
    let [diameter, integral] = *inputs else {
        return None;
    };
    Some(PI / 4.0 * diameter * diameter * integral)
}
