//! `auc`: area under the velocity curve between two points, the velocity-time integral.

use crate::measure::cycle_view::CycleView;
use crate::measure::kind::{Formula, Kind, ResultUnit, per_cycle};
use crate::measure::null_reason::{Measured, NullReason};
use crate::measure::unit::Unit;
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
            unit: ResultUnit::Is(Unit::Centimetre),
            source: "Quinones 2002; docs/measurements.md#doppler-and-m-mode",
            compute: per_cycle(|view| integral(view, Part::Signed)),
            from_inputs: None,
        },
        Formula {
            name: "absolute",
            version: 1,
            equation: "integral of |v| dt",
            inputs: "velocity curve between two points, cm/s over s",
            unit: ResultUnit::Is(Unit::Centimetre),
            source: "docs/measurements.md#doppler-and-m-mode",
            compute: per_cycle(|view| integral(view, Part::Absolute)),
            from_inputs: None,
        },
        Formula {
            name: "positive",
            version: 1,
            equation: "integral of max(v, 0) dt",
            inputs: "velocity curve between two points, cm/s over s",
            unit: ResultUnit::Is(Unit::Centimetre),
            source: "docs/measurements.md#doppler-and-m-mode",
            compute: per_cycle(|view| integral(view, Part::Positive)),
            from_inputs: None,
        },
        Formula {
            name: "negative",
            version: 1,
            equation: "integral of min(v, 0) dt",
            inputs: "velocity curve between two points, cm/s over s",
            unit: ResultUnit::Is(Unit::Centimetre),
            source: "docs/measurements.md#doppler-and-m-mode",
            compute: per_cycle(|view| integral(view, Part::Negative)),
            from_inputs: None,
        },
    ],
    invalid: "a missing point, points that do not run to the right, no zero line",
    ..Kind::PLAIN
};

fn integral(view: &mut CycleView, part: Part) -> Measured<f64> {
    let flow = view.flow()?;
    let integral = flow.curve.integral(flow.from, flow.to, part);
    integral.ok_or(NullReason::OutsideCurve)
}
