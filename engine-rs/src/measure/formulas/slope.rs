//! `slope`: change of velocity between two points; `dpdt`: rise of pressure from a regurgitant jet.

use crate::measure::cycle_view::CycleView;
use crate::measure::flow::Flow;
use crate::measure::kind::{Formula, Kind, ResultUnit, per_cycle};
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::unit::Unit;

/// Speeds of the jet between which time is taken, cm/s.
const JET_SPEEDS_CM_S: [f64; 2] = [100.0, 300.0];
/// Pressure between them: 4 (3^2 - 1^2), mmHg.
const JET_PRESSURE_MMHG: f64 = 32.0;

/// The kind.
pub const KIND: Kind = Kind {
    name: "slope",
    formulas: &[
        Formula {
            name: "slope",
            version: 1,
            equation: "(v_B - v_A) / (t_B - t_A)",
            inputs: "two named points, cm/s over s",
            unit: ResultUnit::Is(Unit::CentimetrePerSquareSecond),
            source: "Quinones 2002; docs/measurements.md#doppler-and-m-mode",
            compute: per_cycle(secant),
            from_inputs: None,
        },
        Formula {
            name: "dpdt",
            version: 1,
            equation: "32 mmHg / (t(|v| = 3 m/s) - t(|v| = 1 m/s))",
            inputs: "velocity curve of a regurgitant jet between two points",
            unit: ResultUnit::Is(Unit::MillimetreOfMercuryPerSecond),
            source: "Zoghbi 2017",
            compute: per_cycle(pressure_rise),
            from_inputs: None,
        },
    ],
    invalid: "a missing point, no time between; a speed that is not reached in this order",
    ..Kind::PLAIN
};

fn secant(view: &mut CycleView) -> Measured<f64> {
    let points = [view.point(0)?, view.point(1)?];
    let ends = view.times_and_velocities(&points)?;
    let ((t_a, v_a), (t_b, v_b)) = (ends[0], ends[1]);
    Ok((v_b - v_a) / (t_b - t_a))
}

fn pressure_rise(view: &mut CycleView) -> Measured<f64> {
    let flow = view.flow()?;
    let reached = |speed| first_at_speed(&flow, speed).ok_or(NullReason::SpeedNotReached);
    let [slow, fast] = JET_SPEEDS_CM_S;
    let time = reached(fast)? - reached(slow)?;
    if time > 0.0 {
        Ok(JET_PRESSURE_MMHG / time)
    } else {
        Err(NullReason::SpeedNotReached)
    }
}

/// First time between the limits at which the speed is reached in either direction.
fn first_at_speed(flow: &Flow, speed: f64) -> Option<f64> {
    let (from, to) = flow.ordered();
    let towards = flow.curve.first_at_level(from, to, speed);
    let away = flow.curve.first_at_level(from, to, -speed);
    match (towards, away) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}
