//! `velocity-curve`: greatest, least or mean velocity of the curve between two points.

use crate::measure::cycle_view::CycleView;
use crate::measure::kind::{Formula, Kind, ResultUnit, per_cycle};
use crate::measure::null_reason::Measured;
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "velocity-curve",
    formulas: &[
        Formula {
            name: "max",
            version: 1,
            equation: "max v",
            inputs: "velocity curve between two points, cm/s",
            unit: ResultUnit::Is(Unit::CentimetrePerSecond),
            source: "Quinones 2002; docs/measurements.md#doppler-and-m-mode",
            compute: per_cycle(|view| Ok(view.flow()?.extremes()?.1)),
            from_inputs: None,
        },
        Formula {
            name: "min",
            version: 1,
            equation: "min v",
            inputs: "velocity curve between two points, cm/s",
            unit: ResultUnit::Is(Unit::CentimetrePerSecond),
            source: "docs/measurements.md#doppler-and-m-mode",
            compute: per_cycle(|view| Ok(view.flow()?.extremes()?.0)),
            from_inputs: None,
        },
        Formula {
            name: "mean",
            version: 1,
            equation: "1 / T integral of v dt",
            inputs: "velocity curve between two points, cm/s over s",
            unit: ResultUnit::Is(Unit::CentimetrePerSecond),
            source: "docs/measurements.md#doppler-and-m-mode",
            compute: per_cycle(mean),
            from_inputs: None,
        },
    ],
    invalid: "a missing point, no zero line; mean without duration",
    ..Kind::PLAIN
};

fn mean(view: &mut CycleView) -> Measured<f64> {
    let flow = view.flow()?;
    let (from, to) = flow.ordered();
    flow.mean(from, to)
}
