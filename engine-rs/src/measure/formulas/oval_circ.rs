//! `oval circ`: circumference of the oval through three points (head, abdomen).

use crate::geometry::ellipse::{perimeter_ramanujan_1, perimeter_ramanujan_2};
use crate::measure::cycle_view::CycleView;
use crate::measure::kind::{Formula, Kind, ResultUnit, per_cycle};
use crate::measure::null_reason::Measured;
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "oval circ",
    formulas: &[
        Formula {
            name: "ramanujan2",
            version: 1,
            equation: "pi (a + b) (1 + 3 h / (10 + sqrt(4 - 3 h))), h = ((a - b) / (a + b))^2",
            inputs: "semi-axes a, b of the oval in cm",
            unit: ResultUnit::Is(Unit::Centimetre),
            source: "Ramanujan 1914; Salomon 2019",
            compute: per_cycle(|view| perimeter(view, perimeter_ramanujan_2)),
            from_inputs: None,
        },
        Formula {
            name: "ramanujan1",
            version: 1,
            equation: "pi (3 (a + b) - sqrt((3 a + b) (a + 3 b)))",
            inputs: "semi-axes a, b of the oval in cm",
            unit: ResultUnit::Is(Unit::Centimetre),
            source: "Ramanujan 1914",
            compute: per_cycle(|view| perimeter(view, perimeter_ramanujan_1)),
            from_inputs: None,
        },
    ],
    invalid: "fewer than three points, the first two the same",
    ..Kind::PLAIN
};

fn perimeter(view: &mut CycleView, of: fn(f64, f64) -> f64) -> Measured<f64> {
    let line = view.line(0)?;
    let (a, b) = view.oval(line)?.semi_axes();
    Ok(of(a, b))
}
