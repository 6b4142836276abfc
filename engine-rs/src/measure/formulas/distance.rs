//! `distance`: 2D, from the first to the last point of a line; M-Mode, excursion of a line between
//! two events (TAPSE, MAPSE, SAPSE).

use crate::measure::cycle_view::CycleView;
use crate::measure::kind::{Compute, Formula, Kind, Lines, PerCycle, ResultUnit};
use crate::measure::marks::Event;
use crate::measure::null_reason::Measured;
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "distance",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "2D: |P_last - P_first| (of a valve: between its hinges); M-Mode: |y(x_1) - y(x_2)| delta_y",
        inputs: "one line in cm; on a strip its curve at two events",
        unit: ResultUnit::Is(Unit::Centimetre),
        source: "Rudski 2010; docs/measurements.md#geometry",
        compute: Compute::Cycle(PerCycle {
            value,
            lines: Lines::ONE,
            pair_of_events: true,
        }),
        from_inputs: None,
    }],
    invalid: "a missing mark or line, an event outside of the curve",
    ..Kind::PLAIN
};

fn value(view: &mut CycleView) -> Measured<f64> {
    let line = view.line(0)?;
    if view.is_plane() {
        let ends = match view.request.points.len() {
            0 | 1 => return view.from_end_to_end(line),
            _ => [view.point(0)?, view.point(1)?],
        };
        let ends = view.in_cm(&ends)?;
        return Ok(ends[0].distance(ends[1]));
    }
    let usual = [Event::EndDiastoleStart, Event::EndSystole];
    let named = view.request.events.as_slice();
    let mut ends = [[0.0; 2]; 2];
    for (place, end) in ends.iter_mut().enumerate() {
        view.event = Some(named.get(place).copied().unwrap_or(usual[place]));
        let x = view.event_x()?;
        *end = [x, view.row_at(line, x)?];
    }
    view.depth_between(ends[0], ends[1])
}
