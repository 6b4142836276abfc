//! `velocity`: at a named point, signed.

use crate::measure::cycle_view::CycleView;
use crate::measure::kind::{Formula, Kind, ResultUnit, per_cycle};
use crate::measure::null_reason::Measured;
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "velocity",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "(Y_zero - y) |delta_y|, turned where flow runs away from the probe",
        inputs: "one named point; cm/s per pixel",
        unit: ResultUnit::Is(Unit::CentimetrePerSecond),
        source: "Quinones 2002; docs/calibration.md#regions",
        compute: per_cycle(value),
        from_inputs: None,
    }],
    invalid: "a missing point, no zero line",
    ..Kind::PLAIN
};

fn value(view: &mut CycleView) -> Measured<f64> {
    let point = view.point(0)?;
    view.velocity(point)
}
