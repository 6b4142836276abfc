//! `slope-derivative[_P]`: steepest change of velocity in the first P percent of the time between
//! two points.

use crate::measure::kind::{Formula, Kind, per_cycle};
use crate::measure::view::View;

/// The kind; P, 100 without a suffix, follows the name after an underscore.
pub const KIND: Kind = Kind {
    name: "slope-derivative",
    formulas: &[
        Formula {
            name: "max",
            version: 1,
            equation: "dv/dt of the largest magnitude, signed",
            inputs: "velocity curve over the first P percent of the time between two points, cm/s over s",
            unit: "cm/s2",
            source: "measurements.md 3",
        },
        Formula {
            name: "mean",
            version: 1,
            equation: "(v(t_P) - v(t_0)) / (t_P - t_0)",
            inputs: "velocity curve over the first P percent of the time between two points, cm/s over s",
            unit: "cm/s2",
            source: "measurements.md 3",
        },
    ],
    invalid: "a missing point, no time between, no zero line",
    compute: per_cycle(value),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    let (percent, formula) = (view.definition.percent, view.formula());
    let flow = view.flow()?;
    let (from, whole) = flow.ordered();
    let to = flow
        .on_curve(from + (whole - from) * percent / 100.0)
        .min(whole);
    if to <= from {
        return None;
    }
    if formula == "mean" {
        return Some((flow.curve.at(to)? - flow.curve.at(from)?) / (to - from));
    }
    flow.curve.steepest(from, to)
}
