//! `plot`: the velocity curve as a series of pairs, no scalar.

use crate::measure::kind::{Compute, Formula, Kind};
use crate::measure::view::View;

/// The kind.
pub const KIND: Kind = Kind {
    name: "plot",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "samples of (t - t_first, v) at equal steps of time, ends included",
        inputs: "velocity curve between two points, cm/s over s",
        unit: "cm/s",
        source: "measurements.md 3",
    }],
    invalid: "a missing line or point, no zero line",
    compute: Compute::Series(series),
    ..Kind::PLAIN
};

fn series(view: &mut View) -> Option<Vec<[f64; 2]>> {
    let count = view.definition.samples;
    let flow = view.flow()?;
    let sample = |index: usize| {
        let share = index as f64 / (count - 1) as f64;
        let after = (flow.to - flow.from) * share;
        let velocity = flow.curve.at(flow.on_curve(flow.from + after))?;
        Some([after, velocity])
    };
    (0..count).map(sample).collect()
}
