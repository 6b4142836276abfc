//! `EF`: ejection fraction; of areas it is the fractional area change. Negative results stay.

use crate::measure::kind::{Compute, Formula, Kind};

/// The kind.
pub const KIND: Kind = Kind {
    name: "EF",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "100 (EDV - ESV) / EDV",
        inputs: "end-diastolic and end-systolic value of one unit, ml as a rule; areas give the fractional area change",
        unit: "%",
        source: "Lang 2015",
    }],
    invalid: "EDV = 0; counts of end diastole and end systole that differ give no list",
    compute: Compute::Pairs {
        of: "volume",
        compute: value,
    },
    ..Kind::PLAIN
};

fn value(diastolic: f64, systolic: f64) -> Option<f64> {
    Some(100.0 * (diastolic - systolic) / diastolic)
}
