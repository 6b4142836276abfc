//! `long-gls`: longitudinal strain of the contour; not speckle tracking. Negative when the wall shortens.

use crate::measure::kind::{Compute, Kind};

/// The kind.
pub const KIND: Kind = Kind {
    name: "long-gls",
    equation: "100 (Ls - Ld) / Ld, L = arc length from ring to ring without the annulus",
    unit: "%",
    source: "Lang 2015; measurements.md 2",
    invalid: "Ld = 0; counts of end diastole and end systole that differ give no list",
    compute: Compute::Pairs {
        of: "line-distance",
        compute: value,
    },
    ..Kind::PLAIN
};

fn value(diastolic: f64, systolic: f64) -> Option<f64> {
    Some(100.0 * (systolic - diastolic) / diastolic)
}
