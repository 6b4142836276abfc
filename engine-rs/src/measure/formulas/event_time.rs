//! `event-time`: from the onset of the cycle to a point or an event.

use crate::measure::kind::{Kind, per_cycle};
use crate::measure::view::View;

/// The kind.
pub const KIND: Kind = Kind {
    name: "event-time",
    equation: "(x - onset_start) * spacing_x",
    unit: "s",
    source: "measurements.md 3",
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
    let onset = view.image.mark(view.cycle, "onset_start")?;
    let flow = view.image.flow_region()?;
    view.trace.region_indices.extend(flow.index);
    view.trace.calibration_source = Some(flow.source);
    Some((x - onset) * flow.region.x.delta.abs())
}
