//! `plot`: the velocity curve as a series of pairs, no scalar.

use crate::measure::cycle_view::CycleView;
use crate::measure::kind::{Compute, Formula, Kind, ResultUnit};
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "plot",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "samples of (t - t_first, v) at equal steps of time, ends included",
        inputs: "velocity curve between two points, cm/s over s",
        unit: ResultUnit::Is(Unit::CentimetrePerSecond),
        source: "docs/measurements.md#doppler-and-m-mode",
        compute: Compute::Series(series),
        from_inputs: None,
    }],
    invalid: "a missing line or point, no zero line",
    ..Kind::PLAIN
};

fn series(view: &mut CycleView) -> Measured<Vec<[f64; 2]>> {
    let count = view.request.samples;
    let flow = view.flow()?;
    let sample = |index: usize| {
        let share = index as f64 / (count - 1) as f64;
        let after = (flow.to - flow.from) * share;
        let velocity = flow.curve.at(flow.on_curve(flow.from + after));
        Ok([after, velocity.ok_or(NullReason::OutsideCurve)?])
    };
    (0..count).map(sample).collect()
}
