//! `time-percentage`: a time in percent of the cycle, or of a second time.

use crate::measure::definition::Definition;
use crate::measure::image::Image;
use crate::measure::kind::{Compute, Formula, Kind};

/// The kind.
pub const KIND: Kind = Kind {
    name: "time-percentage",
    formulas: &[Formula {
        name: "",
        version: 1,
        equation: "100 t / T",
        inputs: "a time, and T = cycle length unless a second input names another, s",
        unit: "%",
        source: "measurements.md 3",
    }],
    invalid: "a missing input, T = 0",
    compute: Compute::Inputs { at_least: 0 },
    from_inputs: Some(value),
    ..Kind::PLAIN
};

fn value(_: &Definition, _: &Image, inputs: &[f64]) -> Option<f64> {
    let [time, whole] = *inputs else {
        return None;
    };
    Some(100.0 * time / whole)
}
