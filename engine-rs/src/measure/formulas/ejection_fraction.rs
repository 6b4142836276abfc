//! `EF`: ejection fraction; of areas it is the fractional area change. Negative results stay.

use crate::measure::kind::{Compute, Kind};

/// The kind.
pub const KIND: Kind = Kind {
    name: "EF",
    equation: "100 (EDV - ESV) / EDV",
    unit: "%",
    source: "Lang 2015",
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
