//! `pulsatility`: indices of a flow velocity waveform; the same for flow of either direction.

use crate::measure::flow::Flow;
use crate::measure::kind::{Formula, Kind, per_cycle};
use crate::measure::marks::Event;
use crate::measure::view::View;

/// The kind.
pub const KIND: Kind = Kind {
    name: "pulsatility",
    formulas: &[
        Formula {
            name: "PI",
            version: 1,
            equation: "(S - D) / TAmax",
            inputs: "S and D named, or the extremes of the curve; TAmax = mean of the curve from onset to onset, cm/s",
            unit: "",
            source: "Gosling 1974; Bhide 2021",
        },
        Formula {
            name: "RI",
            version: 1,
            equation: "(S - D) / S",
            inputs: "S and D named, or the extremes of the curve, cm/s",
            unit: "",
            source: "Bhide 2021",
        },
        Formula {
            name: "SD",
            version: 1,
            equation: "S / D",
            inputs: "S and D named, or the extremes of the curve, cm/s",
            unit: "",
            source: "Bhide 2021",
        },
        Formula {
            name: "PIV",
            version: 1,
            equation: "(S - a) / TAmax",
            inputs: "S and a named, or the extremes of the curve; TAmax as for PI, cm/s",
            unit: "",
            source: "Hecher 1994",
        },
        Formula {
            name: "PVIV",
            version: 1,
            equation: "(S - a) / D",
            inputs: "S, a, D named, cm/s",
            unit: "",
            source: "Hecher 1994; Kessler 2006",
        },
        Formula {
            name: "PLI",
            version: 1,
            equation: "(S - a) / S",
            inputs: "S and a named, or the extremes of the curve, cm/s",
            unit: "",
            source: "Kessler 2006",
        },
    ],
    invalid: "a denominator of 0, S D <= 0 for SD, a missing point; a curve that does not reach both onsets for TAmax",
    compute: per_cycle(value),
    independent_of_direction: true,
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    let named = view.definition.named.len();
    let formula = view.formula();
    let (first, second, third) = if named == 0 {
        let (largest, other) = extremes(view)?;
        (largest, other, None)
    } else {
        let third = if named > 2 {
            Some(named_velocity(view, 2)?)
        } else {
            None
        };
        (named_velocity(view, 0)?, named_velocity(view, 1)?, third)
    };
    match formula {
        "RI" | "PLI" => Some((first - second) / first),
        "SD" => (first * second > 0.0).then(|| first / second),
        "PVIV" => Some((first - second) / third?),
        _ => Some((first - second) / cycle_mean(view)?),
    }
}

/// Velocity of one of the `named` points.
fn named_velocity(view: &mut View, place: usize) -> Option<f64> {
    let name = view.definition.named.get(place)?;
    let line = view.line(0)?;
    let point = view.point_of(line, name)?;
    view.velocity(point)
}

/// The extreme of largest magnitude, and the other; of equal ones the first has the mean's sign.
fn extremes(view: &mut View) -> Option<(f64, f64)> {
    let flow = view.flow()?;
    let (from, to) = flow.ordered();
    let (least, greatest) = flow.curve.extremes(from, to)?;
    let turned = if least.abs() == greatest.abs() {
        flow.mean(from, to)? < 0.0
    } else {
        least.abs() > greatest.abs()
    };
    Some(if turned {
        (least, greatest)
    } else {
        (greatest, least)
    })
}

/// Mean of the curve over the whole cycle.
fn cycle_mean(view: &mut View) -> Option<f64> {
    let (start, end) = (view.mark(Event::OnsetStart)?, view.mark(Event::OnsetEnd)?);
    let flow: Flow = view.flow()?;
    let time = |x: f64| flow.on_curve(x * flow.seconds_per_px);
    flow.mean(time(start), time(end))
}
