//! `slope-derivative[_P]`: steepest change of velocity in the first P percent of the time between
//! two points.

use crate::measure::cycle_view::CycleView;
use crate::measure::flow::Flow;
use crate::measure::kind::{Formula, Kind, ResultUnit, per_cycle};
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::unit::Unit;

/// The kind; P, 100 without a suffix, follows the name after an underscore.
pub const KIND: Kind = Kind {
    name: "slope-derivative",
    formulas: &[
        Formula {
            name: "max",
            version: 1,
            equation: "dv/dt of the largest magnitude, signed",
            inputs: "velocity curve over the first P percent of the time between two points, cm/s over s",
            unit: ResultUnit::Is(Unit::CentimetrePerSquareSecond),
            source: "docs/measurements.md#doppler-and-m-mode",
            compute: per_cycle(steepest),
            from_inputs: None,
        },
        Formula {
            name: "mean",
            version: 1,
            equation: "(v(t_P) - v(t_0)) / (t_P - t_0)",
            inputs: "velocity curve over the first P percent of the time between two points, cm/s over s",
            unit: ResultUnit::Is(Unit::CentimetrePerSquareSecond),
            source: "docs/measurements.md#doppler-and-m-mode",
            compute: per_cycle(mean),
            from_inputs: None,
        },
    ],
    invalid: "a missing point, no time between, no zero line",
    ..Kind::PLAIN
};

/// The curve with the time of the first percent of it, from and to.
fn first_part(view: &mut CycleView) -> Measured<(Flow, f64, f64)> {
    let percent = view.request.percent;
    let flow = view.flow()?;
    let (from, whole) = flow.ordered();
    let to = flow
        .on_curve(from + (whole - from) * percent / 100.0)
        .min(whole);
    if to <= from {
        return Err(NullReason::NoDuration);
    }
    Ok((flow, from, to))
}

fn steepest(view: &mut CycleView) -> Measured<f64> {
    let (flow, from, to) = first_part(view)?;
    flow.curve
        .steepest(from, to)
        .ok_or(NullReason::OutsideCurve)
}

fn mean(view: &mut CycleView) -> Measured<f64> {
    let (flow, from, to) = first_part(view)?;
    let at = |time| flow.curve.at(time).ok_or(NullReason::OutsideCurve);
    Ok((at(to)? - at(from)?) / (to - from))
}
