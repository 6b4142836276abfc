//! `Heart rate`: of each cycle, so the aggregate is the mean of rates.

use crate::measure::definition::Definition;
use crate::measure::image::Image;
use crate::measure::kind::{Compute, Formula, Kind};

/// The kind.
pub const KIND: Kind = Kind {
    name: "Heart rate",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "60 / cycle length",
        inputs: "cycle length, s",
        unit: "bpm",
        source: "measurements.md 3",
    }],
    invalid: "as Cycle length; a length of 0",
    compute: Compute::Marks(rates),
    from_inputs: Some(rate),
    ..Kind::PLAIN
};

fn rate(_: &Definition, _: &Image, inputs: &[f64]) -> Option<f64> {
    inputs.first().map(|length| 60.0 / length)
}

fn rates(image: &Image) -> Vec<Option<f64>> {
    let lengths = image.cycle_lengths().into_iter();
    lengths
        .map(|length| length.map(|length| 60.0 / length))
        .collect()
}
