//! `distance`: 2D, from the first to the last point of a line; M-Mode, excursion of a line between
//! two events (TAPSE, MAPSE, SAPSE).

use crate::measure::image::Modality;
use crate::measure::kind::{Compute, Formula, Kind, PerCycle};
use crate::measure::marks::Event;
use crate::measure::view::View;

/// The kind.
pub const KIND: Kind = Kind {
    name: "distance",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "2D: |P_last - P_first| (of a valve: between its hinges); M-Mode: |y(x_1) - y(x_2)| delta_y",
        inputs: "one line in cm; on a strip its curve at two events",
        unit: "cm",
        source: "Rudski 2010; measurements.md 2",
    }],
    invalid: "a missing mark or line, an event outside of the curve",
    compute: Compute::Cycle(PerCycle {
        value,
        lines: 1,
        pair_of_events: true,
    }),
    ..Kind::PLAIN
};

fn value(view: &mut View) -> Option<f64> {
    let line = view.line(0)?;
    if view.image.modality == Modality::TwoD {
        let ends = match view.definition.points.len() {
            0 | 1 => return view.from_end_to_end(line),
            _ => [view.point(0)?, view.point(1)?],
        };
        let ends = view.in_cm(&ends)?;
        return Some(ends[0].distance(ends[1]));
    }
    let usual = [Event::EndDiastoleStart, Event::EndSystole];
    let named = view.definition.events.as_slice();
    let mut ends = [[0.0; 2]; 2];
    for (place, end) in ends.iter_mut().enumerate() {
        view.event = named.get(place).copied().unwrap_or(Some(usual[place]));
        let x = view.event_x()?;
        *end = [x, view.row_at(line, x)?];
    }
    view.depth_between(ends[0], ends[1])
}
