//! `pressure-gradient`: by the simplified Bernoulli equation; mmHg with v in m/s.

use crate::measure::cycle_view::CycleView;
use crate::measure::kind::{Formula, Kind, ResultUnit, per_cycle};
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::unit::Unit;

/// cm in a metre.
const CM_PER_M: f64 = 100.0;

/// The kind.
pub const KIND: Kind = Kind {
    name: "pressure-gradient",
    formulas: &[
        Formula {
            name: "peak",
            version: 1,
            equation: "4 v^2, v of the largest magnitude",
            inputs: "velocity, m/s",
            unit: ResultUnit::Is(Unit::MillimetreOfMercury),
            source: "Baumgartner 2009, 2017",
            compute: per_cycle(|view| peak(view).map(gradient)),
            from_inputs: None,
        },
        Formula {
            name: "mean",
            version: 1,
            equation: "1 / T integral of 4 v(t)^2 dt",
            inputs: "velocity curve over the ejection, m/s",
            unit: ResultUnit::Is(Unit::MillimetreOfMercury),
            source: "Baumgartner 2009, 2017",
            compute: per_cycle(mean),
            from_inputs: None,
        },
        Formula {
            name: "mean_velocity",
            version: 1,
            equation: "4 (mean v)^2, lower than the mean of instantaneous gradients",
            inputs: "velocity curve over the ejection, m/s",
            unit: ResultUnit::Is(Unit::MillimetreOfMercury),
            source: "docs/measurements.md#doppler-and-m-mode and docs/measurements.md#departures-from-the-literature",
            compute: per_cycle(of_mean_velocity),
            from_inputs: None,
        },
        Formula {
            name: "corrected",
            version: 1,
            equation: "4 (v_2^2 - v_1^2)",
            inputs: "largest velocity v_2, proximal_velocity v_1, m/s",
            unit: ResultUnit::Is(Unit::MillimetreOfMercury),
            source: "Baumgartner 2009, 2017",
            compute: per_cycle(corrected),
            from_inputs: None,
        },
    ],
    invalid: "a missing point, no zero line, a mean without duration; corrected without proximal velocity",
    ..Kind::PLAIN
};

fn gradient(velocity_cm_s: f64) -> f64 {
    let metres = velocity_cm_s / CM_PER_M;
    4.0 * metres * metres
}

fn mean(view: &mut CycleView) -> Measured<f64> {
    let flow = view.flow()?;
    let (from, to) = flow.ordered();
    let squares = flow.curve.integral_of_square(from, to);
    let squares = squares.ok_or(NullReason::OutsideCurve)?;
    if to <= from {
        return Err(NullReason::NoDuration);
    }
    Ok(4.0 * squares / (to - from) / (CM_PER_M * CM_PER_M))
}

fn of_mean_velocity(view: &mut CycleView) -> Measured<f64> {
    let flow = view.flow()?;
    let (from, to) = flow.ordered();
    flow.mean(from, to).map(gradient)
}

fn corrected(view: &mut CycleView) -> Measured<f64> {
    let proximal = view.request.proximal_velocity;
    let peak = peak(view)?;
    let proximal = proximal.ok_or(NullReason::NoProximalVelocity)?;
    Ok(gradient(peak) - gradient(proximal))
}

/// The velocity of largest magnitude: at the one point that is named, else on the curve.
fn peak(view: &mut CycleView) -> Measured<f64> {
    if view.request.points.len() == 1 {
        let point = view.point(0)?;
        return view.velocity(point);
    }
    let (least, greatest) = view.flow()?.extremes()?;
    Ok(if least.abs() > greatest.abs() {
        least
    } else {
        greatest
    })
}
