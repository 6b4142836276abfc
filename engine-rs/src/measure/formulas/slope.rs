//! `slope`: change of velocity between two points; `dpdt`: rise of pressure from a regurgitant jet.

use crate::measure::flow::Flow;
use crate::measure::kind::{Formula, Kind, per_cycle};
use crate::measure::view::View;

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
            unit: "cm/s2",
            source: "Quinones 2002; measurements.md 3",
        },
        Formula {
            name: "dpdt",
            version: 1,
            equation: "32 mmHg / (t(|v| = 3 m/s) - t(|v| = 1 m/s))",
            inputs: "velocity curve of a regurgitant jet between two points",
            unit: "mmHg/s",
            source: "Zoghbi 2017",
        },
    ],
    invalid: "a missing point, no time between; a speed that is not reached in this order",
    compute: per_cycle(value),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    if view.formula() == "dpdt" {
        let flow = view.flow()?;
        let [slow, fast] = JET_SPEEDS_CM_S.map(|speed| first_at_speed(&flow, speed));
        let time = fast? - slow?;
        return (time > 0.0).then(|| JET_PRESSURE_MMHG / time);
    }
    let points = [view.point(0)?, view.point(1)?];
    let ends = view.times_and_velocities(&points)?;
    let ((t_a, v_a), (t_b, v_b)) = (ends[0], ends[1]);
    Some((v_b - v_a) / (t_b - t_a))
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
