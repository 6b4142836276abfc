//! `time`: from one named point to another, signed (AT, DT, ET, ICT, IRT).

use crate::calibration::choice::Need;
use crate::measure::kind::{Formula, Kind, per_pair_of_lines};
use crate::measure::view::View;

/// The kind.
pub const KIND: Kind = Kind {
    name: "time",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "(x_B - x_A) delta_x; negative where the marking is wrong",
        inputs: "two named points; s per pixel",
        unit: "s",
        source: "Quinones 2002; measurements.md 3",
    }],
    invalid: "a missing point",
    compute: per_pair_of_lines(value),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    view.columns_between(Need::Time)
}
