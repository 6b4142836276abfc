//! `event-time`: from the onset of the cycle to a point or an event.

use crate::measure::kind::{Formula, Kind, per_cycle};
use crate::measure::marks::Event;
use crate::measure::view::View;

/// The kind.
pub const KIND: Kind = Kind {
    name: "event-time",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "(x - onset_start) spacing_x",
        inputs: "a point or a mark, and the onset of its cycle; s per pixel",
        unit: "s",
        source: "measurements.md 3",
    }],
    invalid: "a missing mark or point",
    compute: per_cycle(value),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    let x = if view.definition.points.is_empty() {
        view.event_x()?
    } else {
        view.point(0)?.x
    };
    let onset = view.mark(Event::OnsetStart)?;
    Some((x - onset) * view.flow_spacing_x()?)
}
