//! `time`: from one named point to another, signed (AT, DT, ET, ICT, IRT).

use crate::calibration::choice::{Axes, Need};
use crate::measure::kind::{Compute, Kind, PerCycle};
use crate::measure::view::View;

/// The kind.
pub const KIND: Kind = Kind {
    name: "time",
    equation: "(x_B - x_A) * delta_x; negative where the marking is wrong",
    unit: "s",
    source: "Quinones 2002; measurements.md 3",
    invalid: "a missing point",
    compute: Compute::Cycle(PerCycle {
        value,
        lines: 2,
        pair_of_events: false,
    }),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    let (from, to) = (view.point(0)?, view.point(1)?);
    let ends = [[from.x, from.y], [to.x, to.y]];
    let region = view.region(Need::Time, Axes::X, &ends)?;
    Some((to.x - from.x) * region.x.delta.abs())
}
