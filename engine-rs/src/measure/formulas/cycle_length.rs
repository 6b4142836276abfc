//! `Cycle length`: onset to onset, or between consecutive end-diastolic frames.

use crate::measure::image::Image;
use crate::measure::kind::{Compute, Formula, FromMarks, Kind, ResultUnit};
use crate::measure::marks::Event;
use crate::measure::unit::Unit;

/// The kind.
pub const KIND: Kind = Kind {
    name: "Cycle length",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "strip: (onset_end - onset_start) spacing_x; 2D: t(ED of the next cycle) - t(ED)",
        inputs: "marks of the cycles; s per pixel, or frame times",
        unit: ResultUnit::Is(Unit::Second),
        source: "docs/measurements.md#doppler-and-m-mode",
        compute: Compute::Marks(FromMarks {
            on_plane: &[Event::EndDiastole],
            on_strip: &[Event::OnsetStart, Event::OnsetEnd],
            values: Image::cycle_lengths,
        }),
        from_inputs: None,
    }],
    invalid: "a missing mark, frame times that are only assumed; a single 2D cycle",
    ..Kind::PLAIN
};
