//! `velocity-curve`: greatest, least or mean velocity of the curve between two points.

use crate::measure::kind::{Formula, Kind, per_cycle};
use crate::measure::view::View;

/// The kind.
pub const KIND: Kind = Kind {
    name: "velocity-curve",
    formulas: &[
        Formula {
            name: "max",
            version: 1,
            equation: "max v",
            inputs: "velocity curve between two points, cm/s",
            unit: "cm/s",
            source: "Quinones 2002; measurements.md 3",
        },
        Formula {
            name: "min",
            version: 1,
            equation: "min v",
            inputs: "velocity curve between two points, cm/s",
            unit: "cm/s",
            source: "measurements.md 3",
        },
        Formula {
            name: "mean",
            version: 1,
            equation: "1 / T integral of v dt",
            inputs: "velocity curve between two points, cm/s over s",
            unit: "cm/s",
            source: "measurements.md 3",
        },
    ],
    invalid: "a missing point, no zero line; mean without duration",
    compute: per_cycle(value),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    let formula = view.formula();
    let flow = view.flow()?;
    let (from, to) = flow.ordered();
    match formula {
        "mean" => flow.mean(from, to),
        "min" => flow.curve.extremes(from, to).map(|(least, _)| least),
        _ => flow.curve.extremes(from, to).map(|(_, greatest)| greatest),
    }
}
