//! `Cycle length`: onset to onset, or between consecutive end-diastolic frames.

use crate::measure::image::Image;
use crate::measure::kind::{Compute, Formula, Kind};

/// The kind.
pub const KIND: Kind = Kind {
    name: "Cycle length",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "strip: (onset_end - onset_start) spacing_x; 2D: t(ED of the next cycle) - t(ED)",
        inputs: "marks of the cycles; s per pixel, or frame times",
        unit: "s",
        source: "measurements.md 3",
    }],
    invalid: "a missing mark, frame times that are only assumed; one 2D cycle alone",
    compute: Compute::Marks(Image::cycle_lengths),
    ..Kind::PLAIN
};
