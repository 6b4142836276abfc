//! `velocity`: at a named point, signed.

use crate::measure::kind::{Formula, Kind, per_cycle};
use crate::measure::view::View;

/// The kind.
pub const KIND: Kind = Kind {
    name: "velocity",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "(Y_zero - y) |delta_y|, turned where flow runs away from the probe",
        inputs: "one named point; cm/s per pixel",
        unit: "cm/s",
        source: "Quinones 2002; calibration.md 2",
    }],
    invalid: "a missing point, no zero line",
    compute: per_cycle(value),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    let point = view.point(0)?;
    view.velocity(point)
}
