//! `auc`: area under the velocity curve between two points, the velocity-time integral.

use crate::measure::kind::{Kind, per_cycle};
use crate::measure::view::View;
use crate::spline::piecewise::Part;

/// The kind.
pub const KIND: Kind = Kind {
    name: "auc",
    formulas: &["signed", "absolute", "positive", "negative"],
    equation: "integral of v dt between the points; |v|, max(v, 0) or min(v, 0) by formula",
    unit: "cm",
    source: "Quinones 2002; measurements.md 3",
    invalid: "a missing point, points that do not run to the right, no zero line",
    compute: per_cycle(value),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    let part = match view.definition.formula() {
        "absolute" => Part::Absolute,
        "positive" => Part::Positive,
        "negative" => Part::Negative,
        _ => Part::Signed,
    };
    let flow = view.flow()?;
    flow.curve.integral(flow.from, flow.to, part)
}
