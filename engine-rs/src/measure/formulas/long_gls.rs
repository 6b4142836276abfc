//! `long-gls`: longitudinal strain of the contour; not speckle tracking. Negative when the wall shortens.

use crate::measure::kind::{Compute, Formula, Kind};

/// The kind.
pub const KIND: Kind = Kind {
    name: "long-gls",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "100 (L_s - L_d) / L_d",
        inputs: "arc length of the endocardium from ring to ring at end diastole and end systole, cm; not speckle tracking",
        unit: "%",
        source: "Lang 2015; measurements.md 2",
    }],
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
