//! `velocity-curve`: greatest, least or mean velocity of the curve between two points.

use crate::measure::kind::{Kind, per_cycle};
use crate::measure::view::View;

/// The kind.
pub const KIND: Kind = Kind {
    name: "velocity-curve",
    formulas: &["max", "min", "mean"],
    equation: "max v, min v, or integral of v dt / duration",
    unit: "cm/s",
    source: "Quinones 2002; measurements.md 3",
    invalid: "a missing point, no zero line; mean without duration",
    compute: per_cycle(value),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    let formula = view.definition.formula();
    let flow = view.flow()?;
    let (from, to) = flow.ordered();
    match formula {
        "mean" => flow.mean(from, to),
        "min" => flow.curve.extremes(from, to).map(|(least, _)| least),
        _ => flow.curve.extremes(from, to).map(|(_, greatest)| greatest),
    }
}
