//! `event-time`: from the onset of the cycle to a point or an event.

use crate::measure::cycle_view::CycleView;
use crate::measure::kind::{Formula, Kind, ResultUnit, per_cycle};
use crate::measure::marks::Event;
use crate::measure::null_reason::Measured;
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "event-time",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "(x - onset_start) spacing_x",
        inputs: "a point or a mark, and the onset of its cycle; s per pixel",
        unit: ResultUnit::Is(Unit::Second),
        source: "docs/measurements.md#doppler-and-m-mode",
        compute: per_cycle(value),
        from_inputs: None,
    }],
    invalid: "a missing mark or point",
    from_onset: true,
    ..Kind::PLAIN
};

fn value(view: &mut CycleView) -> Measured<f64> {
    let x = if view.request.points.is_empty() {
        view.event_x()?
    } else {
        view.point(0)?.x
    };
    let onset = view.mark(Event::OnsetStart)?;
    Ok((x - onset) * view.flow_spacing_x()?)
}
