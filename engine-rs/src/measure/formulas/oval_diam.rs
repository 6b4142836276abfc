//! `oval diam`: a diameter of the oval through three points (BPD, OFD).

use crate::measure::cycle_view::CycleView;
use crate::measure::kind::{Formula, Kind, ResultUnit, per_cycle};
use crate::measure::null_reason::Measured;
use crate::measure::request::Axis;
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "oval diam",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "axis major 2 a (the usual one), minor 2 b, mean a + b; through = |P2 - P1|, across = the drawn axis across it",
        inputs: "semi-axes a, b of the oval in cm",
        unit: ResultUnit::Is(Unit::Centimetre),
        source: "Salomon 2019; docs/measurements.md#geometry",
        compute: per_cycle(value),
        from_inputs: None,
    }],
    axes: &[
        Axis::Major,
        Axis::Minor,
        Axis::Mean,
        Axis::Through,
        Axis::Across,
        Axis::Long,
        Axis::Short,
    ],
    invalid: "fewer than three points, the first two the same",
    ..Kind::PLAIN
};

fn value(view: &mut CycleView) -> Measured<f64> {
    let line = view.line(0)?;
    let oval = view.oval(line)?;
    let (a, b) = oval.semi_axes();
    let [through, across] = oval.drawn_axes();
    Ok(match view.request.axis {
        Some(Axis::Minor | Axis::Short) => 2.0 * b,
        Some(Axis::Mean) => a + b,
        Some(Axis::Through) => through,
        Some(Axis::Across) => across,
        _ => 2.0 * a,
    })
}
