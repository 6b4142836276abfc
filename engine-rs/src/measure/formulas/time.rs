//! `time`: from one named point to another, signed (AT, DT, ET, ICT, IRT).

use crate::calibration::choice::Need;
use crate::measure::cycle_view::CycleView;
use crate::measure::kind::{Formula, Kind, ResultUnit, per_pair_of_lines};
use crate::measure::null_reason::Measured;
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "time",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "(x_B - x_A) delta_x; negative where the marking is wrong",
        inputs: "two named points; s per pixel",
        unit: ResultUnit::Is(Unit::Second),
        source: "Quinones 2002; docs/measurements.md#doppler-and-m-mode",
        compute: per_pair_of_lines(value),
        from_inputs: None,
    }],
    invalid: "a missing point",
    ..Kind::PLAIN
};

fn value(view: &mut CycleView) -> Measured<f64> {
    view.columns_between(Need::Time)
}
