//! `auc`: area under the velocity curve between two points, the velocity-time integral.

use crate::measure::kind::{Formula, Kind, per_cycle};
use crate::measure::view::View;
use crate::spline::piecewise::Part;

/// The kind.
pub const KIND: Kind = Kind {
    name: "auc",
    formulas: &[
        Formula {
            name: "signed",
            version: 1,
            equation: "integral of v dt",
            inputs: "velocity curve between two points, cm/s over s",
            unit: "cm",
            source: "Quinones 2002; measurements.md 3",
        },
        Formula {
            name: "absolute",
            version: 1,
            equation: "integral of |v| dt",
            inputs: "velocity curve between two points, cm/s over s",
            unit: "cm",
            source: "measurements.md 3",
        },
        Formula {
            name: "positive",
            version: 1,
            equation: "integral of max(v, 0) dt",
            inputs: "velocity curve between two points, cm/s over s",
            unit: "cm",
            source: "measurements.md 3",
        },
        Formula {
            name: "negative",
            version: 1,
            equation: "integral of min(v, 0) dt",
            inputs: "velocity curve between two points, cm/s over s",
            unit: "cm",
            source: "measurements.md 3",
        },
    ],
    invalid: "a missing point, points that do not run to the right, no zero line",
    compute: per_cycle(value),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    let part = match view.formula() {
        "absolute" => Part::Absolute,
        "positive" => Part::Positive,
        "negative" => Part::Negative,
        _ => Part::Signed,
    };
    let flow = view.flow()?;
    flow.curve.integral(flow.from, flow.to, part)
}
