//! `pulsatility`: indices of a flow velocity waveform; the same for flow of either direction.

use crate::measure::cycle_view::CycleView;
use crate::measure::flow::Flow;
use crate::measure::kind::{Formula, Kind, ResultUnit, per_cycle};
use crate::measure::marks::Event;
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "pulsatility",
    formulas: &[
        Formula {
            name: "PI",
            version: 2,
            equation: "(S - D) / TAmax",
            inputs: "S and D named, or the extremes of the curve; TAmax = mean of the curve from onset to onset, cm/s",
            unit: ResultUnit::Is(Unit::None),
            source: "Gosling 1974; Bhide 2021",
            compute: per_cycle(over_mean),
            from_inputs: None,
        },
        Formula {
            name: "RI",
            version: 1,
            equation: "(S - D) / S",
            inputs: "S and D named, or the extremes of the curve, cm/s",
            unit: ResultUnit::Is(Unit::None),
            source: "Bhide 2021",
            compute: per_cycle(over_first),
            from_inputs: None,
        },
        Formula {
            name: "SD",
            version: 1,
            equation: "S / D",
            inputs: "S and D named, or the extremes of the curve, cm/s",
            unit: ResultUnit::Is(Unit::None),
            source: "Bhide 2021",
            compute: per_cycle(first_over_second),
            from_inputs: None,
        },
        Formula {
            name: "PIV",
            version: 2,
            equation: "(S - a) / TAmax",
            inputs: "S and a named, or the extremes of the curve; TAmax as for PI, cm/s",
            unit: ResultUnit::Is(Unit::None),
            source: "Hecher 1994",
            compute: per_cycle(over_mean),
            from_inputs: None,
        },
        Formula {
            name: "PVIV",
            version: 1,
            equation: "(S - a) / D",
            inputs: "S, a, D named, cm/s",
            unit: ResultUnit::Is(Unit::None),
            source: "Hecher 1994; Kessler 2006",
            compute: per_cycle(over_third),
            from_inputs: None,
        },
        Formula {
            name: "PLI",
            version: 1,
            equation: "(S - a) / S",
            inputs: "S and a named, or the extremes of the curve, cm/s",
            unit: ResultUnit::Is(Unit::None),
            source: "Kessler 2006",
            compute: per_cycle(over_first),
            from_inputs: None,
        },
    ],
    invalid: "a denominator of 0, S D <= 0 for SD, a missing point; a curve that does not reach both onsets for TAmax",
    independent_of_direction: true,
    ..Kind::PLAIN
};

/// (S - D) / TAmax: velocities and mean belong to one region.
fn over_mean(view: &mut CycleView) -> Measured<f64> {
    let named = !view.request.named.is_empty();
    let whole = view.whole_flow()?;
    let (first, second) = if named {
        let velocity = |view: &mut CycleView, place| named_on(view, &whole, place);
        (velocity(view, 0)?, velocity(view, 1)?)
    } else {
        extremes(&limited(view, &whole)?)?
    };
    Ok((first - second) / cycle_mean(view, &whole)?)
}

/// (S - D) / S.
fn over_first(view: &mut CycleView) -> Measured<f64> {
    let (first, second) = two_velocities(view)?;
    Ok((first - second) / first)
}

/// S / D, which has no meaning where they point in different directions.
fn first_over_second(view: &mut CycleView) -> Measured<f64> {
    let (first, second) = two_velocities(view)?;
    if first * second > 0.0 {
        Ok(first / second)
    } else {
        Err(NullReason::UndefinedIndex)
    }
}

/// (S - a) / D of three named points.
fn over_third(view: &mut CycleView) -> Measured<f64> {
    let line = view.line(0)?;
    let [first, second, third] = view.request.named.as_slice() else {
        return Err(NullReason::MissingPoint);
    };
    let points = [
        view.point_of(line, first)?,
        view.point_of(line, second)?,
        view.point_of(line, third)?,
    ];
    let [first, second, third] = view.velocities_of(points)?;
    Ok((first - second) / third)
}

/// Of the first two named points, else the extremes of the curve.
fn two_velocities(view: &mut CycleView) -> Measured<(f64, f64)> {
    match view.request.named.as_slice() {
        [] => extremes(&view.flow()?),
        [first, second, ..] => {
            let line = view.line(0)?;
            let points = [view.point_of(line, first)?, view.point_of(line, second)?];
            let [first, second] = view.velocities_of(points)?;
            Ok((first, second))
        }
        [_] => Err(NullReason::MissingPoint),
    }
}

/// Velocity of one of the `named` points in the region of the curve.
fn named_on(view: &mut CycleView, flow: &Flow, place: usize) -> Measured<f64> {
    let name = view.request.named.get(place);
    let name = name.ok_or(NullReason::MissingPoint)?;
    let line = view.line(0)?;
    Ok(flow.velocity(view.point_of(line, name)?))
}

/// The whole curve between the limits of the measurement.
fn limited(view: &mut CycleView, whole: &Flow) -> Measured<Flow> {
    let mut flow = whole.clone();
    if view.request.points.len() >= 2 {
        let columns = [view.point(0)?.x, view.point(1)?.x];
        [flow.from, flow.to] = columns.map(|x| x * flow.seconds_per_px);
    }
    Ok(flow)
}

/// The extreme of largest magnitude, and the other; of equal ones the first has the mean's sign.
fn extremes(flow: &Flow) -> Measured<(f64, f64)> {
    let (from, to) = flow.ordered();
    let (least, greatest) = flow.extremes()?;
    let turned = if least.abs() == greatest.abs() {
        flow.mean(from, to)? < 0.0
    } else {
        least.abs() > greatest.abs()
    };
    Ok(if turned {
        (least, greatest)
    } else {
        (greatest, least)
    })
}

/// Mean of the curve over the whole cycle.
fn cycle_mean(view: &mut CycleView, flow: &Flow) -> Measured<f64> {
    let (start, end) = (view.mark(Event::OnsetStart)?, view.mark(Event::OnsetEnd)?);
    let time = |x: f64| flow.on_curve(x * flow.seconds_per_px);
    flow.mean(time(start), time(end))
}
