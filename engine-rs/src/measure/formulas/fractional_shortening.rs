//! `FS`: fractional shortening of a diameter. Negative results stay.

use crate::measure::kind::{Compute, Formula, Kind};

/// The kind.
pub const KIND: Kind = Kind {
    name: "FS",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "100 (EDD - ESD) / EDD",
        inputs: "end-diastolic and end-systolic diameter, cm",
        unit: "%",
        source: "Lang 2015",
    }],
    invalid: "EDD = 0; counts of end diastole and end systole that differ give no list",
    compute: Compute::Pairs {
        of: "line-distance",
        compute: value,
    },
    ..Kind::PLAIN
};

fn value(diastolic: f64, systolic: f64) -> Option<f64> {
    Some(100.0 * (diastolic - systolic) / diastolic)
}
